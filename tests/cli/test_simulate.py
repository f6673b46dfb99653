"""`charidice simulate`."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from charidice.cli import main
from charidice.cli.parser import BOT_NAMES
from charidice.messages import LANGUAGES, catalog
from charidice.strategy.bots import BOTS

OWN_BOT = """
from charidice import Roll, Score

class FirstIdea:
    def __init__(self, chance):
        self.chance = chance

    def choose(self, state, player):
        if player != state.active:
            return None
        return Score(state.options[0].dice) if state.turn.rolls else Roll()
"""


def test_the_help_names_every_bot() -> None:
    assert set(BOT_NAMES) == set(BOTS)


def test_results_are_the_same_with_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in ("1", "2"):
        words = ["simulate", "greedy", "beginner", "--games", "12", "--seed", "5", "--rounds", "2", "--json"]
        assert main([*words, "--processes", processes]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert (told[0]["deals"], told[0]["games"]) == (12, 24)
    greedy, beginner = told[0]["bots"]
    assert greedy["victories"] + beginner["victories"] == pytest.approx(1)
    assert greedy["total_low"] < greedy["total"] < greedy["total_high"]
    assert greedy["lead"] == pytest.approx(-beginner["lead"])


def test_another_seed_is_another_run(capsys: pytest.CaptureFixture[str]) -> None:
    told = set()
    for seed in ("1", "2", "2"):
        words = ["simulate", "greedy", "greedy", "beginner", "--games", "5", "--rounds", "1", "--csv"]
        assert main([*words, "--seed", seed, "--processes", "1"]) == 0
        told.add(capsys.readouterr().out)
    assert len(told) == 2
    rows = list(csv.DictReader(StringIO(told.pop())))
    assert [row["bot"] for row in rows] == ["greedy", "greedy", "beginner"]
    assert sum(float(row["victories"]) for row in rows) == pytest.approx(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told_in_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "greedy", "beginner", "--games", "4", "--rounds", "1", "--processes", "1"]
    assert main([*words, "--lang", language]) == 0
    told = capsys.readouterr()
    first, head, *rows = told.out.splitlines()
    texts = catalog(language)
    assert first == texts.say("simulate.games", count=8)
    assert texts.say("simulate.victories") in head
    assert [row.split()[0] for row in rows] == ["greedy", "beginner"]
    assert len({len(row) for row in rows}) == 1
    assert "100 %" in told.err


def test_a_bot_of_ones_own_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(OWN_BOT)
    words = ["simulate", f"{path}:FirstIdea", "selfish", "--games", "30", "--processes", "2", "--json"]
    assert main(words) == 0
    own, selfish = json.loads(capsys.readouterr().out)["bots"]
    assert own["victories"] < selfish["victories"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_that_does_not_exist_is_refused(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "greedy", "deep-thought", "--lang", language]) == 2
    texts = catalog(language)
    allowed = texts.join(BOTS, "list.or")
    assert texts.say("refused.unknown-bot", text="deep-thought", allowed=allowed) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "reason"), [(None, "FileNotFoundError"), ("1 / 0", "ZeroDivisionError"), ("", "KeyError")]
)
def test_a_bot_that_cannot_be_loaded_is_told_why(
    tmp_path: Path, content: str | None, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my_bot.py"
    if content is not None:
        path.write_text(content)
    assert main(["simulate", "greedy", f"{path}:MyBot"]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code"),
    [(["lead", "greedy", "greedy"], "two-players-only"), (["lead", "greedy", "--rounds", "2"], "not-solved")],
)
def test_the_lead_player_plays_only_what_is_solved(
    words: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 2
    assert catalog("en").say(f"refused.{code}") in capsys.readouterr().err


@pytest.mark.parametrize("bots", [["greedy"], ["greedy"] * 5])
def test_1_1_two_to_four_play(bots: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *bots]) == 2
    assert "2 to 4 players" in capsys.readouterr().err


def test_no_games_are_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "greedy", "greedy", "--games", "0"])
    assert ended.value.code == 2
    assert catalog("en").say("cli.error.too-small", text="0", least=1) in capsys.readouterr().err
