"""The exact equilibrium of the two-player game in which each player maximises the expected lead.

The state before a turn is the number of turns left, what each player has given, and who still has the greatest of
gifts; points scored so far just add to the lead. Once either player has given more than 60, only the difference
matters: the charity bonus is then 30 in any case.
"""

from functools import cache
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.ruleset import GREAT_CHARITY_ABOVE, STANDARD, Ruleset
from charidice.rules.sheet import charity_bonuses
from charidice.rules.state import GameState
from charidice.strategy.tables.storage import bundled, joined, summed
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes, outcomes

PLAYERS = 2
# The axis along which values are stored as changes.
CHANGES_ALONG = (-1,)
# Totals up to 60 are distinct; above, only differences that can still be made up.
EXACT = GREAT_CHARITY_ABOVE + 1


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
        """The position as an array of one."""
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
    """The clipping limit of differences: larger ones cannot be made up."""

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
        """Representative given totals of every index."""
        own, other = np.divmod(np.arange(EXACT * EXACT), EXACT)
        difference = np.arange(-self.widest, self.widest + 1)
        least = EXACT
        return (
            np.concatenate([own, least + np.maximum(difference, 0)]),
            np.concatenate([other, least + np.maximum(-difference, 0)]),
        )


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
        """By outcome and state: total minus gift minus the other player's value of the next state.

        The gift counts `factor` times.
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

    def restore(self, turns_left: int, stored: NDArray[np.uint8] | Floats) -> None:
        """Files of earlier versions hold the values themselves."""
        if stored.dtype == np.uint8:
            self.values[turns_left] = summed(joined(stored.astype(np.uint8), np.uint32), CHANGES_ALONG).view(np.float32)
        else:
            self.values[turns_left] = stored


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
    """By state index: whether the state is reachable before a turn."""
    played = PLAYERS * solution.ruleset.rounds - turns_left
    own_turns, other_turns = played // 2, played - played // 2
    size = solution.grid.widest + EXACT + 1
    own, other = (_sums(solution.outcomes, turns, size) for turns in (own_turns, other_turns))
    reached = np.zeros(solution.grid.size, np.bool_)
    reached[solution.grid.index_of(own[:, None], other[None, :])] = True
    return reached


def _sums(outcomes: Outcomes, turns: int, size: int) -> Ints:
    """The possible sums of `turns` gifts, at most one of them doubled, clipped at `size`."""
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
    solution = empty_solution()
    with bundled("lead") as levels:
        for turns_left in range(1, solution.turns + 1):
            solution.restore(turns_left, levels[str(turns_left)])
    return solution
