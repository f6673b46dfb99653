"""Rolls and sets of kept dice up to the symmetries of a dice set.

A symmetry permutes the dice so that only the colours are renamed. Scores do not change, nor do values of turns. The
standard dice have six symmetries (die d to die d + 1 and every colour to the next): 7,826 orbits instead of 46,656
rolls, and a sixth of the sets of kept dice. Most other dice sets have only the identity.

Sets of kept dice are grouped by pattern, which is the set of dice to be rolled. Symmetries map patterns to each other;
only the first of them is stored, as a dense tensor over the numbers of its kept dice.
"""

from functools import cached_property, lru_cache
from itertools import combinations, groupby
from typing import NamedTuple

import numpy as np

from charidice.rules.dice import ALL_DICE, DICE, Dice, DiceSet, Numbers
from charidice.rules.moves import REROLLS, Roll
from charidice.strategy.turn.arrays import AnyInts, Ints

NUMBERS = 6
ROLLS_OF_SIX = NUMBERS**DICE
TO_ROLL = NUMBERS
"""The seventh state of a die in a tensor index, after its six numbers."""
PLACES = (TO_ROLL + 1) ** DICE
ROLL_STEPS = NUMBERS ** np.arange(DICE)[::-1]
TENSOR_STEPS = (TO_ROLL + 1) ** np.arange(DICE)[::-1]
_NUMBERS = np.indices((NUMBERS,) * DICE).reshape(DICE, -1).T
_KEPT = np.array([[die in roll.keep for die in ALL_DICE] for roll in REROLLS])
# The part of a tensor index for the dice to be rolled, and the step of every kept number.
_ROLLED_PART = (~_KEPT * TO_ROLL) @ TENSOR_STEPS
_KEPT_STEPS = (_KEPT * TENSOR_STEPS).T


class Pattern(NamedTuple):
    """The rows of all sets of kept dice in which these dice are to be rolled."""

    dice: Dice
    rows: slice
    """In the order of the numbers of the kept dice."""
    before: slice
    """The rows of the pattern in which the last of these dice has landed; empty for a single die."""
    shape: tuple[int, int, int]
    """The shape of these rows, with the numbers of that die on the middle axis."""


class Orbits:
    """Indices of rolls up to symmetry, and rows of sets of kept dice with at least one die to be rolled."""

    def __init__(self, dice_set: DiceSet) -> None:
        self.symmetries = symmetries(dice_set)
        self.patterns = _patterns(self.symmetries)
        """Patterns with fewer dice to be rolled come first."""
        self.rows_of = {pattern.dice: pattern.rows for pattern in self.patterns}
        self.rows = self.patterns[-1].rows.stop
        first = np.minimum.reduce([_indices(NUMBERS, ROLL_STEPS[list(move)]) for move in self.symmetries])
        self.rolls: Ints = np.flatnonzero(first == np.arange(ROLLS_OF_SIX))
        """By orbit: the first of its rolls."""
        number = np.zeros(ROLLS_OF_SIX, np.int64)
        number[self.rolls] = np.arange(len(self.rolls))
        self.of_roll: Ints = number[first]
        """By roll: its orbit."""
        self.shares = np.bincount(self.of_roll) / ROLLS_OF_SIX
        """By orbit: the probability of its rolls."""
        self.of_kept = self._rows_of_kept()
        """By tensor index of a set of kept dice: its row; -1 if all dice are kept."""

    @property
    def trivial(self) -> bool:
        """Whether every orbit has one roll."""
        return len(self.symmetries) == 1

    @cached_property
    def landing(self) -> tuple[tuple[slice, Ints], ...]:
        """For each count of dice to be rolled: their rows, and by number the row in which the last die has landed.

        With a single die to be rolled, that is an orbit of rolls.
        """
        return tuple(
            (rows, np.concatenate([self._landed(pattern) for pattern in patterns], axis=1))
            for rows, patterns in self._levels()
        )

    @cached_property
    def further(self) -> tuple[tuple[slice, Ints], ...]:
        """For each count of dice to be rolled, up to five: their rows, and by kept die the row with it rolled as well.

        With no dice to be rolled, the rows are orbits of rolls.
        """
        return (
            (slice(0, len(self.rolls)), self._with_another((), self.rolls)),
            *(
                (rows, np.concatenate([self._with_another(pattern.dice) for pattern in patterns], axis=1))
                for rows, patterns in self._levels()[:-1]
            ),
        )

    def _levels(self) -> list[tuple[slice, list[Pattern]]]:
        """The patterns by their number of dice, with all their rows."""
        levels = [list(level) for _, level in groupby(self.patterns, key=lambda pattern: len(pattern.dice))]
        return [(slice(level[0].rows.start, level[-1].rows.stop), level) for level in levels]

    def _landed(self, pattern: Pattern) -> Ints:
        before, _, behind = pattern.shape
        rows = self.of_roll if len(pattern.dice) == 1 else np.arange(pattern.before.start, pattern.before.stop)
        return np.moveaxis(rows.reshape(pattern.shape), 1, 0).reshape(NUMBERS, before * behind)

    def _rows_of_kept(self) -> Ints:
        stored = np.full(PLACES, -1)
        for pattern in self.patterns:
            stored[_places(pattern.dice)] = np.arange(pattern.rows.start, pattern.rows.stop)
        rows = stored
        for move in self.symmetries[1:]:
            rows = np.where(rows < 0, stored[_indices(TO_ROLL + 1, TENSOR_STEPS[list(move)])], rows)
        return rows

    def _with_another(self, dice: Dice, only: Ints | slice = slice(None)) -> Ints:
        """By kept die and by set of kept dice with these to be rolled: the row with that die rolled as well."""
        places = _places(dice)[only]
        steps = [TENSOR_STEPS[die] for die in ALL_DICE if die not in dice]
        rolled = [places + (TO_ROLL - places // step % (TO_ROLL + 1)) * step for step in steps]
        return np.stack([self.of_kept[places] for places in rolled])


def symmetries(dice_set: DiceSet) -> tuple[Dice, ...]:
    """All permutations of the dice that only rename colours; the image of the first die determines the others."""
    die_of = {row: die for die, row in enumerate(dice_set.layout)}
    found = []
    for row in dice_set.layout:
        renamed = dict(zip(dice_set.layout[0], row, strict=True))
        moved = [die_of.get(tuple(renamed[colour] for colour in other)) for other in dice_set.layout]
        if None not in moved:
            found.append(tuple(die for die in moved if die is not None))
    return tuple(found)


@lru_cache(maxsize=4)
def orbits(dice_set: DiceSet) -> Orbits:
    """The orbits of a dice set, made once."""
    return Orbits(dice_set)


def roll_index(numbers: Numbers) -> int:
    """The index of a roll in a tensor with six axes, one for each die, with the numbers 1 to 6."""
    place = 0
    for number in numbers:
        place = NUMBERS * place + number - 1
    return place


def kept_row(orbits: Orbits, numbers: Numbers, roll: Roll) -> int:
    """The row of the dice that this roll keeps."""
    place = 0
    for die, number in enumerate(numbers):
        place = (TO_ROLL + 1) * place + (number - 1 if die in roll.keep else TO_ROLL)
    return int(orbits.of_kept[place])


def keep_places(rolls: AnyInts) -> Ints:
    """By roll and in the order of REROLLS: the tensor index of the kept dice."""
    places: Ints = _ROLLED_PART + _NUMBERS[rolls] @ _KEPT_STEPS
    return places


def _patterns(moves: tuple[Dice, ...]) -> tuple[Pattern, ...]:
    """The first of all patterns that symmetries map to each other.

    Without its last die it is again a first one: a pattern before it would, with that die, come before the whole.
    """
    found: dict[Dice, Pattern] = {}
    start = 0
    for count in range(1, DICE + 1):
        for dice in combinations(ALL_DICE, count):
            if all(tuple(sorted(move[die] for die in dice)) >= dice for move in moves):
                *others, last = dice
                rows = slice(start, start + NUMBERS ** (DICE - count))
                before = found[tuple(others)].rows if others else slice(0)
                shape = NUMBERS ** (last - len(others)), NUMBERS, NUMBERS ** (DICE - 1 - last)
                found[dice] = Pattern(dice, rows, before, shape)
                start = rows.stop
    return tuple(found.values())


def _indices(base: int, steps: Ints) -> Ints:
    """By the states of all dice, in order: the sum of the steps."""
    total = np.zeros(1, np.int64)
    for step in steps:
        total = (total[:, None] + step * np.arange(base)).reshape(-1)
    return total


def _places(dice: Dice) -> Ints:
    """The tensor indices of all sets of kept dice in which these are to be rolled."""
    which = tuple(slice(TO_ROLL, None) if die in dice else slice(NUMBERS) for die in ALL_DICE)
    return np.arange(PLACES).reshape((TO_ROLL + 1,) * DICE)[which].reshape(-1)
