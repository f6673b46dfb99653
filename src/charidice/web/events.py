"""The events of a table: their types, visibility and JSON codec.

A field is private unless its type says `Public`.
"""

import json
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Annotated, Literal, NamedTuple, TypeVar, get_type_hints

from pydantic import Field, TypeAdapter
from pydantic_core import to_json

from charidice.record.jsonform import EVENT_NAMES, reread_event, write_event
from charidice.rules import moves
from charidice.rules.dice import DiceSet
from charidice.web.models import BotName, Fields, Hints, PadValue, Speed, TableSettings

T = TypeVar("T")


class Visibility(Enum):
    PUBLIC = auto()
    PRIVATE = auto()


Public = Annotated[T, Visibility.PUBLIC]
Private = Annotated[T, Visibility.PRIVATE]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table."""

    person: bool
    """Whether it belongs to a person, even while a bot stands in."""
    name: str | None = None
    """None for an open seat, and for bots, whose names depend on the reader's language."""
    holder: int | None = None
    """The holder number of its browser."""
    bot: BotName | None = None
    """The bot now playing: a level, or the name of an invited one."""
    birthday: str | None = None
    words: str = ""
    """Entropy of a guest who sat down before browsers committed to their words."""

    @property
    def is_open(self) -> bool:
        return self.person and self.holder is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    event: Public[Literal["created"]] = "created"
    host: Public[int]
    language: Private[str]
    settings: Private[TableSettings]
    seats: Private[tuple[Seat, ...]]
    browsers: Private[tuple[str, ...]]
    """Digests of the session tokens of browsers, by holder number."""
    commitments: Private[tuple[str | None, ...]] = ()
    """Commitments of these browsers to their words for the dice."""
    origin: Private[str | None] = None
    """The id of the score pad on a device that this one goes on with."""
    position: Private[str | None] = None
    """Where the game begins; None for empty sheets, as in earlier logs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    event: Public[Literal["seated"]] = "seated"
    seat: Public[int]
    name: Public[str]
    holder: Public[int]
    birthday: Private[str | None]
    words: Private[str] = ""
    """Only in earlier logs."""
    commitment: Private[str | None] = None
    browser: Private[str | None] = None
    """The digest of a browser that is new at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    event: Public[Literal["renamed"]] = "renamed"
    seat: Public[int]
    name: Public[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A guest's seat is open again; `by` is the holder number of the guest or the host."""

    event: Public[Literal["left"]] = "left"
    seat: Public[int]
    by: Public[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPlays:
    event: Public[Literal["bot-plays"]] = "bot-plays"
    seat: Public[int]
    bot: Public[BotName]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPlays:
    """A bot no longer stands in."""

    event: Public[Literal["person-plays"]] = "person-plays"
    seat: Public[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Starting:
    """Everything that the dice depend on is fixed; now the browsers reveal their words."""

    event: Public[Literal["starting"]] = "starting"
    order: Public[tuple[int, ...]]
    """The seat numbers in order of play, the starting player first."""
    commitments: Public[tuple[str | None, ...]]
    """SHA-256 of the words of each of these seats, None for one that adds no words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    event: Public[Literal["revealed"]] = "revealed"
    holder: Public[int]
    words: Private[str]
    commitment: Private[str | None]
    """The commitment to its words in a rematch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    event: Public[Literal["started"]] = "started"
    order: Public[tuple[int, ...]]
    """The old seat numbers in order of play, the starting player first."""
    entropy: Private[tuple[str, ...]]
    withheld: Public[tuple[int, ...]] = ()
    """The new numbers of the seats whose words were not revealed in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged:
    """Only fields that are not None change; earlier logs call this event `speed`."""

    event: Public[Literal["settings", "speed"]] = "settings"
    speed: Public[Speed | None] = None
    wait: Public[int | None] = None
    hints: Public[Hints | None] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """The recipient need not be waited for in this turn, but may still ask for the greatest of gifts."""

    event: Public[Literal["passed"]] = "passed"
    seat: Public[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    event: Public[Literal["undone"]] = "undone"
    seat: Public[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchOpened:
    event: Public[Literal["rematch"]] = "rematch"
    table: Public[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsMoved:
    """Another browser has taken over the seats of `holder`; `to` is its holder number, the same unless it had one."""

    event: Public[Literal["moved"]] = "moved"
    holder: Public[int]
    to: Public[int]
    browser: Private[str | None] = None
    """Its digest."""
    commitment: Private[str | None] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A turn entered on a pad, by the browser of `holder`."""

    event: Public[Literal["entered"]] = "entered"
    entry: Public[str]
    round: Public[int]
    seat: Public[int]
    value: Public[PadValue]
    replaces: Public[tuple[str, ...]]
    """The entries that its author saw in this turn."""
    holder: Public[int]


@dataclass(frozen=True, slots=True)
class Played:
    """An event of the game itself."""

    seat: Public[int]
    event: Public[moves.Event]


AroundTheGame = (
    Created
    | Seated
    | Renamed
    | Left
    | BotPlays
    | PersonPlays
    | Starting
    | Revealed
    | Started
    | SettingsChanged
    | Passed
    | Undone
    | RematchOpened
    | SeatsMoved
    | Entered
)
TableEvent = AroundTheGame | Played
REPEATABLE = (Seated, Renamed, Left, BotPlays, PersonPlays, SettingsChanged, Undone, SeatsMoved)
"""What people can do again and again; all other events are limited by the game or the pad."""
_AROUND: TypeAdapter[AroundTheGame] = TypeAdapter(Annotated[AroundTheGame, Field(discriminator="event")])


class Entry(NamedTuple):
    """An event in the log of a table."""

    seq: int
    move_id: str | None
    at: str
    event: TableEvent


def write(event: TableEvent, dice_set: DiceSet) -> str:
    """An event as JSON for the log; its faces are those of the table's dice."""
    return to_json(_fields(event, dice_set)).decode()


def read(text: str, dice_set: DiceSet) -> TableEvent:
    fields = json.loads(text)
    if fields["event"] in EVENT_NAMES:
        return Played(fields["seat"], reread_event(fields, dice_set))
    return _AROUND.validate_python(fields)


def browsers_in(event: TableEvent) -> dict[int, str]:
    """New or changed browser digests, by holder number."""
    match event:
        case Created():
            return dict(enumerate(event.browsers))
        case Seated() | SeatsMoved() if event.browser:
            return {event.holder: event.browser}
        case _:
            return {}


def public(entry: Entry, dice_set: DiceSet) -> Fields | None:
    """The public fields of an event, None if it has none."""
    kind: type = type(entry.event)
    names = public_fields(kind)
    return {"seq": entry.seq, "at": entry.at, **_fields(entry.event, dice_set, names)} if names else None


@cache
def public_fields(event: type) -> set[str]:
    hints = get_type_hints(event, include_extras=True)
    return {name for name, hint in hints.items() if Visibility.PUBLIC in getattr(hint, "__metadata__", ())}


def _fields(event: TableEvent, dice_set: DiceSet, only: set[str] | None = None) -> Fields:
    if isinstance(event, Played):
        return write_event(event.event, event.seat, dice_set)
    fields: Fields = _AROUND.dump_python(event, mode="json", include=only)
    return fields
