"""A game at one keyboard: input, output, and the effect on the match."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from charidice import (
    STANDARD,
    Colour,
    DiceSet,
    Event,
    GiftAsked,
    GiftDeclined,
    IllegalAction,
    InvalidDice,
    Match,
    Refused,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Scored,
    Stopped,
    load,
    read_faces,
)
from charidice.match import CannotUndo
from charidice.messages import LANGUAGES, catalog
from charidice.show.options import best_first
from charidice.show.telling import Teller
from charidice.terminal.console import Console, Quit, command_line
from charidice.terminal.keyboard import COMMANDS, Keyboard
from charidice.terminal.play import TerminalGame

SEED = bytes(range(32))
PLAYERS = ("Anna", "Ben")
EXAMPLE_7_1 = "B1 B2 B3 B4 B6 P6"
EXAMPLE_7_2 = "O2 G2 B2 K2 G6 P6"
LATE = Ruleset(late_asking=True)
ONE_ROUND = Ruleset(1)
FACE_CODE = re.compile(r"\b[YOGBPK][1-6]\b")


@dataclass
class Sitting:
    """What was said at the table, questions included, and what was typed but not read any more."""

    match: Match
    left: list[str]
    said: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    replies: list[list[str]] = field(default_factory=lambda: [[]])
    """What was said before the first question, and then after each."""
    has_quit: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    @property
    def events(self) -> tuple[Event, ...]:
        return self.match.record.events

    def ask(self, question: str) -> None:
        self.said.append(question)
        self.questions.append(question)
        self.replies.append([])

    def tell(self, line: str) -> None:
        self.said.append(line)
        self.replies[-1].append(line)


Sit = Callable[..., Sitting]


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sit:
    """Sit down to a match and type lines; when they are used up, the players quit."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def play(match: Match, *typed: str, language: str = "en", spoken: bool = False) -> Sitting:
        texts, path = catalog(language), tmp_path / "game.json"
        sitting = Sitting(match, list(typed))

        def read(question: str) -> str:
            assert load(path.read_text("utf-8")) == match.record, "not saved before the next question"
            sitting.ask(question)
            if not sitting.left:
                raise Quit
            return sitting.left.pop(0)

        teller = Teller(texts, match.players, spoken=spoken)
        table = TerminalGame(match, teller, path, Console(texts, read, sitting.tell))
        try:
            table.play()
        except Quit:
            sitting.has_quit = True
        assert load(path.read_text("utf-8")) == match.record
        return sitting

    return play


def fair(*, rolls: int = 1, ruleset: Ruleset = STANDARD, players: tuple[str, ...] = PLAYERS) -> Match:
    """A game with fair dice after so many rolls of all dice."""
    match = Match.new(players, ruleset, seed=SEED)
    for _ in range(rolls):
        match.submit(0, Roll())
    return match


def real(roll: str = "", *, ruleset: Ruleset = STANDARD, players: tuple[str, ...] = PLAYERS) -> Match:
    """A game with real dice, that lie like this."""
    match = Match.new(players, ruleset, real_dice=True)
    if roll:
        match.submit(0, Roll(), read_faces(roll))
    return match


def refusal(refused: Refused, language: str = "en") -> str:
    return catalog(language).refusal(refused, PLAYERS)


# Commands


def test_every_word_of_every_language_is_read_as_its_command() -> None:
    for language in LANGUAGES:
        texts = catalog(language)
        keyboard = Keyboard(Console(texts, str, print), "")
        for command in COMMANDS:
            for word in texts.say(f"command.{command}").split():
                assert keyboard.command(word) == keyboard.command(f"  {word.upper()} ") == command


@pytest.mark.parametrize("command", COMMANDS)
def test_every_word_does_what_its_command_means(sit: Sit, language: str, command: str) -> None:
    word = f" {catalog(language).say(f'command.{command}').split()[-1].upper()} "
    say = catalog(language).say
    match = fair(ruleset=LATE if command == "stop" else STANDARD)
    before = match.record.events
    score = say("command.score").split()[0]
    typed = {"keep": [f"{word} 1 3"], "score": [f"{word} 1"], "undo": [f"{score} 1", word]}.get(command, [word])
    sitting = sit(match, *typed, "left over", language=language)
    news = sitting.events[len(before) :]
    match command:
        case "roll" | "keep":
            (rolled,) = news
            assert isinstance(rolled, Rolled)
            assert rolled.keep == ((0, 2) if command == "keep" else ())
        case "score":
            assert [type(event) for event in news] == [Scored]
        case "ask":
            assert news == (GiftAsked(),)
        case "stop":
            assert news == (Stopped(),)
        case _:
            assert news == ()
    told = {
        "undo": say("play.undone", player="Anna"),
        "options": say("play.options"),
        "sheets": f"  {say('box.total')}: 0",
        "help": say("play.help"),
    }
    if command in told:
        assert told[command] in sitting.replies[len(typed)]
    assert (sitting.left == ["left over"]) == (command == "quit")


def test_help_lists_every_command_with_its_letter(sit: Sit, language: str) -> None:
    say = catalog(language).say
    sitting = sit(fair(), "?", language=language)
    for command in COMMANDS:
        letter = say(f"command.{command}").split()[0]
        assert f"  {letter}  {say(f'play.help.{command}', command=letter)}" in sitting.said
    assert say("play.help.dice") in sitting.said
    assert all(f"{colour.letter} {catalog(language).colour(colour)}" in sitting.text for colour in Colour)


@pytest.mark.parametrize("typed", ["bananas", "B1 B2", "yes", "kk 1", "%s {0} {player}"])
def test_what_is_no_command_is_said_to_be_none(sit: Sit, language: str, typed: str) -> None:
    match = fair()
    before = match.record
    sitting = sit(match, typed, language=language)
    assert sitting.replies[-2][-1] == catalog(language).say("play.unknown", text=typed)
    assert match.record == before


def test_a_bare_number_scores_the_way_with_that_number(sit: Sit) -> None:
    match = fair()
    best = best_first(match.state.options)[0][0]
    sit(match, "1")
    assert isinstance(match.history[-1][1], Scored)
    assert match.history[-1][1].dice == best.dice


def test_a_bare_number_of_no_way_is_told_the_choice(sit: Sit) -> None:
    match = fair()
    before = match.record
    sitting = sit(match, "123")
    assert catalog("en").say("play.which-option", count=len(match.state.options)) in sitting.said
    assert match.record == before


def test_an_empty_line_after_the_first_roll_asks_again(sit: Sit) -> None:
    match = fair()
    before = match.record
    sitting = sit(match, "", "   ")
    assert sitting.questions == ["Anna: (k) keep, (r) roll or (s) score (2 rolls left): "] * 3
    assert match.record == before


# Rolling


def test_2_2_enter_makes_the_first_roll(sit: Sit) -> None:
    sitting = sit(fair(rolls=0), "")
    assert sitting.questions[0] == "Anna, press Enter to roll: "
    (rolled,) = sitting.events
    assert isinstance(rolled, Rolled)
    faces = sitting.match.state.faces
    assert f"Dice: {'  '.join(f'{die}:{face}' for die, face in enumerate(faces, 1))}" in sitting.said


@pytest.mark.parametrize(
    ("typed", "keep"),
    [
        ("k 1 3 4", (0, 2, 3)),
        ("k 134", (0, 2, 3)),
        ("k 1,3,4", (0, 2, 3)),
        ("k 1, 3, 4", (0, 2, 3)),
        ("k 4 3 1 1", (0, 2, 3)),
        ("k 6", (5,)),
        ("keep 1 2 3 4 5", (0, 1, 2, 3, 4)),
        ("r", ()),
        ("roll", ()),
        ("r 1 3", (1, 3, 4, 5)),
        ("r 13", (1, 3, 4, 5)),
        ("r 1,3", (1, 3, 4, 5)),
        ("r 1 2 3 4 5 6", ()),
        ("r 6", (0, 1, 2, 3, 4)),
    ],
)
def test_dice_are_named_by_position(sit: Sit, typed: str, keep: tuple[int, ...]) -> None:
    match = fair()
    before = match.state.turn.numbers
    rolled = sit(match, typed).events[-1]
    assert isinstance(rolled, Rolled)
    assert rolled.keep == keep
    assert [rolled.numbers[die] for die in keep] == [before[die] for die in keep]


@pytest.mark.parametrize("written", ["{0} {2}", "{0}{2}", "{0},{2}", "{2}, {0}", "{0} {0} {2}"])
@pytest.mark.parametrize(("command", "keep"), [("k", (0, 2)), ("r", (1, 3, 4, 5))])
@pytest.mark.parametrize("change", [str.upper, str.lower])
def test_dice_are_named_by_face(
    sit: Sit, written: str, command: str, keep: tuple[int, ...], change: Callable[[str], str]
) -> None:
    match = fair()
    faces = written.format(*map(str, match.state.faces))
    rolled = sit(match, f"{command} {change(faces)}").events[-1]
    assert isinstance(rolled, Rolled)
    assert rolled.keep == keep
    assert len(match.record.events) == 2


@pytest.mark.parametrize("command", ["keep", "roll", "score"])
@pytest.mark.parametrize("dice", ["7 1", "0 1", "1 8", "1-3", "B", "X1", "B4 P5", "½ 2"])
def test_dice_that_do_not_lie_there_are_refused_and_nothing_happens(
    sit: Sit, language: str, command: str, dice: str
) -> None:
    match = real(EXAMPLE_7_1)
    before = match.record
    letter = catalog(language).say(f"command.{command}").split()[0]
    sitting = sit(match, f"{letter} {dice}", language=language)
    reasons = {
        "7 1": InvalidDice("unknown-die"),
        "0 1": InvalidDice("unknown-die"),
        "1 8": InvalidDice("unknown-die"),
        "B4 P5": InvalidDice("face-not-there", face=read_faces("P5")[0]),
    }
    unknown = InvalidDice("unknown-face", text=dice.split()[0][:2], allowed=tuple("YOGBPK"))
    assert sitting.replies[-2][-1] == refusal(reasons.get(dice, unknown), language)
    assert match.record == before


@pytest.mark.parametrize(
    ("rolls", "typed", "code"),
    [
        (0, "k 1", "first-roll-keeps-none"),
        (0, "r 1 2", "first-roll-keeps-none"),
        (1, "k 1 2 3 4 5 6", "roll-at-least-one"),
        (1, "k 123456", "roll-at-least-one"),
        (3, "r", "no-rolls-left"),
        (3, "k 1", "no-rolls-left"),
    ],
)
def test_2_2_rolls_that_the_rules_refuse(sit: Sit, language: str, rolls: int, typed: str, code: str) -> None:
    words = {"k": "keep", "r": "roll"}
    letter = catalog(language).say(f"command.{words[typed[0]]}").split()[0]
    match = fair(rolls=rolls)
    before = match.record
    allowed = {0: ("roll",), 1: ("roll", "score"), 3: ("score",)}[rolls]
    sitting = sit(match, letter + typed[1:], language=language)
    assert sitting.replies[-2][-1] == refusal(IllegalAction(code, allowed=allowed), language)
    assert match.record == before


def test_keeping_needs_dice(sit: Sit, language: str) -> None:
    sitting = sit(fair(), catalog(language).say("command.keep").split()[0], language=language)
    assert sitting.replies[-2][-1] == catalog(language).say("play.which-dice")
    assert len(sitting.events) == 1


def test_the_question_counts_the_rolls_that_are_left(sit: Sit) -> None:
    sitting = sit(fair(rolls=0), "", "k 1", "k 1")
    assert sitting.questions == [
        "Anna, press Enter to roll: ",
        "Anna: (k) keep, (r) roll or (s) score (2 rolls left): ",
        "Anna: (k) keep, (r) roll or (s) score (1 roll left): ",
        "Anna: (s) score: ",
    ]


# Scoring


@pytest.mark.parametrize(
    ("typed", "points", "bonus", "gift"),
    [
        ("s 1", 10, 25, 24),
        ("s 2", 15, 15, 13),
        ("score 1", 10, 25, 24),
        ("s B1 B2 B3 B4", 10, 25, 24),
        ("s b2b3b4b6", 15, 15, 13),
        ("s 1 2 3 4", 10, 25, 24),
        ("s 1,2,3,5", 15, 15, 13),
        ("s 5, 6", 12, 0, 10),
    ],
)
def test_7_1_is_scored_by_number_by_face_or_by_position(
    sit: Sit, typed: str, points: int, bonus: int, gift: int
) -> None:
    scored = sit(real(EXAMPLE_7_1), typed).events[-1]
    assert isinstance(scored, Scored)
    assert (scored.points, scored.bonus, scored.gift) == (points, bonus, gift)


def test_the_score_and_the_gift_are_told_and_then_the_next_turn(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1), "s 1")
    assert sitting.replies[1] == [
        "Anna scores B4 B3 B2 B1: 10 + 25 = 35.",
        "Anna donates 24 points to Ben.",
        "",
        "Round 1 of 7: Ben’s turn. The gift goes to Anna.",
        "Anna may ask for the greatest of gifts (g).",
    ]
    assert sitting.questions[1] == "Ben, roll all six dice and type the six faces: "


@pytest.mark.parametrize("number", ["", "0", "12", "99", "1234"])
def test_a_number_that_no_way_to_score_has(sit: Sit, language: str, number: str) -> None:
    letter = catalog(language).say("command.score").split()[0]
    match = real(EXAMPLE_7_1)
    sitting = sit(match, f"{letter} {number}", language=language)
    assert sitting.replies[-2][-1] == catalog(language).say("play.which-option", count=11)
    assert len(sitting.events) == 1


@pytest.mark.parametrize(
    ("typed", "code", "values"),
    [
        ("s B1 B2 B3", "not-a-set-of-colour", {"colour": "blue", "count": 5}),
        ("s B4", "colour-left-out", {"colours": "purple"}),
        ("s B1 B2 P6", "neither-one-colour-nor-different", {}),
    ],
)
def test_3_dice_that_are_no_set_are_refused_with_the_reason(
    sit: Sit, typed: str, code: str, values: dict[str, Any]
) -> None:
    reason = catalog("en").say(f"refused.{code}", **values)
    said = sit(real(EXAMPLE_7_1), typed).said[-2]
    assert said == f"{reason} What you can do now: roll or score."


@pytest.mark.parametrize("typed", ["s", "s 1", "s B1", "o"])
def test_before_the_first_roll_there_is_nothing_to_score(sit: Sit, typed: str) -> None:
    match = fair(rolls=0)
    sitting = sit(match, typed)
    assert sitting.replies[-2][-1].startswith(("Roll the dice first.", "There is no B1 on the table."))
    assert match.record.events == ()


def test_all_ways_to_score_are_listed_when_asked_for(sit: Sit) -> None:
    match = real(EXAMPLE_7_1)
    good, others = best_first(match.state.options)
    assert good
    assert others
    at_first, listed, _ = sit(match, "o").replies
    lines = Teller(catalog("en"), PLAYERS).options(good + others, match.state.faces, doubled=False)
    shown = at_first.index("Ways to score:")
    assert at_first[shown + 1 :] == [*lines[: len(good)], f"{len(others)} more, none of them better (type o)"]
    assert listed == ["Ways to score:", *lines]


def test_every_way_to_score_has_its_number_in_both_lists(sit: Sit) -> None:
    good, others = best_first(real(EXAMPLE_7_1).state.options)
    for number, option in enumerate(good + others, 1):
        scored = sit(real(EXAMPLE_7_1), f"s {number}").events[-1]
        assert isinstance(scored, Scored)
        assert scored.dice == option.dice


def test_7_2_lists_its_two_ways_first(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_2))
    assert "  1  O2 G2 B2 K2       8 + 15 = 23, donates 24         4 dice with the number 2" in sitting.said
    assert "  2  O2 B2 G6 K2 P6   18 +  0 = 18, donates  2         one of every colour" in sitting.said
    assert "1 more, which is no better (type o)" in sitting.said


@pytest.mark.parametrize("typed", ["s B1", "s 4 6", "s B6"])
def test_8_1_free_giving_lets_more_be_given(sit: Sit, typed: str) -> None:
    free = sit(real(EXAMPLE_7_1, ruleset=Ruleset(free_giving=True)), typed)
    assert isinstance(free.events[-1], Scored)
    if typed != "s 4 6":
        assert len(sit(real(EXAMPLE_7_1), typed).events) == 1


def test_8_1_a_single_die_scored_gives_all_the_others(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_2, ruleset=Ruleset(free_giving=True)), "s B2")
    assert "Anna scores B2: 2 + 0 = 2." in sitting.said
    assert "Anna donates 30 points to Ben." in sitting.said


def test_4_1_without_dice_left_there_is_nothing_to_give(sit: Sit) -> None:
    sitting = sit(real("B1 B2 B3 B4 B5 B6"), "s 123456", "s 1")
    assert "Anna scores B4 B3 B2 B1 B6 B5: 21 + 50 = 71." in sitting.said
    assert "All dice are scored, so there is nothing to donate to Ben." in sitting.said
    assert "donates 0 points" not in sitting.text


# The greatest of gifts


def test_5_1_asking_doubles_the_gift(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1), "g", "s 1")
    assert sitting.events[1] == GiftAsked()
    assert "Ben may ask for the greatest of gifts (g)." in sitting.said
    assert "Ben asks for the greatest of gifts: this gift counts double." in sitting.said
    assert "  1  B4 B3 B2 B1      10 + 25 = 35, donates 48         straight of four, blue" in sitting.said
    assert "The greatest of gifts! Anna donates 48 points to Ben." in sitting.said
    assert [sheet.has_gift for sheet in sitting.match.state.sheets] == [True, False]


def test_5_2_it_is_offered_from_the_beginning_of_the_turn_until_the_third_roll(sit: Sit) -> None:
    sitting = sit(fair(rolls=0), "", "r", "r")
    offer = "Ben may ask for the greatest of gifts (g)."
    assert [offer in reply for reply in sitting.replies] == [True, True, True, False, False]


def test_5_2_it_is_refused_too_late(sit: Sit, language: str) -> None:
    letter = catalog(language).say("command.ask").split()[0]
    sitting = sit(fair(rolls=3), letter, language=language)
    assert sitting.replies[-2][-1] == catalog(language).say("refused.too-late-to-ask", active="Anna")
    assert len(sitting.events) == 3


def test_5_3_it_can_be_asked_before_the_first_roll(sit: Sit, language: str) -> None:
    say = catalog(language).say
    ask = say("command.ask").split()[0]
    sitting = sit(fair(rolls=0), ask, "", language=language)
    assert sitting.events[0] == GiftAsked()
    assert isinstance(sitting.events[1], Rolled)
    assert say("event.gift-asked", player="Ben") in sitting.said
    assert sitting.said.count(say("play.gift-possible", player="Ben", command=ask)) == 1


def test_5_1_it_is_asked_once_a_turn(sit: Sit, language: str) -> None:
    letter = catalog(language).say("command.ask").split()[0]
    sitting = sit(fair(), letter, letter, language=language)
    assert sitting.events[1:] == (GiftAsked(),)
    assert sitting.replies[-2][-1] == catalog(language).say("refused.already-asked")


def test_5_1_it_is_asked_once_a_game(sit: Sit, language: str) -> None:
    ask, score = (catalog(language).say(f"command.{command}").split()[0] for command in ("ask", "score"))
    sitting = sit(fair(), ask, f"{score} 1", "", f"{score} 1", "", ask, language=language)
    assert sitting.replies[-2][-1] == catalog(language).say("refused.gift-spent")
    assert sitting.events.count(GiftAsked()) == 1
    offered = catalog(language).say("play.gift-possible", player="Ben", command=ask)
    assert sitting.said.count(offered) == 1


# Late asking (8.2)


@pytest.mark.parametrize("command", ["score", "score 1", "stop"])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_8_2_whoever_scores_early_lets_the_recipient_answer_first(
    sit: Sit, language: str, command: str, answer: str
) -> None:
    texts = catalog(language)
    word, _, number = command.partition(" ")
    score = texts.say("command.score").split()[0]
    yes, no = (texts.say(f"answer.{which}").split()[0] for which in ("yes", "no"))
    first = f"{texts.say(f'command.{word}').split()[0]} {number}".strip()
    reply = texts.say(f"answer.{answer}").split()[-1].upper()
    sitting = sit(real(EXAMPLE_7_1, ruleset=LATE), first, "perhaps", reply, f"{score} 1", language=language)

    question = texts.say("play.prompt.last-call", player="Ben", yes=yes, no=no)
    assert sitting.questions[1:3] == [question, question]
    assert texts.say("play.yes-or-no", yes=yes, no=no) in sitting.said
    assert sitting.questions[3] == texts.say("play.prompt.score", player="Anna", score=f"({score})")
    answered = GiftAsked() if answer == "yes" else GiftDeclined()
    assert sitting.events[1:3] == (Stopped(), answered)
    assert sitting.events[3] == Scored((0, 1, 2, 3), 10, 25, 48 if answer == "yes" else 24)
    for key in ("stopped", "gift-asked" if answer == "yes" else "gift-declined"):
        player = "Anna" if key == "stopped" else "Ben"
        assert texts.say(f"event.{key}", player=player, other="Ben") in sitting.said


def test_8_2_after_the_third_roll_there_is_nothing_to_answer(sit: Sit) -> None:
    sitting = sit(fair(rolls=3, ruleset=LATE), "s 1")
    assert [type(event) for event in sitting.events[3:]] == [Scored]


def test_8_2_after_asking_there_is_nothing_to_answer(sit: Sit) -> None:
    sitting = sit(fair(ruleset=LATE), "g", "s 1")
    assert [type(event) for event in sitting.events[1:]] == [GiftAsked, Scored]


def test_8_2_the_one_who_stopped_cannot_roll_again(sit: Sit) -> None:
    sitting = sit(fair(ruleset=LATE), "x", "n", "r")
    assert sitting.replies[-2][-1] == "You’ve already stopped rolling. Now score. What you can do now: score."


def test_8_2_an_answer_may_be_taken_back_and_is_asked_for_again(sit: Sit) -> None:
    sitting = sit(fair(ruleset=LATE), "s", "n", "u", "y")
    assert sitting.events[1:] == (Stopped(), GiftAsked())
    assert sitting.replies[3][:3] == [
        "Ben’s last move has been undone.",
        "",
        "Round 1 of 7: Anna’s turn. The gift goes to Ben.",
    ]


@pytest.mark.parametrize("rolls", [1, 3])
def test_without_late_asking_stopping_is_not_announced(sit: Sit, rolls: int) -> None:
    sitting = sit(fair(rolls=rolls), "x")
    assert sitting.replies[-2][-1].startswith("You don’t need to announce it. Just score.")
    assert len(sitting.events) == rolls


@pytest.mark.parametrize("typed", ["?", "q"])
@pytest.mark.parametrize("question", ["last call", "real dice"])
def test_help_and_quitting_are_there_at_any_time_as_promised(sit: Sit, question: str, typed: str) -> None:
    """The welcome says: Type ? at any time for help."""
    match, first = (fair(ruleset=LATE), "s") if question == "last call" else (real(EXAMPLE_7_1), "k 1 2")
    sitting = sit(match, first, typed, "left over")
    if typed == "?":
        assert catalog("en").say("play.help") in sitting.said
    else:
        assert sitting.left == ["left over"]


# Taking back


def test_a_score_can_be_taken_back_until_somebody_acts(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1), "s 5", "u", "s 1")
    assert [type(event) for event in sitting.events] == [Rolled, Scored]
    assert sitting.events[-1] == Scored((0, 1, 2, 3), 10, 25, 24)
    assert sitting.replies[2][:4] == [
        "Anna’s last move has been undone.",
        "",
        "Round 1 of 7: Anna’s turn. The gift goes to Ben.",
        "Dice: 1:B4  2:B3  3:B2  4:B1  5:B6  6:P6",
    ]


@pytest.mark.parametrize(
    ("rolls", "commands", "code"),
    [
        (0, ["undo"], "undo-nothing"),
        (1, ["undo"], "undo-roll"),
        (1, ["roll", "undo"], "undo-roll"),
        (1, ["ask", "undo"], "undo-gift-asked"),
        (1, ["score 1", "", "undo"], "undo-roll"),
    ],
)
def test_what_cannot_be_taken_back(sit: Sit, language: str, rolls: int, commands: list[str], code: str) -> None:
    typed = [
        f"{catalog(language).say(f'command.{word}').split()[0]} {rest}".strip() if word else ""
        for word, _, rest in (command.partition(" ") for command in commands)
    ]
    sitting = sit(fair(rolls=rolls), *typed, language=language)
    assert sitting.replies[-2][-1] == refusal(CannotUndo(code), language)
    assert len(sitting.events) == rolls + len(commands) - 1


# Real dice


def test_with_real_dice_the_letters_are_explained_first(sit: Sit, language: str) -> None:
    texts = catalog(language)
    sitting = sit(real(), language=language)
    letters = Teller(texts, PLAYERS).letters()
    assert sitting.said[0] == texts.say("play.real-dice", letters=letters)
    assert "B " + texts.say("colour.blue") in letters
    assert sitting.questions == [texts.say("play.prompt.first.real", player="Anna")]


@pytest.mark.parametrize("faces", [EXAMPLE_7_1, "p6 b6 b4 b3 b2 b1", "B1B2B3B4B6P6", "B1,B2,B3,B4,B6,P6"])
def test_real_dice_are_typed_in_any_order(sit: Sit, faces: str) -> None:
    sitting = sit(real(), faces)
    assert sitting.events == (Rolled((), (4, 3, 2, 1, 6, 6)),)
    assert "Dice: 1:B4  2:B3  3:B2  4:B1  5:B6  6:P6" in sitting.said


def test_real_dice_may_also_be_asked_for(sit: Sit) -> None:
    sitting = sit(real(), "r", EXAMPLE_7_1)
    assert sitting.questions[1] == "Roll 6 dice and type their faces: "
    assert sitting.events == (Rolled((), (4, 3, 2, 1, 6, 6)),)


FACES = {str(face): face for face in read_faces("B3 B4 B6 O1 P5 P6")}


@pytest.mark.parametrize(
    ("faces", "refused"),
    [
        ("B1 B2 B3 B4 B6", InvalidDice("faces-missing", count=6, given=5)),
        ("B1 B2 B3 B4 B6 B6", InvalidDice("face-twice", face=FACES["B6"], other=FACES["B6"])),
        ("B1 B2 B3 B4 O1 P6", InvalidDice("two-faces-of-one-die", face=FACES["O1"], other=FACES["B3"])),
        ("B1 B2 B3 B4 B6 X6", InvalidDice("unknown-face", text="X6", allowed=tuple("YOGBPK"))),
        ("1 2 3 4 5 6", InvalidDice("unknown-face", text="1", allowed=tuple("YOGBPK"))),
    ],
)
def test_a_first_roll_that_cannot_be_is_asked_for_again(
    sit: Sit, language: str, faces: str, refused: InvalidDice
) -> None:
    sitting = sit(real(), faces, EXAMPLE_7_1, language=language)
    assert sitting.questions[0] == sitting.questions[1]
    assert sitting.replies[1] == [refusal(refused, language)]
    assert sitting.events == (Rolled((), (4, 3, 2, 1, 6, 6)),)


def test_a_further_roll_is_asked_for_until_it_can_be_and_nothing_is_lost(sit: Sit, language: str) -> None:
    texts = catalog(language)
    keep = texts.say("command.keep").split()[0]
    wrong = {
        "Y3": InvalidDice("faces-missing", count=2, given=1),
        "Y3 Y3": InvalidDice("face-twice", face=read_faces("Y3")[0], other=read_faces("Y3")[0]),
        "Y3 P5": InvalidDice("kept-die-changed", face=FACES["B4"], other=FACES["P5"]),
        "Y3 X9": InvalidDice("unknown-face", text="X9", allowed=tuple("YOGBPK")),
    }
    sitting = sit(real(EXAMPLE_7_1), f"{keep} B1 B2 B3 B4", *wrong, "Y3 O3", language=language)
    question = texts.say("play.prompt.faces", count=2)
    assert sitting.questions[1:6] == [question] * 5
    for refused in wrong.values():
        assert refusal(refused, language) in sitting.said
    assert sitting.events[1:] == (Rolled((0, 1, 2, 3), (4, 3, 2, 1, 3, 3)),)


def test_a_further_roll_may_be_typed_with_the_kept_dice(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1), "r 5 6", "B1 B2 B3 B4 Y3 O3")
    assert sitting.events[1:] == (Rolled((0, 1, 2, 3), (4, 3, 2, 1, 3, 3)),)


def test_one_die_is_asked_for_in_the_singular(sit: Sit) -> None:
    assert "Roll 1 die and type its face: " in sit(real(EXAMPLE_7_1), "r 6", "P6").questions


def test_an_empty_line_goes_back_to_the_choice_of_dice(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1), "k 1 2", "", "k 1 2 3 4", "Y3 O3")
    assert sitting.questions[0] == sitting.questions[2]
    assert sitting.events[1:] == (Rolled((0, 1, 2, 3), (4, 3, 2, 1, 3, 3)),)


def test_a_roll_the_rules_refuse_is_refused_before_the_dice_are_thrown(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1), "k 1 2 3 4 5 6")
    assert len(sitting.questions) == 2
    assert sitting.replies[-2][-1].startswith("Choose at least one die to roll again.")


def test_real_dice_of_another_box(sit: Sit) -> None:
    own = DiceSet.read("YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY")
    match = Match.new(PLAYERS, dice_set=own, real_dice=True)
    faces = own.faces((2, 2, 2, 2, 6, 6))
    sitting = sit(match, " ".join(map(str, reversed(faces))))
    assert sitting.events == (Rolled((), (2, 2, 2, 2, 6, 6)),)


# Sheets


def test_the_sheets_show_what_is_written_so_far(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1, ruleset=Ruleset(2)), "g", "s 1", "t")
    assert sitting.replies[3] == [
        "Anna  [2x]",
        "       points  bonus  received  donated",
        "  1        10     25                 48",
        "  2",
        "  sum      10     25         0       48",
        "  total: 35",
        "",
        "Ben  [--]",
        "       points  bonus  received  donated",
        "  1                         48",
        "  2",
        "  sum       0      0        48        0",
        "  total: 48",
        "",
    ]


# Turns and the end


@pytest.mark.parametrize("players", [("Anna", "Ben"), ("Anna", "Ben", "Cleo"), ("Anna", "Ben", "Cleo", "Dan")], ids=len)
def test_2_1_turns_go_to_the_left_and_so_do_gifts(sit: Sit, players: tuple[str, ...]) -> None:
    match = fair(rolls=0, ruleset=Ruleset(2), players=players)
    sitting = sit(match, *["", "s 1"] * len(players) * 2)
    turns = [line for line in sitting.said if line.startswith("Round ")]
    assert turns == [
        f"Round {round_} of 2: {player}’s turn. The gift goes to {players[(seat + 1) % len(players)]}."
        for round_ in (1, 2)
        for seat, player in enumerate(players)
    ]
    assert not sitting.has_quit
    assert match.state.is_over
    sheets = match.state.sheets
    for seat, sheet in enumerate(sheets):
        assert sheet.given == sheets[(seat + 1) % len(players)].received


def test_6_the_end_names_the_giver_and_the_winner(sit: Sit, tmp_path: Path, language: str) -> None:
    texts = catalog(language)
    score = texts.say("command.score").split()[0]
    match = real(EXAMPLE_7_1, ruleset=ONE_ROUND)
    sitting = sit(match, f"{score} 2", EXAMPLE_7_2, f"{score} 1", language=language)
    # Anna: 15 + 15 + 24 received = 54. Ben: 8 + 15 + 13 received + 20 for giving 24 = 56.
    assert not sitting.has_quit
    assert sitting.said[-4:] == [
        texts.say("play.most-given", count=1, players="Ben", points=texts.say("points", count=24), bonus=20),
        texts.say("play.winner", count=1, players="Ben", points=texts.say("points", count=56)),
        texts.say("play.record", path=tmp_path / "game.json"),
        texts.say("play.review", command=command_line("review", tmp_path / "game.json")),
    ]
    assert texts.say("play.over") in sitting.said
    assert f"  {texts.say('box.charity')}: 20" in sitting.said
    assert f"  {texts.say('box.total')}: 54" in sitting.said


def test_6_3_a_tie_is_a_shared_victory_and_6_1_a_shared_charity_bonus(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1, ruleset=ONE_ROUND), "s 1", EXAMPLE_7_1, "s 1")
    assert sitting.said[-4:-2] == [
        "Anna and Ben donated the most, 24 points each, and get a charity bonus of 20 each.",
        "Anna and Ben share the victory with 79 points!",
    ]


def test_6_1_more_than_60_given_brings_30_and_three_can_share(sit: Sit, language: str) -> None:
    texts = catalog(language)
    ask, score = (texts.say(f"command.{command}").split()[0] for command in ("ask", "score"))
    players = ("Anna", "Ben", "Cleo")
    match = real(ruleset=Ruleset(2), players=players)
    asked, plain = [EXAMPLE_7_1, ask, f"{score} 1"], [EXAMPLE_7_1, f"{score} 1"]
    sitting = sit(match, *asked * 3, *plain * 3, language=language)
    # Each 2 x 35 scored, 48 + 24 = 72 received and given, and 30: 172.
    together = texts.join(players)
    assert sitting.said[-4] == texts.say(
        "play.most-given", count=3, players=together, points=texts.say("points", count=72), bonus=30
    )
    assert sitting.said[-3] == texts.say(
        "play.winner", count=3, players=together, points=texts.say("points", count=172)
    )


def test_the_end_of_a_game_with_fair_dice_says_how_to_check_them_and_to_look_back(sit: Sit, tmp_path: Path) -> None:
    sitting = sit(fair(ruleset=ONE_ROUND), "s 1", "", "s 1")
    assert sitting.said[-3:] == [
        f"The record of the game: {tmp_path / 'game.json'}",
        f"Check the dice: {command_line('verify', tmp_path / 'game.json')}",
        f"Review the game: {command_line('review', tmp_path / 'game.json')}",
    ]


def test_the_end_of_a_game_with_real_dice_promises_no_check(sit: Sit) -> None:
    sitting = sit(real(EXAMPLE_7_1, ruleset=ONE_ROUND), "s 1", EXAMPLE_7_1, "s 1")
    assert "verify" not in sitting.text


def test_a_game_gone_on_with_shows_whose_turn_it_is_and_what_lies_there(sit: Sit) -> None:
    match = real(EXAMPLE_7_1)
    match.submit(0, Score((0, 1, 2, 3)))
    match.submit(1, Roll(), read_faces(EXAMPLE_7_2))
    sitting = sit(match)
    assert "Round 1 of 7: Ben’s turn. The gift goes to Anna." in sitting.said
    assert "Dice: 1:O2  2:G2  3:B2  4:G6  5:K2  6:P6" in sitting.said


def test_a_turn_is_announced_once(sit: Sit) -> None:
    sitting = sit(fair(rolls=0), "", "r", "nonsense", "t", "o", "r")
    assert sitting.said.count("Round 1 of 7: Anna’s turn. The gift goes to Ben.") == 1


# In whole words


@pytest.mark.parametrize("ruleset", [Ruleset(2), Ruleset(2, free_giving=True, late_asking=True)], ids=["", "house"])
def test_spoken_words_have_no_letters_for_dice(sit: Sit, language: str, ruleset: Ruleset) -> None:
    texts = catalog(language)
    words = {command: texts.say(f"command.{command}").split()[0] for command in COMMANDS}
    no = texts.say("answer.no").split()[0]
    score = [words["score"], no, f"{words['score']} 1"] if ruleset.late_asking else [f"{words['score']} 1"]
    typed = ["", words["options"], f"{words['keep']} 1 2", *score, words["sheets"]]
    typed += [words["undo"], f"{words['score']} 2", "", words["ask"], f"{words['score']} 1"]
    sitting = sit(fair(rolls=0, ruleset=ruleset), *typed, *["", *score] * 2, language=language, spoken=True)
    assert [line for line in sitting.said if FACE_CODE.search(line)] == []
    assert sitting.match.state.is_over


def test_spoken_dice_are_named_with_their_place_and_colour(sit: Sit, language: str) -> None:
    texts = catalog(language)
    sitting = sit(real(EXAMPLE_7_1), language=language, spoken=True)
    dice = ", ".join(f"{die}: {texts.face(face)}" for die, face in enumerate(read_faces("B4 B3 B2 B1 B6 P6"), 1))
    assert texts.say("play.dice", dice=dice) in sitting.said
    faces = texts.join(map(texts.face, read_faces("B4 B3 B2 B1")))
    sums = texts.say("play.option", points=10, bonus=25, sum=35, gift=24)
    kind = texts.say("kind.3.1.1", colour=texts.say("colour.blue"))
    assert f"1: {kind}: {faces}: {sums}" in sitting.said
