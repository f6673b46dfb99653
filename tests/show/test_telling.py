"""A game as text: options that are not dominated, aligned tables, sheets and events in every language."""

import random
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from charidice import (
    STANDARD,
    STANDARD_DICE,
    Colour,
    Face,
    GameRecord,
    GameState,
    GiftAsked,
    GiftDeclined,
    Match,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Scored,
    ScoringOption,
    Sheet,
    Stopped,
    evolve,
    load,
    new_game,
    read_faces,
    results,
    scoring_options,
)
from charidice.messages import LANGUAGES, catalog
from charidice.show.options import best_first
from charidice.show.sheets import BOXES
from charidice.show.telling import Teller
from charidice.terminal.console import PAINT, painted

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
FINISHED = ("two-players", "four-players-own-dice", "free-giving", "all-house-rules-real-dice")
PLAYERS = ("Anna", "Ben")
EXAMPLE_7_1 = "B1 B2 B3 B4 B6 P6"
EXAMPLE_7_2 = "O2 G2 B2 K2 G6 P6"
FREE = Ruleset(free_giving=True)
FACE_CODE = re.compile(r"\b[YOGBPK][1-6]\b")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

ALL_ROLLS = list(product(range(1, 7), repeat=6))
ROLLS = random.Random("rolls").sample(ALL_ROLLS, 4000)
FEW_ROLLS = ROLLS[:300]


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def record_of(name: str) -> GameRecord:
    return load((PLAYTHROUGHS / f"{name}.json").read_text("utf-8"))


# The options worth a look


def options_of(ruleset: Ruleset) -> list[tuple[ScoringOption, ...]]:
    rolls = FEW_ROLLS if ruleset.free_giving else ROLLS
    return [scoring_options(STANDARD_DICE.faces(numbers), ruleset=ruleset) for numbers in rolls]


RULESETS = pytest.mark.parametrize("ruleset", [STANDARD, FREE], ids=["rulebook", "free giving"])


@RULESETS
def test_no_option_is_lost_and_none_appears_twice(ruleset: Ruleset) -> None:
    for options in options_of(ruleset):
        good, others = best_first(options)
        assert sorted(good + others) == sorted(options)


@RULESETS
def test_an_option_is_set_aside_only_for_one_that_is_shown_whether_one_likes_to_give_or_not(ruleset: Ruleset) -> None:
    for options in options_of(ruleset):
        good, others = best_first(options)
        for option in others:
            as_good = [shown for shown in good if shown.total >= option.total]
            assert any(shown.gift <= option.gift for shown in as_good), (option, good)
            assert any(shown.gift >= option.gift for shown in as_good), (option, good)


@RULESETS
def test_an_option_that_is_best_for_some_wish_is_shown(ruleset: Ruleset) -> None:
    """For any value of a point given, positive or negative, the best option is not dominated."""
    for options in options_of(ruleset):
        good, _ = best_first(options)
        for wish in (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0):
            values = [option.total + wish * option.gift for option in options]
            assert max(option.total + wish * option.gift for option in good) == max(values)


@RULESETS
def test_nothing_is_shown_that_others_beat_both_ways(ruleset: Ruleset) -> None:
    for options in options_of(ruleset):
        good, _ = best_first(options)
        worth = [(option.total, option.gift) for option in good]
        assert len(worth) == len(set(worth)), "two that are alike"
        for total, gift in worth:
            as_good = {other for other in worth if other[0] >= total} - {(total, gift)}
            less = any(other <= gift for _, other in as_good)
            more = any(other >= gift for _, other in as_good)
            assert not (less and more), (total, gift)


@RULESETS
def test_the_highest_sum_comes_first(ruleset: Ruleset) -> None:
    for options in options_of(ruleset):
        for part in best_first(options):
            assert [option.total for option in part] == sorted((option.total for option in part), reverse=True)
        assert best_first(options)[0][0].total == options[0].total


def test_a_single_option_is_shown() -> None:
    options = scoring_options("Y1 O1 G1 B1 P1 K1")
    assert best_first(options[:1]) == ([options[0]], [])


def test_7_1_shows_the_rulebooks_two_ways_first() -> None:
    good, _ = best_first(scoring_options(EXAMPLE_7_1))
    assert [(option.points, option.bonus, option.gift) for option in good[:2]] == [(10, 25, 24), (15, 15, 13)]


# Faces and dice


def test_a_face_is_plain_painted_or_spoken(language: str) -> None:
    texts = catalog(language)
    for face in (Face(colour, number) for colour in Colour for number in range(1, 7)):
        assert Teller(texts, PLAYERS).face(face) == str(face)
        coloured = Teller(texts, PLAYERS, painted).face(face)
        assert ESCAPE.sub("", coloured) == f" {face} "
        assert coloured.endswith("\x1b[0m")
        spoken = Teller(texts, PLAYERS, painted, spoken=True).face(face)
        assert spoken == texts.face(face)
        assert str(face.number) in spoken
        assert "\x1b" not in spoken


def test_no_two_colours_are_painted_alike() -> None:
    assert set(PAINT) == set(Colour)
    assert len({background for background, _ in PAINT.values()}) == 6


def test_dice_are_shown_with_their_places(language: str) -> None:
    texts = catalog(language)
    state = evolve(new_game(2), Rolled((), (4, 3, 2, 1, 6, 6)))
    plain = texts.say("play.dice", dice="1:B4  2:B3  3:B2  4:B1  5:B6  6:P6")
    assert Teller(texts, PLAYERS).dice(state) == plain
    coloured = ESCAPE.sub("", Teller(texts, PLAYERS, painted).dice(state))
    assert coloured.split() == plain.replace(":B", ": B").replace(":P", ": P").split()
    spoken = Teller(texts, PLAYERS, spoken=True).dice(state)
    assert not FACE_CODE.search(spoken)
    assert all(texts.face(face) in spoken for face in state.faces)


# Tables


@pytest.mark.parametrize("written", [str, painted], ids=["plain", "painted"])
@pytest.mark.parametrize("doubled", [False, True], ids=["", "doubled"])
@pytest.mark.parametrize("roll", [EXAMPLE_7_1, EXAMPLE_7_2, "B1 B2 B3 B4 B5 B6", "Y1 Y2 Y3 B1 B2 B3"])
@pytest.mark.parametrize("ruleset", [STANDARD, FREE], ids=["rulebook", "free giving"])
def test_ways_to_score_stand_in_columns(
    language: str, ruleset: Ruleset, roll: str, doubled: bool, written: Callable[[Face], str]
) -> None:
    texts = catalog(language)
    teller = Teller(texts, PLAYERS, written)
    options = scoring_options(roll, ruleset=ruleset)
    faces = STANDARD_DICE.faces(STANDARD_DICE.numbers(read_faces(roll)))
    lines = [ESCAPE.sub("", line) for line in teller.options(options, faces, doubled)]
    assert len(lines) == len(options)
    kinds = [teller.kind(option, faces) for option in options]
    assert {line.index("+") for line in lines} == {lines[0].index("+")}
    assert {line.index("=") for line in lines} == {lines[0].index("=")}
    assert {len(line) - len(kind) for line, kind in zip(lines, kinds, strict=True)} == {len(lines[0]) - len(kinds[0])}
    for number, (line, option, kind) in enumerate(zip(lines, options, kinds, strict=True), 1):
        assert line.endswith(f" {kind}")
        assert line[:3] == f"{number:3}"
        gift = option.doubled_gift if doubled else option.gift
        numbers = [int(digits) for digits in re.findall(r"\d+", line[line.index("+") - 3 : len(line) - len(kind)])]
        assert numbers == [option.points, option.bonus, option.total, gift]


@pytest.mark.parametrize("name", FINISHED)
def test_sheets_stand_in_columns(language: str, name: str) -> None:
    record = record_of(name)
    say, sheets = catalog(language).say, record.state.sheets
    lines = list(Teller(catalog(language), record.players).sheets(record.state))
    rounds = record.ruleset.rounds
    height = 1 + 1 + rounds + 1 + 2 + 1
    assert len(lines) == height * len(sheets)
    for seat, (sheet, result) in enumerate(zip(sheets, results(sheets), strict=True)):
        title, head, *rows, sums, charity, total, empty = lines[seat * height : (seat + 1) * height]
        assert title == f"{record.players[seat]}  [{say('box.gift') if sheet.has_gift else '--'}]"
        assert charity == f"  {say('box.charity')}: {result.charity}"
        assert total == f"  {say('box.total')}: {result.total}"
        assert empty == ""
        ends, at = [], 0
        for box in BOXES:
            at = head.index(say(f"box.{box}"), at) + len(say(f"box.{box}"))
            ends.append(at)
        values = [list(sheet.row(round_)) for round_ in range(1, rounds + 1)]
        values.append([result.points, result.bonus, result.received, result.given])
        labels = [*map(str, range(1, rounds + 1)), say("box.sum")]
        for label, row, numbers in zip(labels, [*rows, sums], values, strict=True):
            assert row.split()[0] == label
            for end, number in zip(ends, numbers, strict=True):
                digits = str(number)
                assert row[end - len(digits) - 1 : end] == f" {digits}", f"\n{head}\n{row}"
                assert row[end : end + 1] in ("", " ")


def test_boxes_not_written_yet_are_empty(language: str) -> None:
    record = record_of("running-asked")
    lines = list(Teller(catalog(language), record.players).sheets(record.state))
    # In the third round it is Gil's turn: Eva has had hers and waits for a gift, Finn has given to Gil.
    eva, gil = lines[: len(lines) // 4], lines[len(lines) // 2 :]
    assert (eva[4].split(), eva[5].split()) == (["3", "11", "0", "17"], ["4"])
    assert gil[4].split() == ["3", "12"]
    received = catalog(language).say("box.received")
    assert len(gil[4]) == gil[1].index(received) + len(received)
    assert not any(catalog(language).say("box.charity") in line for line in lines)


def test_a_sheet_counts_the_charity_bonus_only_at_the_end() -> None:
    record = record_of("running-asked")
    lines = list(Teller(catalog("en"), record.players).sheets(record.state))
    totals = [int(line.split()[-1]) for line in lines if line.startswith("  total: ")]
    assert totals == [sheet.subtotal for sheet in record.state.sheets]


@pytest.mark.parametrize("name", FINISHED)
def test_a_spoken_sheet_names_every_box(language: str, name: str) -> None:
    record = record_of(name)
    texts = catalog(language)
    say = texts.say
    lines = list(Teller(texts, record.players, spoken=True).sheets(record.state))
    height = 1 + record.ruleset.rounds + 2 + 1
    assert len(lines) == height * len(record.players)
    for seat, sheet in enumerate(record.state.sheets):
        title, *rows, charity, total, _ = lines[seat * height : (seat + 1) * height]
        yes_or_no = say("answer.yes" if sheet.has_gift else "answer.no").split()[1]
        assert title == f"{record.players[seat]}: {say('box.gift')}: {yes_or_no}"
        for round_, row in enumerate(rows, 1):
            boxes = ", ".join(
                say("play.sheet.box", box=say(f"box.{box}"), number=number)
                for box, number in zip(BOXES, sheet.row(round_), strict=True)
            )
            assert row == say("play.sheet.row", round=round_, boxes=boxes)
        result = results(record.state.sheets)[seat]
        assert charity.endswith(f"{say('box.charity')}: {result.charity}")
        assert total.endswith(f"{say('box.total')}: {result.total}")


def test_a_spoken_sheet_leaves_out_what_is_not_written() -> None:
    match = Match.new(PLAYERS, real_dice=True)
    match.submit(0, Roll(), read_faces(EXAMPLE_7_1))
    match.submit(0, Score((0, 1, 2, 3)))
    assert list(Teller(catalog("en"), PLAYERS, spoken=True).sheets(match.state)) == [
        "Anna: 2x: yes",
        "Round 1: points 10, bonus 25, donated 24",
        "  total: 35",
        "",
        "Ben: 2x: yes",
        "Round 1: received 24",
        "  total: 24",
        "",
    ]


# Events


def state_after(*events: Any, ruleset: Ruleset = STANDARD) -> GameState:
    state = new_game(2, ruleset)
    for event in events:
        state = evolve(state, event)
    return state


FIRST = Rolled((), (4, 3, 2, 1, 6, 6))
LATE = Ruleset(late_asking=True)


@pytest.mark.parametrize(
    ("before", "event", "lines"),
    [
        (state_after(), FIRST, ["Anna rolls 6 dice: B4 B3 B2 B1 B6 P6"]),
        (
            state_after(FIRST),
            Rolled((0, 1, 2, 3), (4, 3, 2, 1, 1, 1)),
            ["Anna rolls 2 dice: P1 K1 (kept B4 B3 B2 B1)"],
        ),
        (
            state_after(FIRST),
            Rolled((0, 1, 2, 3, 4), (4, 3, 2, 1, 6, 1)),
            ["Anna rolls 1 die: K1 (kept B4 B3 B2 B1 B6)"],
        ),
        (
            state_after(FIRST),
            Scored((0, 1, 2, 3), 10, 25, 24),
            ["Anna scores B4 B3 B2 B1: 10 + 25 = 35.", "Anna donates 24 points to Ben."],
        ),
        (
            state_after(FIRST, GiftAsked()),
            Scored((0, 1, 2, 3), 10, 25, 48),
            ["Anna scores B4 B3 B2 B1: 10 + 25 = 35.", "The greatest of gifts! Anna donates 48 points to Ben."],
        ),
        (
            state_after(Rolled((), (1, 1, 1, 1, 1, 1))),
            Scored((0, 1, 2, 3, 4), 5, 30, 1),
            ["Anna scores Y1 O1 G1 B1 P1: 5 + 30 = 35.", "Anna donates 1 point to Ben."],
        ),
        (
            state_after(Rolled((), (1, 1, 1, 1, 1, 1)), GiftAsked()),
            Scored((0, 1, 2, 3, 4, 5), 6, 60, 0),
            [
                "Anna scores Y1 O1 G1 B1 P1 K1: 6 + 60 = 66.",
                "All dice are scored, so there is nothing to donate to Ben.",
            ],
        ),
        (state_after(FIRST), GiftAsked(), ["Ben asks for the greatest of gifts: this gift counts double."]),
        (
            state_after(FIRST, ruleset=LATE),
            Stopped(),
            ["Anna stops rolling. Ben may still ask for the greatest of gifts."],
        ),
        (state_after(FIRST, Stopped(), ruleset=LATE), GiftDeclined(), ["Ben doesn’t ask."]),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, list) else None,
)
def test_what_happened_is_told_like_this(before: GameState, event: Any, lines: list[str]) -> None:
    assert list(Teller(catalog("en"), PLAYERS).event(before, event)) == lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spoken", [False, True], ids=["", "spoken"])
def test_every_kind_of_event_is_told_in_every_language(language: str, spoken: bool) -> None:
    texts = catalog(language)
    teller = Teller(texts, PLAYERS, spoken=spoken)
    say, named = texts.say, {"player": "Anna", "other": "Ben"}
    thrown, kept = teller.faces(read_faces("P1 K1")), teller.faces(read_faces("B4 B3 B2 B1"))
    first, further = FIRST, Rolled((0, 1, 2, 3), (4, 3, 2, 1, 1, 1))
    scored = say("event.scored", faces=kept, points=10, bonus=25, sum=35, **named)

    def told(before: GameState, event: Any) -> list[str]:
        return list(teller.event(before, event))

    assert told(state_after(), first) == [
        say("event.rolled", count=6, faces=teller.faces(read_faces("B4 B3 B2 B1 B6 P6")), **named)
    ]
    rolled = say("event.rolled", count=2, faces=thrown, **named)
    assert told(state_after(first), further) == [f"{rolled} ({say('event.kept', faces=kept)})"]
    assert told(state_after(first), Scored((0, 1, 2, 3), 10, 25, 24)) == [
        scored,
        say("event.gave", count=24, **named),
    ]
    assert told(state_after(first, GiftAsked()), Scored((0, 1, 2, 3), 10, 25, 48)) == [
        scored,
        say("event.gave-doubled", count=48, **named),
    ]
    straight = Rolled((), (4, 3, 2, 1, 6, 5))
    assert told(state_after(straight), Scored((0, 1, 2, 3, 4, 5), 21, 50, 0))[1] == say("event.gave-nothing", **named)
    assert told(state_after(first), GiftAsked()) == [say("event.gift-asked", player="Ben", other="Ben")]
    assert told(state_after(first, ruleset=LATE), Stopped()) == [say("event.stopped", **named)]
    assert told(state_after(first, Stopped(), ruleset=LATE), GiftDeclined()) == [
        say("event.gift-declined", player="Ben", other="Ben")
    ]


@pytest.mark.parametrize("name", ["late-asking", "all-house-rules-real-dice", "three-players-with-words"])
def test_a_whole_game_is_told_without_letters_to_whoever_listens(language: str, name: str) -> None:
    record = record_of(name)
    teller = Teller(catalog(language), record.players, spoken=True)
    state = record.start
    for event in record.events:
        told = [teller.turn(state), *teller.event(state, event)]
        if state.options:
            told += [teller.dice(state), *teller.options(state.options, state.faces, state.turn.asked)]
        assert not [line for line in told if FACE_CODE.search(line) or "  " in line]
        state = evolve(state, event)
    assert not [line for line in (*teller.sheets(state), *teller.result(state)) if FACE_CODE.search(line)]


def test_every_letter_is_explained(language: str) -> None:
    texts = catalog(language)
    assert Teller(texts, PLAYERS).letters() == ", ".join(
        f"{colour.letter} {texts.say(f'colour.{colour.name.lower()}')}" for colour in Colour
    )


def test_a_result_says_you_to_the_reader_also_among_several() -> None:
    """Two who have written the same share charity bonus and victory."""
    nothing = Sheet((0,), (0,), (0,), (0,))
    state = new_game(2, Ruleset(1))._replace(round=2, sheets=(nothing, nothing))
    told = {you: list(Teller(catalog("en"), ("Anna", "Ben"), you=you).result(state)) for you in (None, 1)}
    assert told[None][1] == "Anna and Ben share the victory with 20 points!"
    assert told[1][1] == "You and Anna share the victory with 20 points!"
    richer = state._replace(sheets=(state.sheets[0]._replace(points=(9,), given=(3,)), state.sheets[1]))
    assert list(Teller(catalog("en"), ("Anna", "Ben"), you=0).result(richer)) == [
        "You donated the most, 3 points, and get a charity bonus of 20.",
        "You win with 29 points!",
    ]
