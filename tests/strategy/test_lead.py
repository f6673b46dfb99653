"""The lead solution: against the engine, self-consistent, and as bundled."""

from itertools import product

import numpy as np
import pytest

from charidice.rules import STANDARD, STANDARD_DICE, GameState, Node, Ruleset, Sheet, new_game
from charidice.rules.sheet import results
from charidice.rules.state import Turn
from charidice.solving.lead import LeadSolver
from charidice.strategy.tables.lead import LeadSolution, empty_solution, lead_solution
from charidice.strategy.turn.orbits import roll_index
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.solver import solve_turn

from .short_games import with_all_levels

SOLUTION = lead_solution()


def best_lead(node: Node, seat: int) -> float:
    """The expected final lead of a seat by plain recursion through the strict order of moves."""
    if node.player is None:
        totals = node.totals
        return totals[seat] - totals[1 - seat]
    if node.outcomes:
        return sum(chance * best_lead(node.land(number), seat) for number, chance in node.outcomes)
    values = [best_lead(node.play(action), seat) for action in node.actions]
    return max(values) if node.player == seat else min(values)


def last_turn(given: int, received: int, numbers: tuple[int, ...], rolls: int, has_gift: bool) -> GameState:
    """The second player's turn in the only round of a game, after the first has given `received`."""
    first = Sheet((20,), (15,), (), (received,), has_gift)
    second = Sheet((), (), (received,), (), True)
    state = new_game(2, Ruleset(rounds=1))
    return state._replace(active=1, turn=Turn(rolls, numbers), sheets=(first, second))


def test_the_end_is_the_charity_bonus() -> None:
    solution = empty_solution()
    for own, other in product((0, 1, 30, 60, 61, 200), repeat=2):
        sheets = (Sheet(given=(own,)), Sheet(given=(other,)))
        charity = [result.charity for result in results(sheets)]
        if abs(own - other) <= solution.grid.widest:
            assert solution.value(0, own, other, False, False) == charity[0] - charity[1]


@pytest.mark.parametrize("has_gift", [False, True])
@pytest.mark.parametrize(
    ("received", "numbers"), [(0, (4, 3, 2, 1, 6, 6)), (14, (2, 2, 2, 6, 2, 6)), (24, (1, 1, 5, 5, 3, 6))]
)
def test_the_last_decisions_are_those_of_the_engine(received: int, numbers: tuple[int, ...], has_gift: bool) -> None:
    """After the second roll of the last turn, the whole rest of the game is walked through the engine."""
    state = last_turn(0, received, numbers, rolls=2, has_gift=has_gift)
    keep = (0, 1, 2, 3)
    solution = empty_solution(Ruleset(rounds=1))
    totals = np.array([0]), np.array([received])
    plain = solution.utility(1, *totals, True, has_gift)
    asked = solution.utility(1, *totals, True, False, factor=2) if has_gift else None
    branch = solve_turn(solution.outcomes, plain, asked).plain
    orbits = solution.outcomes.orbits
    index = np.ravel_multi_index([numbers[die] - 1 if die in keep else 6 for die in range(6)], (7,) * 6)
    now = state.sheets[1].subtotal - state.sheets[0].subtotal

    node = Node(state, asking=False)
    rolled = next(action for action in node.actions if getattr(action, "keep", None) == keep)
    assert best_lead(node.play(rolled), 1) == pytest.approx(now + branch.after(2)[orbits.of_kept[index], 0], abs=1e-4)
    scored = max(best_lead(node.play(action), 1) for action in node.actions if hasattr(action, "dice"))
    assert scored == pytest.approx(now + branch.score[orbits.of_roll[roll_index(numbers)], 0], abs=1e-4)


def test_a_short_game_is_solved_from_its_end() -> None:
    """One round: the value of the start follows from that of the last turn, state by state."""
    start = with_all_levels(LeadSolver(empty_solution(Ruleset(rounds=1)))).table.value(2, 0, 0, True, True)
    # The second player can respond, and wins the charity bonus more easily by giving last.
    assert start < 0
    assert abs(start) < 30


def test_the_shipped_solution_follows_from_itself() -> None:
    """A sample of every level, solved again in double precision from the level below."""
    assert LeadSolver(SOLUTION).check(np.random.default_rng(1)) < 1e-3


def test_the_shipped_solution_is_that_of_the_rulebook() -> None:
    assert (SOLUTION.ruleset, SOLUTION.dice_set) == (STANDARD, STANDARD_DICE)
    assert SOLUTION.values.shape[0] == 2 * STANDARD.rounds + 1
    assert SOLUTION.values.dtype == np.float32


def test_beyond_sixty_only_the_difference_counts() -> None:
    values = {SOLUTION.value(4, 61 + more, 40 + more, True, False) for more in (0, 25, 100)}
    assert len(values) == 1


def test_a_greatest_gift_is_worth_having() -> None:
    for turns_left in range(3, 13):
        for own, other in ((0, 20), (30, 30), (80, 61)):
            with_it = SOLUTION.value(turns_left, own, other, True, True)
            assert with_it >= SOLUTION.value(turns_left, own, other, False, True) - 1e-4
            assert with_it <= SOLUTION.value(turns_left, own, other, True, False) + 1e-4


def test_the_utility_of_a_pair_is_points_less_gift_less_their_lead() -> None:
    pairs = outcomes(STANDARD_DICE, False)
    utility = SOLUTION.utility(5, np.array([10]), np.array([20]), True, False, factor=2)
    pair = int(np.flatnonzero((pairs.total == 35) & (pairs.gift == 24))[0])
    theirs = SOLUTION.value(4, 20, 10 + 48, False, True)
    assert utility[pair, 0] == pytest.approx(35 - 48 - theirs, abs=1e-4)


def test_a_solution_is_not_shared_by_games_that_differ() -> None:
    other = empty_solution(Ruleset(rounds=3))
    assert isinstance(other, LeadSolution)
    assert other.values.shape[0] == 7
