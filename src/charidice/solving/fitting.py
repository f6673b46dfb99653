"""Computes the networks of `shares`: sample likely positions, solve one turn, fit a network to the values."""

from collections.abc import Iterator
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.engine import new_game
from charidice.rules.ruleset import ROUNDS, STANDARD, Ruleset
from charidice.solving.lead import CHECKED
from charidice.solving.residuals import is_open, solved_residual
from charidice.solving.training import Effort, fit, new_network, packed, stored
from charidice.strategy.tables.features import features, is_last_round, is_steep
from charidice.strategy.tables.positions import (
    Positions,
    break_ties,
    final_totals,
    spread_of,
    turns_by_seat,
)
from charidice.strategy.tables.shares import Network, Residuals, Shares
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.asking import selfish_giver
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import seat_values

TESTED = 16
"""One family of positions out of 16 is left out of fitting and measures the error."""
TOGETHER = 16
"""The number of positions that are solved at once."""
# The spread of a family: the active player's points, and their gifts per turn.
SPREAD_POINTS, SPREAD_GIFTS = 12, 5


class Part(NamedTuple):
    """A family of positions, which are solved together.

    They differ in the active player's points and in the gifts to the recipient. After the turn, most positions coincide
    with those of another member and another outcome, so the network evaluates each only once.
    """

    turns_left: int
    number: int


class Fitting:
    """Trains the networks of one number of players, from the last turn back to the first."""

    def __init__(self, shares: Shares, ruleset: Ruleset = STANDARD, dice_set: DiceSet = STANDARD_DICE) -> None:
        """Trains `shares`, or solves turns by them."""
        self.table = shares
        self.ruleset = ruleset
        self.turns = shares.seats * ruleset.rounds
        self.outcomes = outcomes(dice_set, ruleset.free_giving)
        self._giver = selfish_giver(dice_set, ruleset.free_giving)
        selfish = SolvedTurn.for_active(self.outcomes, self.outcomes.total.astype(np.float64))
        self._up_to = np.cumsum(forecast(selfish, new_game(shares.seats, ruleset, dice_set)).plain)
        self._targets: dict[int, list[Floats]] = {}

    def parts(self, turns_left: int) -> Iterator[Part]:
        return (Part(turns_left, number) for number in range(effort(turns_left, self.table.seats).families))

    def positions(self, part: Part) -> Positions:
        return self.family(part, effort(part.turns_left, self.table.seats).size)

    def family(self, part: Part, size: int) -> Positions:
        """`size` positions around a likely one."""
        rng = np.random.default_rng((self.table.seats, *part))
        points, given, gifts = (np.repeat(column, size, axis=0) for column in self.likely(part.turns_left, 1, rng))
        played = self.ruleset.rounds - turns_by_seat(part.turns_left, self.table.seats)[0]
        gifts_spread = SPREAD_GIFTS * sqrt(played)
        points[:, 0] += np.rint(rng.normal(0, SPREAD_POINTS, size))
        more = np.maximum(np.rint(rng.normal(0, gifts_spread, size)), -given[:, 0])
        given[:, 0] += more
        points[:, 1] += more
        return Positions(points, given, gifts)

    def likely(self, turns_left: int, count: int, rng: np.random.Generator) -> Positions:
        """Positions as in real games, with added noise; most of them still open."""
        seats = self.table.seats
        candidates = self._candidates(turns_left, 4 * count, rng)
        ordered = np.sort(final_totals(candidates.expected(turns_left)), axis=1)
        close = ordered[:, -1] - ordered[:, -2] < 32 * spread_of(turns_left, seats)
        # A few decided positions suffice for the network to know them.
        kept = np.flatnonzero(close | (rng.random(len(close)) < 0.15))[:count]
        found = Positions(*(column[np.resize(kept, count)] for column in candidates))
        # The recipient can ask in the whole batch or not at all, so that asked turns are solved only if needed.
        can_ask = rng.random() < max(1 / 3, found.gifts[:, 1].mean())
        found.gifts[:, 1] = can_ask
        return found

    def _candidates(self, turns_left: int, count: int, rng: np.random.Generator) -> Positions:
        seats, rounds = self.table.seats, self.ruleset.rounds
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

    def solve(self, part: Part, compiled: bool = False) -> Floats:
        return self.solve_family(self.positions(part), part.turns_left, compiled)

    def solve_family(self, family: Positions, turns_left: int, compiled: bool = False) -> Floats:
        """The shares before the turn of a family, from the network with one turn left less."""
        can_ask = bool(family.gifts[0, 1])
        asked = self._leaves_of_family(family, turns_left, asked=True) if can_ask else None
        return self._solved(self._leaves_of_family(family, turns_left, asked=False), asked, compiled)

    def solve_positions(self, positions: Positions, turns_left: int, compiled: bool = False) -> Floats:
        """The same for unrelated positions."""
        found = np.empty(positions.points.shape)
        for can_ask in (False, True):
            which = np.flatnonzero(positions.gifts[:, 1] == can_ask)
            for start in range(0, len(which), TOGETHER):
                rows = which[start : start + TOGETHER]
                some = Positions(*(column[rows] for column in positions))
                plain = self.table.after(some, turns_left, self.outcomes, asked=False)
                asked = self.table.after(some, turns_left, self.outcomes, asked=True) if can_ask else None
                found[rows] = self._solved(plain, asked, compiled)
        return found

    def _solved(self, plain: Floats, asked: Floats | None, compiled: bool) -> Floats:
        # The last seat has the rest, unless it decides as the recipient.
        carried = max(2, self.table.seats - 1)
        leaves = plain[:carried], None if asked is None else asked[:carried]
        # Tie-breaks can make a share negative.
        shares = np.maximum(seat_values(self.outcomes, *leaves, self.ruleset.late_asking, compiled), 0)
        if carried < self.table.seats:
            rest = np.maximum(1 - shares.sum(axis=1, keepdims=True), 0)
            shares = np.concatenate([shares, rest], axis=1)
        solved: Floats = shares / shares.sum(axis=1, keepdims=True)
        return solved

    def _leaves_of_family(self, family: Positions, turns_left: int, asked: bool) -> Floats:
        """As `Shares.after`, but every distinct position after the turn is evaluated once."""
        first = Positions(*(column[:1] for column in family))
        more_points, more_given = (
            (column[:, 0] - column[0, 0]).astype(np.int64) for column in (family.points, family.given)
        )
        total = self.outcomes.total[:, None] + more_points
        gift = (1 + asked) * self.outcomes.gift[:, None] + more_given
        least_total, least_gift = total.min(), gift.min()
        gifts = gift.max() - least_gift + 1
        # A place for every total and gift with which the first position reaches the positions of the others.
        place = (total - least_total) * gifts + gift - least_gift
        which = np.zeros(place.max() + 1, np.int64)
        which[place] = 1
        places = np.flatnonzero(which)
        which[places] = np.arange(len(places))
        following = first.after(places // gifts + least_total, places % gifts + least_gift, asked)
        found = self.table.of(following, turns_left - 1).astype(np.float32)
        leaves: Floats = np.roll(found.T, 1, axis=0).take(which[place], axis=1)
        break_ties(leaves, self.outcomes.total, (1 + asked) * self.outcomes.gift)
        return leaves

    def check(self, rng: np.random.Generator) -> float:
        """Solve fresh positions and return the root mean squared error."""
        squares = []
        for turns_left in rng.integers(1, self.turns + 1, CHECKED // TOGETHER).tolist():
            positions = self.likely(turns_left, TOGETHER, rng)
            solved = self.solve_positions(positions, turns_left)
            squares.append(np.square(self.table.of(positions, turns_left) - solved).mean())
        return float(np.sqrt(np.mean(squares)))

    def store(self, part: Part, values: Floats) -> None:
        self._targets.setdefault(part.turns_left, []).append(values.astype(np.float32))

    def complete(self, turns_left: int) -> None:
        """Fit the network once all parts are stored."""
        seats, last = self.table.seats, self.table.last_turn
        made = effort(turns_left, seats)
        found = np.concatenate([features(self.positions(part), turns_left, last) for part in self.parts(turns_left)])
        # Contiguous by position, since minibatches take rows: nearly twice as fast.
        inputs = np.ascontiguousarray(found)
        targets = np.concatenate(self._targets.pop(turns_left))
        rng = np.random.default_rng((seats, turns_left))
        start = new_network(turns_left, seats, rng)
        later = self.table.networks.get(turns_left - seats)
        if later and [layer.shape for layer in later.weights] == [layer.shape for layer in start.weights]:
            start = later
        tested = made.families // TESTED * made.size
        fitted = fit(start, inputs[tested:], targets[tested:], made, rng)
        network = Network.unpacked(packed(fitted), turns_left, seats)
        errors = network.of(inputs[:tested])[:, 0] - targets[:tested, 0]
        residual = np.sqrt(np.square(errors[is_open(targets[:tested, 0])]).mean())
        residuals = Residuals(float(residual), solved_residual(self, turns_left, rng))
        self.table.restore(turns_left, stored(residuals, network))

    def stored(self, turns_left: int) -> NDArray[np.uint8]:
        return stored(self.table.residuals[turns_left], self.table.networks[turns_left])


def effort(turns_left: int, seats: int) -> Effort:
    """The training effort: greatest for the last turns, where single points decide, and for more seats."""
    many = seats > 3
    if is_last_round(turns_left, seats):
        return Effort(24_000 if many else 14_000, 32, epochs=30)
    if is_steep(turns_left, seats):
        return Effort(14_000 if many else 12_000, 16, epochs=40)
    # The second half of the game needs more than the first.
    if 2 * turns_left <= ROUNDS * seats:
        return Effort(9_000 if many else 6_000, 16, epochs=60)
    return Effort(3_600 if many else 3_000, 16, epochs=60)
