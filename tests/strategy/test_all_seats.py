"""What a turn is worth to every seat, many states at once, beside one state after another."""

import numpy as np
import pytest

from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.solver import has_numba, seat_values

from .dice_sets import DICE_SETS

STATES = 3


@pytest.mark.parametrize("can_ask", [False, True])
@pytest.mark.parametrize("late_asking", [False, True])
@pytest.mark.parametrize(("dice", "seats"), [("standard", 3), ("none", 4)])
def test_a_batch_is_worth_what_its_states_are(dice: str, seats: int, late_asking: bool, can_ask: bool) -> None:
    found, rng = outcomes(DICE_SETS[dice], free_giving=False), np.random.default_rng(seats)
    plain, asked = (rng.random((seats, len(found.total), STATES), np.float32) for _ in range(2))
    # Some values may be negative, and the recipient does not always ask.
    plain[:, :, 1] -= 0.5
    asked[1] *= 0.9
    leaves = found, plain, asked if can_ask else None, late_asking
    together, alone = seat_values(*leaves, compiled=has_numba()), seat_values(*leaves)
    assert together.shape == (STATES, seats)
    np.testing.assert_allclose(together, alone, atol=1e-5)
    if can_ask:
        assert np.abs(together - seat_values(found, plain, None, late_asking)).max() > 0.01
