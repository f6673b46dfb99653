"""What solves a turn, in NumPy and compiled, against enumeration of all sets of kept dice."""

import subprocess
import sys
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from charidice.rules.dice import STANDARD_DICE
from charidice.rules.scoring import scoring_table
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.orbits import Orbits, orbits, roll_index
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.solver import solve_turn, turn_value
from charidice.strategy.turn.sweeps import SCORES, Memory, ReusedMemory, best_kept, best_rows, expectation

from .dice_sets import DICE_SETS

TO_ROLL = 6
KEEP_SETS = list(product((False, True), repeat=6))
ROLLS = [tuple(roll) for roll in np.random.default_rng(5).integers(6, size=(12, 6)).tolist()]
STANDARD_OUTCOMES = outcomes(STANDARD_DICE, free_giving=False)

precisions = pytest.mark.parametrize("precision", [np.float32, np.float64])
every_set = pytest.mark.parametrize("name", list(DICE_SETS))
forms = pytest.mark.parametrize(
    ("batch", "precision", "memory"), [(1, np.float64, Memory()), (16, np.float32, ReusedMemory())]
)


@pytest.fixture(params=["numpy", "numba"])
def compiled(request: pytest.FixtureRequest) -> bool:
    if request.param == "numba":
        pytest.importorskip("numba")
    return bool(request.param == "numba")


def random_numbers(rows: int, batch: int, precision: type[np.floating]) -> Floats:
    return np.random.default_rng(7).normal(20, 15, (rows, batch)).astype(precision)


def rounding(precision: type[np.floating]) -> float:
    return 1e-12 + 500 * float(np.finfo(precision).eps)


def row(orbits: Orbits, roll: tuple[int, ...], keep: tuple[bool, ...]) -> int:
    """The row in which these dice are kept and the others are to be rolled."""
    states = [number if stays else TO_ROLL for number, stays in zip(roll, keep, strict=True)]
    return int(orbits.of_kept[np.ravel_multi_index(states, (7,) * 6)])


@forms
@every_set
def test_expectation_is_the_mean_over_all_rolls_of_the_other_dice(
    name: str, batch: int, precision: type[np.floating], memory: Memory
) -> None:
    found = orbits(DICE_SETS[name])
    values = random_numbers(len(found.rolls), batch, precision)
    before = values.copy()
    after = expectation(found, values, memory)
    assert after.shape == (found.rows, batch)
    assert after.dtype == precision
    assert np.array_equal(values, before)
    by_roll = values.astype(np.float64)[found.of_roll].reshape((*(6,) * 6, batch))
    for roll, keep in product(ROLLS, KEEP_SETS[:-1]):
        rolls = by_roll[tuple(number if stays else slice(None) for number, stays in zip(roll, keep, strict=True))]
        mean = rolls.reshape(-1, batch).mean(axis=0)
        np.testing.assert_allclose(after[row(found, roll, keep)], mean, rtol=0, atol=rounding(precision))


@forms
@every_set
def test_best_keep_is_the_best_of_scoring_and_all_sets_of_kept_dice(
    name: str, batch: int, precision: type[np.floating], memory: Memory
) -> None:
    found = orbits(DICE_SETS[name])
    score = random_numbers(len(found.rolls), batch, precision)
    # Rows of one orbit have one value, as after an expectation.
    after = expectation(found, random_numbers(len(found.rolls), batch, precision)[::-1])
    before = after.copy()
    values = best_kept(found, after, score, memory)
    assert values.dtype == precision
    assert np.array_equal(after, before)
    for roll in ROLLS:
        orbit = found.of_roll[roll_index(tuple(number + 1 for number in roll))]
        keeps = [after[row(found, roll, keep)] for keep in KEEP_SETS[:-1]]
        np.testing.assert_allclose(
            values[orbit], np.max([*keeps, score[orbit]], axis=0), rtol=0, atol=rounding(precision)
        )


@every_set
def test_the_policy_is_the_best_kept(name: str) -> None:
    found = orbits(DICE_SETS[name])
    after = expectation(found, random_numbers(len(found.rolls), 1, np.float64)[::-1])
    score = after.mean() + random_numbers(len(found.rolls), 1, np.float64) - 20
    best = best_kept(found, after, score)[:, 0]
    rows = best_rows(found, after[:, 0], score[:, 0])
    scores = rows == SCORES
    assert 0 < scores.sum() < len(scores)
    np.testing.assert_allclose(np.where(scores, score[:, 0], after[rows, 0]), best, rtol=1e-10)
    for roll in ROLLS:
        orbit = found.of_roll[roll_index(tuple(number + 1 for number in roll))]
        values = [after[row(found, roll, keep), 0] for keep in KEEP_SETS[:-1]]
        assert best[orbit] == pytest.approx(max(*values, score[orbit, 0]), abs=1e-12)


@pytest.mark.parametrize("worth", [-3.0, 0.0, 0.1])
@every_set
def test_among_equals_as_few_dice_as_possible_are_kept(name: str, worth: float) -> None:
    found = orbits(DICE_SETS[name])
    after, score = np.full(found.rows, worth), np.full(len(found.rolls), worth)
    assert (best_rows(found, after, score) == SCORES).all()
    assert (best_rows(found, after, score - 1) == found.rows - 1).all(), "the last row is that of all dice"


@precisions
@pytest.mark.parametrize("late_asking", [False, True])
@pytest.mark.parametrize("states", [1, 20])
@pytest.mark.parametrize("name", ["standard", "three", "none"])
def test_compiled_the_decisions_have_the_same_values(
    name: str, states: int, late_asking: bool, precision: type[np.floating]
) -> None:
    pytest.importorskip("numba")
    found = outcomes(DICE_SETS[name], free_giving=False)
    total, gift = (numbers.astype(precision)[:, None] for numbers in (found.total, found.gift))
    weights = np.linspace(0, 1.5, states, dtype=precision)
    utilities = total - weights * gift, total - 2 * weights * gift
    ours, expected = (solve_turn(found, *utilities, late_asking, compiled) for compiled in (True, False))
    for branch, other in zip(ours, expected, strict=True):
        assert branch
        assert other
        for values in ("score", "early", "after_second", "second", "after_first", "first", "start"):
            # Without symmetry NumPy adds in another order.
            off = rounding(precision) if found.orbits.trivial else 0
            np.testing.assert_allclose(getattr(branch, values), getattr(other, values), 0, off, err_msg=values)
    for asked in (utilities[1], None):
        value = turn_value(found, utilities[0], asked, late_asking, compiled=True)
        alone = solve_turn(found, utilities[0].astype(np.float64), asked, late_asking).start
        np.testing.assert_allclose(value, alone, rtol=1e-12, atol=rounding(precision))


@pytest.mark.parametrize("states", [1, 16, 20])
@precisions
def test_states_solved_together_do_not_touch_each_other(
    compiled: bool, states: int, precision: type[np.floating]
) -> None:
    total, gift = (numbers[:, None] for numbers in (STANDARD_OUTCOMES.total, STANDARD_OUTCOMES.gift))
    weights = np.linspace(-1, 2, states)
    plain, asked = ((total - factor * weights * gift).astype(precision) for factor in (1, 2))
    for of_asked in (asked, None):
        values = turn_value(STANDARD_OUTCOMES, plain, of_asked, late_asking=True, compiled=compiled)
        for state in range(0, states, 3):
            alone = slice(state, state + 1)
            of_one = None if of_asked is None else of_asked[:, alone].astype(np.float64)
            value = turn_value(STANDARD_OUTCOMES, plain[:, alone].astype(np.float64), of_one, late_asking=True)
            np.testing.assert_allclose(values[alone], value, rtol=0, atol=rounding(precision))


@cache
def listed(name: str, may_ask: bool, late_asking: bool) -> float:
    """The value of a turn by plain recursion over all rolls: every set of kept dice, the other dice averaged over."""
    # The best utilities of every roll, unasked and, if the recipient may ask, asked.
    scores = best_scores(name)[: 1 + may_ask]
    others = [tuple(die for die in range(6) if not keep[die]) for keep in KEEP_SETS[:-1]]
    least = np.min(scores, axis=0)
    values = list(scores)
    for _ in range(2):
        # A giver not asked yet may be asked after any roll but the last.
        following = values if values[0] is scores[0] else [np.min(values, axis=0), *values[1:]]
        early = [least if late_asking else scores[0], *scores[1:]]
        values = [
            np.max([score, *(np.broadcast_to(value.mean(dice, keepdims=True), (6,) * 6) for dice in others)], axis=0)
            for score, value in zip(early, following, strict=True)
        ]
    return float(np.min(values, axis=0).mean())


@cache
def worth(total: int, gift: int, factor: int) -> float:
    """A utility without any order, in which the recipient may want to ask or not."""
    return Random(100 * total + gift).uniform(0, 60) - (factor - 1) * (gift - 8)


@cache
def best_scores(name: str) -> list[Floats]:
    """By roll, unasked and asked: the best utility of its scoring options, one after the other."""
    table = scoring_table(DICE_SETS[name], free_giving=False)
    rolls = [tuple(roll) for roll in (np.indices((6,) * 6).reshape(6, -1).T + 1).tolist()]
    best = [
        [max(worth(each.total, each.gift, factor) for each in table.options(roll).values()) for factor in (1, 2)]
        for roll in rolls
    ]
    return [np.array(scores).reshape((6,) * 6) for scores in zip(*best, strict=True)]


@pytest.mark.parametrize("late_asking", [False, True])
@pytest.mark.parametrize("name", ["standard", "two"])
def test_a_turn_is_worth_what_plain_recursion_says(compiled: bool, name: str, late_asking: bool) -> None:
    found = outcomes(DICE_SETS[name], free_giving=False)
    pairs = list(zip(found.total.tolist(), found.gift.tolist(), strict=True))
    plain, asked = (np.array([[worth(*pair, factor)] for pair in pairs]) for factor in (1, 2))
    value = turn_value(found, plain, None, late_asking, compiled)
    assert value[0] == pytest.approx(listed(name, False, late_asking), abs=1e-9)
    value = turn_value(found, plain, asked, late_asking, compiled)
    assert value[0] == pytest.approx(listed(name, True, late_asking), abs=1e-9)


def test_a_turn_is_worth_30_9020_points_and_24_1018_less_the_gift(compiled: bool) -> None:
    total, gift = STANDARD_OUTCOMES.total, STANDARD_OUTCOMES.gift
    utility = np.stack([total, total - gift], axis=1).astype(np.float64)
    turn = solve_turn(STANDARD_OUTCOMES, utility, compiled=compiled)
    assert turn.start.tolist() == pytest.approx([30.9020, 24.1018], abs=1e-4)


def run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


def test_numba_is_loaded_only_when_asked_for() -> None:
    modules = "charidice, charidice.strategy.tables.lead, charidice.strategy.turn.solver"
    run(f"import sys, {modules}; assert 'numba' not in sys.modules")


def test_without_numba_turns_are_solved_by_numpy() -> None:
    run(
        "import sys; sys.modules['numba'] = None\n"
        "from charidice.strategy.turn.solver import has_numba\n"
        "assert not has_numba()"
    )
