"""A hint in words, in five languages."""

import re
from collections.abc import Iterable, Iterator

import pytest

from charidice.coach import Hint, Look, Prospect, Verdict
from charidice.coach.hints.model import WITH_BONUS
from charidice.messages import LANGUAGES, Catalog, catalog
from charidice.record import read_position
from charidice.rules import Action, AskGift, Colour, DeclineGift, Face, Kind, Roll, Ruleset, Score, Stop
from charidice.show.hints.brief import brief
from charidice.show.hints.stages import stages

from ..coach.positions import NAMES, TABLES, decided, hint_for, positions

every_language = pytest.mark.parametrize("language", LANGUAGES)

STATE = read_position("C1 16+0-10:2x/:2x 2:B4B3O6B1G5B5")
ENGLISH = catalog("en")
# What no text may hold: a placeholder, a name from the code, a number no reader needs.
UNSAID = re.compile(r"[{}<>_]|None|nan|\d\d{4}|[.,]\d\d")


class Listener(Catalog):
    """A catalog that remembers what it was asked for."""

    def __init__(self, language: str) -> None:
        super().__init__(language, catalog(language).texts)
        self.heard: set[str] = set()

    def say(self, key: str, **values: object) -> str:
        self.heard.add(key)
        return super().say(key, **values)


def prospect(action: Action, victory: float = 0.5, **facts: object) -> Prospect:
    kinds = dict.fromkeys(Kind, 0.0) | {Kind.EVERY_COLOUR: 0.6, Kind.SAME_NUMBER: 0.4}
    found = Prospect(action, victory, 1.23, 24.04, 6.01, kinds, most_given=0.5, spread=10.0, asked=0.0)
    return found._replace(**facts)  # type: ignore[arg-type]


KEEP, KEEP_LESS, ALL = Roll((0, 1, 3)), Roll((0, 1)), Roll()
SCORE = Score((0, 1, 3, 5))
BLUE_KINDS = dict.fromkeys(Kind, 0.1)


def hand_made() -> Iterator[Hint]:
    """A hint for every way to look, to choose, to compare and to ask."""
    idle = (Look.OVER, Look.NOT_YOUR_TURN, Look.ANSWER_FIRST, Look.FIRST_ROLL, Look.ASK_LATER)
    yield from (Hint(0, look) for look in idle)
    places: list[tuple[Look, Colour | Kind | int | None]] = [
        (Look.COLOUR, Colour.BLUE),
        (Look.NUMBER, 5),
        (Look.COLOURS, None),
        (Look.ENOUGH, None),
        *((Look.KIND, kind) for kind in Kind),
    ]
    for look, about in places:
        for best in (KEEP, SCORE, Stop()):
            dice = (0, 1, 3)
            yield Hint(1, look, about, dice, (prospect(best), prospect(KEEP_LESS, 0.4), prospect(ALL, 0.3)))
    yield Hint(1, Look.ANEW, None, (), (prospect(ALL), prospect(KEEP, 0.4)), truth="estimated")
    yield Hint(1, Look.ANEW, None, (), (prospect(ALL), prospect(KEEP, 0.4)), truth="measured", error=0.006)
    yield Hint(1, Look.ENOUGH, None, SCORE.dice, (prospect(SCORE, spread=0.0),), truth="bounded")
    better: list[dict[str, object]] = [
        {"points": 25.0, "gift": 7.0, "lead": -2.0},
        {"points": 23.0, "gift": 5.0, "most_given": 0.9, "lead": None},
        {"most_given": 0.1, "spread": 12.0},
        {"spread": 12.0, "points": 20.0},
        {"spread": 8.0},
        {"kinds": BLUE_KINDS},
        {"points": 24.05},
    ]
    for facts in better:
        for same in (False, True):
            pair = (prospect(KEEP, 0.51, **facts), prospect(KEEP_LESS, lead=facts.get("lead", 1.0)))
            yield Hint(1, Look.COLOUR, Colour.BLUE, (0, 1, 3), pair, makes_no_difference=same)
    yield Hint(1, Look.COLOUR, Colour.BLUE, (0, 1, 3), (prospect(KEEP, 0.5002), prospect(ALL, 0.5)))
    yield from asking()


def asking() -> Iterator[Hint]:
    ask, wait = prospect(AskGift(), 0.4, most_given=0.9, asked=1.0), prospect(DeclineGift(), asked=0.25)
    for giver, dice in ((KEEP, KEEP.keep), (ALL, ()), (SCORE, SCORE.dice), (Stop(), SCORE.dice)):
        for verdict in Verdict:
            for same in (False, True):
                for pair in ((ask, wait), (wait, ask), (wait._replace(asked=0.0, victory=0.3), ask)):
                    yield Hint(0, Look.GIFT, None, dice, pair, verdict, giver, "bounded", same)


def check(told: Iterable[str]) -> None:
    for text in told:
        assert not UNSAID.search(text), text
        assert text[-1] in ".?", text
        assert "  " not in text, text


@every_language
def test_every_branch_can_be_said(language: str) -> None:
    texts = Listener(language)
    for hint in hand_made():
        check(stages(hint, STATE, texts, NAMES))
        told = brief(hint, STATE, texts)
        assert (told is None) == (not hint.prospects)
        check(told.lines if told else ())
    assert {key for key in texts.texts if key.startswith("coach.")} - texts.heard <= REVIEW_KEYS


REVIEW_KEYS = {key for key in ENGLISH.texts if key.startswith(("coach.review", "coach.report"))}


@every_language
def test_every_position_can_be_put_into_words(language: str) -> None:
    for players, ruleset in TABLES:
        for state in positions(players, ruleset):
            for seat in range(players):
                check(stages(hint_for(state, seat), state, catalog(language), NAMES))


@every_language
def test_the_reason_in_brief_is_two_short_lines_and_up_to_three_chances(language: str) -> None:
    for players, ruleset in TABLES:
        for state in positions(players, ruleset):
            for seat in range(players):
                hint = hint_for(state, seat)
                told = brief(hint, state, catalog(language))
                if not hint.prospects:
                    assert told is None
                    continue
                assert told
                assert len(told.lines) == 2
                assert all(len(line) <= 70 for line in told.lines), told.lines
                assert len(told.chances) <= 3
                assert all(0 <= share <= 1 for _, share, _ in told.chances)


def test_a_decided_game_is_told_by_its_points() -> None:
    for state in positions(2, TABLES[0][1]):
        if state.turn.rolls and state.round > 1:
            state = decided(state)
            hint = hint_for(state, state.active)
            told = stages(hint, state, ENGLISH, NAMES)
            if hint.prospects[1:]:
                assert hint.makes_no_difference
                assert "Whatever you do, your chance of victory is" in told[3]
                assert "%)" not in told[3], "the other moves are told by their lead"
                assert "wins more often" not in told[3]


@pytest.mark.parametrize(("players", "ruleset"), TABLES)
def test_there_are_four_stages_or_one(players: int, ruleset: Ruleset) -> None:
    for state in positions(players, ruleset):
        for seat in range(players):
            hint = hint_for(state, seat)
            told = stages(hint, state, ENGLISH, NAMES)
            assert len(told) == (4 if hint.prospects else 1)
            # Numbers come with the reason: before, there are only those on the dice.
            assert not any("%" in text or re.search(r"\d[.]\d", text) for text in told[:3])
            assert all(len(text) <= 90 for text in told[:3])


def test_the_stages_tell_more_and_more() -> None:
    hint = Hint(
        1,
        Look.COLOUR,
        Colour.BLUE,
        KEEP.keep,
        (
            prospect(KEEP, 0.543, lead=2.04, points=31.16, gift=6.1, kinds=BLUE_KINDS | {Kind.STRAIGHT_OF_FOUR: 0.18}),
            prospect(KEEP_LESS, 0.529, points=29.3, gift=6.4, kinds=BLUE_KINDS),
            prospect(SCORE, 0.4),
        ),
    )
    assert stages(hint, STATE, ENGLISH, NAMES) == (
        "Look at the blue dice.",
        "These dice matter: B4 B3 B1.",
        "Keep B4 B3 B1. Roll the others.",
        "On average this scores 31.2 points; the gift is 6.1. "
        "Chances: straight of four 18%, four of a colour 10%, straight of five 10%. "
        "Your chance of victory: 54.3%. On average you end 2.0 points ahead. "
        "Next best: keep B4 B3, roll the others (52.9%). "
        "In favour of the best move: 1.9 points more, gift smaller by 0.3, straight of four 18% instead of 10%. "
        "Third best: score B4 B3 B1 B5 (40.0%).",
    )
    german = stages(hint, STATE, catalog("de"), NAMES)
    assert german[2] == "Behalte: B4 B3 B1. Die anderen würfelst du neu."
    assert "Im Schnitt bringt das 31,2 Punkte; das Geschenk ist 6,1." in german[3]
    assert "Deine Siegchance: 54,3\N{NO-BREAK SPACE}%." in german[3]


def test_dice_are_written_as_the_reader_wants_them() -> None:
    hint = Hint(1, Look.COLOUR, Colour.BLUE, KEEP.keep, (prospect(KEEP), prospect(ALL, 0.4)))

    def spoken(faces: Iterable[Face]) -> str:
        return ", ".join(map(ENGLISH.face, faces))

    told = stages(hint, STATE, ENGLISH, NAMES, spoken)
    assert told[1] == "These dice matter: blue 4, blue 3, blue 1."
    assert "B4" not in " ".join(told)


def test_what_is_certain_is_told_in_whole_numbers() -> None:
    other = Score((2, 4, 5))
    pair = (prospect(SCORE, points=38.0, gift=16.0), prospect(other, 0.4, points=16.0, gift=8.0))
    hint = Hint(1, Look.COLOUR, Colour.BLUE, SCORE.dice, pair)
    reason = stages(hint, STATE, ENGLISH, NAMES)[3]
    assert reason.startswith("This scores 38 points; the gift is 16. Your chance")
    assert "In favour of the best move: 22 points more. Against it: gift larger by 8." in reason


def test_only_kinds_with_a_bonus_speak_for_a_move() -> None:
    assert set(Kind) - set(WITH_BONUS) == {Kind.ALL_OF_A_COLOUR, Kind.EVERY_COLOUR}


def test_a_measured_error_is_said_where_there_is_one() -> None:
    hint = Hint(1, Look.ANEW, None, (), (prospect(ALL), prospect(KEEP, 0.4)), truth="measured", error=0.0064)
    assert "± 0.6 percentage points" in stages(hint, STATE, ENGLISH, NAMES)[-1]
    # Before the last turn chances are exact.
    assert "±" not in stages(hint._replace(error=0.0), STATE, ENGLISH, NAMES)[-1]
