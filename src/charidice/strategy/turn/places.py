"""Indices of rolls, and of the sets of dice that can be kept of them."""

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import ALL_DICE, DICE, Numbers
from charidice.rules.moves import REROLLS, Roll
from charidice.strategy.turn.arrays import Ints
from charidice.strategy.turn.orbits import NUMBERS, TENSOR_STEPS, TO_ROLL, Orbits

_NUMBERS = np.indices((NUMBERS,) * DICE).reshape(DICE, -1).T
_KEPT = np.array([[die in roll.keep for die in ALL_DICE] for roll in REROLLS])
# What the dice to be rolled add to a tensor index, and the step of every kept number.
_ROLLED_PART = (~_KEPT * TO_ROLL) @ TENSOR_STEPS
_KEPT_STEPS = (_KEPT * TENSOR_STEPS).T


def roll_index(numbers: Numbers) -> int:
    """The index of a roll: that of a tensor with six axes, dice 0-5, each with the numbers 1-6."""
    place = 0
    for number in numbers:
        place = NUMBERS * place + number - 1
    return place


def kept_row(orbits: Orbits, numbers: Numbers, roll: Roll) -> int:
    """The row of the dice that this roll keeps."""
    place = 0
    for die, number in enumerate(numbers):
        place = (TO_ROLL + 1) * place + (number - 1 if die in roll.keep else TO_ROLL)
    return int(orbits.of_kept[place])


def keep_places(rolls: Ints | NDArray[np.uint16]) -> Ints:
    """By roll and in the order of REROLLS: the tensor index of the kept dice, the others to be rolled."""
    places: Ints = _ROLLED_PART + _NUMBERS[rolls] @ _KEPT_STEPS
    return places
