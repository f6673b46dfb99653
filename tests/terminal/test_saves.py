"""Saved games: written atomically, found again, and a failed save never stops a game."""

import argparse
import builtins
import os
import stat
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from charidice import GameRecord, Match, RecordError, Roll, Ruleset, Score, dump_json, load
from charidice.cli import main
from charidice.messages import catalog
from charidice.record.files import FileError, read_record, read_text, save
from charidice.show.telling import Teller
from charidice.terminal.console import Console, Quit
from charidice.terminal.play import TerminalGame
from charidice.terminal.saves import games_folder, new_path, newest_unfinished

PLAYERS = ("Anna", "Ben")
SEED = bytes(range(32))
NOW = datetime(2026, 3, 4, 17, 5, 9)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    # The command line translates argparse for its whole process, which here is that of all tests.
    monkeypatch.setattr(argparse, "_", vars(argparse)["_"])
    return tmp_path


def game(rolls: int = 1, players: tuple[str, ...] = PLAYERS) -> GameRecord:
    match = Match.new(players, seed=SEED)
    for _ in range(rolls):
        match.submit(0, Roll())
    return match.record


def finished_game() -> GameRecord:
    match = Match.new(PLAYERS, Ruleset(1), seed=SEED)
    for seat in (0, 1):
        match.submit(seat, Roll())
        match.submit(seat, Score(match.state.options[0].dice))
    return match.record


def kept(name: str, text: str | bytes, minutes_ago: int) -> Path:
    """A file among the games, last written so long ago."""
    path = games_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    then = NOW.timestamp() - 60 * minutes_ago
    os.utime(path, (then, then))
    return path


# Saving


def test_what_is_saved_is_read_again_with_its_seed(home: Path) -> None:
    path = home / "games" / "of" / "ours" / "game.json"
    save(path, game())
    assert read_record(path) == game()
    assert path.read_text("utf-8") == dump_json(game())
    assert SEED.hex() in path.read_text("utf-8")


def test_names_of_any_alphabet_survive(home: Path) -> None:
    record = game(players=("Zoë 🎲", "Łukasz", "Нина", "小明"))
    save(home / "game.json", record)
    assert read_record(home / "game.json") == record


def test_only_the_owner_can_read_the_seed(home: Path) -> None:
    before = os.umask(0)
    try:
        save(home / "game.json", game())
        save(home / "game.json", game(2))
    finally:
        os.umask(before)
    assert stat.S_IMODE((home / "game.json").stat().st_mode) == 0o600


def test_saving_again_leaves_one_file(home: Path) -> None:
    folder = home / "games"
    for rolls in range(4):
        save(folder / "game.json", game(rolls))
    assert [path.name for path in folder.iterdir()] == ["game.json"]
    assert read_record(folder / "game.json") == game(3)


def full_disk(*_: Any, **__: Any) -> Any:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("step", ["replace", "fsync"])
def test_a_write_that_fails_leaves_the_old_file(home: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = home / "game.json"
    save(path, game(1))
    monkeypatch.setattr(os, step, full_disk)
    with pytest.raises(FileError) as trouble:
        save(path, game(2))
    assert trouble.value.code == "file-unwritable"
    assert trouble.value.values == {"path": path, "detail": "disk-full"}
    assert read_record(path) == game(1)


@pytest.mark.parametrize("step", ["replace", "fsync"])
def test_a_write_that_fails_leaves_nothing_else_behind(home: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """A disk that is full should not get fuller with every roll, and the seed should not lie about."""
    folder = home / "games"
    save(folder / "game.json", game(1))
    monkeypatch.setattr(os, step, full_disk)
    for _ in range(3):
        with pytest.raises(FileError):
            save(folder / "game.json", game(2))
    assert [path.name for path in folder.iterdir()] == ["game.json"]


def test_the_file_is_on_the_disk_before_it_takes_the_place_of_the_old_one(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(handle: int) -> None:
        steps.append("fsync")
        fsync(handle)

    def noted_replace(source: str, target: Path) -> None:
        steps.append("replace")
        assert load(Path(source).read_text("utf-8")) == game()
        assert Path(source).parent == target.parent, "only within a folder is it one step"
        assert Path(source).suffix != ".json", "if the power goes now, it would be taken for a game"
        replace(source, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "replace", noted_replace)
    save(home / "game.json", game())
    assert steps == ["fsync", "replace"]


def test_a_folder_that_cannot_be_made(home: Path) -> None:
    (home / "file").write_text("in the way")
    with pytest.raises(FileError) as trouble:
        save(home / "file" / "games" / "game.json", game())
    assert trouble.value.code == "file-unwritable"
    assert trouble.value.values["path"] == home / "file" / "games" / "game.json"


def test_a_folder_with_the_name_of_the_game(home: Path) -> None:
    (home / "game.json").mkdir()
    with pytest.raises(FileError) as trouble:
        save(home / "game.json", game())
    assert trouble.value.code == "file-unwritable"


# Names


def test_a_game_is_named_after_the_moment_it_began(home: Path) -> None:
    assert games_folder().is_relative_to(home)
    assert new_path(NOW) == games_folder() / "2026-03-04-170509.json"


def test_games_of_the_same_second_have_different_names() -> None:
    paths = []
    for number in range(4):
        paths.append(new_path(NOW))
        save(paths[-1], game(number % 3))
    assert [path.name for path in paths] == [
        "2026-03-04-170509.json",
        "2026-03-04-170509-2.json",
        "2026-03-04-170509-3.json",
        "2026-03-04-170509-4.json",
    ]


# Finding


def test_without_games_there_is_none_to_go_on_with() -> None:
    assert newest_unfinished() is None


def test_the_game_last_played_is_the_one_to_go_on_with() -> None:
    kept("a.json", dump_json(game(1)), 30)
    path = kept("b.json", dump_json(game(2)), 10)
    kept("c.json", dump_json(game(3)), 20)
    assert newest_unfinished() == (path, game(2))


def test_finished_games_are_passed_over() -> None:
    path = kept("a.json", dump_json(game()), 30)
    kept("b.json", dump_json(finished_game()), 10)
    assert newest_unfinished() == (path, game())


BROKEN: dict[str, str | bytes] = {
    "empty": "",
    "cut off": dump_json(game())[:200],
    "other JSON": "{}",
    "a list": "[]",
    "other text": "Dear diary",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\xff",
    "another version": dump_json(game()).replace('"version": 1', '"version": 99'),
    "too deep": "{" + '"a":[' * 100_000,
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_files_are_passed_over(what: str) -> None:
    path = kept("a.json", dump_json(game()), 30)
    kept("b.json", BROKEN[what], 10)
    assert newest_unfinished() == (path, game())


def test_a_folder_among_the_games_is_passed_over() -> None:
    path = kept("a.json", dump_json(game()), 30)
    (games_folder() / "b.json").mkdir()
    assert newest_unfinished() == (path, game())


def test_a_link_that_leads_nowhere_is_passed_over() -> None:
    path = kept("a.json", dump_json(game()), 30)
    (games_folder() / "b.json").symlink_to(games_folder() / "gone.json")
    assert newest_unfinished() == (path, game())


def test_what_a_failed_write_left_behind_is_no_game() -> None:
    kept(".charidice-abc123", dump_json(game(2)), 10)
    path = kept("a.json", dump_json(game()), 30)
    assert newest_unfinished() == (path, game())


# Reading


def test_a_file_that_is_not_there(home: Path) -> None:
    with pytest.raises(FileError) as trouble:
        read_text(home / "nothing.json")
    assert trouble.value.code == "file-not-found"
    assert trouble.value.values == {"path": home / "nothing.json"}


def test_a_folder_is_no_file(home: Path) -> None:
    with pytest.raises(FileError) as trouble:
        read_text(home)
    assert trouble.value.code == "file-unreadable"
    assert trouble.value.values["path"] == home


def test_a_file_that_may_not_be_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "game.json"
    save(path, game())

    def forbidden(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    # As root, every file can be read, whatever its mode.
    monkeypatch.setattr(Path, "open", forbidden)
    monkeypatch.setattr(builtins, "open", forbidden)
    monkeypatch.setattr("io.open", forbidden)
    with pytest.raises(FileError) as trouble:
        read_text(path)
    assert trouble.value.code == "file-unreadable"
    assert trouble.value.values == {"path": path, "detail": "not-permitted"}


def test_bytes_that_are_no_text(home: Path) -> None:
    path = home / "picture.png"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(RecordError) as trouble:
        read_text(path)
    assert trouble.value.code == "not-text"
    assert trouble.value.values == {"field": str(path)}


@pytest.mark.parametrize("code", ["file-not-found", "file-unreadable", "file-unwritable"])
def test_trouble_with_a_file_names_it(home: Path, language: str, code: str) -> None:
    told = catalog(language).refusal(FileError(code, path=home / "game.json", detail="reason"))
    assert str(home / "game.json") in told


# A game that cannot be saved


def at_the_table(match: Match, path: Path, typed: list[str], language: str = "en") -> list[str]:
    """What is said while these lines are typed; then the players quit."""
    said: list[str] = []

    def read(question: str) -> str:
        said.append(question)
        if not typed:
            raise Quit
        return typed.pop(0)

    texts = catalog(language)
    table = TerminalGame(match, Teller(texts, match.players), path, Console(texts, read, said.append))
    try:
        table.play()
    except Quit:
        said.append("quit")
    return said


def test_a_game_goes_on_in_memory_and_the_players_know(home: Path, language: str) -> None:
    (home / "file").write_text("in the way")
    path = home / "file" / "game.json"
    match = Match.new(PLAYERS, Ruleset(1), seed=SEED)
    score = catalog(language).say("command.score").split()[0]
    said = at_the_table(match, path, ["", f"{score} 1", "", f"{score} 1"], language)
    assert match.state.is_over
    warning = catalog(language).say("refused.file-unwritable", path=path, detail="")
    assert any(line.startswith(warning) for line in said)
    assert catalog(language).say("play.over") in said


def test_a_game_is_saved_again_as_soon_as_it_can_be(home: Path) -> None:
    (home / "file").write_text("in the way")
    path = home / "file" / "game.json"
    match = Match.new(PLAYERS, Ruleset(1), seed=SEED)
    at_the_table(match, path, [""])
    (home / "file").unlink()
    at_the_table(match, path, ["s 1"])
    assert read_record(path) == match.record
    assert len(match.record.events) == 2


def test_a_game_that_was_not_saved_promises_no_file_at_its_end(home: Path) -> None:
    (home / "file").write_text("in the way")
    path = home / "file" / "game.json"
    said = at_the_table(Match.new(PLAYERS, Ruleset(1), seed=SEED), path, ["", "s 1", "", "s 1"])
    assert "quit" not in said
    assert f"The record of the game: {path}" not in said
    assert not any(line.startswith(("Check the dice", "Review the game")) for line in said)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Type these lines at `input`, and then Ctrl-D."""

    def type_them(*lines: str) -> None:
        left = list(lines)

        def read(question: str = "") -> str:
            print(question, end="")
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr(builtins, "input", read)

    return type_them


def test_a_game_that_was_not_saved_is_not_said_to_be(
    home: Path, typed: Callable[..., None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("in the way")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "file"))
    typed("", "q")
    assert main(["play", "Anna", "Ben"]) == 0
    out = capsys.readouterr().out
    assert "can’t be written" in out
    assert "The game is saved." not in out


def test_a_home_that_cannot_be_written_is_no_reason_not_to_play(
    home: Path, typed: Callable[..., None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("in the way")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "file"))
    typed("2", "", "Anna", "Ben", "", "s 1", "", "s 1")
    assert main(["play", "--rounds", "1"]) == 0
    out, err = capsys.readouterr()
    assert "The game is over." in out
    assert err == ""
