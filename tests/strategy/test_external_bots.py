"""External bots: read once, loaded once, in a separate process, with errors that locate the fault."""

import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from subprocess import PIPE

import pytest

from charidice.rules import AskGift, DeclineGift, Node, Refused, Roll, Rolled, evolve, new_game
from charidice.rules.state import Setup
from charidice.strategy.bots import external_process
from charidice.strategy.bots.external import BotFailed, BotProcess, CannotPlay, is_external
from charidice.strategy.bots.team import BOTS, FOR_TWO, Team, bot_named

from ..family import is_gone
from ..waiting import until

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

    def choose(self, node):
        if node.asking:
            return AskGift()
        return Score(node.state.options[0].dice) if node.state.turn.rolls else Roll()


class Failing(FirstIdea):
    def choose(self, node):
        return {}["nothing"]


class Leaving(FirstIdea):
    def choose(self, node):
        sys.exit("enough")


class Keeping(FirstIdea):
    def choose(self, node):
        return Roll((0,))


class Whimsical(FirstIdea):
    def choose(self, node):
        return Roll(self.chance.sample(range(6), self.chance.randrange(6)))


class Sleeping(FirstIdea):
    def choose(self, node):
        while node:
            pass


class Gone(FirstIdea):
    def choose(self, node):
        import os

        os._exit(3)


class Silent(FirstIdea):
    def choose(self, node):
        return None


class Talking(FirstIdea):
    def choose(self, node):
        return "roll"


class Dreaming(FirstIdea):
    def choose(self, node):
        return Score(("B4",)) if node.state.turn.rolls else Roll()
"""
FORKING = """
class Forking(FirstIdea):
    def choose(self, node):
        time.sleep(3600)


import os
import pathlib
import time

# While it is loaded, which may take longer than a decision.
if number := os.fork():
    pathlib.Path(__file__).with_name("forked").write_text(str(number))
else:
    time.sleep(3600)
"""
START = Node.of(new_game(2))
ROLLED = Node.of(evolve(new_game(2), Rolled((), (1, 2, 3, 4, 5, 6))))


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
    assert is_external(name) == own


def test_it_chooses_as_it_likes(path: Path) -> None:
    bot = bot_named(f"{path}:FirstIdea", Random(1))
    assert bot.choose(START) == Roll()
    assert bot.choose(ROLLED) == AskGift()


def test_the_file_is_loaded_once_and_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    once = OWN.replace("from __future__ import annotations", f"open({str(tmp_path / 'loads')!r}, 'a').write('x')")
    path.write_text(once)
    team = Team.of([f"{path}:FirstIdea", "fox", f"{path}:FirstIdea"])
    before = set(sys.modules)
    for _ in range(3):
        first, _, other = team(Random(1))
        assert first.choose(START) == other.choose(START) == Roll()
    assert (tmp_path / "loads").read_text() == "x"
    assert set(sys.modules) == before


def test_it_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "habits_of_mine.py").write_text("from charidice import Roll\n\ndef start():\n    return Roll()\n")
    (tmp_path / "my_bot.py").write_text(
        "import habits_of_mine\n\nclass MyBot:\n    def __init__(self, chance):\n        pass\n"
        "    def choose(self, node):\n        return habits_of_mine.start()\n"
    )
    assert bot_named(f"{tmp_path / 'my_bot.py'}:MyBot", Random(1)).choose(START) == Roll()


def test_what_it_prints_goes_to_standard_error(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path.write_text("print('loaded')\n" + OWN.replace("from __future__ import annotations", ""))
    bot_named(f"{path}:FirstIdea", Random(1)).choose(START)
    out, err = capfd.readouterr()
    assert (out, err) == ("", "loaded\n")


def test_a_team_takes_the_text_of_its_files_along(path: Path) -> None:
    team = Team.of([f"{path}:FirstIdea", "magpie"])
    sent = pickle.dumps(team)
    path.unlink()
    own, magpie = pickle.loads(sent)(Random(1))
    assert own.choose(START) == magpie.choose(START) == Roll()


def test_each_bot_has_a_chance_of_its_own(path: Path) -> None:
    name = f"{path}:Whimsical"
    first, second = (
        [bot.choose(ROLLED.play(DeclineGift())) for bot in Team.of([name, name])(Random(4))] for _ in range(2)
    )
    assert first == second
    assert len(set(first)) == 2


@pytest.mark.parametrize(
    ("kind", "code", "told"),
    [
        ("Failing", "bot-failed", {"detail": "KeyError: 'nothing'"}),
        ("Leaving", "bot-failed", {"detail": "SystemExit: enough"}),
        ("Keeping", "bot-not-allowed", {"action": "Roll(keep=(0,))"}),
        ("Silent", "bot-no-action", {"action": "None"}),
        ("Talking", "bot-no-action", {"action": "'roll'"}),
        ("Gone", "bot-ended", {"exit": 3}),
    ],
)
def test_what_it_does_wrong_is_told(path: Path, kind: str, code: str, told: dict[str, object]) -> None:
    name = f"{path}:{kind}"
    with pytest.raises(BotFailed) as failed:
        bot_named(name, Random(1)).choose(START)
    assert failed.value.code == code
    assert failed.value.values.items() >= {"text": name, "position": "C1 :2x/:2x -", **told}.items()


def test_only_the_frames_of_its_own_file_are_told(path: Path) -> None:
    with pytest.raises(BotFailed) as failed:
        bot_named(f"{path}:Failing", Random(1)).choose(START)
    told = str(failed.value.values["traceback"]).splitlines()
    line = OWN.splitlines().index('        return {}["nothing"]') + 1
    assert told[:2] == [f'  File "{path}", line {line}, in choose', '    return {}["nothing"]']
    assert [line for line in told if "File" in line] == told[:1]


def test_a_decision_that_takes_too_long_is_ended(path: Path) -> None:
    team = Team.of([f"{path}:Sleeping"], think_time=0.2)
    with pytest.raises(BotFailed) as failed:
        team(Random(1))[0].choose(START)
    assert (failed.value.code, failed.value.values["seconds"]) == ("bot-too-slow", "0.2")
    assert str(path) in str(failed.value.values["traceback"])
    assert "in choose" in str(failed.value.values["traceback"])
    # The next game has a process again.
    with pytest.raises(BotFailed, match="bot-too-slow"):
        team(Random(1))[0].choose(START)


@pytest.mark.parametrize(("place", "code"), [("load", "bot-slow-to-load"), ("__init__", "bot-slow-to-begin")])
def test_what_is_slow_is_called_by_its_name(path: Path, place: str, code: str) -> None:
    classmethod_, parameters = ("@classmethod", "cls") if place == "load" else ("", "self, rng")
    slow = f"""
from charidice import Bot
import time

class Slow(Bot):
    {classmethod_}
    def {place}({parameters}):
        time.sleep(3600)

    def choose(self, node): pass
"""
    path.write_text(slow)
    name = f"{path}:Slow"
    seconds = (300, 0.2) if place == "load" else (0.2, 300)
    load = external_process.Load(name, str(path), slow.encode(), "Slow", *seconds)
    answer = BotProcess(load).ask(external_process.NewBot(1, Random(1)))
    assert isinstance(answer, external_process.Failure)
    assert (answer.code, answer.values["text"], answer.values["seconds"]) == (code, name, "0.2")


def test_processes_that_a_slow_bot_has_forked_end_with_it(path: Path, tmp_path: Path) -> None:
    path.write_text(f"{OWN}\n{FORKING}")
    with pytest.raises(BotFailed, match="bot-too-slow"):
        Team.of([f"{path}:Forking"], think_time=0.2)(Random(1))[0].choose(START)
    forked = int((tmp_path / "forked").read_text())
    until(lambda: is_gone(forked))


def test_a_class_that_is_not_there_is_told_with_those_that_are(path: Path) -> None:
    with pytest.raises(CannotPlay) as refused:
        bot_named(f"{path}:Missing", Random(1))
    assert refused.value.code == "bot-without-class"
    assert {"FirstIdea", "Failing"} <= set(refused.value.values["allowed"])  # type: ignore[call-overload]


def test_dice_that_are_none_are_its_mistake_too(path: Path) -> None:
    bot = bot_named(f"{path}:Dreaming", Random(1))
    assert bot.choose(START) == Roll()
    with pytest.raises(BotFailed, match="bot-failed"):
        bot.choose(ROLLED.play(DeclineGift()))


def test_5_5_not_to_ask_has_to_be_said(path: Path) -> None:
    with pytest.raises(BotFailed, match="bot-no-action"):
        bot_named(f"{path}:Silent", Random(1)).choose(ROLLED)


@pytest.mark.parametrize("content", [None, "1 / 0", "", "import sys; sys.exit(3)", "class MyBot: pass", "(", "\0"])
def test_a_file_that_makes_no_bot_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "my_bot.py"
    if content is not None:
        path.write_text(content)
    with pytest.raises(CannotPlay) as refused:
        bot_named(f"{path}:MyBot", Random(1))
    expected = {None: "bot-without-file", "": "bot-without-class"}.get(content, "bot-unloadable")
    assert refused.value.code == expected
    assert refused.value.values["text"] == f"{path}:MyBot"


@pytest.mark.parametrize("name", ["hawk", "", "Fox", "fox:", ":Fox"])
def test_a_name_that_is_no_bot_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(CannotPlay) as refused:
        Team.of(["fox", name])(Random(1))
    assert (refused.value.code, refused.value.values) == ("unknown-bot", {"text": name, "allowed": tuple(BOTS)})


def test_a_team_is_checked_before_the_first_game(path: Path) -> None:
    Team.of([f"{path}:FirstIdea", "lead"]).check(Setup(2))
    for name in FOR_TWO:
        with pytest.raises(Refused, match="two-players-only"):
            Team.of([name, "fox", "fox"]).check(Setup(3))
    with pytest.raises(CannotPlay, match="bot-without-class"):
        Team.of([f"{path}:Missing", "fox"]).check(Setup(2))


def test_a_bot_whose_game_was_ended_leaves_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    source = "class Own:\n    def __init__(self, chance):\n        print('made', flush=True)\n"
    run_host = [sys.executable, "-c", f"from {external_process.__name__} import main; main()"]
    with subprocess.Popen(run_host, stdin=PIPE, stdout=PIPE, stderr=PIPE) as host:
        assert host.stdin
        assert host.stdout
        assert host.stderr
        # Nobody reads the answers.
        host.stdout.close()
        pickle.dump(external_process.Load(f"{path}:Own", str(path), source.encode(), "Own", 300), host.stdin)
        pickle.dump(external_process.NewBot(1, Random(1)), host.stdin)
        host.stdin.flush()
        assert host.stderr.readline() == b"made\n"
        host.stdin.close()
        assert host.stderr.read() == b""
    assert host.returncode == 0
