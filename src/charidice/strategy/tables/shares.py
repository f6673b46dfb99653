"""The share of victory by seat for two to four players: a small neural network for each number of turns left.

With three or four players there are too many positions to solve them all. This is fitted value iteration: from the last
turn back to the first, thousands of likely positions are solved, and a network fitted to their values stands for all
others when the turn before is solved. In the last turns a point more or less decides, which no smooth function can
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

STEEP = 2
"""The last turns, in which shares are not smooth."""
# What a turn brings on average, in whole points, because the end of the game is decided by whole points.
USUAL_TOTAL, USUAL_GIFT = 31, 8
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
    """The inputs of the network: leads, given totals and gifts, scaled by how much can still change."""
    seats = positions.points.shape[1]
    steep = is_steep(turns_left, seats)
    points, given, gifts = positions.expected(turns_left) if steep else positions
    spread = spread_of(turns_left, seats)
    totals = points + _likely_bonus(given, 6 * spread) if steep else final_totals(positions)
    leads = (points - points.mean(axis=1, keepdims=True), _ahead(points), _ahead(totals))
    charity = (_ahead(given), given - GREAT_CHARITY_ABOVE)
    columns = [
        *(np.clip(lead / (18 * spread), -6, 6) for lead in leads),
        *(np.clip(total / (9 * spread), -4, 4) for total in charity),
        gifts - 0.5,
    ]
    if steep:
        columns += [_last_turn(positions, turns_left, seat, last) for seat in range(turns_left)]
        columns.append(_without(positions.expected(turns_left, turns_left - 1), turns_left - 1))
    return np.concatenate(columns, axis=1, dtype=np.float32)


def _likely_bonus(given: Floats, margin: float) -> Floats:
    """The charity bonus, divided among those who are ahead in giving or nearly so."""
    most = given.max(axis=1, keepdims=True)
    bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS)
    near = np.exp((given - most) / margin)
    likely: Floats = bonus * near / near.sum(axis=1, keepdims=True)
    return likely


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
    most = given.max(axis=1, keepdims=True)
    bonus = np.where(most > GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, CHARITY_BONUS)
    leads = (_ahead(points + np.where(given == most, bonus, 0)), _ahead(points))
    # Finely for what a gift can change, and less so.
    return np.concatenate([np.clip(lead / scale, -3, 3) for lead in leads for scale in (4, 12)], axis=1)


def is_steep(turns_left: int, seats: int) -> bool:
    """Whether shares have steps; for two players there is an exact solution, and these are for house rules."""
    return turns_left <= STEEP and seats > 2


def inputs_of(turns_left: int, seats: int) -> int:
    """The number of features."""
    return 6 * seats + (9 * turns_left + 4 * (seats - 1) if is_steep(turns_left, seats) else 0)


def units_of(turns_left: int, seats: int) -> int:
    """The size of the hidden layers: the nearer the end, the more there is to tell apart."""
    if not is_steep(turns_left, seats):
        return 48
    return 128 if turns_left == 1 else 96


class Network(NamedTuple):
    """Two hidden layers; the last row of each weight matrix is the bias."""

    first: Floats
    second: Floats
    last: Floats
    """From the second layer, and as a skip connection from the features."""
    steep: bool = False
    """The active player's share comes from a score of its own, and the others divide the rest by theirs."""

    @classmethod
    def shapes(cls, turns_left: int, seats: int) -> tuple[tuple[int, int], ...]:
        inputs, units = inputs_of(turns_left, seats), units_of(turns_left, seats)
        return (inputs + 1, units), (units + 1, units), (units + inputs + 1, seats)

    @classmethod
    def new(cls, turns_left: int, seats: int, rng: np.random.Generator) -> Self:
        """Random initial weights."""
        first, second, last = (
            rng.normal(0, 1 / sqrt(shape[0]), shape).astype(np.float32) for shape in cls.shapes(turns_left, seats)
        )
        return cls(first, second, last, is_steep(turns_left, seats))

    @classmethod
    def unpacked(cls, weights: Floats, turns_left: int, seats: int) -> Self:
        layers, start = [], 0
        for rows, columns in cls.shapes(turns_left, seats):
            layers.append(weights[start : start + rows * columns].reshape(rows, columns).astype(np.float32))
            start += rows * columns
        first, second, last = layers
        return cls(first, second, last, is_steep(turns_left, seats))

    @property
    def weights(self) -> tuple[Floats, Floats, Floats]:
        return self.first, self.second, self.last

    def packed(self) -> NDArray[np.float16]:
        return np.concatenate([layer.ravel() for layer in self.weights]).astype(np.float16)

    def layers(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        """The values of both hidden layers, and the shares."""
        units = self.second.shape[1]
        one = _softsign(inputs @ self.first[:-1] + self.first[-1])
        two = _softsign(one @ self.second[:-1] + self.second[-1])
        scores = two @ self.last[:units] + inputs @ self.last[units:-1] + self.last[-1]
        if not self.steep:
            return one, two, _divided(scores)
        rest = 1 / (1 + np.exp(scores[:, :1]))
        return one, two, np.concatenate([1 - rest, rest * _divided(scores[:, 1:])], axis=1)


def _divided(scores: Floats) -> Floats:
    """Shares of 1 by their scores."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


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
        total, gift, which = _pairs(brings)
        following = positions.after(total, (1 + asked) * gift, asked)
        found = ranked(self.of(following, turns_left - 1), following).astype(np.float32)
        shares: Floats = np.roll(found.reshape(len(total), -1, self.seats), 1, axis=2)
        return shares.take(which, axis=0)


@lru_cache(maxsize=4)
def _pairs(brings: Outcomes) -> tuple[Ints, Ints, Ints]:
    """The different totals and gifts, and by outcome which of them it has: its kind makes no difference."""
    (total, gift), which = np.unique(np.stack([brings.total, brings.gift]), axis=1, return_inverse=True)
    return total, gift, which


@cache
def shares(seats: int) -> Shares:
    """The bundled networks for the rulebook's game."""
    with resources.files(__package__).joinpath(f"shares{seats}.npz").open("rb") as file:
        found, stored = Shares(seats, last_turn()), np.load(file)
        for name in stored:
            if name.isdecimal():
                found.restore(int(name), stored[name])
        return found
