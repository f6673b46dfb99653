"""How far the shares of victory for three and four players are off, in percentage points.

    python -m bench.shares
    python -m bench.shares --self-play

By turns left: the active player's share in likely positions that are still open (2 % to 98 %), against the turn solved
exactly from the function one turn later; the root mean square and the worst, where nobody can ask and where everybody
still can. First as it is shown, by a look one turn further, then of the networks alone. With --self-play: positions of
games against games of self-play from there.
"""

from argparse import ArgumentParser
from typing import NamedTuple

import numpy as np

from charidice.rules import GameState, new_game
from charidice.solving.fitting import TOGETHER, Fitting
from charidice.solving.residuals import is_open
from charidice.solving.self_play import SelfPlay
from charidice.strategy.objectives.contest import ShareOfVictory
from charidice.strategy.tables.last_turn import fastest, last_turn
from charidice.strategy.tables.positions import Positions, final_shares
from charidice.strategy.tables.shares import Shares, shares
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.solver import has_numba

SEATS = (3, 4)
POSITIONS = 32
ROUNDS = 7
PER_ROUND = 5
GAMES = 20
ENOUGH = 20_000


class Further(Shares):
    """Shares by a look one turn further than those of a fitting."""

    def __init__(self, fitting: Fitting) -> None:
        super().__init__(fitting.table.seats, fitting.table.last_turn)
        self._fitting = fitting

    def of(self, positions: Positions, turns_left: int) -> Floats:
        if turns_left == 0:
            return final_shares(positions)
        return self._fitting.solve_positions(positions, turns_left, has_numba())


class Errors(NamedTuple):
    """Differences to exactly solved turns, in open positions."""

    shown: Floats
    network: Floats


def errors(fitting: Fitting, turns_left: int, positions: int, can_ask: bool) -> Errors:
    rng = np.random.default_rng((2026, fitting.table.seats, turns_left, can_ask))
    further = Fitting(Further(fitting))
    found: list[Errors] = []
    while sum(len(each.shown) for each in found) < positions:
        likely = fitting.likely(turns_left, TOGETHER, rng)
        likely.gifts[...] = can_ask
        share = fitting.solve_positions(likely, turns_left, has_numba())[:, 0]
        which = np.flatnonzero(is_open(share))[: positions - sum(len(each.shown) for each in found)]
        still_open = Positions(*(column[which] for column in likely))
        exact = further.solve_positions(still_open, turns_left, has_numba())[:, 0]
        network = fitting.table.of(still_open, turns_left)[:, 0]
        found.append(Errors(share[which] - exact, network - share[which]))
    return Errors(*(100 * np.concatenate(column) for column in zip(*found, strict=True)))


def cells(found: Floats) -> str:
    return f"{np.sqrt(np.square(found).mean()):6.2f} {np.abs(found).max():6.2f}"


def show_errors(positions: int, seats_shown: list[int], levels: list[int]) -> None:
    print("                shown   can ask        network  can ask")
    print("players left   rms  worst    rms  worst    rms  worst    rms  worst  added up")
    for seats in seats_shown:
        fitting = Fitting(shares(seats))
        fitting.table.last_turn = fastest(last_turn())
        for turns_left in levels or range(1, fitting.turns + 1):
            if turns_left <= fitting.turns:
                plain, asked = (errors(fitting, turns_left, positions, can_ask) for can_ask in (False, True))
                rows = " ".join(cells(found) for found in (plain.shown, asked.shown, plain.network, asked.network))
                print(f"{seats:7} {turns_left:4} {rows} {100 * fitting.table.error(turns_left):9.2f}", flush=True)


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
    compared = []
    for seats in seats_shown:
        objective, rng = ShareOfVictory(shares(seats)), np.random.default_rng((7, seats))
        for _ in range(per_round):
            for state in positions_of_games(SelfPlay(objective), new_game(seats), rng):
                found = SelfPlay(objective).check(state, rng, games, ENOUGH, most=10 * games)
                compared.append((found.error, objective.error(state)))
                value = 100 * (found.share - found.error)
                print(
                    f"{seats:7} {state.round:5} {100 * found.share:6.2f} {value:13.2f} {100 * found.error:6.2f}"
                    f" {200 * found.deviation:10.2f} {found.plain_games:25,.0f}",
                    flush=True,
                )
    off, stated = np.abs(compared).T
    mean = 100 * np.sqrt(np.square(off).mean())
    print(f"{len(off)} positions: root mean square {mean:.2f}, worst {100 * off.max():.2f}")
    within = (f"{(off <= times * stated).mean():.0%} within {times} x" for times in (1, 2))
    print(f"beside the error that is shown: {', '.join(within)}")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--self-play", action="store_true")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--players", type=int, choices=SEATS, action="append")
    parser.add_argument("--left", type=int, action="append", help="turns left; by default all")
    parser.add_argument("--games", type=int, default=GAMES)
    options = parser.parse_args()
    players = options.players or list(SEATS)
    if options.self_play:
        show_self_play(options.games, PER_ROUND, players)
    else:
        show_errors(options.positions, players, options.left or [])


if __name__ == "__main__":
    main()
