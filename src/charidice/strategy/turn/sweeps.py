"""The two sweeps over the tensor of a turn, in NumPy: one die after the other.

A batch of states lies along the last axis, so NumPy's loops are long whatever die is swept. One state alone has no such
axis: there the tensor is turned with every die, so that the die to be swept always comes first and the loops stay long.
After six dice it is as it was.
"""

import numpy as np

from charidice.rules.dice import DICE
from charidice.strategy.turn.outcomes import ROLLS_OF_SIX, Floats
from charidice.strategy.turn.places import ALL, NUMBERS, ROLLED


def landed(tensor: Floats) -> Floats:
    """The part of the tensor in which every die shows a number."""
    return tensor[(NUMBERS,) * DICE]


def expectation(values: Floats) -> Floats:
    """From the value of every roll, that of every set of kept dice when the others are rolled."""
    if values.size == ROLLS_OF_SIX:
        turned = values
        for _ in range(DICE):
            numbers = turned.reshape(6, -1)
            turned = np.empty((numbers.shape[1], 7), values.dtype)
            turned[:, :6] = numbers.T
            turned[:, 6] = _mean(numbers)
        return turned.reshape((7,) * DICE + values.shape[1:])
    tensor = np.empty((7,) * DICE + values.shape[1:], values.dtype)
    landed(tensor)[...] = values.reshape((6,) * DICE + values.shape[1:])
    for axis in range(DICE):
        done, open_ = (ALL,) * axis, (NUMBERS,) * (DICE - axis - 1)
        numbers = np.moveaxis(tensor[(*done, NUMBERS, *open_)], axis, 0)
        tensor[(*done, ROLLED, *open_)] = np.expand_dims(_mean(numbers), axis)
    return tensor


def _mean(numbers: Floats) -> Floats:
    """The mean over the first axis; one number after the other is far quicker than a reduction."""
    mean: Floats = numbers[0] + numbers[1]
    for number in range(2, 6):
        mean += numbers[number]
    mean *= 1 / 6
    return mean


def best_keep(tensor: Floats) -> Floats:
    """From the value of every set of kept dice, that of every roll with the best dice kept; overwrites the tensor."""
    if tensor.size == 7**DICE:
        turned = tensor
        for _ in range(DICE):
            die = turned.reshape(7, -1)
            turned = np.empty((die.shape[1], 6), tensor.dtype)
            np.maximum(die[:6], die[6], out=turned.T)
        return turned.reshape((ROLLS_OF_SIX, *tensor.shape[DICE:]))
    for axis in range(DICE):
        done = (NUMBERS,) * axis
        numbers = tensor[(*done, NUMBERS)]
        np.maximum(numbers, tensor[(*done, ROLLED)], out=numbers)
    return landed(tensor).reshape((ROLLS_OF_SIX, *tensor.shape[DICE:]))
