"""The two sweeps over the tensor of a turn, compiled by Numba: die by die and block by block.

The blocks of the last dice stay in the CPU cache, so a sweep passes through memory once and not once per die. Import
this module only to solve many turns: Numba loads slowly.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import njit

from charidice.rules.dice import DICE
from charidice.strategy.turn.outcomes import ROLLS_OF_SIX, Floats

_F = TypeVar("_F", bound=Callable[..., None])
# Not all versions of Numba are typed.
_compiled = cast("Callable[[_F], _F]", njit(cache=True))


def expectation(values: Floats) -> Floats:
    """From the value of every roll, the expected value of every set of kept dice."""
    tensor = np.empty((7,) * DICE + values.shape[1:], values.dtype)
    _fill(np.ascontiguousarray(values).reshape(-1), tensor.reshape(-1), values.size // ROLLS_OF_SIX)
    return tensor


def best_keep(tensor: Floats) -> Floats:
    """From the value of every set of kept dice, the value of every roll under the best keep."""
    values = np.empty((ROLLS_OF_SIX, *tensor.shape[DICE:]), tensor.dtype)
    blocks = np.empty(tensor.size // 6, tensor.dtype)
    _choose(np.ascontiguousarray(tensor).reshape(-1), values.reshape(-1), blocks, tensor.size // 7**DICE)
    return values


@_compiled
def _fill(values: Floats, tensor: Floats, batch: int) -> None:
    """Fill the blocks of one die: its numbers from the values, then "to be rolled" with their mean."""
    rolls, width = values.size // 6, tensor.size // 7
    if width == batch:
        for i in range(6 * width):
            tensor[i] = values[i]
    else:
        for number in range(6):
            _fill(values[number * rolls : (number + 1) * rolls], tensor[number * width : (number + 1) * width], batch)
    sixth = tensor.dtype.type(1 / 6)
    for i in range(width):
        total = tensor[i]
        for number in range(1, 6):
            total += tensor[number * width + i]
        tensor[6 * width + i] = total * sixth


@_compiled
def _choose(tensor: Floats, values: Floats, blocks: Floats, batch: int) -> None:
    """For each number of a die, take the maximum of its block and "to be rolled", and recurse into the next die."""
    rolls, width = values.size // 6, tensor.size // 7
    to_roll = tensor[6 * width :]
    if width == batch:
        for number in range(6):
            start = number * width
            for i in range(width):
                values[start + i] = max(tensor[start + i], to_roll[i])
    else:
        # Not in place: the compiler would then store conditionally, which is several times as slow.
        better, rest = blocks[:width], blocks[width:]
        for number in range(6):
            start = number * width
            for i in range(width):
                better[i] = max(tensor[start + i], to_roll[i])
            _choose(better, values[number * rolls : (number + 1) * rolls], rest, batch)
