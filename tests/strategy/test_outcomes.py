"""The outcomes of every roll are those of its scoring options."""

from itertools import product
from random import Random

import numpy as np
import pytest

from charidice.rules import STANDARD_DICE, DiceSet
from charidice.rules.scoring import Kind, scoring_table
from charidice.strategy.turn.orbits import roll_index
from charidice.strategy.turn.outcomes import KINDS, Outcomes, outcomes
from charidice.strategy.turn.solver import best_utility, chosen

from .dice_sets import DICE_SETS

# Six of one colour, five, four, six and four equal numbers, nothing.
SPECIAL = [(4, 3, 2, 1, 6, 5), (4, 3, 2, 1, 6, 6), (4, 3, 6, 1, 5, 5), (6,) * 6, (4, 4, 4, 4, 2, 6), (1, 6, 2, 5, 3, 1)]
every_game = pytest.mark.parametrize(("dice_set", "free_giving"), list(product(DICE_SETS.values(), (False, True))))


def rolls(count: int) -> list[tuple[int, ...]]:
    random = Random(3)
    return SPECIAL + [tuple(random.choices(range(1, 7), k=6)) for _ in range(count)]


def of_roll(found: Outcomes, numbers: tuple[int, ...]) -> list[tuple[int, int, Kind]]:
    group = found.roll_class[found.orbits.of_roll[roll_index(numbers)]]
    choices = found.choices[found.starts[group] : found.starts[group + 1]].tolist()
    return [(int(found.total[one]), int(found.gift[one]), KINDS[found.kind[one]]) for one in choices]


@every_game
def test_3_a_roll_brings_what_its_options_say(dice_set: DiceSet, free_giving: bool) -> None:
    found, table = outcomes(dice_set, free_giving), scoring_table(dice_set, free_giving)
    for numbers in rolls(1000):
        brings = of_roll(found, numbers)
        assert len(brings) == len(set(brings))
        assert set(brings) == {(each.total, each.gift, each.kind) for each in table.options(numbers).values()}


@every_game
def test_the_best_of_a_roll_is_its_best_option(dice_set: DiceSet, free_giving: bool) -> None:
    found, table = outcomes(dice_set, free_giving), scoring_table(dice_set, free_giving)
    worth = found.total - 0.7 * found.gift
    best, which = best_utility(found, worth), chosen(found, worth)
    for numbers in rolls(300):
        at = found.orbits.of_roll[roll_index(numbers)]
        expected = max(each.total - 0.7 * each.gift for each in table.options(numbers).values())
        assert best[at] == pytest.approx(expected)
        assert worth[which[at]] == best[at]


def test_among_equals_the_smallest_gift_is_chosen() -> None:
    found, table = outcomes(STANDARD_DICE, False), scoring_table(STANDARD_DICE, False)
    which = chosen(found, np.zeros(len(found.total)))
    for numbers in rolls(300):
        least = min(each.gift for each in table.options(numbers).values())
        assert found.gift[which[found.orbits.of_roll[roll_index(numbers)]]] == least
