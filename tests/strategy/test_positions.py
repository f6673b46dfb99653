"""Values of positions: they agree with the solution, with the engine, and with each other."""

from random import Random

import pytest

from charidice.chance import FairDice
from charidice.record import read_position
from charidice.rules import (
    AskGift,
    DeclineGift,
    GameState,
    Node,
    Roll,
    Ruleset,
    decide,
    evolve,
    legal_actions,
    new_game,
)
from charidice.rules.sheet import results
from charidice.strategy.lead import empty_solution, lead_solution
from charidice.strategy.positions import CannotValue, lead_value, points_value

SOLUTION = lead_solution()
PER_TURN = 30.9020


def random_states(seed: int) -> list[GameState]:
    """Every state of a random game of two."""
    rng, dice = Random(seed), FairDice(seed.to_bytes(32, "big"))
    states = [new_game(2)]
    while not states[-1].is_over:
        state = states[-1]
        player = state.recipient if state.may_be_asked and rng.random() < 0.2 else state.active
        actions = legal_actions(state, player) or legal_actions(state, state.recipient)
        actor = player if legal_actions(state, player) else state.recipient
        states.append(evolve(state, decide(state, actor, rng.choice(actions), dice)))
    return states


@pytest.mark.parametrize("seed", range(3))
def test_the_value_of_a_state_is_that_of_its_best_move(seed: int) -> None:
    for state in random_states(seed):
        found = lead_value(state, SOLUTION)
        assert sum(found.seats) == pytest.approx(0)
        decider = Node.of(state).player
        if decider is not None:
            best = max(move.value for move in found.moves if move.player == decider)
            assert found.seats[decider] == pytest.approx(best, abs=1e-4)
            legal = set(legal_actions(state, state.active))
            assert {move.action for move in found.moves if move.player == state.active} == legal


def test_a_move_is_worth_what_the_position_after_it_is_worth() -> None:
    """Scoring leads to the start of the next turn, asking to the same dice with the gift doubled."""
    dice = FairDice(bytes(32))
    for state in random_states(7)[:60]:
        for move in lead_value(state, SOLUTION).moves:
            if isinstance(move.action, Roll | DeclineGift):
                continue
            after = evolve(state, decide(state, move.player, move.action, dice))
            assert lead_value(after, SOLUTION).seats[move.player] == pytest.approx(move.value, abs=1e-3)


def test_rolling_is_worth_the_mean_of_what_can_fall() -> None:
    state = read_position("C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6")
    keep = (1, 3, 4, 5)
    told = next(move.value for move in lead_value(state, SOLUTION).moves if move.action == Roll(keep))
    node = Node(state, asking=False).play(Roll(keep))
    fallen = [
        lead_value(node.land(first).land(second).state, SOLUTION) for first in range(1, 7) for second in range(1, 7)
    ]
    assert told == pytest.approx(sum(value.seats[0] for value in fallen) / 36, abs=1e-3)


def test_after_the_end_the_value_is_the_result() -> None:
    state = random_states(1)[-1]
    first, second = (result.total for result in results(state.sheets))
    assert lead_value(state, SOLUTION).seats == (first - second, second - first)
    assert lead_value(state, SOLUTION).moves == ()


def test_who_starts_expects_to_be_behind() -> None:
    assert lead_value(new_game(2), SOLUTION).seats[0] == pytest.approx(-5.300, abs=1e-3)


def test_asking_is_a_move_of_the_recipient() -> None:
    state = read_position("C1 :2x/:2x 1:P5K5K4G6O4P6")
    asking = {move.action: move.value for move in lead_value(state, SOLUTION).moves if move.player == 1}
    assert asking.keys() == {AskGift(), DeclineGift()}
    assert lead_value(state, SOLUTION).seats[1] == pytest.approx(max(asking.values()))


def test_only_games_of_two_have_a_lead() -> None:
    with pytest.raises(CannotValue) as refused:
        lead_value(new_game(3), SOLUTION)
    assert refused.value.code == "two-players-only"


def test_a_solution_is_for_its_own_rules() -> None:
    with pytest.raises(CannotValue) as refused:
        lead_value(new_game(2), empty_solution(Ruleset(rounds=2)))
    assert refused.value.code == "not-solved"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_are_worth_the_same_to_everybody(players: int) -> None:
    found = points_value(new_game(players))
    assert found.seats == pytest.approx((7 * PER_TURN,) * players, abs=1e-3)


def test_points_count_what_is_written_and_what_lies_there() -> None:
    state = read_position("C1 16+15-10:2x/16+0-1:2x 3:B4B3B2B1B6P6")
    found = points_value(state)
    assert found.seats == pytest.approx((31 + 35 + 5 * PER_TURN, 16 + 6 * PER_TURN), abs=1e-3)
    assert max(move.value for move in found.moves) == pytest.approx(found.seats[0])


def test_points_after_the_end_are_those_on_the_sheet() -> None:
    state = random_states(2)[-1]
    assert points_value(state).seats == tuple(sum(sheet.points) + sum(sheet.bonus) for sheet in state.sheets)


def test_8_2_a_stop_that_waits_for_an_answer_is_worth_the_best_of_the_dice() -> None:
    state = read_position("C1 :2x/:2x 1:B4B3B2B1B6P6:stopped late-asking")
    assert points_value(state).seats[0] == pytest.approx(35 + 6 * PER_TURN, abs=1e-3)
    assert points_value(state).moves == ()
