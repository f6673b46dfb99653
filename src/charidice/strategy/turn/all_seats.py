"""What a turn is worth to every seat, for a batch of states.

The active player and the recipient decide, each by their own value, and foresee what the other one will do; the values
of all seats follow from their decisions. Arrays are by seat, the active player first and the recipient second.
"""

from typing import NamedTuple

import numpy as np

from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.means import Means
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.play import Leaves, SolvedTurn
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps
from charidice.strategy.turn.workspace import Workspace


def seat_values(
    outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool, sweeps: Sweeps = NUMPY_SWEEPS
) -> Floats:
    """By state and seat: the value before the first roll.

    `plain` is the value of every outcome by seat, outcome and state; `asked` the same with a doubled gift, if the
    recipient can ask. With compiled sweeps, all states are solved together.
    """
    if sweeps is NUMPY_SWEEPS:
        return _one_by_one(outcomes, plain, asked, late_asking)
    other = None if asked is None else _Branch.solved(outcomes, asked, None, late_asking)
    first = _Branch.solved(outcomes, plain, other, late_asking).first
    if other:
        first = _answered(first, other.first)
    values: Floats = np.einsum("o,sob->bs", outcomes.orbits.shares, first)
    return values


def _one_by_one(outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool) -> Floats:
    found = []
    for state in range(plain.shape[2]):
        leaves = Leaves(plain[:, :, state].T, None if asked is None else asked[:, :, state].T)
        found.append(Means(SolvedTurn(outcomes, leaves, 0, late_asking, constant_sum=False)).start)
    return np.array(found)


class _Branch(NamedTuple):
    """By seat, orbit of rolls and state: the values after each roll, before the active player decides."""

    first: Floats
    second: Floats
    score: Floats

    @classmethod
    def solved(cls, outcomes: Outcomes, utility: Floats, asked: "_Branch | None", late_asking: bool) -> "_Branch":
        from charidice.strategy.turn import compiled

        orbits, seats = outcomes.orbits, len(utility)
        which = compiled.best_outcomes(outcomes, utility[0])
        score = compiled.follow(utility, which, np.empty((seats, *which.shape), utility.dtype))
        early = _answered(score, asked.score) if asked and late_asking else score

        def before_roll(rolled: Floats) -> Floats:
            after = np.empty((seats, orbits.rows, utility.shape[2]), utility.dtype)
            for values, out in zip(rolled, after, strict=True):
                compiled.expectation(orbits, values, out, Workspace())
            return compiled.follow(after, compiled.best_keeps(orbits, after[0], early[0]), early)

        second = before_roll(score)
        return cls(before_roll(_answered(second, asked.second) if asked else second), second, score)


def _answered(plain: Floats, asked: Floats) -> Floats:
    """The recipient asks where that is better for them."""
    return np.where(asked[1] > plain[1], asked, plain)
