"""Solves the small tables for the chances in the last turn."""

from pathlib import Path

import numpy as np

from charidice.rules.dice import DiceSet
from charidice.solving.writing import write
from charidice.strategy.tables.last_turn import LEAST, RISE, SLACKS, STEPS, ByTables, is_bundled, path_of
from charidice.strategy.turn.arrays import Bools, Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.solver import has_numba, turn_value

_OUT_OF_REACH = 999
_BATCH = 33


def make_last_turn(folder: Path, dice_set: DiceSet, free_giving: bool) -> None:
    """Compute the tables into the folder, unless they are bundled or there already."""
    path = path_of(folder, dice_set, free_giving)
    if not (is_bundled(dice_set, free_giving) or path.exists()):
        write(path, solved_last_turn(outcomes(dice_set, free_giving), has_numba())._asdict())


def solved_last_turn(brings: Outcomes, compiled: bool) -> ByTables:
    """Solves half a million turns: most of a minute, and some minutes without Numba."""
    total, gift = brings.total[:, None], brings.gift
    needed = np.arange(LEAST, int(total.max()) + 2)
    totals = np.append(np.unique(total), _OUT_OF_REACH)
    limits = range(int(gift.max()) + 2)

    def chances(reached: Bools) -> Floats:
        starts = range(0, reached.shape[1], _BATCH)
        parts = (np.ascontiguousarray(reached[:, start : start + _BATCH], np.float32) for start in starts)
        return np.concatenate([turn_value(brings, part, compiled=compiled) for part in parts])

    def alone(inside: Bools, beyond: Ints) -> Floats:
        """By total and slack, from the gift beyond the least one, doubled or not."""
        more = np.maximum(beyond[:, None] - SLACKS, 0)
        return np.stack([chances(inside[:, None] & (total - each[:, None] >= needed)) for each in more.T], axis=1)

    tables = (
        [[alone(gift < limit, factor * gift) for limit in limits] for factor in (1, 2)],
        [[alone(gift >= limit, factor * (gift - limit)) for limit in limits] for factor in (1, 2)],
        [[chances(total >= np.where(gift[:, None] >= limit, totals, below)) for below in totals] for limit in limits],
        [
            [
                chances((gift[:, None] >= limit) & (total >= totals - RISE * (gift[:, None] >= limit + step)))
                for step in range(STEPS)
            ]
            for limit in limits
        ],
    )
    return ByTables(*(np.array(table, np.float16) for table in tables))
