"""Planners of a solved game of two: the turns of all games are solved together, then played roll by roll."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from charidice.batch.playing import Turns
from charidice.batch.policies import KEEP_MASKS, best_masks
from charidice.batch.scoring import Masks
from charidice.strategy.tables.lead import Pairs
from charidice.strategy.turn.arrays import Bools, Floats, Ints
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.solver import BATCH, TurnBranch, TurnValues, solve_turn


class PairObjective(Protocol):
    """An objective of two players in a constant-sum game."""

    def leaf(self, pairs: Pairs, factor: int = 1, compiled: bool = False) -> Floats:
        """By outcome and position: the value to the active player, with the gift times `factor`."""
        ...


class _Part(NamedTuple):
    """Some games before a decision, whose turns are solved together."""

    turn: TurnValues
    at: Ints
    """Their places among all games before this decision."""
    roll: NDArray[np.uint16]
    column: Ints
    """By game: its column in the solved turn."""


class PairPolicy:
    """Maximises an objective of two players and assumes that the other one does, too."""

    def __init__(self, objective: PairObjective, compiled: bool = False) -> None:
        self.objective = objective
        self.compiled = compiled
        self._turns: Turns | None = None
        self._solved: list[TurnValues] = []
        self._part: Ints
        """By game: the index of its turn in `_solved`."""
        self._column: Ints

    def asks(self, turns: Turns, games: Ints) -> Bools:
        asks = np.zeros(len(games), np.bool_)
        for turn, at, roll, column in self._parts(turns, games):
            branches = turn.branch(True), turn.branch(False)
            if turns.stopped:
                asked, plain = (branch.score[branch.orbits.of_roll.take(roll), column] for branch in branches)
            else:
                asked, plain = (branch.value(turns.rolls, roll, column) for branch in branches)
            asks[at] = asked < plain
        return asks

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        keeps = np.empty(len(games), np.uint8)
        for branch, at, roll, column in self._branches(turns, games):
            keeps[at] = KEEP_MASKS[branch.best_keep(turns.rolls, roll, column)]
        return keeps

    def scores(self, turns: Turns, games: Ints) -> Masks:
        masks = np.empty(len(games), np.uint8)
        for branch, at, roll, column in self._branches(turns, games):
            masks[at] = best_masks(turns.scoring, branch, roll, column)
        return masks

    def _branches(self, turns: Turns, games: Ints) -> Iterator[tuple[TurnBranch, Ints, NDArray[np.uint16], Ints]]:
        """As `_parts`, with the branch of the turn that the games are in."""
        asked = turns.asked.take(games)
        for answer in (False, True):
            which = np.flatnonzero(asked == answer)
            for turn, at, roll, column in self._parts(turns, games[which]):
                yield turn.branch(answer), which[at], roll, column

    def _parts(self, turns: Turns, games: Ints) -> list[_Part]:
        if turns is not self._turns:
            self._solve(turns)
        part = self._part.take(games)
        found = []
        for number, turn in enumerate(self._solved):
            at = np.flatnonzero(part == number)
            if len(at):
                found.append(_Part(turn, at, turns.roll.take(games[at]), self._column.take(games[at])))
        return found

    def _solve(self, turns: Turns) -> None:
        found = outcomes(turns.setup.dice_set, turns.setup.ruleset.free_giving)
        games = len(turns.roll)
        self._turns, self._solved = turns, []
        self._part, self._column = (np.empty(games, np.int64) for _ in range(2))
        can_ask = turns.sheets.has_gift[turns.recipient]
        for alike in (np.flatnonzero(can_ask), np.flatnonzero(~can_ask)):
            for start in range(0, len(alike), BATCH):
                part = alike[start : start + BATCH]
                self._part[part], self._column[part] = len(self._solved), np.arange(len(part))
                plain, asked = self._leaves(turns, part, bool(can_ask[part[0]]))
                turn = solve_turn(found, plain, asked, turns.setup.ruleset.late_asking, self.compiled)
                self._solved.append(turn)

    def _leaves(self, turns: Turns, games: Ints, can_ask: bool) -> tuple[Floats, Floats | None]:
        """By outcome and game: the utility of the active player, and the same after the recipient has asked."""
        sheets, active, recipient = turns.sheets, turns.active, turns.recipient
        own, other = (sheets.given[seat, games].astype(np.int64) for seat in (active, recipient))
        subtotals = sheets.subtotals[:, games].astype(np.int64)
        has_gift = sheets.has_gift[active, games]
        columns: list[Ints] = []
        plain, asked = [], []
        for holds in (False, True):
            at = np.flatnonzero(has_gift == holds)
            if len(at):
                difference = subtotals[active, at] - subtotals[recipient, at]
                pairs = Pairs(turns.left, own[at], other[at], holds, can_ask, difference)
                columns.append(at)
                plain.append(self.objective.leaf(pairs, compiled=self.compiled))
                if can_ask:
                    asked.append(self.objective.leaf(pairs.asked, factor=2, compiled=self.compiled))
        order = np.argsort(np.concatenate(columns))
        if not asked:
            return np.concatenate(plain, axis=1)[:, order], None
        return np.concatenate(plain, axis=1)[:, order], np.concatenate(asked, axis=1)[:, order]
