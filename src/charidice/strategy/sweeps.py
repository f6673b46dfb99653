"""The two sweeps over the tensor of a turn, in NumPy."""

import numpy as np

from charidice.rules.dice import DICE
from charidice.strategy.outcomes import ROLLS_OF_SIX, Floats

_ALL = slice(None)
_NUMBERS = slice(6)
_TO_ROLL = slice(6, 7)


def landed(tensor: Floats) -> Floats:
    """The part of the tensor in which every die shows a number."""
    return tensor[(_NUMBERS,) * DICE]


def expectation(values: Floats) -> Floats:
    """From the value of every roll, that of every set of kept dice when the others are rolled."""
    tensor = np.empty((7,) * DICE + values.shape[1:], values.dtype)
    landed(tensor)[...] = values.reshape((6,) * DICE + values.shape[1:])
    for axis in range(DICE):
        done, open_ = (_ALL,) * axis, (_NUMBERS,) * (DICE - axis - 1)
        numbers = tensor[(*done, _NUMBERS, *open_)]
        mean = tensor[(*done, _TO_ROLL, *open_)]
        np.add.reduce(numbers, axis=axis, out=mean, keepdims=True)
        mean *= 1 / 6
    return tensor


def best_keep(tensor: Floats) -> Floats:
    """From the value of every set of kept dice, that of every roll with the best dice kept; overwrites the tensor."""
    for axis in range(DICE):
        done = (_NUMBERS,) * axis
        numbers = tensor[(*done, _NUMBERS)]
        np.maximum(numbers, tensor[(*done, _TO_ROLL)], out=numbers)
    return landed(tensor).reshape((ROLLS_OF_SIX, *tensor.shape[DICE:]))
