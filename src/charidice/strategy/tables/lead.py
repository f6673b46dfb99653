"""The exact equilibrium of the two-player game in which each player maximises the expected lead.

The state before a turn is the number of turns left, what each player has given, and who still has the greatest of
gifts; points scored so far just add to the lead. Once either player has given more than 60, only the difference
matters: the charity bonus is then 30 in any case.
"""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import product
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.ruleset import GREAT_CHARITY_ABOVE, STANDARD, Ruleset
from charidice.rules.sheet import charity_bonuses
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps, turn_value

PLAYERS = 2
# Totals up to 60 are distinct; beyond, only differences up to what can still be caught up.
EXACT = GREAT_CHARITY_ABOVE + 1
BATCH = 16
CHECKED = 200
"""The number of states that a check solves again."""


class Pair(NamedTuple):
    """A two-player position before a turn, from the active player's view."""

    turns_left: int
    own: int
    other: int
    has_gift: bool
    other_has_gift: bool
    difference: int

    @classmethod
    def of(cls, state: GameState) -> Self:
        active, recipient = state.sheets[state.active], state.sheets[state.recipient]
        played = len(active.points) + len(recipient.points)
        return cls(
            PLAYERS * state.setup.ruleset.rounds - played,
            active.total_given,
            recipient.total_given,
            active.has_gift,
            recipient.has_gift,
            active.subtotal - recipient.subtotal,
        )

    @property
    def asked(self) -> Self:
        """The position after the other player has asked."""
        return self._replace(other_has_gift=False)

    @property
    def alone(self) -> "Pairs":
        """The position as the only one of several."""
        own, other, difference = (np.array([number]) for number in (self.own, self.other, self.difference))
        return Pairs(self.turns_left, own, other, self.has_gift, self.other_has_gift, difference)


class Pairs(NamedTuple):
    """Two-player positions before the same turn, in which the same players can still ask."""

    turns_left: int
    own: Ints
    other: Ints
    has_gift: bool
    other_has_gift: bool
    difference: Ints

    @property
    def asked(self) -> Self:
        """The positions after the other player has asked."""
        return self._replace(other_has_gift=False)


class Grid(NamedTuple):
    """Indices of pairs of given totals."""

    widest: int
    """Differences are clipped here: nobody can catch up more."""

    @property
    def size(self) -> int:
        return EXACT * EXACT + 2 * self.widest + 1

    def index_of(self, own: Ints, other: Ints) -> Ints:
        """The index of the state in which the active player has given `own` and the other player `other`."""
        difference = np.minimum(np.maximum(own - other, -self.widest), self.widest) + self.widest
        exact = (own < EXACT) & (other < EXACT)
        index: Ints = np.where(exact, own * EXACT + other, EXACT * EXACT + difference)
        return index

    def totals(self) -> tuple[Ints, Ints]:
        """Representative totals of every index."""
        own, other = np.divmod(np.arange(EXACT * EXACT), EXACT)
        difference = np.arange(-self.widest, self.widest + 1)
        least = EXACT
        return (
            np.concatenate([own, least + np.maximum(difference, 0)]),
            np.concatenate([other, least + np.maximum(-difference, 0)]),
        )


class Batch(NamedTuple):
    """States that are solved together: they differ only in the given totals."""

    turns_left: int
    has_gift: bool
    other_has_gift: bool
    states: Ints


class LeadSolution(NamedTuple):
    """The expected lead of the active player over the rest of the game, before each turn."""

    dice_set: DiceSet
    ruleset: Ruleset
    outcomes: Outcomes
    grid: Grid
    values: Floats
    """By turns left, whether the active and whether the other player can still ask, and state index."""

    def value(self, turns_left: int, own: int, other: int, has_gift: bool, other_has_gift: bool) -> float:
        """The value before a turn to the active player, who has given `own`."""
        index = self.grid.index_of(np.array(own), np.array(other))
        return float(self.values[turns_left, int(has_gift), int(other_has_gift), index])

    def utility(
        self, turns_left: int, own: Ints, other: Ints, has_gift: bool, other_has_gift: bool, factor: int = 1
    ) -> Floats:
        """The utility of each outcome to the active player, by state, with the gift times `factor`.

        That is its total minus the gift minus the other player's value of the next state.
        """
        gifts, which = self.outcomes.gifts
        theirs = self.values[turns_left - 1, int(other_has_gift), int(has_gift)]
        by_gift = theirs[self.grid.index_of(other, own + factor * gifts[:, None])]
        own_gain: Floats = (self.outcomes.total - factor * self.outcomes.gift).astype(theirs.dtype)
        worth: Floats = own_gain[:, None] - by_gift.take(which, axis=0)
        return worth

    @property
    def turns(self) -> int:
        return PLAYERS * self.ruleset.rounds

    def parts(self, turns_left: int) -> Iterator[Batch]:
        """All reachable states before a turn, in batches."""
        reached = np.flatnonzero(reachable(self, turns_left))
        for has_gift, other_has_gift in product((False, True), repeat=2):
            if turns_left == 1 and has_gift:
                continue  # nobody gives to the active player any more: filled in by `complete`
            for start in range(0, len(reached), BATCH):
                yield Batch(turns_left, has_gift, other_has_gift, reached[start : start + BATCH])

    def solve(self, part: Batch, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """The values of a batch, from those with one turn left less."""
        turns_left, has_gift, other_has_gift, states = part
        own, other = (totals[states] for totals in self.grid.totals())
        plain = self.utility(turns_left, own, other, has_gift, other_has_gift)
        asked = self.utility(turns_left, own, other, has_gift, False, factor=2) if other_has_gift else None
        return turn_value(self.outcomes, plain, asked, self.ruleset.late_asking, sweeps)

    def store(self, part: Batch, values: Floats) -> None:
        self.values[part.turns_left, int(part.has_gift), int(part.other_has_gift), part.states] = values

    def complete(self, turns_left: int) -> None:
        """Copy the values of equivalent states."""
        if turns_left == 1:
            self.values[1, 1] = self.values[1, 0]

    def stored(self, turns_left: int) -> Floats:
        level: Floats = self.values[turns_left]
        return level

    def restore(self, turns_left: int, stored: Floats) -> None:
        self.values[turns_left] = stored

    def check(self, rng: np.random.Generator) -> float:
        """Solve a sample of states again in double precision and return the largest difference."""
        precise = self._replace(values=self.values.astype(np.float64))
        worst = 0.0
        for _ in range(CHECKED):
            parts = list(precise.parts(int(rng.integers(1, self.turns + 1))))
            part = parts[rng.integers(len(parts))]
            part = part._replace(states=rng.choice(part.states, 1))
            stored = self.values[part.turns_left, int(part.has_gift), int(part.other_has_gift), part.states]
            worst = max(worst, float(np.abs(precise.solve(part) - stored).max()))
        return worst


def empty_solution(ruleset: Ruleset = STANDARD, dice_set: DiceSet = STANDARD_DICE) -> LeadSolution:
    """A solution with only the terminal values: the charity bonus."""
    found = outcomes(dice_set, ruleset.free_giving)
    # At most the largest gift in each turn, one of them doubled.
    grid = Grid(int(found.gift.max()) * (ruleset.rounds + 1))
    values = np.zeros((PLAYERS * ruleset.rounds + 1, 2, 2, grid.size), np.float32)
    bonuses = [charity_bonuses(totals) for totals in zip(*map(np.ndarray.tolist, grid.totals()), strict=True)]
    values[0] = [own - other for own, other in bonuses]
    return LeadSolution(dice_set, ruleset, found, grid, values)


def reachable(solution: LeadSolution, turns_left: int) -> NDArray[np.bool_]:
    """Which states are reachable before a turn."""
    played = PLAYERS * solution.ruleset.rounds - turns_left
    own_turns, other_turns = played // 2, played - played // 2
    size = solution.grid.widest + EXACT + 1
    own, other = (_sums(solution.outcomes, turns, size) for turns in (own_turns, other_turns))
    reached = np.zeros(solution.grid.size, np.bool_)
    reached[solution.grid.index_of(own[:, None], other[None, :])] = True
    return reached


def _sums(outcomes: Outcomes, turns: int, size: int) -> Ints:
    """The possible sums of this many gifts, at most one of them doubled, clipped at `size`."""
    gifts = np.unique(outcomes.gift)
    plain, doubled = (np.zeros(size + 1, np.bool_) for _ in range(2))
    plain[0] = True

    def added(totals: NDArray[np.bool_], gifts: Ints) -> NDArray[np.bool_]:
        sums = np.zeros_like(totals)
        sums[np.minimum(np.flatnonzero(totals)[:, None] + gifts, size)] = True
        return sums

    for _ in range(turns):
        doubled = added(doubled, gifts) | added(plain, 2 * gifts)
        plain = added(plain, gifts)
    return np.flatnonzero(plain | doubled)


@cache
def lead_solution() -> LeadSolution:
    """The bundled solution of the rulebook's game."""
    with resources.files(__package__).joinpath("lead.npz").open("rb") as file:
        solution, stored = empty_solution(), np.load(file)
        for turns_left in range(1, solution.turns + 1):
            solution.restore(turns_left, stored[str(turns_left)])
        return solution
