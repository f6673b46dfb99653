"""Solves the game of two by chance of victory, node by node of the grid."""

from collections.abc import Iterator
from itertools import product
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.solving.lead import CHECKED
from charidice.solving.writing import by_byte, changes
from charidice.strategy.tables.lead import PLAYERS, Pair
from charidice.strategy.tables.victory import CHANGES_ALONG, PARTS, VictorySolution
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.solver import BATCH, turn_value


class GridNode(NamedTuple):
    """States that differ only in the difference of points."""

    turns_left: int
    gifts: tuple[int, int]
    place: int


class VictorySolver(NamedTuple):
    table: VictorySolution

    def parts(self, turns_left: int) -> Iterator[GridNode]:
        nodes = np.unique(self.table.levels[turns_left].same).tolist()
        # In the last turn nobody gives to the active player any more, and many given totals are equivalent.
        own_gifts = (0, 1) if turns_left > 1 else (0,)
        for has_gift, other_has_gift, node in product(own_gifts, (0, 1), nodes):
            yield GridNode(turns_left, (has_gift, other_has_gift), node)

    def solve(self, node: GridNode, compiled: bool = False) -> Floats:
        level = self.table.levels[node.turns_left]
        own, other = (int(totals[node.place]) for totals in level.totals)
        difference = level.base[node.gifts][node.place] + level.step * np.arange(level.chances.shape[-1])
        pair = Pair(node.turns_left, own, other, bool(node.gifts[0]), bool(node.gifts[1]), 0)
        plain = self._leaves(pair, difference).astype(np.float32)
        asked = self._leaves(pair.asked, difference, factor=2).astype(np.float32) if pair.other_has_gift else None
        chances = np.empty(len(difference))
        for start in range(0, len(difference), BATCH):
            part = slice(start, start + BATCH)
            of_part = plain[:, part], None if asked is None else asked[:, part]
            utilities = [utility for utility in of_part if utility is not None]
            if min(map(np.min, utilities)) == max(map(np.max, utilities)):
                chances[part] = plain[0, start]  # decided, whatever the outcome
            else:
                late_asking = self.table.lead.ruleset.late_asking
                chances[part] = turn_value(self.table.outcomes, *of_part, late_asking, compiled)
        return chances

    def _leaves(self, pair: Pair, differences: Ints, factor: int = 1) -> Floats:
        """As `VictorySolution.leaf`, by outcome and difference of points before the turn."""
        outcomes = self.table.outcomes
        gifts, which = outcomes.gifts
        theirs = -(differences + (outcomes.total - factor * outcomes.gift)[:, None])
        wanted = np.arange(theirs.min(), theirs.max() + 1)
        others, given = np.full(len(gifts), pair.other), pair.own + factor * gifts
        after = pair.turns_left - 1, others, given, pair.other_has_gift, pair.has_gift
        chance = self.table.chance(*after, np.broadcast_to(wanted, (len(gifts), len(wanted))))
        leaves: Floats = 1 - chance[which[:, None], theirs - wanted[0]]
        return leaves

    def store(self, node: GridNode, chances: Floats) -> None:
        level = self.table.levels[node.turns_left]
        level.chances[*node.gifts, node.place] = np.rint(chances * PARTS) / PARTS

    def complete(self, turns_left: int) -> None:
        if turns_left == 1:
            self.table.restore(1, self.stored(1))

    def stored(self, turns_left: int) -> NDArray[np.uint8]:
        """Changes of changes as integers; the last turn has only the nodes that are solved."""
        level = self.table.levels[turns_left]
        chances = level.chances[0][:, np.unique(level.same)] if turns_left == 1 else level.chances
        return by_byte(changes(np.rint(chances * PARTS).astype(np.uint16), CHANGES_ALONG))

    def check(self, rng: np.random.Generator) -> float:
        """Solve likely positions again, also between nodes, and return the largest difference."""
        return max(
            abs(self.residual(self.likely(turns_left, rng)))
            for turns_left in rng.integers(1, self.table.turns + 1, CHECKED).tolist()
        )

    def likely(self, turns_left: int, rng: np.random.Generator) -> Pair:
        """A random position as in real games, more often close than not."""
        played = self.table.turns - turns_left
        turns = np.array([played // 2, played - played // 2])
        own, other = np.maximum(np.rint(rng.normal(8 * turns, 6 * np.sqrt(turns))), 0).astype(int).tolist()
        gifts = rng.random(PLAYERS) < turns_left / self.table.turns
        has_gift, other_has_gift = (gifts | (turns[::-1] == 0)).tolist()
        lead = self.table.lead.value(turns_left, own, other, has_gift, other_has_gift)
        ahead = rng.normal(0, 14 * sqrt(turns_left)) - lead
        return Pair(turns_left, own, other, has_gift, other_has_gift, round(np.clip(ahead, -60 * played, 60 * played)))

    def residual(self, pair: Pair) -> float:
        """The difference between the chance of a position and its one-turn lookahead."""
        table = self.table
        plain = table.leaf(pair.alone)
        asked = table.leaf(pair.asked.alone, factor=2) if pair.other_has_gift else None
        solved = turn_value(table.outcomes, plain, asked, table.lead.ruleset.late_asking)[0]
        return table.chance_of(pair) - float(solved)
