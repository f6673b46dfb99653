"""A new user with `charidice play`: what is typed and told, interrupted and resumed."""

import os
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path

import pytest

from charidice import GameRecord, Match, Rolled, Scored, dump_json, load
from charidice.cli import main
from charidice.messages import catalog

from ..family import heed_signals
from ..waiting import PATIENCE
from .running import CHARIDICE, Answer, environment

PROGRAM = [*CHARIDICE]
TURN = ["", "s 1"]
# Seconds in which a program that listens has noticed Ctrl-C.
NOTICED = 10


def play(*words: str | Path, typed: list[str] | None = None) -> Answer:
    """Run the program and type these lines; after the last one the keyboard is at its end, as by Ctrl-D."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in typed or [])))
        code = main(list(map(str, words)))
    return Answer(code, out.getvalue(), err.getvalue())


def games(home: Path) -> list[Path]:
    return sorted((home / "charidice" / "games").glob("*.json"))


def the_game(home: Path) -> GameRecord:
    (path,) = games(home)
    return load(path.read_text("utf-8"))


def told_command(out: str, key: str) -> list[str]:
    """The words after the program that it tells people to type, as a shell would part them."""
    before = catalog("en").say(key, command="\0").split("\0")[0]
    line = next(line for line in out.splitlines() if line.startswith(before))
    words = shlex.split(line.removeprefix(before))
    assert words[:3] == PROGRAM, "started as a module, it is told as one"
    return words[3:]


def whether_to_go_on(game: GameRecord) -> str:
    texts = catalog("en")
    players = texts.join(game.players)
    return texts.say("play.resume-question", players=players, round=game.state.round, yes="y", no="n")


# Before the game


@pytest.mark.parametrize("typed", [["q"], ["3", "q"], ["2", "1", "quit"]])
def test_the_questions_before_a_game_can_be_left(tmp_path: Path, typed: list[str]) -> None:
    left = play("play", typed=[*typed, "x"])
    assert (left.code, left.err, games(tmp_path)) == (0, "", [])
    assert "Please type" not in left.out


def test_the_question_whether_to_go_on_can_be_left(tmp_path: Path) -> None:
    play("play", "Anna", "Ben", typed=["", "q"])
    left = play("play", typed=["q"])
    assert (left.code, left.err) == (0, "")
    assert left.out.endswith(whether_to_go_on(the_game(tmp_path)))


# A whole game


def test_a_game_of_two_from_the_first_question_to_the_checked_dice(tmp_path: Path) -> None:
    first = play(
        "play",
        "--rounds",
        "2",
        typed=[
            "many",  # not a number of players
            "5",
            "2",
            "2",  # nobody but bots
            "",
            "A" * 41,  # too long a name
            "Anna",
            "  Ben ",
            "s 1",  # score before the first roll
            "k 1",  # keep before the first roll
            "",
            "bananas",
            "k 1 2 3 4 5 6",
            "k 7",
            "k",
            "k 1 2",
            "u",  # undo a roll
            "s 999",
            "s 1",
            "g",  # ask before Ben has rolled
            "",
            "g",  # ask once more
            "q",
        ],
    )
    assert (first.code, first.err) == (0, "")
    for told in (
        "How many players, 2 to 4? ",
        "Please type 2, 3 or 4.",
        "How many of them are bots? (Enter = none) ",
        "At least one person must play. Please type a number from 0 to 1.",
        "The player whose birthday is next starts. Play continues to the left.",
        "Name of player 1: ",
        "A name has 1 to 40 characters on one line, with no spaces at the start or end.",
        "Name of player 2: ",
        "Round 1 of 2: Anna’s turn. The gift goes to Ben.",
        "Roll the dice first.",
        "The first roll of a turn is made with all six dice.",
        "I don’t understand “bananas”. Type ? for help.",
        "Choose at least one die to roll again.",
        "There is no such die. The dice are numbered 1 to 6.",
        "Which dice? Name them by position, 1 to 6, or by face, like B4.",
        "A roll can’t be undone.",
        "Choose a way to score",
        "Anna scores ",
        "Anna asks for the greatest of gifts: this gift counts double.",
        "The greatest of gifts has already been asked for this turn.",
        f"The game is saved. To continue it: {shlex.join(PROGRAM)} play --resume ",
    ):
        assert told in first.out, told
    saved = the_game(tmp_path)
    assert saved.players == ("Anna", "Ben")
    assert [type(event).__name__ for event in saved.events] == ["Rolled", "Rolled", "Scored", "GiftAsked", "Rolled"]

    second = play("play", typed=["maybe", "y", "s 1", *TURN, *TURN])
    assert (second.code, second.err) == (0, "")
    assert whether_to_go_on(saved) in second.out
    assert "Please type y or n." in second.out
    assert "The game continues." in second.out
    assert "The game is over." in second.out
    assert re.search(r"^(Anna|Ben|Anna and Ben) (wins|share the victory) with \d+ points!$", second.out, re.MULTILINE)
    finished = the_game(tmp_path)
    assert finished.state.is_over
    assert finished.events[: len(saved.events)] == saved.events

    check = play(*told_command(second.out, "play.check"))
    thrown = sum(6 - len(event.keep) for event in finished.events if isinstance(event, Rolled))
    assert check == (0, f"{catalog('en').say('verify.fair', count=thrown)}\n", "")
    looking_back = play(*told_command(second.out, "play.review"))
    assert (looking_back.code, looking_back.err) == (0, "")
    assert looking_back.out.startswith("Review: Anna and Ben\n")


def test_a_whole_game_in_the_language(tmp_path: Path, language: str) -> None:
    say = catalog(language).say
    score = say("command.score").split()[0]
    game = ["3", "", "", "", "", *["", f"{score} 1"] * 3]
    evening = play("--lang", language, "play", "--rounds", "1", typed=game)
    assert (evening.code, evening.err) == (0, "")
    names = tuple(say("player.number", number=number).capitalize() for number in (1, 2, 3))
    assert the_game(tmp_path).players == names
    assert the_game(tmp_path).state.is_over
    assert say("play.over") in evening.out


def test_the_fingerprint_is_shown_before_the_first_roll(tmp_path: Path) -> None:
    evening = play("play", "Anna", "Ben", typed=["", "q"])
    pledge = the_game(tmp_path).pledge
    assert pledge is not None
    assert pledge.seed is not None
    assert evening.out.index(pledge.commitment) < evening.out.index("press Enter to roll")
    assert pledge.seed.hex() not in evening.out


def test_players_may_mix_words_into_the_dice(tmp_path: Path) -> None:
    evening = play("play", "Anna", "Ben", "--rounds", "1", "--words", typed=["wind", "x" * 65, "sea", *TURN, *TURN])
    assert evening.code == 0
    assert "Type the words for the dice on one line, at most 64 characters." in evening.out
    record = the_game(tmp_path)
    assert record.pledge is not None
    assert record.pledge.entropy == ("wind", "sea")
    assert play("verify", games(tmp_path)[0]).code == 0


def test_help_before_the_game_is_enough_to_play_it(tmp_path: Path) -> None:
    evening = play("play", "Anna", "Ben", typed=["?", "q"])
    assert "Type ? at any time for help." in evening.out
    assert "roll all dice, or those you name: r 2 5" in evening.out


# Going on with a game


def broken_off(home: Path) -> tuple[Path, GameRecord]:
    """A game left after Anna's second roll."""
    play("play", "Anna", "Ben", "--rounds", "1", typed=["", "k 1 2", "q"])
    (path,) = games(home)
    return path, load(path.read_text("utf-8"))


def dice_line(record: GameRecord) -> str:
    return "Dice: " + "  ".join(f"{die}:{face}" for die, face in enumerate(record.state.faces, 1))


def test_resume_goes_on_with_the_last_game(tmp_path: Path) -> None:
    path, before = broken_off(tmp_path)
    evening = play("play", "--resume", typed=["q"])
    assert (evening.code, evening.err) == (0, "")
    assert "The game continues." in evening.out
    assert dice_line(before) in evening.out
    assert load(path.read_text("utf-8")) == before


def test_resume_goes_on_with_the_game_in_a_file(tmp_path: Path) -> None:
    path, before = broken_off(tmp_path)
    elsewhere = tmp_path / "our game.json"
    path.rename(elsewhere)
    evening = play("play", "--resume", elsewhere, typed=["s 1", *TURN])
    assert (evening.code, evening.err) == (0, "")
    after = load(elsewhere.read_text("utf-8"))
    assert after.state.is_over
    assert after.events[: len(before.events)] == before.events
    assert games(tmp_path) == []
    assert play("verify", elsewhere).code == 0


def test_the_command_that_is_told_for_going_on_works_as_it_is(tmp_path: Path) -> None:
    """The usual place of games has a space in its name on a Mac."""
    path = tmp_path / "Application Support" / "game.json"
    first = play("play", "Anna", "Ben", "--rounds", "1", "-o", path, typed=["", "q"])
    words = told_command(first.out, "play.saved")
    second = play(*words, typed=["s 1", *TURN])
    assert (second.code, second.err) == (0, "")
    assert load(path.read_text("utf-8")).state.is_over
    assert play(*told_command(second.out, "play.check")).code == 0


def test_without_a_saved_game_there_is_nothing_to_resume(tmp_path: Path) -> None:
    evening = play("play", "--resume")
    nothing = "charidice: There is no saved game to resume. Start one with: charidice play\n"
    assert (evening.code, evening.err) == (2, nothing)
    assert games(tmp_path) == []


def test_without_a_saved_game_nothing_is_offered(tmp_path: Path) -> None:
    assert "unfinished" not in play("play", typed=["2", "", "Anna", "Ben", "q"]).out


def test_a_finished_game_is_not_offered_and_cannot_be_resumed(tmp_path: Path) -> None:
    play("play", "Anna", "Ben", "--rounds", "1", typed=[*TURN, *TURN])
    (path,) = games(tmp_path)
    assert "unfinished" not in play("play", typed=[]).out
    evening = play("play", "--resume", path)
    assert (evening.code, evening.err) == (2, "charidice: The game is over.\n")


def test_a_file_to_resume_that_is_not_there(tmp_path: Path) -> None:
    evening = play("play", "--resume", tmp_path / "nothing.json")
    assert (evening.code, evening.err) == (2, f"charidice: There is no file {tmp_path / 'nothing.json'}.\n")


def test_saying_no_starts_a_new_game_and_keeps_the_old_one(tmp_path: Path) -> None:
    path, before = broken_off(tmp_path)
    text = path.read_bytes()
    evening = play("play", typed=["n", "2", "", "Cleo", "Dan", "", "q"])
    assert (evening.code, evening.err) == (0, "")
    assert f"The unfinished game is kept in {path}." in evening.out
    assert path.read_bytes() == text
    (other,) = set(games(tmp_path)) - {path}
    assert load(other.read_text("utf-8")).players == ("Cleo", "Dan")
    assert play("play", "--resume", path, typed=["q"]).code == 0
    assert load(path.read_text("utf-8")) == before


def test_names_on_the_command_line_start_a_new_game_beside_the_old_one(tmp_path: Path) -> None:
    path, before = broken_off(tmp_path)
    evening = play("play", "Cleo", "Dan", typed=["", "q"])
    assert "unfinished" not in evening.out
    assert len(games(tmp_path)) == 2
    assert load(path.read_text("utf-8")) == before


def test_a_public_copy_of_a_running_game_is_refused_because_it_cannot_roll(tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    copy.write_text(dump_json(Match.new(("Anna", "Ben")).record.public()), "utf-8")
    evening = play("play", "--resume", copy)
    assert evening.code == 2
    assert evening.err.endswith("This copy of the game doesn’t contain the seed of the dice, so it can’t roll them.\n")


def test_a_public_copy_among_the_saved_games_is_in_nobodys_way(tmp_path: Path) -> None:
    path, before = broken_off(tmp_path)
    copy = path.with_name("copy.json")
    copy.write_text(dump_json(before.public()), "utf-8")
    os.utime(copy, (2**31, 2**31))
    evening = play("play", typed=["y", "s 1", *TURN])
    assert "can’t roll" not in evening.out
    assert load(path.read_text("utf-8")).state.is_over


def test_a_new_game_does_not_replace_one_that_is_saved_under_the_same_name(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("play", "Anna", "Ben", "-o", path, typed=["", "q"])
    text = path.read_bytes()
    evening = play("play", "Cleo", "Dan", "-o", path, typed=["", "q"])
    assert path.read_bytes() == text
    assert (evening.code, evening.err) == (2, f"charidice: {catalog('en').say('refused.file-exists', path=path)}\n")


# Breaking off


@contextmanager
def at_the_keyboard(home: Path, *words: str) -> Iterator["Keyboard"]:
    process = subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        preexec_fn=heed_signals,
    )
    try:
        yield Keyboard(process)
    finally:
        process.kill()
        process.communicate()


class Keyboard:
    """A running program that is typed to only after it has asked."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def asked(self, prompt: str) -> str:
        assert self.process.stdout is not None
        seen = b""
        while not seen.endswith(prompt.encode()):
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            assert ready, seen
            chunk = os.read(self.process.stdout.fileno(), 4096)
            assert chunk, seen
            seen += chunk
        return seen.decode()

    def types(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def interrupts(self) -> None:
        """Press Ctrl-C; once more if the program was just about to listen and did not notice."""
        for _ in range(30):
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(NOTICED)
                return

    def ends(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("how", ["Ctrl-D", "Ctrl-C", "the window is closed", "the power is gone"])
def test_however_a_game_is_broken_off_nothing_is_lost(tmp_path: Path, how: str) -> None:
    with at_the_keyboard(tmp_path, "play", "Anna", "Ben", "--rounds", "1") as keyboard:
        keyboard.asked("press Enter to roll: ")
        keyboard.types("")
        keyboard.asked("(2 rolls left): ")
        keyboard.types("k 1 2 3")
        shown = keyboard.asked("(1 roll left): ")
        if how == "Ctrl-C":
            keyboard.interrupts()
        elif how == "the window is closed":
            keyboard.process.send_signal(signal.SIGHUP)
        elif how == "the power is gone":
            keyboard.process.kill()
        code, out, err = keyboard.ends()
    assert "Traceback" not in err
    if how in ("Ctrl-D", "Ctrl-C"):
        assert code == (0 if how == "Ctrl-D" else 130)
        assert "The game is saved. To continue it: " in out

    before = the_game(tmp_path)
    assert [type(event) for event in before.events] == [Rolled, Rolled]
    assert dice_line(before) in shown
    evening = play("play", "--resume", typed=["s 1", *TURN])
    assert evening.code == 0
    assert dice_line(before) in evening.out
    after = the_game(tmp_path)
    assert after.events[:2] == before.events
    assert [type(event) for event in after.events[2:]] == [Scored, Rolled, Scored]
    assert play("verify", games(tmp_path)[0]).code == 0


@pytest.mark.parametrize(("typed", "how"), [([], "Ctrl-C"), (["2"], "Ctrl-D"), (["2", "", "Anna"], "Ctrl-C")], ids=str)
def test_breaking_off_before_the_game_has_begun_leaves_no_game(tmp_path: Path, typed: list[str], how: str) -> None:
    first = ["How many players, 2 to 4? ", "How many of them are bots? (Enter = none) "]
    prompts = [*first, "Name of player 1: ", "Name of player 2: "]
    with at_the_keyboard(tmp_path, "play") as keyboard:
        for prompt, line in zip(prompts, typed, strict=False):
            keyboard.asked(prompt)
            keyboard.types(line)
        keyboard.asked(prompts[len(typed)])
        if how == "Ctrl-C":
            keyboard.interrupts()
        code, out, err = keyboard.ends()
    assert code == (0 if how == "Ctrl-D" else 130)
    assert "Traceback" not in err
    assert "saved" not in out
    assert games(tmp_path) == []


def test_ctrl_c_at_the_question_whether_to_go_on_keeps_the_game(tmp_path: Path) -> None:
    _, before = broken_off(tmp_path)
    with at_the_keyboard(tmp_path, "play") as keyboard:
        keyboard.asked(whether_to_go_on(before))
        keyboard.interrupts()
        code, _, err = keyboard.ends()
    assert (code, "Traceback" in err) == (130, False)
    assert the_game(tmp_path) == before


def test_a_keyboard_of_another_alphabet_does_not_end_the_game(tmp_path: Path) -> None:
    """A name typed in Latin-1 where the program reads UTF-8, as in most locales, strictly."""
    done = subprocess.run(
        [*PROGRAM, "play"],
        input="2\n\nZoë\nZoe\nBen\n\nq\n".encode("latin-1"),
        capture_output=True,
        env=environment(tmp_path, PYTHONIOENCODING="utf-8"),
        timeout=PATIENCE,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0
    assert the_game(tmp_path).players == ("Zoe", "Ben")
