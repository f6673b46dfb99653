"""`charidice history`: statistics of records and backups in files."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from charidice.history.backup import SavedGame, dump_backup, dump_game, read_backup, read_game
from charidice.history.people import Aliases
from charidice.record import GameRecord, dump_json, dump_notation

from ..coach.games import game
from .running import Run


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    """Two finished games, and one that is not."""
    first, second = game(1), replace(game(2, ("fox", "fox")), bots=(None, "fox"))
    return [first, second, replace(first, events=first.events[:3])]


@pytest.fixture
def files(games: list[GameRecord], tmp_path: Path) -> list[str]:
    written = {"one.json": dump_json(games[0]), "two.txt": dump_notation(games[1]), "three.json": dump_json(games[2])}
    for name, text in written.items():
        (tmp_path / name).write_text(text, "utf-8")
    return [str(tmp_path / name) for name in written]


def test_everybody_in_a_table(files: list[str], run: Run) -> None:
    lines = run("history", *files).out.splitlines()
    assert lines[0].split() == ["name", "games", "won", "mean", "best", "loss", "luck", "rating"]
    assert [line.split()[:2] for line in lines[1:]] == [["Anna", "2"], ["Ben", "1"], ["Fox", "1"]]


def test_statistics_as_data(files: list[str], run: Run) -> None:
    found = json.loads(run("history", *files, "--json").out)
    assert (found["format"], found["version"], found["games"]) == ("charidice-statistics", 1, 3)
    people = {person["name"]: person for person in found["people"]}
    assert {name: person["games"] for name, person in people.items()} == {"Anna": 2, "Ben": 1, "Fox": 1}
    assert people["Fox"]["bot"] == "fox"
    assert people["Anna"]["rating"]["games"] == 2
    assert people["Anna"]["losses"].keys() == {"first-keep", "second-keep", "scoring", "asking"}


def test_a_row_for_each_seat(files: list[str], run: Run) -> None:
    rows = [*csv.DictReader(io.StringIO(run("history", *files, "--csv").out))]
    assert len(rows) == 6
    assert {row["game"] for row in rows} == {"one.json", "two.txt", "three.json"}
    assert [row["finished"] for row in rows if row["game"] == "three.json"] == ["0", "0"]


def test_a_backup_counts_like_its_records_and_no_game_twice(
    games: list[GameRecord], files: list[str], run: Run, tmp_path: Path
) -> None:
    lines = [dump_game(SavedGame(record, at="2026-01-01T00:00:00.000+00:00")) for record in games]
    backup = tmp_path / "backup.json"
    backup.write_text("".join(dump_backup(Aliases({"anna": "Mum"}), lines)), "utf-8")
    assert [read_game(text).record for text in read_backup(backup.read_text("utf-8")).games] == games
    found = json.loads(run("history", str(backup), *files, "--json").out)
    assert found["games"] == 3
    assert [person["name"] for person in found["people"]] == ["Mum", "Ben", "Fox"]


def test_a_bad_game_is_named(games: list[GameRecord], run: Run, tmp_path: Path) -> None:
    lines = [dump_game(SavedGame(games[0])), '{"record": {}}']
    backup = tmp_path / "backup.json"
    backup.write_text("".join(dump_backup(Aliases({}), lines)), "utf-8")
    found = run("history", str(backup))
    assert found.code == 2
    assert f"{backup}, game 2: " in found.err
