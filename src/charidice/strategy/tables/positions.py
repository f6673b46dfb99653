"""Positions before a turn, many at once, as the networks of `shares` see them."""

from math import sqrt
from typing import NamedTuple, Self

import numpy as np

from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats, Ints

# What a turn brings on average, in whole points, because the end of the game is decided by whole points.
USUAL_TOTAL, USUAL_GIFT = 31, 8
# What a point adds to a chance of victory, so that points break ties. The seven digits of float32 are enough
# for it, and float32 halves the time of the sweeps.
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
        """As it usually will be at the end."""
        turns = turns_by_seat(turns_left, self.points.shape[1])
        points = self.points + (USUAL_TOTAL * turns + USUAL_GIFT * np.roll(turns, 1)).astype(np.float32)
        return Positions(points, self.given + (USUAL_GIFT * turns).astype(np.float32), self.gifts)

    def after(self, total: Ints, gift: Ints, asked: bool) -> "Positions":
        """All positions after all outcomes of the turn, by outcome and position, the next player first."""
        points, given, gifts = (np.repeat(column[None], len(total), axis=0) for column in self)
        given[..., 0] += gift[:, None]
        points[..., 0] += total[:, None]
        points[..., 1] += gift[:, None]
        if asked:
            gifts[..., 1] = 0
        seats = self.points.shape[1]
        return Positions(*(np.roll(column.reshape(-1, seats), -1, axis=1) for column in (points, given, gifts)))


def final_totals(positions: Positions) -> Floats:
    """The totals by seat with the charity bonus, if the game ended here."""
    given = positions.given
    most = given.max(axis=1, keepdims=True)
    bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS)
    totals: Floats = positions.points + np.where(given == most, bonus, 0)
    return totals


def final_shares(positions: Positions) -> Floats:
    """The shares of victory when the game is over; a tie is shared."""
    totals = final_totals(positions)
    won = totals == totals.max(axis=1, keepdims=True)
    shares: Floats = won / won.sum(axis=1, keepdims=True)
    return shares


def break_ties(shares: Floats, total: Ints, gift: Ints) -> None:
    """Add points to the shares of those who decide in a turn: by seat, the active player first, outcome and position.

    Everybody goes by their own points, but of two by the lead. Around what is usual, so that shares hardly change.
    """
    own, received = total - USUAL_TOTAL, gift - USUAL_GIFT
    if len(shares) == 2:
        own = own - received
        received = -own
    for seat, points in enumerate((own, received)):
        shares[seat] += (TIE_BREAK * points).astype(shares.dtype)[:, None]


def turns_by_seat(turns_left: int, seats: int) -> Ints:
    """How many turns each seat has left, the active player first."""
    return (turns_left + seats - 1 - np.arange(seats)) // seats


def spread_of(turns_left: int, seats: int) -> float:
    """How much can still change, relative to a round."""
    return sqrt(turns_left / seats + 0.3)
