"""The steps of a turn, in NumPy; a batch of states lies along the last axis.

Expectation: from few dice to be rolled to many, each set of kept dice is the mean of the six in which its last such die
has landed. Best keep: from many to few, each is the maximum of itself and of those with one more die to be rolled.
"""

from threading import local
from typing import Literal

import numpy as np

from charidice.rules.dice import Dice
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.orbits import NUMBERS, Orbits
from charidice.strategy.turn.outcomes import Outcomes

SCORES = -1
"""In place of a row of kept dice: the dice on the table are scored."""
# Reductions of fewer numbers at a time are slower than additions one by one.
_SHORT = 37
# The mode of `take` that does not check indices.
_UNCHECKED: Literal["wrap"] = "wrap"


class Memory:
    """A new array for every request: for turns that are kept."""

    def array(self, name: str, rows: int, like: Floats) -> Floats:
        """An uninitialised array with the columns and precision of another one."""
        return np.empty((rows, like.shape[1]), like.dtype)


class ReusedMemory(Memory, local):
    """The same array again for the same name, in the same thread: new memory costs more than a sweep of a batch."""

    def __init__(self) -> None:
        self._buffers: dict[str, Floats] = {}

    def array(self, name: str, rows: int, like: Floats) -> Floats:
        size = rows * like.shape[1]
        buffer = self._buffers.get(name)
        if buffer is None or buffer.size < size or buffer.dtype != like.dtype:
            buffer = self._buffers[name] = np.empty(size, like.dtype)
        return buffer[:size].reshape(rows, -1)


NEW = Memory()


def best(outcomes: Outcomes, utility: Floats, memory: Memory = NEW, name: str = "score") -> Floats:
    """By orbit of rolls: the utility of the best outcome, from that of every outcome."""
    choices, continued, last = outcomes.choice_rows
    rows = memory.array("choices", choices.shape[1], utility)
    _combine(np.maximum, None, utility, choices, rows, memory)
    for more in continued:
        rows[more] = np.maximum(rows[more], rows[more - 1])
    return rows.take(last, axis=0, out=memory.array(name, len(last), utility), mode=_UNCHECKED)


def expectation(orbits: Orbits, values: Floats, memory: Memory = NEW) -> Floats:
    """From the value of every roll, the expected value of every set of kept dice."""
    out = memory.array("after", orbits.rows, values)
    # Views of many sets at once are cheaper than copies of rows; beyond two dice to be rolled there are few sets.
    singles, _, *levels = orbits.landing
    if not orbits.trivial:
        _mean(values, singles, out, memory)
    for pattern in orbits.patterns:
        if orbits.trivial and len(pattern.dice) <= 2:
            _average(*_of_first_die(orbits, pattern.dice, values, out))
        elif len(pattern.dice) == 2:
            before, _, _ = pattern.shape
            _average(out[pattern.before].reshape(before, NUMBERS, -1), out[pattern.rows].reshape(before, -1))
    for level in levels:
        _mean(out, level, out, memory)
    return out


def best_kept(orbits: Orbits, after: Floats, score: Floats, memory: Memory = NEW, name: str = "rolled") -> Floats:
    """From the value of every set of kept dice and of scoring every roll, the value of every roll."""
    better, out = memory.array("better", len(after), after), memory.array(name, len(score), score)
    if orbits.trivial:
        better[...], out[...] = after, score
        for dice in sorted(pattern.dice for pattern in orbits.patterns):
            landed, to_roll = _of_first_die(orbits, dice, out, better)
            np.maximum(landed, to_roll[:, None], out=landed)
        return out
    (_, of_rolls), *levels = orbits.further
    better[-1] = after[-1]
    for rows, further in reversed(levels):
        _combine(np.maximum, after[rows], better, further, better[rows], memory)
    return _combine(np.maximum, score, better, of_rolls, out, memory)


def mean(orbits: Orbits, values: Floats) -> Floats:
    """The mean over all rolls, in double precision."""
    # Not a matrix product: BLAS would wake its threads for it.
    means: Floats = np.einsum("r,rs->s", orbits.shares, values)
    return means


def best_rows(orbits: Orbits, after: Floats, score: Floats) -> Ints:
    """By orbit of rolls, for one state: the row of the best set of kept dice, or SCORES if none is better than scoring.

    Among those that are equal to ten digits, as few dice as possible are kept.
    """
    digits = (1 << len(after).bit_length()) - 1
    keys = _ordered(after) & ~digits
    # The last digits of a value tell its row, so one maximum finds both; the fewer dice are kept, the higher the row.
    keys |= np.arange(len(after))
    for rows, further in reversed(orbits.further[1:]):
        np.maximum(keys[rows], np.maximum.reduce(keys.take(further)), out=keys[rows])
    found = np.maximum.reduce(keys.take(orbits.further[0][1])) & digits
    return np.where(after.take(found) > score, found, SCORES)


def _ordered(values: Floats) -> Ints:
    """Whole numbers in the order of the values: the digits of a float, which are inverted where it is negative."""
    found: Ints = values.astype(np.float64).view(np.int64)
    found ^= (found >> 63) & np.iinfo(np.int64).max
    return found


def _mean(source: Floats, level: tuple[slice, Ints], out: Floats, memory: Memory) -> None:
    rows, landing = level
    means = _combine(np.add, None, source, landing, out[rows], memory)
    means *= 1 / NUMBERS


def _combine(
    operation: np.ufunc, own: Floats | None, source: Floats, rows: Ints, out: Floats, memory: Memory
) -> Floats:
    """By row: the sum or maximum of its own value, if it has one, and of some rows of the source."""
    if source.shape[1] == 1:
        # The fewer steps, the faster.
        operation.reduce(source.take(rows, axis=0, mode=_UNCHECKED), axis=0, out=out)
        return out if own is None else operation(own, out, out=out)
    # A column of rows at a time stays in the cache.
    taken = memory.array("taken", rows.shape[1], source)
    so_far = own
    for column in rows:
        source.take(column, axis=0, out=taken, mode=_UNCHECKED)
        if so_far is None:
            out[...] = taken
        else:
            operation(so_far, taken, out=out)
        so_far = out
    return out


def _of_first_die(orbits: Orbits, dice: Dice, rolls: Floats, kept: Floats) -> tuple[Floats, Floats]:
    """Without symmetry: the values with the first of these dice landed, by its number, and with it to be rolled."""
    blocks, others = NUMBERS ** dice[0], dice[1:]
    landed = kept[orbits.rows_of[others]] if others else rolls
    return landed.reshape(blocks, NUMBERS, -1), kept[orbits.rows_of[dice]].reshape(blocks, -1)


def _average(landed: Floats, to_roll: Floats) -> None:
    if to_roll.shape[1] < _SHORT:
        np.add(landed[:, 0], landed[:, 1], out=to_roll)
        for number in range(2, NUMBERS):
            to_roll += landed[:, number]
    else:
        np.add.reduce(landed, axis=1, out=to_roll)
    to_roll *= 1 / NUMBERS
