"""The text environment: whole games by the loop that TextArena's users write."""

from random import Random
from typing import Any

import pytest

from charidice.agents.textarena import CharidiceTextEnv
from charidice.record.moves import write_move
from charidice.rules import InvalidSetup, Ruleset, results, winners

SHORT = Ruleset(2)


def game(env: CharidiceTextEnv, players: int, seed: int) -> tuple[list[tuple[int, str]], list[dict[str, Any]]]:
    """Every observation with its player, and every info."""
    rng, seen, infos, done = Random(seed), [], [], False
    env.reset(num_players=players, seed=seed)
    while not done:
        seen.append(env.get_observation())
        done, info = env.step(action=write_move(rng.choice(env.game.node.actions), env.game.node.state))
        infos.append(info)
    return seen, infos


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_between_text_players_is_graded_by_regret(players: int) -> None:
    env = CharidiceTextEnv(ruleset=SHORT)
    seen, infos = game(env, players, seed=1)
    assert {player for player, _ in seen} == set(range(players))
    rewards, sums = env.close()
    won = winners(results(env.game.node.state.sheets))
    assert rewards == {seat: 1 / len(won) if seat in won else 0.0 for seat in range(players)}
    for player in range(players):
        own = [info["regret"] for (whose, _), info in zip(seen, infos, strict=True) if whose == player]
        assert sums[player]["regret"] == pytest.approx(sum(own))
        assert sums[player]["turn_count"] == len(own)
        assert not sums[player]["invalid_move"]
    _, end = env.get_observation()
    assert "The game is over." in end


def test_the_same_seed_gives_the_same_game() -> None:
    one, again, other = (game(CharidiceTextEnv(ruleset=SHORT), 2, seed) for seed in (4, 4, 5))
    assert one == again
    assert one != other


def test_an_observation_is_complete_and_what_the_others_did_is_in_it() -> None:
    env = CharidiceTextEnv(seats=["fox", None, "owl"], ruleset=SHORT)
    seen, _ = game(env, 1, seed=2)
    assert {player for player, _ in seen} == {0}
    first, *others = (text for _, text in seen)
    assert all(text in first for text in ("6.3 The player with the most points wins.", "You are Agent.", "Fox rolls 6"))
    assert sum("Owl scores" in text for text in others) == 1
    assert "6.3" not in game(CharidiceTextEnv(seats=["fox", None], ruleset=SHORT, rules=False), 1, 2)[0][0][1]


def test_an_illegal_move_is_asked_for_again_and_the_third_is_replaced() -> None:
    env = CharidiceTextEnv(seats=[None, "fox"], ruleset=SHORT)
    env.reset(1, seed=1)
    before = env.get_observation()[1]
    assert env.step("score everything") == (False, {"illegal": "unknown-face", "attempts_left": 2})
    again = env.get_observation()[1]
    assert "You have 2 more attempts" in again
    assert all(line in again for line in before.splitlines())
    env.step("")
    done, info = env.step("")
    assert (done, info["replaced"]) == (False, True)
    sums = env.close()[1][0]
    assert (sums["illegal"], sums["replaced"], sums["invalid_move"]) == (3, 1, True)
    assert "None of your 3 moves was legal" in env.get_observation()[1]


def test_wrong_numbers_of_players_are_refused() -> None:
    with pytest.raises(InvalidSetup, match="text-players-differ"):
        CharidiceTextEnv(seats=[None, "fox"]).reset(num_players=2)
    with pytest.raises(InvalidSetup, match="players-out-of-range"):
        CharidiceTextEnv().reset(num_players=1)
    env = CharidiceTextEnv(seats=[None, "fox"], ruleset=Ruleset(1))
    game(env, 1, seed=1)
    assert env.step("roll") == (True, {"illegal": "game-over", "attempts_left": 0})
