"""The waiting times of a player: for the tables to load, for a bot to decide, for a full hint and for a review.

    make bench

Decisions are those of a few played games, the recipient's choice to ask or not included; a hint is worked out and put
into words. All are processor time; of hints, each the best of some passes. Reviews are of games of foxes.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import median

from charidice.arena import deal_dice, play_game
from charidice.chance import FairDice
from charidice.coach import Coach, review
from charidice.messages import catalog
from charidice.record import GameRecord
from charidice.rules import Event, GameState, Node, new_game
from charidice.show.hints.stages import stages
from charidice.strategy.bots.points import Fox
from charidice.strategy.bots.team import Team

BOT = "owl"
GAMES = {2: 6, 4: 3}
LIMITS_MS = {2: 1, 4: 5}
LOADING_LIMIT_MS = 500
REVIEW_LIMIT_MS = 1000
LOADS = PASSES = 5
LOADING = """
import time
from charidice.coach import Coach
from charidice.rules import new_game
start = new_game({players})
before = time.process_time()
Coach.of(start.setup).victory.leaves(start)
print(1000 * (time.process_time() - before))
"""


def played_decisions(players: int, games: int) -> Iterator[tuple[GameState, int, float]]:
    """Every state in which a bot has a choice, with its seat and the milliseconds it took."""
    rng = Random(1)
    bots = Team.of([BOT] * players)(rng)
    for _ in range(games):
        node = Node.of(new_game(players))
        dice = FairDice(rng.randbytes(32))
        while (seat := node.player) is not None:
            begin = time.process_time()
            action = bots[seat].choose(node)
            if node.state.turn.rolls:
                yield node.state, seat, 1000 * (time.process_time() - begin)
            node = node.play(action, dice)


def hint_ms(state: GameState, seat: int) -> float:
    names = [f"Player {number + 1}" for number in range(len(state.sheets))]
    begin = time.process_time()
    stages(Coach.of(state.setup).hint(state, seat), state, catalog("en"), names)
    return 1000 * (time.process_time() - begin)


def loading_ms(players: int) -> float:
    """Loading the tables of a coach in a fresh process, the best of a few."""
    code = LOADING.format(players=players)
    times = [subprocess.check_output([sys.executable, "-c", code], text=True) for _ in range(LOADS)]
    return min(map(float, times))


def review_ms(players: int, deal: int) -> float:
    events: list[Event] = []
    play_game([Fox()] * players, new_game(players).setup, deal_dice(1, deal), events.append)
    record = GameRecord(players=tuple(map(str, range(players))), events=tuple(events))
    begin = time.process_time()
    review(record)
    return 1000 * (time.process_time() - begin)


def show(what: str, spent: float, limit: float) -> None:
    print(f"{what:32}{spent:8.1f} ms{spent / limit:8.2f} of {limit} ms")


def main() -> None:
    for players, games in GAMES.items():
        show(f"loading, {players} players", loading_ms(players), LOADING_LIMIT_MS)
        hint_ms(new_game(players), 0)  # loads the tables
        decisions = list(played_decisions(players, games))
        show(f"decision, {players} players", median(spent for *_, spent in decisions), LIMITS_MS[players])
        passes = [[hint_ms(state, seat) for state, seat, _ in decisions] for _ in range(PASSES)]
        show(f"hint, {players} players", median(map(min, zip(*passes, strict=True))), LIMITS_MS[players])
        show(f"review, {players} players", median(review_ms(players, deal) for deal in range(games)), REVIEW_LIMIT_MS)


if __name__ == "__main__":
    main()
