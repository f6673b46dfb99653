"""What turns are worth to every seat before the first roll, LANES states at a time, compiled by Numba.

As in `turn_values`, but the active player and the recipient each decide by their own value. What they choose is chosen
for all seats at once: where one vector is greater in the array of the seat that decides, those of all seats are taken.
"""

from functools import lru_cache
from threading import local
from typing import NamedTuple

import numpy as np

from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.compiled import Indices, average, choices_of, compiled_function
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.turn_values import Tables, aligned, tables_of
from charidice.strategy.turn.vectors import LANES, store_answered, store_best

BySeat = tuple[Floats, ...]
_PRECISION = np.dtype(np.float32)


class _Branch(NamedTuple):
    """Memory for the values of a turn, asked or unasked."""

    utility: BySeat
    score: BySeat
    """By row of choices."""
    second: BySeat
    """By orbit of rolls, before the recipient asks or not."""
    first: BySeat
    after: BySeat
    """By set of kept dice."""


class _Memory(NamedTuple):
    plain: _Branch
    asked: _Branch
    early: BySeat


def seat_values(outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool) -> Floats:
    """As `all_seats.seat_values`."""
    seats, _, width = plain.shape
    tables, memory = tables_of(outcomes), _MEMORIES.of(outcomes, seats)
    values = np.empty((width, seats))
    for start in range(0, width, LANES):
        block = slice(start, min(start + LANES, width))
        if asked is not None:
            _fill(memory.asked.utility, asked[..., block])
            _solve(tables, memory.asked, memory.asked, False, False, memory.early)
        _fill(memory.plain.utility, plain[..., block])
        _solve(tables, memory.plain, memory.asked, asked is not None, late_asking, memory.early)
        for seat, first in enumerate(memory.plain.first):
            values[block, seat] = (tables.shares @ first)[: block.stop - start]
    return values


def _fill(utility: BySeat, given: Floats) -> None:
    for own, by_outcome in zip(utility, given, strict=True):
        own[:, : by_outcome.shape[1]] = by_outcome


@compiled_function
def _solve(tables: Tables, branch: _Branch, asked: _Branch, may_ask: bool, late_asking: bool, early: BySeat) -> None:
    utility, score, second, first, after = branch
    for row in range(1, len(tables.choices)):
        a, b, c, d, e, f = tables.choices[row]
        store_best(utility, (a, b, c, d, e, f), score, tables.before[row], score, row)
    for row in range(len(tables.choices)):
        for seat in range(len(score)):
            early[seat][row] = score[seat][row]
        if may_ask and late_asking:
            store_answered(early, asked.score, row)
    _keep(tables, score, tables.landing_scored, early, asked.second, may_ask, after, second)
    _keep(tables, second, tables.landing_rolled, early, asked.first, may_ask, after, first)


@compiled_function
def _keep(
    tables: Tables,
    rolled: BySeat,
    landing: Indices,
    early: BySeat,
    asked: BySeat,
    may_ask: bool,
    after: BySeat,
    values: BySeat,
) -> None:
    """From the values of every next roll, those of every roll, once the recipient has asked or not."""
    for seat in range(len(rolled)):
        average(rolled[seat], landing, after[seat], True)
        average(after[seat], tables.landing, after[seat][len(landing) :], True)
    for row in range(len(tables.of_kept) - 1, -1, -1):
        a, b, c, d, e, f = tables.of_kept[row]
        store_best(after, (a, b, c, d, e, f), after, row, after, row)
    for row in range(len(tables.of_rolls)):
        a, b, c, d, e, f = tables.of_rolls[row]
        store_best(after, (a, b, c, d, e, f), early, tables.of_class[row], values, row)
        if may_ask:
            store_answered(values, asked, row)


def _memory(outcomes: Outcomes, seats: int) -> _Memory:
    rolls, rows, choices = len(outcomes.orbits.rolls), outcomes.orbits.rows, len(choices_of(outcomes).before)

    def arrays(size: int) -> BySeat:
        return tuple(aligned(size, _PRECISION) for _ in range(seats))

    def branch() -> _Branch:
        return _Branch(arrays(len(outcomes.total)), arrays(choices), arrays(rolls), arrays(rolls), after)

    after = arrays(rows)
    memory = _Memory(branch(), branch(), arrays(choices))
    for each in (memory.plain, memory.asked):
        for score in each.score:
            score[0] = -np.inf
    return memory


class _Memories(local):
    """Every thread has its own."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=4)(_memory)


_MEMORIES = _Memories()
