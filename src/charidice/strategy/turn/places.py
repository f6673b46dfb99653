"""Indices into the tensor of a turn: each of its six axes has the numbers 1-6 of a die, then "to be rolled"."""

import numpy as np

from charidice.rules.dice import ALL_DICE, DICE
from charidice.rules.engine import REROLLS
from charidice.strategy.turn.outcomes import Ints

TENSOR_STEPS = 7 ** np.arange(DICE)[::-1]
ROLL_STEPS = 6 ** np.arange(DICE)[::-1]
TO_ROLL = 6
# Slices of an axis.
ALL, NUMBERS, ROLLED = slice(None), slice(6), slice(6, 7)
_NUMBERS = np.indices((6,) * DICE).reshape(DICE, -1).T
_KEPT = np.array([[die in roll.keep for die in ALL_DICE] for roll in REROLLS])
# What the dice to be rolled add to a flat index, and the step of every kept number.
_ROLLED_PART = (~_KEPT * TO_ROLL) @ TENSOR_STEPS
_KEPT_STEPS = (_KEPT * TENSOR_STEPS).T


def keep_places(rolls: Ints) -> Ints:
    """By roll and in the order of REROLLS: the flat index of the kept dice, the others to be rolled."""
    places: Ints = _ROLLED_PART + _NUMBERS[rolls] @ _KEPT_STEPS
    return places
