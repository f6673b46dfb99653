"""The exact value of a turn for any utility of what it brings.

Every die has seven states, its six numbers or "to be rolled", so a turn is a tensor of six axes of length 7.
Expectation: on each axis in turn, the entry "to be rolled" is the mean of the six numbers. Best keep: on each axis in
turn, every number becomes the better of itself and "to be rolled". Two of each solve a turn; no set of kept dice is
ever listed. A last axis holds a batch of states that are solved together.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.strategy.turn.outcomes import Floats, Outcomes
from charidice.strategy.turn.sweeps import best_keep, expectation, landed

Tensor = NDArray[np.floating]


class Sweeps(NamedTuple):
    """The two sweeps, in one of the ways to work them out."""

    expectation: Callable[[Floats], Tensor]
    best_keep: Callable[[Tensor], Floats]


NUMPY_SWEEPS = Sweeps(expectation, best_keep)


def fastest_sweeps() -> Sweeps:
    """The compiled sweeps where Numba is installed, NumPy's otherwise: for many turns, as Numba loads slowly."""
    try:
        from charidice.strategy.turn import compiled
    except ImportError:
        return NUMPY_SWEEPS
    return Sweeps(compiled.expectation, compiled.best_keep)


class TurnBranch(NamedTuple):
    """A turn in which it is settled whether the gift is doubled, or not yet: what each decision is worth."""

    score: Floats
    """By roll: the best utility of scoring the dice as they lie."""
    after: tuple[Tensor, Tensor]
    """After roll 1 and after roll 2: the value of every set of kept dice, "to be rolled" on the axes of the others."""
    value: tuple[Floats, Floats, Floats]
    """By roll, after roll 1, 2 and 3: the value before the active player decides."""


class TurnValues(NamedTuple):
    """A solved turn. Without `asked` the recipient has no greatest gift left, or has asked already."""

    plain: TurnBranch
    asked: TurnBranch | None
    start: Floats
    """The value before the first roll, by state."""


def solve_turn(
    outcomes: Outcomes,
    utility: Floats,
    asked_utility: Floats | None = None,
    late_asking: bool = False,
    sweeps: Sweeps = NUMPY_SWEEPS,
    opposed: bool = True,
) -> TurnValues:
    """Solve a turn for a batch of states; `utility` is what each pair is worth to the active player, by state.

    With `asked_utility`, what a pair is worth once the gift is doubled, the recipient may ask after roll 1 and after
    roll 2. If `opposed`, they do so whenever that is worse for the active player, who reckons with it; if not, the
    active player plans as if nobody asked, and anew once somebody has.
    """
    asked = None if asked_utility is None else _branch(outcomes.best(asked_utility), None, late_asking, sweeps)
    foreseen = asked if opposed else None
    plain = _branch(outcomes.best(utility), foreseen, late_asking, sweeps)
    first = plain.value[0] if foreseen is None else np.minimum(plain.value[0], foreseen.value[0])
    # The first two dice in long rows, only then the others in float64: far quicker, and exact to 1e-7 in float32.
    of_two_dice = first.reshape(36, -1, *first.shape[1:]).mean(axis=0)
    return TurnValues(plain, asked, of_two_dice.mean(axis=0, dtype=np.float64))


def _branch(score: Floats, asked: TurnBranch | None, late_asking: bool, sweeps: Sweeps) -> TurnBranch:
    early = score if asked is None or not late_asking else np.minimum(score, asked.score)
    third = score
    after_second = sweeps.expectation(third)
    second = _decided(after_second, early, sweeps)
    before = second if asked is None else np.minimum(second, asked.value[1])
    after_first = sweeps.expectation(before)
    return TurnBranch(score, (after_first, after_second), (_decided(after_first, early, sweeps), second, third))


def _decided(after: Tensor, score: Floats, sweeps: Sweeps) -> Floats:
    """The better of scoring now and of the best dice to keep; keeping all six is scoring."""
    choice = after.copy()
    landed(choice)[...] = score.reshape(landed(choice).shape)
    return sweeps.best_keep(choice)
