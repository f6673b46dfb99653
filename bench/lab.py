"""The lab in node: the waiting time after a change of one die, and for a new position, beside Python's `analyse`.

    make bench

All are processor time, in one run on the same positions: turns of games of bots, in each of which the dice change one
by one after roll 1, 2 and 3. The lab answers with every move, its gift, whether to ask and the forecast; `analyse` is
asked for the same. The first turns warm up.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles

from charidice import Target, analyse
from charidice.chance import RandomDice
from charidice.record import write_position
from charidice.rules import GameState, Node, new_game
from charidice.strategy.analysis import ObjectiveName
from charidice.strategy.bots.team import BOTS

NODE = Path(sys.executable).with_name("node")
SCRIPT = Path(__file__).with_suffix(".js")
LIMITS_MS = {2: 50, 3: 100, 4: 200}
TURNS = 40
WARM_UP = 8
CHANGES = 4
IN_A_TURN = 3 * CHANGES
# Of the turns of a game.
SHARE = 0.2
OBJECTIVES: dict[str, ObjectiveName | Target] = {
    "victory": "victory",
    "points": "points",
    "target 220": Target(220),
    "charity": "charity",
}


def turns(players: int, rng: Random) -> Iterator[list[GameState]]:
    """The positions of a turn: the first is new, each other one has another roll or another face of one die."""
    while True:
        node = Node.of(new_game(players))
        bot, dice = BOTS["fox"](rng), RandomDice(rng)
        while node.player is not None:
            if node.state.turn.rolls == 0 and rng.random() < SHARE:
                yield list(changes(node.state, rng))
            node = node.play(bot.choose(node), dice)


def changes(state: GameState, rng: Random) -> Iterator[GameState]:
    numbers = rng.choices(range(1, 7), k=6)
    for rolls in (1, 2, 3):
        for _ in range(CHANGES):
            yield state._replace(turn=state.turn._replace(rolls=rolls, numbers=tuple(numbers)))
            numbers[rng.randrange(6)] = rng.randint(1, 6)


def node_ms(objective: str, states: list[GameState]) -> list[float]:
    lines = "\n".join(map(write_position, states))
    found: list[float] = json.loads(subprocess.check_output([NODE, SCRIPT, objective], input=lines, encoding="utf-8"))
    return found


def python_ms(objective: ObjectiveName | Target, state: GameState) -> float:
    """All that the lab answers."""
    begin = time.process_time()
    analysis = analyse(state, objective)
    _ = [analysis.value(seat) for seat in range(len(state.sheets))]
    for action in analysis.action_values(state.active):
        analysis.turn.expected_gift(state, action)
    if state.recipient_decides:
        _ = analysis.asking, analysis.should_ask
    analysis.forecast()
    return 1000 * (time.process_time() - begin)


def main() -> None:
    for players, limit in LIMITS_MS.items():
        solved = list(islice(turns(players, Random(players)), WARM_UP + TURNS))
        states = [state for turn in solved for state in turn]
        for name, objective in OBJECTIVES.items():
            times = {"node": node_ms(name, states), "Python": [python_ms(objective, state) for state in states]}
            for engine, spent in times.items():
                by_turn = [
                    spent[start : start + IN_A_TURN] for start in range(WARM_UP * IN_A_TURN, len(spent), IN_A_TURN)
                ]
                new = [first for first, *_ in by_turn]
                changed = [ms for _, *others in by_turn for ms in others]
                late = quantiles(changed, n=100)[98]
                print(
                    f"{players} players, {name:10} {engine:6}: another die {median(changed):5.1f} ms, 99 in 100 below "
                    f"{late:5.1f}, at most {limit}; another position {median(new):6.1f} ms",
                    flush=True,
                )


if __name__ == "__main__":
    main()
