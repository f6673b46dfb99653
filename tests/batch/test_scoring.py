"""The arrays of the batch engine say what rules/scoring.py says, in the same order."""

import numpy as np
import pytest

from charidice.batch.scoring import ALL, DICE_OF, NUMBERS_OF, mask_of, rerolled, scoring
from charidice.rules.scoring import scoring_table
from charidice.strategy.turn.orbits import roll_index
from tests.strategy.dice_sets import DICE_SETS


@pytest.mark.parametrize("name", ["standard", "none"])
@pytest.mark.parametrize("free_giving", [False, True])
def test_all_ways_to_score(name: str, free_giving: bool) -> None:
    dice_set = DICE_SETS[name]
    table, found = scoring_table(dice_set, free_giving), scoring(dice_set, free_giving)
    for roll in np.random.default_rng(1).integers(len(NUMBERS_OF), size=600).tolist():
        places = range(found.starts[roll], found.starts[roll + 1])
        assert [(option.dice, *option[2:5]) for option in table.options(NUMBERS_OF[roll]).values()] == [
            (DICE_OF[found.masks[at]], found.points[at], found.bonus[at], found.gift[at]) for at in places
        ]
        rolls = np.full(ALL + 1, roll, np.uint16)
        of_masks = found.options(rolls, np.arange(ALL + 1, dtype=np.uint8))
        assert sorted(of_masks[of_masks >= 0].tolist()) == list(places)


def test_kept_dice_stay() -> None:
    rng = np.random.default_rng(2)
    roll, fresh = (rng.integers(len(NUMBERS_OF), size=500, dtype=np.uint16) for _ in range(2))
    keep = rng.integers(ALL + 1, size=500, dtype=np.uint8)
    for before, fallen, mask, after in zip(roll, fresh, keep, rerolled(roll, fresh, keep), strict=True):
        kept = DICE_OF[mask]
        assert mask_of(kept) == mask
        numbers = tuple(NUMBERS_OF[before if die in kept else fallen][die] for die in range(6))
        assert roll_index(numbers) == after
