"""A match: actions, undo, and resuming a saved game."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from charidice import (
    STANDARD,
    STANDARD_DICE,
    Action,
    AskGift,
    CannotUndo,
    DeclineGift,
    DiceSet,
    Event,
    FairDice,
    GameRecord,
    GiftAsked,
    GiftDeclined,
    IllegalAction,
    InvalidDice,
    Match,
    Pledge,
    Refused,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Scored,
    Stop,
    Stopped,
    UnfairDice,
    dump_json,
    dump_notation,
    evolve,
    load,
    read_faces,
    read_roll,
    replay,
)
from charidice.chance import InvalidPledge
from charidice.match import CannotMix, CannotRoll
from charidice.record.game import InvalidName
from charidice.rules.engine import action_of, actor

from .rules.play import random_choice

SEED = bytes(range(32))
OWN_DICE = DiceSet.read("YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY")
LATE_ASKING = Ruleset(late_asking=True)

# The roll of the rulebook's first example (7.1), and its two ways to score.
ROLLED = Rolled((), read_roll("B4 B3 B2 B1 B6 P6"))
SMALL = Score((0, 1, 2, 4))
SMALL_SCORED = Scored((0, 1, 2, 4), 15, 15, 13)
LARGE = Score((0, 1, 2, 3))
LARGE_SCORED = Scored((0, 1, 2, 3), 10, 25, 24)


def match_after(*events: Event, ruleset: Ruleset = STANDARD, seed: bytes | None = SEED) -> Match:
    """Anna (0) and Ben (1) after these events; without a seed, with real dice."""
    return Match(GameRecord(("Anna", "Ben"), ruleset, pledge=Pledge.of(seed) if seed else None, events=events))


def play_on(match: Match, chance: random.Random) -> Iterator[Event]:
    """Again and again a random seat does a random kind of thing, until the game is over."""
    while not match.state.is_over:
        seat, action = random_choice(match.state, chance)
        faces = None
        if match.record.pledge is None and isinstance(action, Roll):
            dice_set = match.state.setup.dice_set
            faces = [dice_set.face(die, chance.randint(1, 6)) for die in range(6) if die not in action.keep]
        yield match.submit(seat, action, faces)


def all_there_is(match: Match) -> tuple[object, ...]:
    return match.record, match.state, match.history


# Starting and acting


def test_a_new_match_pledges_fair_dice_by_a_seed_of_its_own() -> None:
    one, other = (Match.new(["Anna", "Ben"]).record.pledge for _ in range(2))
    assert one is not None
    assert other is not None
    assert one.seed is not None
    assert one == Pledge.of(one.seed)
    assert one.seed != other.seed
    assert one.commitment != other.commitment


def test_a_new_match_has_the_players_rules_and_dice_it_was_given() -> None:
    match = Match.new(["Anna", "Ben", "Cleo"], Ruleset(4, True, True), OWN_DICE, SEED)
    assert match.players == ("Anna", "Ben", "Cleo")
    assert match.record == GameRecord(
        ("Anna", "Ben", "Cleo"), Ruleset(4, True, True), OWN_DICE, Pledge.of(SEED), events=()
    )
    assert match.state == match.record.start
    assert match.history == ()


@pytest.mark.parametrize("players", [["Anna"], list("abcde"), []])
def test_1_1_a_match_is_for_two_to_four_players(players: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        Match.new(players)
    assert refused.value.code == "players-out-of-range"


@pytest.mark.parametrize("name", ["", " ", " Ben", "Ben ", "B\nen", "B" * 41])
def test_a_player_needs_a_name_of_one_line(name: str) -> None:
    with pytest.raises(InvalidName) as refused:
        Match.new(["Anna", name])
    assert (refused.value.code, refused.value.values) == ("name-not-allowed", {"most": 40})


@pytest.mark.parametrize("seed", [b"", b"short", bytes(31), bytes(33)], ids=["none", "short", "31", "33"])
def test_a_seed_that_no_record_can_hold_is_refused_before_a_game_is_played_with_it(seed: bytes) -> None:
    """An empty one too: it must not stand for a fresh seed."""
    with pytest.raises(InvalidPledge) as refused:
        Match.new(["Anna", "Ben"], seed=seed)
    assert refused.value.code == "seed-not-32-bytes"


@pytest.mark.parametrize("events", [(), (ROLLED,), (ROLLED, SMALL_SCORED)], ids=["start", "in a turn", "between turns"])
def test_no_match_goes_on_with_a_seed_that_was_not_promised(events: tuple[Event, ...]) -> None:
    promised = match_after(*events).record
    assert Match(promised).record == promised
    other = replace(Pledge.of(SEED), seed=bytes(32))
    for record in (replace(promised, pledge=other), load(dump_json(replace(promised, pledge=other)))):
        with pytest.raises(UnfairDice) as refused:
            Match(record)
        assert refused.value.code == "seed-does-not-match-commitment"


def test_an_action_brings_about_its_event() -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    rolled = match.submit(0, Roll())
    assert rolled == Rolled((), FairDice(SEED).roll(match.record.start, ()))
    assert match.state == evolve(match.record.start, rolled)
    assert match.record.events == (rolled,)
    assert match.record.state == match.state


def test_history_names_the_seat_whose_doing_each_event_was() -> None:
    """Asking and declining are the recipient's doing."""
    match = match_after(ROLLED, ruleset=LATE_ASKING)
    match.submit(0, Stop())
    match.submit(1, DeclineGift())
    match.submit(0, SMALL)
    assert match.history == ((0, ROLLED), (0, Stopped()), (1, GiftDeclined()), (0, SMALL_SCORED))
    asked = match_after(ROLLED, SMALL_SCORED, ROLLED, GiftAsked())
    assert asked.history[2:] == ((1, ROLLED), (0, GiftAsked()))


def test_history_holds_every_event_of_a_game_with_its_actor() -> None:
    match = Match.new(["Anna", "Ben", "Cleo"], Ruleset(3, True, True), seed=SEED)
    events = list(play_on(match, random.Random(1)))
    state = match.record.start
    for (seat, event), played in zip(match.history, events, strict=True):
        assert (seat, event) == (actor(state, played), played)
        state = evolve(state, event)
    assert state == match.state == replay(match.record.start, events)


ILLEGAL: list[tuple[str, tuple[Event, ...], int, Action]] = [
    ("not-your-turn", (), 1, Roll()),
    ("roll-first", (), 0, SMALL),
    ("first-roll-keeps-none", (), 0, Roll((0,))),
    ("already-asked", (GiftAsked(),), 1, AskGift()),
    ("not-the-recipient", (ROLLED,), 0, AskGift()),
    ("nothing-to-decline", (ROLLED,), 1, DeclineGift()),
    ("no-need-to-stop", (ROLLED,), 0, Stop()),
    ("not-your-turn", (ROLLED,), 1, SMALL),
    ("not-a-set-of-colour", (ROLLED,), 0, Score((0, 1))),
    ("roll-at-least-one", (ROLLED,), 0, Roll((0, 1, 2, 3, 4, 5))),
    ("no-rolls-left", (ROLLED, ROLLED, ROLLED), 0, Roll()),
    ("too-late-to-ask", (ROLLED, ROLLED, ROLLED), 1, AskGift()),
    ("already-asked", (ROLLED, GiftAsked()), 1, AskGift()),
]


@pytest.mark.parametrize(("code", "events", "player", "action"), ILLEGAL, ids=[code for code, *_ in ILLEGAL])
def test_an_illegal_action_is_refused_and_leaves_no_trace(
    code: str, events: tuple[Event, ...], player: int, action: Action
) -> None:
    match = match_after(*events)
    before = all_there_is(match)
    with pytest.raises(IllegalAction) as refused:
        match.submit(player, action)
    assert refused.value.code == code
    assert all_there_is(match) == before


def test_refusals_on_the_way_do_not_change_the_dice() -> None:
    match, bothered = Match.new(["Anna", "Ben"], seed=SEED), Match.new(["Anna", "Ben"], seed=SEED)
    for event in play_on(match, random.Random(2)):
        for action in (Roll((0, 1, 2, 3, 4, 5)), Score(()), DeclineGift(), Stop()):
            for seat in (0, 1):
                with pytest.raises(IllegalAction):
                    bothered.submit(seat, action)
        bothered.submit(actor(bothered.state, event), action_of(event))
    assert bothered.record == match.record


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    match = Match.new(["Anna", "Ben"], Ruleset(1), seed=SEED)
    events = list(play_on(match, random.Random(3)))
    for action in (Roll(), SMALL, AskGift(), Stop(), DeclineGift()):
        for seat in (0, 1):
            with pytest.raises(IllegalAction) as refused:
                match.submit(seat, action)
            assert refused.value.code == "game-over"
    assert list(match.record.events) == events


# Taking back


def test_there_is_nothing_to_take_back_before_the_first_event() -> None:
    match = Match.new(["Anna", "Ben"])
    with pytest.raises(CannotUndo) as refused:
        match.undo(0)
    assert refused.value.code == "undo-nothing"


TAKEN_BACK: list[tuple[tuple[Event, ...], Event, int]] = [
    ((ROLLED,), SMALL_SCORED, 0),
    ((ROLLED, Stopped(), GiftDeclined()), SMALL_SCORED, 0),
    ((ROLLED,), Stopped(), 0),
    ((ROLLED, Stopped()), GiftDeclined(), 1),
    ((ROLLED, ROLLED, ROLLED, SMALL_SCORED, ROLLED, ROLLED, ROLLED), SMALL_SCORED, 1),
]


@pytest.mark.parametrize(("before", "event", "player"), TAKEN_BACK)
@pytest.mark.parametrize("seed", [SEED, None], ids=["fair dice", "real dice"])
def test_a_score_a_stop_and_a_decline_can_be_taken_back_by_their_own_player_only(
    before: tuple[Event, ...], event: Event, player: int, seed: bytes | None
) -> None:
    ruleset = LATE_ASKING if Stopped() in (*before, event) else STANDARD
    match = match_after(*before, event, ruleset=ruleset, seed=seed)
    as_it_was = all_there_is(match)

    refusal = match.why_not_undo(1 - player)
    assert refusal is not None
    assert (refusal.code, refusal.values) == ("undo-of-another", {"player": player})
    with pytest.raises(CannotUndo, match="undo-of-another"):
        match.undo(1 - player)
    assert all_there_is(match) == as_it_was

    assert match.why_not_undo(player) is None
    assert match.undo(player) == event
    assert all_there_is(match) == all_there_is(match_after(*before, ruleset=ruleset, seed=seed))


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    "events", [(ROLLED,), (ROLLED, ROLLED), (ROLLED, GiftAsked(), ROLLED), (ROLLED, SMALL_SCORED, ROLLED)]
)
def test_a_roll_is_never_taken_back(events: tuple[Event, ...], player: int) -> None:
    for seed in (SEED, None):
        match = match_after(*events, seed=seed)
        before = all_there_is(match)
        with pytest.raises(CannotUndo) as refused:
            match.undo(player)
        assert refused.value.code == "undo-roll"
        assert all_there_is(match) == before


@pytest.mark.parametrize("player", [0, 1])
def test_5_4_asking_for_the_greatest_of_gifts_is_never_taken_back(player: int) -> None:
    for match in (match_after(ROLLED, GiftAsked()), match_after(ROLLED, Stopped(), GiftAsked(), ruleset=LATE_ASKING)):
        before = all_there_is(match)
        with pytest.raises(CannotUndo) as refused:
            match.undo(player)
        assert refused.value.code == "undo-gift-asked"
        assert all_there_is(match) == before


def test_a_score_taken_back_may_be_made_otherwise() -> None:
    match = match_after(ROLLED)
    assert match.submit(0, SMALL) == SMALL_SCORED
    match.undo(0)
    assert match.submit(0, LARGE) == LARGE_SCORED
    assert match.record.events == (ROLLED, LARGE_SCORED)
    assert [sheet.subtotal for sheet in match.state.sheets] == [35, 24]


def test_5_1_a_gift_stays_doubled_when_the_score_is_taken_back() -> None:
    match = match_after(ROLLED, GiftAsked())
    match.submit(0, SMALL)
    match.undo(0)
    assert match.submit(0, LARGE) == Scored((0, 1, 2, 3), 10, 25, 48)
    assert not match.state.sheets[1].has_gift


def test_a_score_taken_back_lets_a_roll_follow_and_the_dice_are_those_of_its_place() -> None:
    match = match_after(ROLLED, SMALL_SCORED)
    match.undo(0)
    assert match.submit(0, Roll((0,))) == Rolled((0,), FairDice(SEED).roll(match_after(ROLLED).state, (0,)))


def test_each_takes_back_their_own_until_a_roll() -> None:
    match = match_after(ROLLED, Stopped(), GiftDeclined(), SMALL_SCORED, ruleset=LATE_ASKING)
    with pytest.raises(CannotUndo, match="undo-of-another"):
        match.undo(1)
    assert match.undo(0) == SMALL_SCORED
    with pytest.raises(CannotUndo, match="undo-of-another"):
        match.undo(0)
    assert match.undo(1) == GiftDeclined()
    with pytest.raises(CannotUndo, match="undo-of-another"):
        match.undo(1)
    assert match.undo(0) == Stopped()
    with pytest.raises(CannotUndo, match="undo-roll"):
        match.undo(0)
    assert match.record.events == (ROLLED,)


def test_the_gift_can_be_asked_after_a_decline_was_taken_back() -> None:
    match = match_after(ROLLED, Stopped(), GiftDeclined(), ruleset=LATE_ASKING)
    match.undo(1)
    assert match.submit(1, AskGift()) == GiftAsked()


def test_a_score_cannot_be_taken_back_once_the_next_player_has_rolled() -> None:
    match = match_after(ROLLED, SMALL_SCORED)
    assert match.why_not_undo(0) is None
    match.submit(1, Roll())
    refusal = match.why_not_undo(0)
    assert refusal is not None
    assert refusal.code == "undo-roll"


OVER = (ROLLED, SMALL_SCORED, ROLLED, LARGE_SCORED)


def test_the_last_score_stays_when_the_seed_of_fair_dice_is_public() -> None:
    match = match_after(*OVER, ruleset=Ruleset(1))
    assert match.state.is_over
    with pytest.raises(CannotUndo) as refused:
        match.undo(1)
    assert refused.value.code == "undo-game-over"
    assert match.record.events == OVER


def test_the_last_score_with_real_dice_can_be_taken_back() -> None:
    match = match_after(*OVER, ruleset=Ruleset(1), seed=None)
    assert match.state.is_over
    assert match.undo(1) == LARGE_SCORED
    assert not match.state.is_over
    assert match.submit(1, SMALL) == SMALL_SCORED
    assert match.state.is_over


def test_why_not_undo_and_undo_say_the_same_throughout_a_game() -> None:
    match = Match.new(["Anna", "Ben", "Cleo"], Ruleset(4, True, True), seed=SEED)
    for _ in play_on(match, random.Random(4)):
        for seat in range(3):
            before = all_there_is(match)
            copy = Match(match.record)
            refusal = match.why_not_undo(seat)
            assert all_there_is(match) == before
            if refusal is None:
                assert copy.undo(seat) == match.record.events[-1]
                assert copy.record.events == match.record.events[:-1]
            else:
                with pytest.raises(CannotUndo) as refused:
                    copy.undo(seat)
                assert (refused.value.code, refused.value.values) == (refusal.code, refusal.values)


# Saving and going on


@pytest.mark.parametrize("write", [dump_json, dump_notation], ids=["json", "notation"])
@pytest.mark.parametrize(
    ("players", "ruleset", "dice_set"),
    [
        (2, STANDARD, STANDARD_DICE),
        (3, Ruleset(3, late_asking=True), STANDARD_DICE),
        (4, Ruleset(2, True, True), OWN_DICE),
    ],
    ids=["two players", "three, late asking", "four, all house rules"],
)
def test_a_game_saved_at_any_event_goes_on_as_if_never_left(
    players: int, ruleset: Ruleset, dice_set: DiceSet, write: Callable[[GameRecord], str]
) -> None:
    match = Match.new([f"Player {seat}" for seat in range(players)], ruleset, dice_set, SEED)
    for seat in range(players):
        match.add_entropy(seat, f"words of {seat}")
    saved = [write(match.record)]
    for _ in play_on(match, random.Random(5)):
        saved.append(write(match.record))
    events = match.record.events
    for begin, text in enumerate(saved):
        resumed = Match(load(text))
        assert resumed.record.events == events[:begin]
        for event in events[begin:]:
            assert resumed.submit(actor(resumed.state, event), action_of(event)) == event
        assert all_there_is(resumed) == all_there_is(match)


def test_a_game_with_real_dice_saved_at_any_event_goes_on_as_if_never_left() -> None:
    match = Match.new(["Anna", "Ben"], Ruleset(3), real_dice=True)
    events = list(play_on(match, random.Random(6)))
    for begin in range(len(events)):
        resumed = Match(load(dump_json(replace(match.record, events=tuple(events[:begin])))))
        for event in events[begin:]:
            faces = STANDARD_DICE.faces(event.numbers) if isinstance(event, Rolled) else None
            assert resumed.submit(actor(resumed.state, event), action_of(event), faces) == event
        assert all_there_is(resumed) == all_there_is(match)


def test_a_resumed_game_can_be_taken_back_like_the_one_that_was_saved() -> None:
    match = Match(load(dump_json(match_after(ROLLED, SMALL_SCORED).record)))
    assert match.undo(0) == SMALL_SCORED
    assert match.state == match_after(ROLLED).state


def test_a_record_taken_from_a_match_does_not_change_with_it() -> None:
    match = match_after(ROLLED)
    record = match.record
    match.submit(0, SMALL)
    assert record.events == (ROLLED,)
    assert record.state == match_after(ROLLED).state


# Fair dice and words


def test_words_change_the_dice_and_stand_in_the_record() -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    match.add_entropy(1, "wind")
    assert match.record.pledge == Pledge(Pledge.of(SEED).commitment, ("", "wind"), SEED)
    assert match.submit(0, Roll()) == Rolled((), FairDice(SEED, ("", "wind")).roll(match.record.start, ()))


def test_words_may_be_replaced_before_the_first_roll() -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    match.add_entropy(0, "rain")
    match.add_entropy(1, "wind")
    match.add_entropy(0, "snow")
    assert match.submit(0, Roll()) == Rolled((), FairDice(SEED, ("snow", "wind")).roll(match.record.start, ()))


def test_words_come_too_late_after_the_first_roll() -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    match.submit(0, Roll())
    before = all_there_is(match)
    with pytest.raises(CannotMix) as refused:
        match.add_entropy(1, "wind")
    assert refused.value.code == "entropy-after-first-roll"
    assert all_there_is(match) == before


def test_words_do_nothing_for_real_dice() -> None:
    match = Match.new(["Anna", "Ben"], real_dice=True)
    with pytest.raises(CannotMix) as refused:
        match.add_entropy(0, "wind")
    assert refused.value.code == "entropy-without-fair-dice"


@pytest.mark.parametrize("player", [-1, -2, 2, 7])
def test_words_of_a_seat_that_is_not_there_leave_no_trace(player: int) -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    match.add_entropy(0, "rain")
    before = all_there_is(match)
    with pytest.raises(IndexError, match=rf"unknown-seat \(text={player},"):
        match.add_entropy(player, "wind")
    assert all_there_is(match) == before
    assert match.submit(0, Roll()) == Rolled((), FairDice(SEED, ("rain", "")).roll(match.record.start, ()))


@pytest.mark.parametrize("words", ["x" * 65, "two\nlines", " before", "after ", " "])
def test_words_that_are_not_allowed_leave_no_trace(words: str) -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    match.add_entropy(0, "rain")
    before = all_there_is(match)
    with pytest.raises(InvalidPledge) as refused:
        match.add_entropy(1, words)
    assert (refused.value.code, refused.value.values) == ("entropy-not-allowed", {"most": 64})
    assert all_there_is(match) == before
    assert match.submit(0, Roll()) == Rolled((), FairDice(SEED, ("rain", "")).roll(match.record.start, ()))


def test_faces_cannot_be_given_to_fair_dice() -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    before = all_there_is(match)
    with pytest.raises(CannotRoll) as refused:
        match.submit(0, Roll(), read_faces("Y1 O1 G1 B1 P1 K1"))
    assert refused.value.code == "dice-are-rolled-here"
    with pytest.raises(CannotRoll):
        match.submit(0, Roll(), ())
    assert all_there_is(match) == before


def test_without_the_seed_all_but_rolling_goes_on() -> None:
    match = Match(match_after(ROLLED).record.public())
    before = all_there_is(match)
    with pytest.raises(CannotRoll) as refused:
        match.submit(0, Roll())
    assert refused.value.code == "seed-not-known"
    assert all_there_is(match) == before
    assert match.submit(1, AskGift()) == GiftAsked()
    assert match.submit(0, SMALL) == Scored((0, 1, 2, 4), 15, 15, 26)
    with pytest.raises(IllegalAction, match="not-your-turn"):
        match.submit(0, Roll())
    with pytest.raises(CannotRoll, match="seed-not-known"):
        match.submit(1, Roll())


# Real dice


def test_real_dice_are_entered_roll_by_roll() -> None:
    match = Match.new(["Anna", "Ben"], real_dice=True)
    assert match.record.pledge is None
    assert match.submit(0, Roll(), read_faces("P6 B6 B4 B3 B2 K3")) == Rolled((), read_roll("B4 B3 B2 K3 B6 P6"))
    assert match.submit(1, AskGift()) == GiftAsked()
    assert match.submit(0, Roll((0, 1, 2, 4, 5)), read_faces("B1")) == Rolled((0, 1, 2, 4, 5), ROLLED.numbers)
    everything = Roll((0, 1, 2, 3, 4))
    assert match.submit(0, everything, read_faces("B1 B2 B3 B4 B6 P6")) == Rolled(everything.keep, ROLLED.numbers)
    assert match.submit(0, SMALL) == Scored((0, 1, 2, 4), 15, 15, 26)


@pytest.mark.parametrize(
    ("faces", "code"),
    [
        (None, "faces-missing"),
        ("", "faces-missing"),
        ("K3", "faces-missing"),
        ("B4 B3 B2 B6 K3", "faces-missing"),
        ("B1 B1 G4", "face-twice"),
        ("B1 K3 G4", "two-faces-of-one-die"),
        ("G3 B1 G4", "kept-die-changed"),
    ],
)
def test_a_roll_of_real_dice_that_cannot_lie_there_leaves_no_trace(faces: str | None, code: str) -> None:
    match = match_after(ROLLED, seed=None)
    before = all_there_is(match)
    with pytest.raises(InvalidDice) as refused:
        match.submit(0, Roll((0, 1, 2, 4)), None if faces is None else read_faces(faces))
    assert refused.value.code == code
    assert all_there_is(match) == before


def test_the_rules_come_before_the_faces() -> None:
    match = match_after(ROLLED, ROLLED, ROLLED, seed=None)
    with pytest.raises(IllegalAction) as refused:
        match.submit(0, Roll(), read_faces("Y1"))
    assert refused.value.code == "no-rolls-left"


# Bots


def test_who_is_a_bot_stays_with_the_match_whatever_happens() -> None:
    match = Match.new(["Anna", "Fox"], seed=bytes(32), bots=[None, "fox"])
    assert match.bots == match.record.bots == (None, "fox")
    match.add_entropy(0, "words")
    match.submit(0, Roll())
    match.submit(0, Score(match.state.options[0].dice))
    match.undo(0)
    assert match.record.bots == match.record.public().bots == Match(match.record).bots == (None, "fox")
    assert Match.new(["Anna", "Ben"]).bots == (None, None)


def test_the_kept_dice_are_those_of_the_last_roll_of_the_turn() -> None:
    match = Match.new(["Anna", "Ben"], seed=bytes(32))
    kept = [match.kept]
    for player, action in ((0, Roll()), (0, Roll((1, 4))), (1, AskGift())):
        match.submit(player, action)
        kept.append(match.kept)
    match.submit(0, Score(match.state.options[0].dice))
    assert [*kept, match.kept] == [(), (), (1, 4), (1, 4), ()]


def test_5_5_not_asking_is_remembered_without_an_event_and_not_asked_anew_after_an_undo() -> None:
    match = Match.new(["Anna", "Ben"], seed=bytes(32))
    match.play(Roll())
    assert (match.node.player, match.node.actions) == (1, (AskGift(), DeclineGift()))
    assert match.play(DeclineGift()) is None
    assert (match.node.player, len(match.record.events)) == (0, 1)
    match.play(Score(match.state.options[0].dice))
    assert match.node.player == 1
    match.undo(0)
    assert match.node.player == 0
    assert match.copy().node == match.node
    match.play(Roll())
    assert match.node.asking


def test_8_2_not_asking_after_a_stop_is_an_event() -> None:
    match = Match.new(["Anna", "Ben"], Ruleset(late_asking=True), seed=bytes(32))
    for action in (Roll(), DeclineGift(), Stop()):
        match.play(action)
    assert match.play(DeclineGift()) == GiftDeclined()
    with pytest.raises(IllegalAction, match="not-the-recipient"):
        match.play(DeclineGift())
