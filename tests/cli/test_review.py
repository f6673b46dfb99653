"""`charidice review`."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from charidice.coach.reviews import reviewer
from charidice.messages import catalog
from charidice.rules.state import Setup
from charidice.strategy.objectives.contest import Objective, objective_for

from .running import Run

GAME = Path(__file__).parents[1] / "playthroughs" / "two-players.txt"


@pytest.fixture(autouse=True)
def lead_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quickest objective will do here."""

    def only(setup: Setup) -> list[Objective]:
        return [objective_for("lead", setup)]

    monkeypatch.setattr(reviewer, "objectives_of", only)


def test_a_review_is_printed_as_text(run: Run) -> None:
    answer = run("review", GAME)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("Review: Anna and Ben\n")
    assert "Round 7: Ben" in answer.out


def test_a_review_speaks_the_language_asked_for(run: Run) -> None:
    assert run("review", GAME, "--lang", "pl").out.startswith("Analiza gry: Anna i Ben\n")


@pytest.mark.parametrize("columns", [60, 80])
def test_a_review_fits_the_terminal_and_loses_nothing(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str, columns: int
) -> None:
    piped = run("review", GAME, "--lang", language).out
    assert max(map(len, piped.splitlines())) > 100, "whoever reads a pipe gets whole lines"
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    shown = run("review", GAME, "--lang", language).out
    assert [line for line in shown.splitlines() if len(line) > columns] == []
    # Words may stand more than once: players side by side share the labels of their summary.
    assert Counter(piped.split()) <= Counter(shown.split())
    # A table is not broken: every line of a player's summary ends at the same place.
    accuracy = catalog(language).say("review.accuracy")
    for name in ("Anna", "Ben"):
        lines = shown.splitlines()
        heads = [number for number, line in enumerate(lines) if line.strip() == name]
        # A sentence may end in a line with the name alone, too.
        tables = [lines[head : lines.index("", head)] for head in heads]
        (rows,) = (table for table in tables if any(row.startswith(accuracy) for row in table))
        assert len({len(row) for row in rows}) == 1


def test_a_review_is_printed_as_json(run: Run) -> None:
    assert json.loads(run("review", GAME, "--json").out)["players"] == ["Anna", "Ben"]


def test_a_review_is_read_from_standard_input(run: Run) -> None:
    assert run("review", "-", "--json", stdin=GAME.read_text("utf-8")).code == 0


def test_a_page_is_written_but_never_over_another_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    answer = run("review", GAME, "-o", path)
    assert (answer.code, answer.out) == (0, f"The review: {path}\n")
    written = path.read_text("utf-8")
    assert written.startswith("<!doctype html>")
    answer = run("review", GAME, "-o", path)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"charidice: The file {path} already exists. Choose another name.\n"
    assert path.read_text("utf-8") == written


def test_one_form_at_a_time(run: Run, tmp_path: Path) -> None:
    answer = run("review", GAME, "--json", "-o", tmp_path / "review.html")
    assert answer.code == 2
    assert "This can’t be combined with --json." in answer.err


@pytest.mark.parametrize(("text", "reason"), [("", "a saved game of Charidice"), ("{}", "a saved game of Charidice")])
def test_what_is_no_record_is_refused(run: Run, tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text)
    answer = run("review", path)
    assert (answer.code, answer.out) == (2, "")
    assert reason in answer.err
    assert run("review", tmp_path / "missing.txt").err.startswith("charidice: There is no file")
