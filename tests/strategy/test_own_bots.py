"""A bot of somebody's own: read once, run afresh for every game, and told in one line what it does wrong."""

import pickle
import sys
from pathlib import Path
from random import Random

import pytest

from charidice.rules import AskGift, Refused, Roll, Rolled, evolve, new_game
from charidice.rules.state import Setup
from charidice.strategy.bots import BOTS, FOR_TWO, Team, bot_named, bots_named
from charidice.strategy.own_bots import BotFailed, CannotPlay, is_own_bot

OWN = """
from __future__ import annotations

import sys
from dataclasses import dataclass

from charidice import AskGift, Roll, Score

games = 0


@dataclass
class Idea:
    number: int


class FirstIdea:
    def __init__(self, chance):
        global games
        games += 1
        self.games = games
        self.chance = chance

    def choose(self, state, player):
        if player != state.active:
            return AskGift()
        return Score(state.options[0].dice) if state.turn.rolls else Roll()


class Failing(FirstIdea):
    def choose(self, state, player):
        return {}["nothing"]


class Leaving(FirstIdea):
    def choose(self, state, player):
        sys.exit("enough")


class Keeping(FirstIdea):
    def choose(self, state, player):
        return Roll((0,))


class Silent(FirstIdea):
    def choose(self, state, player):
        return None


class Talking(FirstIdea):
    def choose(self, state, player):
        return "roll"


class Dreaming(FirstIdea):
    def choose(self, state, player):
        return Score(("B4",)) if state.turn.rolls else Roll()
"""
START = new_game(2)
ROLLED = evolve(START, Rolled((), (1, 2, 3, 4, 5, 6)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(OWN)
    return path


@pytest.mark.parametrize(
    ("name", "own"),
    [("fox", False), ("a.py:B", True), ("a.py:", False), (":B", False), ("a:b.py:C", True), ("", False)],
)
def test_a_file_and_a_class_make_a_bot(name: str, own: bool) -> None:
    assert is_own_bot(name) == own


def test_it_chooses_as_it_likes(path: Path) -> None:
    bot = bot_named(f"{path}:FirstIdea", Random(1))
    assert bot.choose(START, 0) == Roll()
    assert bot.choose(ROLLED, 1) == AskGift()


def test_the_file_runs_afresh_for_every_game_and_leaves_nothing_behind(path: Path) -> None:
    team = Team.of([f"{path}:FirstIdea", "fox", f"{path}:FirstIdea"])
    before = set(sys.modules)
    for _ in range(3):
        first, _, other = team(Random(1))
        assert first._bot.games == other._bot.games == 1  # type: ignore[attr-defined]
    assert set(sys.modules) == before


def test_a_team_takes_the_text_of_its_files_along(path: Path) -> None:
    team = Team.of([f"{path}:FirstIdea", "magpie"])
    sent = pickle.dumps(team)
    path.unlink()
    own, magpie = pickle.loads(sent)(Random(1))
    assert own.choose(START, 0) == magpie.choose(START, 0) == Roll()


def test_each_bot_has_a_chance_of_its_own(path: Path) -> None:
    name = f"{path}:FirstIdea"
    with_fox = [bot._bot.chance.random() for bot in bots_named([name, name], Random(1))]  # type: ignore[attr-defined]
    assert len(set(with_fox)) == 2
    assert with_fox == [bot._bot.chance.random() for bot in bots_named([name, name], Random(1))]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "code", "detail"),
    [
        ("Failing", "bot-failed", "KeyError: 'nothing'"),
        ("Leaving", "bot-failed", "SystemExit: enough"),
        ("Keeping", "bot-not-allowed", "Roll(keep=(0,)): first-roll-keeps-none"),
        ("Silent", "bot-not-allowed", "None: not-an-action"),
        ("Talking", "bot-not-allowed", "'roll': not-an-action"),
    ],
)
def test_what_it_does_wrong_is_told(path: Path, kind: str, code: str, detail: str) -> None:
    name = f"{path}:{kind}"
    with pytest.raises(BotFailed) as failed:
        bot_named(name, Random(1)).choose(START, 0)
    assert (failed.value.code, failed.value.values) == (code, {"text": name, "detail": detail})


def test_dice_that_are_none_are_its_mistake_too(path: Path) -> None:
    bot = bot_named(f"{path}:Dreaming", Random(1))
    assert bot.choose(START, 0) == Roll()
    with pytest.raises(BotFailed, match="bot-failed"):
        bot.choose(ROLLED, 0)


def test_the_recipient_may_let_a_chance_go_by(path: Path) -> None:
    assert bot_named(f"{path}:Silent", Random(1)).choose(ROLLED, 1) is None


@pytest.mark.parametrize("content", [None, "1 / 0", "", "import sys; sys.exit(3)", "class MyBot: pass", "(", "\0"])
def test_a_file_that_makes_no_bot_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "my_bot.py"
    if content is not None:
        path.write_text(content)
    with pytest.raises(CannotPlay) as refused:
        bot_named(f"{path}:MyBot", Random(1))
    assert refused.value.code == "bot-unloadable"
    assert refused.value.values["text"] == f"{path}:MyBot"


@pytest.mark.parametrize("name", ["hawk", "", "Fox", "fox:", ":Fox"])
def test_a_name_that_is_no_bot_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(CannotPlay) as refused:
        bots_named(["fox", name], Random(1))
    assert (refused.value.code, refused.value.values) == ("unknown-bot", {"text": name, "allowed": tuple(BOTS)})


def test_a_team_is_checked_before_the_first_game(path: Path) -> None:
    Team.of([f"{path}:FirstIdea", "lead"]).check(Setup(2))
    for name in FOR_TWO:
        with pytest.raises(Refused, match="two-players-only"):
            Team.of([name, "fox", "fox"]).check(Setup(3))
    with pytest.raises(CannotPlay, match="bot-unloadable"):
        Team.of([f"{path}:Missing", "fox"]).check(Setup(2))
