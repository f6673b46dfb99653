"""The exact value of a turn for any utility of its outcome, by dynamic programming.

Every die has seven states, its six numbers or "to be rolled", so a turn is a tensor of six axes of length 7.
Expectation: on each axis in turn, the entry "to be rolled" is the mean of the six numbers. Best keep: on each axis in
turn, every number becomes the maximum of itself and "to be rolled". Two of each solve a turn without enumerating sets
of kept dice. A last axis holds a batch of states that are solved together.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.strategy.turn.outcomes import Floats, Outcomes
from charidice.strategy.turn.sweeps import best_keep, expectation, landed

Tensor = NDArray[np.floating]


class Sweeps(NamedTuple):
    """One implementation of the two sweeps."""

    expectation: Callable[[Floats], Tensor]
    best_keep: Callable[[Tensor], Floats]


NUMPY_SWEEPS = Sweeps(expectation, best_keep)


def fastest_sweeps() -> Sweeps:
    """The compiled sweeps where Numba is installed, else NumPy's; only for many turns, as Numba loads slowly."""
    try:
        from charidice.strategy.turn import compiled
    except ImportError:
        return NUMPY_SWEEPS
    return Sweeps(compiled.expectation, compiled.best_keep)


class TurnBranch(NamedTuple):
    """The values of all decisions of a turn, either after the recipient has asked or before."""

    score: Floats
    """By roll: the best utility of scoring these dice."""
    after: tuple[Tensor, Tensor]
    """After roll 1 and after roll 2: the value of every set of kept dice, "to be rolled" on the axes of the others."""
    value: tuple[Floats, Floats, Floats]
    """By roll, after roll 1, 2 and 3: the value before the active player decides."""


class TurnValues(NamedTuple):
    """A solved turn. `asked` is None if the recipient cannot ask any more."""

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
    """Solve a turn for a batch of states; `utility` is that of each outcome to the active player, by state.

    With `asked_utility`, that of each outcome with a doubled gift, the recipient may ask after roll 1 and after roll 2.
    If `opposed`, the recipient minimises and the active player anticipates it; if not, the active player's policy
    ignores asking until it has happened.
    """
    asked = None if asked_utility is None else _branch(outcomes.best(asked_utility), None, late_asking, sweeps)
    foreseen = asked if opposed else None
    plain = _branch(outcomes.best(utility), foreseen, late_asking, sweeps)
    first = plain.value[0] if foreseen is None else np.minimum(plain.value[0], foreseen.value[0])
    # Average two dice along contiguous memory before switching to float64: faster, and exact to 1e-7 in float32.
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
    """The maximum over scoring and all rerolls; keeping all six dice stands for scoring."""
    choice = after.copy()
    landed(choice)[...] = score.reshape(landed(choice).shape)
    return sweeps.best_keep(choice)
