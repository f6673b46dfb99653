"""The browser's solver in node: a turn beside NumPy's, and the waiting times for the owl's decisions.

    make bench

All are processor time. A turn is the first of the game, in which the recipient may ask, solved from the last roll back
to the first. Decisions are the owl's first ones of all turns of a few games, which solve the turn, after a game to warm
up: the median by number of turns left, and of these numbers the worst.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from charidice.rules import new_game
from charidice.strategy.objectives.contest import objective_for
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.solver import solve_turn

NODE = Path(sys.executable).with_name("node")
SCRIPT = Path(__file__).with_suffix(".js")
TURNS = 200
TURN_LIMIT = 4
GAMES = 6
LIMITS_MS = {2: 15, 3: 60, 4: 150}


def measured(*words: object) -> Any:
    return json.loads(subprocess.check_output([NODE, SCRIPT, *map(str, words)]))


def turn_ms() -> float:
    """A turn solved by NumPy, the median of many."""
    state = new_game(2)
    plain, asked = objective_for("victory", state.setup).leaves(state)
    assert asked is not None
    found = outcomes(state.setup.dice_set, state.setup.ruleset.free_giving)
    spent = []
    for _ in range(TURNS):
        begin = time.process_time()
        _ = solve_turn(found, plain[:, :1], asked[:, :1]).start
        spent.append(1000 * (time.process_time() - begin))
    return median(spent)


def main() -> None:
    numpy_ms, node_ms = turn_ms(), median(measured("turn", TURNS))
    print(
        f"a turn in node: {node_ms:.2f} ms, by NumPy {numpy_ms:.2f} ms: {node_ms / numpy_ms:.1f}, at most {TURN_LIMIT}"
    )
    for players, limit in LIMITS_MS.items():
        levels = {int(left): median(spent) for left, spent in measured("decisions", players, GAMES).items()}
        worst = max(levels, key=levels.__getitem__)
        print(
            f"owl's decision, {players} players:{levels[worst]:7.1f} ms with {worst} turns left, "
            f"{median(levels.values()):.1f} ms as a rule, at most {limit}"
        )


if __name__ == "__main__":
    main()
