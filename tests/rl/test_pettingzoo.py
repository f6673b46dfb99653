"""PettingZoo's own tests, and what they leave out."""

from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo import make
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.utils.conversions import parallel_to_aec

import charidice.rl
from charidice.rl import pettingzoo as charidice_v0

assert charidice.rl
# Theirs know the games of their own that have masks by name.
KNOWN = ["ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"]
pytestmark = [pytest.mark.parametrize("players", [2, 3, 4]), *map(pytest.mark.filterwarnings, KNOWN)]


def test_api(players: int) -> None:
    api_test(make("aec", "charidice/charidice-v0", players=players), num_cycles=100)
    parallel_api_test(make("parallel", "charidice/charidice-v0", players=players), num_cycles=100)


def test_seed(players: int) -> None:
    seed_test(lambda: charidice_v0.env(players=players), num_cycles=60)


def test_max_cycles(players: int) -> None:
    """A cycle is one action of every agent, so this is about the form in which all act at once."""

    def parallel(max_cycles: int) -> charidice_v0.CharidiceParallel:
        return charidice_v0.parallel_env(players=players, max_cycles=max_cycles)

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    )


def test_render(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    def shows_everybody(text: str) -> bool:
        return all(f"player {seat}:" in text for seat in range(players))

    render_test(
        lambda render_mode: charidice_v0.env(players=players, render_mode=render_mode), {"ansi": shows_everybody}
    )
    assert "round 1" in capsys.readouterr().out


def test_a_whole_game_by_masks_ends_with_a_shared_reward_of_one(players: int) -> None:
    env = charidice_v0.env(players=players, regret=players == 2)
    env.reset(seed=3)
    rng, total, regrets = np.random.default_rng(3), 0.0, 0
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        total += reward
        regrets += "regret" in info
        mask = seen["action_mask"]
        assert over or agent == f"player_{env.episode.player}"
        env.step(None if over else rng.choice(mask.nonzero()[0]))
    assert total == pytest.approx(1)
    assert (regrets > 0) == (players == 2)
    assert env.agents == []


def test_what_was_rewarded_or_said_is_not_repeated_after_the_next_decision(players: int) -> None:
    env = charidice_v0.CharidiceAEC(players=players, reward_mode="points", replace_illegal=True)
    env.reset(seed=1)
    gained, said, decisions = dict.fromkeys(env.agents, 0.0), 0, 0
    while not any(env.terminations.values()):
        mask = env.last()[0]["action_mask"]
        # Every third decision is illegal and replaced, which is said once.
        decisions += 1
        illegal = decisions % 3 == 0
        env.step(int(mask.argmin() if illegal else mask.nonzero()[0][-1]))
        said += sum("illegal" in info for info in env.infos.values())
        gained = {agent: gained[agent] + reward for agent, reward in env.rewards.items()}
    assert said == decisions // 3
    totals = env.episode.node.totals
    assert [round(100 * points) for points in gained.values()] == list(totals)
