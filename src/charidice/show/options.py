"""The ways to score as data."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from charidice.rules.dice import ALL_DICE, Dice, Numbers
from charidice.rules.moves import SCORES
from charidice.rules.ruleset import DOUBLED_NUMBERS
from charidice.rules.scoring import ScoringOption

# The dice given away, by the scored dice.
REST = {dice: tuple(die for die in ALL_DICE if die not in dice) for dice in SCORES}


class ShownOption(NamedTuple):
    """A way to score the dice on the table."""

    dice: Dice
    kind: str
    """A plain string: an enumeration takes as long to encode as all the rest of an option."""
    group: Literal["colour", "colours"]
    points: int
    bonus: int
    total: int
    gift: int
    """Doubled, once the greatest of gifts was asked for."""
    gives: Dice
    doubled: Dice
    """The dice in the gift whose number counts double."""
    folded: bool
    """Dominated by another option."""


def shown_options(options: Sequence[ScoringOption], numbers: Numbers, asked: bool) -> tuple[ShownOption, ...]:
    """The options in the same order."""
    _, folded = best_first(options)
    doubled = {die for die, number in enumerate(numbers) if number in DOUBLED_NUMBERS}
    return tuple(
        ShownOption(
            option.dice,
            option.kind.value,
            "colour" if option.kind.is_one_colour else "colours",
            option.points,
            option.bonus,
            option.total,
            option.gift_if(asked),
            REST[option.dice],
            tuple(die for die in REST[option.dice] if die in doubled),
            option in folded,
        )
        for option in options
    )


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


def option_fields(option: ScoringOption, kind: str = "kind") -> dict[str, object]:
    """An option with its faces, for programs; `kind` is the name for the clause that allows it."""
    return {
        "dice": option.dice,
        "faces": list(map(str, option.faces)),
        kind: option.kind,
        "points": option.points,
        "bonus": option.bonus,
        "gift": option.gift,
    }
