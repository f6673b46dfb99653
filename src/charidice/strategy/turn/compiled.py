"""The recursion of a turn, compiled by Numba, BATCH states at a time.

Import this module only to solve many turns: Numba loads slowly. Values are tuples of arrays: one array in a
constant-sum game, else one for every seat, the active player first and the recipient second.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import local
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.orbits import NUMBERS
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.solver import BATCH, TurnValues
from charidice.strategy.turn.vectors import add_share, store_answered, store_best, store_mean

# Unsigned, so that no index needs a check for counting from the end.
Indices = NDArray[np.uint32]
Values = tuple[Floats, ...]

_F = TypeVar("_F", bound=Callable[..., Any])
# Not all versions of Numba are typed.
compiled_function = cast("Callable[[_F], _F]", njit(cache=True))

_TOTALS = 8
_AFTER = ("after_second", "after_first")
_CACHE_LINE = 64


class Sources(NamedTuple):
    """The rows that each row is made from, six each. Scoring is worth the same for all rolls of a class."""

    choices: Indices
    """By row of choices: outcomes. A class with more than six has several rows; the first row has nothing to choose."""
    before: Indices
    """By row of choices: the one before it in the same class; the first row if there is none."""
    of_class: Indices
    """By orbit of rolls: the last row of choices of its class."""
    landing_scored: Indices
    """By set with one die to be rolled: the rows of choices in which it has landed."""
    landing_rolled: Indices
    """The same: the orbits of rolls."""
    landing: Indices
    """By other set of kept dice: the sets in which one more has landed."""
    of_kept: Indices
    """By set of kept dice: the sets with one more die to be rolled, some repeated; not for the empty set."""
    of_rolls: Indices
    """By orbit of rolls: the sets with one die to be rolled."""


class Branch(NamedTuple):
    """TurnMemory for the values of a turn, asked or unasked; names as in `TurnBranch`."""

    utility: Values
    score: Values
    """By row of choices."""
    after_second: Values
    second: Values
    """Before the recipient asks or not, as `first`."""
    after_first: Values
    first: Values


class TurnMemory(NamedTuple):
    plain: Branch
    asked: Branch
    early: Values
    """By row of choices."""
    better: Values
    """By set of kept dice: the best value of keeping these dice or fewer of them."""
    totals: Floats


def turn_value(outcomes: Outcomes, utility: Floats, asked_utility: Floats | None, late_asking: bool) -> Floats:
    """As `solver.turn_value`."""
    leaves = utility[None], None if asked_utility is None else asked_utility[None]
    memory, values = _MEMORIES.of(outcomes, 1, utility.dtype), np.empty(utility.shape[1])
    for block in _blocks(values):
        _solve_block(outcomes, memory, block, *leaves, late_asking)
        memory.totals[...] = 0
        _add_up(outcomes.orbits.shares, memory.plain.first[0], memory.totals)
        values[block] = memory.totals.sum(axis=0)[: block.stop - block.start]
    return values


def seat_values(outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool) -> Floats:
    """As `solver.seat_values`."""
    memory = _MEMORIES.of(outcomes, len(plain), np.dtype(np.float32))
    values = np.empty((plain.shape[2], len(plain)))
    for block in _blocks(values):
        _solve_block(outcomes, memory, block, plain, asked, late_asking)
        for seat, first in enumerate(memory.plain.first):
            values[block, seat] = (outcomes.orbits.shares @ first)[: block.stop - block.start]
    return values


def solve(turn: TurnValues) -> None:
    """Compute the values of all decisions of a constant-sum turn."""
    plain, asked = turn
    outcomes, utility = plain.outcomes, plain.utility
    of_class, rows = sources_of(outcomes).of_class, outcomes.orbits.rows
    memory = _MEMORIES.of(outcomes, 1, utility.dtype)
    leaves = utility[None], None if asked is None else asked.utility[None]
    for block in _blocks(utility[0]):
        # The values of kept dice stay with the turn: copies of them would take as long as a sweep.
        own = [each._replace(**{name: (zeros(rows, utility.dtype),) for name in _AFTER}) for each in memory[:2]]
        _solve_block(outcomes, memory._replace(plain=own[0], asked=own[1]), block, *leaves, plain.late_asking, False)
        for branch, solved in zip(turn, own, strict=True):
            if branch:
                score = solved.score[0].take(of_class, axis=0)
                is_late = branch.asked and branch.late_asking
                early = memory.early[0].take(of_class, axis=0) if is_late else score
                found = {"score": score, "early": early} | {name: getattr(solved, name)[0] for name in _AFTER}
                for name, values in found.items():
                    values = values[:, : block.stop - block.start]
                    # In a batch of several blocks, each adds its states.
                    before = [vars(branch)[name]] if block.start else []
                    setattr(branch, name, np.concatenate([*before, values], axis=1) if before else values)


def _blocks(states: Floats) -> Iterator[slice]:
    return (slice(start, min(start + BATCH, len(states))) for start in range(0, len(states), BATCH))


def _solve_block(
    outcomes: Outcomes,
    memory: TurnMemory,
    block: slice,
    plain: Floats,
    asked: Floats | None,
    late_asking: bool,
    to_start: bool = True,
) -> None:
    """Leaves the values in the memory; leaves are by array, outcome and state."""
    sources, early, better = sources_of(outcomes), memory.early, memory.better
    if asked is not None:
        _fill(memory.asked.utility, asked[..., block])
        _solve(sources, memory.asked, memory.asked, early, better, False, False, to_start)
    _fill(memory.plain.utility, plain[..., block])
    _solve(sources, memory.plain, memory.asked, early, better, asked is not None, late_asking, to_start)


def _fill(utility: Values, given: Floats) -> None:
    for own, by_outcome in zip(utility, given, strict=True):
        own[:, : by_outcome.shape[1]] = by_outcome


@compiled_function
def _solve(
    sources: Sources,
    branch: Branch,
    asked: Branch,
    early: Values,
    better: Values,
    may_ask: bool,
    late_asking: bool,
    to_start: bool,
) -> None:
    utility, score, after_second, second, after_first, first = branch
    for row in range(1, len(sources.choices)):
        a, b, c, d, e, f = sources.choices[row]
        store_best(utility, (a, b, c, d, e, f), score, sources.before[row], score, row)
    if may_ask and late_asking:
        for row in range(len(sources.choices)):
            for seat in range(len(score)):
                early[seat][row] = score[seat][row]
            store_answered(early, asked.score, row)
    else:
        early = score
    _expect(sources, score, sources.landing_scored, after_second)
    _decide(sources, after_second, better, early, asked.second, may_ask, second)
    _expect(sources, second, sources.landing_rolled, after_first)
    if to_start:
        _decide(sources, after_first, better, early, asked.first, may_ask, first)


@compiled_function
def _expect(sources: Sources, rolled: Values, landing: Indices, after: Values) -> None:
    """From the value of every roll, that of every set of kept dice."""
    for seat in range(len(rolled)):
        _average(rolled[seat], landing, after[seat])
        _average(after[seat], sources.landing, after[seat][len(landing) :])


@compiled_function
def _average(source: Floats, landing: Indices, means: Floats) -> None:
    for row in range(len(landing)):
        a, b, c, d, e, f = landing[row]
        store_mean(source, (a, b, c, d, e, f), means, row)


@compiled_function
def _decide(
    sources: Sources, after: Values, better: Values, early: Values, asked: Values, may_ask: bool, values: Values
) -> None:
    """From the value of every set of kept dice and of scoring, that of every roll before the recipient asks or not."""
    # Nothing is kept in the last row.
    for seat in range(len(after)):
        better[seat][-1] = after[seat][-1]
    for row in range(len(sources.of_kept) - 1, -1, -1):
        a, b, c, d, e, f = sources.of_kept[row]
        store_best(better, (a, b, c, d, e, f), after, row, better, row)
    for row in range(len(sources.of_rolls)):
        a, b, c, d, e, f = sources.of_rolls[row]
        store_best(better, (a, b, c, d, e, f), early, sources.of_class[row], values, row)
        if may_ask:
            store_answered(values, asked, row)


@compiled_function
def _add_up(shares: Floats, values: Floats, totals: Floats) -> None:
    """Several totals, so that none has to wait for the one before."""
    for row in range(len(values)):
        add_share(totals, row % _TOTALS, shares[row], values, row)


@lru_cache(maxsize=4)
def sources_of(outcomes: Outcomes) -> Sources:
    (_, of_rolls), *levels = outcomes.orbits.further
    of_kept = [further[np.arange(NUMBERS) % len(further)] for _, further in levels]
    singles, *others = (index for _, index in outcomes.orbits.landing)
    choices, continued, last = outcomes.choice_rows
    before = np.zeros(choices.shape[1] + 1, np.uint32)
    for rows in continued:
        before[rows + 1] = rows
    of_class = (last + 1).astype(np.uint32)
    return Sources(
        _by_row(np.zeros((len(choices), 1), np.int64), choices),
        before,
        of_class,
        of_class[_by_row(singles)],
        _by_row(singles),
        _by_row(*others),
        _by_row(*of_kept),
        _by_row(of_rolls),
    )


def _by_row(*columns: Ints) -> Indices:
    return np.ascontiguousarray(np.concatenate(columns, axis=1).T, np.uint32)


def _memory(outcomes: Outcomes, seats: int, precision: "np.dtype[np.floating]") -> TurnMemory:
    """Values after a roll share their memory, which fits into the cache then."""
    rolls, rows, choices = len(outcomes.orbits.rolls), outcomes.orbits.rows, len(sources_of(outcomes).choices)

    def arrays(size: int) -> Values:
        return tuple(zeros(size, precision) for _ in range(seats))

    def branch() -> Branch:
        score = arrays(choices)
        for values in score:
            values[0] = -np.inf
        return Branch(arrays(len(outcomes.total)), score, shared, arrays(rolls), shared, arrays(rolls))

    shared = arrays(rows)
    return TurnMemory(branch(), branch(), arrays(choices), shared, zeros(_TOTALS, np.dtype(np.float64)))


class _Memories(local):
    """The memories of one thread."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=4)(_memory)


_MEMORIES = _Memories()


def zeros(rows: int, precision: "np.dtype[np.floating]") -> Floats:
    """Rows of zeros that begin with a line of the cache: a row over two lines takes twice as long to read."""
    size = rows * BATCH * precision.itemsize
    buffer = np.zeros(size + _CACHE_LINE, np.uint8)
    start = -buffer.ctypes.data % _CACHE_LINE
    return buffer[start : start + size].view(precision).reshape(rows, BATCH)
