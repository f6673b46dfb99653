"""The value of positions in self-play, by the residuals of its turns."""

import numpy as np
import pytest

from charidice.rules import GameState, Ruleset, new_game
from charidice.strategy.goals.objectives import ShareOfVictory
from charidice.strategy.self_play import SelfPlay
from charidice.strategy.tables.shares import shares

OBJECTIVE = ShareOfVictory(shares(3))


def two_turns_left(rng: np.random.Generator) -> GameState:
    play, state = SelfPlay(OBJECTIVE), new_game(3, Ruleset(1))
    return play.next(state, rng)


def test_residuals_tell_what_the_results_of_many_games_tell() -> None:
    rng = np.random.default_rng(1)
    state, play = two_turns_left(rng), SelfPlay(OBJECTIVE)
    results = [play.game(state, rng).result[state.active] for _ in range(1500)]
    found = play.check(state, rng, 100)
    value, deviation = found.share - found.error, np.std(results) / np.sqrt(len(results))
    assert value == pytest.approx(np.mean(results), abs=4 * deviation)
    # A hundred games, and it is far more accurate.
    assert found.plain_games > 5 * 1500
    assert found.deviation < deviation


def test_a_wrong_share_is_found_out() -> None:
    """If the function before a turn is shifted, that is the error, whatever the dice do."""
    rng = np.random.default_rng(2)
    state = two_turns_left(rng)
    play = SelfPlay(OBJECTIVE)
    share = play.check(state, rng, 50)
    play._known[state] = play.turn(state)[0] - 0.25, play.turn(state)[1]
    shifted = play.check(state, np.random.default_rng(3), 50)
    assert shifted.error == pytest.approx(share.error + 0.25, abs=0.01)


def test_a_game_ends_with_somebody_winning() -> None:
    found = SelfPlay(OBJECTIVE).game(new_game(3, Ruleset(1)), np.random.default_rng(4))
    assert found.result.sum() == pytest.approx(1)
    assert found.residuals.sum() == pytest.approx(0, abs=1e-3)


def test_more_games_are_played_until_they_are_like_enough_plain_ones() -> None:
    rng = np.random.default_rng(5)
    state = two_turns_left(rng)
    few = SelfPlay(OBJECTIVE).check(state, np.random.default_rng(6), 5)
    more = SelfPlay(OBJECTIVE).check(state, np.random.default_rng(6), 5, like=3 * few.plain_games, most=200)
    assert more.plain_games >= 3 * few.plain_games
    assert more.deviation < few.deviation
