"""What a turn is worth to every seat, for a batch of states.

The active player and the recipient decide, each by their own value, and foresee what the other one will do; the values
of all seats follow from their decisions. Arrays are by seat, the active player first and the recipient second.
"""

import numpy as np

from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.by_seat import solve_for_seats
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps


def seat_values(
    outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool, sweeps: Sweeps = NUMPY_SWEEPS
) -> Floats:
    """By state and seat: the value before the first roll.

    `plain` is the value of every outcome by seat, outcome and state; `asked` the same with a doubled gift, if the
    recipient can ask. With compiled sweeps, all states are solved together.
    """
    if sweeps is NUMPY_SWEEPS:
        return _one_by_one(outcomes, plain, asked, late_asking)
    # Few need it, and Numba loads slowly.
    from charidice.strategy.turn import seat_turns

    return seat_turns.seat_values(outcomes, plain, asked, late_asking)


def _one_by_one(outcomes: Outcomes, plain: Floats, asked: Floats | None, late_asking: bool) -> Floats:
    found = []
    for state in range(plain.shape[2]):
        leaves = plain[:, :, state].T, None if asked is None else asked[:, :, state].T
        found.append(solve_for_seats(outcomes, *leaves, late_asking).start[:-1])
    return np.array(found)
