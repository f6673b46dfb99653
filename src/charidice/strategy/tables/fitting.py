"""Training the networks of `shares`: sample likely positions, solve one turn, fit a network to the values."""

from collections.abc import Iterator
from math import ceil, cos, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.engine import new_game
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.strategy.tables.last_turn import LastTurn, last_turn
from charidice.strategy.tables.lead import CHECKED
from charidice.strategy.tables.shares import (
    STEEP,
    Network,
    Positions,
    Shares,
    features,
    final_totals,
    is_steep,
    spread_of,
)
from charidice.strategy.turn.all_seats import seat_values
from charidice.strategy.turn.arrays import Bools, Floats
from charidice.strategy.turn.asking import selfish_giver
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps

PART = 16
TESTED = 16
"""One position in so many is not fitted to but measures the error."""
OPEN = 0.02
"""A position is open as long as the active player's share is at least so far from 0 and from 1."""
MINIBATCH, RATE = 256, 6e-3


class Effort(NamedTuple):
    """How a network is trained."""

    positions: int
    epochs: int = 100
    decay: float = 1e-2
    """Of the weights."""


class Part(NamedTuple):
    """Positions that are solved together."""

    turns_left: int
    number: int


class Fitting:
    """Trains the networks of one number of players, from the last turn back to the first."""

    def __init__(
        self, seats: int, ruleset: Ruleset = STANDARD, dice_set: DiceSet = STANDARD_DICE, last: LastTurn | None = None
    ) -> None:
        self.shares = Shares(seats, last or last_turn())
        self.ruleset = ruleset
        self.turns = seats * ruleset.rounds
        self.outcomes = outcomes(dice_set, ruleset.free_giving)
        self._giver = selfish_giver(dice_set, ruleset.free_giving)
        selfish = SolvedTurn.for_active(self.outcomes, self.outcomes.total.astype(np.float64))
        self._chance = forecast(selfish, new_game(seats, ruleset, dice_set)).plain
        self._targets: dict[int, Floats] = {}

    def parts(self, turns_left: int) -> Iterator[Part]:
        return (Part(turns_left, number) for number in range(effort(turns_left, self.shares.seats).positions // PART))

    def positions(self, part: Part) -> Positions:
        rng = np.random.default_rng((self.shares.seats, *part))
        return self.likely(part.turns_left, PART, rng)

    def likely(self, turns_left: int, count: int, rng: np.random.Generator) -> Positions:
        """Positions as in real games, with added noise; most of them still open."""
        seats = self.shares.seats
        candidates = self._candidates(turns_left, 4 * count, rng)
        ordered = np.sort(final_totals(candidates.expected(turns_left)), axis=1)
        close = ordered[:, -1] - ordered[:, -2] < 32 * spread_of(turns_left, seats)
        # Those that are as good as decided only make sure that the function says so.
        kept = np.flatnonzero(close | (rng.random(len(close)) < 0.15))[:count]
        found = Positions(*(column[np.resize(kept, count)] for column in candidates))
        # The recipient can ask in all of a batch or in none, so that asked turns are solved only where needed.
        can_ask = rng.random() < max(1 / 3, found.gifts[:, 1].mean())
        found.gifts[:, 1] = can_ask
        return found

    def _candidates(self, turns_left: int, count: int, rng: np.random.Generator) -> Positions:
        seats, rounds = self.shares.seats, self.ruleset.rounds
        played = seats * rounds - turns_left
        points, given = (np.zeros((count, seats)) for _ in range(2))
        gifts = np.ones((count, seats))
        for turn in range(played):
            seat, recipient = turn % seats, (turn + 1) % seats
            drawn = rng.choice(len(self._chance), count, p=self._chance)
            total, gift = self.outcomes.total[drawn], self.outcomes.gift[drawn]
            later = self._giver.chance[rounds - turn // seats - 1]
            asks = (gifts[:, recipient] > 0) & (gift > later * rng.uniform(0.5, 1.5, count))
            gift = gift * (1 + asks)
            gifts[asks, recipient] = 0
            points[:, seat] += total
            points[:, recipient] += gift
            given[:, seat] += gift
        # Close games are more informative than decided ones.
        mean = points.mean(axis=1, keepdims=True)
        points = np.rint(mean + (points - mean) * rng.uniform(0.1, 1.1, (count, 1)))
        # Only totals matter from here on, so they can be perturbed independently.
        turns = np.array([ceil((played - seat) / seats) for seat in range(seats)])
        points += np.rint(rng.normal(0, 10, (count, seats)) * np.sqrt(np.maximum(turns, 0.25)))
        given += np.rint(rng.normal(0, 5, (count, seats)) * np.sqrt(turns))
        given = np.where(turns > 0, np.maximum(given, 0), 0)
        flips = rng.random((count, seats)) < 0.1
        gifts = np.where(flips & (turns > 0), 1 - gifts, gifts)
        active = played % seats
        return Positions(*(np.roll(column, -active, axis=1).astype(np.float32) for column in (points, given, gifts)))

    def solve(self, part: Part, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """The shares before the turn, from the network with one turn left less."""
        return self.solve_positions(self.positions(part), part.turns_left, sweeps)

    def solve_positions(self, positions: Positions, turns_left: int, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """The same for any positions; the recipient can ask in all of them or in none."""
        asked = self._leaves(positions, turns_left, asked=True) if positions.gifts[:, 1].any() else None
        plain = self._leaves(positions, turns_left, asked=False)
        values = seat_values(self.outcomes, plain, asked, self.ruleset.late_asking, sweeps)
        # Without what breaks ties.
        shares = np.maximum(values, 0)
        solved: Floats = shares / shares.sum(axis=1, keepdims=True)
        return solved

    def _leaves(self, positions: Positions, turns_left: int, asked: bool) -> Floats:
        """The shares after each outcome, by seat, outcome and position."""
        shares = self.shares.after(positions, turns_left, self.outcomes, asked)
        return np.ascontiguousarray(np.moveaxis(shares, 2, 0))

    def check(self, rng: np.random.Generator) -> float:
        """Solve fresh positions and return the root mean squared error."""
        squares = []
        for turns_left in rng.integers(1, self.turns + 1, CHECKED // PART).tolist():
            positions = self.likely(turns_left, PART, rng)
            solved = self.solve_positions(positions, turns_left)
            squares.append(np.square(self.shares.of(positions, turns_left) - solved).mean())
        return float(np.sqrt(np.mean(squares)))

    def store(self, part: Part, values: Floats) -> None:
        seats = self.shares.seats
        empty = np.zeros((effort(part.turns_left, seats).positions, seats), np.float32)
        found = self._targets.setdefault(part.turns_left, empty)
        found[part.number * PART : (part.number + 1) * PART] = values

    def complete(self, turns_left: int) -> None:
        """Fit the network once all parts are stored."""
        seats, networks = self.shares.seats, self.shares.networks
        known = [self.positions(part) for part in self.parts(turns_left)]
        inputs = np.concatenate([features(positions, turns_left, self.shares.last_turn) for positions in known])
        rng = np.random.default_rng((seats, turns_left))
        start = Network.new(turns_left, seats, rng)
        earlier = networks.get(turns_left - seats)
        if earlier and earlier.steep == start.steep:
            start = earlier
        targets, tested = self._targets.pop(turns_left), len(inputs) // TESTED
        fitted = fit(start, inputs[tested:], targets[tested:], effort(turns_left, seats), rng).packed()
        network = Network.unpacked(fitted, turns_left, seats)
        errors = network.layers(inputs[:tested])[2][:, 0] - targets[:tested, 0]
        residual = np.sqrt(np.square(errors[is_open(targets[:tested, 0])]).mean())
        self.restore(turns_left, np.append(residual.astype(np.float16), fitted))

    def stored(self, turns_left: int) -> NDArray[np.float16]:
        return self.shares.stored(turns_left)

    def restore(self, turns_left: int, stored: NDArray[np.float16]) -> None:
        self.shares.restore(turns_left, stored)


def effort(turns_left: int, seats: int) -> "Effort":
    """Most for the last turns, where shares are steep."""
    if is_steep(turns_left, seats):
        return Effort(96_000, epochs=60, decay=3e-3) if turns_left == 1 else Effort(12_000, epochs=150)
    if turns_left == STEEP + 1:
        return Effort(12_000)
    return Effort(8_000 if turns_left <= 2 * seats else 4_000)


def is_open(shares: Floats) -> Bools:
    found: Bools = np.abs(shares - 0.5) < 0.5 - OPEN
    return found


def fit(network: Network, inputs: Floats, targets: Floats, made: Effort, rng: np.random.Generator) -> Network:
    """Fit a network to shares with AdamW and a learning rate that falls to 0 like a cosine."""
    first, second, last = (layer.copy() for layer in network.weights)
    fitted = Network(first, second, last, network.steep)
    means, squares = ([np.zeros_like(layer) for layer in fitted.weights] for _ in range(2))
    steps = made.epochs * (len(inputs) // MINIBATCH)
    step = 0
    for _ in range(made.epochs):
        order = rng.permutation(len(inputs))
        for start in range(0, len(order) - MINIBATCH + 1, MINIBATCH):
            rows = order[start : start + MINIBATCH]
            rate = np.float32(RATE * (1 + cos(pi * step / steps)) / 2)
            step += 1
            for layer, gradient, mean, square in zip(
                fitted.weights, _gradient(fitted, inputs[rows], targets[rows]), means, squares, strict=True
            ):
                mean += _SLOWLY * (gradient - mean)
                square += _SLOWER * (gradient * gradient - square)
                unbiased = np.sqrt(square / np.float32(1 - 0.999**step)) + np.float32(1e-8)
                layer -= rate * (mean / np.float32(1 - 0.9**step) / unbiased + np.float32(made.decay) * layer)
    return fitted


# In single precision, like the weights.
_SLOWLY, _SLOWER = np.float32(0.1), np.float32(0.001)


def _gradient(network: Network, inputs: Floats, targets: Floats) -> tuple[Floats, Floats, Floats]:
    """The gradient of the cross-entropy between shares and targets."""
    one, two, shares = network.layers(inputs)
    if network.steep:
        rest = (1 - targets[:, :1]) / np.maximum(1 - shares[:, :1], np.float32(1e-9))
        shares = np.concatenate([shares[:, :1], rest * shares[:, 1:]], axis=1)
    scores = (shares - targets) / np.float32(len(inputs))
    of_two = scores @ network.last[: two.shape[1]].T * (1 - np.abs(two)) ** 2
    of_one = of_two @ network.second[:-1].T * (1 - np.abs(one)) ** 2
    return (
        np.concatenate([inputs.T @ of_one, of_one.sum(axis=0, keepdims=True)]),
        np.concatenate([one.T @ of_two, of_two.sum(axis=0, keepdims=True)]),
        np.concatenate([two.T @ scores, inputs.T @ scores, scores.sum(axis=0, keepdims=True)]),
    )
