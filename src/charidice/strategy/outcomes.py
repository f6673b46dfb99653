"""What a turn can bring: for every roll, the distinct pairs of own points and gift among its scoring options."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import ALL_DICE, DICE, DiceSet
from charidice.rules.scoring import COLOUR_BONUS, GIFT_VALUE, SAME_NUMBER_BONUS, Kind

Ints = NDArray[np.int64]
Floats = NDArray[np.floating]

ROLLS_OF_SIX = 6**DICE
_NONE = -1
# A total is below 128 and a gift below 64, so one number holds both.
_GIFTS = 64


class Outcomes(NamedTuple):
    """The pairs (total, gift) of a dice set, and for every roll which of them can be chosen.

    Rolls are numbered as in the tensor of six axes, dice 0-5, each with the numbers 1-6. Rolls with the same choice
    share a class; `choices[starts[c]:starts[c + 1]]` are the pairs of class c.
    """

    total: Ints
    gift: Ints
    roll_class: Ints
    choices: Ints
    starts: Ints

    def best(self, utility: Floats) -> Floats:
        """The best utility of every roll, given that of every pair; a last axis of states is kept."""
        best: Floats = np.maximum.reduceat(utility.take(self.choices, axis=0), self.starts[:-1], axis=0)
        return best.take(self.roll_class, axis=0)


@lru_cache(maxsize=4)
def outcomes(dice_set: DiceSet, free_giving: bool) -> Outcomes:
    """Work out all rolls at once, one set of dice after the other."""
    rolls = _rolls(dice_set)
    codes = np.stack([_codes(dice, *rolls, free_giving) for dice in _sets_of_dice()], axis=1).astype(np.int16)
    codes.sort(axis=1)
    # A pair that several sets of dice bring counts once; then the pairs stand first in every row, the rest is _NONE.
    codes[:, 1:][codes[:, 1:] == codes[:, :-1]] = _NONE
    codes[:, ::-1].sort(axis=1)
    codes = codes[:, : int((codes != _NONE).sum(axis=1).max())]
    classes, roll_class = _distinct_rows(codes)
    pairs, choices = np.unique(classes[classes != _NONE], return_inverse=True)
    starts = np.concatenate([[0], np.cumsum((classes != _NONE).sum(axis=1))])
    pairs = pairs.astype(np.int64)
    return Outcomes(pairs // _GIFTS, pairs % _GIFTS, roll_class, choices, starts)


def _distinct_rows(rows: NDArray[np.int16]) -> tuple[NDArray[np.int16], Ints]:
    """The different rows, and for every row which of them it is."""
    texts = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).reshape(-1)
    _, first, which = np.unique(texts, return_index=True, return_inverse=True)
    return rows[first], which.reshape(-1)


def _sets_of_dice() -> list[tuple[int, ...]]:
    return [dice for size in range(1, DICE + 1) for dice in combinations(ALL_DICE, size)]


def _rolls(dice_set: DiceSet) -> tuple[Ints, Ints, Ints]:
    """For all rolls: the numbers, the colours, and how many dice have the colour of each die."""
    grid = np.indices((6,) * DICE).reshape(DICE, -1)
    layout = np.array(dice_set.layout, dtype=np.int64)
    colours = layout[np.arange(DICE)[:, None], grid]
    alike = (colours[:, None, :] == colours[None, :, :]).sum(axis=1)
    return grid + 1, colours, alike


def _codes(dice: tuple[int, ...], numbers: Ints, colours: Ints, alike: Ints, free_giving: bool) -> Ints:
    """The pair that scoring these dice brings in every roll, as one number; _NONE where it is not allowed."""
    size, chosen = len(dice), list(dice)
    shown, worn = numbers[chosen], colours[chosen]
    low, high = shown.min(axis=0), shown.max(axis=0)
    consecutive = high - low == size - 1
    all_alike = (worn == worn[0]).all(axis=0)
    lying = alike[chosen[0]]
    all_different = np.bitwise_or.reduce(1 << worn, axis=0)
    all_different = np.bitwise_count(all_different) == size

    bonus = np.full(numbers.shape[1], _NONE)
    colours_there = np.bitwise_count(np.bitwise_or.reduce(1 << colours, axis=0))
    bonus[all_different & (free_giving | (colours_there == size))] = 0
    if size in SAME_NUMBER_BONUS:
        bonus[low == high] = SAME_NUMBER_BONUS[size]
    of_colour = all_alike & (lying >= 4)
    if size == 4:
        bonus[of_colour] = COLOUR_BONUS[Kind.FOUR_OF_A_COLOUR]
        bonus[of_colour & consecutive] = COLOUR_BONUS[Kind.STRAIGHT_OF_FOUR]
    else:
        bonus[of_colour & (free_giving | (lying == size))] = COLOUR_BONUS[Kind.ALL_OF_A_COLOUR]
        straight = {5: Kind.STRAIGHT_OF_FIVE, 6: Kind.STRAIGHT_OF_SIX}.get(size)
        if straight:
            bonus[of_colour & consecutive] = COLOUR_BONUS[straight]

    worth = np.array([0, *GIFT_VALUE.values()])
    gift = worth[numbers].sum(axis=0) - worth[shown].sum(axis=0)
    codes: Ints = np.where(bonus == _NONE, _NONE, (shown.sum(axis=0) + bonus) * _GIFTS + gift)
    return codes
