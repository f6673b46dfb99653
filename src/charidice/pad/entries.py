"""The entries of a pad: a turn by its dice, by its boxes, or cleared."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from charidice.pad.complaints import Code
from charidice.rules.dice import DICE, Dice, Face
from charidice.rules.errors import InvalidDice, Refused
from charidice.rules.moves import Noted
from charidice.rules.ruleset import ROLLS
from charidice.rules.scoring import ScoringOption, options_of, why_not_scorable

Faces = tuple[Face, ...]


class InvalidEntry(Refused):
    """An entry that fits no turn of this game."""


@dataclass(frozen=True, slots=True)
class EnteredRoll:
    """The six faces after a roll, and the kept ones among them."""

    faces: Faces
    keep: Faces = ()

    def __post_init__(self) -> None:
        for name in ("faces", "keep"):
            object.__setattr__(self, name, _ascending(getattr(self, name)))
        if len(self.faces) != DICE:
            raise InvalidDice("not-six-faces", count=len(self.faces))


@dataclass(frozen=True, slots=True)
class ByDice:
    """The final faces of a turn, and the scored ones."""

    rolls: tuple[EnteredRoll, ...]
    """All rolls of the turn with `every`, else the last one."""
    scored: Faces
    asked: bool = False
    every: bool = False
    asked_after: int = 0
    """With `every`: the number of rolls before the recipient asked."""
    confirmed: frozenset[Code] = field(default=frozenset(), compare=False)
    """The complaints that a player has seen and overruled."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scored", _ascending(self.scored))
        if len(self.rolls) not in (range(1, ROLLS + 1) if self.every else (1,)):
            raise InvalidEntry("rolls-out-of-range", count=len(self.rolls), most=ROLLS)
        for face in self.scored:
            if face not in self.faces:
                raise InvalidDice("face-not-there", face=face)

    @property
    def faces(self) -> Faces:
        return self.rolls[-1].faces

    def option(self, free_giving: bool) -> ScoringOption:
        """The chosen way to score, found by the faces alone, whatever dice they are on."""
        dice: Dice = tuple(die for die, face in enumerate(self.faces) if face in self.scored)
        for option in options_of_faces(self.faces, free_giving):
            if option.dice == dice:
                return option
        code, values = why_not_scorable(self.faces, dice)
        raise InvalidEntry(code, **values)


@dataclass(frozen=True, slots=True)
class ByPoints:
    """The boxes as typed."""

    points: int
    bonus: int
    gift: int
    """Box 4: doubled if the recipient has asked."""
    received: int | None = None
    """Box 3 of the recipient; None is the same as the gift."""
    asked: bool = False
    confirmed: frozenset[Code] = field(default=frozenset(), compare=False)
    """The complaints that a player has seen and overruled."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The turn is cleared."""


Value = ByDice | ByPoints | Nothing


@dataclass(frozen=True, slots=True)
class PadEntry:
    """An entry for one turn; `replaces` has the ids of the entries that its author saw there."""

    id: str
    round: int
    seat: int
    value: Value
    replaces: frozenset[str] = frozenset()


def options_of_faces(faces: Faces, free_giving: bool) -> list[ScoringOption]:
    return options_of([face.colour for face in faces], [face.number for face in faces], free_giving)


def boxes_of(value: Value, free_giving: bool) -> Noted | None:
    """The boxes of a value on both sheets; raises InvalidEntry for dice that cannot be scored."""
    match value:
        case Nothing():
            return None
        case ByPoints():
            received = value.gift if value.received is None else value.received
            return Noted(value.points, value.bonus, value.gift, received, value.asked)
        case ByDice():
            option = value.option(free_giving)
            gift = option.gift_if(value.asked)
            return Noted(option.points, option.bonus, gift, gift, value.asked)


def _ascending(faces: Iterable[Face]) -> Faces:
    listed = sorted(faces)
    for face, following in pairwise(listed):
        if face == following:
            raise InvalidDice("face-twice", face=face)
    return tuple(listed)
