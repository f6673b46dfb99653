"""`charidice value`, also with tables from `charidice solve`."""

import json
import re
from pathlib import Path

import pytest

from charidice.cli.arguments import OBJECTIVES
from charidice.messages import LANGUAGES, catalog
from charidice.record import read_position
from charidice.rules import Roll, Score, legal_actions

from .running import Run

POSITION = "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6"
EVERY_OBJECTIVE = [["--objective", name, *(["--target", "200"] if name == "target" else [])] for name in OBJECTIVES]
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_objective = pytest.mark.parametrize("objective", EVERY_OBJECTIVE, ids=" ".join)


def test_without_a_position_it_is_the_start_of_a_game_for_two(run: Run) -> None:
    answer = run("value", "--objective", "lead")
    assert answer == (0, "Expected lead at the end (exact):\nplayer 1: \N{MINUS SIGN}5.300\nplayer 2: 5.300\n", "")


def test_without_an_objective_it_is_the_share_of_victory(run: Run) -> None:
    code, out, _ = run("value")
    assert code == 0
    assert out.startswith("Share of victory (to within 0.05 percentage points):\nplayer 1: ")
    shares = [float(share) for share in re.findall(r"player [12]: (\d+\.\d\d)%", out)]
    assert sum(shares) == pytest.approx(100, abs=0.011)
    # The last player knows what it takes to win.
    assert 40 < shares[0] < 50
    assert run("value", "--objective", "victory").out == out


@pytest.mark.parametrize("position", ["C1 :2x/:2x/:2x -", "C1 :2x/:2x/:2x/:2x -"])
def test_with_three_or_four_players_the_error_is_told(position: str, run: Run) -> None:
    out = run("value", position).out
    (told,) = re.findall(r"^Share of victory \(about ± (\d\.\d) percentage points\):\n", out)
    assert float(told) == pytest.approx(100 * json.loads(run("value", position, "--json").out)["error"], abs=0.051)
    shares = [float(share) for share in re.findall(r"(\d+\.\d\d)%", out)]
    assert sum(shares) == pytest.approx(100, abs=0.021)


def test_before_the_last_turn_shares_are_exact(run: Run) -> None:
    played = ",".join(["16+0-1"] * 6)
    position = f"C1 {played},16+0-1:--/{played},16+0-1:--/{played}:-- -"
    assert run("value", position).out.startswith("Share of victory (exact):\n")


@pytest.mark.parametrize("position", ["C1 :2x/:2x/:2x - rounds=8", "C1 :2x/:2x - rounds=8"])
def test_in_other_games_the_share_of_victory_is_estimated(position: str, run: Run) -> None:
    code, out, _ = run("value", position)
    assert code == 0
    assert out.startswith("Share of victory (estimated):\n")
    shares = [float(share) for share in re.findall(r"(\d+\.\d\d)%", out)]
    assert sum(shares) == pytest.approx(100, abs=0.021)


@pytest.mark.parametrize("objective", ["victory", "lead"])
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_shorter_game_for_two_is_worth_what_the_end_of_a_whole_one_is(objective: str, rounds: int, run: Run) -> None:
    played = "/".join([",".join(["16+0-0"] * (7 - rounds)) + ":2x"] * 2)
    short, tail = (
        json.loads(run("value", position, "--objective", objective, "--moves", "--json").out)
        for position in (f"C1 :2x/:2x 1:B4B3O6B1G5B5 rounds={rounds}", f"C1 {played} 1:B4B3O6B1G5B5")
    )
    assert short == tail


def test_a_target_is_reached_with_some_chance(run: Run) -> None:
    code, out, _ = run("value", "--objective", "target", "--target", "230")
    assert code == 0
    assert out == (
        "Chance to reach 230 with the points and bonus of the player’s own dice (exact):\n"
        "player 1: 36.06%\nplayer 2: 36.06%\n"
    )


def test_the_charity_bonus_goes_to_one_or_more(run: Run) -> None:
    code, out, _ = run("value", "C1 16+0-10:2x/16+0-1:2x/9+0-10:2x - rounds=1", "--objective", "charity")
    assert code == 0
    heading, *seats = out.splitlines()
    assert heading == "Chance of the charity bonus (estimated):"
    assert seats == ["player 1: 100.00%", "player 2: 0.00%", "player 3: 100.00%"]


def test_the_value_as_json_says_what_it_is(run: Run) -> None:
    answer = json.loads(run("value", "--objective", "points", "--json").out)
    assert list(answer) == ["format", "version", "objective", "truth", "values"]
    assert (answer["objective"], answer["truth"]) == ("points", "exact")
    assert answer["values"] == pytest.approx([216.3143] * 2, abs=1e-3)


@every_objective
def test_every_legal_move_has_its_value_best_first(objective: list[str], run: Run) -> None:
    answer = json.loads(run("value", POSITION, *objective, "--moves", "--json").out)
    assert answer["truth"] == {"victory": "bounded", "charity": "estimated"}.get(answer["objective"], "exact")
    own = [move for move in answer["moves"] if move["player"] == 0]
    moves = {Roll(tuple(m["keep"])) if m["action"] == "roll" else Score(tuple(m["dice"])) for m in own}
    assert moves == set(legal_actions(read_position(POSITION), 0))
    answers = [move for move in answer["moves"] if move["player"] == 1]
    assert {move["action"] for move in answers} == {"ask", "decline"}
    assert answer["moves"] == own + answers
    for of_player in (own, answers):
        values = [move["value"] for move in of_player]
        assert values == sorted(values, reverse=True)
        if answer["objective"] not in ("lead", "points"):
            assert all(0 <= value <= 1 for value in values)


@every_objective
def test_moves_are_told_in_words(language: str, objective: list[str], run: Run) -> None:
    code, out, _ = run("value", POSITION, *objective, "--moves", "--lang", language)
    assert code == 0
    lines, texts = out.splitlines(), catalog(language)
    assert texts.say("value.moves", player=texts.say("player.number", number=2)) in lines
    assert any(line.endswith(texts.say("move.keep", faces="K5 G6 O4 P6")) for line in lines)
    assert any(line.endswith(texts.say("move.roll-all")) for line in lines)
    assert any(line.endswith(texts.say("action.ask")) for line in lines)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["C1 :2x/:2x/:2x -", "--objective", "lead"], "two-players-only"),
        (["C1 :2x/:2x - rounds=8", "--objective", "lead"], "not-solved"),
        (["--objective", "target"], "target-and-score"),
        (["--objective", "points", "--target", "200"], "target-and-score"),
    ],
)
def test_what_cannot_be_told_is_refused(words: list[str], code: str, language: str, run: Run) -> None:
    answer = run("value", *words, "--lang", language)
    assert answer.code == 2
    assert catalog(language).say(f"refused.{code}") in answer.err


def test_what_is_refused_prints_nothing_to_standard_output_first(run: Run) -> None:
    answer = run("value", "C1 :2x/:2x/:2x -", "--objective", "lead")
    assert (answer.code, answer.out) == (2, "")


@pytest.mark.parametrize("target", ["0", "many", "-5"])
def test_a_target_is_a_number(target: str, run: Run) -> None:
    assert run("value", "--objective", "target", f"--target={target}").code == 2


def test_a_table_of_our_own_is_computed_and_used(tmp_path: Path, run: Run) -> None:
    told = run("solve", "lead", "--rounds", "1", "-o", tmp_path, "--processes", "2")
    assert (told.code, told.err) == (0, "")
    assert str(tmp_path / "lead.npz") in told.out
    start = "C1 :2x/:2x - rounds=1"
    answer = run("value", start, "--objective", "lead", "--solution", tmp_path, "--json")
    value = json.loads(answer.out)["values"][0]
    assert catalog("en").number(value, 4) in told.out


def test_a_folder_without_a_table_is_named(tmp_path: Path, run: Run) -> None:
    answer = run("value", "--objective", "lead", "--solution", tmp_path)
    assert answer.code == 2
    assert str(tmp_path) in answer.err
