"""Clauses 5 and 8.2: the greatest of gifts, and asking for it late."""

from random import Random

import pytest

from charidice.match import CannotUndo, Match
from charidice.rules import (
    STANDARD,
    Action,
    AskGift,
    DeclineGift,
    GiftAsked,
    GiftDeclined,
    Roll,
    Ruleset,
    Score,
    Scored,
    Stop,
    Stopped,
    decide,
    legal_actions,
    new_game,
)

from .play import (
    FIVE_BLUE,
    SIX_BLUE,
    LoadedDice,
    act,
    full_turn,
    is_legal,
    kinds,
    random_game,
    score,
    throw,
)

LATE_ASKING = Ruleset(late_asking=True)
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


@PLAYERS
def test_5_1_the_gift_is_doubled_for_both_and_the_2x_box_crossed_off(players: int) -> None:
    state = act(throw(new_game(players), FIVE_BLUE), 1, AskGift())
    assert [sheet.has_gift for sheet in state.sheets] == [seat != 1 for seat in range(players)]
    assert decide(state, 0, Score((0, 1, 2, 3)), LoadedDice()) == Scored((0, 1, 2, 3), points=10, bonus=25, gift=48)
    state = score(state, "B1 B2 B3 B4")
    assert state.sheets[0].given == (48,)
    assert state.sheets[1].received == (48,)


@PLAYERS
def test_5_1_only_the_gift_of_this_turn_is_doubled(players: int) -> None:
    state = act(throw(new_game(players), FIVE_BLUE), 1, AskGift())
    state = score(state, "B1 B2 B3 B4")
    assert not state.turn.asked
    state = full_turn(state)
    assert state.sheets[2 % players].received == (24,)


@PLAYERS
def test_5_1_everybody_may_ask_once_in_a_game(players: int) -> None:
    state = new_game(players)
    asked = []
    while not state.is_over:
        state = throw(state, FIVE_BLUE)
        if is_legal(state, state.recipient, AskGift()):
            asked.append((state.round, state.recipient))
            state = act(state, state.recipient, AskGift())
        state = score(state, "B1 B2 B3 B4")
    assert asked == [(1, (seat + 1) % players) for seat in range(players)]


@PLAYERS
def test_5_1_only_who_is_about_to_receive_may_ask(players: int) -> None:
    state = new_game(players)
    for giver in range(players):
        rolled = throw(state, FIVE_BLUE)
        askers = [seat for seat in range(players) if is_legal(rolled, seat, AskGift())]
        assert askers == [(giver + 1) % players]
        state = score(rolled, "B1 B2 B3 B4")


@pytest.mark.parametrize(("rolls", "may_ask"), [(0, True), (1, True), (2, True), (3, False)])
def test_5_2_and_5_3_asking_is_from_the_beginning_of_the_turn_until_the_third_roll(rolls: int, may_ask: bool) -> None:
    state = new_game(3)
    for _ in range(rolls):
        state = throw(state, FIVE_BLUE)
    assert is_legal(state, 1, AskGift()) is may_ask
    assert state.may_be_asked is may_ask


@pytest.mark.parametrize("ruleset", [STANDARD, LATE_ASKING])
def test_5_3_asked_before_the_first_roll_it_doubles_the_gift_of_this_turn(ruleset: Ruleset) -> None:
    state = act(new_game(3, ruleset), 1, AskGift())
    assert not state.sheets[1].has_gift
    assert legal_actions(state, 0) == (Roll(),)
    assert legal_actions(state, 1) == ()
    state = throw(state, FIVE_BLUE)
    assert state.turn.asked
    assert kinds(state, 0) == {Roll, Score}
    state = score(state, "B1 B2 B3 B4")
    assert state.sheets[0].given == state.sheets[1].received == (48,)
    assert not state.turn.asked


def test_5_3_nobody_asks_when_the_game_is_over() -> None:
    state = full_turn(full_turn(new_game(2, Ruleset(1))))
    assert state.is_over
    assert not any(is_legal(state, seat, AskGift()) for seat in range(2))


def test_5_3_asking_ends_when_the_active_player_scores() -> None:
    state = full_turn(new_game(3))
    assert [seat for seat in range(3) if is_legal(state, seat, AskGift())] == [2]
    assert state.sheets[1].has_gift


def test_5_3_the_active_player_knows_and_may_still_roll_or_score() -> None:
    state = act(throw(new_game(3), FIVE_BLUE), 1, AskGift())
    assert state.turn.asked
    assert kinds(state, 0) == {Roll, Score}
    state = throw(throw(state, FIVE_BLUE), FIVE_BLUE)
    assert state.turn.asked
    assert score(state, "B1 B2 B3 B4").sheets[1].received == (48,)


@pytest.mark.parametrize("rolls", [0, 1])
def test_5_4_it_cannot_be_taken_back(rolls: int) -> None:
    match = Match.new(["Anna", "Ben"], seed=bytes(32))
    for _ in range(rolls):
        match.submit(0, Roll())
    match.submit(1, AskGift())
    assert legal_actions(match.state, 1) == ()
    for seat in (0, 1):
        with pytest.raises(CannotUndo, match="undo-gift-asked"):
            match.undo(seat)
    assert match.state.turn.asked


def test_5_4_it_is_spent_even_on_a_gift_of_0() -> None:
    state = score(act(throw(new_game(2), SIX_BLUE), 1, AskGift()), SIX_BLUE)
    assert state.sheets[1].received == (0,)
    assert not state.sheets[1].has_gift
    state = throw(full_turn(state), FIVE_BLUE)
    assert not is_legal(state, 1, AskGift())


def test_8_2_late_asking_is_off_unless_the_rules_say_so() -> None:
    assert not STANDARD.late_asking
    state = throw(new_game(2), FIVE_BLUE)
    assert not is_legal(state, 0, Stop())
    assert not is_legal(state, 1, DeclineGift())


@PLAYERS
@pytest.mark.parametrize("rolls", [1, 2])
def test_8_2_who_will_score_before_the_third_roll_says_so_first(players: int, rolls: int) -> None:
    state = new_game(players, LATE_ASKING)
    for _ in range(rolls):
        state = throw(state, FIVE_BLUE)
    assert kinds(state, 0) == {Roll, Stop}
    assert decide(state, 0, Stop(), LoadedDice()) == Stopped()
    stopped = act(state, 0, Stop())
    assert stopped.rolls_left == 0
    assert legal_actions(stopped, 0) == ()
    assert legal_actions(stopped, 1) == (AskGift(), DeclineGift())
    assert all(legal_actions(stopped, seat) == () for seat in range(2, players))


def test_8_2_the_recipient_may_still_ask_after_the_stop() -> None:
    state = act(throw(new_game(3, LATE_ASKING), FIVE_BLUE), 0, Stop())
    assert decide(state, 1, AskGift(), LoadedDice()) == GiftAsked()
    state = act(state, 1, AskGift())
    assert kinds(state, 0) == {Score}
    state = score(state, "B1 B2 B3 B4")
    assert state.sheets[0].given == state.sheets[1].received == (48,)
    assert not state.sheets[1].has_gift


def test_8_2_the_recipient_may_decline_and_keep_it() -> None:
    state = act(throw(new_game(3, LATE_ASKING), FIVE_BLUE), 0, Stop())
    assert decide(state, 1, DeclineGift(), LoadedDice()) == GiftDeclined()
    state = act(state, 1, DeclineGift())
    assert kinds(state, 0) == {Score}
    assert legal_actions(state, 1) == ()
    state = score(state, "B1 B2 B3 B4")
    assert state.sheets[0].given == state.sheets[1].received == (24,)
    assert state.sheets[1].has_gift
    assert not state.turn.declined


def test_8_2_no_stop_is_needed_once_the_recipient_cannot_ask() -> None:
    rolled = throw(new_game(2, LATE_ASKING), FIVE_BLUE)
    asked = act(rolled, 1, AskGift())
    assert kinds(asked, 0) == {Roll, Score}
    third_roll = throw(throw(rolled, FIVE_BLUE), FIVE_BLUE)
    assert kinds(third_roll, 0) == {Score}
    answered = act(act(throw(score(asked, "B1 B2 B3 B4"), FIVE_BLUE), 1, Stop()), 0, DeclineGift())
    spent = throw(score(answered, "B1 B2 B3 B4"), FIVE_BLUE)
    assert (spent.round, spent.active) == (2, 0)
    assert kinds(spent, 0) == {Roll, Score}


@PLAYERS
@pytest.mark.parametrize("ruleset", [STANDARD, LATE_ASKING, Ruleset(3, True, True)])
def test_5_what_each_kind_of_action_needs(players: int, ruleset: Ruleset) -> None:
    """Who may do what follows from the rolls, the gift and the stop alone, in every state of random games."""
    for seed in range(3):
        for state in random_game(new_game(players, ruleset), Random(seed))[0]:
            rolls, _, asked, stopped, declined = state.turn
            has_gift = state.sheets[state.recipient].has_gift
            may_ask = rolls < 3 and not asked and not declined and has_gift and not state.is_over
            active: set[type[Action]] = set()
            if not state.is_over:
                if rolls < 3 and not stopped:
                    active.add(Roll)
                if rolls > 0 and (not ruleset.late_asking or not may_ask):
                    active.add(Score)
                if rolls > 0 and ruleset.late_asking and may_ask and not stopped:
                    active.add(Stop)
            recipient: set[type[Action]] = {AskGift} if may_ask else set()
            if stopped and may_ask:
                recipient.add(DeclineGift)
            for seat in range(players):
                expected = {state.active: active, state.recipient: recipient}.get(seat, set())
                assert kinds(state, seat) == expected, state
