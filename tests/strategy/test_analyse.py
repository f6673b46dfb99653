"""The public way to ask for values: its moves are those that a match, a simulation and a node accept."""

import subprocess
import sys
from random import Random

import pytest

import charidice
import charidice.strategy
from charidice import (
    Action,
    AskGift,
    DeclineGift,
    GameState,
    IllegalAction,
    Node,
    NoSuchSeat,
    Roll,
    Ruleset,
    Score,
    analyse,
    legal_actions,
    new_game,
    read_position,
)
from charidice.arena import deal_dice, play_game
from charidice.messages import LANGUAGES, catalog
from charidice.rules.engine import ASK_OR_DECLINE
from charidice.rules.state import Setup
from charidice.rules.strict import CHANCE
from charidice.strategy import CannotValue, ObjectiveName, Target
from charidice.strategy.analysis import OBJECTIVE_NAMES
from charidice.strategy.bots.team import BOTS

from .states import random_states

POSITION = read_position("C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6")
STOPPED = read_position("C1 :2x/:2x 1:B4B3B2B1B6P6:stopped late-asking")
objectives = pytest.mark.parametrize("objective", [*OBJECTIVE_NAMES, Target(200)], ids=str)


def positions(players: int, ruleset: Ruleset) -> list[GameState]:
    return random_states(players, players, ruleset)[::3]


@objectives
def test_every_objective_has_its_best_move_value_and_regrets(objective: ObjectiveName | Target) -> None:
    a = analyse(POSITION, objective)
    best = a.best(0)
    moves = a.moves(0)
    assert set(moves) == set(legal_actions(POSITION, 0))
    assert a.regret(0, best) == pytest.approx(0, abs=1e-6)
    assert all(a.regret(0, move) == pytest.approx(max(moves.values()) - value) for move, value in moves.items())
    # The recipient does not ask here, whatever the objective.
    assert a.value(0) == pytest.approx(moves[best], abs=1e-6)
    assert a.truth in ("exact", "bounded", "measured", "estimated")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", [Ruleset(2), Ruleset(2, True, True)])
@pytest.mark.parametrize("objective", ["victory", "points", "charity"])
def test_all_moves_are_those_of_the_strict_order(players: int, ruleset: Ruleset, objective: ObjectiveName) -> None:
    """In a state both the active player and a recipient who may ask have moves."""
    for state in positions(players, ruleset):
        a = analyse(state, objective)
        for player in range(players):
            moves = a.moves(player)
            asks = player == state.recipient and state.may_be_asked
            assert tuple(moves) == (ASK_OR_DECLINE if asks else legal_actions(state, player))
            if moves:
                assert a.best(player) in moves
            elif not state.is_over:
                with pytest.raises(CannotValue, match="nothing-to-decide"):
                    a.best(player)


@pytest.mark.parametrize("ruleset", [Ruleset(2), Ruleset(2, False, True)])
@pytest.mark.parametrize("players", [2, 3])
def test_all_moves_of_a_node_are_its_actions(players: int, ruleset: Ruleset) -> None:
    random, node = Random(players), Node.of(new_game(players, ruleset))
    while (decides := node.player) is not None:
        if decides == CHANCE:
            node = node.land(random.randint(1, 6))
            continue
        a = analyse(node)
        moves = a.moves(decides)
        assert set(moves) == set(node.actions)
        assert all(a.moves(player) == {} for player in range(players) if player != decides)
        if node.state.turn.rolls:
            assert a.value(decides) == pytest.approx(max(moves.values()), abs=1e-3)
        best = a.best(decides)
        assert best in node.actions
        node = node.play(random.choice([best, random.choice(node.actions)]))


def test_who_has_declined_at_a_node_does_not_ask_any_more() -> None:
    # The last gift of this giver: a recipient who may ask asks.
    state = read_position("C1 :2x/:2x 2:B4B3B2B1B6P6 rounds=1")
    asking, declined = Node.of(state), Node(state, asking=False)
    assert asking.player == 1
    assert analyse(asking).best(1) == AskGift()
    assert analyse(asking).value(1) > analyse(declined).value(1)
    assert analyse(declined).value(0) == pytest.approx(max(analyse(declined).moves(0).values()), abs=1e-6)
    assert analyse(asking).regret(1, DeclineGift()) == pytest.approx(
        analyse(asking).value(1) - analyse(declined).value(1), abs=1e-6
    )


class Planning:
    """A bot in three lines."""

    def __init__(self, objective: ObjectiveName) -> None:
        self.objective = objective

    def choose(self, node: Node) -> Action:
        assert node.player is not None
        return analyse(node, self.objective).best(node.player)


@pytest.mark.parametrize("ruleset", [Ruleset(2), Ruleset(1, True, True)])
def test_the_best_move_for_victory_is_the_owls(ruleset: Ruleset) -> None:
    setup = Setup(2, ruleset)
    owls = [BOTS["owl"](Random(seat)) for seat in range(2)]
    planning = [Planning("victory")] * 2
    for deal in range(2):
        assert play_game(planning, setup, deal_dice(1, deal)) == play_game(owls, setup, deal_dice(1, deal))


def test_not_asking_is_always_the_same_move() -> None:
    a = analyse(POSITION)
    assert (a.best(1), a.regret(1, DeclineGift())) == (DeclineGift(), 0)
    assert a.regret(1, AskGift()) > 0
    assert set(analyse(STOPPED, "points").moves(1)) == {AskGift(), DeclineGift()}


@pytest.mark.parametrize(
    ("player", "action", "code"),
    [
        (0, Score((0, 1)), "colour-left-out"),
        (0, AskGift(), "not-the-recipient"),
        (1, Roll(), "not-your-turn"),
    ],
)
def test_the_regret_of_an_illegal_move_says_why(player: int, action: Action, code: str) -> None:
    with pytest.raises(IllegalAction, match=code):
        analyse(POSITION).regret(player, action)


@pytest.mark.parametrize("objective", ["win", "Victory", 250, None, "target", ["victory"]])
def test_an_objective_that_is_none_gets_a_sentence(objective: object) -> None:
    with pytest.raises(CannotValue, match="unknown-objective") as refused:
        analyse(POSITION, objective)  # type: ignore[arg-type]
    assert "victory, lead, points, charity or Target(N)" in catalog("en").refusal(refused.value)


def test_other_questions_without_an_answer_get_one_too() -> None:
    with pytest.raises(CannotValue, match="two-players-only"):
        analyse(new_game(3), "lead")
    with pytest.raises(CannotValue, match="dice-in-the-air"):
        analyse(Node.of(new_game(2)).play(Roll()))
    with pytest.raises(CannotValue, match="target-not-whole"):
        Target("250")  # type: ignore[arg-type]
    with pytest.raises(CannotValue, match="nothing-to-decide") as refused:
        analyse(Node(POSITION, asking=False)).regret(1, AskGift())
    assert all(catalog(language).refusal(refused.value) for language in LANGUAGES)
    for ask in (analyse(POSITION).value, analyse(POSITION).moves, analyse(POSITION).best):
        with pytest.raises(NoSuchSeat):
            ask(2)


def test_the_end_has_values_and_no_moves() -> None:
    end = random_states(1)[-1]
    a = analyse(end)
    assert a.value(0) + a.value(1) == 1
    assert a.moves(0) == a.moves(1) == {}


def test_a_forecast_follows_a_move() -> None:
    a = analyse(POSITION, "points")
    dice = POSITION.options[0].dice
    assert a.forecast(Score(dice)).points == POSITION.options[0].total
    assert a.forecast().points == pytest.approx(
        a.value(0) - analyse(POSITION, "points").regret(0, a.best(0)) - 170.51, abs=0.01
    )


def test_the_names_are_there_and_loaded_on_first_use() -> None:
    assert all(hasattr(charidice.strategy, name) for name in charidice.strategy.__all__)
    assert charidice.analyse is charidice.strategy.analyse
    assert {"analyse", "Target"} <= set(dir(charidice))
    with pytest.raises(AttributeError, match="no attribute 'analyze'"):
        _ = charidice.analyze  # type: ignore[attr-defined]
    loaded = "print('numpy' in sys.modules)"
    told = f"import charidice, sys; from charidice import *; {loaded}; charidice.analyse; {loaded}"
    found = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout
    assert found.split() == ["False", "True"]
