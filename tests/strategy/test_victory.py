"""The victory solution: against the engine and the exact solution, self-consistent, and within its error bound."""

import csv
from collections.abc import Callable
from math import fsum
from pathlib import Path

import numpy as np
import pytest

from charidice.rules import STANDARD, Action, GameState, Node, Roll, Ruleset, Score, Sheet, new_game
from charidice.rules.state import Turn
from charidice.rules.strict import CHANCE
from charidice.solving.victory import VictorySolver
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import Lead, Victory, objective_for
from charidice.strategy.tables.lead import Pair, empty_solution, lead_solution
from charidice.strategy.tables.victory import ERROR_BOUND, PARTS, VictorySolution, victory_solution

SOLUTION = victory_solution()
SOLVER = VictorySolver(SOLUTION)
TURNS = range(1, SOLUTION.turns + 1)


def share(node: Node, seat: int) -> float:
    """A seat's chance of victory against one who wants the opposite, by walking the tree to every end."""
    if node.player is None:
        own, other = node.totals[seat], node.totals[1 - seat]
        return 0.5 if own == other else float(own > other)
    if node.player == CHANCE:
        return fsum(chance * share(node.land(number), seat) for number, chance in node.outcomes)
    best: Callable[..., float] = max if node.player == seat else min
    return best(share(node.play(action), seat) for action in node.actions)


def last_turn(difference: int, given: int, received: int, numbers: tuple[int, ...], has_gift: bool) -> GameState:
    """The second player's turn in the last round, after two rolls."""
    rounds = STANDARD.rounds
    first = Sheet((100,), (0,), (given,), (received,), has_gift)
    second = Sheet((100 + given + difference - received,), (0,), (received,), (given,), True)
    pad = (0,) * (rounds - 1)
    first, second = (
        sheet._replace(**{name: getattr(sheet, name) + pad for name in ("points", "bonus", "received", "given")})
        for sheet in (first, second)
    )
    second = second._replace(points=second.points[:-1], bonus=second.bonus[:-1], given=second.given[:-1])
    first = first._replace(received=first.received[:-1])
    return new_game(2)._replace(round=rounds, active=1, turn=Turn(2, numbers), sheets=(first, second))


@pytest.mark.parametrize("has_gift", [False, True])
@pytest.mark.parametrize(
    ("difference", "given", "received", "numbers"),
    [(-40, 30, 30, (4, 3, 2, 1, 6, 6)), (-22, 20, 33, (2, 2, 2, 6, 2, 6)), (5, 58, 61, (1, 1, 5, 5, 3, 6))],
)
def test_the_last_decisions_are_those_of_the_engine(
    difference: int, given: int, received: int, numbers: tuple[int, ...], has_gift: bool
) -> None:
    state = last_turn(difference, given, received, numbers, has_gift)
    assert state.sheets[1].subtotal - state.sheets[0].subtotal == difference
    values = Analysis(state, Victory(SOLUTION)).action_values(1)
    node = Node(state, asking=False)
    checked: list[Action] = [Roll((0, 1, 2, 3)), *(action for action in node.actions if isinstance(action, Score))]
    for action in checked:
        assert values[action] == pytest.approx(share(node.play(action), 1), abs=2e-4), action


@pytest.mark.parametrize("turns_left", TURNS)
def test_a_slice_of_the_shipped_table_is_reproduced(turns_left: int) -> None:
    """Nodes solved again from the level below equal the stored ones, up to rounding."""
    rng = np.random.default_rng(turns_left)
    nodes = list(SOLVER.parts(turns_left))
    level = SOLUTION.levels[turns_left]
    for index in rng.integers(len(nodes), size=1 if turns_left > 1 else 2):
        node = nodes[index]
        stored = level.chances[(*node.gifts, node.place)]
        assert np.abs(SOLVER.solve(node) - stored).max() < 1.5 / PARTS


def test_no_chance_is_off_by_more_than_the_bound() -> None:
    """The error of a chance is at most that of the chances one turn later plus what interpolation adds.

    What it adds is seen by solving positions between the nodes again. Along a game these errors add up, each
    weighted as games reach it: so their mean sizes, summed over all turns, bound the error at the start.
    """
    rng = np.random.default_rng(20241)
    mean, worst = 0.0, 0.0
    for turns_left in TURNS:
        found = [abs(SOLVER.residual(SOLVER.likely(turns_left, rng))) for _ in range(8)]
        mean += sum(found) / len(found)
        worst = max(worst, *found)
    assert mean < ERROR_BOUND
    assert worst < ERROR_BOUND


def test_exact_chances_are_met_to_within_the_bound() -> None:
    """States of the exact solution: by turns left the one with the largest error, then some at random."""
    with (Path(__file__).parent / "exact_states.csv").open(newline="") as file:
        _, *rows = csv.reader(file)
    assert len(rows) > 100
    for *state, chance in rows:
        turns_left, own, other, has_gift, other_has_gift, difference = map(int, state)
        pair = Pair(turns_left, own, other, bool(has_gift), bool(other_has_gift), difference)
        assert SOLUTION.chance_of(pair) == pytest.approx(float(chance), abs=ERROR_BOUND), pair


@pytest.mark.parametrize(
    "pair",
    [
        Pair(11, 44, 54, False, True, -15),
        Pair(12, 60, 58, False, False, -5),
        Pair(12, 54, 32, True, False, 9),
        Pair(13, 0, 62, False, True, 2),
    ],
)
def test_whoever_gave_much_early_is_valued_to_within_the_bound(pair: Pair) -> None:
    """Few totals can be given in one or two turns; those that cannot must not be nodes, since they have no lead."""
    assert abs(SOLVER.residual(pair)) < ERROR_BOUND


@pytest.mark.parametrize("turns_left", [1, 2])
def test_before_the_last_two_turns_nothing_is_interpolated(turns_left: int) -> None:
    rng = np.random.default_rng(3)
    for _ in range(10):
        assert abs(SOLVER.residual(SOLVER.likely(turns_left, rng))) < 1.5 / PARTS


def test_more_points_never_hurt() -> None:
    differences = np.arange(-120, 121)[None, :]
    for turns_left in TURNS:
        chances = SOLUTION.chance(turns_left, np.array([14]), np.array([21]), True, True, differences)[0]
        assert np.diff(chances).min() > -ERROR_BOUND
        if turns_left < 5:
            assert chances[0] < 0.02
            assert chances[-1] > 0.98


def test_at_the_end_the_charity_bonus_is_counted_and_a_tie_is_half() -> None:
    chances = SOLUTION.chance(0, np.array([50]), np.array([30]), True, True, np.array([[-21, -20, -19]]))
    assert chances.tolist() == [[0, 0.5, 1]]


def test_beyond_sixty_only_the_difference_counts() -> None:
    rows = np.array([[0, 10]] * 3)
    own, other = np.array([61, 86, 161]), np.array([40, 65, 140])
    chances = SOLUTION.chance(4, own, other, True, False, rows)
    np.testing.assert_allclose(chances, chances[:1].repeat(3, axis=0), atol=1e-9)


def test_both_chances_make_one() -> None:
    rng = np.random.default_rng(8)
    objective = objective_for("victory", new_game(2).setup)
    assert (objective.truth, objective.sum) == ("bounded", 1.0)
    seats = Analysis(new_game(2), objective).seats
    assert sum(seats) == pytest.approx(1)
    assert 0.4 < seats[0] < 0.5  # the last player knows what it takes to win
    state = last_turn(-10, 20, 30, tuple(rng.integers(1, 7, 6).tolist()), True)
    assert sum(Analysis(state, objective).seats) == pytest.approx(1)


def test_where_victory_is_decided_the_lead_decides() -> None:
    for difference in (-300, 300):
        state = last_turn(difference, 20, 30, (4, 3, 2, 1, 6, 6), has_gift=False)
        by_victory = Analysis(state, Victory(SOLUTION)).turn.best_action(state)
        assert by_victory == Analysis(state, Lead(lead_solution())).turn.best_action(state)


def test_other_games_are_solved_the_same_way() -> None:
    """A game of one round: before the last turn, a node solved for it agrees with the rulebook's."""
    short = VictorySolution(empty_solution(Ruleset(rounds=1)))
    assert len(short.levels) == 3
    level = short.levels[1]
    assert level.own.tolist() == [0]
    node = next(
        part for part in VictorySolver(short).parts(1) if part.gifts == (0, 1) and level.totals[1][part.place] == 12
    )
    differences = level.base[node.gifts][node.place] + np.arange(level.chances.shape[-1])
    inside = np.abs(differences) < 60
    chances = VictorySolver(short).solve(node)[inside]
    rulebook = SOLUTION.chance(1, np.array([0]), np.array([12]), False, True, differences[None, inside])[0]
    np.testing.assert_allclose(chances, rulebook, atol=1e-4)
