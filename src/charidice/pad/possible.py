"""All possible scores: every (points, bonus, gift) of any six dice of any layout."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from charidice.rules.dice import ALL_NUMBERS, DICE
from charidice.rules.scoring import options_of

Score = tuple[int, int, int]
"""Points, bonus and gift, the gift not doubled by the greatest of gifts."""

_SETS = [numbers for size in ALL_NUMBERS for numbers in combinations(ALL_NUMBERS, size)]


@cache
def possible_scores(free_giving: bool) -> frozenset[Score]:
    """Scores under any layout of the dice, since few people know theirs."""
    found: set[Score] = set()
    for roll in _rolls(DICE, 0):
        if _may_lie(roll):
            colours = [colour for colour, numbers in enumerate(roll) for _ in numbers]
            shown = [number for numbers in roll for number in numbers]
            found |= {(option.points, option.bonus, option.gift) for option in options_of(colours, shown, free_giving)}
    return frozenset(found)


Roll = tuple[tuple[int, ...], ...]
"""The numbers on the table by colour; renaming the colours changes no score."""


def _rolls(dice: int, first: int) -> Iterator[Roll]:
    """All rolls of so many dice, with colours in ascending order of their numbers among `_SETS`."""
    if not dice:
        yield ()
    for place in range(first, len(_SETS)):
        if len(_SETS[place]) > dice:
            return
        for others in _rolls(dice - len(_SETS[place]), place):
            yield (_SETS[place], *others)


def _may_lie(roll: Roll) -> bool:
    """Whether any set of dice can show this roll.

    If every die shows blue or a 6 and none the blue 6, that face has no die left to be on (1.2).
    """
    for colour, numbers in enumerate(roll):
        others = {number for other, shown in enumerate(roll) if other != colour for number in shown}
        if len(others) == 1 and not others & set(numbers):
            return False
    return True
