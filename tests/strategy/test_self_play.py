"""The value of positions in self-play, by the residuals of its turns."""

import numpy as np
import pytest

from charidice.rules import GameState, Ruleset, new_game
from charidice.solving.self_play import SelfPlay
from charidice.strategy.objectives.contest import ShareOfVictory, turns_left_in
from charidice.strategy.tables.shares import shares
from charidice.strategy.turn.arrays import Floats

OBJECTIVE = ShareOfVictory(shares(3))


def two_turns_left(rng: np.random.Generator) -> GameState:
    play, state = SelfPlay(OBJECTIVE), new_game(3, Ruleset(1))
    return play.next(state, rng)


def test_residuals_tell_what_the_results_of_many_games_tell() -> None:
    rng = np.random.default_rng(1)
    state, play = two_turns_left(rng), SelfPlay(OBJECTIVE)
    results = [play.game(state, rng).result[state.active] for _ in range(600)]
    found = play.check(state, rng, 100)
    value, deviation = found.share - found.error, np.std(results) / np.sqrt(len(results))
    assert value == pytest.approx(np.mean(results), abs=4 * deviation)
    # A hundred games, and it is far more accurate.
    assert found.plain_games > 5 * 600
    assert found.deviation < deviation


def test_a_wrong_share_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the function before the last turn is shifted, that is the error, whatever the dice do."""
    state, play = two_turns_left(np.random.default_rng(2)), SelfPlay(OBJECTIVE)
    error = play.check(state, np.random.default_rng(3), 50).error
    turn = play.turn

    def shifted(before: GameState) -> tuple[Floats, Floats]:
        residuals, chances = turn(before)
        return residuals - 0.25 * (turns_left_in(before) == 1), chances

    monkeypatch.setattr(play, "turn", shifted)
    assert play.check(state, np.random.default_rng(3), 50).error == pytest.approx(error + 0.25)


def test_the_turn_at_hand_is_solved_and_has_no_residual() -> None:
    state = two_turns_left(np.random.default_rng(2))
    last = SelfPlay(OBJECTIVE).next(state, np.random.default_rng(3))
    for before in (state, last):
        found = SelfPlay(OBJECTIVE).check(before, np.random.default_rng(4), 5)
        assert found.share == OBJECTIVE.before_turn(before)[before.active]
    assert (found.error, found.deviation) == (0, 0)


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
