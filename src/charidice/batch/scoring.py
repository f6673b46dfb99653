"""The rules of one dice set as arrays: the score of every set of dice in every roll, and rerolls.

A roll is its index (`orbits.roll_index`), a set of dice a bit mask: bit d is die d.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import ALL_DICE, Dice, DiceSet, Numbers
from charidice.strategy.turn.arrays import AnyInts, Ints
from charidice.strategy.turn.orbits import NUMBERS, ROLL_STEPS, ROLLS_OF_SIX
from charidice.strategy.turn.outcomes import SETS_OF_DICE, totals_and_gifts

Rolls = NDArray[np.uint16]
Masks = NDArray[np.uint8]

MASKS = 1 << len(ALL_DICE)
ALL = MASKS - 1
"""The mask of all six dice; as dice to keep, it means to score."""
DIGITS = np.indices((NUMBERS,) * len(ALL_DICE), np.uint8).reshape(len(ALL_DICE), -1)
"""By die and roll: its number, less 1."""


_NONE = np.iinfo(np.uint32).max


def mask_of(dice: Dice) -> int:
    return sum(1 << die for die in dice)


DICE_OF = tuple(tuple(die for die in ALL_DICE if mask >> die & 1) for mask in range(MASKS))
"""By mask: its dice."""
NUMBERS_OF: tuple[Numbers, ...] = tuple(zip(*(DIGITS + 1).tolist(), strict=True))
"""By roll: its numbers."""


def _added(values: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """By mask and roll: the sum over these dice of values by die and roll."""
    sums = np.zeros((MASKS, ROLLS_OF_SIX), np.uint16)
    for die, of_die in enumerate(values):
        np.add(sums[: 1 << die], of_die, out=sums[1 << die : 2 << die])
    return sums


KEPT: Rolls = _added(DIGITS * ROLL_STEPS.astype(np.uint16)[:, None]).reshape(-1)
"""By mask and roll, flat: the part of the roll's index that the dice of the mask make up."""


def rerolled(roll: Rolls, fresh: Rolls, keep: Masks) -> Rolls:
    """The rolls with the dice of `keep` from `roll` and all others from `fresh`."""
    start = keep.astype(np.int32) * ROLLS_OF_SIX
    rest = ALL * ROLLS_OF_SIX - start
    found: Rolls = KEPT.take(start + roll) + KEPT.take(rest + fresh)
    return found


class Scoring(NamedTuple):
    """Every legal way to score every roll. The options of roll r, best sum first as in `rules.scoring`, are those from
    `starts[r]` to before `starts[r + 1]`."""

    starts: NDArray[np.int32]
    counts: NDArray[np.uint8]
    """By roll: the number of options."""
    masks: Masks
    """By option: its dice."""
    points: NDArray[np.uint8]
    bonus: NDArray[np.uint8]
    gift: NDArray[np.uint8]
    place: NDArray[np.int32]
    """By roll and mask, flat: the option; -1 where it is not allowed."""

    def options(self, roll: Rolls, masks: Masks) -> NDArray[np.int32]:
        return self.place.take(roll.astype(np.int32) * MASKS + masks)

    def rows(self, roll: AnyInts) -> Ints:
        """By row: the options of a roll, padded with the last one."""
        starts = self.starts.take(roll)
        last = self.counts.take(roll)[:, None] - np.uint8(1)
        found: Ints = starts[:, None] + np.minimum(np.arange(int(last.max()) + 1), last)
        return found

    def best(self, roll: Rolls) -> Masks:
        """The dice of the best sum; among equals, of the smallest gift."""
        return self.masks.take(self.starts.take(roll))


@lru_cache(maxsize=4)
def scoring(dice_set: DiceSet, free_giving: bool) -> Scoring:
    total, gift = totals_and_gifts(dice_set, free_giving)
    alphabetical = sorted(range(len(SETS_OF_DICE)), key=SETS_OF_DICE.__getitem__)
    rank = np.argsort(alphabetical)
    # Best sum first, then the smallest gift, then the dice: as rules/scoring.py sorts them.
    order = (((MASKS * 2 - 1 - total) << 6 | gift).astype(np.uint32) << 6) + rank.astype(np.uint32)
    order[total == 0] = _NONE
    order.sort(axis=1)
    rolls, columns = np.nonzero(order != _NONE)
    which = np.array(alphabetical)[order[rolls, columns] % MASKS]
    masks = np.array([mask_of(dice) for dice in SETS_OF_DICE], np.uint8)[which]
    points = _added(DIGITS + np.uint16(1))[masks, rolls].astype(np.uint8)
    place = np.full(ROLLS_OF_SIX * MASKS, -1, np.int32)
    place[rolls * MASKS + masks] = np.arange(len(rolls))
    counts = np.bincount(rolls)
    return Scoring(
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        counts.astype(np.uint8),
        masks,
        points,
        total[rolls, which].astype(np.uint8) - points,
        gift[rolls, which].astype(np.uint8),
        place,
    )
