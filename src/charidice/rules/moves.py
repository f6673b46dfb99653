"""The actions that players choose and the events that follow."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import get_args

from charidice.rules.dice import ALL_DICE, DICE, Dice, Numbers, plain_numbers
from charidice.rules.errors import IllegalEvent, InvalidDice
from charidice.rules.ruleset import MOST_IN_A_BOX, yes_or_no
from charidice.rules.whole import quoted, wholes

_set = object.__setattr__


class _Plain:
    """A move without fields: instances of one class are equal."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice that are not kept; the first roll of a turn keeps none."""

    keep: Dice = ()
    """The dice that stay as they are."""

    def __post_init__(self) -> None:
        _set(self, "keep", _ascending(self.keep))


@dataclass(frozen=True, slots=True)
class Score:
    """Score exactly these dice; the others are the gift."""

    dice: Dice
    """The dice to score."""

    def __post_init__(self) -> None:
        _set(self, "dice", _ascending(self.dice))


class AskGift(_Plain):
    """Ask, as the recipient, for the greatest of gifts."""

    __slots__ = ()


class Stop(_Plain):
    """Late asking (8.2): announce the end of rolling, before choosing the dice to score."""

    __slots__ = ()


class DeclineGift(_Plain):
    """Do not ask now, as the recipient. Causes an event only after a stop (8.2); see `Node`."""

    __slots__ = ()


Action = Roll | Score | AskGift | Stop | DeclineGift


@dataclass(frozen=True, slots=True)
class Rolled:
    """The numbers of all dice after rolling the dice not in `keep`."""

    keep: Dice
    """The dice that stayed as they were."""
    numbers: Numbers
    """The numbers of dice 0-5 now."""

    def __post_init__(self) -> None:
        _set(self, "keep", plain_dice(self.keep))
        _set(self, "numbers", plain_numbers(self.numbers))


@dataclass(frozen=True, slots=True)
class Scored:
    """Dice scored, and the numbers for both sheets."""

    dice: Dice
    """The dice that were scored."""
    points: int
    """Box 1: the sum of their numbers."""
    bonus: int
    """Box 2: the bonus for their kind."""
    gift: int
    """As written on the sheets: doubled if the recipient has asked."""

    def __post_init__(self) -> None:
        _set(self, "dice", plain_dice(self.dice))
        _plain_boxes(self, "points", "bonus", "gift")


class GiftAsked(_Plain):
    """The recipient has crossed off the 2x box for this turn."""

    __slots__ = ()


class Stopped(_Plain):
    """The active player will not roll again in this turn."""

    __slots__ = ()


class GiftDeclined(_Plain):
    """The recipient has declined to ask in this turn."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """The real dice after the last roll of a turn, entered by hand; the earlier rolls are unknown."""

    numbers: Numbers
    """The numbers of dice 0-5."""
    asked: bool = False
    """The recipient asked for the greatest of gifts at an unknown moment of this turn."""

    def __post_init__(self) -> None:
        _set(self, "numbers", plain_numbers(self.numbers))
        _set(self, "asked", yes_or_no(self.asked))


@dataclass(frozen=True, slots=True)
class Noted:
    """A whole turn entered by hand as the boxes of both sheets, without dice; it may break the rules."""

    points: int
    """Box 1 of the giver."""
    bonus: int
    """Box 2 of the giver."""
    gift: int
    """Box 4 of the giver."""
    received: int
    """Box 3 of the recipient."""
    asked: bool = False
    """The recipient asked for the greatest of gifts."""

    def __post_init__(self) -> None:
        _plain_boxes(self, "points", "bonus", "gift", "received")
        _set(self, "asked", yes_or_no(self.asked))

    @property
    def is_writable(self) -> bool:
        boxes = (self.points, self.bonus, self.gift, self.received)
        return all(0 <= box <= MOST_IN_A_BOX for box in boxes)


Event = Rolled | Scored | GiftAsked | Stopped | GiftDeclined | Laid | Noted
EVENTS = frozenset(get_args(Event))


def dice_of(action: Action) -> Dice:
    """The dice an action keeps or scores; other actions have none."""
    return action.keep if isinstance(action, Roll) else action.dice if isinstance(action, Score) else ()


def plain_dice(dice: Iterable[int]) -> Dice:
    """Dice as plain ints; a mask of bools is refused, because it would mean dice 0 and 1."""
    return wholes(dice, lambda die: InvalidDice("not-a-die", text=quoted(die), most=DICE - 1))


def rolled(keep: Dice, numbers: Numbers) -> Rolled:
    """Makes the event from tuples of plain ints without checks, in half the time."""
    event = object.__new__(Rolled)
    _set(event, "keep", keep)
    _set(event, "numbers", numbers)
    return event


def scored(dice: Dice, points: int, bonus: int, gift: int) -> Scored:
    """Makes the event from plain ints without checks, in half the time."""
    event = object.__new__(Scored)
    _set(event, "dice", dice)
    _set(event, "points", points)
    _set(event, "bonus", bonus)
    _set(event, "gift", gift)
    return event


def _ascending(dice: Iterable[int]) -> Dice:
    return tuple(sorted(set(plain_dice(dice))))


def _plain_boxes(event: Scored | Noted, *names: str) -> None:
    boxes = wholes(
        (getattr(event, name) for name in names), lambda _: IllegalEvent("box-out-of-range", most=MOST_IN_A_BOX)
    )
    for name, box in zip(names, boxes, strict=True):
        _set(event, name, box)


# One object for every set of dice, shared by all states.
REROLLS = tuple(Roll(keep) for size in range(DICE) for keep in combinations(ALL_DICE, size))
SCORES = {dice: Score(dice) for size in range(1, DICE + 1) for dice in combinations(ALL_DICE, size)}
