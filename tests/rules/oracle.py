"""A second implementation of scoring, straight from the clauses: it classifies each of the 63 sets of dice.

Sets of dice, colours and numbers are bits of an integer. Nothing here is taken from `charidice.rules.scoring`.
"""

from charidice.rules import DiceSet

# Kind, points, bonus, gift.
Worth = tuple[str, int, int, int]

ONE_BIT = frozenset(1 << bit for bit in range(7))
CONSECUTIVE = {size: frozenset(((1 << size) - 1) << first for first in range(1, 8 - size)) for size in range(1, 7)}
DICE = {bits: tuple(die for die in range(6) if bits >> die & 1) for bits in range(64)}
SIZE = {bits: len(dice) for bits, dice in DICE.items()}
# Each 5 and each 6 counts double (4.1).
GIFT = (0, 1, 2, 3, 4, 10, 12)


def clause(size: int, colours: int, numbers: int, lying: int, colours_lying: int, free_giving: bool) -> tuple[str, int]:
    """The clause that lets a set of dice be scored and its bonus, or an empty text.

    The set has `size` dice that show `colours` and `numbers`. Where it has one colour, `lying` is how many dice of that
    colour lie there; `colours_lying` are the colours of all six dice.
    """
    if size >= 4 and numbers in ONE_BIT:
        return "3.2.2", {4: 15, 5: 30, 6: 60}[size]
    if SIZE[colours] == size and (colours == colours_lying or free_giving):
        return "3.2.1", 0
    if colours not in ONE_BIT or lying < 4:
        return "", 0
    if size == 6:
        return "3.1.4", 50
    if size == 5 and numbers in CONSECUTIVE[5]:
        return "3.1.3", 40
    if size == 4:
        return ("3.1.1", 25) if numbers in CONSECUTIVE[4] else ("3.1.2", 15)
    if size == lying or free_giving:
        return "3.1.5", 0
    return "", 0


def worth_of_sets(dice_set: DiceSet, shown: tuple[int, ...], free_giving: bool = False) -> dict[tuple[int, ...], Worth]:
    """What each set of dice that may be scored is worth, for dice 0-5 that show these numbers."""
    colour = [1 << dice_set.layout[die][shown[die] - 1] for die in range(6)]
    colours, numbers, points, gift = [0], [0], [0], [0]
    for die in range(6):
        # The sets whose highest die this is: each of those before, with this die added.
        colours += [bits | colour[die] for bits in colours]
        numbers += [bits | 1 << shown[die] for bits in numbers]
        points += [total + shown[die] for total in points]
        gift += [total + GIFT[shown[die]] for total in gift]
    worth = {}
    for bits in range(1, 64):
        kind, bonus = clause(
            SIZE[bits], colours[bits], numbers[bits], colour.count(colours[bits]), colours[63], free_giving
        )
        if kind:
            worth[DICE[bits]] = kind, points[bits], bonus, gift[63 - bits]
    return worth
