"""The share of victory by seat for two to four players: a small neural network for each number of turns left.

With three or four players there are too many positions to solve all. This is fitted value iteration: from the last
turn back to the first, thousands of likely positions are solved and a network is fitted to their values, which is then
used to solve the turn before. In the last turns single points decide, which no smooth function can follow: there the
inputs also have leads and given totals by steps, and the chances that `last_turn` estimates.
"""

import os
from functools import cache, lru_cache
from math import sqrt
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.strategy.tables.features import features, inputs_of, is_last_round, is_steep
from charidice.strategy.tables.last_turn import LastTurn, last_turn
from charidice.strategy.tables.positions import Positions, break_ties, final_shares
from charidice.strategy.tables.storage import bundled, joined
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes

FORM = "3"
"""The version of the file format."""
# The most positions at a time, so that they stay in the processor's cache.
BLOCK = 512
# Larger exponents would overflow single precision.
_STEEPEST = np.float32(80)


def units_of(turns_left: int, seats: int) -> int:
    """The size of the hidden layers; positions near the end need more."""
    if is_last_round(turns_left, seats):
        return 128
    return 96 if is_steep(turns_left, seats) else 56 if seats > 2 else 48


def is_gated(seats: int) -> bool:
    """Whether two gated hidden layers replace the single one; the bundled networks were fitted like this."""
    return seats > 3


def shapes_of(inputs: int, units: int, seats: int) -> tuple[tuple[int, int], ...]:
    """The shape of the weights of every layer, from the inputs to the scores."""
    return (inputs + 1, units), *((units + 1, units),) * (2 if is_gated(seats) else 1), (units + inputs + 1, seats)


class Hidden(NamedTuple):
    """The activations of a hidden layer."""

    values: Floats
    scale: Floats
    """The divisor of the sums."""
    gated: bool

    @classmethod
    def of(cls, sums: Floats, gated: bool) -> Self:
        """Overwrites the sums. Either gated (SiLU), which follows steps better, or squashed (softsign)."""
        scale = np.exp(-np.maximum(sums, -_STEEPEST, out=sums)) if gated else np.abs(sums)
        scale += 1
        sums /= scale
        return cls(sums, scale, gated)

    @property
    def slope(self) -> Floats:
        """The derivative of the values by the sums."""
        slope: Floats = (1 + self.values * (self.scale - 1)) / self.scale if self.gated else 1 / self.scale**2
        return slope


class Network(NamedTuple):
    """A few hidden layers; the last row of each weight matrix is the bias."""

    hidden: tuple[Floats, ...]
    last: Floats
    """From the last hidden layer, and as a skip connection from the features."""
    steep: bool = False
    """The active player's share is the logistic function of its score; softmax divides the rest among the others."""

    @property
    def gated(self) -> bool:
        return is_gated(self.last.shape[1])

    @classmethod
    def shapes(cls, turns_left: int, seats: int) -> tuple[tuple[int, int], ...]:
        return shapes_of(inputs_of(turns_left, seats), units_of(turns_left, seats), seats)

    @classmethod
    def unpacked(cls, weights: Floats, turns_left: int, seats: int) -> Self:
        shapes = cls.shapes(turns_left, seats)
        ends = np.cumsum([rows * columns for rows, columns in shapes])
        parts = np.split(weights.astype(np.float32), ends[:-1])
        *hidden, last = (part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))
        return cls(tuple(hidden), last, is_steep(turns_left, seats))

    @property
    def weights(self) -> tuple[Floats, ...]:
        return *self.hidden, self.last

    def layers(self, inputs: Floats) -> tuple[list[Hidden], Floats]:
        """The hidden layers, and the shares."""
        found: list[Hidden] = []
        values = inputs
        for weights in self.hidden:
            sums = _product(values, weights[:-1])
            sums += weights[-1]
            found.append(Hidden.of(sums, self.gated))
            values = found[-1].values
        units = values.shape[1]
        scores = _product(values, self.last[:units]) + _product(inputs, self.last[units:-1])
        # By seat, so that whole rows are computed at once.
        rows = np.ascontiguousarray(scores.T) + self.last[-1][:, None]
        return found, self.shares(rows).T

    def of(self, inputs: Floats) -> Floats:
        """The shares by position."""
        return self.layers(inputs)[1]

    def shares(self, scores: Floats) -> Floats:
        """By seat and position: the shares, from the scores."""
        if not self.steep:
            return _divided(scores)
        rest = 1 / (1 + np.exp(scores[0]))
        return np.concatenate([1 - rest[None], rest * _divided(scores[1:])])


# OpenBLAS uses several cores for larger products if it may, which is slower for these.
_ALONE = 1 << (30 if os.environ.get("OPENBLAS_NUM_THREADS") == "1" else 18)


def _product(values: Floats, weights: Floats) -> Floats:
    rows = max(16, _ALONE // weights.size)
    if len(values) <= rows:
        return values @ weights
    found = np.empty((len(values), weights.shape[1]), np.float32)
    for start in range(0, len(values), rows):
        np.matmul(values[start : start + rows], weights, out=found[start : start + rows])
    return found


def _divided(scores: Floats) -> Floats:
    """Softmax over the seats."""
    powers: Floats = np.exp(scores - scores.max(axis=0))
    powers /= powers.sum(axis=0)
    return powers


class Residuals(NamedTuple):
    """Root mean squared errors of the active player's share."""

    network: float
    """The network compared with turns solved from the next network."""
    solved: float
    """Turns solved from the next network compared with turns solved from solved turns."""


class Shares:
    """The networks of one number of players by turns left; the end of the game is exact."""

    def __init__(self, seats: int, last: LastTurn) -> None:
        self.seats = seats
        self.networks: dict[int, Network] = {}
        self.residuals: dict[int, Residuals] = {}
        """By turns left."""
        self.last_turn = last

    def restore(self, turns_left: int, stored: NDArray[np.uint8]) -> None:
        """Add residuals and network for one number of turns left, as a file holds them."""
        residuals, weights = np.split(joined(stored, np.uint16).view(np.float16), [len(Residuals._fields)])
        self.residuals[turns_left] = Residuals(*residuals.tolist())
        self.networks[turns_left] = Network.unpacked(weights, turns_left, self.seats)

    def error(self, turns_left: int, in_turn: bool = False) -> float:
        """The standard error of a share: the residuals of all turns to come, as independent errors.

        Before a turn, which is solved then, or within it.
        """
        last = turns_left - in_turn
        found = sum(residuals.solved**2 for level, residuals in self.residuals.items() if level <= last)
        return sqrt(found + (self.residuals[last].network ** 2 if in_turn and last else 0))

    def of(self, positions: Positions, turns_left: int) -> Floats:
        """The share of victory of every seat."""
        if turns_left == 0:
            return final_shares(positions)
        # A game with more rounds starts like the longest that is known, with the same active player.
        beyond = max(0, turns_left - max(self.networks))
        network = self.networks[turns_left - -(-beyond // self.seats) * self.seats]
        inputs = features(positions, turns_left, self.last_turn)
        blocks = (inputs[start : start + BLOCK] for start in range(0, len(inputs), BLOCK))
        return np.concatenate([network.of(block) for block in blocks])

    def after(self, positions: Positions, turns_left: int, brings: Outcomes, asked: bool) -> Floats:
        """The shares after each outcome of the turn, with ties broken: by seat, outcome and position."""
        total, gift, which = _pairs(brings)
        gift = (1 + asked) * gift
        found = self.of(positions.after(total, gift, asked), turns_left - 1).astype(np.float32)
        by_seat = np.moveaxis(found.reshape(len(total), -1, self.seats), 2, 0)
        # The active player comes last after the turn.
        shares: Floats = by_seat.take(np.arange(-1, self.seats - 1), axis=0, mode="wrap")
        break_ties(shares, total, gift)
        return shares.take(which, axis=1)


@lru_cache(maxsize=4)
def _pairs(brings: Outcomes) -> tuple[Ints, Ints, Ints]:
    """The distinct totals and gifts, and by outcome their index; the kind makes no difference."""
    (total, gift), which = np.unique(np.stack([brings.total, brings.gift]), axis=1, return_inverse=True)
    return total, gift, which


@cache
def shares(seats: int) -> Shares:
    """The bundled networks for the rulebook's game."""
    found = Shares(seats, last_turn())
    with bundled(f"shares{seats}") as levels:
        for name in levels:
            if name.isdecimal():
                found.restore(int(name), levels[name])
    return found
