"""Gymnasium's own check, and games against bots."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import charidice.rl
from charidice.rl.gymnasium import CharidiceEnv
from charidice.rules import IllegalAction, results, winners
from charidice.strategy.bots.external import CannotPlay

assert charidice.rl


@pytest.mark.parametrize("opponents", [["fox"], ["magpie", "sparrow"], ["squirrel", "fox", "magpie"]])
def test_check_env(opponents: list[str]) -> None:
    check_env(gymnasium.make("charidice/Charidice-v0", opponents=opponents).unwrapped)


def game(env: CharidiceEnv, seed: int) -> tuple[float, list[dict[str, Any]]]:
    _, info = env.reset(seed=seed)
    rng, infos, total, over = np.random.default_rng(seed), [], 0.0, False
    while not over:
        assert env.episode.player == env.seat
        _, reward, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        infos.append(info)
        total += reward
    return total, infos


def test_the_learner_gets_what_the_sheets_say_wherever_it_sits() -> None:
    env, seats = CharidiceEnv(["magpie", "sparrow"]), set()
    for seed in range(12):
        total, _ = game(env, seed)
        won = winners(results(env.episode.node.state.sheets))
        assert total == pytest.approx(1 / len(won) if env.seat in won else 0)
        seats.add(env.seat)
    assert seats == {0, 1, 2}


def test_a_fixed_seat_and_the_regret_of_every_decision() -> None:
    _, infos = game(CharidiceEnv(["fox"], seat=1, reward_mode="regret"), seed=2)
    assert all(info["regret"] >= 0 for info in infos)
    assert any(info["regret"] > 0.01 for info in infos)


def test_bad_input_is_refused() -> None:
    with pytest.raises(CannotPlay):
        CharidiceEnv(["wolf"])
    env = CharidiceEnv(["fox"], replace_illegal=False)
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(np.int64(63))


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_render(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = CharidiceEnv(["fox"], render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    if mode == "rgb_array":
        assert isinstance(shown, np.ndarray)
        assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 5
    else:
        assert "player 1:" in (capsys.readouterr().out if mode == "human" else str(shown))
