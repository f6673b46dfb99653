"""Reading tables for many positions, compiled by Numba, which loads slowly; the same as with NumPy to the last bit."""

from typing import Any, NamedTuple

import numpy as np

from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.strategy.tables.last_turn import CHANCES, LEAST, NOBODY, SLACKS, STEPS, Ints, LastTurn, Outlook
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.compiled import compiled_function

_BONUS, _GREAT, _ABOVE = CHARITY_BONUS, GREAT_CHARITY_BONUS, GREAT_CHARITY_ABOVE
_MOST_SLACK = int(SLACKS[-1])


class _Tables(NamedTuple):
    smaller: Floats
    larger: Floats
    either: Floats
    rising: Floats
    of_smaller: Floats
    of_larger: Floats
    slack: Ints
    between: Floats


class CompiledLastTurn(LastTurn):
    """The same chances but for rounding, row by row instead of column by column."""

    def outlook(self, points: Ints, given: Ints, seat: int, factor: int) -> Outlook:
        chances = np.empty((5, len(points)), np.float32)
        limit = np.empty(len(points), np.int32)
        tables = _Tables(
            self._smaller[factor - 1],
            self._larger[factor - 1],
            self._either,
            self._rising,
            self._of_smaller,
            self._of_larger,
            self._slack,
            self._between,
        )
        _outlook(tables, points, given, seat, factor, chances, limit)
        best, smaller, larger, greater, tied = chances
        return Outlook(best, smaller, larger, greater, tied, limit)


@compiled_function
def _outlook(tables: _Tables, points: Ints, given: Ints, seat: int, factor: int, chances: Floats, limits: Ints) -> None:
    seats = points.shape[1]
    recipient = (seat + 1) % seats
    last = len(tables.either) - 1
    for row in range(len(points)):
        own, own_given = points[row, seat], given[row, seat]
        most = -1
        for other in range(seats):
            if other != seat:
                most = max(most, given[row, other])
        gap, to_greater = most - own_given, _ABOVE - own_given
        bonus = _GREAT if most > _ABOVE else _BONUS
        by_others = held_by_others = NOBODY
        for other in range(seats):
            if other not in (seat, recipient):
                behind = points[row, other] - own
                by_others = max(by_others, behind)
                held_by_others = max(held_by_others, behind + (bonus if given[row, other] == most else 0))
        by_recipient = points[row, recipient] - own
        held_by_recipient = by_recipient + (bonus if given[row, recipient] == most else 0)
        to_tie = min(max(-(-gap // factor), 0), last)
        to_win = max(gap // factor + 1, 0)
        is_great = to_win * factor > to_greater
        won = _GREAT if is_great else _BONUS
        limit = min(to_win, last)
        great = min(max(to_greater // factor + 1, to_win, 0), last)
        low = _alone(tables, tables.smaller, limit, held_by_others, held_by_recipient)
        high = _alone(tables, tables.larger, limit, by_others - won, by_recipient - won + factor * limit)
        greater = _alone(tables, tables.larger, great, by_others - _GREAT, by_recipient - _GREAT + factor * great)
        both = max(high, greater)
        if by_others >= by_recipient + factor * great - 3 and not is_great:
            both = max(both, _risen(tables, limit, great, high))
        alone = _added(tables, limit, low, both)
        tied = alone
        if gap >= 0 and gap % factor == 0:
            tie = _alone(
                tables, tables.larger, to_tie, held_by_others - bonus, held_by_recipient - bonus + factor * to_tie
            )
            below = _alone(tables, tables.smaller, to_tie, held_by_others, held_by_recipient)
            tied = _added(tables, to_tie, below, tie)
        chances[0, row] = max(alone, tied)
        chances[1, row], chances[2, row], chances[3, row], chances[4, row] = low, high, greater, tied
        limits[row] = limit


@compiled_function
def _alone(tables: _Tables, table: Floats, limit: int, others: int, recipient: int) -> Any:
    needed = max(others, recipient)
    slack = min(needed - recipient, _MOST_SLACK)
    first, share = tables.slack[slack], tables.between[slack]
    end = table.shape[1] - 1
    least = min(max(needed - LEAST, 0), end)
    more = min(least + 1, end)
    chance = table[limit, least, first] + table[limit, more, first]
    beyond = table[limit, least, first + 1] + table[limit, more, first + 1]
    return np.float32(0.5) * (chance + share * (beyond - chance))


@compiled_function
def _added(tables: _Tables, limit: int, smaller: Any, larger: Any) -> Any:
    table = tables.either
    down = _looked_up(tables.of_smaller, limit, smaller)
    row = min(int(down), table.shape[1] - 2)
    down -= np.float32(row)
    right = _looked_up(tables.of_larger, limit, larger)
    column = min(int(right), table.shape[2] - 2)
    right -= np.float32(column)
    left = np.float32(1) - right
    above = table[limit, row, column] * left + table[limit, row, column + 1] * right
    below = table[limit, row + 1, column] * left + table[limit, row + 1, column + 1] * right
    return above + down * (below - above)


@compiled_function
def _risen(tables: _Tables, limit: int, great: int, larger: Any) -> Any:
    table = tables.rising
    right = _looked_up(tables.of_larger, limit, larger)
    column = min(int(right), table.shape[2] - 2)
    right -= np.float32(column)
    step = min(great - limit, STEPS - 1)
    return table[limit, step, column] * (np.float32(1) - right) + table[limit, step, column + 1] * right


@compiled_function
def _looked_up(inverse: Floats, limit: int, chance: Any) -> Any:
    place = min(chance, np.float32(1)) * np.float32(CHANCES)
    at = min(int(place), CHANCES - 1)
    share = place - np.float32(at)
    return inverse[limit, at] * (np.float32(1) - share) + inverse[limit, at + 1] * share


@compiled_function
def read_nodes(
    starts: Ints,
    order: Ints,
    difference: Ints,
    lead: Floats,
    nodes: Ints,
    weights: Floats,
    node_lead: Floats,
    base: Ints,
    step: int,
    chances: Floats,
    found: Floats,
) -> None:
    """By outcome and position: `Level.read` of all nodes, added up by their weights to `found`, at first 0.

    The outcomes of gift g are `order[starts[g]:starts[g + 1]]`; lead, nodes and weights are by gift and position. It is
    the same as with NumPy to the last bit, but for that sum.
    """
    positions = found.shape[1]
    last = chances.shape[1] - 1
    one_step = 1 / step
    for gift in range(len(starts) - 1):
        for position in range(positions):
            row = gift * positions + position
            for tap in range(nodes.shape[1]):
                weight = weights[row, tap]
                if weight == 0:
                    continue
                node = nodes[row, tap]
                shift = np.float64(lead[row] - node_lead[node]) - base[node]
                for outcome in order[starts[gift] : starts[gift + 1]]:
                    place = (difference[outcome, position] + shift) * one_step
                    place = min(max(place, 0.0), np.float64(last))
                    start = min(max(int(place) - 1, 0), last - 3)
                    x = np.float32(place - start)
                    zero, one = chances[node, start], chances[node, start + 1]
                    two, three = chances[node, start + 2], chances[node, start + 3]
                    # As in `_cubic_at`, all in single precision.
                    three, two, one = three - two, two - one, one - zero
                    three, two = three - two, two - one
                    three = three - two
                    two = (two + three * ((x - np.float32(2)) / np.float32(3))) * ((x - np.float32(1)) / np.float32(2))
                    found[outcome, position] += weight * (zero + (one + two) * x)
