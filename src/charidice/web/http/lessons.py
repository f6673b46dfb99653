"""The ways to score the dice of the lessons: a file of the build, so that rules and help work offline."""

import json

from charidice.rules.dice import STANDARD_DICE, DiceSet, read_roll
from charidice.rules.scoring import options_of
from charidice.web.table.view import options_view
from charidice.web.wire import Options

# The dice in combinations.js, rules-screen.js and tutorial-steps.js, and whether the recipient has asked.
LESSONS = (
    ("B1,B2,B3,B4,B5,B6", False),
    ("Y4,O4,G4,B4,P4,K4", False),
    ("B1,B2,B3,B4,B6,P6", False),
    ("O2,G2,B2,K2,G6,P6", False),
    ("G1,G2,G3,G4,K2,O5", True),
    ("B4,B3,B2,B1,G5,P6", False),
    ("G3,G2,G1,O5,K2,G4", False),
    ("G3,G2,G1,O5,K2,G4", True),
    ("P5,K5,Y5,G6,O4,B5", False),
)


def ways_to_score(faces: str, asked: bool, dice_set: DiceSet = STANDARD_DICE) -> Options:
    numbers = read_roll(faces, dice_set)
    # Not cached: the dice set comes from the request and could be another one each time.
    colours = [face.colour for face in dice_set.faces(numbers)]
    found = options_of(colours, numbers, free_giving=False)
    return {"faces": dice_set.texts(numbers), "options": options_view(found, numbers, asked)}


def lessons() -> bytes:
    """The answers by the address they are asked for."""
    path = "/api/options?faces={}&asked={}"
    return json.dumps(
        {path.format(faces, str(asked).lower()): ways_to_score(faces, asked) for faces, asked in LESSONS},
        separators=(",", ":"),
    ).encode()
