"""The value of turns before the first roll, LANES states at a time, compiled by Numba; nothing else is kept."""

from functools import lru_cache
from threading import local
from typing import NamedTuple

import numpy as np

from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.compiled import (
    Indices,
    average,
    choices_of,
    choose,
    compiled_function,
    improve,
    steps_of,
)
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.vectors import LANES, add_share, store_greatest, store_lesser

_TOTALS = 8
_LINE = 64


class Tables(NamedTuple):
    """What each row is made from. Scoring a roll is worth the same for all of its class: a row of choices."""

    choices: Indices
    before: Indices
    of_class: Indices
    """By orbit of rolls: the row of choices."""
    landing_scored: Indices
    """By set with one die to be rolled: the rows of choices in which it has landed."""
    landing_rolled: Indices
    """The same: the orbits of rolls."""
    landing: Indices
    """By other set of kept dice: those in which one more has landed."""
    of_kept: Indices
    of_rolls: Indices
    shares: Floats


class _Branch(NamedTuple):
    """Memory for the values of a turn, asked or unasked."""

    utility: Floats
    score: Floats
    """By row of choices."""
    second: Floats
    """By orbit of rolls, before the recipient asks or not."""
    first: Floats
    after: Floats
    """By set of kept dice."""


class _Memory(NamedTuple):
    plain: _Branch
    asked: _Branch
    early: Floats
    totals: Floats


def turn_value(outcomes: Outcomes, utility: Floats, asked_utility: Floats | None, late_asking: bool) -> Floats:
    """As `solver.turn_value`."""
    tables, memory = tables_of(outcomes), _MEMORIES.of(outcomes, utility.dtype)
    width = utility.shape[1]
    values = np.empty(width)
    for start in range(0, width, LANES):
        block = slice(start, min(start + LANES, width))
        memory.plain.utility[:, : block.stop - start] = utility[:, block]
        if asked_utility is not None:
            memory.asked.utility[:, : block.stop - start] = asked_utility[:, block]
            _solve(tables, memory.asked, memory.asked, False, False, memory.early)
        _solve(tables, memory.plain, memory.asked, asked_utility is not None, late_asking, memory.early)
        memory.totals[...] = 0
        _add_up(tables.shares, memory.plain.first, memory.totals)
        values[block] = memory.totals.sum(axis=0)[: block.stop - start]
    return values


@compiled_function
def _solve(tables: Tables, branch: _Branch, asked: _Branch, may_ask: bool, late_asking: bool, early: Floats) -> None:
    utility, score, second, first, after = branch
    choose(utility, tables.choices, tables.before, score, True)
    if may_ask and late_asking:
        early[...] = score
        for row in range(1, len(early)):
            store_lesser(early, asked.score, row)
    else:
        early = score
    _keep(tables, score, tables.landing_scored, early, asked.second, may_ask, after, second)
    _keep(tables, second, tables.landing_rolled, early, asked.first, may_ask, after, first)


@compiled_function
def _keep(
    tables: Tables,
    rolled: Floats,
    landing: Indices,
    early: Floats,
    asked: Floats,
    may_ask: bool,
    after: Floats,
    values: Floats,
) -> None:
    """From the value of every next roll, that of every roll, once the recipient has asked or not."""
    average(rolled, landing, after, True)
    average(after, tables.landing, after[len(landing) :], True)
    improve(after, after, tables.of_kept, after, True)
    for row in range(len(tables.of_rolls)):
        a, b, c, d, e, f = tables.of_rolls[row]
        store_greatest(after, (a, b, c, d, e, f), early, tables.of_class[row], values, row)
        if may_ask:
            store_lesser(values, asked, row)


@compiled_function
def _add_up(shares: Floats, values: Floats, totals: Floats) -> None:
    """Several totals, so that none has to wait for the one before."""
    for row in range(len(values)):
        add_share(totals, row % _TOTALS, shares[row], values, row)


@lru_cache(maxsize=4)
def tables_of(outcomes: Outcomes) -> Tables:
    steps, choices = steps_of(outcomes.orbits), choices_of(outcomes)
    of_class = choices.last.astype(np.uint32)
    singles, others = np.split(steps.landing, [steps.singles])
    landing = of_class[singles], singles, others
    return Tables(*choices[:2], of_class, *landing, steps.of_kept, steps.of_rolls, outcomes.orbits.shares)


def _memory(outcomes: Outcomes, precision: "np.dtype[np.floating]") -> _Memory:
    rolls, rows, choices = len(outcomes.orbits.rolls), outcomes.orbits.rows, len(choices_of(outcomes).before)

    def branch() -> _Branch:
        utility, score, second, first = (
            aligned(size, precision) for size in (len(outcomes.total), choices, rolls, rolls)
        )
        return _Branch(utility, score, second, first, after)

    after = aligned(rows, precision)
    memory = _Memory(branch(), branch(), aligned(choices, precision), aligned(_TOTALS, np.dtype(np.float64)))
    for each in (memory.plain, memory.asked):
        each.score[0] = -np.inf
    return memory


class _Memories(local):
    """Every thread has its own."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=4)(_memory)


_MEMORIES = _Memories()


def aligned(rows: int, precision: "np.dtype[np.floating]") -> Floats:
    """Rows of zeros that begin with a line of the cache: a row over two lines takes twice as long to read."""
    size = rows * LANES * precision.itemsize
    buffer = np.zeros(size + _LINE, np.uint8)
    start = -buffer.ctypes.data % _LINE
    return buffer[start : start + size].view(precision).reshape(rows, LANES)
