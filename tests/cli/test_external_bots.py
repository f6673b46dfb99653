"""External bots at the command line: faults are reported, nothing hangs, and Ctrl-C keeps the results."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from charidice.cli.check_bot import MOST_SLOW
from charidice.messages import catalog
from charidice.rules.ruleset import ROUNDS
from charidice.strategy.bots.levels import LEVELS

from ..family import heed_signals
from ..waiting import PATIENCE
from .running import Run

BOTS = """
import os
import random
import sys
import time

from charidice import DeclineGift, Roll, Score

print("hello from the bot")
games = 0


class Plain:
    def __init__(self, chance):
        global games
        games += 1
        self.game = games

    def choose(self, node):
        if node.asking:
            return DeclineGift()
        return Score(node.state.options[0].dice) if node.state.turn.rolls else Roll()


class Raising(Plain):
    def choose(self, node):
        if node.state.round == 2:
            raise RuntimeError("no idea")
        return super().choose(node)


class Illegal(Plain):
    def choose(self, node):
        return DeclineGift() if node.asking else Roll((0, 1))


class Nonsense(Plain):
    def choose(self, node):
        return "roll"


class Endless(Plain):
    def choose(self, node):
        while node.state.round == 2: pass  # on one line: a traceback names it, whenever it is taken
        return super().choose(node)


class Moody(Plain):
    def choose(self, node):
        if not node.asking and node.state.turn.rolls:
            return Score(random.choice(node.state.options).dice)
        return super().choose(node)


class OfItsProcess(Plain):
    def choose(self, node):
        if not node.asking and node.state.turn.rolls:
            return Score(node.state.options[os.getpid() % len(node.state.options)].dice)
        return super().choose(node)


class Stuck(Plain):
    def choose(self, node):
        if self.game > 20:
            print("stuck", flush=True)
            time.sleep(3600)
        return super().choose(node)
"""
PERFECT = """
from charidice import Bot, analyse


class Perfect(Bot):
    def choose(self, node):
        return analyse(node).best(node.player)
"""
FAULTS = {"Raising": "bot-failed", "Illegal": "bot-not-allowed", "Nonsense": "bot-no-action", "Endless": "bot-too-slow"}
# A decision has all the time that a busy machine may need, but for the bot that never ends.
PATIENT, IMPATIENT = "300", "1"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(BOTS)
    return path


@pytest.mark.parametrize(("kind", "processes"), [*zip(FAULTS, ["1", "2", "1", "2"], strict=True)])
def test_a_failing_bot_is_told_with_the_position_the_seed_and_the_command(
    run: Run, file: Path, kind: str, processes: str
) -> None:
    think_time = IMPATIENT if kind == "Endless" else PATIENT
    words = ["simulate", "sparrow", f"{file}:{kind}", "--seed", "7", "--rounds", "3", "--think-time", think_time]
    answer = run(*words, "--games", "10", "--processes", processes)
    assert (answer.code, answer.out) == (2, "")
    texts = catalog("en")
    first, *others = answer.err.splitlines()
    assert first.startswith("charidice: ")
    assert f"{file}:{kind}" in first
    before = texts.say("bot.trouble.position", position="")
    (position,) = [line.removeprefix(before) for line in others if line.startswith(before)]
    assert position.endswith("rounds=3")
    assert run("value", position).code == 0
    assert texts.say("bot.trouble.seed", seed=7) in others
    if kind in ("Raising", "Endless"):
        assert any(f'File "{file}"' in line and "choose" in line for line in others)
    assert "charidice/" not in "".join(line for line in others if "File" in line)
    command = shlex.split(others[-1].removeprefix(texts.say("bot.trouble.command", command="")))
    again = run(*command[command.index("simulate") :])
    assert again.code == 2
    assert again.err == answer.err


def test_why_a_move_is_illegal_is_said_in_the_language(run: Run, file: Path, language: str) -> None:
    answer = run("simulate", f"{file}:Illegal", "magpie", "--games", "1", "--lang", language)
    texts = catalog(language)
    assert texts.say("refused.first-roll-keeps-none") in answer.err
    assert texts.say("bot.trouble.seed", seed=1) in answer.err


def test_a_file_that_cannot_be_read_is_told_in_the_language(run: Run, tmp_path: Path, language: str) -> None:
    folder = tmp_path / "bots.py"
    folder.mkdir()
    answer = run("simulate", f"{folder}:Mine", "magpie", "--lang", language)
    say = catalog(language).say
    assert (answer.code, answer.out) == (2, "")
    assert say("refused.bot-unloadable", text=f"{folder}:Mine", detail=say("trouble.is-a-folder")) in answer.err


def started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "charidice", *words, "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        preexec_fn=heed_signals,
    )


def test_what_a_bot_prints_does_not_get_into_the_json(file: Path) -> None:
    process = started("simulate", "sparrow", f"{file}:Plain", "--games", "4", "--rounds", "1", "--json")
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert json.loads(out)["games"] == 4
    assert "hello from the bot" in err


def interrupted(process: subprocess.Popen[str], processes: int = 1) -> dict[str, Any]:
    """The answer of a simulation that gets Ctrl-C once its bot is stuck in every process."""
    assert process.stderr
    # Then the first deal, whichever process plays it, is done.
    for _ in range(processes):
        while process.stderr.readline() != "stuck\n":
            assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert catalog("en").say("simulate.interrupted") in err
    told: dict[str, Any] = json.loads(out)
    return told


@pytest.mark.parametrize("processes", [1, 2])
def test_ctrl_c_ends_a_bot_that_is_stuck_and_keeps_what_was_played(file: Path, tmp_path: Path, processes: int) -> None:
    parquet = tmp_path / "games.parquet"
    words = ["simulate", "sparrow", f"{file}:Stuck", "--rounds", "1", "--think-time", "3600", "--json"]
    told = interrupted(started(*words, "--processes", str(processes), "-o", str(parquet)), processes)
    assert 2 <= told["games"] < 1000
    assert parquet.exists()


def test_after_ctrl_c_a_round_robin_tells_what_was_played(file: Path) -> None:
    words = ["simulate", "--round-robin", "sparrow", f"{file}:Stuck", "fox", "--rounds", "1", "--think-time", "3600"]
    told = interrupted(started(*words, "--processes", "1", "--json"))
    assert 6 <= told["games"] < 3000
    assert len(told["pairs"]) == 6


def test_a_bot_that_fails_in_a_round_robin_is_told_with_the_command_of_its_pair(run: Run, file: Path) -> None:
    words = ["simulate", "--round-robin", "sparrow", "fox", f"{file}:Illegal", "--games", "4", "--processes", "1"]
    answer = run(*words)
    assert (answer.code, answer.out) == (2, "")
    command = shlex.split(
        answer.err.splitlines()[-1].removeprefix(catalog("en").say("bot.trouble.command", command=""))
    )
    assert command[command.index("simulate") + 1 :][:3] == ["sparrow", f"{file}:Illegal", "--seed"]
    assert run(*command[command.index("simulate") :]).err == answer.err


def test_check_bot_says_that_all_is_well(run: Run, file: Path, language: str) -> None:
    answer = run("check-bot", f"{file}:Plain", "--lang", language)
    say = catalog(language).say
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[-1] == say("check-bot.fit", text=f"{file}:Plain")
    for kind in ("illegal", "slow", "exceptions"):
        assert say(f"check-bot.{kind}", number=0) in lines
    assert say("check-bot.legal", number=0) not in lines


@pytest.mark.parametrize(
    ("kind", "counted"),
    [("Raising", "exceptions"), ("Illegal", "illegal"), ("Nonsense", "illegal"), ("Endless", "slow")],
)
def test_check_bot_says_what_is_wrong(run: Run, file: Path, kind: str, counted: str) -> None:
    think_time = "0.2" if kind == "Endless" else PATIENT
    answer = run("check-bot", f"{file}:{kind}", "--think-time", think_time)
    say = catalog("en").say
    assert answer.code == 1
    lines = answer.out.splitlines()
    assert lines[-1] == say("check-bot.unfit", text=f"{file}:{kind}")
    for other in ("illegal", "slow", "exceptions"):
        assert (say(f"check-bot.{other}", number=0) in lines) == (other != counted)
    assert any(line.startswith(say("bot.trouble.position", position="")) for line in lines)
    # Each time costs the whole time to think, so that a few are enough.
    assert (say("check-bot.stopped", number=MOST_SLOW) in lines) == (kind == "Endless")
    if kind == "Endless":
        assert say("check-bot.slow", number=MOST_SLOW) in lines
        assert say("check-bot.games", number=MOST_SLOW, bots=catalog("en").join(LEVELS)) in lines
        # The decision that was not waited for counts, too.
        assert say("check-bot.slowest", seconds="0.000") not in lines


@pytest.mark.parametrize("kind", ["Plain", "Moody", "OfItsProcess"])
def test_check_bot_warns_of_a_bot_that_does_not_repeat_itself(run: Run, file: Path, kind: str, language: str) -> None:
    answer = run("check-bot", f"{file}:{kind}", "--lang", language)
    say = catalog(language).say
    # It plays by the rules all the same.
    assert answer.code == 0
    warning = say("check-bot.not-repeated", text=f"{file}:{kind}", first="\0", second="").partition("\0")[0]
    assert (warning in answer.out) == (kind != "Plain")
    assert (say("bot.trouble.position", position="") in answer.out) == (kind != "Plain")


def test_check_bot_tells_the_regret_of_every_decision_in_games_of_two(run: Run, tmp_path: Path) -> None:
    def told(path: Path, kind: str, code: str) -> tuple[float, int]:
        path.write_text(code)
        answer = run("check-bot", f"{path}:{kind}", "--think-time", PATIENT)
        pattern = re.escape(catalog("en").say("check-bot.regret", loss="LOSS", number="NUMBER"))
        found = re.search(pattern.replace("LOSS", r"([\d.]+)").replace("NUMBER", r"(\d+)"), answer.out)
        assert found, answer
        return float(found[1]), int(found[2])

    perfect, many = told(tmp_path / "perfect.py", "Perfect", PERFECT)
    hasty, few = told(tmp_path / "hasty.py", "Plain", BOTS)
    # In percentage points.
    assert perfect == 0 < 1 < hasty < 10
    # A bot that scores at once decides once a turn; both also decide whether to ask.
    assert 10 * ROUNDS < few < many


def test_a_file_without_its_class_is_told_with_the_classes_in_it(run: Run, file: Path, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text("class Helper: pass\nclass First:\n    def choose(self, node): pass\n")
    for words in (["check-bot"], ["simulate", "fox"], ["mcp", "--bot"]):
        answer = run(*words, tmp_path / "first.py")
        assert (answer.code, answer.out) == (2, "")
        names = f"{tmp_path / 'first.py'}:First"
        assert catalog("en").say("refused.bot-needs-class", text=tmp_path / "first.py", allowed=names) in answer.err
    answer = run("check-bot", file)
    assert all(f"{file}:{kind}" in answer.err for kind in ("Plain", *FAULTS))
    # One that is no program has no class to name.
    (tmp_path / "broken.py").write_text("class First(:")
    assert f"{tmp_path / 'broken.py'}:Class" in run("check-bot", tmp_path / "broken.py").err
    assert "there is no file" in run("check-bot", tmp_path / "missing.py").err


def test_a_bot_that_never_ends_is_ended_at_the_table_too(run: Run, file: Path, tmp_path: Path) -> None:
    words = ["play", "Anna", "--bot", f"{file}:Endless", "--rounds", "2", "--think-time", IMPATIENT]
    answer = run(*words, "-o", tmp_path / "game.json", stdin="\ns 1\n\n\n" * 4)
    assert answer.code == 2
    assert "The game is saved." in answer.out
    assert f'File "{file}"' in answer.err
    assert catalog("en").say("bot.trouble.position", position="") in answer.err


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "inf"])
def test_think_time_is_a_number_of_seconds(run: Run, seconds: str) -> None:
    assert run("simulate", "fox", "magpie", f"--think-time={seconds}").code == 2


@pytest.mark.parametrize(("language", "name"), [("de", "Eule"), ("de", "eule"), ("en", "Owl"), ("it", "Gufo")])
def test_bots_have_their_names_in_every_language(run: Run, language: str, name: str) -> None:
    assert catalog(language).say("bot.owl").casefold() == name.casefold()
    words = ["--games", "1", "--rounds", "1", "--processes", "1", "--json", "--lang", language]
    answer = run("simulate", name, "--bot", catalog(language).say("bot.sparrow"), *words)
    assert [row["bot"] for row in json.loads(answer.out)["bots"]] == ["owl", "sparrow"]
