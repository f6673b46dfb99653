"""Exercises: positions with the value of every move, to train or grade a player."""

from collections.abc import Iterator
from random import Random

from charidice.arena import deal_dice, play_game
from charidice.coach.moves import move_fields
from charidice.encoding import encode
from charidice.record.position import write_node
from charidice.rules.state import Setup
from charidice.rules.strict import Node
from charidice.strategy.analysis import Analysis
from charidice.strategy.bots.team import Team
from charidice.strategy.objectives.contest import Objective
from charidice.study.games import Watched

FORMAT, VERSION = "charidice-exercise", 1
# The positions are from games of good and bad players, so that all kinds occur.
SEATED = ("squirrel", "fox", "magpie", "sparrow")

Fields = dict[str, object]


def exercises(setup: Setup, objective: Objective, count: int, seed: int) -> Iterator[Fields]:
    """So many exercises, each from a game of its own; the same for the same seed."""
    for number in range(count):
        yield exercise(_decision(setup, seed, number), objective)


def _decision(setup: Setup, seed: int, number: int) -> Node:
    """A decision between at least two moves in a game between bots."""
    rng = Random(f"{seed}.{number}")  # noqa: S311  (meant to be repeated)
    met: list[Node] = []
    bots = Team.of(rng.sample(SEATED, setup.players))(rng)
    play_game([Watched(bot, met) for bot in bots], setup, deal_dice(seed, number))
    return rng.choice([node for node in met if len(node.actions) > 1])


def exercise(node: Node, objective: Objective) -> Fields:
    """A decision with the value and the regret of every move, best first."""
    player = node.player
    assert player is not None
    state, a = node.state, Analysis(node, objective)
    found = ((value, encode(move), move) for move, value in a.moves(player).items())
    moves = sorted(found, key=lambda row: (-row[0], row[1]))
    best = moves[0][0]
    return {
        "format": FORMAT,
        "version": VERSION,
        "node": write_node(node),
        "player": player,
        "round": state.round,
        "rolls_left": state.rolls_left,
        "faces": list(map(str, state.faces)),
        "sheets": [sheet._asdict() for sheet in state.sheets],
        "objective": objective.name,
        "truth": objective.truth,
        "value": best,
        "moves": [
            {"index": index, **move_fields(move), "value": value, "regret": best - value}
            for value, index, move in moves
        ],
    }
