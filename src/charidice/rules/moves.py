"""The actions players ask for and the events that then happen."""

from collections.abc import Iterable
from dataclasses import dataclass

from charidice.rules.dice import Dice, Numbers


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice that are not kept; the first roll of a turn keeps none."""

    keep: Dice = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "keep", _ascending(self.keep))


@dataclass(frozen=True, slots=True)
class Score:
    """Score exactly these dice and give the others away."""

    dice: Dice

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", _ascending(self.dice))


@dataclass(frozen=True, slots=True)
class AskGift:
    """Ask, as the recipient, for the greatest of gifts."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Late asking (8.2): say that there will be no more rolls, before choosing the dice to score."""


@dataclass(frozen=True, slots=True)
class DeclineGift:
    """Late asking (8.2): answer a stop by not asking. In strict order (5.5): not now."""


Action = Roll | Score | AskGift | Stop | DeclineGift


@dataclass(frozen=True, slots=True)
class Rolled:
    """What the dice show after a roll in which `keep` were left lying."""

    keep: Dice
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Scored:
    """Dice scored, and what is written on both sheets."""

    dice: Dice
    points: int
    bonus: int
    gift: int
    """As written in the boxes: doubled if the greatest of gifts was asked for."""


@dataclass(frozen=True, slots=True)
class GiftAsked:
    """The recipient has crossed off the 2x box for this turn."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The active player will not roll again in this turn."""


@dataclass(frozen=True, slots=True)
class GiftDeclined:
    """The recipient has let this turn's chance to ask go by."""


Event = Rolled | Scored | GiftAsked | Stopped | GiftDeclined


def _ascending(dice: Iterable[int]) -> Dice:
    return tuple(sorted(set(dice)))
