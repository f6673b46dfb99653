"""Where rolls and sets of kept dice stand in the tensor of a turn, for many rolls at once."""

import numpy as np

from charidice.rules.dice import ALL_DICE, DICE
from charidice.rules.engine import REROLLS
from charidice.strategy.turn.outcomes import Ints

TENSOR_STEPS = 7 ** np.arange(DICE)[::-1]
ROLL_STEPS = 6 ** np.arange(DICE)[::-1]
TO_ROLL = 6
_NUMBERS = np.indices((6,) * DICE).reshape(DICE, -1).T
_KEPT = np.array([[die in roll.keep for die in ALL_DICE] for roll in REROLLS])
# The part of the dice to be rolled, and the step of every kept number.
_ROLLED_PART = (~_KEPT * TO_ROLL) @ TENSOR_STEPS
_KEPT_STEPS = (_KEPT * TENSOR_STEPS).T


def keep_places(rolls: Ints) -> Ints:
    """By roll and in the order of REROLLS: the place of the kept dice, the others to be rolled."""
    places: Ints = _ROLLED_PART + _NUMBERS[rolls] @ _KEPT_STEPS
    return places
