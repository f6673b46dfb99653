"""Steps of learning environments, beside others' in one run on one core, by processor time.

    make bench

A step is what a learner does again and again: `last()`, with observation and mask, choose any legal action, `step()`.
The choice is part of the time, and the same for all. Ours is `make("aec", "charidice/charidice-v0")` as it comes, for
two, without regret, when most rolls have been met once, as they are early in any training. OpenSpiel's environment
plays `pig`, which is written in C++; PettingZoo's tictactoe is compared where it is installed (pip install
pettingzoo[classic]). In Gymnasium's environments of ours the steps are the learner's, and the fox plays meanwhile.
"""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, make

import charidice.rl  # noqa: F401  (importing it registers the environment)

STEPS = 2000
ROUNDS = 15
WARM_UP = 300_000
# At once; a divisor of the steps.
GAMES = 500
# Steps a second of ours, on an idle core.
TARGET = 60_000


def pettingzoo_steps(game: "AECEnv[str, dict[str, object], int]") -> Callable[[int], None]:
    rng = Random(1)

    def play(steps: int) -> None:
        game.reset(seed=rng.randrange(1000))
        for _ in range(steps):
            seen, _, over, cut, _ = game.last()
            if over or cut:
                game.reset()
                continue
            legal = seen["action_mask"].nonzero()[0]
            game.step(legal[int(rng.random() * len(legal))])

    return play


def gymnasium_steps(**options: Any) -> Callable[[int], None]:
    game, rng = gymnasium.make("charidice/Charidice-v0", opponents="fox", **options), Random(1)

    def play(steps: int) -> None:
        _, info = game.reset(seed=rng.randrange(1000))
        for _ in range(steps):
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = game.step(legal[int(rng.random() * len(legal))])
            if over:
                _, info = game.reset()

    return play


def vector_steps(name: str) -> Callable[[int], None]:
    games, rng = gymnasium.make_vec(name, num_envs=GAMES), np.random.default_rng(1)

    def play(steps: int) -> None:
        _, info = games.reset(seed=1)
        for _ in range(steps // GAMES):
            masks = info["action_mask"]
            *_, info = games.step((rng.random(masks.shape, np.float32) * masks).argmax(axis=1))

    return play


def open_spiel_steps(name: str) -> Callable[[int], None] | None:
    try:
        from open_spiel.python.rl_environment import Environment
    except ImportError:
        return None
    game, rng = Environment(name), Random(1)

    def play(steps: int) -> None:
        seen = game.reset()
        for _ in range(steps):
            if seen.last():
                seen = game.reset()
                continue
            legal = seen.observations["legal_actions"][seen.current_player()]
            seen = game.step([legal[int(rng.random() * len(legal))]])

    return play


def tictactoe_steps() -> Callable[[int], None] | None:
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        return None
    return pettingzoo_steps(tictactoe_v3.env())


def main() -> None:
    ours = pettingzoo_steps(make("aec", "charidice/charidice-v0", players=2))
    ours(WARM_UP)
    peers = {
        "charidice, PettingZoo": ours,
        "tictactoe, PettingZoo": tictactoe_steps(),
        "pig, OpenSpiel": open_spiel_steps("pig"),
        "charidice, Gymnasium": gymnasium_steps(),
        "  with regret": gymnasium_steps(regret=True),
        "  make_vec": vector_steps("charidice/Charidice-v0"),
        "  self-play": vector_steps("charidice/CharidiceSelfPlay-v0"),
    }
    best: dict[str, float] = {}
    # Short rounds in turn, the best of each: a noisy machine hits all alike.
    for _ in range(ROUNDS):
        for name, play in peers.items():
            if play is not None:
                begin = time.process_time()
                play(STEPS)
                best[name] = max(best.get(name, 0.0), STEPS / (time.process_time() - begin))
    for name in peers:
        told = "  not installed, not compared"
        if name in best:
            told = f"{best[name]:12,.0f} steps/s {best[name] / best['charidice, PettingZoo']:8.2f}x"
        print(f"{name:24}{told}")
    print(f"target of ours: {TARGET:,}")


if __name__ == "__main__":
    main()
