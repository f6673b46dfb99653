"""`charidice value` and `charidice solve`."""

import json
from pathlib import Path

import pytest

from charidice.cli import main
from charidice.messages import LANGUAGES, catalog
from charidice.record import read_position
from charidice.rules import Roll, Score, legal_actions

POSITION = "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6"


def test_without_a_position_it_is_the_start_of_a_game_for_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value"]) == 0
    assert capsys.readouterr().out == "player 1: -5.300 (exact)\nplayer 2: 5.300 (exact)\n"


def test_the_value_as_json_says_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", "--objective", "points", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["objective"], answer["kind"]) == ("points", "exact")
    assert answer["values"] == pytest.approx([216.3143] * 2, abs=1e-3)
    assert "moves" not in answer


def test_every_legal_move_has_its_value_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", POSITION, "--moves", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    own = [move for move in answer["moves"] if move["player"] == 0]
    moves = {Roll(tuple(m["keep"])) if m["action"] == "roll" else Score(tuple(m["dice"])) for m in own}
    assert moves == set(legal_actions(read_position(POSITION), 0))
    assert [move["value"] for move in own] == sorted((move["value"] for move in own), reverse=True)
    assert {move["action"] for move in answer["moves"] if move["player"] == 1} == {"ask", "decline"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_are_told_in_words(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", POSITION, "--moves", "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    texts = catalog(language)
    assert texts.say("value.moves", player=texts.say("player.number", number=2)) in lines
    assert any(line.endswith(texts.say("move.keep", faces="K5 G6 O4 P6")) for line in lines)
    assert any(line.endswith(texts.say("move.roll-all")) for line in lines)
    assert any(line.endswith(texts.say("action.ask")) for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "code"),
    [(["C1 :2x/:2x/:2x -"], "two-players-only"), (["C1 :2x/:2x - rounds=3"], "not-solved")],
)
def test_what_cannot_be_told_is_refused(
    words: list[str], code: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["value", *words, "--lang", language]) == 2
    assert catalog(language).say(f"refused.{code}") in capsys.readouterr().err


def test_a_solution_of_our_own_is_computed_and_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "one.npz")
    assert main(["solve", "--rounds", "1", "--out", path, "--processes", "2"]) == 0
    told = capsys.readouterr()
    assert "100 %" in told.err
    assert path in told.out
    assert main(["value", "C1 :2x/:2x - rounds=1", "--solution", path, "--json"]) == 0
    value = json.loads(capsys.readouterr().out)["values"][0]
    assert f"{value:.4f}" in told.out


def test_a_file_that_is_no_solution_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "none.npz")
    assert main(["value", "--solution", path]) == 2
    assert path in capsys.readouterr().err
