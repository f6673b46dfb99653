"""Computes whole tables on all cores; an interrupted run resumes from its file."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from charidice.processes import workers
from charidice.solving.fitting import Fitting
from charidice.solving.last_turn import make_last_turn
from charidice.solving.lead import LeadSolver
from charidice.solving.victory import VictorySolver
from charidice.solving.writing import write
from charidice.strategy.tables.files import Solution, TableFile
from charidice.strategy.tables.last_turn import fastest
from charidice.strategy.tables.lead import LeadSolution
from charidice.strategy.tables.storage import read
from charidice.strategy.tables.victory import VictorySolution
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.solver import has_numba

_TASKS_PER_PROCESS = 24


class Solver(Protocol):
    """Solves a table by backward induction, level by level of turns left."""

    @property
    def table(self) -> Solution: ...

    def parts(self, turns_left: int) -> Iterable[Any]:
        """Units of a level that can be solved in parallel."""
        ...

    def solve(self, part: Any, compiled: bool) -> Floats:
        """The values of a part, from those with one turn left less."""
        ...

    def store(self, part: Any, values: Floats) -> None: ...

    def complete(self, turns_left: int) -> None:
        """Called when all parts of a level are stored: derives the values that are not solved."""
        ...

    def stored(self, turns_left: int) -> NDArray[Any]:
        """A level in its file format."""
        ...

    def check(self, rng: np.random.Generator) -> float:
        """Solve a sample again and return the error of the table."""
        ...


def solver_of(file: TableFile) -> Solver:
    """With nothing solved yet."""
    if file.name.startswith("shares"):
        make_last_turn(file.folder, file.dice_set, file.ruleset.free_giving)
    table = file.empty()
    if isinstance(table, LeadSolution):
        return LeadSolver(table)
    if isinstance(table, VictorySolution):
        return VictorySolver(table)
    table.last_turn = fastest(table.last_turn)
    return Fitting(table, file.ruleset, file.dice_set)


def solve(
    file: TableFile,
    processes: int | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> Solver:
    """Compute a table into its file; levels that the file has are not computed again.

    `report` is called with the parts done and their total.
    """
    solver = solver_of(file)
    known = file.restore(solver.table)
    levels = [list(solver.parts(turns_left)) for turns_left in range(1, file.turns + 1)]
    done, total = sum(map(len, levels[:known])), sum(map(len, levels))
    report(done, total)
    processes = processes or os.cpu_count() or 1
    with workers(processes, _start_worker, file) as pool:
        for turns_left, level in enumerate(levels[known:], known + 1):
            size = -(-len(level) // (processes * _TASKS_PER_PROCESS))
            tasks = [(turns_left, level[start : start + size]) for start in range(0, len(level), size)]
            # Not with map, which would cancel them on Ctrl-C: a killed pool fails on cancelled ones.
            futures = [pool.submit(_work, task) for task in tasks]
            for (_, parts), future in zip(tasks, futures, strict=True):
                for part, value in zip(parts, future.result(), strict=True):
                    solver.store(part, value)
                done += len(parts)
                report(done, total)
            solver.complete(turns_left)
            save(solver, file, turns_left)
    return solver


class _Worker:
    """Solves parts in a worker process; reads the level below from the file, once per level."""

    def __init__(self, file: TableFile) -> None:
        self.path = file.path
        self.solver = solver_of(file)
        self.known = 0

    def solve(self, turns_left: int, parts: Sequence[Any]) -> list[Floats]:
        if self.known < turns_left - 1:
            self.known = turns_left - 1
            with read(self.path) as levels:
                self.solver.table.restore(self.known, levels[str(self.known)])
        return [self.solver.solve(part, has_numba()) for part in parts]


_worker: _Worker


def _start_worker(file: TableFile) -> None:
    global _worker
    _worker = _Worker(file)


def _work(task: tuple[int, Sequence[Any]]) -> list[Floats]:
    return _worker.solve(*task)


def save(solver: Solver, file: TableFile, turns: int) -> None:
    """Write all levels up to this number of turns left."""
    levels: dict[str, Any] = {str(turns_left): solver.stored(turns_left) for turns_left in range(1, turns + 1)}
    write(file.path, {"game": file.game, **levels})
