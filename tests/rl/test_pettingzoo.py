"""PettingZoo's own tests, and what they leave out."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo import make
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec

import charidice.rl
from charidice.rl.pettingzoo import CharidiceAEC, CharidiceParallel
from charidice.rules import IllegalAction

assert charidice.rl
# Theirs know the games of their own that have masks by name.
KNOWN = ["ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"]
pytestmark = [pytest.mark.parametrize("players", [2, 3, 4]), *map(pytest.mark.filterwarnings, KNOWN)]


def test_api(players: int) -> None:
    api_test(make("aec", "charidice/charidice-v0", players=players), num_cycles=100)
    parallel_api_test(make("parallel", "charidice/charidice-v0", players=players), num_cycles=100)


def test_seed(players: int) -> None:
    seed_test(lambda: CharidiceAEC(players=players), num_cycles=60)


def test_max_cycles(players: int) -> None:
    """A cycle is one action of every agent, so this is about the form in which all act at once."""

    def parallel(max_cycles: int) -> CharidiceParallel:
        return CharidiceParallel(players=players, max_cycles=max_cycles)

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    )


def test_render(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    def shows_everybody(text: str) -> bool:
        return all(f"player {seat}:" in text for seat in range(players))

    render_test(lambda render_mode: CharidiceAEC(players=players, render_mode=render_mode), {"ansi": shows_everybody})
    assert "round 1" in capsys.readouterr().out


def test_a_whole_game_by_masks_ends_with_a_shared_reward_of_one(players: int) -> None:
    env = CharidiceAEC(players=players, regret=players == 2)
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
    env = CharidiceAEC(players=players, reward_mode="points", replace_illegal=True)
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


def test_agents_in_turn_are_not_agents_at_once(players: int) -> None:
    """A player may decide several times in a row, which PettingZoo's conversion does not allow for."""
    env = make("aec", "charidice/charidice-v0", players=players)
    assert not env.metadata["is_parallelizable"]
    with pytest.raises(AssertionError, match="not generally safe"):
        aec_to_parallel(env)
    assert make("parallel", "charidice/charidice-v0", players=players).metadata["is_parallelizable"]


@pytest.mark.parametrize("replace_illegal", [True, False])
def test_steps_before_a_game_and_after_it_are_told(players: int, replace_illegal: bool) -> None:
    aec = CharidiceAEC(players=players, replace_illegal=replace_illegal)
    parallel = CharidiceParallel(players=players, replace_illegal=replace_illegal)
    cut = CharidiceParallel(players=players, max_cycles=1)

    def refuses(step: Callable[[], object]) -> None:
        with pytest.raises(IllegalAction) as refused:
            step()
        assert refused.value.code == "no-game-to-step"

    actions = dict.fromkeys(parallel.possible_agents, 129)
    refuses(lambda: aec.step(0))
    refuses(lambda: parallel.step(actions))
    for env in (aec, parallel, cut):
        env.reset(seed=1)
    for _ in aec.agent_iter():
        seen, _, over, _, _ = aec.last()
        aec.step(None if over else int(seen["action_mask"].nonzero()[0][-1]))
    while parallel.agents:
        masks = {agent: parallel.observe(agent)["action_mask"] for agent in parallel.agents}
        parallel.step({agent: int(mask.nonzero()[0][-1]) if mask.any() else 0 for agent, mask in masks.items()})
    cut.step(actions)
    refuses(lambda: aec.step(0))
    refuses(lambda: aec.step(None))
    refuses(lambda: parallel.step(actions))
    refuses(lambda: cut.step(actions))


@pytest.mark.parametrize("action", [True, 1.0, np.float64(1), np.True_, "1", None])
def test_what_is_no_index_is_no_action(players: int, action: Any) -> None:
    aec, parallel = CharidiceAEC(players=players), CharidiceParallel(players=players)
    steps: dict[Any, Callable[[], object]] = {
        aec: lambda: aec.step(action),
        parallel: lambda: parallel.step(dict.fromkeys(parallel.agents, action)),
    }
    for env, step in steps.items():
        env.reset(seed=1)
        before = env.episode.node
        with pytest.raises(IllegalAction) as refused:
            step()
        assert refused.value.code == "no-such-index"
        assert env.episode.node is before


def test_who_has_to_decide_and_does_not_is_told(players: int) -> None:
    env = CharidiceParallel(players=players)
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step({})
