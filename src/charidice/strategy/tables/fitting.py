"""Training the networks of `shares`: sample likely positions, solve one turn, fit a network to the values."""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE
from charidice.rules.engine import new_game
from charidice.rules.ruleset import ROLLS, ROUNDS
from charidice.strategy.tables.lead import CHECKED
from charidice.strategy.tables.shares import HIDDEN, Network, Positions, Shares, features
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.asking import selfish_giver
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.orbits import ROLL_STEPS, ROLLS_OF_SIX, TENSOR_STEPS, TO_ROLL
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.places import keep_places
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps, TurnBranch, solve_turn

Bools = NDArray[np.bool_]

MANY, FEW, MANY_BEFORE = 16_000, 6_400, 7
"""Positions per number of turns left: many for the last turns, where shares are steep."""
PART = 16
SAMPLES = 48
"""How often each turn is simulated to estimate the values of the other seats."""
EPOCHS, MINIBATCH, RATE, DECAY = 60, 128, 6e-3, 1e-2


class Part(NamedTuple):
    """Positions that are solved together."""

    turns_left: int
    number: int


class Fitting:
    """Trains the networks of one number of players, from the last turn back to the first."""

    def __init__(self, seats: int) -> None:
        self.shares = Shares(seats, {})
        self.turns = seats * ROUNDS
        self.outcomes = outcomes(STANDARD_DICE, free_giving=False)
        self._choices = _choice_table(self.outcomes)
        selfish = SolvedTurn.for_active(self.outcomes, self.outcomes.total.astype(np.float64))
        self._chance = forecast(selfish, new_game(seats)).plain
        self._targets: dict[int, Floats] = {}

    def parts(self, turns_left: int) -> Iterator[Part]:
        return (Part(turns_left, number) for number in range(_count(turns_left) // PART))

    def positions(self, part: Part) -> Positions:
        rng = np.random.default_rng((self.shares.seats, *part))
        return likely_positions(self.outcomes, self._chance, self.shares.seats, part.turns_left, PART, rng)

    def solve(self, part: Part, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """The shares before the turn, from the network with one turn left less."""
        rng = np.random.default_rng((self.shares.seats, *part, 1))
        return self.solve_positions(self.positions(part), part.turns_left, rng, sweeps)

    def solve_positions(
        self, positions: Positions, turns_left: int, rng: np.random.Generator, sweeps: Sweeps = NUMPY_SWEEPS
    ) -> Floats:
        """The same for any positions; the recipient can ask in all of them or in none."""
        total, gift = self.outcomes.total, self.outcomes.gift
        shares = [self.shares.after(positions, turns_left, total, gift, asked=False)]
        if positions.gifts[:, 1].any():
            shares.append(self.shares.after(positions, turns_left, total, 2 * gift, asked=True))
        plain, asked = (np.ascontiguousarray(share[..., 0], np.float32) for share in (shares[0], shares[-1]))
        may_ask = len(shares) > 1
        turn = solve_turn(self.outcomes, plain, asked if may_ask else None, sweeps=sweeps, opposed=False)
        branches = [branch for branch in (turn.plain, turn.asked) if branch]
        later = selfish_giver(STANDARD_DICE, False).chance[ceil(turns_left / self.shares.seats) - 1]
        mean = _TurnPlayer(self.outcomes, self._choices, branches, shares).play(rng, later)
        if not may_ask:
            # The active player's share is exact; only the split among the others is sampled.
            others = mean[:, 1:] + 1e-9
            mean[:, 1:] = others * ((1 - turn.start) / others.sum(axis=1))[:, None]
            mean[:, 0] = turn.start
        return mean

    def check(self, rng: np.random.Generator) -> float:
        """Solve fresh positions and return the root mean squared error."""
        squares = []
        for turns_left in rng.integers(1, self.turns + 1, CHECKED // PART).tolist():
            positions = likely_positions(self.outcomes, self._chance, self.shares.seats, turns_left, PART, rng)
            solved = self.solve_positions(positions, turns_left, rng)
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


def likely_positions(
    outcomes: Outcomes, chance: Floats, seats: int, turns_left: int, count: int, rng: np.random.Generator
) -> Positions:
    """Positions as in real games, with added noise; `chance` is the distribution of a turn's outcome."""
    giver = selfish_giver(STANDARD_DICE, False)
    played = seats * ROUNDS - turns_left
    points, given = (np.zeros((count, seats)) for _ in range(2))
    gifts = np.ones((count, seats))
    for turn in range(played):
        seat, recipient = turn % seats, (turn + 1) % seats
        drawn = rng.choice(len(chance), count, p=chance)
        total, gift = outcomes.total[drawn], outcomes.gift[drawn]
        later = giver.chance[ROUNDS - turn // seats - 1]
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


def _choice_table(outcomes: Outcomes) -> Ints:
    """By class of rolls: the outcomes to choose from, padded with the first one."""
    sizes = np.diff(outcomes.starts)
    column = np.arange(sizes.max())
    table: Ints = outcomes.choices[outcomes.starts[:-1, None] + np.where(column < sizes[:, None], column, 0)]
    return table


class _TurnPlayer:
    """Plays solved turns of a batch of positions many times at once; a second branch and shares are for asked turns."""

    def __init__(self, outcomes: Outcomes, choices: Ints, branches: list[TurnBranch], shares: list[Floats]) -> None:
        self.outcomes = outcomes
        self.choices = choices
        self.orbits = outcomes.orbits
        self.branches = branches
        self.shares = shares

    def play(self, rng: np.random.Generator, later: float) -> Floats:
        """The mean shares of every position, if the recipient asks as if the giver were selfish."""
        count, giver = self.shares[0].shape[1], selfish_giver(STANDARD_DICE, False)
        batch = np.repeat(np.arange(count), SAMPLES)
        asked, ended = (np.zeros(len(batch), np.bool_) for _ in range(2))
        rolls = rng.integers(ROLLS_OF_SIX, size=len(batch))
        for stage in range(1, ROLLS):
            place, stops = self._decide(batch, rolls, asked, stage)
            if len(self.shares) > 1:
                gift_on_table = self.outcomes.gift[self._scored(batch, rolls, asked)]
                expected = np.where(stops, gift_on_table, giver.gift[1][self.orbits.of_roll[rolls]] if stage > 1 else 0)
                asks = np.flatnonzero(~asked & ~ended & (expected > later))
                asked[asks] = True
                place[asks], stops[asks] = self._decide(batch[asks], rolls[asks], asked[asks], stage)
            ended |= stops
            rolls = np.where(ended, rolls, _rolled(place, rng))
        scored = self._scored(batch, rolls, asked)
        shares = np.where(asked[:, None], self.shares[-1][scored, batch], self.shares[0][scored, batch])
        mean: Floats = shares.reshape(count, SAMPLES, -1).mean(axis=1)
        return mean

    def _decide(self, batch: Ints, rolls: Ints, asked: Bools, stage: int) -> tuple[Ints, Bools]:
        """The tensor index of the best set of kept dice, and whether to score instead."""
        place, stops = np.empty(len(rolls), np.int64), np.empty(len(rolls), np.bool_)
        for number, branch in enumerate(self.branches):
            rows = np.flatnonzero(asked == bool(number))
            places = keep_places(rolls[rows])
            keeps = branch.after(stage)[self.orbits.of_kept[places], batch[rows, None]]
            best = keeps.argmax(axis=1)[:, None]
            place[rows] = np.take_along_axis(places, best, axis=1)[:, 0]
            score = branch.score[self.orbits.of_roll[rolls[rows]], batch[rows]]
            stops[rows] = np.take_along_axis(keeps, best, axis=1)[:, 0] <= score
        return place, stops

    def _scored(self, batch: Ints, rolls: Ints, asked: Bools) -> Ints:
        choices = self.choices[self.outcomes.roll_class[self.orbits.of_roll[rolls]]]
        plain, doubled = (shares[choices, batch[:, None], 0] for shares in (self.shares[0], self.shares[-1]))
        best = np.where(asked[:, None], doubled, plain).argmax(axis=1)
        scored: Ints = choices[np.arange(len(rolls)), best]
        return scored


def _rolled(places: Ints, rng: np.random.Generator) -> Ints:
    """Roll the dice that are "to be rolled" at tensor indices; returns the indices of the rolls."""
    digits = places[:, None] // TENSOR_STEPS % 7
    digits = np.where(digits == TO_ROLL, rng.integers(6, size=digits.shape), digits)
    rolls: Ints = digits @ ROLL_STEPS
    return rolls


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
