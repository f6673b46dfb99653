"""Clauses 2, 4, 6, 8.1 and 8.3: the course of play."""

from itertools import product
from random import Random

import pytest

from charidice.rules import (
    STANDARD,
    AskGift,
    GameState,
    IllegalAction,
    InvalidSetup,
    Roll,
    Rolled,
    Row,
    Ruleset,
    Score,
    advance,
    decide,
    evolve,
    legal_actions,
    new_game,
    results,
    winners,
)

from .play import (
    FIVE_BLUE,
    SIX_BLUE,
    SUBSETS,
    LoadedDice,
    act,
    all_legal,
    dice_of,
    full_turn,
    is_legal,
    kinds,
    score,
    take_turn,
    throw,
)

FREE_GIVING = Ruleset(free_giving=True)
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])

SIX_ONES = "1 1 1 1 1 1"


@PLAYERS
def test_2_1_seven_rounds_in_which_everybody_has_a_turn_clockwise(players: int) -> None:
    state = new_game(players)
    turns = []
    while not state.is_over:
        turns.append((state.round, state.active))
        state = full_turn(state)
    assert turns == list(product(range(1, 8), range(players)))
    assert (state.round, state.active) == (8, 0)


@PLAYERS
def test_2_1_the_first_seat_starts_and_nobody_else_may_do_anything_but_ask(players: int) -> None:
    state = new_game(players)
    assert legal_actions(state, 0) == (Roll(),)
    assert legal_actions(state, 1) == (AskGift(),)
    assert all(legal_actions(state, seat) == () for seat in range(2, players))


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_1_1_there_are_two_to_four_players(players: int) -> None:
    with pytest.raises(InvalidSetup) as refused:
        new_game(players)
    assert (refused.value.code, refused.value.values) == (
        "players-out-of-range",
        {"players": players, "least": 2, "most": 4},
    )


def test_2_2_a_turn_starts_with_all_six_dice() -> None:
    state = new_game(2)
    assert (state.rolls_left, state.faces, state.options) == (3, (), ())
    state = throw(state, SIX_ONES)
    assert (state.rolls_left, state.turn.numbers) == (2, (1,) * 6)


@pytest.mark.parametrize("rolls", [1, 2])
def test_2_2_any_one_or_more_of_the_dice_may_be_rolled_again(rolls: int) -> None:
    state = new_game(2)
    for _ in range(rolls):
        state = throw(state, SIX_ONES)
    assert {action.keep for action in legal_actions(state, 0) if isinstance(action, Roll)} == set(SUBSETS[:-1])
    assert not is_legal(state, 0, Roll((0, 1, 2, 3, 4, 5)))


def test_2_2_the_others_lie_as_they_are_and_may_be_rolled_later() -> None:
    state = throw(new_game(2), "1 2 3 4 5 6")
    state = throw(state, "1 2 3 4 1 1", keep=(0, 1, 2, 3))
    assert state.turn.numbers == (1, 2, 3, 4, 1, 1)
    state = throw(state, "6 6 6 6 1 1", keep=(4, 5))
    assert state.turn.numbers == (6, 6, 6, 6, 1, 1)
    assert state.rolls_left == 0


def test_2_2_the_dice_are_asked_for_the_roll_with_those_kept() -> None:
    asked = []

    class Watching:
        def roll(self, state: GameState, keep: tuple[int, ...]) -> tuple[int, ...]:
            asked.append((state, keep))
            return (1, 1, 1, 1, 1, 1)

    state = throw(new_game(2), SIX_ONES)
    assert decide(state, 0, Roll((4, 2, 2)), Watching()) == Rolled((2, 4), (1,) * 6)
    assert asked == [(state, (2, 4))]


def test_2_2_there_is_no_fourth_roll() -> None:
    state = new_game(2)
    for _ in range(3):
        state = throw(state, SIX_ONES)
    assert kinds(state, 0) == {Score}


@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_2_2_the_player_may_stop_after_any_roll(rolls: int) -> None:
    state = new_game(2)
    for _ in range(rolls):
        state = throw(state, FIVE_BLUE)
    assert is_legal(state, 0, Score(dice_of(state.setup.dice_set, "B1 B2 B3 B4")))


@PLAYERS
def test_2_3_scoring_ends_the_turn_and_passes_the_dice_to_the_left(players: int) -> None:
    state = new_game(players)
    for turn in range(2 * players):
        assert state.active == turn % players
        assert state.recipient == (turn + 1) % players
        state = full_turn(state)
        assert legal_actions(state, state.active) == (Roll(),)
        assert (state.turn.rolls, state.turn.numbers) == (0, ())


def test_2_3_only_what_clause_3_lists_may_be_scored() -> None:
    state = throw(new_game(2), FIVE_BLUE)
    scores = {action.dice for action in legal_actions(state, 0) if isinstance(action, Score)}
    assert scores == {option.dice for option in state.options}
    assert all(is_legal(state, 0, Score(dice)) == (dice in scores) for dice in SUBSETS)


@PLAYERS
def test_4_1_what_is_not_scored_is_given_to_the_left(players: int) -> None:
    state = new_game(players)
    for giver in range(players):
        before = state
        state = take_turn(state, FIVE_BLUE, "B2 B3 B4 B6")
        left = (giver + 1) % players
        assert state.sheets[giver].given == (13,)
        assert state.sheets[left].received == (13,)
        for other in set(range(players)) - {giver, left}:
            assert state.sheets[other] is before.sheets[other]


def test_4_1_no_dice_left_is_a_gift_of_0() -> None:
    state = take_turn(new_game(3), SIX_BLUE, SIX_BLUE)
    assert state.sheets[0].row(1) == Row(points=21, bonus=50, received=None, given=0)
    assert state.sheets[1].row(1) == Row(points=None, bonus=None, received=0, given=None)


@PLAYERS
def test_4_2_gifts_stand_in_the_row_of_the_round_of_the_givers_turn(players: int) -> None:
    # Another gift in every turn, so that no row can be taken for another.
    gifts = (1, 2, 3, 4, 10, 12)
    state = new_game(players)
    expected: dict[tuple[int, int], int] = {}
    for turn in range(3 * players):
        number, gift = turn % 6 + 1, gifts[turn % 6]
        expected[state.active, state.round] = gift
        state = act(throw(state, f"{number} " * 6), state.active, Score((0, 1, 2, 3, 4)))
    for (giver, round_), gift in expected.items():
        assert state.sheets[giver].row(round_).given == gift
        assert state.sheets[(giver + 1) % players].row(round_).received == gift


def test_4_3_with_two_players_each_gives_the_other() -> None:
    state = take_turn(new_game(2), FIVE_BLUE, "B2 B3 B4 B6")
    state = take_turn(state, FIVE_BLUE, "B1 B2 B3 B4")
    assert state.sheets[0].row(1) == Row(points=15, bonus=15, received=24, given=13)
    assert state.sheets[1].row(1) == Row(points=10, bonus=25, received=13, given=24)


def test_6_the_game_ends_after_the_last_turn_of_the_last_round() -> None:
    state = new_game(2)
    for turn in range(14):
        assert not state.is_over, turn
        state = full_turn(state)
    assert state.is_over
    assert legal_actions(state, 0) == legal_actions(state, 1) == ()


def test_6_a_whole_game_is_added_up() -> None:
    state = new_game(3, Ruleset(rounds=2))
    plays = [
        (FIVE_BLUE, "B1 B2 B3 B4"),
        (FIVE_BLUE, "B2 B3 B4 B6"),
        (SIX_BLUE, SIX_BLUE),
        (FIVE_BLUE, "B1 B2 B3 B4 B6"),
        (SIX_BLUE, "B6"),
        (SIX_BLUE, "B5"),
    ]
    for turn, (roll, faces) in enumerate(plays):
        state = throw(state, roll)
        if turn == 4:
            state = act(state, 2, AskGift())
        state = score(state, faces)
    assert [(sheet.points, sheet.bonus, sheet.received, sheet.given) for sheet in state.sheets] == [
        ((10, 16), (25, 0), (0, 22), (24, 12)),
        ((15, 6), (15, 0), (24, 12), (13, 40)),
        ((21, 5), (50, 0), (13, 40), (0, 22)),
    ]
    final = results(state.sheets)
    assert [result.charity for result in final] == [0, 20, 0]
    assert [result.total for result in final] == [73, 92, 129]
    assert winners(final) == (2,)


def test_8_1_free_giving_is_off_unless_the_rules_say_so() -> None:
    for ruleset, legal in ((STANDARD, False), (FREE_GIVING, True)):
        state = throw(new_game(2, ruleset), FIVE_BLUE)
        assert is_legal(state, 0, Score(dice_of(state.setup.dice_set, "B2 B4 B6"))) is legal
        assert is_legal(state, 0, Score(dice_of(state.setup.dice_set, "P6"))) is legal
        assert not is_legal(state, 0, Score(()))


def test_8_1_free_giving_gives_what_is_left_out() -> None:
    state = take_turn(new_game(2, FREE_GIVING), FIVE_BLUE, "B1")
    assert state.sheets[0].row(1) == Row(points=1, bonus=0, received=None, given=33)
    assert state.sheets[1].row(1).received == 33


@pytest.mark.parametrize("rounds", [1, 4, 20])
@PLAYERS
def test_8_3_another_number_of_rounds(players: int, rounds: int) -> None:
    state = new_game(players, Ruleset(rounds=rounds))
    turns = 0
    while not state.is_over:
        state = full_turn(state)
        turns += 1
    assert turns == rounds * players


@pytest.mark.parametrize("rounds", [-1, 0, 21])
def test_8_3_one_to_twenty_rounds(rounds: int) -> None:
    with pytest.raises(InvalidSetup) as refused:
        Ruleset(rounds=rounds)
    assert (refused.value.code, refused.value.values) == (
        "rounds-out-of-range",
        {"rounds": rounds, "least": 1, "most": 20},
    )


def test_8_all_house_rules_are_off_by_default() -> None:
    assert Ruleset(rounds=7, free_giving=False, late_asking=False) == STANDARD
    assert new_game(2).setup.ruleset == STANDARD


@pytest.mark.parametrize("late_asking", [False, True])
def test_advance_is_decide_and_evolve_without_the_event(late_asking: bool) -> None:
    rng, state = Random(1), new_game(3, Ruleset(2, late_asking=late_asking))
    while not state.is_over:
        shown = tuple(rng.choices(range(1, 7), k=6))
        dice = LoadedDice(shown, shown)
        seat, action = rng.choice(all_legal(state))
        after = advance(state, seat, action, dice)
        assert after == evolve(state, decide(state, seat, action, dice))
        state = after
    with pytest.raises(IllegalAction, match="game-over"):
        advance(state, 0, Roll(), LoadedDice())


def test_legal_scores_come_in_the_order_of_the_dice() -> None:
    for roll in ("123456", "222266", SIX_BLUE, FIVE_BLUE):
        actions = legal_actions(throw(new_game(2), roll), 0)
        rerolls = [action.keep for action in actions if isinstance(action, Roll)]
        scores = [action.dice for action in actions if isinstance(action, Score)]
        assert len(rerolls) == 63
        assert scores == sorted(scores)
        assert len(rerolls) + len(scores) == len(actions)
