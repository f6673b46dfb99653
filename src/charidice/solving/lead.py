"""Solves the game of two by expected lead, in batches of states."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.solving.writing import by_byte, changes
from charidice.strategy.tables.lead import CHANGES_ALONG, LeadSolution, reachable
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.solver import BATCH, turn_value

CHECKED = 200
"""The number of states that a check solves again."""


class Batch(NamedTuple):
    """States that differ only in the given totals."""

    turns_left: int
    has_gift: bool
    other_has_gift: bool
    states: Ints

    @property
    def at(self) -> tuple[int, int, int, Ints]:
        """In the values of the solution."""
        return self.turns_left, int(self.has_gift), int(self.other_has_gift), self.states


class LeadSolver(NamedTuple):
    table: LeadSolution

    def parts(self, turns_left: int) -> Iterator[Batch]:
        reached = np.flatnonzero(reachable(self.table, turns_left))
        for has_gift, other_has_gift in product((False, True), repeat=2):
            if turns_left == 1 and has_gift:
                continue  # nobody gives to the active player any more: filled in by `complete`
            for start in range(0, len(reached), BATCH):
                yield Batch(turns_left, has_gift, other_has_gift, reached[start : start + BATCH])

    def solve(self, part: Batch, compiled: bool = False) -> Floats:
        table, (turns_left, has_gift, other_has_gift, states) = self.table, part
        own, other = (totals[states] for totals in table.grid.totals())
        plain = table.utility(turns_left, own, other, has_gift, other_has_gift)
        asked = table.utility(turns_left, own, other, has_gift, False, factor=2) if other_has_gift else None
        return turn_value(table.outcomes, plain, asked, table.ruleset.late_asking, compiled)

    def store(self, part: Batch, values: Floats) -> None:
        self.table.values[part.at] = values

    def complete(self, turns_left: int) -> None:
        if turns_left == 1:
            self.table.values[1, 1] = self.table.values[1, 0]

    def stored(self, turns_left: int) -> NDArray[np.uint8]:
        """Changes from state to state, which are small where only the difference of given totals matters."""
        return by_byte(changes(self.table.values[turns_left].view(np.uint32), CHANGES_ALONG))

    def check(self, rng: np.random.Generator) -> float:
        """Solve a sample of states again in double precision and return the largest difference."""
        precise = LeadSolver(self.table._replace(values=self.table.values.astype(np.float64)))
        worst = 0.0
        for _ in range(CHECKED):
            parts = list(precise.parts(int(rng.integers(1, self.table.turns + 1))))
            part = parts[rng.integers(len(parts))]
            part = part._replace(states=rng.choice(part.states, 1))
            worst = max(worst, float(np.abs(precise.solve(part) - self.table.values[part.at]).max()))
        return worst
