"""Computing the whole solution: all cores, a file that an interrupted run goes on from, and a check at the end."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.strategy.lead import Batch, LeadSolution, batches, empty_solution, solve_batch, store
from charidice.strategy.outcomes import Floats
from charidice.strategy.turns import fastest_sweeps

CHECKED = 200
"""How many states the check solves anew."""
_TASK = 8


class CannotLoad(Refused):
    """A file that holds no whole solution."""


def solve_lead(
    path: Path,
    ruleset: Ruleset = STANDARD,
    dice_set: DiceSet = STANDARD_DICE,
    processes: int | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> LeadSolution:
    """Solve the game for the expected lead into a file; what the file holds already is not solved again.

    `report` is told how many states are done, and of how many.
    """
    solution = empty_solution(ruleset, dice_set)
    known = _load_into(solution, path)
    # By turns left, from the last turn back to the first.
    levels = [list(batches(solution, turns_left)) for turns_left in range(1, len(solution.values))]
    sizes = [sum(len(batch.states) for batch in level) for level in levels]
    done = sum(sizes[:known])
    report(done, sum(sizes))
    setting = (ruleset, dice_set)
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn"), _start_worker, setting) as pool:
        for level in levels[known:]:
            tasks = list(_tasks(solution, level))
            for task, values in zip(tasks, pool.map(_work, tasks), strict=True):
                for batch, value in zip(task.batches, values, strict=True):
                    store(solution, batch, value)
                    done += len(batch.states)
                report(done, sum(sizes))
            _save(solution, path, level[0].turns_left)
    return solution


def load_lead(path: Path) -> LeadSolution:
    """The whole solution in a file that `solve_lead` wrote."""
    with _reading(path), path.open("rb") as handle, np.load(handle) as file:
        rounds, free_giving, late_asking, dice = (str(part) for part in file["game"])
        ruleset = Ruleset(int(rounds), free_giving == "True", late_asking == "True")
        solution = empty_solution(ruleset, DiceSet.read(dice))
    if _load_into(solution, path) < len(solution.values) - 1:
        raise CannotLoad("not-a-solution", path=path)
    return solution


def check_lead(solution: LeadSolution, seed: int = 1) -> float:
    """Solve some states anew in double precision, and return the largest difference found."""
    precise = solution._replace(values=solution.values.astype(np.float64))
    levels = [list(batches(precise, turns_left)) for turns_left in range(1, len(solution.values))]
    rng = np.random.default_rng(seed)
    worst = 0.0
    for _ in range(CHECKED):
        level = levels[rng.integers(len(levels))]
        batch = level[rng.integers(len(level))]
        batch = batch._replace(states=rng.choice(batch.states, 1))
        flags = int(batch.has_gift), int(batch.other_has_gift)
        stored = solution.values[batch.turns_left, *flags, batch.states]
        worst = max(worst, float(np.abs(solve_batch(precise, batch) - stored).max()))
    return worst


class _Task(NamedTuple):
    """Batches of one turn, with the values they build on."""

    batches: list[Batch]
    after: NDArray[np.float32]


def _tasks(solution: LeadSolution, level: list[Batch]) -> Iterator[_Task]:
    for start in range(0, len(level), _TASK):
        yield _Task(level[start : start + _TASK], solution.values[level[0].turns_left - 1])


_worker: LeadSolution


def _start_worker(ruleset: Ruleset, dice_set: DiceSet) -> None:
    global _worker
    _worker = empty_solution(ruleset, dice_set)


def _work(task: _Task) -> list[Floats]:
    _worker.values[task.batches[0].turns_left - 1] = task.after
    return [solve_batch(_worker, batch, fastest_sweeps()) for batch in task.batches]


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Refuse a file that is no solution, whatever is wrong with it."""
    try:
        yield
    except (OSError, EOFError, ValueError, TypeError, KeyError, BadZipFile) as error:
        raise CannotLoad("not-a-solution", path=path) from error


def _load_into(solution: LeadSolution, path: Path) -> int:
    """Take over what a file holds for this game, and return for how many turns left it is solved."""
    if not path.exists():
        return 0
    with _reading(path), path.open("rb") as handle, np.load(handle) as file:
        if file["values"].shape != solution.values.shape or file["game"].tolist() != _game(solution):
            return 0
        solution.values[:] = file["values"]
        return int(file["turns"])


def _save(solution: LeadSolution, path: Path, turns: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("wb") as file:
        np.savez_compressed(file, values=solution.values, turns=turns, game=_game(solution))
    os.replace(temporary, path)


def _game(solution: LeadSolution) -> list[str]:
    """What the values are for, so that a file of another game is not taken for this one."""
    ruleset = solution.ruleset
    return [str(ruleset.rounds), str(ruleset.free_giving), str(ruleset.late_asking), str(solution.dice_set)]
