"""Turns solved in batches, by NumPy and by Numba, beside the same in plain C loops, in one run on one core.

    make bench

All three start from the utility of every outcome, end at the value before the first roll, in
float32 as the solver does, and have to agree. The C loops (turns.c) are compiled for this machine; they keep nothing
but that value, while ours keep what every decision is worth.
"""

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import STANDARD_DICE
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps, fastest_sweeps, solve_turn

BATCHES = (8, 16)
ROUNDS = 40
OUTCOMES = outcomes(STANDARD_DICE, free_giving=False)

Solve = Callable[[], NDArray[np.floating]]


def c_library(folder: str) -> ctypes.CDLL:
    library = Path(folder) / "turns.so"
    source = Path(__file__).with_suffix(".c")
    subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def by_c(library: ctypes.CDLL, utility: NDArray[np.float32]) -> Solve:
    batch, classes = utility.shape[1], len(OUTCOMES.starts) - 1
    choices, starts, roll_class = (
        np.ascontiguousarray(numbers, np.dtype("long"))
        for numbers in (OUTCOMES.choices, OUTCOMES.starts, OUTCOMES.roll_class)
    )
    best = np.empty(classes * batch, np.float32)
    x, y = (np.empty(7**6 * batch, np.float32) for _ in range(2))
    start = np.empty(batch)

    def pointers(*arrays: NDArray[Any]) -> list[ctypes.c_void_p]:
        return [ctypes.c_void_p(array.ctypes.data) for array in arrays]

    def solve() -> NDArray[np.floating]:
        library.solve_turn(
            *pointers(utility, choices, starts, roll_class, best, x, y, start),
            ctypes.c_long(classes),
            ctypes.c_long(batch),
        )
        return start

    return solve


def by_sweeps(sweeps: Sweeps, utility: NDArray[np.float32]) -> Solve:
    return lambda: solve_turn(OUTCOMES, utility, sweeps=sweeps).start


def milliseconds(solve: Solve) -> float:
    begin = time.perf_counter()
    solve()
    return (time.perf_counter() - begin) * 1000


def main() -> None:
    compiled = fastest_sweeps()
    assert compiled is not NUMPY_SWEEPS, "Numba is not installed: pip install charidice[fast]"
    print(f"{'':8}{'batch':>6}{'ms/state':>10}{'of C':>8}")
    with tempfile.TemporaryDirectory() as folder:
        library = c_library(folder)
        for batch in BATCHES:
            weights = np.linspace(0, 1, batch)
            utility = (OUTCOMES.total[:, None] - weights * OUTCOMES.gift[:, None]).astype(np.float32)
            ways = {
                "C": by_c(library, utility),
                "NumPy": by_sweeps(NUMPY_SWEEPS, utility),
                "Numba": by_sweeps(compiled, utility),
            }
            expected = ways["C"]()
            for solve in ways.values():
                np.testing.assert_allclose(solve(), expected, atol=1e-4)
            # Each in turn, the best of many rounds: a noisy machine hits all alike.
            best = dict.fromkeys(ways, float("inf"))
            for _ in range(ROUNDS):
                best = {name: min(best[name], milliseconds(solve)) for name, solve in ways.items()}
            for name, spent in best.items():
                print(f"{name:8}{batch:6}{spent / batch:10.3f}{spent / best['C']:7.2f}x")


if __name__ == "__main__":
    main()
