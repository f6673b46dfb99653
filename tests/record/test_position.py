"""Position strings: every state round-trips, and errors name the wrong part."""

import inspect
import random
import re
from functools import cache
from itertools import accumulate, permutations, product

import pytest

from charidice import (
    STANDARD,
    STANDARD_DICE,
    Action,
    DiceSet,
    FairDice,
    GameState,
    Match,
    RecordError,
    Roll,
    Ruleset,
    Score,
    Sheet,
    decide,
    evolve,
    legal_actions,
    new_game,
    read_position,
    read_roll,
    write_position,
)
from charidice.record import position
from charidice.rules.engine import action_of, actor
from charidice.rules.state import Turn

from .games import OWN_DICE, SEED

RULESETS = [
    Ruleset(rounds, free_giving, late_asking)
    for rounds, free_giving, late_asking in product((1, 3, 7, 20), (False, True), (False, True))
]


@cache
def finished(players: int, ruleset: Ruleset, dice_set: DiceSet = STANDARD_DICE) -> Match:
    """A game to its end: again and again a random seat does a random kind of thing."""
    chance = random.Random(f"{players} {ruleset}")
    match = Match.new([f"Player {seat}" for seat in range(players)], ruleset, dice_set, SEED)
    while not match.state.is_over:
        by_kind: dict[tuple[int, type[Action]], list[Action]] = {}
        for seat in range(players):
            for action in legal_actions(match.state, seat):
                by_kind.setdefault((seat, type(action)), []).append(action)
        (seat, _), actions = chance.choice(list(by_kind.items()))
        match.submit(seat, chance.choice(actions))
    return match


def states(match: Match) -> list[GameState]:
    return list(accumulate(match.record.events, evolve, initial=match.record.start))


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        read_position(text)
    return refused.value


# The form


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("C1 :2x/:2x -", new_game(2)),
        ("C1 :2x/:2x/:2x -", new_game(3)),
        ("C1 :2x/:2x/:2x/:2x -", new_game(4)),
        ("C1 :2x/:2x - rounds=4", new_game(2, Ruleset(4))),
        ("C1 :2x/:2x - free-giving", new_game(2, Ruleset(free_giving=True))),
        ("C1 :2x/:2x - late-asking", new_game(2, Ruleset(late_asking=True))),
        (
            "C1 :2x/:2x - rounds=20 free-giving late-asking dice=YOGBPK/OGYKBP/GYOPKB/BPKYOG/PKBGYO/KBPOGY",
            new_game(2, Ruleset(20, True, True), OWN_DICE),
        ),
    ],
)
def test_a_game_starts_with_this_position(text: str, state: GameState) -> None:
    assert write_position(state) == text
    assert read_position(text) == state


def test_a_game_in_progress_has_this_position() -> None:
    """The examples of the rulebook (7.1, 7.2) as first turns of two players, then a turn in which the gift is asked."""
    text = "C1 15+15-13:2x/8+15-24:-- 2:Y1O1G1B1O4K1:asked"
    state = read_position(text)
    assert (state.round, state.active, state.recipient) == (2, 0, 1)
    assert state.sheets == (
        Sheet((15,), (15,), (24,), (13,), has_gift=True),
        Sheet((8,), (15,), (13,), (24,), has_gift=False),
    )
    assert state.turn == Turn(2, read_roll("Y1 O1 G1 B1 O4 K1"), asked=True)
    assert write_position(state) == text


def test_what_is_received_follows_from_what_the_seat_to_the_right_gave() -> None:
    state = read_position("C1 20+0-1,21+0-4:2x/20+0-2:2x/20+0-3:2x -")
    assert [sheet.received for sheet in state.sheets] == [(3,), (1, 4), (2,)]
    assert (state.round, state.active) == (2, 1)


def test_the_end_of_a_game_is_a_position_too() -> None:
    state = read_position("C1 20+0-1:2x/20+0-2:2x - rounds=1")
    assert state.is_over
    assert write_position(state) == "C1 20+0-1:2x/20+0-2:2x - rounds=1"


def test_the_example_in_the_description_of_positions_is_one() -> None:
    assert position.__doc__ is not None
    example, node = (line.strip() for line in position.__doc__.splitlines() if line.startswith("    C1 "))
    assert write_position(read_position(example)) == example
    assert position.write_node(position.read_node(node)) == node


def test_5_3_it_may_have_been_asked_before_the_first_roll() -> None:
    text = "C1 15+15-13:2x/8+15-24:-- -:asked"
    state = read_position(text)
    assert state.turn == Turn(asked=True)
    assert write_position(state) == text


@pytest.mark.parametrize(
    ("seats", "flags", "turn"),
    [
        (":2x/:--", "asked", (True, False, False)),
        (":2x/:2x", "stopped", (False, True, False)),
        (":2x/:--", "asked:stopped", (True, True, False)),
        (":2x/:2x", "stopped:declined", (False, True, True)),
    ],
)
def test_what_was_said_in_a_turn_stands_in_the_order_asked_stopped_declined(
    seats: str, flags: str, turn: tuple[bool, ...]
) -> None:
    text = f"C1 {seats} 1:Y1O1G1B1P1K1:{flags} late-asking"
    state = read_position(text)
    assert (state.turn.asked, state.turn.stopped, state.turn.declined) == turn
    assert write_position(state) == text


def test_what_is_not_as_in_the_rulebook_may_stand_in_any_order() -> None:
    parts = ("rounds=0020", "free-giving", "late-asking", "dice=YOGBPK/OGYKBP/GYOPKB/BPKYOG/PKBGYO/KBPOGY")
    for order in permutations(parts):
        assert read_position(" ".join(["C1 :2x/:2x -", *order])) == new_game(2, Ruleset(20, True, True), OWN_DICE)


def test_faces_may_stand_in_any_order_and_spaces_anywhere_between_the_parts() -> None:
    assert read_position("  C1\t:2x/:2x \n 1:K1P1B1G1O1Y1 ") == read_position("C1 :2x/:2x 1:Y1O1G1B1P1K1")


# There and back again


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_every_state_of_a_game_comes_back_the_same(players: int, ruleset: Ruleset) -> None:
    for state in states(finished(players, ruleset)):
        text = write_position(state)
        assert read_position(text) == state
        assert write_position(read_position(text)) == text


def test_every_state_of_a_game_with_own_dice_comes_back_the_same() -> None:
    for state in states(finished(3, Ruleset(4, True, True), OWN_DICE)):
        assert read_position(write_position(state)) == state


def test_different_states_have_different_positions() -> None:
    for players, ruleset in ((2, STANDARD), (4, Ruleset(3, True, True))):
        found = set(states(finished(players, ruleset)))
        assert len({write_position(state) for state in found}) == len(found)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", [Ruleset(3), Ruleset(3, True, True)], ids=str)
def test_to_resume_from_a_position_is_to_play_on(players: int, ruleset: Ruleset) -> None:
    """From every position the same actions with the same dice bring the same events and states."""
    match = finished(players, ruleset)
    events, way = match.record.events, states(match)
    dice = FairDice(SEED)
    for begin in range(len(way)):
        state = read_position(write_position(way[begin]))
        for event, after in zip(events[begin:], way[begin + 1 :], strict=True):
            assert decide(state, actor(state, event), action_of(event), dice) == event
            state = evolve(state, event)
            assert state == after


def test_a_position_allows_what_the_state_allows() -> None:
    for state in states(finished(2, Ruleset(3, late_asking=True))):
        again = read_position(write_position(state))
        assert [legal_actions(again, seat) for seat in (0, 1)] == [legal_actions(state, seat) for seat in (0, 1)]


def test_a_position_entered_by_hand_can_be_played_on() -> None:
    state = read_position("C1 :2x/:2x 3:B4B3B2B1B6P6")
    assert legal_actions(state, 0)[0] == Score((0, 1, 2, 3))
    after = evolve(state, decide(state, 0, Score((0, 1, 2, 3)), FairDice(SEED)))
    assert write_position(after) == "C1 10+25-24:2x/:2x -"
    assert legal_actions(after, 1) == (Roll(),)


# What is refused, and which part

START = "C1 :2x/:2x"
ASKED = "C1 :2x/:--"
ROLL = "Y1O1G1B1P1K1"
OWN_LAYOUT = "YOGBPK/OGYKBP/GYOPKB/BPKYOG/PKBGYO/KBPOGY"

REFUSED: list[tuple[str, str, str]] = [
    ("not-a-position", "", ""),
    ("not-a-position", "  ", "  "),
    ("not-a-position", "c1 :2x/:2x -", "c1 :2x/:2x -"),
    ("not-a-position", "C2 :2x/:2x -", "C2 :2x/:2x -"),
    ("not-a-position", "<html>", "<html>"),
    ("not-a-position", "charidice 1", "charidice 1"),
    ("position-too-short", "C1", "C1"),
    ("position-too-short", "C1 :2x/:2x", "C1 :2x/:2x"),
    # Seats
    *[
        ("position-seat-unreadable", seat, f"C1 {seat}/:2x -")
        for seat in (
            *("", ":", "2x", ":2X", ":1x", "::2x", "x:2x", "20:2x", "20+0:2x", "20+0-:2x", "20+0-1", "20+0-1,:2x"),
            *(",20+0-1:2x", "20+0-1,,20+0-1:2x", "20+0-1;20+0-1:2x", "-20+0-1:2x", "20+-0-1:2x", "20+0--1:2x"),
            *("2000+0-1:2x", "20+000-1:2x", "20+0-1000:2x", "20.0+0-1:2x", "20+0-1:2x:2x"),
        )
    ],
    ("position-seat-unreadable", "-", f"C1 - {START[3:]}"),
    *[
        ("position-impossible-turn", f"{turn}:2x", f"C1 {turn}:2x/:2x -")
        for turn in ("0+0-1", "37+0-1", "999+0-1", "20+1-1", "20+99-1", "20+45-1", "20+0-121", "20+0-999")
    ],
    ("position-impossible-turn", "20+0-1,0+0-0:2x", "C1 20+0-1,0+0-0:2x/20+0-1:2x -"),
    ("players-out-of-range", ":2x", "C1 :2x -"),
    ("players-out-of-range", ":2x/:2x/:2x/:2x/:2x", "C1 :2x/:2x/:2x/:2x/:2x -"),
    ("position-turns-uneven", ":2x/20+0-1:2x", "C1 :2x/20+0-1:2x -"),
    ("position-turns-uneven", "20+0-1,20+0-1:2x/:2x", "C1 20+0-1,20+0-1:2x/:2x -"),
    ("position-turns-uneven", "20+0-1:2x/:2x/20+0-1:2x", "C1 20+0-1:2x/:2x/20+0-1:2x -"),
    ("position-turns-uneven", "20+0-1,20+0-1:2x/20+0-1:2x", "C1 20+0-1,20+0-1:2x/20+0-1:2x - rounds=1"),
    # Turn
    *[
        ("position-turn-unreadable", turn, f"{START} {turn}")
        for turn in (
            *("x", "--", "1", "1:", f"0:{ROLL}", f"4:{ROLL}", f"11:{ROLL}", ROLL, f"1{ROLL}", f"1:{ROLL[:-2]}"),
            *(f"1:{ROLL}K1", f"1:{ROLL.lower()}", "1:111111", f"1:{ROLL}:", f"1:{ROLL}:2x", f"1:{ROLL}asked"),
            *(f"1:{ROLL}:Asked", f"-:{ROLL}"),
        )
    ],
    # Each of these would be possible in the order asked, stopped, declined, and told once.
    *[
        ("position-turn-unreadable", f"1:{ROLL}:{flags}", f"{seats} 1:{ROLL}:{flags} late-asking")
        for seats, flags in (
            *((ASKED, "stopped:asked"), (ASKED, "asked:asked"), (ASKED, "asked:stopped:asked")),
            *((ASKED, "asked:stopped:stopped"), (START, "stopped:stopped"), (START, "declined:stopped")),
            *((START, "stopped:declined:declined"), (START, "stopped:declined:stopped")),
        )
    ],
    ("position-turn-unreadable", f"1:{ROLL}", f"C1 20+0-1:2x/20+0-1:2x 1:{ROLL} rounds=1"),
    ("unknown-face", "1:X1O1G1B1P1K1", f"{START} 1:X1O1G1B1P1K1"),
    ("unknown-face", "1:Y7O1G1B1P1K1", f"{START} 1:Y7O1G1B1P1K1"),
    ("face-twice", "1:Y1Y1G1B1P1K1", f"{START} 1:Y1Y1G1B1P1K1"),
    ("two-faces-of-one-die", "1:Y1O2G1B1P1K1", f"{START} 1:Y1O2G1B1P1K1"),
    # The 2x boxes
    ("position-turn-unreadable", "-:asked", f"{START} -:asked"),
    ("position-turn-unreadable", "-:stopped", f"{ASKED} -:stopped late-asking"),
    ("position-turn-unreadable", "-:asked", "C1 20+0-1:--/20+0-1:-- -:asked rounds=1"),
    ("position-turn-impossible", f"1:{ROLL}:asked", f"{START} 1:{ROLL}:asked"),
    ("position-turn-impossible", f"1:{ROLL}:asked", f"C1 20+0-1:--/:2x/:2x 1:{ROLL}:asked"),
    ("position-turn-impossible", f"1:{ROLL}:stopped", f"{START} 1:{ROLL}:stopped"),
    ("position-turn-impossible", f"1:{ROLL}:declined", f"{START} 1:{ROLL}:declined late-asking"),
    ("position-turn-impossible", f"1:{ROLL}:stopped:declined", f"{START} 1:{ROLL}:stopped:declined"),
    ("position-turn-impossible", f"3:{ROLL}:stopped", f"{START} 3:{ROLL}:stopped late-asking"),
    ("position-turn-impossible", f"3:{ROLL}:asked:stopped", f"{ASKED} 3:{ROLL}:asked:stopped late-asking"),
    (
        "position-turn-impossible",
        f"1:{ROLL}:asked:stopped:declined",
        f"{ASKED} 1:{ROLL}:asked:stopped:declined late-asking",
    ),
    ("position-turn-impossible", f"1:{ROLL}:stopped", f"C1 20+0-1:--/20+0-1:-- 1:{ROLL}:stopped late-asking"),
    ("position-gift-never-asked", ":2x/:--", "C1 :2x/:-- -"),
    ("position-gift-never-asked", ":2x/:--", f"C1 :2x/:-- 1:{ROLL}"),
    ("position-gift-never-asked", ":--/:2x", f"C1 :--/:2x 1:{ROLL}"),
    ("position-gift-never-asked", "20+0-1:2x/:2x/:--", "C1 20+0-1:2x/:2x/:-- -"),
    # The rest
    *[
        ("position-part-unknown", part, f"{START} - {part}")
        for part in ("x", "rounds", "rounds=", "rounds=x", "rounds=-1", "rounds=12345", "Free-giving", "dice", "-")
    ],
    *[
        ("position-part-unknown", part, f"{START} - {part}")
        for part in ("rounds=00007", "free-giving=1", "late-asking=", "x=1", "-x")
    ],
    *[
        ("position-part-unknown", "x", f"{START} - {parts}")
        for parts in ("x rounds=3", "rounds=3 x", "free-giving x late-asking")
    ],
    *[
        ("field-twice", parts.split()[0], f"{START} - {parts}")
        for parts in (
            *("rounds=3 rounds=3", "rounds=3 rounds=4", "rounds=3 free-giving rounds=3", "free-giving free-giving"),
            *("late-asking free-giving late-asking", f"dice={OWN_LAYOUT} dice={OWN_LAYOUT}"),
            f"dice={OWN_LAYOUT} rounds=3 dice={OWN_LAYOUT}",
        )
    ],
    ("rounds-out-of-range", "rounds=0", f"{START} - rounds=0"),
    ("rounds-out-of-range", "rounds=21", f"{START} - free-giving rounds=21"),
    ("layout-not-six-by-six", "dice=", f"{START} - dice="),
    ("layout-not-six-by-six", "dice=YOGBPK", f"{START} - dice=YOGBPK"),
    ("layout-face-twice", "dice=" + "/".join(["YOGBPK"] * 6), f"{START} - dice=" + "/".join(["YOGBPK"] * 6)),
    (
        "layout-colour-twice-on-die",
        "dice=YYGBPK/OGYKBP/GYOPKB/BPKYOG/PKBGYO/KBPOGY",
        f"{START} - dice=YYGBPK/OGYKBP/GYOPKB/BPKYOG/PKBGYO/KBPOGY",
    ),
    (
        "unknown-colour",
        "dice=XOGBPK/OGYKBP/GYOPKB/BPKYOG/PKBGYO/KBPOGY",
        f"{START} - dice=XOGBPK/OGYKBP/GYOPKB/BPKYOG/PKBGYO/KBPOGY",
    ),
]


@pytest.mark.parametrize(("code", "part", "text"), REFUSED, ids=[f"{code} {part}" for code, part, _ in REFUSED])
def test_what_is_wrong_is_refused_by_its_part(code: str, part: str, text: str) -> None:
    refused = refusal(text)
    assert (refused.code, refused.values["field"]) == (code, part)


def test_an_unknown_part_is_told_as_it_stands() -> None:
    assert refusal(f"{START} - rounds=3 what").values == {"field": "what", "text": "what"}


def test_every_refusal_of_positions_is_shown_here() -> None:
    codes = set(re.findall(r'RecordError\(\s*"([a-z0-9-]+)"', inspect.getsource(position)))
    assert len(codes) > 5
    # What comes after a position is in test_node.py, and its length in test_sizes.py.
    assert codes <= {code for code, *_ in REFUSED} | {"node-unreadable", "field-too-long"}


def test_a_position_cut_off_anywhere_is_refused_or_is_a_whole_position() -> None:
    """What is cut off at the end of a part stands for another state, but always for one that can be."""
    for state in states(finished(3, Ruleset(3, True, True), OWN_DICE))[::5]:
        text = write_position(state)
        for end in range(len(text)):
            try:
                read = read_position(text[:end])
            except RecordError:
                continue
            assert read_position(write_position(read)) == read
            assert (read.sheets, read.turn.rolls) == (state.sheets, state.turn.rolls)


def test_one_damaged_character_is_refused_or_leaves_a_position_that_can_be_played_on() -> None:
    chance = random.Random("damage to positions")
    way = states(finished(2, Ruleset(3, late_asking=True)))
    for _ in range(5000):
        text = write_position(chance.choice(way))
        at = chance.randrange(len(text))
        put, skip = chance.choice([("", 1), (chance.choice("0123456789YOGBPKxC:/+-, =a"), chance.randrange(2))])
        try:
            read = read_position(text[:at] + put + text[at + skip :])
        except RecordError:
            continue
        assert read_position(write_position(read)) == read
        assert read.is_over or any(legal_actions(read, seat) for seat in (0, 1))
