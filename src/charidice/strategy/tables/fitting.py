"""Training the networks of `shares`: sample likely positions, solve one turn, fit a network to the values."""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.engine import new_game
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.strategy.tables.lead import CHECKED
from charidice.strategy.tables.shares import HIDDEN, Network, Positions, Shares, features
from charidice.strategy.turn.all_seats import seat_values
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.asking import selfish_giver
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps

MANY, FEW, MANY_BEFORE = 16_000, 6_400, 7
"""Positions per number of turns left: many for the last turns, where shares are steep."""
PART = 16
EPOCHS, MINIBATCH, RATE, DECAY = 60, 128, 6e-3, 1e-2


class Part(NamedTuple):
    """Positions that are solved together."""

    turns_left: int
    number: int


class Fitting:
    """Trains the networks of one number of players, from the last turn back to the first."""

    def __init__(self, seats: int, ruleset: Ruleset = STANDARD, dice_set: DiceSet = STANDARD_DICE) -> None:
        self.shares = Shares(seats, {})
        self.ruleset = ruleset
        self.turns = seats * ruleset.rounds
        self.outcomes = outcomes(dice_set, ruleset.free_giving)
        self._giver = selfish_giver(dice_set, ruleset.free_giving)
        selfish = SolvedTurn.for_active(self.outcomes, self.outcomes.total.astype(np.float64))
        self._chance = forecast(selfish, new_game(seats, ruleset, dice_set)).plain
        self._targets: dict[int, Floats] = {}

    def parts(self, turns_left: int) -> Iterator[Part]:
        return (Part(turns_left, number) for number in range(_count(turns_left) // PART))

    def positions(self, part: Part) -> Positions:
        rng = np.random.default_rng((self.shares.seats, *part))
        return self.likely(part.turns_left, PART, rng)

    def likely(self, turns_left: int, count: int, rng: np.random.Generator) -> Positions:
        """Positions as in real games, with added noise."""
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
        # The recipient can ask in all of a batch or in none, so that asked turns are solved only where needed.
        recipient = (active + 1) % seats
        gifts[:, recipient] = gifts[rng.integers(count), recipient]
        return Positions(*(np.roll(column, -active, axis=1).astype(np.float32) for column in (points, given, gifts)))

    def solve(self, part: Part, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """The shares before the turn, from the network with one turn left less."""
        return self.solve_positions(self.positions(part), part.turns_left, sweeps)

    def solve_positions(self, positions: Positions, turns_left: int, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """The same for any positions; the recipient can ask in all of them or in none."""
        asked = self._leaves(positions, turns_left, factor=2) if positions.gifts[:, 1].any() else None
        plain = self._leaves(positions, turns_left, factor=1)
        values = seat_values(self.outcomes, plain, asked, self.ruleset.late_asking, sweeps)
        # Without what breaks ties.
        shares = np.maximum(values, 0)
        solved: Floats = shares / shares.sum(axis=1, keepdims=True)
        return solved

    def _leaves(self, positions: Positions, turns_left: int, factor: int) -> Floats:
        """The shares after each outcome, by seat, outcome and position."""
        total, gift = self.outcomes.total, factor * self.outcomes.gift
        shares = self.shares.after(positions, turns_left, total, gift, asked=factor > 1)
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
        found = self._targets.setdefault(
            part.turns_left, np.zeros((_count(part.turns_left), self.shares.seats), np.float32)
        )
        found[part.number * PART : (part.number + 1) * PART] = values

    def complete(self, turns_left: int) -> None:
        """Fit the network once all parts are stored."""
        known = [self.positions(part) for part in self.parts(turns_left)]
        inputs = np.concatenate([features(positions, turns_left) for positions in known])
        rng = np.random.default_rng((self.shares.seats, turns_left))
        start = self.shares.networks.get(turns_left - self.shares.seats) or Network.new(self.shares.seats, rng)
        fitted = fit(start, inputs, self._targets.pop(turns_left), rng)
        self.restore(turns_left, fitted.packed())

    def stored(self, turns_left: int) -> NDArray[np.float16]:
        return self.shares.networks[turns_left].packed()

    def restore(self, turns_left: int, stored: NDArray[np.float16]) -> None:
        self.shares.networks[turns_left] = Network.unpacked(stored, self.shares.seats)


def _count(turns_left: int) -> int:
    return MANY if turns_left < MANY_BEFORE else FEW


def fit(network: Network, inputs: Floats, targets: Floats, rng: np.random.Generator) -> Network:
    """Fit a network to shares with AdamW and a learning rate that falls linearly to 0."""
    weights = [layer.copy() for layer in network]
    means, squares = ([np.zeros_like(layer) for layer in weights] for _ in range(2))
    steps = EPOCHS * (len(inputs) // MINIBATCH)
    step = 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(inputs))
        for start in range(0, len(order) - MINIBATCH + 1, MINIBATCH):
            rows = order[start : start + MINIBATCH]
            rate = RATE * (1 - step / steps)
            step += 1
            for layer, gradient, mean, square in zip(
                weights, _gradient(Network(*weights), inputs[rows], targets[rows]), means, squares, strict=True
            ):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient * gradient - square)
                unbiased = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                layer -= rate * (mean / (1 - 0.9**step) / unbiased + DECAY * layer)
    return Network(*weights)


def _gradient(network: Network, inputs: Floats, targets: Floats) -> tuple[Floats, Floats, Floats]:
    """The gradient of the cross-entropy between shares and targets."""
    one, two, shares = network.layers(inputs)
    ones = np.ones((len(inputs), 1), np.float32)
    scores = (shares - targets) / len(inputs)
    of_two = scores @ network.last[:HIDDEN].T * (1 - np.abs(two)) ** 2
    of_one = of_two @ network.second[:-1].T * (1 - np.abs(one)) ** 2
    return (
        np.concatenate([inputs, ones], axis=1).T @ of_one,
        np.concatenate([one, ones], axis=1).T @ of_two,
        np.concatenate([two, inputs, ones], axis=1).T @ scores,
    )
