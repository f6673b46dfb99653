"""What solves a turn, compiled by Numba, row by row; for the value of many turns alone, `turn_values` is faster.

A row holds a batch of states; LANES of them are fastest, other numbers are left to the compiler. Import this module
only to solve many turns: Numba loads slowly.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.orbits import NUMBERS, Orbits
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.vectors import in_lanes, store_greatest, store_mean
from charidice.strategy.turn.workspace import Workspace

# Unsigned, so that no index needs a check for counting from the end.
Indices = NDArray[np.uint32]
# Utilities, or integers in the same order.
Values = NDArray[Any]

_F = TypeVar("_F", bound=Callable[..., None])
# Not all versions of Numba are typed.
compiled_function = cast("Callable[[_F], _F]", njit(cache=True))


class _Steps(NamedTuple):
    """The rows that each row of a sweep is made from, six each."""

    landing: Indices
    """By set of kept dice: those in which the last die to be rolled has landed; rolls if it is the only one."""
    singles: int
    """The number of sets with only one."""
    of_rolls: Indices
    """By orbit of rolls: the sets with one die to be rolled."""
    of_kept: Indices
    """By set of kept dice: those with one more die to be rolled, some repeated; itself where there is none."""


class _Choices(NamedTuple):
    """`ChoiceRows`, with a first row of nothing to choose."""

    choices: Indices
    before: Indices
    """By row: the one before it in the same class; the first row if there is none."""
    last: Ints


def best(outcomes: Outcomes, utility: Floats, out: Floats, workspace: Workspace) -> Floats:
    """By orbit of rolls: the utility of the best outcome, from that of every outcome."""
    choices, before, last = choices_of(outcomes)
    rows = workspace.array("choices", len(before), utility)
    rows[0] = -np.inf
    utility = np.ascontiguousarray(utility)
    choose(utility, choices, before, rows, in_lanes(utility, rows))
    return rows.take(last, axis=0, out=out, mode="clip")


def expectation(orbits: Orbits, values: Floats, out: Floats, workspace: Workspace) -> Floats:
    """From the value of every roll, the expected value of every set of kept dice."""
    steps = steps_of(orbits)
    lanes = in_lanes(values, out)
    average(values, steps.landing[: steps.singles], out, lanes)
    average(out, steps.landing[steps.singles :], out[steps.singles :], lanes)
    return out


def best_keep(orbits: Orbits, after: Floats, score: Floats, out: Floats, workspace: Workspace) -> Floats:
    """From the value of every set of kept dice and of scoring every roll, the value of every roll."""
    steps, better = steps_of(orbits), workspace.array("better", len(after), after)
    better[-1] = after[-1]
    lanes = in_lanes(after, better, score, out)
    improve(after, better, steps.of_kept, better, lanes)
    improve(score, better, steps.of_rolls, out, lanes)
    return out


def mean(orbits: Orbits, values: Floats) -> Floats:
    """The mean over all rolls, in double precision."""
    means = np.zeros(values.shape[1])
    _add(orbits.shares, values, means)
    return means


# Where rows are no vectors, nothing is computed in place: the compiler would then store conditionally, which is several
# times as slow.


@compiled_function
def choose(utility: Values, choices: Indices, before: Indices, rows: Values, lanes: bool) -> None:
    """From the second row on: the maximum of six outcomes and of the row before."""
    for row in range(1, len(choices)):
        a, b, c, d, e, f = choices[row]
        last = before[row]
        if lanes:
            store_greatest(utility, (a, b, c, d, e, f), rows, last, rows, row)
            continue
        for i in range(rows.shape[1]):
            rows[row, i] = max(
                max(max(utility[a, i], utility[b, i]), max(utility[c, i], utility[d, i])),
                max(max(utility[e, i], utility[f, i]), rows[last, i]),
            )


@compiled_function
def average(source: Floats, landing: Indices, means: Floats, lanes: bool) -> None:
    sixth = means.dtype.type(1 / 6)
    for row in range(len(landing)):
        a, b, c, d, e, f = landing[row]
        if lanes:
            store_mean(source, (a, b, c, d, e, f), means, row)
            continue
        for i in range(means.shape[1]):
            # One after the other, as NumPy and `store_mean` add: bots decide the same with and without Numba.
            total = source[a, i] + source[b, i] + source[c, i] + source[d, i] + source[e, i] + source[f, i]
            means[row, i] = total * sixth


@compiled_function
def improve(own: Values, better: Values, further: Indices, values: Values, lanes: bool) -> None:
    """From the last row to the first: the maximum of its own value and of six better ones."""
    for row in range(len(further) - 1, -1, -1):
        a, b, c, d, e, f = further[row]
        if lanes:
            store_greatest(better, (a, b, c, d, e, f), own, row, values, row)
            continue
        for i in range(values.shape[1]):
            values[row, i] = max(
                max(max(better[a, i], better[b, i]), max(better[c, i], better[d, i])),
                max(max(better[e, i], better[f, i]), own[row, i]),
            )


@compiled_function
def _add(weights: Floats, values: Floats, totals: Floats) -> None:
    for row in range(len(values)):
        weight = weights[row]
        for i in range(totals.size):
            totals[i] += weight * values[row, i]


@lru_cache(maxsize=4)
def steps_of(orbits: Orbits) -> _Steps:
    (_, of_rolls), *levels = orbits.further
    of_kept = [further[np.arange(NUMBERS) % len(further)] for _, further in levels]
    landing = [index for _, index in orbits.landing]
    return _Steps(_by_row(landing), landing[0].shape[1], _by_row([of_rolls]), _by_row(of_kept))


@lru_cache(maxsize=8)
def choices_of(outcomes: Outcomes) -> _Choices:
    choices, continued, last = outcomes.choice_rows
    before = np.zeros(choices.shape[1] + 1, np.uint32)
    for rows in continued:
        before[rows + 1] = rows
    return _Choices(_by_row([np.zeros((len(choices), 1), np.int64), choices]), before, last + 1)


def _by_row(columns: list[Ints]) -> Indices:
    return np.ascontiguousarray(np.concatenate(columns, axis=1).T, np.uint32)
