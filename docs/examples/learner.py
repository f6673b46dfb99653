"""Masked Q-learning for Charidice in NumPy: training, its regret on the way, and the trained bot for the arena.

python learner.py                                        train, and save learner.npz
charidice simulate learner.py:Learner magpie             how often it wins
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, ClassVar, NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray

from charidice import Action, Bot, Node, Setup, read_node
from charidice.encoding import FIELDS, N_ACTIONS, POINTS_SCALE, VERSION, decode, encode, legal_mask, observe

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Row s: which of the six dice are in set s; bit d is die d.
SETS = (np.arange(64)[:, None] >> np.arange(6) & 1).astype(np.float32)
# By action: the set of dice it speaks of, and its head. Whoever is asked looks at all six dice.
SET_OF = np.array([*range(64), *range(64), 63, 63, 63])
KEEP, SCORE, ASK, DECLINE, STOP = range(5)
HEAD_OF = np.array([KEEP] * 64 + [SCORE] * 64 + [ASK, DECLINE, STOP])
FACES, SITUATION = 36, slice(FIELDS["number_count"].start, FIELDS["lead"].stop)


class Network:
    """The value of every action: one hidden layer, shared by all sets of dice.

    To keep or to score is to choose a set of the dice on the table. A set is the sum of its faces, so what is learned
    about one set holds for all that look alike, whichever dice they are.
    """

    def __init__(self, rng: np.random.Generator, hidden: int = 128) -> None:
        situation = SITUATION.stop - SITUATION.start
        self.weights: dict[str, Floats] = {
            "faces": rng.normal(0, 0.12, (FACES, hidden)).astype(np.float32),
            "situation": rng.normal(0, 0.19, (situation, hidden)).astype(np.float32),
            "heads": np.zeros((hidden, STOP + 1), np.float32),
        }
        self._moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self._updates = 0

    def values(self, seen: Floats) -> Floats:
        """By position and action: what it is worth, legal or not."""
        dice = faces(seen) @ self.weights["faces"]
        hidden = SETS @ dice
        hidden += (seen[:, SITUATION] @ self.weights["situation"])[:, None]
        np.maximum(hidden, 0, out=hidden)
        return (hidden @ self.weights["heads"])[:, SET_OF, HEAD_OF]

    def best(self, seen: Floats, legal: Bools) -> Ints:
        """The best legal action of each position: the mask makes the others worth minus infinity."""
        best: Ints = np.where(legal, self.values(seen), -np.inf).argmax(axis=1)
        return best

    def learn(self, seen: Floats, actions: Ints, targets: Floats, rate: float) -> None:
        """Move the values of these actions towards their targets, by one step of Adam with its usual constants."""
        self._updates += 1
        for name, gradient in self.gradients(seen, actions, targets).items():
            mean, square = self._moments[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = mean / (1 - 0.9**self._updates) / (np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8)
            self.weights[name] -= np.float32(rate) * step

    def gradients(self, seen: Floats, actions: Ints, targets: Floats) -> dict[str, Floats]:
        """Of half the mean squared error, by hand."""
        chosen = (SETS[SET_OF[actions], None] @ faces(seen))[:, 0]
        situation = seen[:, SITUATION]
        head = np.eye(STOP + 1, dtype=np.float32)[HEAD_OF[actions]]
        hidden = np.maximum(chosen @ self.weights["faces"] + situation @ self.weights["situation"], 0)
        errors = (hidden @ self.weights["heads"] * head).sum(axis=1) - targets
        at_heads = head * errors[:, None] / len(errors)
        at_hidden = at_heads @ self.weights["heads"].T * (hidden > 0)
        return {
            "faces": chosen.T @ at_hidden,
            "situation": situation.T @ at_hidden,
            "heads": hidden.T @ at_heads,
        }

    def save(self, path: Path | str) -> None:
        arrays: dict[str, Any] = {"encoding": VERSION, **self.weights}
        np.savez(path, **arrays)

    @classmethod
    def load(cls, path: Path) -> Self:
        network = cls(np.random.default_rng())
        with np.load(path) as saved:
            if saved["encoding"] != VERSION:
                raise ValueError(
                    f"{path} was trained with version {saved['encoding']} of the encoding, this is {VERSION}"
                )
            network.weights = {name: saved[name] for name in network.weights}
        return network


def faces(seen: Floats) -> Floats:
    """By position and die: which of the 36 faces it shows, one-hot."""
    number = seen[:, FIELDS["number"]].reshape(-1, 6, 6, 1)
    colour = seen[:, FIELDS["colour"]].reshape(-1, 6, 1, 6)
    return (number * colour).reshape(-1, 6, FACES)


class Progress(NamedTuple):
    network: Network
    decisions: int
    seconds: float
    """Processor time of the training alone."""


def train(
    steps: int, seed: int = 1, opponent: str = "magpie", reports: int = 20, games: int = 256, rate: float = 0.002
) -> Iterator[Progress]:
    """Q-learning: the value of an action is its reward and the value of the best legal action that follows.

    All games go on side by side, with one update a step; one decision in ten is taken at random, to learn about what
    seems worse. The game's reward comes at its end. Here each decision is rewarded by how much the lead on the sheets
    changes until the next one: the sum over a game is the same, but nobody has to wait for it.
    """
    import gymnasium

    import charidice.rl  # noqa: F401  (registers the environment)

    rng = np.random.default_rng(seed)
    envs = gymnasium.make_vec("charidice/Charidice-v0", num_envs=games, opponents=[opponent], reward_mode="lead")
    network, decisions, seconds = Network(rng), 0, 0.0
    yield Progress(network, decisions, seconds)
    seen, info = envs.reset(seed=seed)
    legal, over = info["action_mask"] > 0, np.zeros(games, np.bool_)
    best = network.best(seen, legal)
    started = process_time()
    for step in range(1, steps + 1):
        explores = rng.random(games) < 0.1
        actions = np.where(explores, (rng.random(legal.shape) * legal).argmax(axis=1), best)
        then, reward, now_over, _, info = envs.step(actions)
        then_legal = info["action_mask"] > 0
        values = np.where(then_legal, network.values(then), -np.inf)
        best = values.argmax(axis=1)
        gained = np.where(now_over, reward, lead(then)) - lead(seen)
        targets = gained + np.where(now_over, 0, values.max(axis=1))
        # A game that was over has only started anew.
        on = ~over
        # Ever smaller steps, to settle.
        network.learn(seen[on], actions[on], targets[on].astype(np.float32), rate * max(1 - step / steps, 0.01))
        seen, legal, over, decisions = then, then_legal, now_over, decisions + int(on.sum())
        if step * reports // steps > (step - 1) * reports // steps:
            seconds += process_time() - started
            yield Progress(network, decisions, seconds)
            started = process_time()


def lead(seen: Floats) -> Floats:
    """The learner's lead if the game ended now, in the unit of the reward."""
    return seen[:, FIELDS["lead"].start] * np.float32(POINTS_SCALE / 100)


class Exam(NamedTuple):
    """Positions with the regret of every move, in shares of victory; infinite where it is illegal."""

    nodes: list[Node]
    seen: Floats
    regrets: Floats

    @classmethod
    def prepare(cls, count: int = 1000, seed: int = 1) -> Self:
        """Those of `charidice exercises`, from games of good and bad bots."""
        from charidice.strategy.objectives.solo import objective_named
        from charidice.study.exercises import exercises

        setup = Setup(players=2)
        tasks = list(exercises(setup, objective_named("victory", setup), count, seed))
        nodes = [read_node(str(task["node"])) for task in tasks]
        regrets = np.full((count, N_ACTIONS), np.inf, np.float32)
        for row, task in zip(regrets, tasks, strict=True):
            for move in cast(list[dict[str, Any]], task["moves"]):
                row[move["index"]] = move["regret"]
        return cls(nodes, np.array([observe(node) for node in nodes]), regrets)

    def of(self, network: Network) -> float:
        """The mean regret of a decision."""
        return self.mean(network.best(self.seen, np.isfinite(self.regrets)))

    def of_bot(self, name: str) -> float:
        from charidice.strategy.bots.team import Team

        (bot,) = Team.of([name])(Random(1))  # noqa: S311  (meant to be repeated)
        return self.mean(np.array([encode(bot.choose(node)) for node in self.nodes]))

    def mean(self, actions: Ints) -> float:
        return float(self.regrets[np.arange(len(actions)), actions].mean())


class Learner(Bot):
    """The trained network as a bot: it plays what it values most."""

    network: ClassVar[Network]

    @classmethod
    def load(cls) -> None:
        path = Path(__file__).with_name("learner.npz")
        if not path.exists():
            raise FileNotFoundError(f"there is no {path}: train it first, by `python learner.py` in this folder")
        cls.network = Network.load(path)

    def choose(self, node: Node) -> Action:
        legal = legal_mask(node)[None] > 0
        return decode(int(self.network.best(observe(node)[None], legal)[0]))


def plot(curve: list[tuple[float, float]], bots: dict[str, float]) -> str:
    """The regret by seconds of training, beside that of bots, as SVG."""
    from charidice.show.charts import Axis, Panel, Scale, Series, Tick
    from charidice.show.svg import drawing

    end = curve[-1][0]
    lines = [Series("learner", [100 * regret for _, regret in curve])]
    lines += [Series(name, [100 * regret] * len(curve), ()) for name, regret in bots.items()]
    seconds = Scale(0, end)
    x = Axis("seconds of training on one core", seconds, [Tick(at, f"{at:g}") for at in seconds.more_ticks()])
    y = Axis.from_zero("percentage points", [100 * regret for _, regret in curve], "{:g}".format)
    return drawing(
        "What a decision costs of the chance of victory: its mean regret",
        [Panel.of_lines(x, y, [at for at, _ in curve], lines)],
    )


def main() -> None:
    parser = ArgumentParser(description="Train a player of Charidice by masked Q-learning.")
    parser.add_argument("--steps", type=int, default=20000, help="each is a decision in 256 games (20000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same player (1)")
    parser.add_argument("--opponent", default="magpie", help="magpie, fox or thrifty (magpie)")
    parser.add_argument("--save", type=Path, default=Path("learner.npz"), help="the trained network (learner.npz)")
    parser.add_argument("--svg", type=Path, help="the plot of the regret")
    arguments = parser.parse_args()
    print("seconds  decisions  regret in percentage points", flush=True)
    exam, curve = Exam.prepare(), []
    bots = {name: exam.of_bot(name) for name in ("magpie", "fox")}
    for progress in train(arguments.steps, arguments.seed, arguments.opponent):
        curve.append((progress.seconds, exam.of(progress.network)))
        print(f"{progress.seconds:7.0f}  {progress.decisions:9}  {100 * curve[-1][1]:.2f}", flush=True)
        # Whoever stops it early has what it has learned so far.
        progress.network.save(arguments.save)
    print("for comparison:", ", ".join(f"{name} {100 * regret:.2f}" for name, regret in bots.items()))
    if arguments.svg:
        arguments.svg.write_text(plot(curve, bots), "utf-8")


if __name__ == "__main__":
    main()
