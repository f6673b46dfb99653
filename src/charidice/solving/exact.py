"""The chance of victory of two players in every state that can occur, without interpolation.

A state has the turns left, what each player has given, who still has the greatest of gifts, and the difference of
points. A row is all states that differ only in the difference of points; it is solved from rows with one turn left
less. There is a file for each number of turns left, filled row by row, so that an interrupted run resumes.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice, product
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.lib.format import open_memmap

from charidice.rules.errors import Refused
from charidice.solving.occurring import Columns, Span, columns
from charidice.solving.rows import RowTask, solve_rows
from charidice.strategy.tables.lead import LeadSolution, Pair, reachable
from charidice.strategy.tables.victory import VictorySolution
from charidice.strategy.turn.arrays import Floats, Ints

# A game is open if the chance of victory is at least this far from 0 and from 1.
OPEN = 0.001
_ROWS_PER_TASK = 4
_PLACES_AT_ONCE = 50
_TASKS_PER_PROCESS = 3


class RowKey(NamedTuple):
    has_gift: int
    other_has_gift: int
    place: int
    """Index of the given totals among all reachable ones."""


class ExactVictory(NamedTuple):
    """The active player's chance of victory before each turn, for the game of a lead solution; kept in a folder."""

    lead: LeadSolution
    folder: Path

    @property
    def turns(self) -> int:
        return self.lead.turns

    def span(self, turns_left: int) -> Span:
        return Span.of(self.lead.outcomes, turns_left, self.turns - turns_left)

    def places(self, turns_left: int) -> Ints:
        """The reachable pairs of given totals, as indices in the grid of the lead solution."""
        return np.flatnonzero(reachable(self.lead, turns_left))

    def totals(self, turns_left: int) -> tuple[Ints, ...]:
        """By place: the given totals of the active player and of the other player."""
        places = self.places(turns_left)
        return tuple(totals[places] for totals in self.lead.grid.totals())

    def columns(self, turns_left: int) -> Columns:
        """By the two gifts and place: the differences of points that can occur."""
        found, grid = self.lead.outcomes, self.lead.grid
        return columns(found, grid, self.span(turns_left), self.turns - turns_left, self.places(turns_left))

    def states(self, turns_left: int) -> int:
        """The number of states that can occur."""
        return int(self.columns(turns_left).sizes.sum())

    def level(self, turns_left: int) -> Floats:
        """The chances by the two gifts, place and difference of points; read from the file as needed."""
        if turns_left == 0:
            bonus = self.lead.values[0][:, :, self.places(0), None]
            won: Floats = (np.sign(self.span(0).all + bonus) + 1) / 2
            return won.astype(np.float32)
        found: Floats = np.load(self._path(turns_left), mmap_mode="r")
        return found

    @property
    def start(self) -> float:
        """The chance of victory of the player who begins."""
        return self.chance_of(Pair(self.turns, 0, 0, has_gift=True, other_has_gift=True, difference=0))

    def error_of(self, table: VictorySolution, turns_left: int) -> "LevelError":
        """The error of another solution of the same game."""
        own, other = self.totals(turns_left)
        columns = self.columns(turns_left)
        largest, total, count = 0.0, 0.0, 0
        for has_gift, other_has_gift in product((False, True), repeat=2):
            exact = self.level(turns_left)[int(has_gift), int(other_has_gift)]
            for some in np.array_split(np.arange(len(own)), -(-len(own) // _PLACES_AT_ONCE)):
                differences = np.broadcast_to(self.span(turns_left).all, exact[some].shape)
                found = table.chance(turns_left, own[some], other[some], has_gift, other_has_gift, differences)
                occurs = columns.mask((int(has_gift), int(other_has_gift), some), exact.shape[-1])
                error = np.where(occurs, np.abs(found - exact[some]), 0)
                is_open = occurs & (np.abs(exact[some] - 0.5) < 0.5 - OPEN)
                largest = max(largest, float(error.max()))
                total, count = total + float(error[is_open].sum()), count + int(is_open.sum())
        return LevelError(turns_left, self.states(turns_left), largest, total / max(count, 1))

    def chance_of(self, pair: Pair) -> float:
        """The chance in one position."""
        place = np.searchsorted(self.places(pair.turns_left), self.lead.grid.index_of(*map(np.array, pair[1:3])))
        span = self.span(pair.turns_left)
        difference = min(max(pair.difference, span.least), span.most) - span.least
        return float(self.level(pair.turns_left)[int(pair.has_gift), int(pair.other_has_gift), place, difference])

    def solve(
        self, executor: Executor, processes: int, report: Callable[[int, int], None] = lambda done, total: None
    ) -> None:
        """Solve the rows that the folder lacks; `report` is called with the states done and their total."""
        self._take_folder()
        levels = range(1, self.turns + 1)
        total = sum(map(self.states, levels))
        done = 0
        for turns_left in levels:
            if not self._path(turns_left).exists():
                for solved in self._solve_level(turns_left, executor, processes):
                    report(done + solved, total)
            done += self.states(turns_left)
            report(done, total)

    def _take_folder(self) -> None:
        """Create the folder, or check that it belongs to the same game."""
        self.folder.mkdir(parents=True, exist_ok=True)
        game, path = f"{self.lead.ruleset}\n{self.lead.dice_set}\n", self.folder / "game"
        if not path.exists():
            path.write_text(game)
        elif path.read_text() != game:
            raise Refused("folder-of-another-game", path=self.folder)

    def _path(self, turns_left: int) -> Path:
        return self.folder / f"{turns_left}.npy"

    def _solve_level(self, turns_left: int, executor: Executor, processes: int) -> Iterator[int]:
        """Fill the file of a level; yields the number of solved states."""
        path = self._path(turns_left)
        unfinished = path.with_suffix(".part")
        sizes = self.columns(turns_left).sizes
        if not unfinished.exists():
            _create(unfinished, sizes, len(self.span(turns_left).all))
        chances = open_memmap(unfinished, "r+")
        unsolved = np.isnan(chances).any(axis=-1)
        missing = [RowKey(*row) for row in np.argwhere(unsolved).tolist()]
        done = int(sizes[~unsolved].sum())
        yield done
        for row, solved in self._solved(missing, turns_left, executor, _TASKS_PER_PROCESS * processes):
            chances[row] = solved
            done += int(sizes[row])
            yield done
        chances.flush()
        unfinished.rename(path)

    def _solved(
        self, rows: Iterable[RowKey], turns_left: int, executor: Executor, most: int
    ) -> Iterator[tuple[RowKey, Floats]]:
        """Rows in the order in which they get solved, with at most `most` pending tasks to limit memory."""
        levels, left, lead = _Levels.of(self, turns_left), iter(rows), self.lead
        pending: dict[Future[list[Floats]], list[RowKey]] = {}
        while True:
            while len(pending) < most and (some := list(islice(left, _ROWS_PER_TASK))):
                tasks = [self._task(row, levels) for row in some]
                pending[executor.submit(solve_rows, lead.dice_set, lead.ruleset, tasks)] = some
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                yield from zip(pending.pop(future), future.result(), strict=True)

    def _task(self, row: RowKey, levels: "_Levels") -> RowTask:
        asked = self._after(row, levels, factor=2) if row.other_has_gift else None
        start, stop = (int(columns[row]) for columns in levels.columns)
        return RowTask(levels.span, start, stop, self._after(row, levels, factor=1), asked)

    def _after(self, row: RowKey, levels: "_Levels", factor: int) -> Floats:
        """By gift, times `factor`, and difference after the turn: the active player's chance of victory."""
        grid, found = self.lead.grid, self.lead.outcomes
        own, other = (int(totals[row.place]) for totals in levels.totals)
        given = own + factor * found.gifts[0]
        places = levels.place_below[grid.index_of(np.full(len(given), other), given)]
        theirs = levels.below[row.other_has_gift if factor == 1 else 0, row.has_gift]
        swing = found.total - factor * found.gift
        after = (
            -np.arange(levels.span.least + swing.min(), levels.span.most + swing.max() + 1) - levels.span_below.least
        )
        chances: Floats = 1 - theirs[places][:, np.clip(after, 0, theirs.shape[-1] - 1)]
        return chances


class LevelError(NamedTuple):
    """The error of a table before a turn."""

    turns_left: int
    states: int
    largest: float
    mean: float
    """Over open states."""


class _Levels(NamedTuple):
    """A level to solve, and the one below it, with one turn left less."""

    totals: tuple[Ints, ...]
    """By place: the given totals of the active player and of the other player."""
    span: Span
    columns: Columns
    below: Floats
    span_below: Span
    place_below: Ints
    """By index in the grid of the lead solution: the place."""

    @classmethod
    def of(cls, exact: ExactVictory, turns_left: int) -> Self:
        places = exact.places(turns_left - 1)
        place_of = np.full(exact.lead.grid.size, -1)
        place_of[places] = np.arange(len(places))
        below, span_below = exact.level(turns_left - 1), exact.span(turns_left - 1)
        level = exact.totals(turns_left), exact.span(turns_left), exact.columns(turns_left)
        return cls(*level, below, span_below, place_of)


def _create(path: Path, sizes: Ints, width: int) -> None:
    """Create the file of an unsolved level, whole or not at all; rows that cannot occur are 0."""
    new = path.with_suffix(".new")
    chances = open_memmap(new, "w+", np.float32, (*sizes.shape, width))
    chances[...] = np.where(sizes, np.nan, 0)[..., None]
    chances.flush()
    new.rename(path)
