"""Computing a solution: interrupted and resumed, with any number of processes."""

from pathlib import Path

import numpy as np
import pytest

from charidice.rules import STANDARD_DICE, DiceSet, Ruleset
from charidice.strategy import solving
from charidice.strategy.solving import CannotLoad, check_lead, load_lead, solve_lead

ONE_ROUND = Ruleset(rounds=1)


class Stopped(Exception):
    """The run is interrupted."""


def test_a_short_game_is_solved_checked_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "lead.npz"
    seen: list[tuple[int, int]] = []
    solution = solve_lead(path, ONE_ROUND, processes=1, report=lambda *told: seen.append(told))
    assert check_lead(solution) < 1e-4
    assert seen[0][0] == 0
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    loaded = load_lead(path)
    assert (loaded.ruleset, loaded.dice_set) == (ONE_ROUND, STANDARD_DICE)
    np.testing.assert_array_equal(loaded.values, solution.values)


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = solve_lead(tmp_path / "whole.npz", ONE_ROUND, processes=2)
    path = tmp_path / "part.npz"
    save = solving._save

    def save_once(*arguments: object) -> None:
        save(*arguments)  # type: ignore[arg-type]
        raise Stopped

    monkeypatch.setattr(solving, "_save", save_once)
    with pytest.raises(Stopped):
        solve_lead(path, ONE_ROUND, processes=1)
    with pytest.raises(CannotLoad):
        load_lead(path)
    monkeypatch.setattr(solving, "_save", save)
    seen: list[tuple[int, int]] = []
    resumed = solve_lead(path, ONE_ROUND, processes=1, report=lambda *told: seen.append(told))
    assert 0 < seen[0][0] < seen[0][1]
    np.testing.assert_array_equal(resumed.values, whole.values)


def test_a_file_of_another_game_is_not_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "lead.npz"
    swapped = DiceSet((*STANDARD_DICE.layout[1::-1], *STANDARD_DICE.layout[2:]))
    solve_lead(path, ONE_ROUND, swapped, processes=1)
    seen: list[tuple[int, int]] = []
    solve_lead(path, ONE_ROUND, processes=1, report=lambda *told: seen.append(told))
    assert seen[0][0] == 0
    assert load_lead(path).dice_set == STANDARD_DICE


@pytest.mark.parametrize("content", [b"", b"not a solution", b"PK\x03\x04 cut off"])
def test_what_holds_no_solution_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "lead.npz"
    path.write_bytes(content)
    with pytest.raises(CannotLoad) as refused:
        load_lead(path)
    assert (refused.value.code, refused.value.values) == ("not-a-solution", {"path": path})


def test_a_file_that_is_no_solution_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear grandmother")
    with pytest.raises(CannotLoad) as refused:
        solve_lead(path, ONE_ROUND, processes=1)
    assert (refused.value.code, path.read_text()) == ("not-a-solution", "Dear grandmother")
