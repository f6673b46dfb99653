"""How far the shares of victory for three and four players are off, in percentage points.

    python -m bench.shares
    python -m bench.shares --self-play

By turns left: the active player's share in likely positions that are still open (2 % to 98 %), against the turn solved
exactly from the function one turn later; the root mean square and the worst, where nobody can ask and where the
recipient still can. With --self-play: positions of games against games of self-play from there.
"""

import sys
from argparse import ArgumentParser

import numpy as np

from charidice.rules import GameState, new_game
from charidice.strategy.goals.objectives import ShareOfVictory
from charidice.strategy.self_play import SelfPlay
from charidice.strategy.tables.fitting import Fitting, is_open
from charidice.strategy.tables.last_turn import fastest, last_turn
from charidice.strategy.tables.shares import shares
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.solver import fastest_sweeps

SEATS = (3, 4)
POSITIONS = 4_000
TOGETHER = 16
ROUNDS = 7
PER_ROUND = 5
GAMES = 20
ENOUGH = 20_000


def residuals(fitting: Fitting, turns_left: int, positions: int, can_ask: bool) -> Floats:
    """The differences to exactly solved turns, in open positions."""
    rng = np.random.default_rng((2026, fitting.shares.seats, turns_left, can_ask))
    found, sweeps = [], fastest_sweeps()
    for _ in range(positions // TOGETHER):
        likely = fitting.likely(turns_left, TOGETHER, rng)
        likely.gifts[:, 1] = can_ask
        solved = fitting.solve_positions(likely, turns_left, sweeps)[:, 0]
        found.append((fitting.shares.of(likely, turns_left)[:, 0] - solved)[is_open(solved)])
    return np.concatenate(found)


def show_residuals(positions: int, seats_shown: list[int], upto: int) -> None:
    print(f"{'players':>7} {'left':>4}  {'rms':>5} {'worst':>6}   {'rms':>5} {'worst':>6} (can ask)  {'added up':>8}")
    for seats in seats_shown:
        fitting = Fitting(seats)
        fitting.shares = shares(seats)
        fitting.shares.last_turn = fastest(last_turn())
        for turns_left in range(1, min(fitting.turns, upto) + 1):
            cells = []
            for can_ask in (False, True):
                found = 100 * residuals(fitting, turns_left, positions, can_ask)
                cells.append(f"{np.sqrt(np.square(found).mean()):6.2f} {np.abs(found).max():6.2f}")
            error = 100 * fitting.shares.error(turns_left)
            print(f"{seats:7} {turns_left:4} {cells[0]}  {cells[1]}            {error:8.2f}", flush=True)


def positions_of_games(play: SelfPlay, start: GameState, rng: np.random.Generator) -> list[GameState]:
    """A position of every round of a game, before the turn of a random seat."""
    found, state = [], start
    chosen = rng.integers(len(start.sheets), size=ROUNDS + 1)
    while not state.is_over:
        if state.active == chosen[state.round]:
            found.append(state)
        state = play.next(state, rng)
    return found


def show_self_play(games: int, per_round: int, seats_shown: list[int]) -> None:
    print("players round  share  in self-play    off  ± (2 standard errors)  like so many plain games")
    errors = []
    for seats in seats_shown:
        objective, rng = ShareOfVictory(shares(seats)), np.random.default_rng((7, seats))
        for _ in range(per_round):
            for state in positions_of_games(SelfPlay(objective), new_game(seats), rng):
                found = SelfPlay(objective).check(state, rng, games, ENOUGH, most=10 * games)
                errors.append((found.error, objective.error(state)))
                value = 100 * (found.share - found.error)
                print(
                    f"{seats:7} {state.round:5} {100 * found.share:6.2f} {value:13.2f} {100 * found.error:6.2f}"
                    f" {200 * found.deviation:10.2f} {found.plain_games:25,.0f}",
                    flush=True,
                )
    off, stated = np.abs(errors).T
    mean = 100 * np.sqrt(np.square(off).mean())
    print(f"{len(off)} positions: root mean square {mean:.2f}, worst {100 * off.max():.2f}")
    within = (f"{(off <= times * stated).mean():.0%} within {times} x" for times in (1, 2))
    print(f"beside the error that is shown: {', '.join(within)}")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--self-play", action="store_true")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--players", type=int, choices=SEATS, action="append")
    parser.add_argument("--upto", type=int, default=sys.maxsize)
    parser.add_argument("--games", type=int, default=GAMES)
    options = parser.parse_args()
    players = options.players or list(SEATS)
    if options.self_play:
        show_self_play(options.games, PER_ROUND, players)
    else:
        show_residuals(options.positions, players, options.upto)


if __name__ == "__main__":
    main()
