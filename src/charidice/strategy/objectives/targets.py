"""The maximal probability of scoring at least some total in a number of turns.

A dynamic programme of one agent, whose state before a turn is the turns left and the points still needed. More points
are never worse, so only the best sum of each roll counts. Values are computed on demand.
"""

from functools import lru_cache

import numpy as np

from charidice.rules.dice import DiceSet
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.solver import best_utility, has_numba, turn_value

BATCH = 32


class Chances:
    """The probabilities for one dice set, by turns left and by points needed."""

    def __init__(self, found: Outcomes) -> None:
        best = best_utility(found, found.total.astype(np.float64)).astype(np.int64)
        totals, which = np.unique(best, return_inverse=True)
        no_choice = np.arange(len(totals) + 1)
        self._best = Outcomes(totals, 0 * totals, 0 * totals, which, no_choice[:-1], no_choice, found.orbits)
        self._levels: list[Floats] = []

    def of(self, turns: int, needed: Ints) -> Floats:
        """The probability of scoring at least the needed points; negative ones count as 0."""
        level = self._level(turns)
        places = np.clip(needed, 0, len(level) - 1)
        unknown = np.unique(places[np.isnan(level[places])])
        if len(unknown):
            level[unknown] = self._solved(turns, unknown)
        chances: Floats = level[places]
        return chances

    def _level(self, turns: int) -> Floats:
        """By points needed, from 0 to one more than possible: the probability, NaN where not computed yet."""
        most = int(self._best.total[-1])
        for played in range(len(self._levels), turns + 1):
            level = np.full(most * played + 2, np.nan)
            level[0], level[-1] = 1, 0
            self._levels.append(level)
        return self._levels[turns]

    def _solved(self, turns: int, needed: Ints) -> Floats:
        # All needed points after the turn at once, so that batches are full.
        after = self.of(turns - 1, needed - self._best.total[:, None])
        # The probability rises with the sum; where it is constant, there is nothing to solve.
        chances: Floats = after[0].copy()
        open_ = np.flatnonzero(after[0] != after[-1])
        for start in range(0, len(open_), BATCH):
            part = open_[start : start + BATCH]
            utility = after[:, part].astype(np.float32)
            chances[part] = turn_value(self._best, utility, compiled=has_numba())
        return chances


@lru_cache(maxsize=4)
def target_chances(dice_set: DiceSet, free_giving: bool) -> Chances:
    """Shared by all objectives of a dice set."""
    return Chances(outcomes(dice_set, free_giving))
