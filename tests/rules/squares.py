"""Random dice sets: Latin squares (clause 1.3)."""

from itertools import combinations
from random import Random

from charidice.rules import STANDARD_DICE, Colour, DiceSet


def shuffled_standard(random: Random) -> DiceSet:
    """The standard dice with dice, numbers and colours each in another order."""
    dice, numbers, colours = (random.sample(range(6), 6) for _ in range(3))
    layout = STANDARD_DICE.layout
    return DiceSet(tuple(tuple(Colour(colours[layout[die][number]]) for number in numbers) for die in dice))


def random_dice_set(random: Random) -> DiceSet:
    """A random Latin square, filled die by die; restarts on a dead end."""
    while True:
        free: list[set[Colour]] = [set(Colour) for _ in range(6)]
        rows = [_random_die(random, free) for _ in range(6)]
        if all(len(row) == 6 for row in rows):
            return DiceSet(tuple(rows))


def _random_die(random: Random, free: list[set[Colour]]) -> tuple[Colour, ...]:
    row: list[Colour] = []
    for colours in free:
        left = sorted(colours.difference(row))
        if not left:
            break
        row.append(random.choice(left))
        colours.remove(row[-1])
    return tuple(row)


def intercalates(dice_set: DiceSet) -> int:
    """How often two dice have the same two colours on the same two numbers, the other way round.

    No reordering of dice, numbers and colours changes it, so squares that differ in it are essentially different.
    """
    pairs = list(combinations(range(6), 2))
    return sum(
        (one[a], one[b]) == (other[b], other[a]) for one, other in combinations(dice_set.layout, 2) for a, b in pairs
    )
