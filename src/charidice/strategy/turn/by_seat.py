"""A turn in one state, solved for every seat at once: active player and recipient each decide by their own value.

Both foresee what the other one will do; what they choose is chosen for all seats.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from charidice.strategy.turn.arrays import Bools, Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.policy import SCORES
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Solver, TurnBranch, TurnValues
from charidice.strategy.turn.workspace import Workspace


class SeatBranch(TurnBranch):
    """By column: the values of the seats in the order of play, the active player's first, and the gift."""

    def asks(self, rolls: int) -> Bools:
        assert self.asked
        return self.asked.rolled(rolls)[:, 1:2] > self.rolled(rolls)[:, 1:2]

    def _best(self) -> Floats:
        return self.utility.take(self.scored, axis=0)

    def _kept(self, rolls: int) -> Floats:
        rows = self.policy(rolls)
        found = self.after(rolls).take(rows, axis=0, mode="wrap")
        scores = np.flatnonzero(rows == SCORES)
        found[scores] = self.early.take(scores, axis=0)
        return found

    def _answered(self, values: Floats, asked: Floats, rolls: int) -> Floats:
        return np.where(self.asks(rolls), asked, values)


@dataclass(frozen=True)
class FollowingBranch(SeatBranch):
    """The same where both decide as in another branch."""

    followed: TurnBranch

    @cached_property
    def scored(self) -> Ints:
        return self.followed.scored

    def policy(self, rolls: int) -> Ints:
        return self.followed.policy(rolls)

    def asks(self, rolls: int) -> Bools:
        return self.followed.asks(rolls)


def solve_for_seats(
    outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool, followed: TurnValues | None = None
) -> TurnValues:
    """Solve a turn; `plain` is the value of each outcome by seat in the order of play, `asked` with a doubled gift.

    Without `asked` nobody will ask, or it makes no difference but for the gift. With `followed`, both decide as there.
    """
    solver = Solver(outcomes.orbits, NUMPY_SWEEPS, Workspace(), "plain")

    def branch(is_asked: bool, leaf: Floats, other: SeatBranch | None) -> SeatBranch:
        utility = np.concatenate([leaf, (1 + is_asked) * outcomes.gift[:, None]], axis=1, dtype=np.float64)
        parts = solver, outcomes, utility, other, late_asking
        return FollowingBranch(*parts, followed.branch(is_asked)) if followed else SeatBranch(*parts)

    doubled = branch(True, plain if asked is None else asked, None)
    return TurnValues(branch(False, plain, None if asked is None else doubled), doubled)
