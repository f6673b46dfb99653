"""The losses of a player against perfect play in a turn, by kind of mistake; exact, over all rolls of the turn.

A loss is the chance of victory of the best move minus that of the move made. Losses are carried back through the turn
like its values: those of a roll are its own and the mean of those to come.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.orbits import Orbits
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import TurnBranch
from charidice.strategy.turn.sweeps import SCORES, expectation

Truths = NDArray[np.bool_]
# Losses below this chance of victory are not counted as mistakes: the table of chances is no more accurate.
COUNTED = 0.001


class Mistake(IntEnum):
    """A kind of mistake, by the best move instead."""

    GIVES_MORE = 0
    """Scores dice with a larger gift than the best ones."""
    GIVES_LESS = 1
    KEEPS_FOR_MORE = 2
    """Keeps dice that lead to a larger gift than the best ones."""
    KEEPS_FOR_LESS = 3
    STOPS = 4
    """Scores, but to roll again is best."""
    ROLLS_ON = 5
    """Rolls, but to score is best."""
    ASKS = 6
    """Asks for the greatest of gifts, but to wait is best."""
    WAITS = 7

    @property
    def key(self) -> str:
        return self.name.lower().replace("_", "-")


# The columns of losses: the cost and frequency of each kind, and losses too small to count.
SMALL = 2 * len(Mistake)
COLUMNS = SMALL + 1
NO_LOSSES: Floats = np.zeros(COLUMNS)


def as_giver(turn: SolvedTurn, policy: SolvedTurn) -> Floats:
    """The losses of the active player who plays this turn by the policy of another, against a perfect recipient."""
    plain, asked = turn.values.plain, turn.values.asked
    following = Following(turn, policy.values.plain, plain)
    if asked is None:
        first = following.first(following.second)
    else:
        other = Following(turn, policy.values.plain, asked)
        second = np.where(asked.second < plain.second, other.second, following.second)
        first = np.where(asked.first < plain.first, other.first(other.second), following.first(second))
    found: Floats = turn.orbits.shares @ first
    return found


class Following:
    """The losses by orbit of rolls from some point of the turn on, after the recipient has asked or not."""

    def __init__(self, turn: SolvedTurn, policy: TurnBranch, branch: TurnBranch) -> None:
        self.turn, self.policy, self.branch = turn, policy, branch
        gift = turn.outcomes.gift
        self._best_gift = gift[branch.scored].astype(np.float64)
        self._score = branch.utility[policy.scored, 0]
        self._score_kind = np.where(gift[policy.scored] > self._best_gift, Mistake.GIVES_MORE, Mistake.GIVES_LESS)
        third = charged(branch.score[:, 0] - self._score, self._score_kind)
        self.second = self._stage(2, third, self._best_gift)

    def first(self, second: Floats) -> Floats:
        """After the first roll, from the losses after the second."""
        rows = self.branch.policy(2)
        gifts = _mean(self.turn.orbits, self._best_gift)
        return self._stage(1, second, np.where(rows == SCORES, self._best_gift, gifts[rows]))

    def _stage(self, rolls: int, following: Floats, best_gift: Floats) -> Floats:
        """After so many rolls, from the losses and the gift of perfect play after the next."""
        made, right = self.policy.policy(rolls), self.branch.policy(rolls)
        stops, should_stop = made == SCORES, right == SCORES
        best = self.branch.first if rolls == 1 else self.branch.second
        value = np.where(stops, self._score, self.branch.after(rolls)[made, 0])
        gifts = _mean(self.turn.orbits, best_gift)
        kind = np.where(gifts[made] > gifts[right], Mistake.KEEPS_FOR_MORE, Mistake.KEEPS_FOR_LESS)
        kind = np.where(should_stop, Mistake.ROLLS_ON, kind)
        kind = np.where(stops, np.where(should_stop, self._score_kind, Mistake.STOPS), kind)
        later = expectation(self.turn.orbits, following)[made]
        return charged(best[:, 0] - value, kind) + np.where(stops[:, None], 0, later)


def as_recipient(turn: SolvedTurn, first: Truths, second: Truths) -> Floats:
    """The losses of a recipient who asks after the first and after the second roll in these orbits."""
    plain, asked = turn.values.plain, turn.values.asked
    if asked is None:
        return NO_LOSSES
    rows = plain.policy(1)
    later = expectation(turn.orbits, _charged_for_asking(asked.second - plain.second, second))[rows]
    own = _charged_for_asking(asked.first - plain.first, first)
    found: Floats = turn.orbits.shares @ (own + np.where((first | (rows == SCORES))[:, None], 0, later))
    return found


def _charged_for_asking(gain: Floats, asks: Truths) -> Floats:
    """`gain`: the gain of the active player if the recipient asks."""
    kind = np.where(asks, Mistake.ASKS, Mistake.WAITS)
    return charged(np.where(asks, gain[:, 0], -gain[:, 0]), kind)


def charged(loss: Floats, kind: Ints) -> Floats:
    """By orbit and column, from the loss and the kind of each orbit's decision; a gain is rounding."""
    found = np.zeros((len(loss), COLUMNS))
    orbits, counts = np.arange(len(loss)), loss > COUNTED
    found[orbits, np.where(counts, kind, SMALL)] = np.maximum(loss, 0)
    found[orbits, kind + len(Mistake)] = counts
    return found


def total(found: Floats) -> Floats:
    """The cost of all mistakes together, by the axes before the columns."""
    costs: Floats = found[..., : len(Mistake)].sum(axis=-1) + found[..., SMALL]
    return costs


def _mean(orbits: Orbits, by_orbit: Floats) -> Floats:
    """By row of kept dice."""
    found: Floats = expectation(orbits, by_orbit[:, None])[:, 0]
    return found
