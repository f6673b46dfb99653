"""How much can be won against foxes, who play every turn for points: a best response, fitted and played.

    python -m bench.best_response
    python -m bench.best_response --players 4 --deals 2000

Foxes go by fixed rules, so what is best against them is a problem of one player. It is solved as the shares of victory
are, from the last turn back: networks for the share of the player on a seat if foxes sit on all others. The value at
the start estimates the most that any strategy can win against foxes; the games show what this one does win, with the
same dice on every seat. The owl is for comparison: it expects others to play as well as itself.
"""

from argparse import ArgumentParser
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from charidice.arena import play_deals
from charidice.rules.dice import STANDARD_DICE
from charidice.rules.engine import new_game
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll
from charidice.rules.ruleset import ROUNDS
from charidice.rules.state import GameState, Setup
from charidice.rules.strict import Node
from charidice.solving.fitting import Fitting, Part
from charidice.solving.training import Effort, drawn, fit
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.planner import Planner
from charidice.strategy.bots.points import Fox, turn_for_points
from charidice.strategy.objectives.contest import share_of_victory, start_of_turn, turns_left_in
from charidice.strategy.tables.features import features, is_last_round, is_steep
from charidice.strategy.tables.last_turn import LastTurn, fastest, last_turn
from charidice.strategy.tables.positions import Positions, final_shares, turns_by_seat
from charidice.strategy.tables.shares import Network, Shares, shapes_of
from charidice.strategy.turn.arrays import Bools, Floats
from charidice.strategy.turn.asking import asks_by_orbit
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.orbits import roll_index
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import Leaves, SolvedTurn
from charidice.strategy.turn.solver import TurnBranch, TurnValues, has_numba
from charidice.strategy.turn.sweeps import SCORES, expectation

SEATS = (3, 4)
SIZE, EPOCHS = 16, 30
BRINGS = outcomes(STANDARD_DICE, free_giving=False)
ORBITS = BRINGS.orbits
FOX = turn_for_points(STANDARD_DICE, free_giving=False, weight=0.0)


class ByRule(TurnBranch):
    """A turn in which a fox is the recipient."""

    def __init__(self, utility: Floats, asked: "ByRule | None", giver_turns: int) -> None:
        super().__init__(BRINGS, utility, asked)
        self.rule = _rule(giver_turns)

    def asks(self, rolls: int) -> Bools:
        return self.rule[rolls - 1]


@lru_cache
def _rule(giver_turns: int) -> tuple[Bools, ...]:
    """After roll 1, 2 and 3, and by orbit: whether a fox asks, if the giver has so many turns after this one."""
    return tuple(asks_by_orbit(STANDARD_DICE, free_giving=False, turns_left=giver_turns)[..., None])


def turn_among_foxes(plain: Floats, asked: Floats | None, giver_turns: int) -> TurnValues:
    doubled = None if asked is None else ByRule(asked, None, giver_turns)
    return TurnValues(ByRule(plain, doubled, giver_turns), doubled)


@lru_cache
def turn_of_fox(giver_turns: int, can_be_asked: bool) -> tuple[Floats, Floats]:
    """The chance of every outcome of a fox's turn, with a plain gift and with one that another fox has asked for."""
    points = BRINGS.total[:, None].astype(np.float64)
    turn = SolvedTurn.for_active(BRINGS, points[:, 0])
    turn.values = turn_among_foxes(points, points if can_be_asked else None, giver_turns)
    return forecast(turn, new_game(SEATS[0]))[1:]


class Asking(NamedTuple):
    """By orbit of rolls: what it is worth to ask a fox now, and not to."""

    asked: Floats
    unasked: Floats

    @property
    def best(self) -> Floats:
        return np.maximum(self.asked, self.unasked)


def asking_a_fox(plain: Floats, asked: Floats) -> tuple[Asking, Asking]:
    """After roll 1 and after roll 2."""

    def followed(rolls: int, rolled: Floats, scored: Floats) -> Floats:
        rows = FOX.values.plain.policy(rolls)
        kept = expectation(ORBITS, rolled).take(rows, axis=0, mode="wrap")
        return np.where((rows == SCORES)[:, None], scored, kept)

    scored, doubled = (leaf.take(FOX.values.plain.scored, axis=0) for leaf in (plain, asked))
    second = Asking(followed(2, doubled, doubled), followed(2, scored, scored))
    return Asking(followed(1, second.asked, doubled), followed(1, second.best, scored)), second


class Apart(Network):
    """Every seat has a share of its own: they are of different games, in which only that seat is not a fox."""

    def shares(self, scores: Floats) -> Floats:
        return 1 / (1 + np.exp(-scores))


class AmongFoxes(Shares):
    def __init__(self, seats: int, last: LastTurn) -> None:
        super().__init__(seats, last)
        self.apart: dict[int, Apart] = {}

    def inputs(self, positions: Positions, turns_left: int) -> Floats:
        if is_last_round(turns_left, self.seats):
            # A player who receives no more gifts has nothing to ask for.
            receives = np.roll(turns_by_seat(turns_left, self.seats), 1) > 0
            positions = positions._replace(gifts=positions.gifts * receives.astype(np.float32))
        return features(positions, turns_left, self.last_turn)

    def of(self, positions: Positions, turns_left: int) -> Floats:
        if turns_left == 0:
            return final_shares(positions)
        return self.apart[turns_left].of(self.inputs(positions, turns_left))


class Response(Fitting):
    """Fits the shares of a best response."""

    table: AmongFoxes

    def __init__(self, seats: int, scale: float) -> None:
        super().__init__(AmongFoxes(seats, fastest(last_turn())))
        self.scale = scale

    def solve_family(self, family: Positions, turns_left: int, compiled: bool = False) -> Floats:
        can_ask = bool(family.gifts[0, 1])
        plain = self._leaves_of_family(family, turns_left, asked=False)
        asked = self._leaves_of_family(family, turns_left, asked=True) if can_ask else None
        giver_turns = int(turns_by_seat(turns_left, self.table.seats)[0]) - 1
        found = np.einsum("o,sop->ps", turn_of_fox(giver_turns, can_ask)[0], plain)
        if asked is not None:
            found += np.einsum("o,sop->ps", turn_of_fox(giver_turns, can_ask)[1], asked)
            found[:, 1] = ORBITS.shares @ asking_a_fox(plain[1], asked[1])[0].best
        found[:, 0] = turn_among_foxes(plain[0], None if asked is None else asked[0], giver_turns).start
        shares: Floats = np.clip(found, 0, 1)
        return shares

    def fit(self, turns_left: int) -> None:
        seats = self.table.seats
        near = is_last_round(turns_left, seats)
        families = int(self.scale * (4_000 if near else 2_500 if is_steep(turns_left, seats) else 1_500))
        made = Effort(families, SIZE, epochs=EPOCHS)
        positions = [self.family(Part(turns_left, number), SIZE) for number in range(families)]
        targets = np.concatenate([self.solve_family(family, turns_left, has_numba()) for family in positions])
        inputs = np.concatenate([self.table.inputs(family, turns_left) for family in positions])
        rng = np.random.default_rng((seats, turns_left))
        units = 96 if near else 64
        start = Apart(*drawn(shapes_of(inputs.shape[1], units, seats), rng))
        fitted = fit(start, inputs, targets.astype(np.float32), made, rng)
        assert isinstance(fitted, Apart)
        self.table.apart[turns_left] = fitted


class Hunter:
    """Plays the best response."""

    def __init__(self, shares: AmongFoxes) -> None:
        self.shares = shares
        self._turn, self._asking = lru_cache(maxsize=4)(self._solved), lru_cache(maxsize=4)(self._asked)

    def choose(self, node: Node) -> Action:
        state, start = node.state, start_of_turn(node.state)
        if not node.asking:
            return self._turn(start).best_action(state) if state.turn.rolls else Roll()
        asked, unasked = self._asking(start)[state.turn.rolls - 1]
        orbit = ORBITS.of_roll[roll_index(state.turn.numbers)]
        return AskGift() if asked[orbit, 0] > unasked[orbit, 0] else DeclineGift()

    def _leaves(self, start: GameState, seat: int) -> Leaves:
        def leaf(asked: bool) -> Floats:
            found: Floats = self.shares.after(Positions.of(start), turns_left_in(start), BRINGS, asked)[seat]
            return found

        return Leaves(leaf(asked=False), leaf(asked=True) if start.sheets[start.recipient].has_gift else None)

    def _solved(self, start: GameState) -> SolvedTurn:
        leaves = self._leaves(start, 0)
        turn = SolvedTurn(BRINGS, leaves, 0, late_asking=False, constant_sum=True)
        turn.values = turn_among_foxes(*leaves, ROUNDS - start.round)
        return turn

    def _asked(self, start: GameState) -> tuple[Asking, Asking]:
        plain, asked = self._leaves(start, 1)
        assert asked is not None
        return asking_a_fox(plain, asked)


def against_foxes(bot: Chooser, seats: int, deals: int, seed: int) -> str:
    """What a bot wins over all seats."""
    bots = [bot, *(Fox() for _ in range(seats - 1))]
    played = play_deals(lambda _: bots, seats * deals, Setup(seats), seed)
    found = played.bots[0].victories
    low, high = (100 * (bound or 0) for bound in (found.low, found.high))
    return f"{100 * found.mean:.2f} % ({low:.1f} to {high:.1f}) of {played.games} games"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, choices=SEATS, action="append")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of positions that are solved")
    options = parser.parse_args()
    for seats in options.players or SEATS:
        response = Response(seats, options.scale)
        for turns_left in range(1, response.turns + 1):
            response.fit(turns_left)
        start = 100 * response.table.of(Positions.of(new_game(seats)), response.turns)[0].mean()
        print(f"{seats} players: a best response expects {start:.1f} % against foxes", flush=True)
        owl = Planner(share_of_victory)
        for name, bot in (("best response", Hunter(response.table)), ("owl", owl)):
            print(f"  {name} wins {against_foxes(bot, seats, options.deals, options.seed)}", flush=True)


if __name__ == "__main__":
    main()
