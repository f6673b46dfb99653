"""Many games at once: the same games as one by one, and the same bots."""

from random import Random

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

import charidice.rl
from charidice.batch.scoring import NUMBERS_OF
from charidice.encoding import decode, encode
from charidice.rl.episode import UnknownReward
from charidice.rl.vector import TABLE_BOTS, CharidiceVectorEnv, NotInVector
from charidice.rules import Node, Ruleset, new_game
from charidice.strategy.bots.team import BOTS

assert charidice.rl


def random_legal(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    actions: NDArray[np.int64] = (rng.random(masks.shape) * masks).argmax(axis=1)
    return actions


@pytest.mark.parametrize("opponents", [["fox"], ["magpie", "thrifty"], ["fox", "magpie", "magpie"]])
def test_games_end_with_shares_of_victory_and_start_anew(opponents: list[str]) -> None:
    envs = gymnasium.make_vec("charidice/Charidice-v0", num_envs=16, opponents=opponents, ruleset=Ruleset(rounds=2))
    assert isinstance(envs, CharidiceVectorEnv)
    rng, won, ended = np.random.default_rng(1), 0.0, 0
    seen, info = envs.reset(seed=1)
    while ended < 400:
        assert seen in envs.observation_space
        seen, rewards, over, _, info = envs.step(random_legal(info["action_mask"], rng))
        assert not rewards[~over].any()
        assert not info["action_mask"][over].any()
        won, ended = won + rewards.sum(), ended + over.sum()
    # Random moves win less than their share against bots.
    assert 0 < won / ended < 1 / (len(opponents) + 1)


def test_a_seed_repeats_the_games() -> None:
    runs = []
    for _ in range(2):
        envs, rng = CharidiceVectorEnv(8, ["fox"]), np.random.default_rng(2)
        seen, info = envs.reset(seed=3)
        kept = [seen]
        for _ in range(40):
            seen, _, _, _, info = envs.step(random_legal(info["action_mask"], rng))
            kept.append(seen)
        runs.append(np.stack(kept))
    assert np.array_equal(runs[0], runs[1])


@pytest.mark.parametrize("name", TABLE_BOTS)
def test_bots_choose_as_they_do_at_a_table(name: str) -> None:
    """Every decision of a bot is compared with what the bot of that name chooses in the same state."""
    envs, rng = CharidiceVectorEnv(4, [name]), np.random.default_rng(5)
    bot, games = BOTS[name](Random(0)), envs._games
    nodes = [Node.of(new_game(2)) for _ in range(4)]
    compared = 0
    plain_step = games.step

    def followed(actions: NDArray[np.int64], only: NDArray[np.bool_] | None = None) -> None:
        nonlocal compared
        on = ~games.is_over if only is None else only & ~games.is_over
        plain_step(actions, only)
        for game in np.flatnonzero(on).tolist():
            node, action = nodes[game], decode(int(actions[game]))
            assert node.player is not None
            if node.player != envs._seats[game] and node.state.turn.rolls:
                assert encode(bot.choose(node.state, node.player)) == actions[game]
                compared += 1
            node = node.play(action)
            if node.falling:
                numbers = NUMBERS_OF[games.roll[game]]
                for die in node.falling:
                    node = node.land(numbers[die])
            nodes[game] = node

    games.step = followed  # type: ignore[method-assign]
    _, info = envs.reset(seed=4)
    over = np.zeros(4, np.bool_)
    while not over.any():
        _, _, over, _, info = envs.step(random_legal(info["action_mask"], rng))
    assert compared > 40


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(NotInVector):
        CharidiceVectorEnv(2, ["owl"])
    with pytest.raises(NotInVector):
        CharidiceVectorEnv(2, ruleset=Ruleset(late_asking=True))
    with pytest.raises(UnknownReward):
        CharidiceVectorEnv(2, reward_mode="regret")
