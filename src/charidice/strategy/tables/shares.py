"""The share of victory by seat for two to four players: a small neural network for each number of turns left.

With three or four players there are too many positions to solve them all. This is fitted value iteration: from the last
turn back to the first, thousands of likely positions are solved, and a network fitted to their values stands for all
others when the turn before is solved. In the last round a point more or less decides, which no smooth function can
follow: there the chances that `last_turn` estimates are inputs, too.
"""

from functools import cache, lru_cache
from importlib import resources
from math import sqrt
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.rules.state import GameState
from charidice.strategy.tables.last_turn import LastTurn, last_turn
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes

# What a turn brings on average, in whole points, because the end of the game is decided by whole points.
USUAL_TOTAL, USUAL_GIFT = 31, 8
# What a point of lead adds to a chance of victory, so that the lead breaks ties. The seven digits of float32 are enough
# for it, and float32 halves the time of the sweeps.
TIE_BREAK = 1e-6
# Between these, shares are interpolated where they are smooth.
TOTALS = (1, 10, 16, 21, 26, 31, 36, 42, 48, 54, 60, 68, 77, 86)
GIFTS = (0, 3, 6, 9, 12, 16, 20, 25, 33)
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

    def expected(self, turns_left: int, last: int | None = None) -> "Positions":
        """As it usually will be at the end, or before the last turn of a seat."""
        turns = turns_by_seat(turns_left, self.points.shape[1])
        if last is not None:
            turns[last] -= 1
        points = self.points + USUAL_TOTAL * turns + USUAL_GIFT * np.roll(turns, 1)
        return Positions(points, self.given + USUAL_GIFT * turns, self.gifts)

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


def turns_by_seat(turns_left: int, seats: int) -> Ints:
    """How many turns each seat has left, the active player first."""
    return (turns_left + seats - 1 - np.arange(seats)) // seats


def spread_of(turns_left: int, seats: int) -> float:
    """How much can still change, relative to a round."""
    return sqrt(turns_left / seats + 0.3)


def features(positions: Positions, turns_left: int, last: LastTurn) -> Floats:
    """The inputs of the network: expected leads, given totals and gifts, scaled by how much can still change."""
    seats = positions.points.shape[1]
    points, given, gifts = positions.expected(turns_left)
    spread = spread_of(turns_left, seats)
    most = given.max(axis=1, keepdims=True)
    bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS)
    likely = np.exp((given - most) / (6 * spread))
    totals = points + bonus * likely / likely.sum(axis=1, keepdims=True)
    leads = (points - points.mean(axis=1, keepdims=True), _ahead(points), _ahead(totals))
    charity = (_ahead(given), given - GREAT_CHARITY_ABOVE)
    columns = [
        *(np.clip(lead / (18 * spread), -6, 6) for lead in leads),
        *(np.clip(total / (9 * spread), -4, 4) for total in charity),
        gifts - 0.5,
    ]
    if turns_left <= seats:
        columns += [_last_turn(positions, turns_left, seat, last) for seat in range(turns_left)]
        columns.append(_without(positions.expected(turns_left, turns_left - 1), turns_left - 1))
    return np.concatenate(columns, axis=1, dtype=np.float32)


def _last_turn(positions: Positions, turns_left: int, seat: int, last: LastTurn) -> Floats:
    """What a seat can expect in its last turn, if all others end as they usually do."""
    before = positions.expected(turns_left, seat)
    points, given = (column.astype(np.int32) for column in before[:2])
    plain = last.outlook(points, given, seat, factor=1)
    columns = [_log_odds(chance) for chance in plain.chances]
    can_ask = positions.gifts[:, (seat + 1) % points.shape[1]] > 0
    asked = columns
    if can_ask.any():
        doubled = last.outlook(points, given, seat, factor=2)
        asked = [
            np.where(can_ask, _log_odds(chance), column)
            for chance, column in zip(doubled.chances, columns, strict=True)
        ]
    return np.stack([*columns, *asked[:3], np.minimum(plain.limit, 24) / 6 - 2], axis=1)


def _log_odds(chance: Floats) -> Floats:
    return 0.5 * np.log((chance + 1.5e-3) / (1.0015 - chance))


def _without(before: Positions, seat: int) -> Floats:
    """How the others compare if the seat that moves last fails: with the charity bonus, and if that seat wins it."""
    points, given = (np.delete(column, seat, axis=1) for column in before[:2])
    if points.shape[1] == 1:
        return np.empty((len(points), 0))
    most = given.max(axis=1, keepdims=True)
    bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS)
    leads = (_ahead(points + np.where(given == most, bonus, 0)), _ahead(points))
    # Finely for what a gift can change, and less so.
    return np.concatenate([np.clip(lead / scale, -3, 3) for lead in leads for scale in (4, 12)], axis=1)


def inputs_of(turns_left: int, seats: int) -> int:
    """The number of features."""
    last_round = 9 * turns_left + (4 * (seats - 1) if seats > 2 else 0)
    return 6 * seats + (last_round if turns_left <= seats else 0)


def units_of(turns_left: int, seats: int) -> int:
    """The size of the hidden layers: the nearer the end, the more there is to tell apart."""
    if turns_left == 1:
        return 128
    if turns_left <= seats:
        return 96
    return 64 if turns_left <= 3 * seats else 48


class Network(NamedTuple):
    """Two hidden layers; the last row of each weight matrix is the bias.

    The active player's share comes from a score of its own, and the others divide the rest by theirs.
    """

    first: Floats
    second: Floats
    last: Floats
    """From the second layer, and as a skip connection from the features."""

    @classmethod
    def shapes(cls, turns_left: int, seats: int) -> tuple[tuple[int, int], ...]:
        inputs, units = inputs_of(turns_left, seats), units_of(turns_left, seats)
        return (inputs + 1, units), (units + 1, units), (units + inputs + 1, seats)

    @classmethod
    def new(cls, turns_left: int, seats: int, rng: np.random.Generator) -> Self:
        """Random initial weights."""
        shapes = cls.shapes(turns_left, seats)
        return cls(*(rng.normal(0, 1 / sqrt(shape[0]), shape).astype(np.float32) for shape in shapes))

    @classmethod
    def unpacked(cls, weights: Floats, turns_left: int, seats: int) -> Self:
        layers, start = [], 0
        for rows, columns in cls.shapes(turns_left, seats):
            layers.append(weights[start : start + rows * columns].reshape(rows, columns).astype(np.float32))
            start += rows * columns
        return cls(*layers)

    def packed(self) -> NDArray[np.float16]:
        return np.concatenate([layer.ravel() for layer in self]).astype(np.float16)

    def layers(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        """The values of both hidden layers, and the shares."""
        units = self.second.shape[1]
        one = _softsign(inputs @ self.first[:-1] + self.first[-1])
        two = _softsign(one @ self.second[:-1] + self.second[-1])
        scores = two @ self.last[:units] + inputs @ self.last[units:-1] + self.last[-1]
        active, others = scores[:, :1], scores[:, 1:]
        powers = np.exp(others - others.max(axis=1, keepdims=True))
        # Of the rest, after the active player's share.
        rest = 1 / (1 + np.exp(active))
        return one, two, np.concatenate([1 - rest, rest * powers / powers.sum(axis=1, keepdims=True)], axis=1)


def _softsign(values: Floats) -> Floats:
    """The softsign function: far faster than the hyperbolic tangent."""
    activated: Floats = values / (1 + np.abs(values))
    return activated


class Shares:
    """The networks of one number of players by turns left; the end of the game is exact."""

    def __init__(self, seats: int, last: LastTurn) -> None:
        self.seats = seats
        self.networks: dict[int, Network] = {}
        self.residuals: dict[int, float] = {}
        """By turns left: the root mean squared difference to a turn solved from the network one turn later."""
        self.last_turn = last

    def restore(self, turns_left: int, stored: Floats) -> None:
        """Add what a file holds for one number of turns left."""
        self.residuals[turns_left] = float(stored[0])
        self.networks[turns_left] = Network.unpacked(stored[1:], turns_left, self.seats)

    def stored(self, turns_left: int) -> NDArray[np.float16]:
        return np.append(np.float16(self.residuals[turns_left]), self.networks[turns_left].packed())

    def error(self, turns_left: int) -> float:
        """How far a share is off, as a rule: the residuals of all turns to come, which are independent, added up."""
        return sqrt(sum(residual**2 for level, residual in self.residuals.items() if level <= turns_left))

    def of(self, positions: Positions, turns_left: int) -> Floats:
        """The share of victory of every seat."""
        if turns_left == 0:
            return final_shares(positions)
        # A game with more rounds starts like the one with the most that is known, with the same active player.
        beyond = max(0, turns_left - max(self.networks))
        network = self.networks[turns_left - -(-beyond // self.seats) * self.seats]
        inputs = features(positions, turns_left, self.last_turn)
        blocks = (inputs[start : start + BLOCK] for start in range(0, len(inputs), BLOCK))
        return np.concatenate([network.layers(block)[2] for block in blocks])

    def after(self, positions: Positions, turns_left: int, brings: Outcomes, asked: bool) -> Floats:
        """The ranked shares after each outcome of the turn: by outcome, position and seat, the active player first."""
        # In the last round every point counts. Before it shares are smooth, and a fifth of the outcomes tells the rest.
        nodes = _some_nodes(brings) if turns_left - 1 > self.seats else _all_nodes(brings)
        following = positions.after(nodes.total, (1 + asked) * nodes.gift, asked)
        found = ranked(self.of(following, turns_left - 1), following).astype(np.float32)
        return np.roll(nodes.spread(found).reshape(len(brings.total), -1, self.seats), 1, axis=2)


class _Nodes(NamedTuple):
    """Totals and gifts whose values tell those of all outcomes."""

    total: Ints
    gift: Ints
    weights: Floats | None
    """By outcome and node; None if each outcome has its own node."""
    which: Ints
    """By outcome: its node."""

    def spread(self, values: Floats) -> Floats:
        """From the values of every node, in order, those of all outcomes."""
        rows = values.reshape(len(self.total), -1)
        if self.weights is None:
            return rows.take(self.which, axis=0)
        starts = range(0, len(self.weights), BLOCK)
        return np.concatenate([self.weights[start : start + BLOCK] @ rows for start in starts])


@lru_cache(maxsize=4)
def _all_nodes(brings: Outcomes) -> _Nodes:
    """Outcomes that differ only in kind are worth the same."""
    (total, gift), which = np.unique(np.stack([brings.total, brings.gift]), axis=1, return_inverse=True)
    return _Nodes(total, gift, None, which)


@lru_cache(maxsize=4)
def _some_nodes(brings: Outcomes) -> _Nodes:
    """A grid, with bilinear interpolation."""
    totals, by_total = _hats(brings.total, TOTALS)
    gifts, by_gift = _hats(brings.gift, GIFTS)
    weights = (by_total[:, :, None] * by_gift[:, None, :]).reshape(len(brings.total), -1)
    total, gift = np.repeat(totals, len(gifts)), np.tile(gifts, len(totals))
    return _Nodes(total, gift, weights, np.empty(0, np.int64))


def _hats(values: Ints, steps: tuple[int, ...]) -> tuple[Ints, Floats]:
    """The steps up to the largest value, and by value the weight of each of them."""
    nodes = np.array([*(step for step in steps if step < values.max()), values.max()])
    rows = [np.interp(values, nodes, row) for row in np.eye(len(nodes))]
    return nodes, np.array(rows, np.float32).T


@cache
def shares(seats: int) -> Shares:
    """The bundled networks for the rulebook's game."""
    with resources.files(__package__).joinpath(f"shares{seats}.npz").open("rb") as file:
        found, stored = Shares(seats, last_turn()), np.load(file)
        for name in stored:
            if name.isdecimal():
                found.restore(int(name), stored[name])
        return found
