"""The exact value of a turn for any utility of its outcome, by dynamic programming.

Every die has seven states, its six numbers or "to be rolled". Expectation: from the value of every roll, that of every
set of kept dice. Best keep: from the value of every set of kept dice, that of every roll. Two of each solve a turn. All
values are by orbit of the dice set's symmetries.

The recursion is written twice: here, in NumPy and on demand, and in `compiled`, for many turns. The values are the
same, so bots decide the same with and without Numba.
"""

from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from charidice.rules.ruleset import ROLLS
from charidice.strategy.turn.arrays import AnyInts, Bools, Floats, Ints
from charidice.strategy.turn.orbits import keep_places
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.sweeps import (
    NEW,
    SCORES,
    Memory,
    ReusedMemory,
    best,
    best_kept,
    best_rows,
    expectation,
    mean,
)

BATCH = 16
"""States that are best solved together: as many as compiled code solves at once."""


@cache
def has_numba() -> bool:
    """Whether turns can be solved by compiled code; only for many turns, as Numba loads slowly."""
    try:
        import numba as numba
    except ImportError:
        return False
    return True


class TurnBranch:
    """The values of all decisions of a turn, either after the recipient has asked or before.

    They are computed on demand, from the last roll back to the first: late in a turn only few are needed. In a
    constant-sum game the recipient minimises what the active player maximises; every column is a state.
    """

    def __init__(
        self,
        outcomes: Outcomes,
        utility: Floats,
        asked: "TurnBranch | None" = None,
        late_asking: bool = False,
        memory: Memory = NEW,
        name: str = "",
    ) -> None:
        """`utility` is that of each outcome, in one or more columns.

        `asked` is the other branch, if the recipient may still ask, which the active player anticipates. Branches that
        share memory have different names.
        """
        self.outcomes = outcomes
        self.orbits = outcomes.orbits
        self.utility = utility
        self.asked = asked
        self.late_asking = late_asking
        self._memory = memory
        self._name = name

    @cached_property
    def score(self) -> Floats:
        """By orbit of rolls: the utility of the best outcome, which is the value after roll 3."""
        return best(self.outcomes, self.utility, self._memory, f"{self._name} score")

    @cached_property
    def early(self) -> Floats:
        """The same before the last roll, where the recipient may still ask by house rule 8.2."""
        return self._answered(ROLLS) if self.late_asking else self.score

    @cached_property
    def after_second(self) -> Floats:
        """By row: the value of every set of kept dice after roll 2."""
        return expectation(self.orbits, self.score, self._memory)

    @cached_property
    def second(self) -> Floats:
        """By orbit of rolls, after roll 2: the value before the active player decides."""
        return self._decided(2)

    @cached_property
    def after_first(self) -> Floats:
        return expectation(self.orbits, self._answered(2), self._memory)

    @cached_property
    def first(self) -> Floats:
        return self._decided(1)

    @cached_property
    def start(self) -> Floats:
        """By column: the value before the first roll."""
        return mean(self.orbits, self._answered(1))

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

    def policy(self, rolls: int) -> Ints:
        """By orbit of rolls, after roll 1 or 2, by the first column: the row of the best keep, or SCORES."""
        return self._first_policy if rolls == 1 else self._second_policy

    @cached_property
    def _second_policy(self) -> Ints:
        return best_rows(self.orbits, self.after_second[:, 0], self.early[:, 0])

    @cached_property
    def _first_policy(self) -> Ints:
        return best_rows(self.orbits, self.after_first[:, 0], self.early[:, 0])

    def asks(self, rolls: int) -> Bools:
        """By orbit of rolls, after so many: whether the recipient asks; after the last, by house rule 8.2."""
        assert self.asked
        return self.asked.rolled(rolls) < self.rolled(rolls)

    def keeps(self, rolls: int, roll: AnyInts, column: Ints | int = 0) -> Floats:
        """After roll 1 or 2, for some rolls, each in its column: the value of each reroll, in the order of REROLLS."""
        rows = self.orbits.of_kept[keep_places(roll)]
        found: Floats = self.after(rolls)[rows, column if isinstance(column, int) else column[:, None]]
        return found

    def best_keep(self, rolls: int, roll: AnyInts, column: Ints | int = 0) -> Ints:
        """The same: the index of the best reroll in REROLLS, or SCORES."""
        keeps = self.keeps(rolls, roll, column)
        best = keeps.argmax(axis=1)
        better = keeps[np.arange(len(best)), best] > self.early[self.orbits.of_roll.take(roll), column]
        return np.where(better, best, SCORES)

    def value(self, rolls: int, roll: AnyInts, column: Ints | int = 0) -> Floats:
        """The same: the value before the active player decides."""
        early = self.early[self.orbits.of_roll.take(roll), column]
        found: Floats = np.maximum(early, self.keeps(rolls, roll, column).max(axis=1))
        return found

    def _decided(self, rolls: int) -> Floats:
        """By orbit of rolls, after roll 1 or 2: the value of the active player's decision."""
        return best_kept(self.orbits, self.after(rolls), self.early, self._memory, f"{self._name} {rolls}")

    def _answered(self, rolls: int) -> Floats:
        """By orbit of rolls, after so many: the value before the recipient asks or not."""
        values = self.rolled(rolls)
        return values if self.asked is None else np.where(self.asks(rolls), self.asked.rolled(rolls), values)


class SeatBranch(TurnBranch):
    """A turn in one state, solved for every seat: the active player and the recipient each decide by their own value.

    By column: the values of the seats in the order of play, the active player's first, and the gift.
    """

    decider: TurnBranch | None = None
    """The branch by which both decide, if not by this one."""

    @cached_property
    def score(self) -> Floats:
        return self.utility.take(self.scored, axis=0)

    @cached_property
    def scored(self) -> Ints:
        return self.decider.scored if self.decider else chosen(self.outcomes, self.utility[:, 0])

    def policy(self, rolls: int) -> Ints:
        return self.decider.policy(rolls) if self.decider else super().policy(rolls)

    def asks(self, rolls: int) -> Bools:
        if self.decider:
            return self.decider.asks(rolls)
        assert self.asked
        return self.asked.rolled(rolls)[:, 1:2] > self.rolled(rolls)[:, 1:2]

    def _decided(self, rolls: int) -> Floats:
        rows = self.policy(rolls)
        found = self.after(rolls).take(rows, axis=0, mode="wrap")
        scores = np.flatnonzero(rows == SCORES)
        found[scores] = self.early.take(scores, axis=0)
        return found


class TurnValues(NamedTuple):
    """A solved turn. `asked` is None if the recipient cannot ask any more."""

    plain: TurnBranch
    asked: TurnBranch | None

    def branch(self, asked: bool) -> TurnBranch:
        """The branch after the recipient has asked, or not; the same if that makes no difference."""
        return self.asked if asked and self.asked else self.plain

    @property
    def start(self) -> Floats:
        """The value before the first roll, by column."""
        return self.plain.start


def solve_turn(
    outcomes: Outcomes,
    utility: Floats,
    asked_utility: Floats | None = None,
    late_asking: bool = False,
    compiled: bool = False,
) -> TurnValues:
    """Solve a turn of a constant-sum game for a batch of states.

    `utility` is that of each outcome to the active player, by state. With `asked_utility`, that of each outcome with a
    doubled gift, the recipient may ask after roll 1 and after roll 2, and the active player anticipates it.
    """
    turn = _turn(outcomes, utility, asked_utility, late_asking, NEW)
    if compiled:
        from charidice.strategy.turn.compiled import solve

        solve(turn)
    return turn


def turn_value(
    outcomes: Outcomes,
    utility: Floats,
    asked_utility: Floats | None = None,
    late_asking: bool = False,
    compiled: bool = False,
) -> Floats:
    """The value before the first roll, by state, of turns of a constant-sum game; nothing else is kept."""
    # For one state, NumPy is faster.
    if compiled and utility.shape[1] > 1:
        from charidice.strategy.turn.compiled import turn_value as compiled_value

        return compiled_value(outcomes, utility, asked_utility, late_asking)
    turn = _turn(outcomes, utility, asked_utility, late_asking, _REUSED)
    if turn.asked:
        _ = turn.asked.first  # before its memory is used for the other branch
    return turn.start


_REUSED = ReusedMemory()


def _turn(
    outcomes: Outcomes, utility: Floats, asked_utility: Floats | None, late_asking: bool, memory: Memory
) -> TurnValues:
    asked = None
    if asked_utility is not None:
        asked = TurnBranch(outcomes, asked_utility, None, late_asking, memory, "asked")
    return TurnValues(TurnBranch(outcomes, utility, asked, late_asking, memory, "plain"), asked)


def solve_for_seats(
    outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool, decider: TurnValues | None = None
) -> TurnValues:
    """Solve a turn; `plain` is the value of each outcome by seat in the order of play, `asked` with a doubled gift.

    Without `asked` nobody will ask, or it makes no difference but for the gift. With `decider`, both decide as there.
    """

    def branch(is_asked: bool, leaf: Floats, other: SeatBranch | None) -> SeatBranch:
        utility = np.concatenate([leaf, (1 + is_asked) * outcomes.gift[:, None]], axis=1, dtype=np.float64)
        found = SeatBranch(outcomes, utility, other, late_asking)
        found.decider = decider and decider.branch(is_asked)
        return found

    doubled = branch(True, plain if asked is None else asked, None)
    return TurnValues(branch(False, plain, None if asked is None else doubled), doubled)


def seat_values(
    outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool, compiled: bool = False
) -> Floats:
    """By state and seat, the active player first and the recipient second: the value before the first roll.

    `plain` is the value of every outcome by seat, outcome and state; `asked` the same with a doubled gift, if the
    recipient can ask.
    """
    if compiled:
        from charidice.strategy.turn.compiled import seat_values as compiled_values

        return compiled_values(outcomes, plain, asked, late_asking)
    found = []
    for state in range(plain.shape[2]):
        leaves = plain[:, :, state].T, None if asked is None else asked[:, :, state].T
        found.append(solve_for_seats(outcomes, *leaves, late_asking).start[:-1])
    return np.array(found)


def best_utility(outcomes: Outcomes, utility: Floats) -> Floats:
    """By orbit of rolls: the utility of the best outcome, for a single state."""
    return best(outcomes, utility[:, None])[:, 0]


def chosen(outcomes: Outcomes, utility: Floats) -> Ints:
    """By orbit of rolls: the best outcome; ties go to the smallest gift."""
    order = np.lexsort((-outcomes.gift, utility))
    rank = np.empty(len(order))
    rank[order] = np.arange(len(order))
    found: Ints = order[best_utility(outcomes, rank).astype(np.int64)]
    return found
