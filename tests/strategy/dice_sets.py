"""Dice sets by the number of their symmetries."""

from charidice.rules.dice import STANDARD_DICE, DiceSet

DICE_SETS = {
    "standard": STANDARD_DICE,
    "shuffled": DiceSet.read("PYOGBK KOYBGP YPBKOG GBPOKY OKGPYB BGKYPO"),
    "three": DiceSet.read("POYKGB GBPYKO YKBOPG BGOPYK OPKGBY KYGBOP"),
    "two": DiceSet.read("KYBGPO BOKPGY GBYKOP OGPBYK YPGOKB PKOYBG"),
    "none": DiceSet.read("BYGPKO PBYKOG OGKBYP KOBGPY YKPOGB GPOYBK"),
}
SYMMETRIES = {"standard": 6, "shuffled": 6, "three": 3, "two": 2, "none": 1}
