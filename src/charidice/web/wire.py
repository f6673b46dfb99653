"""What the server sends, as types: OpenAPI, the pages' own types and docs/server.md are made from them.

All are plain dictionaries at run time, since one is made for every event at every table.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, NotRequired, get_args, get_type_hints

from pydantic import ConfigDict, Field, GetPydanticSchema, create_model, with_config
from typing_extensions import TypeAliasType, TypedDict

from charidice.rules.engine import ActionName
from charidice.rules.scoring import Kind
from charidice.web.events import AroundTheGame, public_fields
from charidice.web.models import Fields, Level, MoveName, ReactionName, TableSettings

Stage = TypeAliasType("Stage", Literal["lobby", "playing", "over"])
# Seats and dice are counted from 0.
Numbers = Sequence[int]
# What dice show: the letter of the colour and the number, like B4.
Faces = Sequence[str]


@with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
class Sent(TypedDict):
    """Anything the server sends: exactly the fields named here."""


# Events


class BySeat(Sent):
    seat: int
    """Whose doing it was."""


class RolledEvent(BySeat):
    event: Literal["rolled"]
    keep: Numbers
    """The dice left lying."""
    faces: Faces


class ScoredEvent(BySeat):
    event: Literal["scored"]
    dice: Numbers
    points: int
    bonus: int
    gift: int


class PlainEvent(BySeat):
    event: Literal["gift-asked", "stopped", "gift-declined"]


GameEvent = TypeAliasType("GameEvent", Annotated[RolledEvent | ScoredEvent | PlainEvent, Field(discriminator="event")])


class Logged(Sent):
    seq: int
    """The number of the event in the log of its table, from 0."""
    at: str
    """When it happened, in UTC."""


class LoggedRoll(Logged, RolledEvent):
    pass


class LoggedScore(Logged, ScoredEvent):
    pass


class LoggedPlain(Logged, PlainEvent):
    pass


def _public_form(event: type) -> Any:
    hints, shown = get_type_hints(event), public_fields(event)
    fields: dict[str, Any] = {name: hint for name, hint in hints.items() if name in shown}
    # A dataclass without a docstring gets its signature for one.
    words = None if (event.__doc__ or "").startswith(event.__name__) else event.__doc__
    return create_model(event.__name__, __config__=ConfigDict(extra="forbid"), __doc__=words, seq=int, at=str, **fields)


def _public_events() -> Any:
    forms: Any = reduce(or_, map(_public_form, get_args(AroundTheGame)), LoggedRoll | LoggedScore | LoggedPlain)
    return TypeAliasType("TableEvent", Annotated[forms, Field(discriminator="event")])


_EVENT = _public_events()
# An event of the log as everybody may see it.
TableEvent = Annotated[Fields, GetPydanticSchema(lambda _, handler: handler.generate_schema(_EVENT))]


# The view


# Descriptions, since docstrings of fields are not inherited.
Online = Annotated[bool, Field(description="Whether whoever plays there can see the table now.")]
Away = Annotated[bool, Field(description="Whether its person has been absent for so long that a bot may play on.")]
Hosts = Annotated[
    Numbers,
    Field(description="The browsers that may do what is the host's to do: while the host is away, all with a seat."),
]


class SeatPresence(Sent):
    online: Online
    away: Away


class SeatView(SeatPresence):
    """A place at the table."""

    seat: int
    name: str | None
    """None while nobody sits there, and for bots, who are called in each reader's language."""
    person: bool
    """Whether it belongs to a person, even while a bot plays there."""
    bot: Level | None
    """The level of the bot that plays there now."""
    holder: int | None
    """The number of the browser it belongs to."""
    twin: int
    """1-based index among the bots of the same level."""
    recipient: int
    """The seat that its gifts go to."""


class ResultView(Sent):
    points: int
    bonus: int
    received: int
    given: int
    charity: int
    total: int


class SheetView(Sent):
    """A score sheet: points, bonus and gifts by round."""

    points: Numbers
    bonus: Numbers
    received: Numbers
    given: Numbers
    has_gift: bool
    """Whether the greatest of gifts can still be asked for."""
    subtotal: int
    total_given: int
    result: ResultView | None
    """None until the game is over."""


class OptionView(Sent):
    """A way to score the dice on the table."""

    dice: Numbers
    kind: Kind
    group: Literal["colour", "colours"]
    points: int
    bonus: int
    total: int
    """What it scores, bonus included."""
    gift: int
    gives: Numbers
    """The dice that are given away."""
    doubled: Numbers
    """Those of them whose number counts double as a gift."""
    folded: bool
    """Dominated by another option."""


class GameView(Sent):
    """A game at one moment."""

    round: int
    rounds: int
    active: int
    recipient: int
    rolls: int
    rolls_left: int
    faces: Faces
    kept: Numbers
    """The dice that the last roll left lying."""
    asked: bool
    stopped: bool
    declined: bool
    passed: bool
    """The recipient does not ask in this turn."""
    wait: int
    """For how many milliseconds the recipient comes first."""
    options: Sequence[OptionView]
    may: Sequence[Sequence[MoveName]]
    """What each seat can do now."""
    sheets: Sequence[SheetView]
    winners: Numbers | None


class View(Sent):
    """All that everybody at a table may see."""

    table: str
    seq: int
    """The number of the last event."""
    stage: Stage
    host: int
    """The number of the browser that opened the table."""
    hosts: Hosts
    commitment: str
    """SHA-256 of the seed of the dice."""
    rematch: str | None
    """The table of the next game."""
    settings: TableSettings
    seats: Sequence[SeatView]
    game: GameView | None


# Answers


class Update(Sent):
    me: int | None
    """The number of this browser at the table, None for a watcher."""
    events: Sequence[TableEvent]
    """What has happened since the event that was named."""
    view: View


class RematchAnswer(Update):
    table: str


class Summary(Sent):
    table: str
    stage: Stage
    seats: Sequence[SeatView]
    round: int | None
    rounds: int
    turn: int | None
    """The seat whose turn it is."""
    mine: Numbers
    """The seats of this browser."""
    totals: Numbers
    winners: Numbers | None
    touched: str
    """When the last event happened."""


class RecentTables(Sent):
    tables: Sequence[Summary]


class Invitation(Sent):
    join: str
    watch: str
    join_qr: str
    """The link as a QR code: the address of a picture that holds its own data."""
    watch_qr: str


class PersonalLink(Sent):
    link: str
    qr: str


class Empty(Sent):
    pass


class Options(Sent):
    faces: Faces
    options: Sequence[OptionView]


class ChanceView(Sent):
    label: str
    share: float
    percent: str


class BriefView(Sent):
    lines: Sequence[str]
    chances: Sequence[ChanceView]


class MoveView(Sent):
    action: ActionName
    keep: NotRequired[Numbers]
    dice: NotRequired[Numbers]


class HintView(Sent):
    stages: Sequence[str]
    """Each tells more than the one before."""
    brief: BriefView | None
    """The reason; None if there is nothing to choose."""
    dice: Numbers
    """The dice that are meant."""
    action: MoveView | None


class HouseRules(Sent):
    rounds: int
    free_giving: bool
    late_asking: bool


class Pledge(Sent):
    commitment: str
    entropy: Sequence[str]
    seed: str | None


class RecordView(Sent):
    format: Literal["charidice"]
    version: Literal[1]
    players: Sequence[str]
    bots: NotRequired[Sequence[str | None]]
    dice: Sequence[str]
    house_rules: HouseRules
    pledge: Pledge | None
    events: Sequence[GameEvent]


# Refusals


class Details(Sent, total=False):
    """What some refusals bring along."""

    events: Sequence[TableEvent]
    """What the sender of a stale move had missed."""
    view: View
    wait: int
    """For how many milliseconds the recipient still comes first."""
    hint: str
    """What the coach says of a clear mistake."""


class Reason(Details):
    code: str
    message: str
    """In the language of the Accept-Language header."""


class Problem(Sent):
    error: Reason


# Messages over the WebSocket


class UpdateMessage(Sent):
    """Something has happened."""

    type: Literal["update"]
    me: NotRequired[int | None]
    """Only in the first message."""
    events: Sequence[TableEvent]
    view: View


class Presence(Sent):
    seats: Annotated[Sequence[SeatPresence], Field(description="`online` and `away` of each seat, as in the view.")]
    hosts: Hosts


class PresenceMessage(Presence):
    """Who is there: when that changes, and every few seconds as a sign of life that the page answers."""

    type: Literal["presence"]


class WaitMessage(Sent):
    """The recipient has begun or ended to think about asking."""

    type: Literal["wait"]
    wait: int
    """For how many milliseconds the recipient comes first."""


class ReactionMessage(Sent):
    """Somebody shows everybody a small picture."""

    type: Literal["reaction"]
    seat: int
    reaction: ReactionName


ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[UpdateMessage | PresenceMessage | WaitMessage | ReactionMessage, Field(discriminator="type")],
)
# Nobody can see the page, somebody can, somebody has touched it since its last message.
PageMessage = TypeAliasType("PageMessage", Literal["hidden", "shown", "touched"])
