"""The two sweeps over the tensor of a turn, in NumPy, die by die.

A batch of states lies along the last axis, so NumPy's inner loops are long for every die. A single state has no such
axis: there the tensor is rotated after every die, so that the swept axis always comes first and inner loops stay long.
After six dice the axes are back in order.
"""

import numpy as np

from charidice.rules.dice import DICE
from charidice.strategy.turn.outcomes import ROLLS_OF_SIX, Floats
from charidice.strategy.turn.places import ALL, NUMBERS, ROLLED


def landed(tensor: Floats) -> Floats:
    """The part of the tensor in which no die is to be rolled."""
    return tensor[(NUMBERS,) * DICE]


def expectation(values: Floats) -> Floats:
    """From the value of every roll, the expected value of every set of kept dice."""
    if values.size == ROLLS_OF_SIX:
        rotated = values
        for _ in range(DICE):
            numbers = rotated.reshape(6, -1)
            rotated = np.empty((numbers.shape[1], 7), values.dtype)
            rotated[:, :6] = numbers.T
            rotated[:, 6] = _mean(numbers)
        return rotated.reshape((7,) * DICE + values.shape[1:])
    tensor = np.empty((7,) * DICE + values.shape[1:], values.dtype)
    landed(tensor)[...] = values.reshape((6,) * DICE + values.shape[1:])
    for axis in range(DICE):
        done, open_ = (ALL,) * axis, (NUMBERS,) * (DICE - axis - 1)
        numbers = np.moveaxis(tensor[(*done, NUMBERS, *open_)], axis, 0)
        tensor[(*done, ROLLED, *open_)] = np.expand_dims(_mean(numbers), axis)
    return tensor


def _mean(numbers: Floats) -> Floats:
    """The mean over the first axis; explicit additions are far faster than a reduction."""
    mean: Floats = numbers[0] + numbers[1]
    for number in range(2, 6):
        mean += numbers[number]
    mean *= 1 / 6
    return mean


def best_keep(tensor: Floats) -> Floats:
    """From the value of every set of kept dice, the value of every roll under the best keep; overwrites the tensor."""
    if tensor.size == 7**DICE:
        rotated = tensor
        for _ in range(DICE):
            die = rotated.reshape(7, -1)
            rotated = np.empty((die.shape[1], 6), tensor.dtype)
            np.maximum(die[:6], die[6], out=rotated.T)
        return rotated.reshape((ROLLS_OF_SIX, *tensor.shape[DICE:]))
    for axis in range(DICE):
        done = (NUMBERS,) * axis
        numbers = tensor[(*done, NUMBERS)]
        np.maximum(numbers, tensor[(*done, ROLLED)], out=numbers)
    return landed(tensor).reshape((ROLLS_OF_SIX, *tensor.shape[DICE:]))
