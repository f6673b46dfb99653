"""The equilibrium of the two-player game in which each player maximises the chance of victory; a tie counts half.

The state also has the difference of points, so there are far more states than for the expected lead. Only a grid of
given totals and differences is solved, fine for the last turns and coarser before. Between nodes, chances are
interpolated by cubics. The exact solution by expected lead makes this accurate: positions with the same expected lead
have nearly the same chance of victory, so each node is read at the difference with the same expected lead. For the last
two turns every state is solved.
"""

from functools import cache
from itertools import permutations
from math import ceil, sqrt
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.rules.ruleset import GREAT_CHARITY_ABOVE
from charidice.strategy.tables.lead import EXACT, PLAYERS, LeadSolution, Pair, Pairs, lead_solution, reachable
from charidice.strategy.tables.storage import bundled, joined, summed
from charidice.strategy.turn.arrays import Floats, Ints

# By turns left, starting at 0: the grid step of given totals, and of the difference of points.
GIVEN_STEPS = (1, 1, 1, 1, 1, 1, 2, 3, 3, 4, 4, 5)
POINT_STEPS = (1, 1, 1, 4, 5, 7, 7, 8, 9, 9, 10)
# The axes along which chances are stored as changes: nodes once, differences of points twice.
CHANGES_ALONG = (-1, -1, -2)
FORM = f"given {GIVEN_STEPS}, points {POINT_STEPS}, changes along {CHANGES_ALONG} by byte"
"""Identifies grid and file format, so that files of other versions are not used."""
ERROR_BOUND = 0.0005
"""Above the largest error of the bundled table, measured in every state that can occur."""
LAST_TURN_REACH = 168
_TAPS = 4
# Chances are stored as integers in this unit.
PARTS = 65535


class Near(NamedTuple):
    """The nodes around each of a range of totals on an axis, and their weights."""

    least: int
    nodes: Ints
    weights: Floats

    @classmethod
    def of(cls, axis: Ints, step: int, least: int, most: int) -> Self:
        # Nothing is between nodes with a step of 1; with too few nodes for a cubic, it is linear.
        count = 1 if step == 1 else min(len(axis), 2) if len(axis) < _TAPS else _TAPS
        totals = np.clip(np.arange(least, most + 1), axis[0], axis[-1])
        below = np.searchsorted(axis, totals, "right") - 1
        start = np.clip(below - (count - 1) // 2, 0, len(axis) - count)
        nodes = start[:, None] + np.arange(count)
        return cls(least, nodes, _lagrange(axis[nodes], totals))

    def at(self, totals: Ints) -> tuple[Ints, Floats]:
        """Nodes and weights of some totals, which are clipped to the range."""
        rows = totals - self.least
        return self.nodes.take(rows, axis=0, mode="clip"), self.weights.take(rows, axis=0, mode="clip")


class Level(NamedTuple):
    """The grid for one number of turns left.

    Nodes are pairs of given totals: first a two-dimensional grid up to 60, then the differences of larger totals.
    """

    own: Ints
    other: Ints
    near_own: Near
    near_other: Near
    near_difference: Near
    totals: tuple[Ints, Ints]
    """By node: what the active player and what the other player has given."""
    same: Ints
    """By node: the first equivalent node, mostly itself."""
    base: Ints
    """By the two gifts and node: the lowest difference of points."""
    step: int
    """Grid step of the difference of points."""
    lead: Floats
    """By the two gifts and node: the expected lead over the rest of the game."""
    chances: Floats
    """By the two gifts, node and difference of points."""

    def near(self, own: Ints, other: Ints) -> tuple[Ints, Floats]:
        """The nodes to interpolate between, with their weights: a row for each pair of given totals."""
        beyond = np.maximum(own, other) > GREAT_CHARITY_ABOVE
        parts: list[tuple[Ints, Floats]] = []
        if not beyond.all():
            first, of_first = self.near_own.at(np.where(beyond, 0, own))
            second, of_second = self.near_other.at(np.where(beyond, 0, other))
            nodes = (first[:, :, None] * len(self.other) + second[:, None]).reshape(len(own), -1)
            weights = (of_first[:, :, None] * of_second[:, None]).reshape(len(own), -1)
            parts.append((nodes, np.where(beyond[:, None], 0, weights)))
        if beyond.any():
            line, of_line = self.near_difference.at(own - other)
            parts.append((len(self.own) * len(self.other) + line, np.where(beyond[:, None], of_line, 0)))
        nodes, weights = (np.concatenate(arrays, axis=1) for arrays in zip(*parts, strict=True))
        used = weights.any(axis=0)
        return nodes[:, used], weights[:, used]

    def read(self, gifts: tuple[int, int], node: Ints, difference: Floats) -> Floats:
        """The chances of some nodes, each at a row of differences, by cubics through four neighbours."""
        chances = self.chances[gifts]
        count = chances.shape[1]
        place = difference - self.base[gifts].take(node)[:, None]
        place *= 1 / self.step
        np.maximum(place, 0, out=place)
        np.minimum(place, count - 1, out=place)
        start = place.astype(np.int64)
        start -= 1
        np.maximum(start, 0, out=start)
        np.minimum(start, count - _TAPS, out=start)
        place -= start
        x = place.astype(np.float32)
        start += (node * count)[:, None]
        flat = chances.reshape(-1)
        taps = [flat.take(start)]
        for _ in range(_TAPS - 1):
            start += 1
            taps.append(flat.take(start))
        return _cubic_at(x, taps)


def _cubic_at(x: Floats, values: list[Floats]) -> Floats:
    """The cubic through values at 0, 1, 2 and 3, evaluated at x in Newton's form; overwrites the values."""
    found, one, two, three = values
    three -= two
    two -= one
    one -= found
    three -= two
    two -= one
    three -= two
    # found + x (one + (x - 1) / 2 (two + (x - 2) / 3 three))
    three *= (x - 2) / 3
    two += three
    two *= (x - 1) / 2
    one += two
    one *= x
    found += one
    return found


def _lagrange(nodes: Ints, x: Ints) -> Floats:
    """By row: the weights of the values at some nodes in the polynomial through them at x."""
    weights = np.ones(nodes.shape)
    for one, other in permutations(range(nodes.shape[1]), 2):
        weights[:, one] *= (x - nodes[:, other]) / (nodes[:, one] - nodes[:, other])
    return weights


class VictorySolution:
    """The active player's chance of victory before each turn, for the game of a lead solution."""

    def __init__(self, lead: LeadSolution) -> None:
        """Unsolved."""
        self.lead = lead
        self.outcomes = lead.outcomes
        self._gifts, self._gift_index = self.outcomes.gifts
        # The outcomes of gift g are those from the g-th start to the next.
        starts = np.concatenate([[0], np.cumsum(np.bincount(self._gift_index))])
        self._by_gift = starts, np.argsort(self._gift_index, kind="stable")
        self.levels = [self._level(turns_left) for turns_left in range(self.turns + 1)]

    @property
    def turns(self) -> int:
        return PLAYERS * self.lead.ruleset.rounds

    def chance(
        self, turns_left: int, own: Ints, other: Ints, has_gift: bool, other_has_gift: bool, difference: Ints
    ) -> Floats:
        """The active player's chances, each at a row of differences of points."""
        gifts = int(has_gift), int(other_has_gift)
        lead = self.lead.values[turns_left, *gifts][self.lead.grid.index_of(own, other)]
        if turns_left == 0:
            decided: Floats = (np.sign(difference + lead[:, None]) + 1) / 2
            return decided
        level = self.levels[turns_left]
        chance = np.zeros(difference.shape)
        for node, weight in zip(*(columns.T for columns in level.near(own, other)), strict=True):
            same_lead = difference + (lead - level.lead[gifts][node])[:, None]
            chance += weight[:, None] * level.read(gifts, node, same_lead)
        return np.clip(chance, 0, 1)

    def chance_of(self, pair: Pair) -> float:
        """The chance in one position."""
        turns_left, own, other, has_gift, other_has_gift, difference = pair
        totals, differences = (np.array([own]), np.array([other])), np.array([[difference]])
        return float(self.chance(turns_left, *totals, has_gift, other_has_gift, differences)[0, 0])

    def leaf(self, pairs: Pairs, factor: int = 1, compiled: bool = False) -> Floats:
        """By outcome and position: the chance of victory, with the gift times `factor`.

        All nodes are read at once, which is several times as fast as one by one for so few outcomes.
        """
        turns_left, positions = pairs.turns_left - 1, len(pairs.own)
        theirs = (factor * self.outcomes.gift - self.outcomes.total)[:, None] - pairs.difference
        # By gift and position.
        other = (pairs.own + factor * self._gifts[:, None]).reshape(-1)
        own = np.tile(pairs.other, len(self._gifts))
        gifts, level = (int(pairs.other_has_gift), int(pairs.has_gift)), self.levels[turns_left]
        lead = self.lead.values[turns_left, *gifts][self.lead.grid.index_of(own, other)]
        if turns_left == 0:
            decided: Floats = (1 - np.sign(theirs + lead.reshape(-1, positions)[self._gift_index])) / 2
            return decided
        nodes, weights = level.near(own, other)
        if compiled:
            from charidice.strategy.tables.compiled import read_nodes

            chance = np.zeros(theirs.shape)
            node_lead, base, chances = level.lead[gifts], level.base[gifts], level.chances[gifts]
            starts, order = self._by_gift
            read_nodes(starts, order, theirs, lead, nodes, weights, node_lead, base, level.step, chances, chance)
        else:
            rows = (self._gift_index[:, None] * positions + np.arange(positions)).reshape(-1)
            shift = (lead[:, None] - level.lead[gifts][nodes]).take(rows, axis=0)
            node = nodes.take(rows, axis=0)
            read = level.read(gifts, node.reshape(-1), (theirs.reshape(-1, 1) + shift).reshape(-1, 1))
            chance = np.einsum("on,on->o", read.reshape(node.shape), weights.take(rows, axis=0))
        won: Floats = 1 - np.minimum(np.maximum(chance, 0), 1).reshape(theirs.shape)
        return won

    def restore(self, turns_left: int, stored: NDArray[np.uint8]) -> None:
        level = self.levels[turns_left]
        chances = summed(joined(stored, np.uint16), CHANGES_ALONG).astype(np.float32) / PARTS
        if turns_left == 1:
            chances = chances[:, np.searchsorted(np.unique(level.same), level.same)]
        level.chances[...] = chances

    def _level(self, turns_left: int) -> Level:
        """The grid of a level, unsolved."""
        played = self.turns - turns_left
        step = GIVEN_STEPS[min(turns_left, len(GIVEN_STEPS) - 1)]
        gift = int(self.outcomes.gift.max())
        reached = reachable(self.lead, turns_left)
        exact, line = reached[: EXACT * EXACT].reshape(EXACT, EXACT), reached[EXACT * EXACT :]
        own, other = (_axis(np.asarray(exact.any(axis=axis)), slice(None, None, step)) for axis in (1, 0))
        # Nobody can catch up more than can still be given, one gift doubled.
        widest = -(-min(gift * ((turns_left + 1) // 2 + 1), 3 * gift) // step) * step if played else 0
        even = self.lead.grid.widest
        differences = _axis(line, slice(even - widest, even + widest + 1, step)) - even
        totals = _totals(own, other, differences)
        lead = self.lead.values[turns_left][:, :, self.lead.grid.index_of(*totals)]
        points = POINT_STEPS[min(turns_left, len(POINT_STEPS) - 1)]
        # The range ends where games are decided, or at the most that the played turns allow.
        played_reach = 120 * played + ceil(np.abs(lead).max()) + 2 * points
        reach = LAST_TURN_REACH if turns_left == 1 else min(round(66 * sqrt(turns_left)) + 40, played_reach)
        same = _representatives(*totals, 2 * gift) if turns_left == 1 else np.arange(len(totals[0]))
        base = -np.rint(lead).astype(np.int64)[:, :, same] - reach
        chances = np.zeros((*base.shape, 2 * reach // points + 1), np.float32)
        near_own, near_other = (Near.of(axis, step, 0, GREAT_CHARITY_ABOVE) for axis in (own, other))
        between = Near.of(differences, step, -widest, widest)
        return Level(own, other, near_own, near_other, between, totals, same, base, points, lead, chances)


def _axis(reached: NDArray[np.bool_], wanted: slice) -> Ints:
    """Nodes: the reachable indices nearest to the wanted ones, because only these have an expected lead."""
    places, there = np.arange(len(reached)), np.flatnonzero(reached)
    if not len(there):
        return places[wanted]
    nodes: Ints = there[np.unique(np.abs(places[wanted, None] - there).argmin(axis=1))]
    return nodes


def _totals(own: Ints, other: Ints, differences: Ints) -> tuple[Ints, Ints]:
    """Representative given totals of every node."""
    owns, others = np.meshgrid(own, other, indexing="ij")
    beyond = GREAT_CHARITY_ABOVE + 1
    return (
        np.concatenate([owns.ravel(), beyond + np.maximum(differences, 0)]),
        np.concatenate([others.ravel(), beyond + np.maximum(-differences, 0)]),
    )


def _representatives(own: Ints, other: Ints, most: int) -> Ints:
    """For the last turn, in which `most` can be given: for every node its first equivalent one.

    If the active player has given more, they have the charity bonus already, and its size depends on their total only.
    """
    many = 1000
    exact = own * many + np.where(own > other, 0, other)
    beyond = many * many + np.clip(own - other, -most - 1, 1)
    _, first, which = np.unique(
        np.where(np.maximum(own, other) > GREAT_CHARITY_ABOVE, beyond, exact), return_index=True, return_inverse=True
    )
    same: Ints = first[which]
    return same


@cache
def victory_solution() -> VictorySolution:
    """The bundled solution of the rulebook's game."""
    solution = VictorySolution(lead_solution())
    with bundled("victory") as levels:
        for turns_left in range(1, solution.turns + 1):
            solution.restore(turns_left, levels[str(turns_left)])
    return solution
