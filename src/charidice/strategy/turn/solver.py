"""The exact value of a turn for any utility of its outcome, by dynamic programming.

Every die has seven states, its six numbers or "to be rolled". Expectation: from the value of every roll, that of every
set of kept dice. Best keep: from the value of every set of kept dice, that of every roll. Two of each solve a turn. All
values are by orbit of the dice set's symmetries; a last axis holds a batch of states that are solved together.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from charidice.rules.ruleset import ROLLS
from charidice.strategy.turn import sweeps as in_numpy
from charidice.strategy.turn.arrays import Bools, Floats, Ints
from charidice.strategy.turn.orbits import Orbits
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.policy import best_rows
from charidice.strategy.turn.workspace import ReusedWorkspace, Workspace


class Sweeps(Protocol):
    """What solves a turn, as in the modules `sweeps` and `compiled`: all but `mean` write to `out` and return it."""

    def best(self, outcomes: Outcomes, utility: Floats, out: Floats, workspace: Workspace) -> Floats: ...

    def expectation(self, orbits: Orbits, values: Floats, out: Floats, workspace: Workspace) -> Floats: ...

    def best_keep(self, orbits: Orbits, after: Floats, score: Floats, out: Floats, workspace: Workspace) -> Floats: ...

    def mean(self, orbits: Orbits, values: Floats) -> Floats: ...


NUMPY_SWEEPS: Sweeps = in_numpy


def fastest_sweeps() -> Sweeps:
    """The compiled sweeps where Numba is installed, else NumPy's; only for many turns, as Numba loads slowly."""
    try:
        from charidice.strategy.turn import compiled
    except ImportError:
        return NUMPY_SWEEPS
    return compiled


class Solver(NamedTuple):
    """The sweeps of one dice set, with memory for their results."""

    orbits: Orbits
    sweeps: Sweeps
    workspace: Workspace
    branch: str

    def expectation(self, values: Floats) -> Floats:
        after = self.workspace.array("after", self.orbits.rows, values)
        return self.sweeps.expectation(self.orbits, values, after, self.workspace)

    def best_keep(self, after: Floats, score: Floats, name: str) -> Floats:
        return self.sweeps.best_keep(self.orbits, after, score, self._rolls(name, score), self.workspace)

    def best(self, outcomes: Outcomes, utility: Floats) -> Floats:
        return self.sweeps.best(outcomes, utility, self._rolls("score", utility), self.workspace)

    def least(self, values: Floats, others: Floats, name: str) -> Floats:
        return np.minimum(values, others, out=self._rolls(name, values))

    def mean(self, values: Floats) -> Floats:
        return self.sweeps.mean(self.orbits, values)

    def _rolls(self, name: str, like: Floats) -> Floats:
        return self.workspace.array(f"{self.branch} {name}", len(self.orbits.rolls), like)


@dataclass(frozen=True)
class TurnBranch(ABC):
    """The values of all decisions of a turn, either after the recipient has asked or before.

    They are computed on demand, from the last roll back to the first: late in a turn only few are asked for. Who
    decides by what makes the kinds of branches.
    """

    solver: Solver
    outcomes: Outcomes
    utility: Floats
    """Of each outcome, in one or more columns; the active player decides by the first, or by each for itself."""
    asked: "TurnBranch | None"
    """The other branch, if the recipient may still ask, which the active player anticipates."""
    late_asking: bool

    @cached_property
    def score(self) -> Floats:
        """By orbit of rolls: the best utility of scoring these dice, which is the value after roll 3."""
        return self._best()

    @cached_property
    def early(self) -> Floats:
        """The same before the last roll, where the recipient may still ask by house rule 8.2."""
        return self._before_asking(ROLLS, self.score) if self.late_asking else self.score

    @cached_property
    def after_second(self) -> Floats:
        """By row: the value of every set of kept dice after roll 2."""
        return self.solver.expectation(self.score)

    @cached_property
    def second(self) -> Floats:
        """By orbit of rolls, after roll 2: the value before the active player decides."""
        return self._kept(2)

    @cached_property
    def after_first(self) -> Floats:
        """By row: the value of every set of kept dice after roll 1."""
        return self.solver.expectation(self._before_asking(2, self.second))

    @cached_property
    def first(self) -> Floats:
        """By orbit of rolls, after roll 1: the value before the active player decides."""
        return self._kept(1)

    @cached_property
    def start(self) -> Floats:
        """By column: the value before the first roll."""
        return self.solver.mean(self._before_asking(1, self.first))

    def after(self, rolls: int) -> Floats:
        """By row, after roll 1 or 2: the value of every set of kept dice."""
        return self.after_first if rolls == 1 else self.after_second

    def rolled(self, rolls: int) -> Floats:
        """By orbit of rolls, after so many: the value before the active player decides."""
        if rolls == ROLLS:
            return self.score
        return self.first if rolls == 1 else self.second

    @cached_property
    def scored(self) -> Ints:
        """By orbit of final rolls, by the first column: the outcome that is scored."""
        return chosen(self.outcomes, self.utility[:, 0])

    @cached_property
    def second_policy(self) -> Ints:
        """By orbit of rolls, after roll 2, by the first column: the row of the best keep, or SCORES."""
        return best_rows(self.solver.orbits, self.after_second[:, 0], self.early[:, 0])

    @cached_property
    def first_policy(self) -> Ints:
        return best_rows(self.solver.orbits, self.after_first[:, 0], self.early[:, 0])

    def policy(self, rolls: int) -> Ints:
        """By orbit of rolls, after roll 1 or 2, by the first column: the row of the best keep, or SCORES."""
        return self.first_policy if rolls == 1 else self.second_policy

    @abstractmethod
    def asks(self, rolls: int) -> Bools:
        """By orbit of rolls, after so many: whether the recipient asks; after the last, by house rule 8.2."""

    @abstractmethod
    def _best(self) -> Floats:
        """By orbit of rolls: the utility of the outcome that the active player scores."""

    @abstractmethod
    def _kept(self, rolls: int) -> Floats:
        """By orbit of rolls, after roll 1 or 2: the value of what the active player does."""

    @abstractmethod
    def _answered(self, values: Floats, asked: Floats, rolls: int) -> Floats:
        """By orbit of rolls, after so many: the value of what the recipient does, from those of both answers."""

    def _before_asking(self, rolls: int, values: Floats) -> Floats:
        """By orbit of rolls, after so many, from the values before the active player decides: before the recipient."""
        return values if self.asked is None else self._answered(values, self.asked.rolled(rolls), rolls)


class OpposedBranch(TurnBranch):
    """In a constant-sum game the recipient minimises what the active player maximises; every column is a state."""

    def asks(self, rolls: int) -> Bools:
        assert self.asked
        return self.asked.rolled(rolls) < self.rolled(rolls)

    def _best(self) -> Floats:
        return self.solver.best(self.outcomes, self.utility)

    def _kept(self, rolls: int) -> Floats:
        return self.solver.best_keep(self.after(rolls), self.early, "first" if rolls == 1 else "second")

    def _answered(self, values: Floats, asked: Floats, rolls: int) -> Floats:
        return self.solver.least(values, asked, f"before {rolls}")


@dataclass(frozen=True)
class TurnValues:
    """A solved turn. `asked` is None if the recipient cannot ask any more."""

    plain: TurnBranch
    asked: TurnBranch | None

    def branch(self, asked: bool) -> TurnBranch:
        """Where the recipient has asked, or not; the same if that makes no difference."""
        return self.asked if asked and self.asked else self.plain

    @property
    def start(self) -> Floats:
        """The value before the first roll, by state."""
        return self.plain.start


def solve_turn(
    outcomes: Outcomes,
    utility: Floats,
    asked_utility: Floats | None = None,
    late_asking: bool = False,
    sweeps: Sweeps = NUMPY_SWEEPS,
) -> TurnValues:
    """Solve a turn of a constant-sum game for a batch of states.

    `utility` is that of each outcome to the active player, by state. With `asked_utility`, that of each outcome with a
    doubled gift, the recipient may ask after roll 1 and after roll 2, and the active player anticipates it.
    """
    return _turn(Workspace(), outcomes, utility, asked_utility, late_asking, sweeps)


def turn_value(
    outcomes: Outcomes,
    utility: Floats,
    asked_utility: Floats | None = None,
    late_asking: bool = False,
    sweeps: Sweeps = NUMPY_SWEEPS,
) -> Floats:
    """The value before the first roll, by state, of turns of a constant-sum game; nothing else is kept."""
    if sweeps is not NUMPY_SWEEPS and utility.shape[1] > 1:
        from charidice.strategy.turn import turn_values

        return turn_values.turn_value(outcomes, utility, asked_utility, late_asking)
    turn = _turn(_REUSED, outcomes, utility, asked_utility, late_asking, sweeps)
    if turn.asked:
        _ = turn.asked.first  # before its memory is used for the other branch
    return turn.start


_REUSED = ReusedWorkspace()


def _turn(
    workspace: Workspace,
    outcomes: Outcomes,
    utility: Floats,
    asked_utility: Floats | None,
    late_asking: bool,
    sweeps: Sweeps,
) -> TurnValues:
    def branch(name: str, utility: Floats, asked: OpposedBranch | None) -> OpposedBranch:
        solver = Solver(outcomes.orbits, sweeps, workspace, name)
        return OpposedBranch(solver, outcomes, utility, asked, late_asking)

    asked = None if asked_utility is None else branch("asked", asked_utility, None)
    return TurnValues(branch("plain", utility, asked), asked)


def best_utility(outcomes: Outcomes, utility: Floats) -> Floats:
    """By orbit of rolls: the utility of the best outcome, for a single state."""
    return Solver(outcomes.orbits, NUMPY_SWEEPS, Workspace(), "plain").best(outcomes, utility[:, None])[:, 0]


def chosen(outcomes: Outcomes, utility: Floats) -> Ints:
    """By orbit of rolls: the best outcome; ties go to the smallest gift."""
    order = np.lexsort((-outcomes.gift, utility))
    rank = np.empty(len(order))
    rank[order] = np.arange(len(order))
    best: Ints = order[best_utility(outcomes, rank).astype(np.int64)]
    return best


def expected(orbits: Orbits, values: Floats) -> Floats:
    """From some quantities by orbit of rolls, their expectations for every set of kept dice."""
    return Solver(orbits, NUMPY_SWEEPS, Workspace(), "plain").expectation(values)
