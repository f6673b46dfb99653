"""Exercises: the same themes, ratings and worths in the browser, and twins that are what they say."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from itertools import cycle
from random import Random
from typing import Any

from charidice.chance import RandomDice
from charidice.coach.trainer.glicko import Answer, Skill, after_period
from charidice.coach.trainer.levels import FALLIBLE, rating_of_exercise, worth_of_level
from charidice.coach.trainer.themes import (
    CLEAR_MARGIN,
    LEAST_MARGIN,
    MOST_OF_KEEPING,
    Analysed,
    Theme,
    find,
    themes,
)
from charidice.coach.trainer.worth import HAIR, worth
from charidice.encoding import decode, encode
from charidice.record import read_node, write_node
from charidice.rules import Node, new_game
from charidice.strategy.bots.levels import Level
from charidice.strategy.bots.team import BOTS
from charidice.strategy.objectives.contest import Objective, objective_for
from tests.js.proof import Proof, Question
from tests.js.proof.coach import TOLERANCES, alike, random_setup

SET: dict[str, Any] = json.loads(
    resources.files("charidice.web").joinpath("static", "exercises.json").read_text("utf-8")
)
RATINGS: dict[Level, float] = {level: SET["levels"][level]["rating"] for level in FALLIBLE}
# Where a margin is so near one of these, the engines may disagree.
LIMITS = (LEAST_MARGIN, CLEAR_MARGIN, MOST_OF_KEEPING, 0)
# Of a game.
NODES = 12
SEEDS, FACTOR = 50, 2


def found(rng: Random) -> Iterator[Question]:
    """The themes of all shipped exercises, then of decisions of games."""
    for theme in Theme:
        for text, *_ in SET["themes"][theme]:
            yield _of_node(read_node(text), exact=True)
    while True:
        setup = random_setup(rng)
        bots = [BOTS[rng.choice(["squirrel", "magpie", "fox"])](rng) for _ in range(setup.players)]
        node, dice, met = Node.of(new_game(setup.players, setup.ruleset, setup.dice_set)), RandomDice(rng), list[Node]()
        while (player := node.player) is not None:
            if node.state.turn.rolls and len(node.actions) > 1:
                met.append(node)
            node = node.play(bots[player].choose(node), dice)
        for one in rng.sample(met, min(NODES, len(met))):
            yield _of_node(one)


def _of_node(node: Node, exact: bool = False) -> Question:
    def check(told: dict[str, Any]) -> None:
        analysed = Analysed.of(node, objective_for("victory", node.state.setup))
        right, tolerance = themes(analysed), TOLERANCES[node.state.setup.players]
        for theme in Theme:
            own, other = right.get(theme), told.get(theme)
            margin = own.margin if own else other["margin"] if other else None
            if not exact and margin is not None and any(abs(margin - limit) <= 2 * tolerance for limit in LIMITS):
                continue
            assert (own is None) == (other is None), theme
            if own and other:
                worths = {level: worth_of_level(level, analysed, own.margin) for level in FALLIBLE}
                expected = {"idea": own.idea, "margin": own.margin, "worths": worths}
                # A little of the margin is more of the worth.
                alike(expected, 100 * tolerance)({key: other[key] for key in expected})
                if exact:
                    assert other["rating"] == round(rating_of_exercise(worths, RATINGS))

    return Question({"node": write_node(node), "ratings": RATINGS}, check)


@dataclass
class Twins:
    """What was asked of twins, and how many were found."""

    asked: int = 0
    found: int = 0


TWINS = Twins()


def twins(rng: Random) -> Iterator[Question]:
    """Twins of as many seeds, one after the other; every one that is found is checked."""
    every = [(theme, *row) for theme in Theme for row in SET["themes"][theme]]
    objective = objective_for("victory", read_node(every[0][1]).state.setup)
    for number, (theme, node, idea, margin, *_) in enumerate(cycle(rng.sample(every, SEEDS))):
        asked = {"node": node, "theme": theme, "idea": idea, "margin": margin, "seed": str(number), "ratings": RATINGS}
        yield Question(asked, _Twin(asked, objective))


class _Twin:
    """The check of a twin by Python's engine."""

    def __init__(self, seed: dict[str, Any], objective: Objective) -> None:
        self.seed = seed
        self.objective = objective

    def __call__(self, told: dict[str, Any] | None) -> None:
        TWINS.asked += 1
        # Few seeds are so rare that a search finds nothing.
        assert TWINS.found >= 0.8 * TWINS.asked - 4
        if told is None:
            return
        TWINS.found += 1
        node, seed = read_node(told["node"]), self.seed
        assert write_node(node) == told["node"] != seed["node"]
        analysed = Analysed.of(node, self.objective)
        found = find(Theme(seed["theme"]), analysed)
        assert found
        assert found.idea == seed["idea"] == told["idea"]
        assert abs(found.margin - told["margin"]) < TOLERANCES[2]
        # The margin of the seed is rounded in the file.
        assert 1 / FACTOR <= found.margin / seed["margin"] <= FACTOR
        assert {encode(move) for move in analysed.victory if analysed.loss(move) <= HAIR} >= {told["right"][0]}
        assert analysed.loss(decode(told["right"][0])) < TOLERANCES[2]


def figures() -> str:
    return f"{TWINS.found} twins found of {TWINS.asked}"


def ratings(rng: Random) -> Iterator[Question]:
    while True:
        skill = Skill(rng.uniform(800, 2400), rng.uniform(30, 350), rng.uniform(0.03, 0.1))
        answers = [
            Answer(rng.uniform(800, 2400), rng.uniform(0, 300), rng.random()) for _ in range(rng.randrange(0, 15))
        ]
        asked = {"skill": skill._asdict(), "results": [answer._asdict() for answer in answers]}
        after = after_period(skill, answers)
        yield Question(asked, alike({**after._asdict(), "interval": after.interval}, 1e-9))


def worths(rng: Random) -> Iterator[Question]:
    while True:
        loss, margin = rng.choice([0, HAIR, rng.uniform(0, 0.3)]), rng.uniform(LEAST_MARGIN, 0.3)
        yield Question({"loss": loss, "margin": margin}, alike(float(worth(loss, margin)), 1e-12))


PROOFS = [
    Proof("trainer.found", found, 460, 5_000),
    Proof("trainer.twins", twins, 30, 1_030, figures),
    Proof("trainer.ratings", ratings, 200, 2_000),
    Proof("trainer.worths", worths, 100, 500),
]
