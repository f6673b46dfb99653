"""The losses of a turn, against a walk through the engine and against the forecast of the turn."""

from itertools import product

import numpy as np
import pytest

from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, Numbers
from charidice.rules.moves import AskGift, Roll, Score
from charidice.rules.state import GameState, Turn
from charidice.rules.strict import Node
from charidice.strategy.analysis import Analysis
from charidice.strategy.bots.points import Fox
from charidice.strategy.objectives.contest import solved_turn
from charidice.strategy.tables.lead import Pair
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.sweeps import SCORES, expectation
from charidice.study.losses import (
    COLUMNS,
    COUNTED,
    SMALL,
    Following,
    Mistake,
    Truths,
    as_giver,
    as_recipient,
    charged,
    total,
)
from charidice.study.mistakes import fox_asks
from charidice.study.positions import all_numbers, before_reply, before_round, evened, points_turn, position, victory

LATE = position(evened(before_round(6)))
LAST = position(evened(before_reply(7, ahead=-5)))


def own_loss(state: GameState) -> float:
    """What the fox's move loses in this state."""
    moves = Analysis(state, victory()).action_values(state.active)
    action = Fox().choose(Node(state, asking=False))
    return max(moves.values()) - moves[action]


def loss_to_come(state: GameState) -> float:
    """After the second roll, the loss of the rest of the turn: every roll that can follow."""
    action = Fox().choose(Node(state, asking=False))
    if isinstance(action, Score):
        return own_loss(state)
    assert isinstance(action, Roll)
    shown = state.turn.numbers
    rolls = product(*([shown[die]] if die in action.keep else ALL_NUMBERS for die in ALL_DICE))
    following = [own_loss(state._replace(turn=state.turn._replace(rolls=3, numbers=numbers))) for numbers in rolls]
    return own_loss(state) + sum(following) / len(following)


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("start", [LATE, LAST])
def test_what_the_fox_loses_from_the_second_roll_on_is_what_a_walk_finds(start: GameState, asked: bool) -> None:
    turn = solved_turn(victory(), start)
    branch = turn.values.asked if asked else turn.values.plain
    assert branch is not None
    found = total(Following(turn, points_turn().values.plain, branch).second)
    if asked:
        sheets = list(start.sheets)
        sheets[start.recipient] = sheets[start.recipient]._replace(has_gift=False)
        start = start._replace(sheets=tuple(sheets))
    checked = 0
    for which in np.random.default_rng(5).permutation(len(found)).tolist():
        numbers = all_numbers()[which]
        reroll = points_turn().best_reroll(False, 2, numbers)
        if reroll is None or len(reroll.keep) >= 4:
            state = start._replace(turn=Turn(2, numbers, asked))
            assert found[which] == pytest.approx(loss_to_come(state), abs=2e-6)
            checked += 1
        if checked == 8:
            break
    assert checked == 8
    assert found.max() > 0.01


@pytest.mark.parametrize("pair", [before_round(2), before_round(6, ahead=10), before_reply(7, ahead=-5)])
def test_the_losses_of_a_turn_are_what_the_fox_ends_below_perfect_play(pair: Pair) -> None:
    """Without asking, its outcomes are those of the forecast."""
    start = position(evened(pair._replace(other_has_gift=False)))
    turn = solved_turn(victory(), start)
    ends = forecast(points_turn(), start).plain @ turn.leaves.plain[:, start.active]
    lost = float(total(as_giver(turn, points_turn())))
    assert lost == pytest.approx(float(turn.values.start[0]) - float(ends), abs=2e-6)
    assert lost > 1e-5


@pytest.mark.parametrize("start", [LATE, LAST])
def test_with_asking_too_the_losses_are_what_the_fox_ends_below_perfect_play(start: GameState) -> None:
    """Values instead of losses, from the last roll back to the first, with the questions of perfect play."""
    turn, fox = solved_turn(victory(), start), points_turn()
    asks_first, asks_second = perfect_asking(turn)
    plain, asked = (turn.values.plain, turn.values.asked)
    assert asked is not None

    def decided(rolls: int, scored: Floats, following: Floats) -> Floats:
        rows = fox.values.plain.policy(rolls)
        return np.where(rows == SCORES, scored, expectation(turn.orbits, following[:, None])[rows, 0])

    third = [branch.utility[fox.values.plain.scored, 0].astype(np.float64) for branch in (plain, asked)]
    second = [decided(2, scored, scored) for scored in third]
    first = [decided(1, third[0], np.where(asks_second, second[1], second[0])), decided(1, third[1], second[1])]
    ends = turn.orbits.shares @ np.where(asks_first, first[1], first[0])
    lost = float(total(as_giver(turn, fox)))
    assert lost == pytest.approx(float(turn.values.start[0]) - float(ends), abs=2e-6)
    assert lost > 1e-4


def perfect_asking(turn: SolvedTurn) -> tuple[Truths, Truths]:
    plain, asked = turn.values.plain, turn.values.asked
    assert asked is not None
    return (asked.first < plain.first)[:, 0], (asked.second < plain.second)[:, 0]


@pytest.mark.parametrize("start", [LATE, LAST])
def test_perfect_play_loses_nothing(start: GameState) -> None:
    turn = solved_turn(victory(), start)
    assert total(as_recipient(turn, *perfect_asking(turn))) == 0
    alone = solved_turn(victory(), start._replace(sheets=tuple(s._replace(has_gift=False) for s in start.sheets)))
    assert total(as_giver(alone, alone)) == pytest.approx(0, abs=1e-6)


def test_without_the_gift_there_is_nothing_to_lose_by_asking() -> None:
    alone = solved_turn(victory(), LAST._replace(sheets=tuple(s._replace(has_gift=False) for s in LAST.sheets)))
    turn = solved_turn(victory(), LAST)
    never = np.zeros(len(turn.orbits.rolls), np.bool_)
    assert not as_recipient(alone, ~never, ~never).any()
    # Who has it and never asks loses something in the last turn, but no more than it is worth.
    worth = float(alone.values.start[0]) - float(turn.values.start[0])
    assert 0 < total(as_recipient(turn, never, never)) <= worth + 1e-6


def test_one_wrong_question_costs_what_the_analysis_says_as_often_as_its_roll_comes() -> None:
    turn = solved_turn(victory(), LATE)
    first, second = perfect_asking(turn)
    orbits = turn.orbits
    for which in np.random.default_rng(8).choice(np.flatnonzero(~first), 6, replace=False).tolist():
        wrong = first.copy()
        wrong[which] = True
        expected = orbits.shares[which] * asking_loss(1, which)
        assert total(as_recipient(turn, wrong, second)) == pytest.approx(expected, abs=1e-9)
    for which in np.random.default_rng(9).choice(len(second), 3, replace=False).tolist():
        wrong = second.copy()
        wrong[which] ^= True
        rolls = [tuple(numbers) for numbers in np.argwhere(orbits.of_roll.reshape((6,) * 6) == which) + 1]
        reached = sum(
            share * chance_of_rolls(turn, numbers, rolls)
            for numbers, share, asks in zip(all_numbers(), orbits.shares, first, strict=True)
            if not asks
        )
        lost = total(as_recipient(turn, first, wrong))
        assert lost == pytest.approx(reached * asking_loss(2, which), abs=1e-9)
        assert lost > 0


def asking_loss(rolls: int, which: int) -> float:
    """How much the recipient's choice matters after this roll."""
    state = LATE._replace(turn=Turn(rolls, all_numbers()[which]))
    asking = Analysis(state, victory()).asking
    return abs(asking.ask[state.recipient] - asking.wait[state.recipient])


def chance_of_rolls(turn: SolvedTurn, numbers: Numbers, rolls: list[Numbers]) -> float:
    """The probability that one of these follows a first roll of these numbers."""
    reroll = turn.best_reroll(False, 1, numbers)
    if reroll is None:
        return 0.0
    fitting = sum(all(roll[die] == numbers[die] for die in reroll.keep) for roll in rolls)
    return float(fitting / 6 ** (len(ALL_DICE) - len(reroll.keep)))


def test_small_losses_are_not_counted() -> None:
    found = charged(np.array([COUNTED / 2, 2 * COUNTED, -1e-9]), np.array([Mistake.STOPS, Mistake.ASKS, Mistake.WAITS]))
    assert found.shape == (3, COLUMNS)
    assert found[0, SMALL] == COUNTED / 2
    assert found[1, Mistake.ASKS] == 2 * COUNTED
    assert found[1, Mistake.ASKS + len(Mistake)] == 1
    assert found.sum() == pytest.approx(2.5 * COUNTED + 1)
    assert total(found).tolist() == pytest.approx([COUNTED / 2, 2 * COUNTED, 0])


def test_the_fox_asks_as_it_does_in_games() -> None:
    for round_ in (1, 7):
        start = position(before_round(round_))
        for rolls, asks in enumerate(fox_asks(round_), 1):
            for which in np.random.default_rng(round_).choice(len(asks), 40, replace=False).tolist():
                state = start._replace(turn=Turn(rolls, all_numbers()[which]))
                assert (Fox().choose(Node.of(state)) == AskGift()) == asks[which]
    assert fox_asks(7)[1].any()
