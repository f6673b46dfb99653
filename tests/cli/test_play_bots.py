"""`charidice play` with bots: who sits where, how it is saved, and what a saved game may start."""

import shlex
from pathlib import Path

import pytest

from charidice import GameRecord, dump_json, load
from charidice.messages import catalog
from charidice.strategy.bots.team import BOTS

from .running import Run

OWN_BOT = """
from pathlib import Path

from charidice import DeclineGift, Roll, Score

Path(__file__).with_name("has run").touch()

class MyBot:
    def __init__(self, chance):
        pass

    def choose(self, node):
        if node.asking:
            return DeclineGift()
        return Score(node.state.options[0].dice) if node.state.turn.rolls else Roll()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "my_bot.py").write_text(OWN_BOT)
    return f"{tmp_path / 'my_bot.py'}:MyBot"


def record_in(path: Path) -> GameRecord:
    return load(path.read_text("utf-8"))


def test_people_sit_first_then_the_bots_in_their_order(run: Run, path: Path, own: str, language: str) -> None:
    say = catalog(language).say
    words = ["play", "Anna", "--bot", "magpie", "--bot", own, "--bot", "magpie", "-o", path, "--lang", language]
    answer = run(*words, stdin="q\n")
    assert (answer.code, answer.err) == (0, "")
    record = record_in(path)
    assert record.players == ("Anna", say("bot.magpie"), "MyBot", f"{say('bot.magpie')} 2")
    assert record.bots == (None, "magpie", own, "magpie")


def test_a_whole_game_against_a_bot(run: Run, path: Path) -> None:
    answer = run("play", "Anna", "--bot", "fox", "--rounds", "2", "-o", path, stdin="\ns 1\n\n\n" * 9)
    assert (answer.code, answer.err) == (0, "")
    assert "Fox scores " in answer.out
    assert "The game is over." in answer.out
    assert run("verify", path).code == 0
    assert run("replay", path).code == 0


def test_without_names_bots_are_asked_for(run: Run, path: Path) -> None:
    answer = run("play", "-o", path, stdin="3\n2\nFox\n1\nAnna\nq\n")
    assert answer.code == 0
    assert record_in(path).bots == (None, "fox", "sparrow")
    assert record_in(path).players == ("Anna", "Fox", "Sparrow")


def test_a_saved_game_goes_on_with_its_bots(run: Run, path: Path) -> None:
    run("play", "Anna", "--bot", "sparrow", "--rounds", "1", "-o", path, stdin="\nq\n")
    answer = run("play", "--resume", path, stdin="s 1\n\n\n")
    assert (answer.code, answer.err) == (0, "")
    assert record_in(path).state.is_over
    assert record_in(path).bots == (None, "sparrow")


def test_a_game_of_people_has_no_word_of_bots_in_its_file(run: Run, path: Path) -> None:
    run("play", "Anna", "Ben", "-o", path, stdin="q\n")
    assert "bots" not in path.read_text("utf-8")


@pytest.mark.parametrize("bots", [["fox"], ["fox", "owl"], ["nonsense"]], ids=len)
def test_a_game_of_bots_alone_is_refused(run: Run, language: str, bots: list[str]) -> None:
    words = [word for bot in bots for word in ("--bot", bot)]
    answer = run("play", *words, "--lang", language)
    reason = catalog(language).say("refused.people-needed")
    assert (answer.code, answer.err) == (2, f"charidice: {reason}\n")
    assert "charidice simulate" in reason


def test_a_bot_that_does_not_exist_is_refused_before_the_game_begins(run: Run, path: Path, language: str) -> None:
    texts = catalog(language)
    answer = run("play", "Anna", "--bot", "hawk", "-o", path, "--lang", language)
    reason = texts.say("refused.unknown-bot", text="hawk", allowed=texts.join(BOTS, "list.or"))
    assert (answer.code, answer.err) == (2, f"charidice: {reason}\n")
    assert texts.say("play.commitment") not in answer.out
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [(["Ben"], "two-players-only"), (["--rounds", "8"], "not-solved"), (["--late-asking"], "not-solved")],
)
def test_a_bot_that_knows_one_game_only_plays_no_other(run: Run, words: list[str], code: str) -> None:
    answer = run("play", "Anna", *words, "--bot", "lead")
    assert answer.code == 2
    assert catalog("en").say(f"refused.{code}") in answer.err


# An external bot is a program


def test_the_command_that_is_told_for_going_on_names_the_program(run: Run, path: Path, own: str) -> None:
    answer = run("play", "Anna", "--bot", own, "--bot", "magpie", "--rounds", "1", "-o", path, stdin="\nq\n")
    before = catalog("en").say("play.saved", command="\0").split("\0")[0]
    (line,) = [line for line in answer.out.splitlines() if line.startswith(before)]
    words = shlex.split(line.removeprefix(before))
    assert words[words.index("play") :] == ["play", "--resume", str(path), "--bot", own]
    assert run(*words[words.index("play") :], stdin="s 1\n\n\n").code == 0
    assert record_in(path).state.is_over


def test_a_saved_game_starts_no_program_by_itself(
    run: Run, path: Path, own: str, tmp_path: Path, language: str
) -> None:
    path.write_text(dump_json(GameRecord(("Anna", "MyBot"), bots=(None, own))))
    for words in (["play", "--resume", path], ["replay", path], ["replay", path, "--form", "json"], ["verify", path]):
        answer = run(*words, "--lang", language)
        if words[0] == "play":
            assert answer.code == 2
            assert catalog(language).say("refused.own-bot-not-named", text=own) in answer.err
    assert f"--bot {own}" in catalog(language).say("refused.own-bot-not-named", text=own)
    assert not (tmp_path / "has run").exists()
    assert run("play", "--resume", path, "--bot", own, stdin="q\n").code == 0
    assert (tmp_path / "has run").exists()


def test_the_offer_to_go_on_starts_no_program_by_itself(run: Run, own: str, tmp_path: Path) -> None:
    run("play", "Anna", "--bot", own, stdin="\nq\n")
    (tmp_path / "has run").unlink()
    answer = run("play", stdin="y\n")
    assert answer.code == 2
    assert f"--bot {own}" in answer.err
    assert not (tmp_path / "has run").exists()
    answer = run("play", "--bot", own, stdin="y\nq\n")
    assert answer.code == 0
    assert "The game continues." in answer.out


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("Roll((0, 1, 2, 3, 4, 5))", catalog("en").say("refused.roll-at-least-one")),
        ("None", " None"),
    ],
)
def test_after_a_bot_that_fails_the_game_can_go_on(
    run: Run, path: Path, own: str, tmp_path: Path, choice: str, told: str
) -> None:
    code = tmp_path / "my_bot.py"
    code.write_text(OWN_BOT.replace("Score(node.state.options[0].dice)", choice))
    answer = run("play", "Anna", "--bot", own, "--rounds", "1", "-o", path, stdin="\ns 1\n\n\n")
    assert answer.code == 2
    line, *_ = answer.err.splitlines()
    assert own in line
    assert told in line
    assert "The game is saved." in answer.out
    assert [type(event).__name__ for event in record_in(path).events] == ["Rolled", "Scored", "Rolled"]

    code.write_text(OWN_BOT)
    answer = run("play", "--resume", path, "--bot", own, stdin="\n\n")
    assert (answer.code, answer.err) == (0, "")
    assert record_in(path).state.is_over
