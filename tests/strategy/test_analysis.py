"""Values of positions agree with the solution, with the engine, and with each other."""

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
from charidice.rules.sheet import results, victory_shares
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import CannotValue, Lead, Objective, Victory, objective_for
from charidice.strategy.objectives.solo import CharityBonus, OwnPoints, Target, objective_named
from charidice.strategy.tables.lead import empty_solution

from .states import random_states

STANDARD_SETUP = new_game(2).setup
LEAD = objective_for("lead", STANDARD_SETUP)
PER_TURN = 30.9020
POSITION = "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6"


def victory(state: GameState) -> Objective:
    return objective_for("victory", state.setup)


@pytest.mark.parametrize("seed", range(3))
def test_the_value_of_a_state_is_that_of_its_best_move(seed: int) -> None:
    for state in random_states(seed):
        analysis = Analysis(state, LEAD)
        assert sum(analysis.seats) == pytest.approx(0)
        decider = Node.of(state).player
        if decider is not None:
            assert analysis.seats[decider] == pytest.approx(max(analysis.action_values(decider).values()), abs=1e-4)
            assert set(analysis.action_values(state.active)) == set(legal_actions(state, state.active))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", [Ruleset(3), Ruleset(2, True, True)])
def test_every_legal_move_has_its_value_by_any_objective(players: int, ruleset: Ruleset) -> None:
    states = random_states(players, players, ruleset)
    for objective in (OwnPoints(), Target(70), CharityBonus()):
        for state in states:
            analysis = Analysis(state, objective)
            moves = analysis.action_values(state.active)
            assert set(moves) == set(legal_actions(state, state.active))
            if moves:
                # Nobody counts on being asked, so the active player's best move is the value of the state.
                assert analysis.seats[state.active] == pytest.approx(max(moves.values()), abs=1e-6)
            recipient = analysis.action_values(state.recipient)
            assert set(recipient) == ({AskGift(), DeclineGift()} if state.may_be_asked else set())


@pytest.mark.parametrize(
    ("name", "margin"), [("victory", 5e-4), ("lead", 1e-3), ("points", 1e-6), ("target", 1e-6)], ids=str
)
def test_a_move_is_worth_what_the_position_after_it_is_worth(name: str, margin: float) -> None:
    """Scoring leads to the start of the next turn, asking to the same dice with the gift doubled."""
    objective = objective_named(name, STANDARD_SETUP, 200 if name == "target" else None)
    dice = FairDice(bytes(32))
    for state in random_states(7)[:60]:
        analysis = Analysis(state, objective)
        for player in (state.active, state.recipient):
            for action, value in analysis.action_values(player).items():
                if not isinstance(action, Roll | DeclineGift):
                    after = evolve(state, decide(state, player, action, dice))
                    assert Analysis(after, objective).seats[player] == pytest.approx(value, abs=margin)


@pytest.mark.parametrize(
    ("name", "margin"),
    [("victory", 1e-6), ("lead", 1e-3), ("points", 1e-9), ("target", 1e-9), ("charity", 1e-9)],
    ids=str,
)
def test_rolling_is_worth_the_mean_of_what_can_fall(name: str, margin: float) -> None:
    state, keep = read_position(POSITION), (1, 3, 4, 5)
    objective = objective_named(name, state.setup, 200 if name == "target" else None)
    node = Node(state, asking=False).play(Roll(keep))
    fallen = [
        Analysis(node.land(first).land(second).state, objective).seats[0]
        for first in range(1, 7)
        for second in range(1, 7)
    ]
    assert Analysis(state, objective).action_values(0)[Roll(keep)] == pytest.approx(sum(fallen) / 36, abs=margin)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_of_victory_add_up(players: int) -> None:
    for state in random_states(players, players)[::7]:
        # What breaks ties lies beyond what is told.
        assert sum(Analysis(state, victory(state)).seats) == pytest.approx(1, abs=1e-3)


def test_how_true_the_chance_of_victory_is_depends_on_the_game() -> None:
    assert victory(new_game(2)).truth == "bounded"
    assert victory(new_game(2, Ruleset(5))).truth == "bounded"
    assert isinstance(victory(new_game(2)), Victory)
    assert {victory(state).truth for state in (new_game(3), new_game(4))} == {"measured"}
    others = (
        new_game(3, Ruleset(8)),
        new_game(4, Ruleset(2)),
        new_game(2, Ruleset(8)),
        new_game(2, Ruleset(free_giving=True)),
    )
    assert {victory(state).truth for state in others} == {"estimated"}


def test_after_the_end_the_value_is_the_result() -> None:
    state = random_states(1)[-1]
    first, second = (result.total for result in results(state.sheets))
    expected: list[tuple[Objective, tuple[float, ...]]] = [
        (LEAD, (first - second, second - first)),
        (victory(state), victory_shares(results(state.sheets))),
        (OwnPoints(), tuple(sum(sheet.points) + sum(sheet.bonus) for sheet in state.sheets)),
    ]
    for objective, seats in expected:
        analysis = Analysis(state, objective)
        assert analysis.seats == seats
        assert analysis.action_values(0) == analysis.action_values(1) == {}


def test_who_starts_expects_to_be_behind() -> None:
    assert Analysis(new_game(2), LEAD).seats[0] == pytest.approx(-5.29984, abs=1e-5)


def test_asking_is_a_move_of_the_recipient() -> None:
    analysis = Analysis(read_position("C1 :2x/:2x 1:P5K5K4G6O4P6"), LEAD)
    moves = analysis.action_values(1)
    assert moves.keys() == {AskGift(), DeclineGift()}
    assert analysis.seats[1] == pytest.approx(max(moves.values()))
    assert (analysis.asking.ask[1], analysis.asking.wait[1]) == tuple(moves.values())


def test_who_neither_plays_nor_receives_has_no_moves() -> None:
    state = read_position("C1 :2x/:2x/:2x 1:P5K5K4G6O4P6")
    assert Analysis(state, OwnPoints()).action_values(2) == {}


def test_only_games_of_two_have_a_lead() -> None:
    with pytest.raises(CannotValue) as refused:
        _ = Analysis(new_game(3), LEAD).seats
    assert refused.value.code == "two-players-only"


def test_a_solution_is_for_its_own_rules() -> None:
    with pytest.raises(CannotValue) as refused:
        _ = Analysis(new_game(2), Lead(empty_solution(Ruleset(rounds=2)))).seats
    assert refused.value.code == "not-solved"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_are_worth_the_same_to_everybody(players: int) -> None:
    seats = Analysis(new_game(players), OwnPoints()).seats
    assert seats == pytest.approx((7 * PER_TURN,) * players, abs=1e-3)


def test_points_count_what_is_written_and_what_lies_there() -> None:
    analysis = Analysis(read_position("C1 16+15-10:2x/16+0-1:2x 3:B4B3B2B1B6P6"), OwnPoints())
    assert analysis.seats == pytest.approx((31 + 35 + 5 * PER_TURN, 16 + 6 * PER_TURN), abs=1e-3)
    assert max(analysis.action_values(0).values()) == pytest.approx(analysis.seats[0])


def test_8_2_a_stop_that_waits_for_an_answer_is_worth_the_best_of_the_dice() -> None:
    analysis = Analysis(read_position("C1 :2x/:2x 1:B4B3B2B1B6P6:stopped late-asking"), OwnPoints())
    assert analysis.seats[0] == pytest.approx(35 + 6 * PER_TURN, abs=1e-3)
    assert analysis.action_values(0) == {}
    ask, wait = analysis.asking
    assert ask == wait


def test_a_forecast_is_that_of_the_turn() -> None:
    analysis = Analysis(read_position(POSITION), OwnPoints())
    later = analysis.seats[0] - analysis.forecast().points
    assert later == pytest.approx(16 + 5 * PER_TURN, abs=1e-3)
