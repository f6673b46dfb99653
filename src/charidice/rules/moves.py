"""The actions that players choose and the events that follow."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from charidice.rules.dice import ALL_DICE, DICE, Dice, Numbers
from charidice.rules.ruleset import MOST_IN_A_BOX


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

    def __post_init__(self) -> None:
        object.__setattr__(self, "keep", _ascending(self.keep))


@dataclass(frozen=True, slots=True)
class Score:
    """Score exactly these dice; the others are the gift."""

    dice: Dice

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", _ascending(self.dice))


class AskGift(_Plain):
    """Ask, as the recipient, for the greatest of gifts."""

    __slots__ = ()


class Stop(_Plain):
    """Late asking (8.2): announce the end of rolling, before choosing the dice to score."""

    __slots__ = ()


class DeclineGift(_Plain):
    """Late asking (8.2): decline to ask after a stop. In strict order (5.5): do not ask now."""

    __slots__ = ()


Action = Roll | Score | AskGift | Stop | DeclineGift


@dataclass(frozen=True, slots=True)
class Rolled:
    """What all dice show after rolling those not in `keep`."""

    keep: Dice
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Scored:
    """Dice scored, and what is written on both sheets."""

    dice: Dice
    points: int
    bonus: int
    gift: int
    """As written on the sheets: doubled if the recipient has asked."""


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
    """Real dice as they lie after the last roll of a turn; nobody wrote down the rolls before it."""

    numbers: Numbers
    asked: bool = False
    """The recipient had asked for the greatest of gifts, nobody knows when."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A whole turn written down without its dice: the boxes of both sheets, which may break the rules."""

    points: int
    bonus: int
    gift: int
    """Box 4 of the giver."""
    received: int
    """Box 3 of the recipient."""
    asked: bool = False

    @property
    def is_writable(self) -> bool:
        boxes = (self.points, self.bonus, self.gift, self.received)
        return all(0 <= box <= MOST_IN_A_BOX for box in boxes)


Event = Rolled | Scored | GiftAsked | Stopped | GiftDeclined | Laid | Noted


def dice_of(action: Action) -> Dice:
    """The dice an action keeps or scores; other actions have none."""
    return action.keep if isinstance(action, Roll) else action.dice if isinstance(action, Score) else ()


def _ascending(dice: Iterable[int]) -> Dice:
    return tuple(sorted(set(dice)))


# One object for every set of dice, shared by all states.
REROLLS = tuple(Roll(keep) for size in range(DICE) for keep in combinations(ALL_DICE, size))
SCORES = {dice: Score(dice) for size in range(1, DICE + 1) for dice in combinations(ALL_DICE, size)}
