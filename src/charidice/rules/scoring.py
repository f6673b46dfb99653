"""Every legal way to score six dice (clauses 3 and 4.1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, product
from operator import itemgetter
from typing import NamedTuple

from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, STANDARD_DICE, Dice, DiceSet, Face, Numbers, read_faces
from charidice.rules.moves import Score
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
}
SAME_NUMBER_BONUS = {4: 15, 5: 30, 6: 60}

# All rolls of a dice set have about 240,000 options, but 1.6 million with free giving, which would take 300 MB.
REMEMBERED = 300_000

# The value of each number as part of a gift.
GIFT_VALUE = {number: number * 2 if number in DOUBLED_NUMBERS else number for number in ALL_NUMBERS}


# Points and gift of a die in one number, so that dice are added up once.
_POINT = 128
_WORTH = {number: number * _POINT + value for number, value in GIFT_VALUE.items()}
# One object for each of the 63 sets of dice, shared by all rolls.
SCORES = {dice: Score(dice) for size in ALL_NUMBERS for dice in combinations(ALL_DICE, size)}
# What takes these dice out of six; of a single one, as a list too.
_PICK = {dice: itemgetter(*dice) if len(dice) > 1 else itemgetter(slice(dice[0], dice[0] + 1)) for dice in SCORES}


class ScoringOption(NamedTuple):
    """A set of dice that may be scored, with its points, bonus and gift.

    >>> option = scoring_options("B6 B1 B2 B3 B4 P6")[0]
    >>> print(option)
    B1 B2 B3 B4: 10 + 25, gift 24
    >>> option.dice, option.total, option.kind.name
    ((0, 1, 2, 3), 35, 'STRAIGHT_OF_FOUR')
    """

    dice: Dice
    kind: Kind
    points: int
    bonus: int
    gift: int
    faces: tuple[Face, ...] = ()
    """Of these dice, in the order typed (`scoring_options`) or of the dice (`state.options`)."""

    def __str__(self) -> str:
        told = " ".join(map(str, self.faces or self.dice))
        return f"{told}: {self.points} + {self.bonus}, gift {self.gift}"

    def _repr_svg_(self) -> str:
        from charidice.rules.drawing import dice_svg

        return dice_svg(self.faces)

    def _repr_html_(self) -> str:
        return f"<div>{self._repr_svg_()} {self.points} + {self.bonus}, gift {self.gift}</div>"

    @property
    def total(self) -> int:
        return self.points + self.bonus

    @property
    def doubled_gift(self) -> int:
        """The gift if the greatest of gifts was asked for (clause 5.1)."""
        return self.gift * 2


class ScoringTable:
    """The scoring options of one dice set, computed roll by roll on demand and cached."""

    def __init__(self, dice_set: DiceSet, free_giving: bool) -> None:
        self._dice_set = dice_set
        self._free_giving = free_giving
        self._options: dict[Numbers, dict[Dice, ScoringOption]] = {}
        self._scores: dict[Numbers, tuple[Score, ...]] = {}
        self._remembered = 0

    def options(self, numbers: Numbers) -> dict[Dice, ScoringOption]:
        """The options of a roll by the dice they score, best sum first."""
        options = self._options.get(numbers)
        if options is None:
            colours = [row[number - 1] for row, number in zip(self._dice_set.layout, numbers, strict=True)]
            found = options_of(colours, numbers, self._free_giving)
            self._make_room(len(found))
            options = self._options[numbers] = {option.dice: option for option in found}
        return options

    def scores(self, numbers: Numbers) -> tuple[Score, ...]:
        """The options as actions, in the same order."""
        scores = self._scores.get(numbers)
        if scores is None:
            scores = self._scores[numbers] = tuple(SCORES[dice] for dice in self.options(numbers))
        return scores

    def _make_room(self, count: int) -> None:
        """Clear the cache when it is full, which happens only with free giving."""
        self._remembered += count
        if self._remembered > REMEMBERED:
            self._options.clear()
            self._scores.clear()
            self._remembered = count


@lru_cache(maxsize=8)
def scoring_table(dice_set: DiceSet, free_giving: bool) -> ScoringTable:
    return ScoringTable(dice_set, free_giving)


def scoring_options(
    faces: str | Iterable[Face], dice_set: DiceSet = STANDARD_DICE, ruleset: Ruleset = STANDARD
) -> tuple[ScoringOption, ...]:
    """All legal ways to score six faces, given in any order, best sum first.

    >>> [option.total for option in scoring_options("B1 B2 B3 B4 B6 P6")][:3]
    [35, 30, 29]
    """
    read = read_faces(faces) if isinstance(faces, str) else tuple(faces)
    found = scoring_table(dice_set, ruleset.free_giving).options(dice_set.numbers(read))
    return with_faces(found.values(), dice_set.by_die(read))


def with_faces(options: Iterable[ScoringOption], shown: Mapping[int, Face]) -> tuple[ScoringOption, ...]:
    """The options with their faces, in the order in which the dice are `shown`."""
    return tuple(
        ScoringOption(*option[:5], tuple([face for die, face in shown.items() if die in option.dice]))
        for option in options
    )


def options_of(colours: Sequence[int], numbers: Sequence[int], free_giving: bool) -> list[ScoringOption]:
    """All legal ways to score dice that show these colours and numbers, best sum first."""
    groups = _groups(colours)
    found = _different_colours(groups, free_giving)
    # Later rules override: four equal numbers may also be one die of every colour, and still score their bonus (3.5).
    for dice in groups:
        if len(dice) >= 4:
            of_colour = dict(_one_colour(dice, numbers, free_giving))
            found = {chosen: (kind, COLOUR_BONUS[kind]) for chosen, kind in of_colour.items()} | found
    if len(set(numbers)) <= 3:
        for dice in _groups(numbers):
            for size in range(4, len(dice) + 1):
                found = found | dict.fromkeys(combinations(dice, size), (Kind.SAME_NUMBER, SAME_NUMBER_BONUS[size]))

    worth = [_WORTH[number] for number in numbers]
    gift_of_all = sum(worth) % _POINT
    rows = []
    for dice, (kind, bonus) in found.items():
        points, given = divmod(sum(_PICK[dice](worth)), _POINT)
        rows.append((-points - bonus, gift_of_all - given, dice, kind, points, bonus))
    rows.sort()
    return [_option(dice, kind, points, bonus, gift) for _, gift, dice, kind, points, bonus in rows]


# Few differ, and what is shared by many rolls stays in the processor's cache.
@cache
def _option(dice: Dice, kind: Kind, points: int, bonus: int, gift: int) -> ScoringOption:
    return ScoringOption(dice, kind, points, bonus, gift)


def _groups(values: Sequence[int]) -> tuple[Dice, ...]:
    """The dice that have the same value, group by group."""
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


# 203 ways to group six dice by colour.
@cache
def _different_colours(colours: tuple[Dice, ...], free_giving: bool) -> dict[Dice, tuple[Kind, int]]:
    """One die of every colour on the table (3.2.1); with free giving, of at least one colour (8.1)."""
    choices = [(*dice, None) if free_giving else dice for dice in colours]
    chosen = (tuple(sorted(die for die in choice if die is not None)) for choice in product(*choices))
    return {dice: (Kind.EVERY_COLOUR, 0) for dice in chosen if dice}


def best_first(options: Sequence[ScoringOption]) -> tuple[list[ScoringOption], list[ScoringOption]]:
    """The options that are not dominated, and the dominated ones.

    A larger gift may be wanted or not. So an option is dominated only if one option scores at least as much with a gift
    no larger, and one scores at least as much with a gift no smaller.
    """
    good: list[ScoringOption] = []
    others: list[ScoringOption] = []
    rivals = [(option.total, option.gift, option.dice) for option in options]
    for option, (total, gift, dice) in zip(options, rivals, strict=True):
        # Of two equal options, the one with the lower dice is kept.
        gifts = [other[1] for other in rivals if other[0] >= total and (other[:2] != (total, gift) or other[2] < dice)]
        (others if gifts and min(gifts) <= gift <= max(gifts) else good).append(option)
    return good, others


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
