"""The chance to make so many points and bonus in so many turns, for one who plays for exactly that.

Nothing else matters before a turn than the turns left and the points still needed, so it is a programme of one player.
More points are never worse: of every roll only the best sum counts. The chances fill in as they are asked for.
"""

from functools import lru_cache

import numpy as np

from charidice.rules.dice import DiceSet
from charidice.strategy.turn.outcomes import Floats, Ints, Outcomes, outcomes
from charidice.strategy.turn.solver import fastest_sweeps, solve_turn

BATCH = 16


class Chances:
    """The chances of one dice set, by turns left and by points needed."""

    def __init__(self, found: Outcomes) -> None:
        best = found.best(found.total[:, None].astype(np.float64))[:, 0].astype(np.int64)
        totals, which = np.unique(best, return_inverse=True)
        no_choice = np.arange(len(totals) + 1)
        self._best = Outcomes(totals, 0 * totals, 0 * totals, which, no_choice[:-1], no_choice)
        self._levels: list[Floats] = []

    def of(self, turns: int, needed: Ints) -> Floats:
        """The chance to make at least what is needed; needing less than nothing is needing nothing."""
        level = self._level(turns)
        places = np.clip(needed, 0, len(level) - 1)
        unknown = np.unique(places[np.isnan(level[places])])
        if len(unknown):
            level[unknown] = self._solved(turns, unknown)
        chances: Floats = level[places]
        return chances

    def _level(self, turns: int) -> Floats:
        """By points needed, from none to more than can be made: the chances known so far."""
        most = int(self._best.total[-1])
        for played in range(len(self._levels), turns + 1):
            level = np.full(most * played + 2, np.nan)
            level[0], level[-1] = 1, 0
            self._levels.append(level)
        return self._levels[turns]

    def _solved(self, turns: int, needed: Ints) -> Floats:
        # All that can be needed after the turn at once, so that few batches are left unfilled.
        after = self.of(turns - 1, needed - self._best.total[:, None])
        # From the least sum to the greatest the chance rises; where it does not, there is nothing to solve.
        chances: Floats = after[0].copy()
        open_ = np.flatnonzero(after[0] != after[-1])
        for start in range(0, len(open_), BATCH):
            part = open_[start : start + BATCH]
            utility = after[:, part].astype(np.float32)
            chances[part] = solve_turn(self._best, utility, sweeps=fastest_sweeps()).start
        return chances


@lru_cache(maxsize=4)
def target_chances(dice_set: DiceSet, free_giving: bool) -> Chances:
    """The chances of a dice set, the same for all who ask."""
    return Chances(outcomes(dice_set, free_giving))
