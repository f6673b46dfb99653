"""Bots that make the same moves, hints and reviews with the same numbers."""

import json
from collections.abc import Callable, Iterator
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

from charidice.chance import RandomDice
from charidice.coach import Coach, review
from charidice.coach.reviews.jsonform import review_fields
from charidice.match import Match
from charidice.record import GameRecord, dump_json, load_json, write_position
from charidice.rules import STANDARD_DICE, Colour, GameState, Node, Ruleset, Setup
from charidice.rules.engine import ACTION_NAMES
from charidice.rules.moves import Action, dice_of
from charidice.strategy.bots.team import bot_named
from tests.js.proof import Proof, Question
from tests.rules.squares import random_dice_set

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
# Bots without whims.
DETERMINED = ("magpie", "fox", "owl")
# Of values of two players, and of three and four, whose networks are computed in single precision.
TOLERANCES = {2: 2e-6, 3: 1e-4, 4: 1e-4}
# In single precision, either of two moves that are worth the same may be the best one, and then a turn gives more or
# less. Sums of such expected gifts are only this close.
GIFTS = 0.2


def random_setup(rng: Random) -> Setup:
    """The rulebook's game every other time."""
    players = rng.choice((2, 2, 3, 4))
    if rng.random() < 0.5:
        return Setup(players, Ruleset(rng.randint(1, 7)), STANDARD_DICE)
    ruleset = Ruleset(rng.randint(1, 7), rng.random() < 0.4, rng.random() < 0.4)
    return Setup(players, ruleset, STANDARD_DICE if rng.random() < 0.5 else random_dice_set(rng))


def game_of(setup: Setup, levels: list[str], seed: bytes) -> GameRecord:
    match = Match.new(setup.players, setup.ruleset, setup.dice_set, seed, bots=levels)
    bots = [bot_named(level, Random(1)) for level in levels]
    while not match.is_over:
        player = match.node.player
        assert player is not None
        match.play(bots[player].choose(match.node))
    return match.record


def random_game(rng: Random, levels: tuple[str, ...]) -> GameRecord:
    setup = random_setup(rng)
    return game_of(setup, rng.choices(levels, k=setup.players), rng.randbytes(32))


def games(rng: Random) -> Iterator[Question]:
    while True:
        record = random_game(rng, DETERMINED)
        rules = record.ruleset
        assert record.pledge
        assert record.pledge.seed
        asked = {
            "ruleset": {"rounds": rules.rounds, "freeGiving": rules.free_giving, "lateAsking": rules.late_asking},
            "dice": str(record.dice_set),
            "seed": record.pledge.seed.hex(),
            "levels": list(record.bots),
        }
        yield Question(asked, same(dump_json(record)))


def same(expected: str) -> Callable[[object], None]:
    def check(answer: object) -> None:
        assert answer == expected

    return check


def reviews(rng: Random) -> Iterator[Question]:
    for path in sorted(PLAYTHROUGHS.glob("*.json")):
        yield of_review(load_json(path.read_text("utf-8")))
    while True:
        yield of_review(random_game(rng, ("sparrow", "squirrel", "magpie", "fox")))


def of_review(record: GameRecord) -> Question:
    return Question(dump_json(record), alike(review_fields(review(record)), TOLERANCES[len(record.players)]))


def hints(rng: Random) -> Iterator[Question]:
    coaches: dict[Setup, Coach] = {}
    while True:
        record = random_game(rng, ("sparrow", "fox"))
        state = record.start
        coach = coaches.setdefault(state.setup, Coach.of(state.setup))
        node, dice = Node.of(state), RandomDice(rng)
        while node.player is not None:
            if rng.random() < 0.1:
                for player in (node.state.active, node.state.recipient):
                    yield of_hint(coach, node.state, player)
            node = node.play(bot_named("squirrel", rng).choose(node), dice)


def of_hint(coach: Coach, state: GameState, player: int) -> Question:
    hint = coach.hint(state, player)
    about = hint.about.value if isinstance(hint.about, Colour) else hint.about
    expected = {
        "player": hint.player,
        "look": hint.look,
        "about": about,
        "dice": list(hint.dice),
        "verdict": hint.verdict,
        "giver": hint.giver and move_of(hint.giver),
        "truth": hint.truth,
        "error": hint.error,
        "makesNoDifference": hint.makes_no_difference,
        "prospects": [
            {
                "action": move_of(each.action),
                "victory": each.victory,
                "lead": each.lead,
                "points": each.points,
                "gift": each.gift,
                "kinds": {str(kind.value): chance for kind, chance in each.kinds.items()},
                "mostGiven": each.most_given,
                "spread": each.spread,
                "asked": each.asked,
            }
            for each in hint.prospects
        ],
    }
    asked = {"position": write_position(state), "player": player}
    return Question(asked, alike(expected, TOLERANCES[len(state.sheets)]))


def move_of(action: Action) -> list[object]:
    return [ACTION_NAMES[type(action)], list(dice_of(action))]


def alike(expected: object, tolerance: float) -> Callable[[object], None]:
    """The check that an answer is this, its numbers within the tolerance."""
    # As JSON, tuples are lists and enumerations texts.
    right = json.loads(json.dumps(expected))

    def check(answer: object) -> None:
        compare(right, answer, tolerance, "")

    return check


def compare(right: Any, answer: Any, tolerance: float, place: str) -> None:
    if isinstance(right, dict):
        assert isinstance(answer, dict), place
        assert right.keys() == answer.keys(), place
        for key, value in right.items():
            if key == "best" and tolerance == TOLERANCES[3] and isinstance(value, dict) and "action" in value:
                continue  # its value is compared
            wide = GIFTS if key in ("given", "received") and tolerance == TOLERANCES[3] else tolerance
            compare(value, answer[key], wide, f"{place}.{key}")
    elif isinstance(right, list):
        assert len(right) == len(answer), place
        for at, value in enumerate(right):
            compare(value, answer[at], tolerance, f"{place}[{at}]")
    elif isinstance(right, float):
        assert isclose(answer, right, abs_tol=tolerance, rel_tol=tolerance), f"{place}: {answer} {right}"
    else:
        assert answer == right, f"{place}: {answer} {right}"


PROOFS = [
    Proof("coach.games", games, 12, 2_000),
    Proof("coach.reviews", reviews, 24, 500),
    Proof("coach.hints", hints, 30, 2_000),
]
