"""Computes whole tables on all cores; an interrupted run resumes from its file."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from charidice.processes import workers
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.rules.state import is_rulebook_game
from charidice.strategy.tables.fitting import Fitting
from charidice.strategy.tables.last_turn import last_turn_of
from charidice.strategy.tables.lead import LeadSolution, empty_solution, lead_solution
from charidice.strategy.tables.shares import FORM as FORM_OF_SHARES
from charidice.strategy.tables.victory import FORM, VictorySolution
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.solver import Sweeps, fastest_sweeps

_TASKS_PER_PROCESS = 24


class CannotLoad(Refused):
    """A file without a complete table."""


class ValueTable(Protocol):
    """Values before each turn, computed by backward induction, level by level of turns left."""

    @property
    def turns(self) -> int: ...

    def parts(self, turns_left: int) -> Iterable[Any]:
        """Units of a level that can be solved in parallel."""
        ...

    def solve(self, part: Any, sweeps: Sweeps) -> Floats: ...

    def store(self, part: Any, values: Floats) -> None: ...

    def complete(self, turns_left: int) -> None:
        """Called when all parts of a level are stored."""
        ...

    def stored(self, turns_left: int) -> NDArray[Any]:
        """A level in its file format."""
        ...

    def restore(self, turns_left: int, stored: NDArray[Any]) -> None: ...

    def check(self, rng: np.random.Generator) -> float:
        """Solve a sample again and return the error of the table."""
        ...


class Request(NamedTuple):
    """Which table, for which game, in which folder."""

    name: str
    folder: Path
    ruleset: Ruleset = STANDARD
    dice_set: DiceSet = STANDARD_DICE

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}.npz"

    @property
    def game(self) -> list[str]:
        """Identifies the game in the file, so that a file of another game is not used."""
        rules = self.ruleset
        form = [] if self.name == "lead" else [FORM if self.name == "victory" else FORM_OF_SHARES]
        house_rules = str(rules.free_giving), str(rules.late_asking)
        return [self.name, str(rules.rounds), *house_rules, str(self.dice_set), *form]

    def empty(self) -> ValueTable:
        """The table with nothing solved yet."""
        if self.name == "lead":
            return empty_solution(self.ruleset, self.dice_set)
        if self.name == "victory":
            return VictorySolution(self.lead())
        last = last_turn_of(self.folder, self.dice_set, self.ruleset.free_giving)
        return Fitting(int(self.name.removeprefix("shares")), self.ruleset, self.dice_set, last)

    def lead(self) -> LeadSolution:
        """The lead solution of the same game: from the folder, or the bundled one."""
        request = self._replace(name="lead")
        if is_rulebook_game(self.ruleset, self.dice_set) and not request.path.exists():
            return lead_solution()
        solution = load(request)
        assert isinstance(solution, LeadSolution)
        return solution


def solve(
    request: Request,
    processes: int | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> ValueTable:
    """Compute a table into its file; levels that the file has are not computed again.

    `report` is called with the parts done and their total.
    """
    table = request.empty()
    known = _load_into(table, request)
    levels = [list(table.parts(turns_left)) for turns_left in range(1, table.turns + 1)]
    done, total = sum(map(len, levels[:known])), sum(map(len, levels))
    report(done, total)
    processes = processes or os.cpu_count() or 1
    with workers(processes, _start_worker, request) as pool:
        for turns_left, level in enumerate(levels[known:], known + 1):
            size = -(-len(level) // (processes * _TASKS_PER_PROCESS))
            tasks = [(turns_left, level[start : start + size]) for start in range(0, len(level), size)]
            # Not with map, which would cancel them on Ctrl-C: a killed pool fails on cancelled ones.
            futures = [pool.submit(_work, task) for task in tasks]
            for (_, parts), future in zip(tasks, futures, strict=True):
                for part, value in zip(parts, future.result(), strict=True):
                    table.store(part, value)
                done += len(parts)
                report(done, total)
            table.complete(turns_left)
            _save(table, request, turns_left)
    return table


def load(request: Request) -> ValueTable:
    """The complete table of a file."""
    if not request.path.exists():
        raise CannotLoad("not-a-solution", path=request.path)
    table = request.empty()
    if _load_into(table, request) < table.turns:
        raise CannotLoad("not-a-solution", path=request.path)
    return table


class _Worker:
    """Solves parts in a worker process; reads the level below from the file, once per level."""

    def __init__(self, request: Request) -> None:
        self.path = request.path
        self.table = request.empty()
        self.known = 0

    def solve(self, turns_left: int, parts: Sequence[Any]) -> list[Floats]:
        if self.known < turns_left - 1:
            self.known = turns_left - 1
            with np.load(self.path) as file:
                self.table.restore(self.known, file[str(self.known)])
        return [self.table.solve(part, fastest_sweeps()) for part in parts]


_worker: _Worker


def _start_worker(request: Request) -> None:
    global _worker
    _worker = _Worker(request)


def _work(task: tuple[int, Sequence[Any]]) -> list[Floats]:
    return _worker.solve(*task)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn anything wrong with a file into CannotLoad."""
    try:
        yield
    except (OSError, EOFError, ValueError, TypeError, KeyError, BadZipFile) as error:
        raise CannotLoad("not-a-solution", path=path) from error


def _load_into(table: ValueTable, request: Request) -> int:
    """Load the levels of a file for this game, and return how many there are."""
    path = request.path
    if not path.exists():
        return 0
    with _reading(path), path.open("rb") as handle, np.load(handle) as file:
        if file["game"].tolist() != request.game:
            return 0
        known = len(file.files) - 1
        for turns_left in range(1, known + 1):
            table.restore(turns_left, file[str(turns_left)])
        return known


def _save(table: ValueTable, request: Request, turns: int) -> None:
    path = request.path
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.part")
    levels: dict[str, Any] = {str(turns_left): table.stored(turns_left) for turns_left in range(1, turns + 1)}
    with temporary.open("wb") as file:
        np.savez_compressed(file, game=request.game, **levels)
    os.replace(temporary, path)
