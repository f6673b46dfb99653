"""`charidice study`: small tables and plots about the two-player game."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from charidice.cli import main
from charidice.cli.study import PLAYED, SOLVED
from charidice.messages import LANGUAGES, catalog
from charidice.study.plots import PLOTS
from charidice.study.solution import giving

from .running import Run

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subject", SOLVED)
def test_tables_are_aligned_and_titled(subject: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", subject, "--lang", language]) == 0
    title, *rows = capsys.readouterr().out.splitlines()
    assert title == catalog(language).say(f"study.{subject}")
    assert len({len(row) for row in rows}) == 1


@pytest.mark.parametrize(
    "subject", [pytest.param(each, marks=[pytest.mark.long] * (each == "rating")) for each in PLAYED]
)
def test_what_is_played_says_with_which_dice(subject: str, run: Run) -> None:
    found = json.loads(run("study", subject, "--games", "2", "--seed", "5", "--json").out)
    assert (found["subject"], found["games"], found["seed"]) == (subject, 2, 5)
    # Of bots among their equals there is nothing to play in both seats.
    played = "1" if subject == "rating" else "2"
    assert played in run("study", subject, "--games", "1", "--seed", "5", "--lang", "pl").out.splitlines()[0]


def test_a_table_as_data_is_the_table(run: Run) -> None:
    rows = giving(catalog("en")).records()
    answer = json.loads(run("study", "giving", "--json", "--lang", "de").out)
    assert answer["rows"] == rows
    written = list(csv.DictReader(io.StringIO(run("study", "giving", "--csv").out)))
    assert [{name: float(value) for name, value in row.items()} for row in written] == rows


def test_a_plot_is_written_once(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "giving.svg"
    answer = run("study", "giving", "-o", path, "--lang", "it")
    assert (answer.code, answer.out) == (0, catalog("it").say("study.written", path=path) + "\n")
    title = ET.fromstring(path.read_text("utf-8")).find(f"{SVG}title")
    assert title is not None
    assert title.text == catalog("it").say("plot.giving")
    assert run("study", "giving", "-o", path).code == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("opening", "-o", "opening.svg"), "study-without-plot"),
        (("giving", "--games", "10"), "study-is-solved"),
        (("giving", "--seed", "10"), "study-is-solved"),
    ],
)
def test_what_a_study_does_not_have_is_refused(words: tuple[str, ...], code: str, language: str, run: Run) -> None:
    answer = run("study", *words, "--lang", language)
    allowed = PLOTS if code == "study-without-plot" else PLAYED
    assert answer.code == 2
    assert all(name in answer.err for name in (words[0], *allowed))
