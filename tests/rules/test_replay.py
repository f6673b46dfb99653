"""Replay: the same states again, also in another process, and never from impossible events."""

import pickle
from random import Random

import pytest

from charidice.rules import (
    STANDARD_DICE,
    AskGift,
    Colour,
    Event,
    Face,
    GameState,
    GiftAsked,
    GiftDeclined,
    IllegalEvent,
    Rolled,
    Ruleset,
    Scored,
    Stopped,
    evolve,
    legal_actions,
    new_game,
    replay,
)

from .play import act, random_game, throw
from .squares import random_dice_set

# B4 B3 B2 B1 B6 P6 on dice 0-5.
FIVE_BLUE = (4, 3, 2, 1, 6, 6)
ROLL = Rolled((), FIVE_BLUE)
SCORE = Scored((0, 1, 2, 3), points=10, bonus=25, gift=24)
LATE_ASKING = Ruleset(late_asking=True)


def games() -> list[tuple[list[GameState], list[Event]]]:
    played = []
    for seed in range(12):
        random = Random(seed)
        ruleset = Ruleset(random.randint(1, 4), free_giving=seed % 2 == 1, late_asking=seed % 4 > 1)
        dice_set = STANDARD_DICE if seed % 5 else random_dice_set(random)
        start = new_game(2 + seed % 3, ruleset, dice_set)
        played.append(random_game(start, random))
    return played


GAMES = games()


def test_a_state_is_the_same_after_replay() -> None:
    for states, events in GAMES:
        for count in range(len(states)):
            again = replay(states[0], events[:count])
            assert again == states[count]
            assert hash(again) == hash(states[count])


def test_a_game_goes_on_from_any_state() -> None:
    for states, events in GAMES:
        middle = len(events) // 2
        assert replay(states[middle], events[middle:]) == states[-1]


def test_states_are_hashable_and_differ() -> None:
    for states, _ in GAMES:
        # Rolling again may show the same numbers, but it is another roll of the turn.
        assert len(set(states)) == len(states)


def test_states_of_other_rules_or_dice_differ() -> None:
    starts = [new_game(players, ruleset) for players in (2, 3, 4) for ruleset in (Ruleset(), Ruleset(6), LATE_ASKING)]
    starts.append(new_game(2, dice_set=random_dice_set(Random(1))))
    assert len(set(starts)) == len(starts) == 10


def test_a_state_survives_a_pickle_and_can_be_played_on() -> None:
    for states, events in GAMES:
        for state, event in list(zip(states, events, strict=False))[::7]:
            copy = pickle.loads(pickle.dumps(state))
            assert copy == state
            assert hash(copy) == hash(state)
            assert all(legal_actions(copy, seat) == legal_actions(state, seat) for seat in range(len(state.sheets)))
            assert evolve(copy, event) == evolve(state, event)
        assert pickle.loads(pickle.dumps(events)) == events


def test_a_pickled_state_is_small() -> None:
    """What can be worked out again, like the table of scoring options, does not travel."""
    assert len(pickle.dumps(throw(new_game(4), "B1 B2 B3 B4 B6 P6"))) < 1500


@pytest.mark.parametrize("players", [3, 4])
def test_sheets_of_those_not_involved_are_shared(players: int) -> None:
    start = new_game(players)
    rolled = throw(start, "B1 B2 B3 B4 B6 P6")
    assert rolled.sheets is start.sheets
    asked = act(rolled, 1, AskGift())
    assert all(asked.sheets[seat] is rolled.sheets[seat] for seat in range(players) if seat != 1)
    scored = evolve(asked, Scored((0, 1, 2, 3), 10, 25, 48))
    assert all(scored.sheets[seat] is asked.sheets[seat] for seat in range(2, players))


def test_late_asking_changes_no_sheet_until_the_gift_is_asked_for() -> None:
    rolled = throw(new_game(3, LATE_ASKING), "B1 B2 B3 B4 B6 P6")
    stopped = evolve(rolled, Stopped())
    assert stopped.sheets is rolled.sheets
    assert evolve(stopped, GiftDeclined()).sheets is rolled.sheets


def test_a_state_does_not_change_when_the_game_goes_on() -> None:
    for states, events in GAMES[:4]:
        before = [repr(state) for state in states]
        replay(states[0], events)
        assert [repr(state) for state in states] == before


BAD_EVENTS: list[tuple[list[Event], str, dict[str, object]]] = [
    # A kept die changed.
    (
        [ROLL, Rolled((0, 5), (4, 1, 1, 1, 1, 1))],
        "kept-die-changed",
        {"index": 1, "face": Face(Colour.PURPLE, 6), "other": Face(Colour.BLACK, 1)},
    ),
    (
        [ROLL, ROLL, Rolled((0, 1), (5, 5, 1, 1, 1, 1))],
        "kept-die-changed",
        {"index": 2, "face": Face(Colour.BLUE, 4), "other": Face(Colour.PURPLE, 5)},
    ),
    # Another score than the dice bring.
    ([ROLL, Scored((0, 1, 2, 3), 11, 25, 24)], "wrong-score", {"index": 1, "points": 10, "bonus": 25, "gift": 24}),
    ([ROLL, Scored((0, 1, 2, 3), 10, 15, 24)], "wrong-score", {"index": 1, "points": 10, "bonus": 25, "gift": 24}),
    ([ROLL, Scored((0, 1, 2, 3), 10, 25, 48)], "wrong-score", {"index": 1, "points": 10, "bonus": 25, "gift": 24}),
    ([ROLL, GiftAsked(), SCORE], "wrong-score", {"index": 2, "points": 10, "bonus": 25, "gift": 48}),
    # Numbers that six dice do not show.
    ([Rolled((), (1, 2, 3, 4, 5))], "not-six-numbers", {"index": 0}),
    ([Rolled((), (1, 2, 3, 4, 5, 6, 1))], "not-six-numbers", {"index": 0}),
    ([Rolled((), (1, 2, 3, 4, 5, 7))], "not-six-numbers", {"index": 0}),
    ([Rolled((), (0, 2, 3, 4, 5, 6))], "not-six-numbers", {"index": 0}),
    ([Rolled((), ())], "not-six-numbers", {"index": 0}),
    ([ROLL, SCORE, Rolled((), (-1, 2, 3, 4, 5, 6))], "not-six-numbers", {"index": 2}),
    # Out of order.
    ([SCORE], "roll-first", {"index": 0, "allowed": ("roll",)}),
    ([ROLL, SCORE, SCORE], "roll-first", {"index": 2, "allowed": ("roll",)}),
    ([GiftAsked(), GiftAsked()], "already-asked", {"index": 1, "allowed": ()}),
    ([ROLL, ROLL, ROLL, GiftAsked()], "too-late-to-ask", {"index": 3, "active": 0, "allowed": ()}),
    ([ROLL, GiftAsked(), GiftAsked()], "already-asked", {"index": 2, "allowed": ()}),
    ([ROLL, ROLL, ROLL, ROLL], "no-rolls-left", {"index": 3, "allowed": ("score",)}),
    ([ROLL, Stopped()], "no-need-to-stop", {"index": 1, "allowed": ("roll", "score")}),
    ([ROLL, GiftDeclined()], "nothing-to-decline", {"index": 1, "allowed": ("ask",)}),
    ([Rolled((0,), FIVE_BLUE)], "first-roll-keeps-none", {"index": 0, "allowed": ("roll",)}),
    ([ROLL, Rolled((0, 1, 2, 3, 4, 5), FIVE_BLUE)], "roll-at-least-one", {"index": 1, "allowed": ("roll", "score")}),
    ([ROLL, Rolled((9,), FIVE_BLUE)], "unknown-die", {"index": 1, "allowed": ("roll", "score")}),
    (
        [ROLL, Scored((0, 1, 2), 9, 0, 25)],
        "not-a-set-of-colour",
        {"index": 1, "colour": Colour.BLUE, "count": 5, "allowed": ("roll", "score")},
    ),
    ([ROLL, SCORE, ROLL, SCORE, ROLL], "game-over", {"index": 4, "allowed": ()}),
]


@pytest.mark.parametrize(("events", "code", "values"), BAD_EVENTS)
def test_replay_refuses_what_cannot_have_happened(events: list[Event], code: str, values: dict[str, object]) -> None:
    with pytest.raises(IllegalEvent) as refused:
        replay(new_game(2, Ruleset(rounds=1)), events)
    assert (refused.value.code, refused.value.values) == (code, values)


@pytest.mark.parametrize(
    ("events", "code", "values"),
    [
        ([ROLL, SCORE], "stop-first", {"index": 1, "recipient": 1, "allowed": ("roll", "stop")}),
        ([ROLL, Stopped(), SCORE], "waiting-for-answer", {"index": 2, "recipient": 1, "allowed": ()}),
        ([ROLL, Stopped(), GiftDeclined(), GiftAsked()], "already-declined", {"index": 3, "allowed": ()}),
        ([ROLL, Stopped(), ROLL], "already-stopped", {"index": 2, "allowed": ()}),
    ],
)
def test_8_2_replay_keeps_to_the_order_of_late_asking(
    events: list[Event], code: str, values: dict[str, object]
) -> None:
    with pytest.raises(IllegalEvent) as refused:
        replay(new_game(2, LATE_ASKING), events)
    assert (refused.value.code, refused.value.values) == (code, values)


@pytest.mark.parametrize(
    "event",
    [
        Scored((3, 2, 1, 0), points=10, bonus=25, gift=24),
        Scored((0, 0, 1, 2, 3), points=10, bonus=25, gift=24),
        Rolled((1, 0), FIVE_BLUE),
        Rolled((0, 0), FIVE_BLUE),
    ],
)
def test_replay_refuses_dice_out_of_order_or_named_twice(event: Event) -> None:
    """Every other reader of events, like the JSON form, relies on dice that ascend."""
    with pytest.raises(IllegalEvent) as refused:
        replay(new_game(2), [ROLL, event])
    assert (refused.value.code, refused.value.values) == ("not-dice-indices", {"index": 1})


def test_replay_of_nothing_is_the_start() -> None:
    start = new_game(2)
    assert replay(start, []) is start


def test_replay_accepts_what_did_happen() -> None:
    state = replay(new_game(2, Ruleset(rounds=1)), [ROLL, GiftAsked(), ROLL, Scored((0, 1, 2, 3), 10, 25, 48)])
    assert state.sheets[0].given == state.sheets[1].received == (48,)
