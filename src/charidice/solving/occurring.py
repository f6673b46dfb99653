"""The states of two players that can occur, in rows that differ only in the difference of points."""

from functools import lru_cache
from itertools import product
from typing import NamedTuple, Self

import numpy as np

from charidice.rules.ruleset import GREAT_CHARITY_BONUS
from charidice.strategy.tables.lead import Grid
from charidice.strategy.turn.arrays import Bools, Ints
from charidice.strategy.turn.outcomes import Outcomes

_FAR = 10**6


class Span(NamedTuple):
    """The range of the difference of points: up to decided games, or to the most that the played turns allow."""

    least: int
    most: int

    @classmethod
    def of(cls, found: Outcomes, turns_left: int, played: int) -> Self:
        """The span to the active player, who has the next turn and, of an odd number of turns, the last."""
        own_left, own_played = (turns_left + 1) // 2, played // 2
        others_left, others_played = turns_left - own_left, played - own_played
        decided = GREAT_CHARITY_BONUS + 1
        return cls(
            -min(_gain(found, others_played, own_played), _gain(found, own_left, others_left) + decided),
            min(_gain(found, own_played, others_played), _gain(found, others_left, own_left) + decided),
        )

    @property
    def all(self) -> Ints:
        return np.arange(self.least, self.most + 1)


def _gain(found: Outcomes, own_turns: int, others_turns: int) -> int:
    """The most that a player can gain on the other in these turns, with one of the other's gifts doubled."""
    swing, doubled = found.total - found.gift, found.total - 2 * found.gift
    lost = int(doubled.min()) + (others_turns - 1) * int(swing.min()) if others_turns else 0
    return own_turns * int(swing.max()) - lost


class Columns(NamedTuple):
    """The range of columns of each row that can occur; the others are padding."""

    start: Ints
    stop: Ints

    @property
    def sizes(self) -> Ints:
        return self.stop - self.start

    def mask(self, rows: tuple[int, int, Ints], width: int) -> Bools:
        """By place and column."""
        columns = np.arange(width)
        occurs: Bools = (columns >= self.start[rows][:, None]) & (columns < self.stop[rows][:, None])
        return occurs


def columns(found: Outcomes, grid: Grid, span: Span, played: int, places: Ints) -> Columns:
    """By the two gifts and place, after `played` turns."""
    own, other = (_sums_of_swings(found, turns) for turns in (played // 2, played - played // 2))
    least, most = np.full((2, 2, grid.size), _FAR), np.full((2, 2, grid.size), -_FAR)
    at = grid.index_of(np.arange(own.shape[-1])[:, None], np.arange(other.shape[-1]))
    for has_gift, other_has_gift in product((0, 1), repeat=2):
        # A giver whose recipient has asked has doubled one gift.
        mine, theirs = own[1 - other_has_gift], other[1 - has_gift]
        np.minimum.at(least[has_gift, other_has_gift], at, mine[0][:, None] - theirs[1])
        np.maximum.at(most[has_gift, other_has_gift], at, mine[1][:, None] - theirs[0])
    least, most = least[..., places], most[..., places]
    first, last = (np.clip(ends, *span) - span.least for ends in (least, most))
    return Columns(first, np.where(least <= most, last + 1, first))


@lru_cache(maxsize=16)
def _sums_of_swings(found: Outcomes, turns: int) -> Ints:
    """The least and the greatest gain of points in `turns` turns, by whether a gift was doubled and the given total.

    The least is far above the greatest where no gifts add up to the total.
    """
    size = (turns + 1) * int(found.gift.max()) + 1
    sums = np.tile(np.array([_FAR, -_FAR])[:, None], (2, 1, size))
    sums[0, :, 0] = 0
    for _ in range(turns):
        before, sums = sums, np.tile(np.array([_FAR, -_FAR])[:, None], (2, 1, size))
        for total, gift in set(zip(found.total.tolist(), found.gift.tolist(), strict=True)):
            for doubled, was_doubled, given in ((0, 0, gift), (1, 1, gift), (1, 0, 2 * gift)):
                added = before[was_doubled, :, : size - given] + total - given
                least, most = sums[doubled, :, given:]
                np.minimum(least, added[0], out=least)
                np.maximum(most, added[1], out=most)
    return sums
