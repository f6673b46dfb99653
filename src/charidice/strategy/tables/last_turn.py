"""The chance to win in the last turn, estimated from a few small tables.

Before the last turn only thresholds matter to the active player: the gift that wins the charity bonus, the total needed
against the best of the others with a smaller gift and with that gift, and the total needed against the recipient, who
gains the gift. One table of all thresholds would be too large. These hold the best chance with smaller gifts only, with
larger gifts only, and the combination of such chances in a turn that can aim at both.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.strategy.tables.storage import bundled, read
from charidice.strategy.turn.arrays import Floats

# Smaller integers than elsewhere, so that twice as many fit into the cache.
Ints = NDArray[np.signedinteger]

RISE = GREAT_CHARITY_BONUS - CHARITY_BONUS
LEAST = -32
"""The lowest needed total in the tables."""
SLACKS = np.array([0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 200])
"""By how much the best of the others is ahead of the recipient; a larger gift makes the recipient the one to beat."""
STEPS = 21
"""The largest difference between the gift limits of the charity bonus and of the greater one, plus 1."""
NOBODY = -1_000
# The resolution of inverted tables.
CHANCES = 512


class ByTables(NamedTuple):
    """Best chances in one turn, by limit of the gift and totals needed."""

    smaller: Floats
    """With a gift below the limit: by factor of the gift, limit, total and slack."""
    larger: Floats
    """The same with a gift of at least the limit; total and slack apply to a gift of exactly the limit."""
    either: Floats
    """With any gift: by limit, total needed below it and total needed from it on; the last total is out of reach."""
    rising: Floats
    """With a gift of at least the limit: by limit, steps to a second limit, which saves RISE points, and total."""


class Outlook(NamedTuple):
    """Estimated chances of victory of a player in their last turn, by position."""

    best: Floats
    smaller: Floats
    """With a gift too small for the charity bonus."""
    larger: Floats
    """With a gift that wins the charity bonus."""
    greater: Floats
    """With a gift that wins the greater one."""
    tied: Floats
    """The best chance if a tie for the most given wins the charity bonus, too."""
    limit: Ints
    """The smallest gift that wins the charity bonus."""

    @property
    def chances(self) -> tuple[Floats, ...]:
        return self.best, self.smaller, self.larger, self.greater, self.tied


class LastTurn:
    """Estimates positions by the tables of a dice set."""

    def __init__(self, tables: ByTables) -> None:
        self.tables = tables
        self._smaller, self._larger, self._either, self._rising = (table.astype(np.float32) for table in tables)
        self._of_smaller, self._of_larger = _inverse(self._either[:, :, -1]), _inverse(self._either[:, -1, :])
        slacks = np.arange(SLACKS[-1] + 1)
        self._slack = np.minimum(np.searchsorted(SLACKS, slacks, side="right") - 1, len(SLACKS) - 2)
        # Beyond the last slack but one nothing changes.
        step = np.minimum(np.diff(SLACKS), 20)[self._slack]
        self._between = np.minimum((slacks - SLACKS[self._slack]) / step, 1).astype(np.float32)

    @classmethod
    def of(cls, stored: NpzFile) -> Self:
        return cls(ByTables(*(stored[name] for name in ByTables._fields)))

    def outlook(self, points: Ints, given: Ints, seat: int, factor: int) -> Outlook:
        """The chances of the seat that moves last; the gift of this turn counts `factor` times."""
        seats = points.shape[1]
        recipient = (seat + 1) % seats
        others = [other for other in range(seats) if other not in (seat, recipient)]
        most = np.delete(given, seat, axis=1).max(axis=1)
        gap, to_greater = most - given[:, seat], GREAT_CHARITY_ABOVE - given[:, seat]
        bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS).astype(points.dtype)
        behind = points - points[:, seat, None]
        held = behind + np.where(given == most[:, None], bonus[:, None], 0)
        by_others, held_by_others = (
            totals[:, others].max(axis=1) if others else np.full_like(most, NOBODY) for totals in (behind, held)
        )
        by_recipient, held_by_recipient = behind[:, recipient], held[:, recipient]

        def smaller(limit: Ints) -> Floats:
            return self._alone(self._smaller[factor - 1], limit, held_by_others, held_by_recipient)

        def larger(limit: Ints, others: Ints, recipient: Ints) -> Floats:
            return self._alone(self._larger[factor - 1], limit, others, recipient + factor * limit)

        last = self._either.shape[0] - 1
        to_tie = np.clip(-(-gap // factor), 0, last)
        to_win = np.maximum(gap // factor + 1, 0)
        is_great = to_win * factor > to_greater
        won = np.where(is_great, GREAT_CHARITY_BONUS, CHARITY_BONUS).astype(points.dtype)
        limit = np.minimum(to_win, last)
        great_limit = np.clip(np.maximum(to_greater // factor + 1, to_win), 0, last)
        low = smaller(limit)
        high = larger(limit, by_others - won, by_recipient - won)
        greater = larger(great_limit, by_others - GREAT_CHARITY_BONUS, by_recipient - GREAT_CHARITY_BONUS)
        both = np.maximum(high, greater)
        rising = (by_others >= by_recipient + factor * great_limit - 3) & ~is_great
        both = np.where(rising, np.maximum(both, self._risen(limit, great_limit, high)), both)
        alone = self._added(limit, low, both)
        tie = larger(to_tie, held_by_others - bonus, held_by_recipient - bonus)
        tied = np.where((gap >= 0) & (gap % factor == 0), self._added(to_tie, smaller(to_tie), tie), alone)
        return Outlook(np.maximum(alone, tied), low, high, greater, tied, limit)

    def _alone(self, table: Floats, limit: Ints, others: Ints, recipient: Ints) -> Floats:
        """The chance of reaching these totals; a tie counts half."""
        needed = np.maximum(others, recipient)
        slack = np.minimum(needed - recipient, SLACKS[-1])
        first, share = self._slack[slack], self._between[slack]
        least = np.clip(needed - LEAST, 0, table.shape[1] - 1)
        more = np.minimum(least + 1, table.shape[1] - 1)
        chance = table[limit, least, first] + table[limit, more, first]
        beyond = table[limit, least, first + 1] + table[limit, more, first + 1]
        found: Floats = 0.5 * (chance + share * (beyond - chance))
        return found

    def _added(self, limit: Ints, smaller: Floats, larger: Floats) -> Floats:
        """The chance of a turn that can aim at a smaller or at a larger gift."""
        row, down = _split(_looked_up(self._of_smaller, limit, smaller), self._either.shape[1] - 2)
        column, right = _split(_looked_up(self._of_larger, limit, larger), self._either.shape[2] - 2)
        table = self._either
        above = table[limit, row, column] * (1 - right) + table[limit, row, column + 1] * right
        below = table[limit, row + 1, column] * (1 - right) + table[limit, row + 1, column + 1] * right
        found: Floats = above + down * (below - above)
        return found

    def _risen(self, limit: Ints, great_limit: Ints, larger: Floats) -> Floats:
        """The chance with a larger gift, if the second limit saves points."""
        column, right = _split(_looked_up(self._of_larger, limit, larger), self._rising.shape[2] - 2)
        step = np.minimum(great_limit - limit, STEPS - 1)
        found: Floats = self._rising[limit, step, column] * (1 - right) + self._rising[limit, step, column + 1] * right
        return found


def _inverse(chances: Floats) -> Floats:
    """By limit and chance: the interpolated index of the total with that chance."""
    grid, index = np.linspace(0, 1, CHANCES + 1), np.arange(chances.shape[1])
    return np.array([np.interp(-grid, -row, index) if row[0] else grid * 0 + index[-1] for row in chances], np.float32)


def _looked_up(inverse: Floats, limit: Ints, chance: Floats) -> Floats:
    at, share = _split(np.minimum(chance, 1) * np.float32(CHANCES), CHANCES - 1)
    found: Floats = inverse[limit, at] * (1 - share) + inverse[limit, at + 1] * share
    return found


def _split(place: Floats, most: int) -> tuple[Ints, Floats]:
    """Index and fraction of a place in a table."""
    index = np.minimum(place.astype(np.int32), most)
    return index, (place - index).astype(np.float32)


@cache
def last_turn() -> LastTurn:
    """The bundled tables, for the standard dice."""
    with bundled("last-turn") as stored:
        return LastTurn.of(stored)


def fastest(last: LastTurn) -> LastTurn:
    """Compiled where Numba is installed; only for many positions, as Numba loads slowly."""
    try:
        from charidice.strategy.tables.compiled import CompiledLastTurn
    except ImportError:
        return last
    return CompiledLastTurn(last.tables)


def last_turn_of(folder: Path, dice_set: DiceSet, free_giving: bool) -> LastTurn:
    """The tables of any dice: the bundled ones, or those of a folder."""
    if is_bundled(dice_set, free_giving):
        return last_turn()
    with read(path_of(folder, dice_set, free_giving)) as stored:
        return LastTurn.of(stored)


def is_bundled(dice_set: DiceSet, free_giving: bool) -> bool:
    return dice_set == STANDARD_DICE and not free_giving


def path_of(folder: Path, dice_set: DiceSet, free_giving: bool) -> Path:
    """The file of other dice than the standard ones, or with free giving."""
    dice = "" if dice_set == STANDARD_DICE else f"-{str(dice_set).replace(' ', '-')}"
    return folder / f"last-turn{dice}{'-free-giving' if free_giving else ''}.npz"
