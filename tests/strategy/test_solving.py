"""Computing tables: interrupted and resumed, with any number of processes."""

from pathlib import Path

import numpy as np
import pytest

from charidice.rules import STANDARD_DICE, DiceSet, Ruleset
from charidice.solving import solve as module
from charidice.solving.fitting import Fitting
from charidice.solving.lead import LeadSolver
from charidice.solving.solve import solve, solver_of
from charidice.solving.victory import VictorySolver
from charidice.strategy.table_names import TABLES
from charidice.strategy.tables.files import TableFile
from charidice.strategy.tables.lead import LeadSolution, Pair, lead_solution
from charidice.strategy.tables.storage import CannotLoad
from charidice.strategy.tables.victory import VictorySolution

ONE_ROUND = Ruleset(rounds=1)


class Stopped(Exception):
    """The run is interrupted."""


def solve_lead(folder: Path, dice_set: DiceSet = STANDARD_DICE, processes: int = 1) -> tuple[LeadSolution, list[int]]:
    """The solution of a short game, and how many parts were said to be done one time after the other."""
    seen: list[tuple[int, int]] = []
    file = TableFile("lead", folder, ONE_ROUND, dice_set)
    solution = solve(file, processes, lambda *told: seen.append(told)).table
    assert isinstance(solution, LeadSolution)
    done = [done for done, _ in seen]
    assert done == sorted(done)
    assert {total for _, total in seen} == {done[-1]}
    return solution, done


def loaded(folder: Path, dice_set: DiceSet = STANDARD_DICE) -> LeadSolution:
    solution = TableFile("lead", folder, ONE_ROUND, dice_set).load()
    assert isinstance(solution, LeadSolution)
    return solution


def test_a_short_game_is_solved_checked_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "new folder"
    solution, done = solve_lead(folder)
    assert LeadSolver(solution).check(np.random.default_rng(1)) < 1e-4
    assert done[0] == 0
    kept = loaded(folder)
    assert (kept.ruleset, kept.dice_set) == (ONE_ROUND, STANDARD_DICE)
    np.testing.assert_array_equal(kept.values, solution.values)


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = solve_lead(tmp_path / "whole", processes=2)
    save = module.save

    def save_once(*arguments: object) -> None:
        save(*arguments)  # type: ignore[arg-type]
        raise Stopped

    monkeypatch.setattr(module, "save", save_once)
    with pytest.raises(Stopped):
        solve_lead(tmp_path)
    with pytest.raises(CannotLoad):
        loaded(tmp_path)
    monkeypatch.setattr(module, "save", save)
    resumed, done = solve_lead(tmp_path)
    assert 0 < done[0] < done[-1]
    np.testing.assert_array_equal(resumed.values, whole.values)


def test_a_file_of_another_game_is_not_taken_over(tmp_path: Path) -> None:
    swapped = DiceSet((*STANDARD_DICE.layout[1::-1], *STANDARD_DICE.layout[2:]))
    solve_lead(tmp_path, swapped)
    with pytest.raises(CannotLoad):
        loaded(tmp_path)
    _, done = solve_lead(tmp_path)
    assert done[0] == 0
    assert loaded(tmp_path).dice_set == STANDARD_DICE


def test_a_lead_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    solved, _ = solve_lead(tmp_path)
    file = TableFile("lead", tmp_path, ONE_ROUND)
    levels = {str(turns_left): solved.values[turns_left] for turns_left in (1, 2)}
    np.savez_compressed(file.path, game=file.game, **levels)
    np.testing.assert_array_equal(loaded(tmp_path).values, solved.values)


def test_a_file_of_an_earlier_grid_is_not_taken_over(tmp_path: Path) -> None:
    solve_lead(tmp_path)
    file = TableFile("victory", tmp_path, ONE_ROUND)
    levels = {str(turns_left): np.zeros((2, 2, 326, 134), np.uint16) for turns_left in (1, 2)}
    np.savez_compressed(file.path, game=file.game[:-1], **levels)  # type: ignore[arg-type]
    with pytest.raises(CannotLoad) as refused:
        file.load()
    assert refused.value.values == {"path": file.path}
    solve(file, 1)
    table = file.load()
    assert isinstance(table, VictorySolution)
    assert table.chance_of(Pair(2, 0, 0, True, True, 0)) == pytest.approx(0.316785, abs=1e-5)


def test_shares_of_an_earlier_form_are_not_taken_over(tmp_path: Path) -> None:
    file = TableFile("shares3", tmp_path, ONE_ROUND)
    levels = {str(turns_left): np.zeros(9_000, np.float16) for turns_left in (1, 2, 3)}
    np.savez_compressed(file.path, game=file.game[:-1], **levels)  # type: ignore[arg-type]
    with pytest.raises(CannotLoad) as refused:
        file.load()
    assert refused.value.values == {"path": file.path}


@pytest.mark.parametrize("content", [b"", b"not a solution", b"PK\x03\x04 cut off"])
def test_what_holds_no_solution_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "lead.npz"
    path.write_bytes(content)
    with pytest.raises(CannotLoad) as refused:
        loaded(tmp_path)
    assert (refused.value.code, refused.value.values) == ("not-a-solution", {"path": path})
    with pytest.raises(CannotLoad):
        solve_lead(tmp_path)
    assert path.read_bytes() == content


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotLoad):
        loaded(tmp_path)


def test_the_chance_of_victory_builds_on_the_lead_of_the_same_game(tmp_path: Path) -> None:
    with pytest.raises(CannotLoad) as refused:
        TableFile("victory", tmp_path, ONE_ROUND).empty()
    assert refused.value.values == {"path": tmp_path / "lead.npz"}
    solve_lead(tmp_path)
    table = TableFile("victory", tmp_path, ONE_ROUND).empty()
    assert isinstance(table, VictorySolution)
    assert table.lead.ruleset == ONE_ROUND
    standard = TableFile("victory", tmp_path / "nothing here").empty()
    assert isinstance(standard, VictorySolution)
    assert standard.lead is lead_solution()


def test_every_table_has_its_name() -> None:
    kinds = [type(solver_of(TableFile(name, Path("none")))) for name in TABLES]
    assert kinds == [LeadSolver, VictorySolver, Fitting, Fitting, Fitting]
