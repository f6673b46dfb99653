"""The fold of entries: sheets, results, corrections, conflicts."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from charidice import Laid, Noted, Refused, Rolled, Ruleset, Scored, dump_json, load_json, read_faces, results
from charidice.pad.entries import ByDice, ByPoints, EnteredRoll, Nothing, PadEntry, Value
from charidice.pad.pad import MOST_ENTRIES, MOST_ON_PAD, MOST_UNKNOWN, Pad

from .turns import as_points, by_dice, enter, filled, random_game

PLAYERS = ("Lena", "Marko", "Florian")
FIVE_BLUE = "B1 B2 B3 B4 B6 P6"


def test_7_1_a_turn_by_its_dice_writes_what_the_rulebook_says() -> None:
    pad = Pad(PLAYERS)
    enter(pad, 1, 0, by_dice(FIVE_BLUE, "B2 B3 B4 B6"))
    assert pad.turn(1, 0).boxes == Noted(15, 15, 13, 13)
    enter(pad, 1, 0, by_dice(FIVE_BLUE, "B1 B2 B3 B4"))
    assert pad.turn(1, 0).boxes == Noted(10, 25, 24, 24)
    assert [sheet.received[0] for sheet in pad.sheets] == [None, 24, None]


def test_7_3_the_greatest_of_gifts_doubles_and_is_crossed_off() -> None:
    pad = Pad(PLAYERS)
    enter(pad, 1, 0, by_dice("B1 B2 B3 B4 G2 K5", "B1 B2 B3 B4", asked=True))
    assert pad.turn(1, 0).boxes == Noted(10, 25, 24, 24, True)
    assert [sheet.has_gift for sheet in pad.sheets] == [True, False, True]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("way", ["dice", "points", "both"])
def test_a_whole_game_has_the_sheets_and_results_of_its_record(players: int, way: str) -> None:
    random = Random(f"{players} {way}")
    turns: list[Value] = []
    for place, turn in enumerate(random_game(random, players)):
        turns.append(as_points(turn) if way == "points" or (way == "both" and place % 2) else turn)
    pad = filled(Pad(("Anna", "Ben", "Cleo", "Dan")[:players]), turns)
    assert pad.is_over
    assert pad.next_turn is None
    assert not any(turn.complaints for turn in pad.turns)
    state = pad.record.state
    assert state.is_over
    assert results(state.sheets) == pad.results
    assert [sheet.has_gift for sheet in state.sheets] == [sheet.has_gift for sheet in pad.sheets]
    kinds = {type(event) for event in pad.record.events}
    assert kinds == {"dice": {Laid, Scored}, "points": {Noted}, "both": {Laid, Scored, Noted}}[way]
    assert load_json(dump_json(pad.record)) == pad.record


def test_every_roll_can_be_entered_and_is_then_a_game_like_any_other() -> None:
    rolls = (
        EnteredRoll(read_faces("Y1 O1 B2 K3 O4 P6")),
        EnteredRoll(read_faces("Y1 G2 B2 K3 G5 K1"), read_faces("Y1 B2 K3")),
    )
    pad = Pad(PLAYERS)
    enter(pad, 1, 0, ByDice(rolls, read_faces("Y1 B2 G5 K3"), asked=True, every=True, asked_after=1))
    names = [type(event).__name__ for event in pad.record.events]
    assert names == ["Rolled", "GiftAsked", "Rolled", "Scored"]
    assert pad.record.version == 1


def test_rolls_that_do_not_follow_from_each_other_leave_the_last_one() -> None:
    rolls = (EnteredRoll(read_faces(FIVE_BLUE)), EnteredRoll(read_faces(FIVE_BLUE), read_faces(FIVE_BLUE)))
    pad = Pad(PLAYERS)
    enter(pad, 1, 0, ByDice(rolls, read_faces("B1 B2 B3 B4"), every=True))
    assert [type(event) for event in pad.record.events] == [Laid, Scored]


def test_dice_of_another_box_are_scored_by_their_faces_and_pointed_out() -> None:
    pad = Pad(PLAYERS)
    # Y1 and O2 are on the same die of the standard set.
    enter(pad, 1, 0, by_dice("Y1 O2 G3 B4 P5 K5", "Y1 O2 G3 B4 P5 K5"))
    assert pad.turn(1, 0).boxes == Noted(20, 0, 0, 0)
    (complaint,) = pad.turn(1, 0).complaints
    assert (complaint.code, complaint.values) == ("other-dice", {"face": "O2", "other": "Y1"})
    assert pad.record.events == (Noted(20, 0, 0, 0),)


def test_an_answered_complaint_is_not_raised_again_and_other_dice_are_other_dice_in_every_turn() -> None:
    pad = Pad(PLAYERS)
    odd = by_dice("Y1 O2 G3 B4 P5 K5", "Y1 O2 G3 B4 P5 K5")
    for seat in pad.seats:
        enter(pad, 1, seat, replace(odd, asked=seat == 2))
    enter(pad, 2, 2, replace(odd, asked=True))
    enter(pad, 1, 1, replace(odd, confirmed=frozenset({"other-dice"})))
    # What else is odd is still said.
    codes = [[complaint.code for complaint in turn.complaints] for turn in pad.turns]
    assert [each for each in codes if each] == [["second-gift"]]
    assert not pad.record.corrections
    # The same entry from another phone, without an answer, disputes nothing.
    pad.add(PadEntry("other", 1, 1, odd))
    assert not pad.turn(1, 1).rivals
    assert not pad.turn(1, 1).complaints


def test_points_are_confirmed_turn_by_turn() -> None:
    pad = Pad(PLAYERS)
    enter(pad, 1, 0, ByPoints(50, 0, 3, confirmed=frozenset({"no-such-points"})))
    enter(pad, 1, 1, ByPoints(50, 0, 3))
    assert [len(turn.complaints) for turn in pad.turns[:2]] == [0, 1]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (lambda: by_dice("B1 B2 B3 B4 B6", "B1"), "not-six-faces"),
        (lambda: by_dice("B1 B2 B3 B4 B6 B6", "B1"), "face-twice"),
        (lambda: by_dice(FIVE_BLUE, "Y1"), "face-not-there"),
        (lambda: by_dice(FIVE_BLUE, "B1 B2"), "not-a-set-of-colour"),
        (lambda: by_dice(FIVE_BLUE, ""), "score-at-least-one"),
        (lambda: ByDice((EnteredRoll(read_faces(FIVE_BLUE)),) * 2, read_faces("B1")), "rolls-out-of-range"),
    ],
)
def test_dice_that_make_no_turn_are_refused_with_the_reason(value: "object", code: str) -> None:
    pad = Pad(PLAYERS)
    with pytest.raises(Refused) as refused:
        enter(pad, 1, 0, value())  # type: ignore[operator]
    assert refused.value.code == code
    assert not pad.entries


@pytest.mark.parametrize(("round_", "seat"), [(0, 0), (8, 0), (1, 3)])
def test_there_must_be_such_a_turn(round_: int, seat: int) -> None:
    with pytest.raises(Refused, match="no-such-turn"):
        Pad(PLAYERS).check(PadEntry("entry-1", round_, seat, Nothing()))


def test_a_correction_is_seen_in_the_sums_in_the_record_and_in_the_trace() -> None:
    pad = filled(Pad(PLAYERS), list(map(as_points, random_game(Random(5), 3))))
    before = pad.turn(3, 1)
    assert before.boxes
    assert not pad.record.corrections
    enter(pad, 3, 1, ByPoints(8, 15, 24))
    after = pad.turn(3, 1)
    assert after.boxes == Noted(8, 15, 24, 24)
    assert after.replaced == before.standing
    (correction,) = pad.record.corrections
    assert (correction.round, correction.seat, correction.was) == (3, 1, before.boxes)
    assert load_json(dump_json(pad.record)).corrections == pad.record.corrections
    assert pad.results == results(pad.record.state.sheets)


def test_6_1_a_correction_moves_the_charity_bonus() -> None:
    pad = filled(Pad(("Anna", "Ben"), Ruleset(2)), [ByPoints(10, 0, gift) for gift in (9, 8, 9, 8)])
    assert pad.results
    assert [result.charity for result in pad.results] == [20, 0]
    enter(pad, 1, 1, ByPoints(10, 0, 10))
    assert pad.results
    assert [result.charity for result in pad.results] == [20, 20]
    enter(pad, 2, 1, ByPoints(10, 0, 60))
    assert pad.results
    assert [result.charity for result in pad.results] == [0, 30]


def test_a_turn_that_is_cleared_is_the_next_one_again() -> None:
    pad = filled(Pad(("Anna", "Ben"), Ruleset(1)), [ByPoints(10, 0, 9), ByPoints(11, 0, 8)])
    enter(pad, 1, 0, Nothing())
    assert not pad.is_over
    assert pad.next_turn == pad.turn(1, 0)
    assert pad.sheets[0].points == (None,)
    assert pad.record.events == (), "the record ends before the first gap"
    assert pad.state_before(pad.turn(1, 1)) is None
    enter(pad, 1, 0, ByPoints(12, 0, 9))
    assert [correction.was for correction in pad.record.corrections] == [Noted(10, 0, 9, 9), None]


def test_turns_may_come_in_any_order() -> None:
    pad = Pad(PLAYERS)
    enter(pad, 2, 1, ByPoints(10, 0, 9))
    assert (pad.next_turn or pad.turns[-1])[:2] == (1, 0)
    assert pad.sheets[1].points[:2] == (None, 10)
    assert pad.sheets[2].received[:2] == (None, 9)


def test_two_that_differ_wait_for_a_choice() -> None:
    pad = Pad(PLAYERS)
    for id_, points in (("phone-a1", 10), ("phone-b1", 12)):
        pad.add(PadEntry(id_, 1, 0, ByPoints(points, 0, 9)))
    turn = pad.turn(1, 0)
    assert [entry.id for entry in turn.rivals] == ["phone-a1", "phone-b1"]
    assert turn.boxes is None
    assert pad.next_turn == pad.turn(1, 1), "the game goes on meanwhile"
    enter(pad, 1, 0, ByPoints(12, 0, 9))
    assert pad.turn(1, 0).boxes == Noted(12, 0, 9, 9)
    assert not pad.turn(1, 0).rivals


def test_two_that_are_equal_are_one() -> None:
    pad = Pad(PLAYERS)
    for id_ in ("phone-a1", "phone-b1"):
        pad.add(PadEntry(id_, 1, 0, by_dice(FIVE_BLUE, "B1 B2 B3 B4")))
    assert pad.turn(1, 0).boxes == Noted(10, 25, 24, 24)
    assert not pad.turn(1, 0).rivals


def test_the_same_entry_twice_is_one() -> None:
    pad = Pad(PLAYERS)
    for points in (10, 11):
        pad.add(PadEntry("phone-a1", 1, 0, ByPoints(points, 0, 9)))
    assert len(pad.entries) == 1
    assert pad.turn(1, 0).boxes == Noted(10, 0, 9, 9)


def test_6_1_the_greater_charity_bonus_is_for_more_than_sixty_points() -> None:
    pad = Pad(PLAYERS)
    assert pad.missing_to_great_charity == 61
    enter(pad, 1, 0, ByPoints(10, 0, 24))
    assert pad.missing_to_great_charity == 37


@pytest.mark.parametrize(("players", "rounds", "most"), [(2, 1, MOST_ENTRIES), (2, 7, 71), (4, 7, 35), (4, 20, 12)])
def test_a_pad_has_room_for_a_thousand_entries_and_each_turn_for_its_share(
    players: int, rounds: int, most: int
) -> None:
    pad = Pad(("Anna", "Ben", "Cleo", "Dora")[:players], Ruleset(rounds))
    assert most * players * rounds <= MOST_ON_PAD
    for number in range(most):
        enter(pad, 1, 0, ByPoints(number, 0, 0))
    with pytest.raises(Refused, match="too-many-entries"):
        enter(pad, 1, 0, ByPoints(0, 0, 0))
    enter(pad, 1, 1, ByPoints(0, 0, 0))


def test_an_entry_keeps_the_ids_that_make_a_difference() -> None:
    pad = Pad(PLAYERS)
    for id_, seat, replaces in (("first", 0, ""), ("second", 0, "first"), ("rival", 0, ""), ("elsewhere", 1, "")):
        pad.add(PadEntry(id_, 1, seat, ByPoints(10, 0, 9), frozenset(replaces.split())))
    named = frozenset({"first", "second", "rival", "elsewhere", "own", "coming"})
    kept = pad.without_idle_ids(PadEntry("own", 1, 0, ByPoints(10, 0, 9), named))
    assert kept.replaces == {"second", "rival", "coming"}
    invented = frozenset(f"invented-{number:03}" for number in range(100))
    kept = pad.without_idle_ids(PadEntry("own", 1, 0, ByPoints(10, 0, 9), invented | {"rival"}))
    assert "rival" in kept.replaces
    assert len(kept.replaces) == 1 + MOST_UNKNOWN
    with pytest.raises(Refused, match="no-such-turn"):
        pad.without_idle_ids(PadEntry("own", 9, 0, ByPoints(10, 0, 9), invented))


TURNS = st.tuples(st.integers(1, 2), st.integers(0, 1))
VALUES = st.one_of(
    st.just(Nothing()),
    st.builds(ByPoints, st.integers(8, 9), st.just(0), st.integers(8, 9), asked=st.booleans()),
    st.sampled_from([by_dice(FIVE_BLUE, "B1 B2 B3 B4"), by_dice(FIVE_BLUE, "B2 B3 B4 B6")]),
)
ENTERED = st.lists(st.tuples(TURNS, VALUES), max_size=6)


def again(common: Pad) -> Pad:
    pad = Pad(("Anna", "Ben"), Ruleset(2))
    for entry in common.entries.values():
        pad.add(entry)
    return pad


def handed_in(phone: str, common: Pad, entered: list[tuple[tuple[int, int], Value]]) -> list[PadEntry]:
    """What a phone enters on its own, each time seeing the pad as it last had it and its own entries."""
    own = again(common)
    return [
        own.entries[enter_as(own, f"{phone}-{number}", *turn, value).id] for number, (turn, value) in enumerate(entered)
    ]


def enter_as(pad: Pad, id_: str, round_: int, seat: int, value: Value) -> PadEntry:
    seen = frozenset(entry.id for entry in pad.turn(round_, seat).standing)
    entry = PadEntry(id_, round_, seat, value, seen)
    pad.add(entry)
    return entry


@settings(deadline=None)
@given(ENTERED, ENTERED, ENTERED, st.randoms(use_true_random=False))
def test_any_interleaving_of_two_phones_ends_in_the_same_pad(
    before: list[tuple[tuple[int, int], Value]],
    here: list[tuple[tuple[int, int], Value]],
    there: list[tuple[tuple[int, int], Value]],
    random: Random,
) -> None:
    common = Pad(("Anna", "Ben"), Ruleset(2))
    for entry in handed_in("before", common, before):
        common.add(entry)
    phones = [handed_in(name, common, entered) for name, entered in (("here", here), ("there", there))]
    ends = []
    for _ in range(4):
        pad = again(common)
        left = [list(phone) for phone in phones]
        while any(left):
            pad.add(random.choice([phone for phone in left if phone]).pop(0))
        rivals = [{entry.value for entry in turn.rivals} for turn in pad.turns]
        turns = [(turn.boxes, turn.complaints, {entry.id for entry in turn.standing}) for turn in pad.turns]
        ends.append((turns, rivals, pad.sheets, pad.results, pad.record.events, set(pad.record.corrections)))
    assert all(end == ends[0] for end in ends)
    entered = {entry.id for phone in phones for entry in phone} | set(common.entries)
    assert set(pad.entries) == entered, "nothing is lost"


def test_a_record_by_hand_cannot_claim_fair_dice() -> None:
    from charidice import Match

    pad = Pad(("Anna", "Ben"))
    enter(pad, 1, 0, ByPoints(10, 0, 9))
    fair = Match.new(["Anna", "Ben"], seed=bytes(32)).record
    with pytest.raises(Refused, match="written-by-hand"):
        replace(fair, events=pad.record.events)
    assert isinstance(fair.start, type(pad.record.start))
    assert not any(isinstance(event, Rolled) for event in pad.record.events)
