"""The share of victory by seat for two to four players: a small neural network for each number of turns left.

With three or four players there are too many positions to solve them all. This is fitted value iteration: from the last
turn back to the first, thousands of likely positions are solved, and a network fitted to their values stands for all
others when the turn before is solved. Fitting averages out the noise of single values before moves are compared.
"""

from functools import cache
from importlib import resources
from math import sqrt
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats, Ints

HIDDEN = 48
FEATURES = 6
# What a point of lead adds to a chance of victory, so that the lead breaks ties. The seven digits of float32 are enough
# for it, and float32 halves the time of the sweeps.
TIE_BREAK = 1e-6
# Matrix products of small blocks stay in the cache of one core; larger ones would be spread over cores, and slower.
BLOCK = 96


class Positions(NamedTuple):
    """Positions before a turn, one per row; seats in the order of play, the active player first."""

    points: Floats
    given: Floats
    gifts: Floats
    """1 for a seat that can still ask, else 0."""

    @classmethod
    def of(cls, state: GameState) -> Self:
        sheets = state.sheets[state.active :] + state.sheets[: state.active]
        columns = zip(*((sheet.subtotal, sheet.total_given, sheet.has_gift) for sheet in sheets), strict=True)
        return cls(*(np.array([column], np.float32) for column in columns))

    def after(self, total: Ints, gift: Ints, asked: bool) -> "Positions":
        """All positions after all outcomes of the turn, by outcome and position, the next player first."""
        points, given, gifts = (np.repeat(column[None], len(total), axis=0) for column in self)
        given[..., 0] += gift[:, None]
        points[..., 0] += total[:, None]
        points[..., 1] += gift[:, None]
        if asked:
            gifts[..., 1] = 0
        seats = self.points.shape[1]
        return Positions(*(np.roll(column.reshape(-1, seats), -1, axis=1) for column in (points, given, gifts)))


def final_totals(positions: Positions) -> Floats:
    """The totals by seat with the charity bonus, if the game ended here."""
    given = positions.given
    most = given.max(axis=1, keepdims=True)
    bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS)
    totals: Floats = positions.points + np.where(given == most, bonus, 0)
    return totals


def final_shares(positions: Positions) -> Floats:
    """The shares of victory when the game is over; a tie is shared."""
    totals = final_totals(positions)
    won = totals == totals.max(axis=1, keepdims=True)
    shares: Floats = won / won.sum(axis=1, keepdims=True)
    return shares


def ranked(shares: Floats, after_turn: Positions) -> Floats:
    """Shares after a turn, with their lead in points to break ties of those who decided in it.

    That is the recipient, who now comes first, and the active player, who now comes last.
    """
    found = shares.astype(np.float64)
    points = after_turn.points
    found[:, 0] += TIE_BREAK * (points[:, 0] - points[:, 1:].max(axis=1))
    found[:, -1] += TIE_BREAK * (points[:, -1] - points[:, :-1].max(axis=1))
    return found


def _ahead(values: Floats) -> Floats:
    """The lead of every seat over the best other seat."""
    ordered = np.sort(values, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    ahead: Floats = values - np.where(values == best, second, best)
    return ahead


def features(positions: Positions, turns_left: int) -> Floats:
    """The inputs of the network: leads, given totals and gifts, scaled by how much can still change."""
    points, given, gifts = positions
    spread = sqrt(turns_left / points.shape[1] + 0.3)
    leads = (points - points.mean(axis=1, keepdims=True), _ahead(points), _ahead(final_totals(positions)))
    charity = (_ahead(given), given - GREAT_CHARITY_ABOVE)
    columns = [
        *(np.clip(lead / (18 * spread), -6, 6) for lead in leads),
        *(np.clip(total / (9 * spread), -4, 4) for total in charity),
        gifts - 0.5,
    ]
    return np.concatenate(columns, axis=1, dtype=np.float32)


class Network(NamedTuple):
    """Two hidden layers; the last row of each weight matrix is the bias."""

    first: Floats
    second: Floats
    last: Floats
    """From the second layer, and as a skip connection from the features."""

    @classmethod
    def shapes(cls, seats: int) -> tuple[tuple[int, int], ...]:
        inputs = FEATURES * seats
        return (inputs + 1, HIDDEN), (HIDDEN + 1, HIDDEN), (HIDDEN + inputs + 1, seats)

    @classmethod
    def new(cls, seats: int, rng: np.random.Generator) -> Self:
        """Random initial weights."""
        layers = (rng.normal(0, 1 / sqrt(shape[0]), shape).astype(np.float32) for shape in cls.shapes(seats))
        return cls(*layers)

    @classmethod
    def unpacked(cls, weights: Floats, seats: int) -> Self:
        layers, start = [], 0
        for rows, columns in cls.shapes(seats):
            layers.append(weights[start : start + rows * columns].reshape(rows, columns).astype(np.float32))
            start += rows * columns
        return cls(*layers)

    def packed(self) -> NDArray[np.float16]:
        return np.concatenate([layer.ravel() for layer in self]).astype(np.float16)

    def layers(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        """The values of both hidden layers, and the shares."""
        one = _softsign(inputs @ self.first[:-1] + self.first[-1])
        two = _softsign(one @ self.second[:-1] + self.second[-1])
        scores = two @ self.last[:HIDDEN] + inputs @ self.last[HIDDEN:-1] + self.last[-1]
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return one, two, powers / powers.sum(axis=1, keepdims=True)


def _softsign(values: Floats) -> Floats:
    """The softsign function: far faster than the hyperbolic tangent."""
    activated: Floats = values / (1 + np.abs(values))
    return activated


class Shares:
    """The networks of one number of players by turns left; the end of the game is exact."""

    def __init__(self, seats: int, networks: dict[int, Network]) -> None:
        self.seats = seats
        self.networks = networks

    def of(self, positions: Positions, turns_left: int) -> Floats:
        """The share of victory of every seat."""
        if turns_left == 0:
            return final_shares(positions)
        # A game with more rounds starts like the one with the most that is known, with the same active player.
        beyond = max(0, turns_left - max(self.networks))
        network = self.networks[turns_left - -(-beyond // self.seats) * self.seats]
        inputs = features(positions, turns_left)
        blocks = (inputs[start : start + BLOCK] for start in range(0, len(inputs), BLOCK))
        return np.concatenate([network.layers(block)[2] for block in blocks])

    def after(self, positions: Positions, turns_left: int, total: Ints, gift: Ints, asked: bool) -> Floats:
        """The ranked shares after each outcome of the turn: by outcome, position and seat, the active player first."""
        following = positions.after(total, gift, asked)
        found = ranked(self.of(following, turns_left - 1), following).astype(np.float32)
        shares: Floats = np.roll(found.reshape(len(total), -1, self.seats), 1, axis=2)
        return shares


@cache
def shares(seats: int) -> Shares:
    """The bundled networks for the rulebook's game."""
    with resources.files(__package__).joinpath(f"shares{seats}.npz").open("rb") as file:
        stored = np.load(file)
        networks = {int(name): Network.unpacked(stored[name], seats) for name in stored if name.isdecimal()}
        return Shares(seats, networks)
