"""The score sheets of many games: the sums of their columns, on which alone the rest of a game depends."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.batch.scoring import Scoring
from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.rules.state import Setup
from charidice.strategy.turn.arrays import Bools

Sums = NDArray[np.int16]


class Sheets(NamedTuple):
    """All arrays are by seat and game."""

    points: Sums
    bonus: Sums
    received: Sums
    given: Sums
    has_gift: Bools

    @classmethod
    def empty(cls, setup: Setup, games: int) -> Self:
        shape = setup.players, games
        points, bonus, received, given = (np.zeros(shape, np.int16) for _ in range(4))
        return cls(points, bonus, received, given, np.ones(shape, np.bool_))

    def write(self, active: int, recipient: int, scoring: Scoring, options: NDArray[np.int32], asked: Bools) -> None:
        """Write the scored option of every game on both sheets."""
        gift = scoring.gift.take(options).astype(np.int16) << asked
        self.points[active] += scoring.points.take(options)
        self.bonus[active] += scoring.bonus.take(options)
        self.given[active] += gift
        self.received[recipient] += gift
        self.has_gift[recipient] &= ~asked

    @property
    def subtotals(self) -> Sums:
        """The sums without the charity bonus."""
        return self.points + self.bonus + self.received

    @property
    def charity(self) -> Sums:
        """The charity bonus, if the games ended now (6.1)."""
        most = self.given.max(axis=0)
        bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS).astype(np.int16)
        return np.where(self.given == most, bonus, np.int16(0))

    @property
    def totals(self) -> Sums:
        """The final totals, if the games ended now."""
        return self.subtotals + self.charity
