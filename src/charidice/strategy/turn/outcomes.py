"""The outcomes of a turn: the distinct (total, gift, kind) of all scoring options, and the choices of every roll.

Only total and gift matter for the rest of the game; the kind is for explanations.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import ALL_DICE, DICE, DiceSet
from charidice.rules.scoring import COLOUR_BONUS, GIFT_VALUE, SAME_NUMBER_BONUS, Kind
from charidice.strategy.turn.arrays import Ints
from charidice.strategy.turn.orbits import NUMBERS, ROLLS_OF_SIX, Orbits, orbits

Small = NDArray[np.int8]
T = TypeVar("T", np.uint16, np.int64)

_NONE = 0
_CHOICES = 6
# A total is below 128, a gift below 64, and there are seven kinds, so 16 bits hold all three; a total is never 0.
_GIFTS = 64
KINDS = tuple(Kind)
_KINDS = 8
SETS_OF_DICE = tuple(dice for size in range(1, DICE + 1) for dice in combinations(ALL_DICE, size))
_STRAIGHTS = {4: Kind.STRAIGHT_OF_FOUR, 5: Kind.STRAIGHT_OF_FIVE, 6: Kind.STRAIGHT_OF_SIX}


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of a dice set, and those of every roll.

    Rolls with the same choices share a class; `choices[starts[c]:starts[c + 1]]` are the outcomes of class c.
    """

    total: Ints
    gift: Ints
    kind: Ints
    """By outcome: the index in KINDS."""
    roll_class: Ints
    """By orbit of rolls."""
    choices: Ints
    starts: Ints
    orbits: Orbits

    @cached_property
    def gifts(self) -> tuple[Ints, Ints]:
        """The different gifts, and by outcome the index of its gift among them."""
        return np.unique(self.gift, return_inverse=True)

    @cached_property
    def of_pair(self) -> Ints:
        """By total and gift: one of the outcomes, which differ only in kind and have the same value."""
        table = np.zeros((int(self.total.max()) + 1, int(self.gift.max()) + 1), np.int64)
        table[self.total, self.gift] = np.arange(len(self.total))
        return table

    @cached_property
    def choice_rows(self) -> "ChoiceRows":
        sizes = np.diff(self.starts)
        rows = -(-sizes // _CHOICES)
        ends = np.cumsum(rows)
        of_row = np.repeat(np.arange(len(sizes)), rows)
        number = np.arange(ends[-1]) - (ends - rows)[of_row]
        column = np.minimum(number * _CHOICES + np.arange(_CHOICES)[:, None], sizes[of_row] - 1)
        continued = tuple(np.flatnonzero(number == count) for count in range(1, int(number.max()) + 1))
        return ChoiceRows(self.choices[self.starts[of_row] + column], continued, (ends - 1)[self.roll_class])


class ChoiceRows(NamedTuple):
    """The choices of all classes, six to a row; a class with more than six has several consecutive rows."""

    choices: Ints
    """By column and row: the outcome; the last of a class is repeated."""
    continued: tuple[Ints, ...]
    """The second rows of all classes, the third rows, and so on."""
    last: Ints
    """By orbit of rolls: the last row of its class."""


@lru_cache(maxsize=4)
def outcomes(dice_set: DiceSet, free_giving: bool) -> Outcomes:
    """Vectorised over one roll of every orbit; loops over the sets of dice."""
    of_rolls = orbits(dice_set)
    codes = _codes_of(dice_set, free_giving, of_rolls.rolls)
    codes.sort(axis=1)
    # Remove duplicates within a row and move the outcomes to its front; the rest is _NONE.
    codes[:, 1:][codes[:, 1:] == codes[:, :-1]] = _NONE
    codes[:, ::-1].sort(axis=1)
    codes = codes[:, : int((codes != _NONE).sum(axis=1).max())]
    classes, roll_class = _distinct_rows(codes)
    found, choices = np.unique(classes[classes != _NONE], return_inverse=True)
    starts = np.concatenate([[0], np.cumsum((classes != _NONE).sum(axis=1))])
    return Outcomes(*_unpacked(found.astype(np.int64)), roll_class, choices, starts, of_rolls)


def totals_and_gifts(dice_set: DiceSet, free_giving: bool) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """By roll and set of dice, in the order of SETS_OF_DICE: total and gift; a total of 0 if it is not allowed."""
    total, gift, _ = _unpacked(_codes_of(dice_set, free_giving, np.arange(ROLLS_OF_SIX)))
    return total, gift


def _codes_of(dice_set: DiceSet, free_giving: bool, rolls: Ints) -> NDArray[np.uint16]:
    """By roll and set of dice: the outcome as one number."""
    shown = _rolls(dice_set, rolls)
    return np.stack([_codes(dice, *shown, free_giving) for dice in SETS_OF_DICE], axis=1)


def _unpacked(codes: NDArray[T]) -> tuple[NDArray[T], NDArray[T], NDArray[T]]:
    """The total, the gift and the kind."""
    pairs = codes // _KINDS
    return pairs // _GIFTS, pairs % _GIFTS, codes % _KINDS


def _distinct_rows(rows: NDArray[np.uint16]) -> tuple[NDArray[np.uint16], Ints]:
    """The distinct rows, and for every row its index among them."""
    texts = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).reshape(-1)
    _, first, which = np.unique(texts, return_index=True, return_inverse=True)
    return rows[first], which.reshape(-1)


def _rolls(dice_set: DiceSet, rolls: Ints) -> tuple[Small, Small, Small]:
    """For some rolls: the numbers, the colours, and how many dice share the colour of each die."""
    # int8 for speed: every program that solves turns waits for this once.
    grid = np.array(np.unravel_index(rolls, (NUMBERS,) * DICE), np.int8)
    layout = np.array(dice_set.layout, np.int8)
    colours = layout[np.arange(DICE)[:, None], grid]
    alike = (colours[:, None, :] == colours[None, :, :]).sum(axis=1, dtype=np.int8)
    return grid + 1, colours, alike


def _codes(
    dice: tuple[int, ...], numbers: Small, colours: Small, alike: Small, free_giving: bool
) -> NDArray[np.uint16]:
    """The outcome of scoring these dice in every roll, packed into one number; _NONE where not allowed."""
    size, chosen = len(dice), list(dice)
    shown, worn = numbers[chosen], colours[chosen]
    low, high = shown.min(axis=0), shown.max(axis=0)
    consecutive = high - low == size - 1
    all_alike = (worn == worn[0]).all(axis=0)
    on_table = alike[chosen[0]]
    all_different = np.bitwise_count(np.bitwise_or.reduce(np.int8(1) << worn, axis=0)) == size
    colours_there = np.bitwise_count(np.bitwise_or.reduce(np.int8(1) << colours, axis=0))

    allowed = np.zeros(numbers.shape[1], np.bool_)
    kind, bonus = (np.zeros(numbers.shape[1], np.int8) for _ in range(2))

    def allow(where: NDArray[np.bool_], of_kind: Kind, brings: int) -> None:
        allowed[where] = True
        kind[where] = KINDS.index(of_kind)
        bonus[where] = brings

    # Later rules override, as in rules/scoring.py (3.5).
    of_colour = all_alike & (on_table >= 4)
    if size == 4:
        allow(of_colour, Kind.FOUR_OF_A_COLOUR, COLOUR_BONUS[Kind.FOUR_OF_A_COLOUR])
    else:
        allow(
            of_colour & (free_giving | (on_table == size)),
            Kind.ALL_OF_A_COLOUR,
            COLOUR_BONUS[Kind.ALL_OF_A_COLOUR],
        )
    if straight := _STRAIGHTS.get(size):
        allow(of_colour & consecutive, straight, COLOUR_BONUS[straight])
    allow(all_different & (free_giving | (colours_there == size)), Kind.EVERY_COLOUR, 0)
    if size in SAME_NUMBER_BONUS:
        allow(low == high, Kind.SAME_NUMBER, SAME_NUMBER_BONUS[size])

    worth = np.array([0, *GIFT_VALUE.values()], np.int8)
    given = [die for die in ALL_DICE if die not in dice]
    gift = worth[numbers[given]].sum(axis=0, dtype=np.uint16)
    outcome = ((shown.sum(axis=0, dtype=np.uint16) + bonus.astype(np.uint16)) * _GIFTS + gift) * _KINDS + kind.astype(
        np.uint16
    )
    codes: NDArray[np.uint16] = np.where(allowed, outcome, np.uint16(_NONE))
    return codes
