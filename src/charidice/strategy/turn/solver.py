"""The exact value of a turn for any utility of its outcome, by dynamic programming.

Every die has seven states, its six numbers or "to be rolled". Expectation: from the value of every roll, that of every
set of kept dice. Best keep: from the value of every set of kept dice, that of every roll. Two of each solve a turn. All
values are by orbit of the dice set's symmetries; a last axis holds a batch of states that are solved together.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from charidice.strategy.turn import sweeps as in_numpy
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.orbits import Orbits
from charidice.strategy.turn.outcomes import Outcomes
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
class TurnBranch:
    """The values of all decisions of a turn, either after the recipient has asked or before.

    They are computed on demand, from the last roll back to the first: late in a turn only few are asked for.
    """

    solver: Solver
    outcomes: Outcomes
    utility: Floats
    asked: "TurnBranch | None"
    """The other branch, where the active player anticipates that the recipient may ask."""
    late_asking: bool

    @cached_property
    def score(self) -> Floats:
        """By orbit of rolls: the best utility of scoring these dice, which is the value after roll 3."""
        return self.solver.best(self.outcomes, self.utility)

    @cached_property
    def early(self) -> Floats:
        """The same before the last roll, where the recipient may still ask by house rule 8.2."""
        if self.asked is None or not self.late_asking:
            return self.score
        return self.solver.least(self.score, self.asked.score, "early")

    @cached_property
    def after_second(self) -> Floats:
        """By row: the value of every set of kept dice after roll 2."""
        return self.solver.expectation(self.score)

    @cached_property
    def second(self) -> Floats:
        """By orbit of rolls, after roll 2: the value before the active player decides."""
        return self.solver.best_keep(self.after_second, self.early, "second")

    @cached_property
    def after_first(self) -> Floats:
        """By row: the value of every set of kept dice after roll 1."""
        asked = self.asked
        return self.solver.expectation(
            self.second if asked is None else self.solver.least(self.second, asked.second, "before")
        )

    @cached_property
    def first(self) -> Floats:
        """By orbit of rolls, after roll 1: the value before the active player decides."""
        return self.solver.best_keep(self.after_first, self.early, "first")

    def after(self, rolls: int) -> Floats:
        """By row, after roll 1 or 2: the value of every set of kept dice."""
        return self.after_first if rolls == 1 else self.after_second


@dataclass(frozen=True)
class TurnValues:
    """A solved turn. `asked` is None if the recipient cannot ask any more."""

    plain: TurnBranch
    asked: TurnBranch | None

    @cached_property
    def start(self) -> Floats:
        """The value before the first roll, by state."""
        solver, first, anticipated = self.plain.solver, self.plain.first, self.plain.asked
        return solver.mean(first if anticipated is None else solver.least(first, anticipated.first, "least"))


def solve_turn(
    outcomes: Outcomes,
    utility: Floats,
    asked_utility: Floats | None = None,
    late_asking: bool = False,
    sweeps: Sweeps = NUMPY_SWEEPS,
    opposed: bool = True,
) -> TurnValues:
    """Solve a turn for a batch of states; `utility` is that of each outcome to the active player, by state.

    With `asked_utility`, that of each outcome with a doubled gift, the recipient may ask after roll 1 and after roll 2.
    If `opposed`, the recipient minimises and the active player anticipates it; if not, the active player's policy
    ignores asking until it has happened.
    """
    return _turn(Workspace(), outcomes, utility, asked_utility, late_asking, sweeps, opposed)


def turn_value(
    outcomes: Outcomes,
    utility: Floats,
    asked_utility: Floats | None = None,
    late_asking: bool = False,
    sweeps: Sweeps = NUMPY_SWEEPS,
) -> Floats:
    """The value before the first roll, by state, of turns with an opposed recipient; nothing else is kept."""
    turn = _turn(_REUSED, outcomes, utility, asked_utility, late_asking, sweeps, opposed=True)
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
    opposed: bool,
) -> TurnValues:
    def branch(name: str, utility: Floats, asked: TurnBranch | None) -> TurnBranch:
        return TurnBranch(Solver(outcomes.orbits, sweeps, workspace, name), outcomes, utility, asked, late_asking)

    asked = None if asked_utility is None else branch("asked", asked_utility, None)
    return TurnValues(branch("plain", utility, asked if opposed else None), asked)


def best_utility(outcomes: Outcomes, utility: Floats) -> Floats:
    """By orbit of rolls: the utility of the best outcome, for a single state."""
    return Solver(outcomes.orbits, NUMPY_SWEEPS, Workspace(), "plain").best(outcomes, utility[:, None])[:, 0]


def expected(orbits: Orbits, values: Floats) -> Floats:
    """From some quantities by orbit of rolls, their expectations for every set of kept dice."""
    return Solver(orbits, NUMPY_SWEEPS, Workspace(), "plain").expectation(values)
