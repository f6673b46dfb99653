"""The whole solution by expected lead on all cores, beside the plain C loops of turns.c on as many, in one run.

    make bench

The limit is the time that the C loops would take for as many turns, shared evenly by the cores; reading and writing of
values, starting processes and the file count against us. Takes some minutes.
"""

import os
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from bench.turns import OUTCOMES, by_c, c_library
from charidice.solving.lead import LeadSolver
from charidice.solving.solve import solve
from charidice.strategy.tables.files import TableFile
from charidice.strategy.tables.lead import empty_solution

ROUNDS = 60
# The fastest for the C loops.
BATCH = 8


def turns_to_solve() -> int:
    """Where the recipient can ask, a turn is solved twice: asked and unasked."""
    solver = LeadSolver(empty_solution())
    parts = (part for turns_left in range(1, solver.table.turns + 1) for part in solver.parts(turns_left))
    return sum(len(part.states) * (1 + part.other_has_gift) for part in parts)


def seconds_of_c(folder: str, cores: int) -> float:
    """For one turn on each core, all of them busy."""
    library = c_library(folder)
    utility = np.repeat(OUTCOMES.total[:, None].astype(np.float32), BATCH, axis=1)
    solves = [by_c(library, utility.copy()) for _ in range(cores)]

    def run(core: int) -> None:
        for _ in range(ROUNDS):
            solves[core]()

    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(run, range(cores)))
        begin = time.perf_counter()
        list(pool.map(run, range(cores)))
    return (time.perf_counter() - begin) / ROUNDS / BATCH / cores


def main() -> None:
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        before = seconds_of_c(folder, cores)
        begin = time.perf_counter()
        solve(TableFile("lead", Path(folder)), cores)
        spent = time.perf_counter() - begin
        limit = turns_to_solve() * (before + seconds_of_c(folder, cores)) / 2
    print(f"{'':10}{'seconds':>9}{'of C':>8}   on {cores} cores")
    print(f"{'C':10}{limit:9.1f}{1:7.2f}x")
    print(f"{'charidice':10}{spent:9.1f}{spent / limit:7.2f}x   limit 0.50x")


if __name__ == "__main__":
    main()
