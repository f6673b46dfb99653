"""The value of positions and moves, the best move, the forecast, and when to ask a selfish giver.

Positions are those of random games and of games of bots, of two to four players, by the rulebook, with house rules and
with other dice, for every objective.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from charidice import Target, analyse
from charidice.chance import RandomDice
from charidice.record import write_node, write_position
from charidice.rules import STANDARD, STANDARD_DICE, GameState, Node, Ruleset, Setup, new_game
from charidice.rules.engine import ACTION_NAMES
from charidice.rules.moves import Action, DeclineGift, dice_of
from charidice.rules.scoring import Kind
from charidice.rules.state import is_rulebook_game
from charidice.strategy.analysis import IN_POINTS, ObjectiveName
from charidice.strategy.bots.team import BOTS
from charidice.strategy.objectives.contest import ShareOfVictory, is_solved
from charidice.strategy.turn.asking import asks_selfish_giver
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.play import Leaves, SolvedTurn
from tests.js.proof import Proof, Question
from tests.rules.squares import random_dice_set, shuffled_standard
from tests.strategy.dice_sets import DICE_SETS

# Of values of two players, and of three and four, whose networks are computed in single precision.
TOLERANCES = {2: 1e-6, 3: 1e-4, 4: 1e-4}
# Points have more digits before the point than chances.
POINTS = 100
# Of a game.
POSITIONS = 8


# Rounding of the sums of leaves in double precision, and in single, as networks have them.
NOISE, NOISE_OF_NETWORKS = 1e-13, 1e-6
DRAWS = 30
Again = Callable[[SolvedTurn], float]
"""A value once more, by another solution of the turn."""


@dataclass
class Found:
    """How far the two are apart."""

    positions: int = 0
    largest: float = 0.0
    """The largest difference between two values."""
    ties: int = 0
    """Values that hang on the last digits of a tie."""
    decisions: int = 0
    same_best: int = 0


FOUND: dict[str, Found] = {}
"""By kind of position, of all that were compared."""


class Exercise(NamedTuple):
    """A position, as a state with all its moves or as a decision of the strict order, and what to maximise."""

    position: GameState | Node
    objective: ObjectiveName | Target

    @property
    def state(self) -> GameState:
        return self.position.state if isinstance(self.position, Node) else self.position

    @property
    def kind(self) -> str:
        setup = self.state.setup
        game = "the rulebook's game" if is_rulebook_game(setup.ruleset, setup.dice_set) else "house rules or other dice"
        name = "target" if isinstance(self.objective, Target) else self.objective
        return f"{name}, {setup.players} players, {game}"

    @property
    def question(self) -> dict[str, object]:
        text = write_node(self.position) if isinstance(self.position, Node) else write_position(self.position)
        if isinstance(self.objective, Target):
            return {"position": text, "objective": "target", "score": self.objective.score}
        return {"position": text, "objective": self.objective}


def positions(random: Random) -> Iterator[Question]:
    while True:
        setup = random_setup(random)
        for position in positions_of(random, setup):
            for objective in objectives(random, setup):
                exercise = Exercise(position, objective)
                yield Question(exercise.question, Comparison(exercise))


class Comparison:
    """Compares an answer with Python's own; the largest difference is kept in FOUND.

    Where one of two players who do not play against each other has a tie, rounding decides the choice, and so what the
    other gets. If such a value is apart, the turn is solved again with a little noise: it may be as far apart as
    Python's own values then are.
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.state = exercise.state
        self.tolerance = TOLERANCES[self.state.setup.players]
        self.found = FOUND.setdefault(exercise.kind, Found())

    def __call__(self, told: dict[str, Any]) -> None:
        state = self.state
        self.right = analyse(self.exercise.position, self.exercise.objective)
        self.scale = POINTS if self.right.objective.name in IN_POINTS else 1
        self.found.positions += 1
        assert told["truth"] == self.right.truth
        self.close(self.right.error or 0, told["error"] or 0)
        for seat in range(state.setup.players):
            again = None if state.is_over else partial(self.value, seat=seat)
            self.close(self.right.value(seat), told["values"][seat], self.scale, again)
            self.moves(seat, told["moves"][seat], told["best"][seat])
        if not state.is_over:
            self.forecast(told["ahead"])
        assert told["asksSelfish"] == (state.recipient_decides and asks_selfish_giver(state))

    def close(self, value: float, other: float, scale: float = 1, again: Again | None = None) -> None:
        difference = abs(value - other) / scale
        if difference > self.tolerance and again and self.right.objective.sum is None:
            values = [value, *map(again, self.noisy)]
            self.found.ties += 1
            assert difference <= 2 * (max(values) - min(values)) / scale, f"node {other}, python {values}"
        else:
            self.found.largest = max(self.found.largest, difference)
            assert difference <= self.tolerance, f"node {other}, python {value}"

    def moves(self, seat: int, told: dict[str, float], best: str | None) -> None:
        moves = self.right.moves(seat)
        assert list(told) == list(map(words, moves))
        for move, value in moves.items():
            self.close(value, told[words(move)], self.scale, partial(self.value, seat=seat, action=move))
        if best is not None:
            own = self.right.best(seat)
            self.found.decisions += 1
            self.found.same_best += best == words(own)
            chosen = {words(move): value for move, value in moves.items()}[best]
            self.close(moves[own], chosen, self.scale, partial(self.value, seat=seat, action=own))

    def forecast(self, told: dict[str, Any]) -> None:
        ahead = self.right.forecast()
        for seat, (value, other) in enumerate(zip(ahead.seats(self.right.turn), told["seats"], strict=True)):
            self.close(value, other, self.scale, partial(self.value, seat=seat))
        # A network's last digits decide between moves of equal value, which differ in all else.
        if not isinstance(self.right.objective, ShareOfVictory):
            self.close(ahead.points, told["points"], POINTS, lambda turn: forecast(turn, self.state).points)
            self.close(ahead.gift, told["gift"], POINTS, lambda turn: forecast(turn, self.state).gift)
            expected = self.right.turn.expected_gift(self.state)
            self.close(expected, told["expectedGift"], POINTS, lambda turn: turn.expected_gift(self.state))
            for (kind, value), other in zip(ahead.kinds.items(), told["kinds"], strict=True):
                self.close(value, other, 1, partial(self.kind, kind=kind))

    def value(self, turn: SolvedTurn, seat: int, action: Action | None = None) -> float:
        position = self.exercise.position
        if action is None and isinstance(position, Node) and not position.asking and self.state.recipient_decides:
            action = DeclineGift()
        return turn.seats(self.state, action)[seat]

    def kind(self, turn: SolvedTurn, kind: Kind) -> float:
        return forecast(turn, self.state).kinds[kind]

    @cached_property
    def noisy(self) -> list[SolvedTurn]:
        """The turn of the position, solved with a little noise in the values of its outcomes."""
        turn, rng = self.right.turn, np.random.default_rng(1)
        noise = self.scale * (NOISE_OF_NETWORKS if isinstance(self.right.objective, ShareOfVictory) else NOISE)
        found = []
        for _ in range(DRAWS):
            leaves = (
                None if leaf is None else leaf + noise * rng.uniform(-1, 1, leaf.shape[:1])[:, None]
                for leaf in turn.leaves
            )
            noisy = Leaves(*leaves)  # type: ignore[arg-type]
            found.append(SolvedTurn(turn.outcomes, noisy, turn.active, turn.late_asking, turn.constant_sum))
        return found


def figures() -> str:
    """A line for each kind: how far the two are apart, and how often the best move is the same."""
    lines = [f"{'':48}{'positions':>10}{'apart':>10}{'ties':>6}{'decisions':>11}{'same best':>11}"]
    for kind, found in sorted(FOUND.items()):
        numbers = f"{found.positions:10}{found.largest:10.1e}{found.ties:6}{found.decisions:11}{found.same_best:11}"
        lines.append(f"{kind:48}{numbers}")
    return "\n".join(lines)


def words(action: Action) -> str:
    return " ".join([ACTION_NAMES[type(action)], *map(str, dice_of(action))])


def random_setup(random: Random) -> Setup:
    """Half the rulebook's game, a quarter house rules, a quarter other dice, which take long to prepare."""
    players = random.choice([2, 2, 3, 4])
    which = random.random()
    if which < 0.5:
        return Setup(players)
    ruleset = Ruleset(random.choice([1, 2, 5, 7, 10]), random.random() < 0.5, random.random() < 0.5)
    if which < 0.75:
        return Setup(players, ruleset)
    # Of random squares hardly any has a symmetry.
    symmetric = random.choice([*DICE_SETS.values(), shuffled_standard(random)])
    return Setup(players, ruleset, random.choice([symmetric, random_dice_set(random)]))


def positions_of(random: Random, setup: Setup) -> Iterator[GameState | Node]:
    """Some of a game, in which moves are those of bots or random ones."""
    dice = RandomDice(Random(random.random()))
    wild = random.choice([0.0, 0.2, 1.0])
    bots = [BOTS[random.choice(["squirrel", "magpie", "fox"])](random) for _ in range(setup.players)]
    passed: list[Node] = []
    node = Node.of(new_game(setup.players, setup.ruleset, setup.dice_set))
    while (player := node.player) is not None:
        passed.append(node)
        action = random.choice(node.actions) if random.random() < wild else bots[player].choose(node)
        node = node.play(action, dice)
    passed.append(node)
    for place in sorted(random.sample(range(len(passed)), min(POSITIONS, len(passed)))):
        yield passed[place] if random.random() < 0.5 else passed[place].state


def objectives(random: Random, setup: Setup) -> list[ObjectiveName | Target]:
    found: list[ObjectiveName | Target] = ["victory"]
    if is_solved(setup):
        found.append("lead")
    # Of other dice each turn is six times as large, and a target needs thousands of turns.
    rounds = setup.ruleset.rounds
    targets = rounds <= (STANDARD.rounds if setup.dice_set == STANDARD_DICE else 1)
    solo: list[ObjectiveName | Target] = ["points", "charity"]
    if targets:
        solo.append(Target(random.randrange(10, 60) * rounds))
    return [*found, random.choice(solo)]


PROOFS = [Proof("values.positions", positions, 250, 10_000, figures)]
