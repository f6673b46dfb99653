"""Bots of installed packages: found by their names, run like bots in files."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from charidice import BotFailed, CannotPlay, Node, Roll, Ruleset, new_game
from charidice.arena import deal_dice, play_game
from charidice.cli import completion
from charidice.cli.parser import parser
from charidice.messages import catalog
from charidice.rules.state import Setup
from charidice.strategy.bots.external import installed_bots
from charidice.strategy.bots.team import BOTS, Team, bot_named
from charidice.terminal.console import Console
from charidice.terminal.seats import bot_names, seated_bots
from charidice.terminal.start import ask_players

START = new_game(2)
SOURCE = """
from charidice import Bot, DeclineGift, Roll, Score

loads = []


class Hare(Bot):
    @classmethod
    def load(cls):
        loads.append(cls)

    def choose(self, node):
        assert loads == [type(self)]
        if node.asking:
            return DeclineGift()
        return Score(node.state.options[0].dice) if node.state.turn.rolls else Roll()


class Stuck(Hare):
    def choose(self, node):
        while True: pass


class Crashing(Hare):
    def choose(self, node):
        return 1 / 0


class Idle(Bot):
    pass

"""
ENTRIES = """
[charidice.bots]
hare = hares.kinds:Hare
stuck = hares.kinds:Stuck
crashing = hares.kinds:Crashing
idle = hares.kinds:Idle
lost = hares.kinds:Lost
nowhere = no_such_module:Bot
fox = hares.kinds:Hare
a.py:B = hares.kinds:Hare
"""


@pytest.fixture
def hares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with bots, installed as pip would."""
    (tmp_path / "hares").mkdir()
    (tmp_path / "hares" / "__init__.py").touch()
    (tmp_path / "hares" / "kinds.py").write_text(SOURCE)
    info = tmp_path / "hares-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hares\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    installed_bots.cache_clear()
    yield
    installed_bots.cache_clear()


@pytest.mark.usefixtures("hares")
def test_they_have_their_names_and_cannot_take_ours() -> None:
    assert list(installed_bots()) == ["crashing", "hare", "idle", "lost", "nowhere", "stuck"]
    assert type(bot_named("fox", Random(1))) is type(BOTS["fox"](Random(1)))


@pytest.mark.usefixtures("hares")
def test_they_play_and_are_loaded_once() -> None:
    team = Team.of(["hare", "magpie", "hare"])
    team.check(Setup(3))
    for deal in range(2):
        assert play_game(team(Random(deal)), Setup(3, Ruleset(2)), deal_dice(1, deal)).is_over


@pytest.mark.usefixtures("hares")
@pytest.mark.parametrize(
    ("name", "code"),
    [("lost", "bot-without-class"), ("nowhere", "bot-unloadable"), ("idle", "bot-unloadable"), ("hawk", "unknown-bot")],
)
def test_what_cannot_be_loaded_is_told(name: str, code: str) -> None:
    with pytest.raises(CannotPlay, match=code) as refused:
        bot_named(name, Random(1))
    if name == "hawk":
        assert refused.value.values["allowed"] == (*BOTS, *installed_bots())


@pytest.mark.usefixtures("hares")
@pytest.mark.parametrize(("name", "code"), [("stuck", "bot-too-slow"), ("crashing", "bot-failed")])
def test_their_failures_name_lines_of_their_own(name: str, code: str) -> None:
    with pytest.raises(BotFailed, match=code) as failed:
        Team.of([name], think_time=0.5)(Random(1))[0].choose(Node.of(START))
    told = str(failed.value.values["traceback"])
    assert "kinds.py" in told
    assert "external_process.py" not in told


@pytest.mark.usefixtures("hares")
def test_at_the_terminal_they_are_on_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["2", "1", "7", "Anna"])

    class Told(Console):
        def ask(self, key: str, **values: object) -> str:
            return next(answers)

    people, bots = ask_players(Told(catalog("en")))
    assert (people, bots) == (("Anna",), ("hare",))
    assert "  7  hare\n" in capsys.readouterr().out
    assert bot_names(bots, people, catalog("en")) == ("hare",)
    # They were installed on purpose, so a saved game may start them.
    seated = seated_bots((None, "hare"), Setup(2), [])
    assert seated[1].choose(Node.of(new_game(2)._replace(active=1))) == Roll()


@pytest.mark.usefixtures("hares")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_them(shell: str) -> None:
    assert "thrifty lead shares crashing hare" in completion.script(parser(catalog("en")), shell)


@pytest.mark.usefixtures("hares")
def test_the_commands_know_them() -> None:
    for command, said in (("check-bot hare", "hare"), ("simulate hare sparrow --games 2 --rounds 1", "hare ")):
        words = [sys.executable, "-m", "charidice", *command.split(), "--lang", "en"]
        run = subprocess.run(words, capture_output=True, text=True)
        assert (run.returncode, said in run.stdout) == (0, True), run.stderr


def test_a_class_of_the_old_form_may_have_a_load_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "old.py"
    path.write_text(
        dedent(
            """
            from charidice import Roll

            class Old:
                def __init__(self, rng):
                    pass

                def load(self, what):
                    raise RuntimeError

                def choose(self, node):
                    return Roll()
            """
        )
    )
    assert bot_named(f"{path}:Old", Random(1)).choose(Node.of(START)) == Roll()
