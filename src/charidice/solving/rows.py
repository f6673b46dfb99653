"""Solves rows of states that differ only in the difference of points."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from charidice.rules.dice import DiceSet
from charidice.rules.ruleset import Ruleset
from charidice.solving.occurring import Span
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.solver import BATCH, has_numba, turn_value

# A turn that can change the chance of victory by no more than this is not solved: it is near single precision.
DECIDED = 1e-7


class RowTask(NamedTuple):
    """A row to solve, in any process."""

    span: Span
    start: int
    """The first column that can occur, and the one after the last."""
    stop: int
    plain: Floats
    """By gift and difference after the turn: the active player's chance of victory."""
    asked: Floats | None
    """The same with the gift doubled, if the other player can ask."""


def solve_rows(dice_set: DiceSet, ruleset: Ruleset, tasks: list[RowTask]) -> list[Floats]:
    """The chances of some rows."""
    found, compiled = outcomes(dice_set, ruleset.free_giving), has_numba()
    return [_solve_row(found, ruleset.late_asking, compiled, task) for task in tasks]


def _solve_row(found: Outcomes, late_asking: bool, compiled: bool, task: RowTask) -> Floats:
    states = len(task.span.all)
    ends = [_swings(found, 1).ends(task.plain, states)]
    if task.asked is not None:
        ends.append(_swings(found, 2).ends(task.asked, states))
    least, most = np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)
    chances: Floats = (least + most) / 2
    undecided = task.start + np.flatnonzero((most - least)[task.start : task.stop] > DECIDED)
    if not len(undecided):
        return chances
    batch = min(BATCH, states)
    of_plain = _utilities(found, 1, task.plain, batch)
    of_asked = None if task.asked is None else _utilities(found, 2, task.asked, batch)
    for start in range(undecided[0], undecided[-1] + 1, batch):
        first = min(start, states - batch)
        utilities = of_plain(first), of_asked and of_asked(first)
        chances[first : first + batch] = turn_value(found, *utilities, late_asking, compiled)
    return chances


class _Swings(NamedTuple):
    """The change of the difference of points by each outcome, with the gift times a factor, from the least up."""

    of_outcome: Ints
    lowest: Ints
    """By different gift."""
    highest: Ints

    def ends(self, after: Floats, states: int) -> tuple[Floats, Floats]:
        """By difference: the least and the greatest chance of victory after the turn; more points never hurt."""
        which, differences = np.arange(len(after)), np.arange(states)[:, None]
        low, high = after[which, differences + self.lowest], after[which, differences + self.highest]
        return low.min(axis=1), high.max(axis=1)


@lru_cache(maxsize=4)
def _swings(found: Outcomes, factor: int) -> _Swings:
    swing = found.total - factor * found.gift
    swing -= swing.min()
    gifts, gift = found.gifts
    lowest, highest = np.full(len(gifts), swing.max()), np.zeros(len(gifts), np.int64)
    np.minimum.at(lowest, gift, swing)
    np.maximum.at(highest, gift, swing)
    return _Swings(swing, lowest, highest)


def _utilities(found: Outcomes, factor: int, after: Floats, batch: int) -> Callable[[int], Floats]:
    """By the first difference of a batch: the chance of victory after each outcome, by state."""
    places = (found.gifts[1] * after.shape[1] + _swings(found, factor).of_outcome)[:, None] + np.arange(batch)
    flat = after.reshape(-1)
    return lambda start: flat[start:].take(places)
