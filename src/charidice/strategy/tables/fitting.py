"""Training the networks of `shares`: sample likely positions, solve one turn, fit a network to the values."""

from collections.abc import Iterator
from math import ceil, cos, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.engine import new_game
from charidice.rules.ruleset import ROUNDS, STANDARD, Ruleset
from charidice.strategy.tables.features import features, is_last_round, is_steep
from charidice.strategy.tables.last_turn import LastTurn, fastest, last_turn
from charidice.strategy.tables.lead import CHECKED
from charidice.strategy.tables.positions import (
    Positions,
    break_ties,
    final_totals,
    spread_of,
    turns_by_seat,
)
from charidice.strategy.tables.residuals import is_open, solved_residual
from charidice.strategy.tables.shares import Network, Residuals, Shares, stored
from charidice.strategy.turn.all_seats import seat_values
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.asking import selfish_giver
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps

TESTED = 16
"""One family of positions in so many is not fitted to but measures the error."""
TOGETHER = 16
"""So many positions are solved at once."""
MINIBATCH, DECAY = 256, 3e-2
# How far the positions of a family are spread: points of the active player, and what they give in a turn.
SPREAD_POINTS, SPREAD_GIFTS = 12, 5


class Effort(NamedTuple):
    """How a network is trained."""

    families: int
    size: int
    """How many positions a family has: many where shares are steep and one tells little about those around it."""
    epochs: int


class Part(NamedTuple):
    """A family of positions, which are solved together.

    They differ in the active player's points, and in what the active player has given the recipient: after the turn,
    most are the same as another one with another outcome. So the network is asked but once for all of them.
    """

    turns_left: int
    number: int


class Fitting:
    """Trains the networks of one number of players, from the last turn back to the first."""

    def __init__(
        self, seats: int, ruleset: Ruleset = STANDARD, dice_set: DiceSet = STANDARD_DICE, last: LastTurn | None = None
    ) -> None:
        self.shares = Shares(seats, fastest(last or last_turn()))
        self.ruleset = ruleset
        self.turns = seats * ruleset.rounds
        self.outcomes = outcomes(dice_set, ruleset.free_giving)
        self._giver = selfish_giver(dice_set, ruleset.free_giving)
        selfish = SolvedTurn.for_active(self.outcomes, self.outcomes.total.astype(np.float64))
        self._up_to = np.cumsum(forecast(selfish, new_game(seats, ruleset, dice_set)).plain)
        self._targets: dict[int, list[Floats]] = {}

    def parts(self, turns_left: int) -> Iterator[Part]:
        return (Part(turns_left, number) for number in range(effort(turns_left, self.shares.seats).families))

    def positions(self, part: Part) -> Positions:
        return self.family(part, effort(part.turns_left, self.shares.seats).size)

    def family(self, part: Part, size: int) -> Positions:
        """So many positions around a likely one."""
        rng = np.random.default_rng((self.shares.seats, *part))
        points, given, gifts = (np.repeat(column, size, axis=0) for column in self.likely(part.turns_left, 1, rng))
        played = self.ruleset.rounds - turns_by_seat(part.turns_left, self.shares.seats)[0]
        gifts_spread = SPREAD_GIFTS * sqrt(played)
        points[:, 0] += np.rint(rng.normal(0, SPREAD_POINTS, size))
        more = np.maximum(np.rint(rng.normal(0, gifts_spread, size)), -given[:, 0])
        given[:, 0] += more
        points[:, 1] += more
        return Positions(points, given, gifts)

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
            drawn = np.searchsorted(self._up_to, rng.random(count) * self._up_to[-1], side="right")
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
        return self.solve_family(self.positions(part), part.turns_left, sweeps)

    def solve_family(self, family: Positions, turns_left: int, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """The same for any family."""
        can_ask = bool(family.gifts[0, 1])
        asked = self._leaves_of_family(family, turns_left, asked=True) if can_ask else None
        return self._solved(self._leaves_of_family(family, turns_left, asked=False), asked, sweeps)

    def solve_positions(self, positions: Positions, turns_left: int, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """The same for any positions."""
        found = np.empty(positions.points.shape)
        for can_ask in (False, True):
            which = np.flatnonzero(positions.gifts[:, 1] == can_ask)
            for start in range(0, len(which), TOGETHER):
                rows = which[start : start + TOGETHER]
                some = Positions(*(column[rows] for column in positions))
                plain = self.shares.after(some, turns_left, self.outcomes, asked=False)
                asked = self.shares.after(some, turns_left, self.outcomes, asked=True) if can_ask else None
                found[rows] = self._solved(plain, asked, sweeps)
        return found

    def _solved(self, plain: Floats, asked: Floats | None, sweeps: Sweeps) -> Floats:
        # The last seat has the rest, unless it decides as the recipient.
        carried = max(2, self.shares.seats - 1)
        leaves = plain[:carried], None if asked is None else asked[:carried]
        # Without what breaks ties.
        shares = np.maximum(seat_values(self.outcomes, *leaves, self.ruleset.late_asking, sweeps), 0)
        if carried < self.shares.seats:
            rest = np.maximum(1 - shares.sum(axis=1, keepdims=True), 0)
            shares = np.concatenate([shares, rest], axis=1)
        solved: Floats = shares / shares.sum(axis=1, keepdims=True)
        return solved

    def _leaves_of_family(self, family: Positions, turns_left: int, asked: bool) -> Floats:
        """As `Shares.after`, but every position after the turn is looked at only once."""
        first = Positions(*(column[:1] for column in family))
        more_points, more_given = (
            (column[:, 0] - column[0, 0]).astype(np.int64) for column in (family.points, family.given)
        )
        total = self.outcomes.total[:, None] + more_points
        gift = (1 + asked) * self.outcomes.gift[:, None] + more_given
        least_total, least_gift = total.min(), gift.min()
        gifts = gift.max() - least_gift + 1
        # A place for every total and gift of the first position that is like an outcome of another one.
        place = (total - least_total) * gifts + gift - least_gift
        which = np.zeros(place.max() + 1, np.int64)
        which[place] = 1
        places = np.flatnonzero(which)
        which[places] = np.arange(len(places))
        following = first.after(places // gifts + least_total, places % gifts + least_gift, asked)
        found = self.shares.of(following, turns_left - 1).astype(np.float32)
        leaves: Floats = np.roll(found.T, 1, axis=0).take(which[place], axis=1)
        break_ties(leaves, self.outcomes.total, (1 + asked) * self.outcomes.gift)
        return leaves

    def check(self, rng: np.random.Generator) -> float:
        """Solve fresh positions and return the root mean squared error."""
        squares = []
        for turns_left in rng.integers(1, self.turns + 1, CHECKED // TOGETHER).tolist():
            positions = self.likely(turns_left, TOGETHER, rng)
            solved = self.solve_positions(positions, turns_left)
            squares.append(np.square(self.shares.of(positions, turns_left) - solved).mean())
        return float(np.sqrt(np.mean(squares)))

    def store(self, part: Part, values: Floats) -> None:
        self._targets.setdefault(part.turns_left, []).append(values.astype(np.float32))

    def complete(self, turns_left: int) -> None:
        """Fit the network once all parts are stored."""
        seats, last = self.shares.seats, self.shares.last_turn
        made = effort(turns_left, seats)
        found = np.concatenate([features(self.positions(part), turns_left, last) for part in self.parts(turns_left)])
        # Position by position, because a minibatch takes some of them: nearly twice as fast.
        inputs = np.ascontiguousarray(found)
        targets = np.concatenate(self._targets.pop(turns_left))
        rng = np.random.default_rng((seats, turns_left))
        start = Network.new(turns_left, seats, rng)
        later = self.shares.networks.get(turns_left - seats)
        if later and later.has_shape_of(start):
            start = later
        tested = made.families // TESTED * made.size
        fitted = fit(start, inputs[tested:], targets[tested:], made, rng)
        network = Network.unpacked(fitted.packed(), turns_left, seats)
        errors = network.of(inputs[:tested])[:, 0] - targets[:tested, 0]
        residual = np.sqrt(np.square(errors[is_open(targets[:tested, 0])]).mean())
        residuals = Residuals(float(residual), solved_residual(self, turns_left, rng))
        self.restore(turns_left, stored(residuals, network))

    def stored(self, turns_left: int) -> NDArray[np.uint8]:
        return self.shares.stored(turns_left)

    def restore(self, turns_left: int, stored: NDArray[np.uint8]) -> None:
        self.shares.restore(turns_left, stored)


def effort(turns_left: int, seats: int) -> Effort:
    """Most for the last turns, where a point decides, and the more seats, the more there is to tell apart."""
    many = seats > 3
    if is_last_round(turns_left, seats):
        return Effort(24_000 if many else 14_000, 32, epochs=30)
    if is_steep(turns_left, seats):
        return Effort(14_000 if many else 12_000, 16, epochs=40)
    # In the second half there is more to tell apart than in the first.
    if 2 * turns_left <= ROUNDS * seats:
        return Effort(9_000 if many else 6_000, 16, epochs=60)
    return Effort(3_600 if many else 3_000, 16, epochs=60)


def fit(network: Network, inputs: Floats, targets: Floats, made: Effort, rng: np.random.Generator) -> Network:
    """Fit a network to shares with AdamW and a learning rate that falls to 0 like a cosine."""
    *hidden, last = (layer.copy() for layer in network.weights)
    fitted = network._replace(hidden=tuple(hidden), last=last)
    means, squares = ([np.zeros_like(layer) for layer in fitted.weights] for _ in range(2))
    steps = made.epochs * (len(inputs) // MINIBATCH)
    highest = 4e-3 if network.gated else 6e-3
    step = 0
    for _ in range(made.epochs):
        order = rng.permutation(len(inputs))
        for start in range(0, len(order) - MINIBATCH + 1, MINIBATCH):
            rows = order[start : start + MINIBATCH]
            rate = np.float32(highest * (1 + cos(pi * step / steps)) / 2)
            step += 1
            for layer, gradient, mean, square in zip(
                fitted.weights, _gradient(fitted, inputs[rows], targets[rows]), means, squares, strict=True
            ):
                mean += _SLOWLY * (gradient - mean)
                square += _SLOWER * (gradient * gradient - square)
                unbiased = np.sqrt(square / np.float32(1 - 0.999**step)) + np.float32(1e-8)
                layer -= rate * (mean / np.float32(1 - 0.9**step) / unbiased + np.float32(DECAY) * layer)
    return fitted


# In single precision, like the weights.
_SLOWLY, _SLOWER = np.float32(0.1), np.float32(0.001)


def _gradient(network: Network, inputs: Floats, targets: Floats) -> list[Floats]:
    """The gradient of the cross-entropy between shares and targets, layer by layer."""
    hidden, shares = network.layers(inputs)
    if network.steep:
        rest = (1 - targets[:, :1]) / np.maximum(1 - shares[:, :1], np.float32(1e-9))
        shares = np.concatenate([shares[:, :1], rest * shares[:, 1:]], axis=1)
    above = (shares - targets) / np.float32(len(inputs))
    *_, top = below = [inputs, *(layer.values for layer in hidden)]
    found = [np.concatenate([top.T @ above, inputs.T @ above, above.sum(axis=0, keepdims=True)])]
    weights = [*(layer[:-1] for layer in network.hidden), network.last[: top.shape[1]]]
    for number, layer in reversed(list(enumerate(hidden))):
        above = above @ weights[number + 1].T * layer.slope
        found.append(np.concatenate([below[number].T @ above, above.sum(axis=0, keepdims=True)]))
    return found[::-1]
