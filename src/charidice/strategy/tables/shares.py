"""The share of victory by seat for two to four players: a small neural network for each number of turns left.

With three or four players there are too many positions to solve them all. This is fitted value iteration: from the last
turn back to the first, thousands of likely positions are solved, and a network fitted to their values stands for all
others when the turn before is solved. In the last turns a point more or less decides, which no smooth function can
follow: there leads and given totals step by step are inputs, too, and the chances that `last_turn` estimates.
"""

import os
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from math import sqrt
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.strategy.tables.by_byte import by_byte, joined
from charidice.strategy.tables.features import features, inputs_of, is_last_round, is_steep
from charidice.strategy.tables.last_turn import LastTurn, last_turn
from charidice.strategy.tables.positions import Positions, break_ties, final_shares
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes

FORM = "3"
"""Of the file, so that one of another form is not used."""
ONE_THREAD = "OPENBLAS_NUM_THREADS", "1"
"""The environment of a process that computes on one core alone."""
# So many positions stay in the cache.
BLOCK = 512
# The exponential of more would be too large for single precision.
_STEEPEST = np.float32(80)


def units_of(turns_left: int, seats: int) -> int:
    """The size of the hidden layers: the nearer the end, the more there is to tell apart."""
    if is_last_round(turns_left, seats):
        return 128
    return 96 if is_steep(turns_left, seats) else 56 if seats > 2 else 48


def is_gated(seats: int) -> bool:
    """Whether hidden layers are gated, with one more of them; the tables of fewer players were fitted without."""
    return seats > 3


def shapes_of(inputs: int, units: int, seats: int) -> tuple[tuple[int, int], ...]:
    """Of the weights of every layer, from the inputs to the scores."""
    return (inputs + 1, units), *((units + 1, units),) * (2 if is_gated(seats) else 1), (units + inputs + 1, seats)


class Hidden(NamedTuple):
    """What a hidden layer makes of sums of its inputs."""

    values: Floats
    scale: Floats
    """What the sums were divided by."""
    gated: bool

    @classmethod
    def of(cls, sums: Floats, gated: bool) -> Self:
        """In place. Either gated (SiLU), which follows steps better, or squashed (softsign)."""
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
    """The active player's share comes from a score of its own, and the others divide the rest by theirs."""

    @property
    def gated(self) -> bool:
        return is_gated(self.last.shape[1])

    @classmethod
    def drawn(cls, shapes: Iterable[tuple[int, int]], rng: np.random.Generator, steep: bool = False) -> Self:
        """Random initial weights."""
        *hidden, last = (rng.normal(0, 1 / sqrt(shape[0]), shape).astype(np.float32) for shape in shapes)
        return cls(tuple(hidden), last, steep)

    @classmethod
    def shapes(cls, turns_left: int, seats: int) -> tuple[tuple[int, int], ...]:
        return shapes_of(inputs_of(turns_left, seats), units_of(turns_left, seats), seats)

    @classmethod
    def new(cls, turns_left: int, seats: int, rng: np.random.Generator) -> Self:
        return cls.drawn(cls.shapes(turns_left, seats), rng, is_steep(turns_left, seats))

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

    def has_shape_of(self, other: "Network") -> bool:
        return all(own.shape == its.shape for own, its in zip(self.weights, other.weights, strict=True))

    def packed(self) -> NDArray[np.float16]:
        weights = np.concatenate([layer.ravel() for layer in self.weights]).astype(np.float16)
        # Rounded to half of their digits, they compress far better and are as good.
        rounded: NDArray[np.float16] = ((weights.view(np.uint16) + np.uint16(16)) & np.uint16(0xFFE0)).view(np.float16)
        return rounded

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
        """From the scores, by seat and position."""
        if not self.steep:
            return _divided(scores)
        rest = 1 / (1 + np.exp(scores[0]))
        return np.concatenate([1 - rest[None], rest * _divided(scores[1:])])


# OpenBLAS spreads larger products over cores, if it may, which is slower for these.
_ALONE = 1 << (30 if os.environ.get(ONE_THREAD[0]) == ONE_THREAD[1] else 18)


def _product(values: Floats, weights: Floats) -> Floats:
    rows = max(16, _ALONE // weights.size)
    if len(values) <= rows:
        return values @ weights
    found = np.empty((len(values), weights.shape[1]), np.float32)
    for start in range(0, len(values), rows):
        np.matmul(values[start : start + rows], weights, out=found[start : start + rows])
    return found


def _divided(scores: Floats) -> Floats:
    """Shares of 1 by their scores, by seat and position."""
    powers: Floats = np.exp(scores - scores.max(axis=0))
    powers /= powers.sum(axis=0)
    return powers


class Residuals(NamedTuple):
    """The root mean squared differences to a turn solved from one turn later, of the active player's share."""

    network: float
    """Of the network, to a turn solved from the next one."""
    solved: float
    """Of a turn solved from the next network, to one solved from turns that are solved themselves."""


def stored(residuals: Residuals, network: Network) -> NDArray[np.uint8]:
    """As a file holds them."""
    return by_byte(np.append(np.array(residuals, np.float16), network.packed()).view(np.uint16))


class Shares:
    """The networks of one number of players by turns left; the end of the game is exact."""

    def __init__(self, seats: int, last: LastTurn) -> None:
        self.seats = seats
        self.networks: dict[int, Network] = {}
        self.residuals: dict[int, Residuals] = {}
        """By turns left."""
        self.last_turn = last

    def restore(self, turns_left: int, stored: NDArray[np.uint8]) -> None:
        """Add what a file holds for one number of turns left."""
        residuals, weights = np.split(joined(stored).view(np.float16), [len(Residuals._fields)])
        self.residuals[turns_left] = Residuals(*residuals.tolist())
        self.networks[turns_left] = Network.unpacked(weights, turns_left, self.seats)

    def stored(self, turns_left: int) -> NDArray[np.uint8]:
        return stored(self.residuals[turns_left], self.networks[turns_left])

    def error(self, turns_left: int, in_turn: bool = False) -> float:
        """How far a share is off, as a rule: the residuals of all turns to come, which are independent, added up.

        Before a turn that is solved, or within it.
        """
        last = turns_left - in_turn
        found = sum(residuals.solved**2 for level, residuals in self.residuals.items() if level <= last)
        return sqrt(found + (self.residuals[last].network ** 2 if in_turn and last else 0))

    def of(self, positions: Positions, turns_left: int) -> Floats:
        """The share of victory of every seat."""
        if turns_left == 0:
            return final_shares(positions)
        # A game with more rounds starts like the one with the most that is known, with the same active player.
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
    """The different totals and gifts, and by outcome which of them it has: its kind makes no difference."""
    (total, gift), which = np.unique(np.stack([brings.total, brings.gift]), axis=1, return_inverse=True)
    return total, gift, which


@cache
def shares(seats: int) -> Shares:
    """The bundled networks for the rulebook's game."""
    with resources.files(__package__).joinpath(f"shares{seats}.npz").open("rb") as file:
        found, levels = Shares(seats, last_turn()), np.load(file)
        for name in levels:
            if name.isdecimal():
                found.restore(int(name), levels[name])
        return found
