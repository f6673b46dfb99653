"""Nobody gains by leaving the solved policy, in a game cut down to one round and in any turn of the rulebook's game."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest

from charidice.rules import STANDARD_DICE, Node, Roll, Ruleset, Score, new_game
from charidice.rules.dice import ALL_DICE
from charidice.rules.ruleset import ROLLS
from charidice.rules.sheet import charity_bonuses
from charidice.rules.state import Turn
from charidice.solving.exact import ExactVictory
from charidice.solving.victory import VictorySolver
from charidice.strategy.tables.lead import Pair
from charidice.strategy.tables.victory import ERROR_BOUND, victory_solution
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import Leaves, SolvedTurn

from .best_response import Policy, best_response, choices, rerolls

pytestmark = pytest.mark.slow
FOUND = outcomes(STANDARD_DICE, False)
NOTHING = 1e-6


class Ends(NamedTuple):
    """By outcome of the last turn: the active player's victory, and their lead."""

    victory: Floats
    lead: Floats

    @classmethod
    def of(cls, pair: Pair, factor: int) -> "Ends":
        """With the gift times `factor`."""
        given = pair.own + factor * choices().gift
        bonuses = np.array([charity_bonuses((own, pair.other)) for own in given.tolist()])
        lead = pair.difference + choices().total - factor * choices().gift + bonuses[:, 0] - bonuses[:, 1]
        return cls(((np.sign(lead) + 1) / 2).astype(np.float32), lead.astype(np.float32))


def later(pair: Pair, factor: int) -> Floats:
    """By outcome of a turn with the gift times `factor`: the active player's chance after it."""
    leaf = victory_solution().leaf((pair if factor == 1 else pair.asked).alone, factor)[:, 0]
    chances = np.empty(len(choices().total), np.float32)
    chances[choices().index_of(FOUND)] = leaf
    return chances


def solved(plain: Floats, asked: Floats) -> Policy:
    """The policy of a turn whose outcomes have these values, with the gift asked for and without."""
    ours = choices().index_of(FOUND)
    return Policy.of(SolvedTurn(FOUND, Leaves(plain[ours, None], asked[ours, None]), 0, False, constant_sum=True))


def second_turns(factor: int) -> list[Pair]:
    """In a game of one round, by outcome of the first turn with the gift times `factor`: before the second turn."""
    pairs = zip(choices().total.tolist(), factor * choices().gift, strict=True)
    return [Pair(1, 0, int(gift), factor == 1, True, int(gift) - total) for total, gift in pairs]


def test_the_engine_plays_as_the_brute_force_does() -> None:
    """Which dice can be rolled again, what an outcome leads to, and what it is worth at the end."""
    every = {Roll(keep) for size in range(len(ALL_DICE)) for keep in combinations(ALL_DICE, size)}
    assert rerolls(1) == rerolls(2) == every
    game = new_game(2, Ruleset(rounds=1))
    index = {pair: number for number, pair in enumerate(zip(choices().total, choices().gift, strict=True))}
    rng = np.random.default_rng(5)
    for asked, again in ((False, False), (False, True), (True, False), (True, True)):
        first, second = (tuple(rng.integers(1, 7, len(ALL_DICE)).tolist()) for _ in range(2))
        before = Node(game._replace(turn=Turn(ROLLS, first, asked=asked)), asking=False)
        assert set(before.actions) == {Score(option.dice) for option in before.state.options}
        for option in before.state.options:
            node = before.play(Score(option.dice))
            pair = second_turns(1 + asked)[index[option.total, option.gift]]
            # Here the turn was asked for without spending the gift.
            assert Pair.of(node.state)._replace(has_gift=not asked) == pair
            last = Node(node.state._replace(turn=Turn(ROLLS, second, asked=again)), asking=False)
            for chosen in last.state.options:
                other, own = last.play(Score(chosen.dice)).totals
                assert Ends.of(pair, 1 + again).lead[index[chosen.total, chosen.gift]] == own - other


def test_in_a_game_of_one_round_neither_player_gains_by_another_policy_in_the_first_turn(
    one_round: ExactVictory,
) -> None:
    """Every roll of both players, with asking whenever it is allowed, and the solved policy in the second turn."""
    plain, asked = (1 - np.array([one_round.chance_of(pair) for pair in second_turns(factor)]) for factor in (1, 2))
    policy = solved(plain, asked)
    assert best_response(plain, asked, None, policy) - one_round.start < NOTHING
    assert one_round.start - best_response(plain, asked, policy, None) < NOTHING


@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.long), 30])
def test_in_a_game_of_one_round_neither_player_gains_by_another_policy_in_the_second_turn(
    one_round: ExactVictory, step: int
) -> None:
    """Whoever gains by another policy gains in some turn, with the solved policy after it."""
    for pair in (second_turns(1) + second_turns(2))[::step]:
        plain, asked = (Ends.of(pair, factor).victory for factor in (1, 2))
        policy, chance = solved(plain, asked), one_round.chance_of(pair)
        assert best_response(plain, asked, None, policy) - chance < NOTHING
        assert chance - best_response(plain, asked, policy, None) < NOTHING


@pytest.mark.parametrize(
    "pair",
    [
        Pair(1, 30, 30, True, True, -40),
        Pair(1, 33, 20, False, True, -22),
        Pair(1, 57, 60, True, True, -28),
        Pair(1, 61, 58, True, True, -55),
        Pair(1, 48, 75, True, True, -12),
    ],
)
def test_in_the_last_turn_neither_player_gains_by_another_policy(pair: Pair) -> None:
    plain, asked = Ends.of(pair, 1), Ends.of(pair, 2)
    policy = solved(plain.victory, asked.victory)
    kept = best_response(plain.victory, asked.victory, policy, policy)
    assert best_response(plain.victory, asked.victory, None, policy) - kept < NOTHING
    assert kept - best_response(plain.victory, asked.victory, policy, None) < NOTHING
    # Play for another objective does lose: there is something to gain in these turns.
    by_lead = solved(plain.lead, asked.lead)
    assert kept - best_response(plain.victory, asked.victory, by_lead, policy) > 0.002


@pytest.mark.parametrize("turns_left", range(2, 15))
def test_in_one_turn_neither_player_gains_by_another_policy(turns_left: int) -> None:
    """Whoever gains by another policy gains in some turn, with the solved policy after it."""
    pair = VictorySolver(victory_solution()).likely(turns_left, np.random.default_rng(turns_left))
    pair = pair._replace(other_has_gift=True)
    plain, asked = (later(pair, factor) for factor in (1, 2))
    policy = solved(plain, asked)
    kept = best_response(plain, asked, policy, policy)
    assert kept == pytest.approx(victory_solution().chance_of(pair), abs=ERROR_BOUND)
    assert best_response(plain, asked, None, policy) - kept < NOTHING
    assert kept - best_response(plain, asked, policy, None) < NOTHING
