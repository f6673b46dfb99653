"""Games of every kind, to be written in all forms."""

import random
from functools import cache

from hypothesis import strategies as st

from charidice import STANDARD, STANDARD_DICE, Action, DiceSet, GameRecord, Match, Roll, Ruleset, legal_actions
from charidice.chance import JOINERS

SEED = bytes(range(32))
OWN_DICE = DiceSet.read("YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY")

KINDS_OF_GAME = {
    "two players": (("Anna", "Ben"), STANDARD, STANDARD_DICE, "fair"),
    "three players": (("Anna", "Ben", "Cleo"), Ruleset(3), STANDARD_DICE, "fair"),
    "four players": (("Anna", "Ben", "Cleo", "Dan"), Ruleset(2), STANDARD_DICE, "fair"),
    "free giving": (("Anna", "Ben"), Ruleset(3, free_giving=True), STANDARD_DICE, "fair"),
    "late asking": (("Anna", "Ben", "Cleo"), Ruleset(4, late_asking=True), STANDARD_DICE, "fair"),
    "own dice": (("Anna", "Ben"), Ruleset(3), OWN_DICE, "fair"),
    "real dice": (("Anna", "Ben"), Ruleset(3), STANDARD_DICE, "real"),
    "words mixed in": (("Anna", "Ben"), Ruleset(3), STANDARD_DICE, "words"),
    "everything": (("Zoë: 🎲", "Zoë: 🎲", '1 "\\: #|(='), Ruleset(3, True, True), OWN_DICE, "words"),
    "one round": (("Anna", "Ben"), Ruleset(1), STANDARD_DICE, "fair"),
}


@cache
def finished(kind: str) -> GameRecord:
    """A game to its end: again and again a random seat does a random kind of thing."""
    players, ruleset, dice_set, dice = KINDS_OF_GAME[kind]
    chance = random.Random(kind)
    match = Match.new(players, ruleset, dice_set, SEED, real_dice=dice == "real")
    if dice == "words":
        for seat in range(len(players)):
            match.add_entropy(seat, ('# Łąka: | 2x "\\ 🎲 ' * seat)[:64].strip())
    while not match.state.is_over:
        by_kind: dict[tuple[int, type[Action]], list[Action]] = {}
        for seat in range(len(players)):
            for action in legal_actions(match.state, seat):
                by_kind.setdefault((seat, type(action)), []).append(action)
        (seat, _), actions = chance.choice(list(by_kind.items()))
        action = chance.choice(actions)
        faces = None
        if dice == "real" and isinstance(action, Roll):
            faces = [dice_set.face(die, chance.randint(1, 6)) for die in range(6) if die not in action.keep]
        match.submit(seat, action, faces)
    return match.record


# Texts that people might type, and signs that mean something in one of the forms.
PRINTABLE = st.characters(categories=["L", "M", "N", "P", "S"])
CHARACTERS = st.one_of(st.sampled_from(' :|#"\\()=>,0123x*\u200c\u200d'), PRINTABLE)
LINES = st.lists(CHARACTERS, max_size=64).map("".join).map(str.strip)
BOTS = st.one_of(st.none(), st.sampled_from(["fox", "my_bot.py:MyBot"]), LINES.filter(lambda line: line.strip(JOINERS)))
NAMES = LINES.map(lambda line: line[:40].strip()).filter(lambda line: line.strip(JOINERS))
