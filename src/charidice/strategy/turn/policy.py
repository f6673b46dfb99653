"""What the best keep of every roll is, in a turn solved for one state."""

import numpy as np

from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.orbits import Orbits

SCORES = -1


def best_rows(orbits: Orbits, after: Floats, score: Floats) -> Ints:
    """By orbit of rolls: the row of the best set of kept dice, or SCORES if none is better than scoring.

    Among equals, as few dice as possible are kept.
    """
    better, leads_to = after.copy(), np.arange(len(after))
    for rows, further in reversed(orbits.further[1:]):
        best, found = _best(better, leads_to, further)
        improved = best >= better[rows]
        np.copyto(leads_to[rows], found, where=improved)
        np.maximum(better[rows], best, out=better[rows])
    best, found = _best(better, leads_to, orbits.further[0][1])
    return np.where(best > score, found, SCORES)


def _best(better: Floats, leads_to: Ints, further: Ints) -> tuple[Floats, Ints]:
    """Of the sets with one more die to be rolled: the best value, and the row that it leads to."""
    values = better.take(further)
    best = np.maximum.reduce(values)
    # Without branches, which would take most of the time: the number of the last set that is the best.
    which = np.zeros(len(best), np.int8)
    for number, is_best in enumerate(values[1:] == best, 1):
        np.maximum(which, is_best.view(np.int8) * np.int8(number), out=which)
    places = which.astype(np.int64)
    places *= len(best)
    places += np.arange(len(best))
    return best, leads_to.take(further.take(places))
