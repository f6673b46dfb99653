"""The owl for two, and others that maximise a solved objective of two players: the turns of all games are solved
together, and then played roll by roll."""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from charidice.batch.playing import Turns
from charidice.batch.policies import REROLL_MASKS
from charidice.batch.scoring import ALL, Masks
from charidice.strategy.tables.lead import BATCH, Pairs
from charidice.strategy.turn.arrays import Bools, Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.places import keep_places
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps, TurnBranch, TurnValues, solve_turn


class PairObjective(Protocol):
    """An objective of two players in a constant-sum game."""

    def leaf(self, pairs: Pairs, factor: int = 1, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """By outcome and position: the value to the active player, with the gift times `factor`."""
        ...


class _Solved(NamedTuple):
    """The same turn of some games, solved together; a column for each game."""

    outcomes: Outcomes
    values: TurnValues

    def value(self, asked: bool, rolls: int, roll: NDArray[np.uint16], columns: Ints) -> Floats:
        """The value of these rolls before the active player decides."""
        branch = self.values.branch(asked)
        keeps = self._keeps(branch, rolls, roll, columns)
        value: Floats = np.maximum(self.early(asked, roll, columns), keeps.max(axis=1))
        return value

    def early(self, asked: bool, roll: NDArray[np.uint16], columns: Ints) -> Floats:
        """The value of scoring before the last roll, or of a stop (8.2)."""
        early: Floats = self.values.branch(asked).early[self.outcomes.orbits.of_roll.take(roll), columns]
        return early

    def scored(self, asked: bool, roll: NDArray[np.uint16], columns: Ints) -> Floats:
        score: Floats = self.values.branch(asked).score[self.outcomes.orbits.of_roll.take(roll), columns]
        return score

    def best_keep(self, asked: bool, rolls: int, roll: NDArray[np.uint16], columns: Ints) -> Masks:
        keeps = self._keeps(self.values.branch(asked), rolls, roll, columns)
        best = keeps.argmax(axis=1)
        better = keeps[np.arange(len(best)), best] > self.early(asked, roll, columns)
        return np.where(better, REROLL_MASKS[best], np.uint8(ALL))

    def _keeps(self, branch: TurnBranch, rolls: int, roll: NDArray[np.uint16], columns: Ints) -> Floats:
        """By game and in the order of REROLLS: the value of each reroll."""
        rows = self.outcomes.orbits.of_kept[keep_places(roll)]
        keeps: Floats = branch.after(rolls)[rows, columns[:, None]]
        return keeps


class PairPolicy:
    """Maximises an objective of two players, as the other one does; where it decides, all turns are solved first."""

    def __init__(self, objective: PairObjective, sweeps: Sweeps = NUMPY_SWEEPS) -> None:
        self.objective = objective
        self.sweeps = sweeps
        self._turns: Turns | None = None
        self._solved: list[_Solved] = []
        self._part: Ints
        """By game: the number of its part of the turns."""
        self._column: Ints

    def asks(self, turns: Turns, games: Ints) -> Bools:
        asks = np.zeros(len(games), np.bool_)
        for solved, at, roll, columns in self._parts(turns, games):
            if turns.stopped:
                asked, plain = (solved.scored(answer, roll, columns) for answer in (True, False))
            else:
                asked, plain = (solved.value(answer, turns.rolls, roll, columns) for answer in (True, False))
            asks[at] = asked < plain
        return asks

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        keeps = np.empty(len(games), np.uint8)
        asked = turns.asked.take(games)
        for answer in (False, True):
            which = np.flatnonzero(asked == answer)
            for solved, at, roll, columns in self._parts(turns, games[which]):
                keeps[which[at]] = solved.best_keep(answer, turns.rolls, roll, columns)
        return keeps

    def scores(self, turns: Turns, games: Ints) -> Masks:
        masks = np.empty(len(games), np.uint8)
        asked = turns.asked.take(games)
        for answer in (False, True):
            which = np.flatnonzero(asked == answer)
            for solved, at, roll, columns in self._parts(turns, games[which]):
                masks[which[at]] = _best_options(turns, solved, solved.values.branch(answer).utility, roll, columns)
        return masks

    def _parts(self, turns: Turns, games: Ints) -> list[tuple[_Solved, Ints, NDArray[np.uint16], Ints]]:
        """For each part of the turns: which of these games belong to it, their rolls and their columns."""
        if turns is not self._turns:
            self._solve(turns)
        part = self._part.take(games)
        found = []
        for number, solved in enumerate(self._solved):
            at = np.flatnonzero(part == number)
            if len(at):
                found.append((solved, at, turns.roll.take(games[at]), self._column.take(games[at])))
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
                values = solve_turn(found, plain, asked, turns.setup.ruleset.late_asking, self.sweeps)
                self._solved.append(_Solved(found, values))

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
                plain.append(self.objective.leaf(pairs, sweeps=self.sweeps))
                if can_ask:
                    asked.append(self.objective.leaf(pairs.asked, factor=2, sweeps=self.sweeps))
        order = np.argsort(np.concatenate(columns))
        if not asked:
            return np.concatenate(plain, axis=1)[:, order], None
        return np.concatenate(plain, axis=1)[:, order], np.concatenate(asked, axis=1)[:, order]


def _best_options(turns: Turns, solved: _Solved, utility: Floats, roll: NDArray[np.uint16], columns: Ints) -> Masks:
    """The dice to score; ties go to the smaller gift, then to the first option."""
    scoring = turns.scoring
    starts = scoring.starts.take(roll)
    counts = scoring.starts.take(roll + np.int32(1)) - starts
    number = np.arange(counts.max())
    options = starts[:, None] + np.minimum(number, counts[:, None] - 1)
    gift = scoring.gift.take(options)
    total = scoring.points.take(options) + scoring.bonus.take(options)
    values = utility[solved.outcomes.of_pair[total, gift], columns[:, None]]
    is_best = values == values.max(axis=1, keepdims=True)
    best = np.where(is_best, gift, np.iinfo(gift.dtype).max).argmin(axis=1)
    masks: Masks = scoring.masks.take(options[np.arange(len(best)), best])
    return masks
