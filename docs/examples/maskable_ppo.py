"""MaskablePPO of sb3-contrib learns Charidice; its regret is measured on its own path and in the exam of learner.py.

pip install sb3-contrib      besides the extra rl of charidice
python maskable_ppo.py       train, and save maskable_ppo.zip; learner.py lies beside it
"""

from argparse import ArgumentParser
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import charidice.rl  # noqa: F401  (registers the environment)
from learner import Exam, Ints


class Progress(NamedTuple):
    decisions: int
    victories: float
    path: float
    """The mean regret of its decisions in games of its own."""
    exam: float
    """The mean regret of its decisions in positions that are the same for every player."""


def environment(**options: Any) -> gymnasium.Env[Any, Any]:
    """One learner against the magpie; MaskablePPO finds its `action_masks()` by that name."""
    return gymnasium.make("charidice/Charidice-v0", opponents="magpie", **options)


def new_model(seed: int = 1, **options: Any) -> MaskablePPO:
    """Points come after every turn, victory only at the end. Games are short, so nothing is discounted."""
    envs = make_vec_env(environment, n_envs=16, seed=seed, env_kwargs={"reward_mode": "points"})
    usual: dict[str, Any] = {"n_steps": 128, "batch_size": 512, "n_epochs": 6, "gamma": 1.0, "learning_rate": 5e-4}
    policy = {"net_arch": [256, 256]}
    return MaskablePPO("MlpPolicy", envs, seed=seed, device="cpu", policy_kwargs=policy, **usual | options)


def chosen(model: MaskablePPO, seen: Any, legal: Any) -> Ints:
    actions, _ = model.predict(seen, action_masks=legal, deterministic=True)
    return np.asarray(actions)


def own_path(model: MaskablePPO, games: int) -> tuple[float, float]:
    """The share of victories in games against the magpie, and the mean regret of a decision in them."""
    env, won, regrets = environment(regret=True), 0.0, []
    for game in range(games):
        seen, info = env.reset(seed=game)
        over = False
        while not over:
            action = chosen(model, seen, info["action_mask"] > 0)
            seen, reward, over, _, info = env.step(action)
            won += float(reward)
            regrets.append(info["regret"])
    return won / games, float(np.mean(regrets))


def measured(model: MaskablePPO, exam: Exam, games: int) -> Progress:
    victories, path = own_path(model, games)
    answers = chosen(model, exam.seen, np.isfinite(exam.regrets))
    return Progress(model.num_timesteps, victories, path, exam.mean(answers))


def main() -> None:
    parser = ArgumentParser(description="Train MaskablePPO against the magpie.")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="to train on (1000000)")
    parser.add_argument("--reports", type=int, default=4, help="how often it is measured on the way (4)")
    parser.add_argument("--games", type=int, default=200, help="played for each report (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the network and the games (1)")
    arguments = parser.parse_args()
    exam, model = Exam.prepare(), new_model(arguments.seed)
    print("decisions  victories  regret on its path  in the exam", flush=True)
    for report in range(arguments.reports + 1):
        if report:
            model.learn(arguments.decisions // arguments.reports, reset_num_timesteps=False)
            model.save("maskable_ppo.zip")
        found = measured(model, exam, arguments.games)
        regrets = f"{100 * found.path:18.2f}  {100 * found.exam:11.2f}"
        print(f"{found.decisions:9}  {found.victories:9.1%}  {regrets}", flush=True)


if __name__ == "__main__":
    main()
