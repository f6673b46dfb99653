"""The two sweeps, in NumPy and compiled, against enumeration of all sets of kept dice."""

import subprocess
import sys
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps, TurnValues, fastest_sweeps, solve_turn

Floats = NDArray[np.floating]

TO_ROLL = 6
KEEP_SETS = list(product((False, True), repeat=6))
ROLLS = [tuple(roll) for roll in np.random.default_rng(5).integers(6, size=(12, 6)).tolist()]
STANDARD_OUTCOMES = outcomes(STANDARD_DICE, free_giving=False)

precisions = pytest.mark.parametrize("precision", [np.float32, np.float64])
batches = pytest.mark.parametrize("batch", [(), (1,), (16,)], ids=["no batch", "1", "16"])


@pytest.fixture(scope="module")
def compiled() -> Sweeps:
    pytest.importorskip("numba")
    return fastest_sweeps()


@pytest.fixture(params=["numpy", "numba"])
def sweeps(request: pytest.FixtureRequest) -> Sweeps:
    if request.param == "numpy":
        return NUMPY_SWEEPS
    compiled: Sweeps = request.getfixturevalue("compiled")
    return compiled


def random_numbers(shape: tuple[int, ...], precision: type[np.floating]) -> Floats:
    return np.random.default_rng(7).normal(20, 15, shape).astype(precision)


def rounding(precision: type[np.floating]) -> float:
    return 1e-12 + 500 * float(np.finfo(precision).eps)


def kept(roll: tuple[int, ...], keep: tuple[bool, ...]) -> tuple[int, ...]:
    """Where in the tensor these dice are kept and the others are to be rolled."""
    return tuple(number if stays else TO_ROLL for number, stays in zip(roll, keep, strict=True))


@precisions
@batches
def test_expectation_is_the_mean_over_all_rolls_of_the_other_dice(
    sweeps: Sweeps, batch: tuple[int, ...], precision: type[np.floating]
) -> None:
    values = random_numbers((6**6, *batch), precision)
    before = values.copy()
    tensor = sweeps.expectation(values)
    assert tensor.shape == (7,) * 6 + batch
    assert tensor.dtype == precision
    assert np.array_equal(values, before)
    by_roll = values.astype(np.float64).reshape((6,) * 6 + batch)
    for roll, keep in product(ROLLS, KEEP_SETS):
        rolls = by_roll[tuple(number if stays else slice(None) for number, stays in zip(roll, keep, strict=True))]
        mean = rolls.reshape(-1, *batch).mean(axis=0)
        np.testing.assert_allclose(tensor[kept(roll, keep)], mean, rtol=0, atol=rounding(precision))


@precisions
@batches
def test_best_keep_is_the_best_of_all_64_sets_of_kept_dice(
    sweeps: Sweeps, batch: tuple[int, ...], precision: type[np.floating]
) -> None:
    tensor = random_numbers((7,) * 6 + batch, precision)
    values = sweeps.best_keep(tensor.copy())
    assert values.shape == (6**6, *batch)
    assert values.dtype == precision
    by_roll = values.reshape((6,) * 6 + batch)
    for roll in ROLLS:
        best = np.max([tensor[kept(roll, keep)] for keep in KEEP_SETS], axis=0)
        assert np.array_equal(by_roll[roll], best)


@precisions
@batches
def test_both_ways_give_the_same_sweeps(compiled: Sweeps, batch: tuple[int, ...], precision: type[np.floating]) -> None:
    values = random_numbers((6**6, *batch), precision)
    ours, expected = compiled.expectation(values), NUMPY_SWEEPS.expectation(values)
    np.testing.assert_allclose(ours, expected, rtol=0, atol=rounding(precision))
    tensor = random_numbers((7,) * 6 + batch, precision)
    assert np.array_equal(compiled.best_keep(tensor.copy()), NUMPY_SWEEPS.best_keep(tensor.copy()))


@pytest.mark.parametrize("late_asking", [False, True])
def test_both_ways_give_the_same_turn(compiled: Sweeps, late_asking: bool) -> None:
    total, gift = (pairs.astype(np.float64)[:, None] for pairs in STANDARD_OUTCOMES[:2])
    weights = np.linspace(0, 1.5, 3)

    def solved(sweeps: Sweeps) -> TurnValues:
        asked = total - 2 * weights * gift
        return solve_turn(STANDARD_OUTCOMES, total - weights * gift, asked, late_asking, sweeps)

    ours, expected = solved(compiled), solved(NUMPY_SWEEPS)
    assert ours.asked is not None
    assert expected.asked is not None
    np.testing.assert_allclose(ours.start, expected.start)
    for branch, expected_branch in ((ours.plain, expected.plain), (ours.asked, expected.asked)):
        for arrays, expected_arrays in zip(branch[1:], expected_branch[1:], strict=True):
            for array, expected_array in zip(arrays, expected_arrays, strict=True):
                np.testing.assert_allclose(array, expected_array, atol=1e-11)


def listed(score: Floats) -> float:
    """The value of a turn with every set of kept dice listed and the other dice averaged over."""
    value = score
    for _ in range(2):
        others = [tuple(die for die in range(6) if not keep[die]) for keep in KEEP_SETS[:-1]]
        value = np.maximum(
            score, np.max([np.broadcast_to(value.mean(dice, keepdims=True), (6,) * 6) for dice in others], axis=0)
        )
    return float(value.mean())


def test_a_turn_is_worth_30_9020_points_and_24_1018_less_the_gift(sweeps: Sweeps) -> None:
    total, gift = STANDARD_OUTCOMES.total, STANDARD_OUTCOMES.gift
    utility = np.stack([total, total - gift], axis=1).astype(np.float64)
    turn = solve_turn(STANDARD_OUTCOMES, utility, sweeps=sweeps)
    assert turn.start.tolist() == pytest.approx([30.9020, 24.1018], abs=1e-4)
    scores = turn.plain.score.T.reshape((2, *(6,) * 6))
    assert turn.start.tolist() == pytest.approx([listed(score) for score in scores], abs=1e-9)


def run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


def test_numba_is_loaded_only_when_asked_for() -> None:
    modules = "charidice, charidice.strategy.tables.lead, charidice.strategy.turn.solver"
    run(f"import sys, {modules}; assert 'numba' not in sys.modules")


def test_without_numba_the_fastest_sweeps_are_those_of_numpy() -> None:
    run(
        "import sys; sys.modules['numba'] = None\n"
        "from charidice.strategy.turn.solver import NUMPY_SWEEPS, fastest_sweeps\n"
        "assert fastest_sweeps() is NUMPY_SWEEPS"
    )
