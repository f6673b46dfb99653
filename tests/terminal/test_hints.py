"""Hints at the terminal: one stage more each time, for the player who decides, without changing the game."""

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from charidice import Action, DeclineGift, Match, Node, Roll, Ruleset, Score, Stop, read_faces
from charidice.coach import Coach
from charidice.messages import catalog
from charidice.show.hints.stages import stages
from charidice.show.telling import Teller
from charidice.strategy.bots.levels import Chooser
from charidice.terminal.console import Console, Quit
from charidice.terminal.play import TerminalGame

from ..waiting import PATIENCE

SEED = bytes(range(32))
PLAYERS = ("Anna", "Ben", "Cleo", "Dan")
EXAMPLE_7_1 = "B1 B2 B3 B4 B6 P6"
LATE = Ruleset(late_asking=True)
HOUSE_RULES = Ruleset(2, free_giving=True, late_asking=True)


class Careful:
    """Rolls once, stops where it must, and scores; never asks."""

    def choose(self, node: Node) -> Action:
        if node.asking:
            return DeclineGift()
        state = node.state
        if not state.turn.rolls:
            return Roll()
        return Stop() if state.must_stop_first else Score(state.options[0].dice)


def typing(
    path: Path, match: Match, *typed: str, bots: Sequence[int] = (), language: str = "en", spoken: bool = False
) -> list[list[str]]:
    """What is said before the first question, and then after each line; when all are typed, the people quit."""
    texts, left = catalog(language), list(typed)
    replies: list[list[str]] = [[]]

    def read(question: str) -> str:
        if not left:
            raise Quit
        replies.append([])
        return left.pop(0)

    seats: dict[int, Chooser] = {seat: Careful() for seat in bots}
    teller = Teller(texts, match.players, spoken=spoken)
    with suppress(Quit):
        TerminalGame(match, teller, path, Console(texts, read, lambda line: replies[-1].append(line)), seats).play()
    return replies


def told(match: Match, player: int, language: str = "en", spoken: bool = False) -> list[list[str]]:
    """What the coach says, as it stands at the table: until all is told, with the letter for more."""
    texts, state = catalog(language), match.state
    hint = Coach.of(state.setup).hint(state, player)
    *first, last = stages(hint, state, texts, match.players, Teller(texts, match.players, spoken=spoken).faces)
    letter = letter_for("hint", language)
    return [[texts.say("play.hint", hint=stage, command=letter)] for stage in first] + [[last]]


def letter_for(command: str, language: str) -> str:
    return catalog(language).say(f"command.{command}").split()[0]


def fair(players: int = 2, ruleset: Ruleset | None = None, rolls: int = 1) -> Match:
    match = Match.new(PLAYERS[:players], ruleset or Ruleset(), seed=SEED)
    for _ in range(rolls):
        match.submit(0, Roll())
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.mark.parametrize("spoken", [False, True], ids=["", "spoken"])
def test_each_hint_tells_more_until_all_is_told(path: Path, language: str, spoken: bool) -> None:
    match = fair()
    before = match.record
    letter = letter_for("hint", language)
    replies = typing(path, match, *[letter] * 5, language=language, spoken=spoken)
    expected = told(match, 0, language, spoken)
    assert len(expected) == 4
    assert replies[1:] == [*expected, expected[-1]]
    assert match.record == before


@pytest.mark.parametrize(("players", "ruleset"), [(2, HOUSE_RULES), (3, Ruleset()), (3, HOUSE_RULES), (4, Ruleset())])
def test_there_are_hints_at_every_table(path: Path, players: int, ruleset: Ruleset) -> None:
    match = fair(players, ruleset)
    before = match.record
    assert typing(path, match, *["i"] * 4)[1:] == told(match, 0)
    assert match.record == before


def test_after_another_roll_the_hints_start_anew(path: Path) -> None:
    match = fair()
    first = told(match, 0)
    replies = typing(path, match, "i", "i", "k 1 2", "i")
    assert replies[1:3] == first[:2]
    assert replies[4] == told(match, 0)[0]


def test_what_is_typed_in_between_does_not_start_them_anew(path: Path) -> None:
    match = fair()
    replies = typing(path, match, "i", "t", "bananas", "o", "i")
    assert [replies[1], replies[5]] == told(match, 0)[:2]


def test_before_the_first_roll_there_is_nothing_to_choose(path: Path) -> None:
    nothing = ["Roll all six dice. There is nothing to choose yet."]
    assert typing(path, fair(rolls=0), "i", "i")[1:] == [nothing, nothing]


def test_5_1_whoever_may_ask_a_bot_is_advised_on_asking(path: Path, language: str) -> None:
    match = Match.new(("Fox", "Anna"), seed=SEED, bots=("fox", None))
    match.submit(0, Roll())
    expected = told(match, 1, language)
    letter = letter_for("hint", language)
    replies = typing(path, match, *[letter] * 4, bots=[0], language=language)
    assert replies[1:] == expected
    assert catalog(language).say("coach.look.gift") in expected[0][0]
    assert len(match.history) == 1


def test_5_1_after_the_hints_the_question_still_stands(path: Path) -> None:
    match = Match.new(("Fox", "Anna"), Ruleset(1), seed=SEED, bots=("fox", None))
    typing(path, match, "i", "i", "g", bots=[0])
    assert (match.history[1][0], match.history[1][1].__class__.__name__) == (1, "GiftAsked")


@pytest.mark.parametrize("bots", [[], [0]])
def test_8_2_whoever_answers_a_stop_is_advised_on_asking(path: Path, bots: list[int]) -> None:
    match = Match.new(("Fox", "Anna", "Ben"), LATE, seed=SEED, bots=("fox" if bots else None, None, None))
    match.submit(0, Roll())
    match.submit(0, Stop())
    assert typing(path, match, *["i"] * 4, bots=bots)[1:] == told(match, 1)
    assert len(match.history) == 2


def test_8_2_a_stop_can_be_answered_as_any_other_chance_to_ask(path: Path) -> None:
    match = fair(ruleset=Ruleset(1, late_asking=True))
    replies = typing(path, match, "x", "o", "", "g")
    assert replies[2][0] == "Ways to score:"
    assert replies[3] == ["Please type y or n."]
    assert match.state.turn.asked


def test_while_real_dice_are_rolled_for_a_bot_nobody_decides(path: Path) -> None:
    match = Match.new(("Fox", "Anna"), real_dice=True, bots=("fox", None))
    replies = typing(path, match, "i", EXAMPLE_7_1, "i", bots=[0])
    assert replies[1] == ["It’s Fox’s turn. You have nothing to decide now."]
    assert replies[3] == told(match, 1)[0]
    assert match.state.faces == read_faces("B4 B3 B2 B1 B6 P6")


@pytest.mark.parametrize(("typed", "loaded"), [("\no\nt\n?\n", False), ("\ni\n", True)])
def test_only_whoever_asks_for_a_hint_waits_for_numpy(tmp_path: Path, typed: str, loaded: bool) -> None:
    code = "import sys; from charidice.cli import main; main(sys.argv[1:]); print('numpy' in sys.modules)"
    words = [sys.executable, "-c", code, "play", "Anna", "Ben", "-o", str(tmp_path / "game.json")]
    done = subprocess.run(words, input=typed, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=True)
    assert done.stdout.splitlines()[-1] == str(loaded)


def test_a_hint_takes_nothing_from_the_one_who_asks(path: Path) -> None:
    match, other = fair(), fair()
    typing(path, match, "i", "i", "i", "k 1 2", "i", "g", "s 1")
    typing(path, other, "k 1 2", "g", "s 1")
    assert match.record.events == other.record.events
