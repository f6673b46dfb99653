"""Turns solved in batches, by NumPy and by Numba, beside the same in plain C loops, in one run on one core.

    make bench

All three start from the utility of every outcome, end at the value before the first roll, in
float32 as the solver does, and have to agree. The C loops (turns.c) are compiled for this machine and go through all
46,656 rolls; ours go through one of each orbit of the dice set's symmetries. Ratios are to the C loops at their fastest
batch. Dice without symmetry have 46,656 orbits.
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

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.solver import has_numba, turn_value

BATCHES = (1, 8, 32)
ROUNDS = 40
OUTCOMES = outcomes(STANDARD_DICE, free_giving=False)
WITHOUT_SYMMETRY = outcomes(DiceSet.read("BYGPKO PBYKOG OGKBYP KOBGPY YKPOGB GPOYBK"), free_giving=False)
# Of C, for batches of the standard dice.
LIMITS = {"NumPy": 1.0, "Numba": 0.35}
# Of C, for one turn alone: a fourth of what it took to go through all 46,656 rolls.
ALONE = 6.6 / 4

Solve = Callable[[], NDArray[np.floating]]


def c_library(folder: str) -> ctypes.CDLL:
    library = Path(folder) / "turns.so"
    source = Path(__file__).with_suffix(".c")
    subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def by_c(library: ctypes.CDLL, utility: NDArray[np.float32], found: Outcomes = OUTCOMES) -> Solve:
    batch, classes = utility.shape[1], len(found.starts) - 1
    choices, starts, roll_class = (
        np.ascontiguousarray(numbers, np.dtype("long"))
        for numbers in (found.choices, found.starts, found.roll_class[found.orbits.of_roll])
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


def by_ours(compiled: bool, utility: NDArray[np.float32], found: Outcomes = OUTCOMES) -> Solve:
    return lambda: turn_value(found, utility, compiled=compiled)


def milliseconds(solve: Solve) -> float:
    """Of processor time."""
    begin = time.process_time()
    solve()
    return (time.process_time() - begin) * 1000


def fastest(library: ctypes.CDLL, found: Outcomes, batch: int) -> dict[str, float]:
    """Milliseconds per state, each way in turn, the best of many rounds: a noisy machine hits all alike."""
    weights = np.linspace(0, 1, batch)
    utility = (found.total[:, None] - weights * found.gift[:, None]).astype(np.float32)
    ways = {
        "C": by_c(library, utility, found),
        "NumPy": by_ours(False, utility, found),
        "Numba": by_ours(True, utility, found),
    }
    expected = ways["C"]()
    for solve in ways.values():
        np.testing.assert_allclose(solve(), expected, atol=1e-4)
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        best = {name: min(best[name], milliseconds(solve)) for name, solve in ways.items()}
    return {name: spent / batch for name, spent in best.items()}


def limit_of(name: str, batch: int) -> float | None:
    if batch == 1:
        return ALONE if name == "NumPy" else None
    return LIMITS.get(name)


def main() -> None:
    assert has_numba(), "Numba is not installed: pip install charidice[fast]"
    with tempfile.TemporaryDirectory() as folder:
        library = c_library(folder)
        for dice, found in (("standard dice", OUTCOMES), ("dice without symmetry", WITHOUT_SYMMETRY)):
            spent = {batch: fastest(library, found, batch) for batch in BATCHES}
            yardstick = min(by_way["C"] for by_way in spent.values())
            print(f"{dice:24}{'batch':>6}{'ms/state':>10}{'of C':>8}")
            for batch, by_way in spent.items():
                for name, time_of_one in by_way.items():
                    limit = limit_of(name, batch) if found is OUTCOMES else None
                    limited = "" if limit is None else f"   limit {limit:.2f}x"
                    print(f"{name:24}{batch:6}{time_of_one:10.3f}{time_of_one / yardstick:7.2f}x{limited}")


if __name__ == "__main__":
    main()
