"""What the best keep of every roll is, in a turn solved for one state."""

import numpy as np

from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.orbits import Orbits

SCORES = -1


def best_rows(orbits: Orbits, after: Floats, score: Floats) -> Ints:
    """By orbit of rolls: the row of the best set of kept dice, or SCORES if none is better than scoring.

    Among those that are equal to ten digits, as few dice as possible are kept.
    """
    digits = (1 << len(after).bit_length()) - 1
    keys = _ordered(after) & ~digits
    # The last digits of a value tell its row, so one maximum finds both; the fewer dice are kept, the higher the row.
    keys |= np.arange(len(after))
    for rows, further in reversed(orbits.further[1:]):
        np.maximum(keys[rows], np.maximum.reduce(keys.take(further)), out=keys[rows])
    best = np.maximum.reduce(keys.take(orbits.further[0][1])) & digits
    return np.where(after.take(best) > score, best, SCORES)


def _ordered(values: Floats) -> Ints:
    """Whole numbers in the order of the values: the digits of a float, which are inverted where it is negative."""
    found: Ints = values.astype(np.float64).view(np.int64)
    found ^= (found >> 63) & np.iinfo(np.int64).max
    return found
