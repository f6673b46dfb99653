"""Bots at the terminal: they act on their own, their events are shown, and people get their chance to ask."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from charidice import (
    Action,
    AskGift,
    DeclineGift,
    GiftAsked,
    GiftDeclined,
    Match,
    Node,
    Roll,
    Ruleset,
    Score,
    Scored,
    Stop,
    Stopped,
    load,
)
from charidice.messages import catalog
from charidice.rules.state import Setup
from charidice.show.telling import Teller
from charidice.strategy.bots.external import BotFailed
from charidice.strategy.bots.levels import LEVELS, Chooser
from charidice.strategy.bots.team import Team
from charidice.terminal.console import Console, Quit
from charidice.terminal.play import TerminalGame
from charidice.terminal.seats import CannotSeat, bot_names, seated_bots
from charidice.terminal.start import ask_players, new_match

SEED = bytes(range(32))
ONE_ROUND, LATE = Ruleset(1), Ruleset(1, late_asking=True)
FACE = re.compile(r"\b[YOGBPK][1-6]\b")
ROLL = "B1 B2 B3 B4 B6 P6"


class Scripted:
    """Rolls so often, keeping die 0, and scores what is best; asks when it has seen so many rolls."""

    def __init__(self, rolls: int = 1, asks_after: int | None = None) -> None:
        self.rolls = rolls
        self.asks_after = asks_after
        self.asked_about: list[tuple[int, bool]] = []

    def choose(self, node: Node) -> Action:
        state, turn = node.state, node.state.turn
        if node.asking:
            self.asked_about.append((turn.rolls, turn.stopped))
            return AskGift() if turn.rolls == self.asks_after else DeclineGift()
        if turn.rolls == 0:
            return Roll()
        if turn.rolls < self.rolls:
            return Roll((0,))
        return Stop() if state.must_stop_first else Score(state.options[0].dice)


@dataclass
class Sitting:
    match: Match
    said: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> list[str]:
        """Every event by its seat and name."""
        return [f"{seat} {type(event).__name__}" for seat, event in self.match.history]


def sit(path: Path, match: Match, bots: dict[int, Chooser], *typed: str, language: str = "en") -> Sitting:
    """Sit down with bots and type lines; when they are used up, the people quit."""
    texts = catalog(language)
    sitting = Sitting(match, left=list(typed))

    def read(question: str) -> str:
        assert load(path.read_text("utf-8")) == match.record, "not saved before the next question"
        sitting.said.append(question)
        sitting.questions.append(question)
        if not sitting.left:
            raise Quit
        return sitting.left.pop(0)

    table = TerminalGame(match, Teller(texts, match.players), path, Console(texts, read, sitting.said.append), bots)
    with suppress(Quit):
        table.play()
    assert load(path.read_text("utf-8")) == match.record
    return sitting


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def game(
    *bots: str | None, ruleset: Ruleset = ONE_ROUND, real_dice: bool = False, names: Sequence[str] = ("Anna", "Fox")
) -> Match:
    return Match.new(names, ruleset, seed=None if real_dice else SEED, real_dice=real_dice, bots=bots or (None, "fox"))


# A bot's turn


def test_a_bot_acts_at_once_and_is_told_like_anybody(path: Path) -> None:
    match = game(names=("Fox", "Anna"))
    match.submit(0, Roll())
    match.submit(1, AskGift())
    sitting = sit(path, match, {0: Scripted(rolls=2)})
    assert sitting.kinds[2:] == ["0 Rolled", "0 Scored"]
    rolled, scored, gave = sitting.said[-6:-3]
    assert re.fullmatch(r"Fox rolls 5 dice: (\w\d ){4}\w\d \(kept \w\d\)", rolled)
    assert re.fullmatch(r"Fox scores .*", scored)
    assert re.fullmatch(r"The greatest of gifts! Fox donates \d+ points to Anna.", gave)
    assert sitting.questions == ["Anna, press Enter to roll: "]


def test_a_bots_ways_to_score_are_not_listed(path: Path) -> None:
    match = game(names=("Fox", "Anna"))
    sitting = sit(path, match, {0: Scripted(rolls=3)}, "", "")
    assert "Ways to score:" not in sitting.said
    assert sitting.kinds == ["0 Rolled", "0 Rolled", "0 Rolled", "0 Scored"]


def test_a_whole_game_with_bots_of_every_level(path: Path) -> None:
    for level in LEVELS:
        match = game(None, level, names=("Anna", level), ruleset=Ruleset())
        bots: dict[int, Chooser] = {1: Team.of([level])(Random(1))[0]}
        answers = ["", "s 1", *[""] * 3] * 20
        sitting = sit(path, match, bots, *answers)
        assert match.state.is_over, sitting.said[-5:]
        assert "The game is over." in sitting.said


@pytest.mark.parametrize("people", [1, 2])
def test_bots_follow_each_other_without_a_question(path: Path, people: int) -> None:
    names = ("Anna", "Ben", "Fox", "Owl")[2 - people : 4]
    bots = (*[None] * people, "fox", "owl")
    match = game(*bots, names=names)
    seats: dict[int, Chooser] = {people: Scripted(asks_after=1), people + 1: Scripted(asks_after=1)}
    sitting = sit(path, match, seats, *["", "s 1"] * people, "")
    assert match.state.is_over
    assert [kind for kind in sitting.kinds if kind.startswith(str(people + 1))] == [
        f"{people + 1} GiftAsked",
        f"{people + 1} Rolled",
        f"{people + 1} Scored",
    ]


# Asking


def test_5_1_a_person_is_asked_after_each_roll_of_a_bot(path: Path, language: str) -> None:
    match = game(names=("Fox", "Anna"))
    sitting = sit(path, match, {0: Scripted(rolls=3)}, "", "", language=language)
    texts = catalog(language)
    ask = texts.say("command.ask").split()[0]
    question = texts.say("play.prompt.ask", player="Anna", command=ask)
    assert sitting.questions == [question, question, texts.say("play.prompt.first", player="Anna")]
    assert "1 GiftAsked" not in sitting.kinds
    # Each time the bot has rolled once more, and waits.
    assert [len(FACE.findall(line)) for line in sitting.said if FACE.search(line)][:3] == [6, 6, 6]
    first = sitting.said.index(question)
    assert FACE.search(sitting.said[first - 1])
    assert FACE.search(sitting.said[first + 1])
    assert sitting.said[first + 2] == question


@pytest.mark.parametrize("word", ["answer.yes", "command.ask"])
@pytest.mark.parametrize("before", [0, 1])
def test_5_1_a_person_asks_a_bot(path: Path, language: str, word: str, before: int) -> None:
    match = game(names=("Fox", "Anna"))
    typed = [*[""] * before, catalog(language).say(word).split()[0].upper()]
    sitting = sit(path, match, {0: Scripted(rolls=3)}, *typed, language=language)
    assert sitting.kinds == [*["0 Rolled"] * (before + 1), "1 GiftAsked", *["0 Rolled"] * (2 - before), "0 Scored"]
    assert catalog(language).say("event.gift-asked", player="Anna", other="Anna") in sitting.said
    assert len(sitting.questions) == before + 2


def test_who_has_no_gift_left_is_not_asked(path: Path) -> None:
    match = game(names=("Fox", "Anna"), ruleset=Ruleset(2))
    sitting = sit(path, match, {0: Scripted(rolls=3)}, "g", "", "s 1")
    assert len([question for question in sitting.questions if "ask for" in question]) == 1
    assert sitting.kinds.count("0 Scored") == 2


def test_before_answering_a_person_may_look_around(path: Path) -> None:
    match = game(names=("Fox", "Anna"))
    sitting = sit(path, match, {0: Scripted()}, "o", "t", "?", "bananas", "n")
    assert "Ways to score:" in sitting.said
    assert "Anna  [2x]" in sitting.said
    assert catalog("en").say("play.help") in sitting.said
    assert "Please type y or n." in sitting.said
    assert sitting.kinds == ["0 Rolled", "0 Scored"]


def test_quitting_at_that_question_keeps_the_chance(path: Path) -> None:
    match = game(names=("Fox", "Anna"))
    sit(path, match, {0: Scripted()}, "q")
    again = sit(path, Match(load(path.read_text("utf-8"))), {0: Scripted()}, "g")
    assert again.kinds == ["0 Rolled", "1 GiftAsked", "0 Scored"]


@pytest.mark.parametrize(("asks_after", "asked_about"), [(1, [1]), (2, [1, 2]), (None, [1, 2])])
def test_5_1_a_bot_is_asked_after_each_roll_of_a_person(
    path: Path, asks_after: int | None, asked_about: list[int]
) -> None:
    bot = Scripted(asks_after=asks_after)
    match = game()
    sitting = sit(path, match, {1: bot}, "", "r", "r", "s 1", "n")
    assert bot.asked_about == [(rolls, False) for rolls in asked_about]
    assert sitting.kinds.count("1 GiftAsked") == (asks_after is not None)
    assert ("Fox asks for the greatest of gifts: this gift counts double." in sitting.said) == bool(asks_after)
    assert "may ask for the greatest of gifts" not in "\n".join(sitting.said)


def test_5_1_a_bot_asks_a_bot(path: Path) -> None:
    match = game(None, "fox", "owl", names=("Anna", "Fox", "Owl"))
    sitting = sit(path, match, {1: Scripted(rolls=3), 2: Scripted(asks_after=2)}, "", "s 1")
    assert sitting.kinds[2:7] == ["1 Rolled", "1 Rolled", "2 GiftAsked", "1 Rolled", "1 Scored"]
    assert "Owl asks for the greatest of gifts: this gift counts double." in sitting.said


def test_nobody_asks_in_place_of_a_bot(path: Path) -> None:
    sitting = sit(path, game(), {1: Scripted()}, "", "g")
    assert "Only Fox, who receives the gift of this turn, can do that." in sitting.said
    assert sitting.kinds == ["0 Rolled"]


def test_a_bot_is_not_asked_twice_about_the_same_dice(path: Path) -> None:
    bot = Scripted()
    sit(path, game(), {1: bot}, "", "o", "t", "bananas", "k 7")
    assert bot.asked_about == [(1, False)]


@pytest.mark.parametrize("asks_after", [1, None])
def test_8_2_a_bot_answers_a_stop(path: Path, asks_after: int | None) -> None:
    class Late(Scripted):
        def choose(self, node: Node) -> Action:
            if node.asking and not node.state.turn.stopped:
                return DeclineGift()
            return super().choose(node)

    match = game(ruleset=LATE)
    sitting = sit(path, match, {1: Late(asks_after=asks_after)}, "", "x")
    assert sitting.kinds == ["0 Rolled", "0 Stopped", "1 GiftAsked" if asks_after else "1 GiftDeclined"]


@pytest.mark.parametrize("answer", ["y", "n"])
def test_8_2_a_person_answers_the_stop_of_a_bot(path: Path, answer: str) -> None:
    match = game(names=("Fox", "Anna"), ruleset=LATE)
    sitting = sit(path, match, {0: Scripted()}, "", answer)
    replies = {"y": GiftAsked(), "n": GiftDeclined()}
    assert [event for _, event in match.history[1:3]] == [Stopped(), replies[answer]]
    assert "Anna, do you want to ask for the greatest of gifts? (y/n) " in sitting.questions
    assert sitting.kinds[-1] == "0 Scored"


# Taking back


def test_what_a_bot_did_is_not_taken_back(path: Path) -> None:
    match = game(names=("Fox", "Anna"))
    sitting = sit(path, match, {0: Scripted()}, "", "u")
    assert "The last move was Fox’s. Only they can undo it." in sitting.said
    assert sitting.kinds == ["0 Rolled", "0 Scored"]


def test_after_a_bot_has_rolled_it_is_too_late_to_take_back(path: Path) -> None:
    sitting = sit(path, game(), {1: Scripted()}, "", "s 1", "u")
    assert sitting.questions[2:] == [sitting.questions[2]] * 2
    assert sitting.kinds == ["0 Rolled", "0 Scored", "1 Rolled"]


def test_what_a_person_did_before_another_can_be_taken_back(path: Path) -> None:
    match = game(None, None, "fox", names=("Anna", "Ben", "Fox"))
    sitting = sit(path, match, {2: Scripted()}, "", "s 1", "u")
    assert sitting.kinds == ["0 Rolled"]
    assert "Anna’s last move has been undone." in sitting.said


# Real dice


def test_with_real_dice_people_roll_for_the_bot(path: Path, language: str) -> None:
    texts = catalog(language)
    match = game(names=("Fox", "Anna"), real_dice=True)
    sitting = sit(path, match, {0: Scripted(rolls=2)}, ROLL, "", "K1 K2", "", "B1 B2 B3 B6 P6", "", language=language)
    first, second = (texts.say("play.prompt.faces-of-bot", player="Fox", count=count) for count in (6, 5))
    ask = texts.say("play.prompt.ask", player="Anna", command=texts.say("command.ask").split()[0])
    own = texts.say("play.prompt.first.real", player="Anna")
    assert sitting.questions == [first, ask, second, second, second, ask, own]
    assert texts.say("play.bot-keeps", player="Fox", faces="B4") in sitting.said
    assert texts.say("refused.faces-missing", count=5, given=2) in sitting.said
    assert sitting.kinds == ["0 Rolled", "0 Rolled", "0 Scored"]


def test_with_real_dice_a_step_may_be_taken_back_until_the_bots_dice_lie_there(path: Path) -> None:
    match = game(real_dice=True)
    sitting = sit(path, match, {1: Scripted()}, ROLL, "s 1", "", "t", "u", "s 2", "u 1", ROLL, "u")
    assert "Anna’s last move has been undone." in sitting.said
    assert "Anna  [2x]" in sitting.said
    assert match.history[1][1] == Scored((0, 1, 2, 4), 15, 15, 13)
    assert sitting.kinds[:3] == ["0 Rolled", "0 Scored", "1 Rolled"]


# Bots that fail


def test_a_bot_that_fails_ends_the_sitting_and_the_game_is_saved(path: Path) -> None:
    class Failing(Scripted):
        def choose(self, node: Node) -> Action:
            if not node.asking and node.state.turn.rolls:
                raise BotFailed("bot-failed", text="my_bot.py:MyBot", detail="no idea")
            return super().choose(node)

    match = game()
    with pytest.raises(BotFailed):
        sit(path, match, {1: Failing()}, "", "s 1", "")
    assert load(path.read_text("utf-8")) == match.record
    again = sit(path, Match(match.record), {1: Scripted()}, "")
    assert again.match.state.is_over


# Sitting down


def asked(*typed: str, language: str = "en") -> tuple[tuple[tuple[str, ...], tuple[str, ...]], list[str]]:
    left, said = list(typed), []

    def read(question: str) -> str:
        said.append(question)
        return left.pop(0)

    players = ask_players(Console(catalog(language), read, said.append))
    assert left == []
    return players, said


def test_people_choose_their_bots_by_number_or_name(language: str) -> None:
    texts = catalog(language)
    owl = texts.say("bot.owl")
    players, said = asked("4", "3", "0", "1", "six", owl.upper(), f" {owl} ", "Anna", language=language)
    assert players == (("Anna",), ("sparrow", "owl", "owl"))
    for number, level in enumerate(LEVELS, 1):
        assert f"  {number}  {texts.say(f'bot.{level}')}: {texts.say(f'bot.{level}.temper')}" in said
    assert said.count(texts.say("play.which-bot.again", most=5)) == 2
    assert texts.say("play.first-player") not in said


@pytest.mark.parametrize("none", ["", "0"])
def test_without_bots_nothing_is_told_of_them(none: str) -> None:
    players, said = asked("2", none, "Anna", "Ben")
    assert players == (("Anna", "Ben"), ())
    assert catalog("en").say("play.levels") not in said
    assert catalog("en").say("play.first-player") in said


@pytest.mark.parametrize("wrong", ["2", "3", "-1", "many", "1.0"])
def test_somebody_must_play(wrong: str) -> None:
    players, said = asked("2", wrong, "1", "4", "Anna")
    assert players == (("Anna",), ("fox",))
    assert said.count(catalog("en").say("play.how-many-bots.again", most=1)) == 1


@pytest.mark.parametrize(
    ("bots", "people", "names"),
    [
        (["fox"], ["Anna"], ("Fuchs",)),
        (["fox", "fox", "owl"], ["Anna"], ("Fuchs", "Fuchs 2", "Eule")),
        (["fox", "fox"], ["Fuchs"], ("Fuchs 2", "Fuchs 3")),
        (["my_bot.py:MyBot", "lead"], ["Anna"], ("MyBot", "lead")),
        (["my_bot.py:" + "X" * 50] * 2, ["Anna"], ("X" * 38, "X" * 38 + " 2")),
    ],
)
def test_bots_have_names_that_tell_them_apart(bots: list[str], people: list[str], names: tuple[str, ...]) -> None:
    assert bot_names(bots, people, catalog("de")) == names


def test_bots_take_their_seats() -> None:
    bots = seated_bots((None, "fox", None, "sparrow"), Setup(4), [])
    assert list(bots) == [1, 3]
    assert seated_bots((None, None), Setup(2), []) == {}


@pytest.mark.parametrize(
    ("bots", "named", "code"),
    [
        (("fox", "owl"), ["fox", "owl"], "people-needed"),
        ((None, "fox"), ["owl"], "bot-not-in-game"),
        ((None, "my_bot.py:MyBot"), [], "own-bot-not-named"),
        ((None, "my_bot.py:MyBot"), ["other.py:MyBot", "my_bot.py:MyBot"], "bot-not-in-game"),
    ],
)
def test_bots_that_cannot_sit_down(bots: tuple[str | None, ...], named: list[str], code: str) -> None:
    with pytest.raises(CannotSeat) as refused:
        seated_bots(bots, Setup(2), named)
    assert refused.value.code == code


def test_the_whims_of_a_bot_do_not_follow_from_the_dice() -> None:
    """The same game, the same dice: a sparrow that read the seed would do the same again."""

    def first_choices() -> tuple[Action, ...]:
        (bot,) = seated_bots((None, "sparrow"), Setup(2), []).values()
        match = Match.new(["Anna", "Sparrow"], seed=SEED, bots=[None, "sparrow"])
        match.submit(0, Roll())
        match.submit(0, Score(match.state.options[0].dice))
        match.submit(1, Roll())
        return tuple(bot.choose(Node(match.state, asking=False)) for _ in range(40))

    assert len({first_choices() for _ in range(3)}) == 3


def test_only_people_mix_words_into_the_dice() -> None:
    said: list[str] = []

    def read(question: str) -> str:
        said.append(question)
        return "hello"

    console = Console(catalog("en"), read, lambda line: None)
    dice_set = Match.new(["A", "B"]).state.setup.dice_set
    match = new_match(console, ("Anna", "Fox"), ONE_ROUND, dice_set, real_dice=False, words=True, bots=(None, "fox"))
    assert len(said) == 1
    assert match.record.pledge is not None
    assert match.record.pledge.entropy == ("hello", "")
