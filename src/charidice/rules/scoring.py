"""Every legal way to score six dice (clauses 3 and 4.1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, product
from operator import itemgetter
from typing import Any, NamedTuple

from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, STANDARD_DICE, Colour, Dice, DiceSet, Face, Numbers, faces_of
from charidice.rules.moves import REROLLS, SCORES, Action, Score
from charidice.rules.ruleset import DOUBLED_NUMBERS, STANDARD, Ruleset


class Kind(StrEnum):
    """The kind of a scoring set, named by the clause that allows it."""

    STRAIGHT_OF_FOUR = "3.1.1"
    FOUR_OF_A_COLOUR = "3.1.2"
    STRAIGHT_OF_FIVE = "3.1.3"
    STRAIGHT_OF_SIX = "3.1.4"
    ALL_OF_A_COLOUR = "3.1.5"
    EVERY_COLOUR = "3.2.1"
    SAME_NUMBER = "3.2.2"

    @property
    def is_one_colour(self) -> bool:
        return self.startswith("3.1")


COLOUR_BONUS = {
    Kind.STRAIGHT_OF_FOUR: 25,
    Kind.FOUR_OF_A_COLOUR: 15,
    Kind.STRAIGHT_OF_FIVE: 40,
    Kind.STRAIGHT_OF_SIX: 50,
    Kind.ALL_OF_A_COLOUR: 0,
    Kind.EVERY_COLOUR: 0,
}
SAME_NUMBER_BONUS = {4: 15, 5: 30, 6: 60}

# The most cached options. All rolls of a dice set have 186,000; with free giving 1.6 million, which take 300 MB.
REMEMBERED = 300_000
# The length of a list by the numbers of two dice, at index 7 * first + second.
LAST_TWO = 49

# The value of each number as part of a gift.
GIFT_VALUE = {number: number * 2 if number in DOUBLED_NUMBERS else number for number in ALL_NUMBERS}
_GIFT_VALUE = GIFT_VALUE.__getitem__


def _getter(dice: Dice) -> Callable[[Sequence[int]], Sequence[int]]:
    """Getter for these dice; always returns a sequence."""
    return itemgetter(*dice) if len(dice) > 1 else itemgetter(slice(dice[0], dice[0] + 1) if dice else slice(0))


# By scored dice: getters of their numbers, and of the numbers of the other dice.
_PICK = {dice: _getter(dice) for dice in SCORES}
_LEAVE = {dice: _getter(tuple(die for die in ALL_DICE if die not in dice)) for dice in SCORES}


# Sets of dice that may be scored, with their kind.
Sets = tuple[tuple[Dice, Kind], ...]


class ScoringOption(NamedTuple):
    """A set of dice that may be scored, with its points, bonus and gift.

    >>> option = scoring_options("B6 B1 B2 B3 B4 P6")[0]
    >>> print(option)
    B4 B3 B2 B1: 10 + 25, gift 24
    >>> option.dice, option.total, option.kind.name
    ((0, 1, 2, 3), 35, 'STRAIGHT_OF_FOUR')
    """

    dice: Dice
    """The dice to score, ascending."""
    kind: Kind
    """The clause that allows it."""
    points: int
    """The sum of their numbers."""
    bonus: int
    """The bonus for their kind."""
    gift: int
    """The gift of the other dice to a recipient who has not asked."""
    faces: tuple[Face, ...] = ()
    """The faces of these dice, in the order of `dice`."""

    def __str__(self) -> str:
        told = " ".join(map(str, self.faces or self.dice))
        return f"{told}: {self.points} + {self.bonus}, gift {self.gift}"

    @property
    def total(self) -> int:
        return self.points + self.bonus

    @property
    def doubled_gift(self) -> int:
        """The gift if the greatest of gifts was asked for (clause 5.1)."""
        return self.gift * 2

    def gift_if(self, asked: bool) -> int:
        return self.doubled_gift if asked else self.gift


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """The legal moves of a roll. All rolls of a dice set share 644 instances, each made once."""

    kinds: dict[Dice, Kind]
    """The kind by scorable dice, in ascending order."""
    bonuses: dict[Dice, int]
    """The bonus by scorable dice."""
    scores: tuple[Score, ...]
    """An action for each set of scorable dice."""
    moves: tuple[Action, ...]
    """All rerolls, then the scores."""

    def options(self, numbers: Sequence[int]) -> list[ScoringOption]:
        """The scoring options if the six dice show these numbers, best sum first."""
        rows = []
        for dice, bonus in self.bonuses.items():
            points, gift = points_and_gift(dice, numbers)
            rows.append((-points - bonus, gift, dice, self.kinds[dice], points, bonus))
        rows.sort()
        return [_option(dice, kind, points, bonus, gift) for _, gift, dice, kind, points, bonus in rows]


class ScoringTable:
    """The scoring options of one dice set, computed roll by roll on demand and cached."""

    def __init__(self, dice_set: DiceSet, free_giving: bool) -> None:
        self._dice_set = dice_set
        self._free_giving = free_giving
        # Nested lists by the numbers of dice 0 to 3, then one by the last two dice. A dictionary of 46,656 rolls misses
        # the processor's cache and takes twice as long. The innermost lists are made on demand: all of them take
        # 600 KB, too much for the dice set of a single game.
        self._choices = _nested(4)
        self._options: dict[Numbers, dict[Dice, ScoringOption]] = {}
        self._remembered = 0

    def choices(self, numbers: Numbers) -> Choices:
        a, b, c, d, e, f = numbers
        rows: list[list[Choices | None] | None] = self._choices[a][b][c]
        row = rows[d]
        if row is None:
            row = rows[d] = [None] * LAST_TWO
        found = row[7 * e + f]
        if found is None:
            found = row[7 * e + f] = choices_of(self._colours(numbers), numbers, self._free_giving)
        return found

    def options(self, numbers: Numbers) -> dict[Dice, ScoringOption]:
        """The options of a roll by the dice they score, best sum first."""
        options = self._options.get(numbers)
        if options is None:
            found = self.choices(numbers).options(numbers)
            self._make_room(len(found))
            options = self._options[numbers] = {option.dice: option for option in found}
        return options

    def _colours(self, numbers: Numbers) -> list[Colour]:
        return [row[number - 1] for row, number in zip(self._dice_set.layout, numbers, strict=True)]

    def _make_room(self, count: int) -> None:
        """Clear the cache when it is full, which happens only with free giving."""
        self._remembered += count
        if self._remembered > REMEMBERED:
            self._options.clear()
            self._remembered = count


def _nested(depth: int) -> list[Any]:
    """Lists in lists, by number, without the last two dice."""
    return [None, *(_nested(depth - 1) if depth > 1 else None for _ in ALL_NUMBERS)]


@lru_cache(maxsize=8)
def scoring_table(dice_set: DiceSet, free_giving: bool) -> ScoringTable:
    return ScoringTable(dice_set, free_giving)


def scoring_options(
    faces: str | Iterable[Face | str], dice_set: DiceSet = STANDARD_DICE, ruleset: Ruleset = STANDARD
) -> tuple[ScoringOption, ...]:
    """All legal ways to score six faces, given in any order, best sum first.

    >>> [option.total for option in scoring_options("B1 B2 B3 B4 B6 P6")][:3]
    [35, 30, 29]
    """
    read = faces_of(faces)
    found = scoring_table(dice_set, ruleset.free_giving).options(dice_set.numbers(read))
    return with_faces(found.values(), dice_set.by_die(read))


def with_faces(options: Iterable[ScoringOption], shown: Mapping[int, Face]) -> tuple[ScoringOption, ...]:
    """The options with their faces."""
    return tuple(ScoringOption(*option[:5], tuple([shown[die] for die in option.dice])) for option in options)


def options_of(colours: Sequence[int], numbers: Sequence[int], free_giving: bool) -> list[ScoringOption]:
    """All legal ways to score dice that show these colours and numbers, best sum first."""
    return choices_of(colours, numbers, free_giving).options(numbers)


def choices_of(colours: Sequence[int], numbers: Sequence[int], free_giving: bool) -> Choices:
    """The legal moves with dice that show these colours and numbers."""
    # For each die the first one of the same colour: most rolls have no other pattern that matters.
    alike = tuple(map(colours.index, colours))
    of_colour: list[tuple[Dice, Kind]] = []
    of_number: list[Dice] = []
    # Where four dice are equal, six show at most three different values.
    if len(set(alike)) <= 3:
        for dice in _groups(alike):
            if len(dice) >= 4:
                of_colour += _one_colour(dice, numbers, free_giving)
    if len(set(numbers)) <= 3:
        for dice in _groups(numbers):
            for size in range(4, len(dice) + 1):
                of_number += combinations(dice, size)
    return _choices(alike, tuple(of_colour), tuple(of_number), free_giving)


@cache
def _choices(alike: Dice, of_colour: Sets, of_number: tuple[Dice, ...], free_giving: bool) -> Choices:
    # Later rules override: four equal numbers may also be one die of every colour, and still score their bonus (3.5).
    found = (
        dict(of_colour) | _different_colours(_groups(alike), free_giving) | dict.fromkeys(of_number, Kind.SAME_NUMBER)
    )
    kinds = dict(sorted(found.items()))
    scores = tuple(SCORES[dice] for dice in kinds)
    return Choices(kinds, {dice: bonus_of(kind, dice) for dice, kind in kinds.items()}, scores, REROLLS + scores)


def bonus_of(kind: Kind, dice: Dice) -> int:
    return SAME_NUMBER_BONUS[len(dice)] if kind is Kind.SAME_NUMBER else COLOUR_BONUS[kind]


def points_and_gift(dice: Dice, numbers: Sequence[int]) -> tuple[int, int]:
    """The points of these dice, and the gift of the others."""
    return sum(_PICK[dice](numbers)), sum(map(_GIFT_VALUE, _LEAVE[dice](numbers)))


# Many rolls share these few objects, which therefore stay in the processor's cache.
@cache
def _option(dice: Dice, kind: Kind, points: int, bonus: int, gift: int) -> ScoringOption:
    return ScoringOption(dice, kind, points, bonus, gift)


def _groups(values: Sequence[int]) -> tuple[Dice, ...]:
    """The dice grouped by value."""
    groups: dict[int, Dice] = {}
    for die, value in enumerate(values):
        groups[value] = (*groups.get(value, ()), die)
    return tuple(groups.values())


def _one_colour(dice: Dice, numbers: Sequence[int], free_giving: bool) -> Iterator[tuple[Dice, Kind]]:
    """The sets of 3.1 among four or more dice of one colour, whose numbers all differ (1.4)."""
    for size in range(1 if free_giving else 4, len(dice) + 1):
        for chosen in combinations(dice, size):
            shown = [numbers[die] for die in chosen]
            consecutive = max(shown) - min(shown) == size - 1
            if size == 4:
                yield chosen, Kind.STRAIGHT_OF_FOUR if consecutive else Kind.FOUR_OF_A_COLOUR
            elif size == 5 and consecutive:
                yield chosen, Kind.STRAIGHT_OF_FIVE
            elif size == 6:
                yield chosen, Kind.STRAIGHT_OF_SIX
            elif size == len(dice) or free_giving:
                yield chosen, Kind.ALL_OF_A_COLOUR


def _different_colours(colours: Sequence[Dice], free_giving: bool) -> dict[Dice, Kind]:
    """One die of every colour on the table (3.2.1); with free giving, of at least one colour (8.1)."""
    choices = [(*dice, None) if free_giving else dice for dice in colours]
    chosen = (tuple(sorted(die for die in choice if die is not None)) for choice in product(*choices))
    return {dice: Kind.EVERY_COLOUR for dice in chosen if dice}


def why_not_scorable(shown: Sequence[Face], dice: Dice) -> tuple[str, dict[str, object]]:
    """Why `dice` are not a scoring option, as a code and values."""
    if not dice:
        return "score-at-least-one", {}
    colours = {shown[die].colour for die in dice}
    if len(colours) == len(dice):
        missing = sorted({face.colour for face in shown} - colours)
        return "colour-left-out", {"colours": tuple(missing)}
    if len(colours) > 1:
        return "neither-one-colour-nor-different", {}
    (colour,) = colours
    lying = [die for die in ALL_DICE if shown[die].colour == colour]
    if len(lying) < 4:
        return "fewer-than-four-of-colour", {"colour": colour, "count": len(lying)}
    return "not-a-set-of-colour", {"colour": colour, "count": len(lying)}
