"""Many positions before a turn, reduced to the quantities that `shares` depends on."""

from math import sqrt
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats, Ints

# Averages of a turn, rounded, because whole points decide the end of the game.
USUAL_TOTAL, USUAL_GIFT = 31, 8
# Added to a chance of victory for every point, so that points break ties. float32 has enough digits for it.
TIE_BREAK = 1e-6


class Positions(NamedTuple):
    """Positions before a turn, one per row; seats in the order of play, the active player first."""

    points: Floats
    given: Floats
    gifts: Floats
    """1 for a seat that can still ask, else 0."""

    @classmethod
    def of(cls, state: GameState) -> Self:
        sheets = state.sheets[state.active :] + state.sheets[: state.active]
        columns = zip(*((sheet.subtotal, sheet.total_given, sheet.has_gift) for sheet in sheets), strict=True)
        return cls(*(np.array([column], np.float32) for column in columns))

    def expected(self, turns_left: int) -> "Positions":
        """The position at the end of the game if all turns to come are average."""
        turns = turns_by_seat(turns_left, self.points.shape[1])
        points = self.points + (USUAL_TOTAL * turns + USUAL_GIFT * np.roll(turns, 1)).astype(np.float32)
        return Positions(points, self.given + (USUAL_GIFT * turns).astype(np.float32), self.gifts)

    def after(self, total: Ints, gift: Ints, asked: bool) -> "Positions":
        """By outcome and position: the position after the turn, the next player first."""
        points, given, gifts = (np.repeat(column[None], len(total), axis=0) for column in self)
        given[..., 0] += gift[:, None]
        points[..., 0] += total[:, None]
        points[..., 1] += gift[:, None]
        if asked:
            gifts[..., 1] = 0
        seats = self.points.shape[1]
        return Positions(*(np.roll(column.reshape(-1, seats), -1, axis=1) for column in (points, given, gifts)))


def final_totals(positions: Positions) -> Floats:
    """By seat: the total with the charity bonus, if the game ended here."""
    given = positions.given
    most = given.max(axis=1, keepdims=True)
    bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS)
    totals: Floats = positions.points + np.where(given == most, bonus, 0)
    return totals


def final_shares(positions: Positions) -> Floats:
    """By seat: the share of victory at the end of the game."""
    return shares_of(final_totals(positions), axis=1)


def shares_of(totals: NDArray[Any], axis: int) -> NDArray[np.float64]:
    """The shares of victory by final totals, seats along the axis; ties are shared."""
    won = totals == totals.max(axis=axis, keepdims=True)
    shares: NDArray[np.float64] = won / won.sum(axis=axis, keepdims=True)
    return shares


def break_ties(shares: Floats, total: Ints, gift: Ints) -> None:
    """Add a little for points to the shares of active player and recipient: by seat, outcome and position.

    For each their own points, among two players the lead; relative to an average turn, so that shares hardly change.
    """
    own, received = total - USUAL_TOTAL, gift - USUAL_GIFT
    if len(shares) == 2:
        own = own - received
        received = -own
    for seat, points in enumerate((own, received)):
        shares[seat] += (TIE_BREAK * points).astype(shares.dtype)[:, None]


def turns_by_seat(turns_left: int, seats: int) -> Ints:
    """The turns left of each seat, the active player first."""
    return (turns_left + seats - 1 - np.arange(seats)) // seats


def spread_of(turns_left: int, seats: int) -> float:
    """The standard deviation of all turns to come, in units of a round."""
    return sqrt(turns_left / seats + 0.3)
