"""The inputs of the networks in `shares`."""

from collections.abc import Sequence

import numpy as np

from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.strategy.tables.last_turn import Ints, LastTurn
from charidice.strategy.tables.positions import USUAL_GIFT, USUAL_TOTAL, Positions, spread_of
from charidice.strategy.turn.arrays import Floats

# Edges of steps for leads and given totals, in units of the spread: where a small difference matters most.
LEADS = np.array([-70, -45, -30, -20, -12, -6, 0, 6, 12, 20, 30, 45, 70], np.float32)
TOTALS = np.array([-30, -20, -12, -6, -2, 2, 6, 12, 20, 30], np.float32)


def features(positions: Positions, turns_left: int, last: LastTurn) -> Floats:
    """By position: leads, given totals and gifts, scaled by the spread."""
    seats = positions.points.shape[1]
    in_last_rounds = is_steep(turns_left, seats)
    # By seat and position: whole rows are computed at once.
    points, given, gifts = (
        np.ascontiguousarray(column.T, np.float32)
        for column in (positions.expected(turns_left) if in_last_rounds else positions)
    )
    spread = spread_of(turns_left, seats)
    bonus = _likely_bonus(given, 6 * spread) if in_last_rounds else _bonus(given)
    leads = (points - points.mean(axis=0), _ahead(points), _ahead(points + bonus))
    charity = (_ahead(given), given - GREAT_CHARITY_ABOVE)
    rows = [
        *(np.clip(lead * np.float32(1 / (18 * spread)), -6, 6) for lead in leads),
        *(np.clip(total * np.float32(1 / (9 * spread)), -4, 4) for total in charity),
        gifts - np.float32(0.5),
    ]
    if in_last_rounds:
        rows += _stairs(points, given, spread)
    if is_last_round(turns_left, seats):
        rows += [_last_turn(points, given, gifts, seat, last) for seat in range(turns_left)]
        rows.append(_without(points, given, turns_left - 1))
    return np.concatenate(rows).T


def _stairs(points: Floats, given: Floats, spread: float) -> list[Floats]:
    """The leads of all pairs of seats and all given totals, by steps, so that a network can follow them closely."""
    seats = len(points)
    with_bonus = points + _bonus(given)
    pairs = [(one, other) for one in range(seats) for other in range(one)]
    leads = [totals[one] - totals[other] for one, other in pairs for totals in (points, with_bonus)]
    charity = [given[one] - given[other] for one, other in pairs]
    charity += [total - np.float32(GREAT_CHARITY_ABOVE + 0.5) for total in given]
    return [
        *(_climbed(lead, LEADS * np.float32(spread)) for lead in leads),
        *(_climbed(total, TOTALS * np.float32(spread)) for total in charity),
    ]


def _climbed(values: Floats, edges: Floats) -> Floats:
    """By step between two edges: the position of a value in it, from -0.5 to 0.5."""
    heights: Floats = (values - edges[:-1, None]) * (1 / np.diff(edges))[:, None]
    return np.clip(heights, 0, 1, out=heights) - np.float32(0.5)


def _ahead(values: Floats) -> Floats:
    """By seat and position: the lead over the best other seat."""
    best, second = values[0], None
    for other in values[1:]:
        lesser = np.minimum(best, other)
        second = lesser if second is None else np.maximum(second, lesser)
        best = np.maximum(best, other)
    ahead: Floats = values - np.where(values == best, second, best)
    return ahead


def _bonus(given: Floats) -> Floats:
    """By seat and position: the charity bonus, if the game ended here."""
    most = given.max(axis=0)
    worth = np.where(most > GREAT_CHARITY_ABOVE, np.float32(GREAT_CHARITY_BONUS), np.float32(CHARITY_BONUS))
    bonus: Floats = worth * (given == most)
    return bonus


def _likely_bonus(given: Floats, margin: float) -> Floats:
    """The same, divided among the seats that have given most or nearly as much."""
    most = given.max(axis=0)
    worth = np.where(most > GREAT_CHARITY_ABOVE, np.float32(GREAT_CHARITY_BONUS), np.float32(CHARITY_BONUS))
    near: Floats = np.exp((given - most) * np.float32(1 / margin))
    near *= worth / near.sum(axis=0)
    return near


def _last_turn(points: Floats, given: Floats, gifts: Floats, seat: int, last: LastTurn) -> Floats:
    """The chances of a seat in its last turn, if all others have average turns before."""
    seats = len(points)
    recipient = (seat + 1) % seats
    has: Ints = points.astype(np.int32)
    gave: Ints = given.astype(np.int32)
    has[seat] -= USUAL_TOTAL
    has[recipient] -= USUAL_GIFT
    gave[seat] -= USUAL_GIFT
    asking = np.flatnonzero(gifts[recipient])

    def asked(has: Ints, gave: Ints, plain: Floats) -> Floats:
        """The first chances by log-odds if the recipient asks; the plain ones where they cannot."""
        rows = plain.copy()
        if len(asking):
            doubled = last.outlook(has.T[asking], gave.T[asking], seat, factor=2)
            rows[:, asking] = _log_odds(doubled.chances[: len(rows)])
        return rows

    usual = last.outlook(has.T, gave.T, seat, factor=1)
    chances = _log_odds(usual.chances)
    limit = np.minimum(usual.limit, 24).astype(np.float32)[None] / 6 - 2
    rows = [chances, asked(has, gave, chances[:3]), limit]
    return np.concatenate(rows)


def _log_odds(chances: Sequence[Floats]) -> Floats:
    rows = np.array(chances, np.float32)
    rows = (rows + np.float32(1.5e-3)) / (np.float32(1.0015) - rows)
    np.log(rows, out=rows)
    rows *= np.float32(0.5)
    return rows


def _without(points: Floats, given: Floats, seat: int) -> Floats:
    """Leads among the others if the seat that moves last fails: with the charity bonus, and without it."""
    points = points.copy()
    points[(seat + 1) % len(points)] -= USUAL_GIFT
    points, given = (np.delete(rows, seat, axis=0) for rows in (points, given))
    leads = (_ahead(points + _bonus(given)), _ahead(points))
    # A fine scale for differences that a gift can change, and a coarse one.
    return np.concatenate([np.clip(lead * np.float32(1 / scale), -3, 3) for lead in leads for scale in (4, 12)])


def is_last_round(turns_left: int, seats: int) -> bool:
    """Whether single points decide; not for two players, whose networks serve house rules only."""
    return turns_left <= seats and seats > 2


def is_steep(turns_left: int, seats: int) -> bool:
    """Whether shares have steps that a smooth function cannot follow: in the last two rounds."""
    return turns_left <= 2 * seats and seats > 2


def inputs_of(turns_left: int, seats: int) -> int:
    """The number of features."""
    found = 6 * seats
    if is_steep(turns_left, seats):
        pairs = seats * (seats - 1) // 2
        found += 2 * pairs * (len(LEADS) - 1) + (pairs + seats) * (len(TOTALS) - 1)
    if is_last_round(turns_left, seats):
        found += 9 * turns_left + 4 * (seats - 1)
    return found
