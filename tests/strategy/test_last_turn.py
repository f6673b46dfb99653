"""Chances in the last turn: by the tables, beside the turn solved exactly."""

from pathlib import Path

import numpy as np
import pytest

from charidice.rules import DiceSet
from charidice.rules.dice import STANDARD_DICE
from charidice.solving import last_turn as module
from charidice.solving.fitting import Fitting
from charidice.solving.last_turn import make_last_turn, solved_last_turn
from charidice.solving.residuals import is_open
from charidice.strategy.tables.last_turn import LEAST, SLACKS, ByTables, fastest, last_turn, last_turn_of
from charidice.strategy.tables.positions import Positions
from charidice.strategy.tables.shares import shares
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.solver import has_numba, turn_value

BRINGS = outcomes(STANDARD_DICE, False)


def solved(positions: Positions, seats: int) -> np.ndarray:
    return Fitting(shares(seats)).solve_positions(positions, 1, has_numba())[:, 0]


def best(positions: Positions) -> np.ndarray:
    points, given = (column.astype(np.int32) for column in positions[:2])
    return last_turn().outlook(points, given, seat=0, factor=1).best


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_likely_positions_where_nobody_can_ask(seats: int) -> None:
    rng, fitting, errors = np.random.default_rng(seats), Fitting(shares(seats)), []
    for _ in range(20):
        positions = fitting.likely(1, 16, rng)
        positions.gifts[:, 1] = 0
        exact = solved(positions, seats)
        errors.append((best(positions) - exact)[is_open(exact)])
    found = np.concatenate(errors)
    assert len(found) > 100
    assert np.sqrt(np.square(found).mean()) < 0.015
    assert np.median(np.abs(found)) < 0.004


def test_what_one_threshold_decides_is_exact() -> None:
    """Nobody else is near, and the charity bonus is settled: the chance of a total, a tie counting half."""
    needs = np.array([12, 25, 33, 41, 60, 96])
    points = np.stack([0 * needs, 0 * needs - 500, needs], axis=1)
    given = np.tile([0, 0, 100], (len(needs), 1))
    # The charity bonus is counted.
    positions = Positions(*(column.astype(np.float32) for column in (points - [0, 0, 30], given, 0 * given)))
    utility = 0.5 * (BRINGS.total[:, None] >= needs) + 0.5 * (BRINGS.total[:, None] > needs)
    chances = turn_value(BRINGS, utility.astype(np.float64))
    assert best(positions) == pytest.approx(chances, abs=0.004)


def test_a_recipient_who_gains_the_gift_is_harder_to_beat() -> None:
    ahead = Positions(*(np.array([row], np.float32) for row in ([0, 20, -500], [0, 0, 100], [0, 0, 0])))
    elsewhere = Positions(*(np.array([row], np.float32) for row in ([0, -500, -10], [0, 0, 100], [0, 0, 0])))
    by_recipient, by_other = best(ahead)[0], best(elsewhere)[0]
    assert by_recipient < by_other - 0.02
    assert by_recipient == pytest.approx(solved(ahead, 3)[0], abs=0.01)


def test_the_shipped_tables_are_those_that_are_solved() -> None:
    """A slice of each, solved anew."""
    tables, total, gift = last_turn().tables, BRINGS.total[:, None], BRINGS.gift[:, None]
    totals = np.append(np.unique(BRINGS.total), 999)
    needed = np.arange(LEAST, int(BRINGS.total.max()) + 2)

    def chances(reached: np.ndarray) -> np.ndarray:
        return turn_value(BRINGS, reached.astype(np.float32), compiled=has_numba())

    assert tables.smaller[0, 9, :, -1] == pytest.approx(chances((gift < 9) & (total >= needed)), abs=1e-3)
    assert tables.smaller[1, 9, :, 0] == pytest.approx(chances((gift < 9) & (total - 2 * gift >= needed)), abs=1e-3)
    assert tables.larger[1, 9, :, 0] == pytest.approx(
        chances((gift >= 9) & (total - 2 * (gift - 9) >= needed)), abs=1e-3
    )
    assert tables.either[9, 20] == pytest.approx(chances(total >= np.where(gift >= 9, totals, totals[20])), abs=1e-3)
    assert tables.rising[9, 4] == pytest.approx(chances((gift >= 9) & (total >= totals - 10 * (gift >= 13))), abs=1e-3)


@pytest.mark.slow
def test_the_tables_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer columns, because it takes a while."""
    monkeypatch.setattr(module, "SLACKS", SLACKS[[0, -1]])
    monkeypatch.setattr(module, "STEPS", 2)
    found, shipped = solved_last_turn(BRINGS, has_numba()), last_turn().tables
    for name, columns in (("smaller", shipped.smaller[..., [0, -1]]), ("larger", shipped.larger[..., [0, -1]])):
        assert getattr(found, name) == pytest.approx(columns, abs=1e-3)
    assert found.either == pytest.approx(shipped.either, abs=1e-3)
    assert found.rising == pytest.approx(shipped.rising[:, :2], abs=1e-3)


def test_other_dice_have_tables_of_their_own_in_their_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert last_turn_of(tmp_path, STANDARD_DICE, free_giving=False) is last_turn()
    assert not list(tmp_path.iterdir())
    solved_for = []

    def standing_in(brings: object, compiled: object) -> ByTables:
        solved_for.append(brings)
        return last_turn().tables

    monkeypatch.setattr(module, "solved_last_turn", standing_in)
    folder = tmp_path / "own"
    for _ in range(2):
        make_last_turn(folder, STANDARD_DICE, free_giving=True)
        found = last_turn_of(folder, STANDARD_DICE, free_giving=True)
        assert (found.tables.rising == last_turn().tables.rising).all()
    assert solved_for == [outcomes(STANDARD_DICE, True)]
    make_last_turn(folder, DiceSet(STANDARD_DICE.layout[::-1]), free_giving=True)
    assert len(solved_for) == len(list(folder.iterdir())) == 2


@pytest.mark.parametrize(("seats", "factor"), [(2, 1), (3, 2), (4, 1)])
def test_compiled_the_chances_are_the_same_to_the_last_bit(seats: int, factor: int) -> None:
    pytest.importorskip("numba")
    compiled = fastest(last_turn())
    assert type(compiled) is not type(last_turn())
    likely = Fitting(shares(seats)).likely(1, 400, np.random.default_rng(factor))
    points, given = (column.astype(np.int32) for column in likely[:2])
    for seat in range(seats):
        for one, other in zip(
            *(last.outlook(points, given, seat, factor) for last in (compiled, last_turn())), strict=True
        ):
            np.testing.assert_array_equal(one, other)
