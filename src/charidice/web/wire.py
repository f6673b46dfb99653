"""Types of everything the server sends; OpenAPI, the browser's types and docs/http-api.md are generated from them.

They are plain dictionaries at run time, because one is created for every event at every table.
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
from charidice.web.models import BotName, ComplaintCode, Fields, MoveName, PadValue, ReactionName, TableSettings

Stage = TypeAliasType("Stage", Literal["lobby", "playing", "over"])
# Seats and dice are counted from 0.
Numbers = Sequence[int]
Column = Sequence[int | None]
# The letter of the colour and the number, like B4.
Faces = Sequence[str]


@with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
class Sent(TypedDict):
    """Base of everything the server sends: exactly the declared fields."""


# Events


class BySeat(Sent):
    seat: int
    """The seat that acted."""


class RolledEvent(BySeat):
    event: Literal["rolled"]
    keep: Numbers
    """The dice kept, not rolled."""
    faces: Faces


class ScoredEvent(BySeat):
    event: Literal["scored"]
    dice: Numbers
    points: int
    bonus: int
    gift: int


class PlainEvent(BySeat):
    event: Literal["gift-asked", "stopped", "gift-declined"]


class LaidEvent(BySeat):
    """Real dice after the last roll of a turn; the rolls before it are not known."""

    event: Literal["laid"]
    faces: Faces
    asked: bool


class Boxes(Sent):
    """What a turn writes on both sheets."""

    points: int
    bonus: int
    gift: int
    """Box 4 of the giver: doubled if the recipient has asked."""
    received: int
    """Box 3 of the recipient."""
    asked: bool


class NotedEvent(BySeat, Boxes):
    """A turn with real dice, written down without them."""

    event: Literal["noted"]


GameEvent = TypeAliasType(
    "GameEvent",
    Annotated[RolledEvent | ScoredEvent | PlainEvent | LaidEvent | NotedEvent, Field(discriminator="event")],
)


class Logged(Sent):
    seq: int
    """0-based index in the log of the table."""
    at: str
    """Time in UTC, ISO 8601."""


class LoggedRoll(Logged, RolledEvent):
    pass


class LoggedScore(Logged, ScoredEvent):
    pass


class LoggedPlain(Logged, PlainEvent):
    pass


def _public_form(event: type) -> Any:
    hints, shown = get_type_hints(event), public_fields(event)
    hints = {"seq": int, "at": str, **{name: hint for name, hint in hints.items() if name in shown}}
    fields: dict[str, Any] = {name: (hint, ...) for name, hint in hints.items()}
    # Dataclasses without a docstring get their signature as one.
    words = None if (event.__doc__ or "").startswith(event.__name__) else event.__doc__
    return create_model(event.__name__, __config__=ConfigDict(extra="forbid"), __doc__=words, **fields)


def _public_events() -> Any:
    forms: Any = reduce(or_, map(_public_form, get_args(AroundTheGame)), LoggedRoll | LoggedScore | LoggedPlain)
    return TypeAliasType("TableEvent", Annotated[forms, Field(discriminator="event")])


_EVENT = _public_events()
# The public form of an event of the log.
TableEvent = Annotated[Fields, GetPydanticSchema(lambda _, handler: handler.generate_schema(_EVENT))]


# The view


# As annotations, since docstrings of fields are not inherited.
Online = Annotated[bool, Field(description="Whether its player is connected; always true for bots.")]
Away = Annotated[bool, Field(description="Whether its person has been absent long enough for a bot to stand in.")]
Hosts = Annotated[
    Numbers,
    Field(description="Holder numbers with the host's rights: while the host is away, all with a seat."),
]


Wait = Annotated[int, Field(description="Remaining milliseconds in which the recipient may ask first.")]


class SeatPresence(Sent):
    online: Online
    away: Away


class SeatView(SeatPresence):
    """A place at the table."""

    seat: int
    name: str | None
    """None for an open seat, and for bots, whose names depend on the reader's language."""
    person: bool
    """Whether it belongs to a person, even while a bot stands in."""
    bot: BotName | None
    """The bot now playing: a level, or the name of an invited one."""
    holder: int | None
    """The holder number of its browser."""
    twin: int
    """1-based index among the bots of the same level."""
    recipient: int
    """The seat that receives its gifts."""


class ResultView(Sent):
    points: int
    bonus: int
    received: int
    given: int
    charity: int
    total: int


class SheetView(Sent):
    """A score sheet: points, bonus and gifts by round; None is an empty box of a score pad."""

    points: Column
    bonus: Column
    received: Column
    given: Column
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
    """Points plus bonus."""
    gift: int
    gives: Numbers
    """The dice given away."""
    doubled: Numbers
    """The given dice whose number counts double."""
    folded: bool
    """Dominated by another option."""


class TurnView(Sent):
    """A game without the parts that stay the same for several moves, or are the same at many tables."""

    round: int
    rounds: int
    active: int
    recipient: int
    rolls: int
    rolls_left: int
    faces: Faces
    kept: Annotated[Numbers, Field(description="The dice kept in the last roll.")]
    asked: bool
    stopped: bool
    declined: bool
    passed: Annotated[bool, Field(description="Whether the recipient has passed on asking in this turn.")]
    wait: Wait
    may: Annotated[Sequence[Sequence[MoveName]], Field(description="Legal moves by seat.")]
    winners: Numbers | None


class GameView(TurnView):
    """The state of a game."""

    options: Sequence[OptionView]
    sheets: Sequence[SheetView]


class ComplaintView(Sent):
    """What is odd about a turn; its sentence is in the catalogs."""

    code: ComplaintCode
    points: NotRequired[int]
    bonus: NotRequired[int]
    gift: NotRequired[int]
    received: NotRequired[int]
    round: NotRequired[int]
    """The round in which the recipient had already asked for the greatest of gifts."""
    face: NotRequired[str]
    other: NotRequired[str]


class TracedEntry(Sent):
    """Something that was entered for a turn."""

    entry: str
    holder: int
    """Whose browser sent it."""
    at: str
    """Time in UTC, ISO 8601."""
    value: PadValue
    boxes: Boxes | None
    """None if it clears the turn."""


class PadTurnView(Sent):
    """A turn on the pad."""

    round: int
    seat: int
    recipient: int
    standing: Sequence[str]
    """The ids of the entries that stand there, to be replaced by a correction."""
    boxes: Boxes | None
    """None if nothing is entered, and while rivals wait for a choice."""
    value: PadValue | None
    complaints: Sequence[ComplaintView]
    rivals: Sequence[TracedEntry]
    """Entries that differ and await a choice: one that replaces all that stand there."""
    trace: Sequence[TracedEntry]
    """What has been replaced, oldest first."""


class PadSummary(Sent):
    """The state of a score pad without its turns."""

    round: int
    """Of the first empty turn; the last round if there is none."""
    rounds: int
    active: int | None
    """The seat of the first empty turn, None if there is none."""
    recipient: int | None
    sheets: Sequence[SheetView]
    givers: Numbers
    """The seats that have given the most, none while nobody has given anything."""
    missing: int
    """How many more points the one who has given the most must give for the greater charity bonus."""
    winners: Numbers | None


class PadView(PadSummary):
    """The state of a score pad."""

    turns: Sequence[Sequence[PadTurnView]]
    """By round and seat."""


class StartingView(Sent):
    """Everything that the dice depend on: now the browsers of the seats in `waiting` reveal their words."""

    order: Numbers
    """The seats in order of play."""
    commitments: Sequence[str | None]
    """SHA-256 of the words of each of these seats, None for one that adds no words."""
    waiting: Numbers


class BeginningView(Sent):
    """The position where the game of a table begins."""

    round: int
    totals: Numbers
    """By seat."""


class AroundView(Sent):
    """A table without what every event changes."""

    table: str
    stage: Stage
    host: Annotated[int, Field(description="The holder number of the browser that opened the table.")]
    hosts: Hosts
    commitment: Annotated[str, Field(description="SHA-256 of the seed of the dice.")]
    starting: Annotated[
        StartingView | None,
        Field(description="From the press on Start until the words of the browsers are revealed."),
    ]
    begins: Annotated[BeginningView | None, Field(description="In the lobby of a game that begins at a position.")]
    rematch: Annotated[str | None, Field(description="The id of the rematch's table.")]
    settings: TableSettings
    seats: Sequence[SeatView]


class View(AroundView):
    """The public state of a table."""

    pad: Annotated[PadView | None, Field(description="None before the start, and where the dice are rolled here.")]
    seq: int
    """The seq of the last event."""
    game: GameView | None
    """None before the start, and at a score pad."""


# Responses


class Update(Sent):
    me: int | None
    """This browser's holder number, None for a spectator."""
    since: NotRequired[int]
    """The seq before the events, if the request named none."""
    events: Sequence[TableEvent]
    """The events after the seq of the request, or since it came."""
    view: View


class RematchAnswer(Update):
    table: str


class RecentTable(Sent):
    table: str
    stage: Stage
    seats: Sequence[SeatView]
    round: int | None
    rounds: int
    pad: bool
    """Whether it is a score pad."""
    turn: int | None
    """The seat whose turn it is."""
    mine: Numbers
    """The seats of this browser."""
    totals: Numbers
    winners: Numbers | None
    touched: str
    """The time of the last event."""


class RecentTables(Sent):
    tables: Sequence[RecentTable]


class Invitation(Sent):
    join: str
    watch: str
    join_qr: str
    """The link as a QR code, an SVG data URI."""
    watch_qr: str


class PersonalLink(Sent):
    link: str
    qr: str


class Empty(Sent):
    pass


class Options(Sent):
    faces: Faces
    options: Sequence[OptionView]


class DieLayout(Sent):
    faces: Faces
    """Those it has: entered, or following from what is entered."""
    possible: Faces
    """Those it can still have, its faces included."""


class LayoutView(Sent):
    dice: Sequence[DieLayout]
    layout: str | None
    """The dice set, once every face is known."""


class SavedDiceSet(Sent):
    name: str
    dice: str


class SavedDiceSets(Sent):
    sets: Sequence[SavedDiceSet] | None
    """None on a server for everybody, where each browser keeps its own."""


class ScoreView(Sent):
    """The gifts that go with some points and bonus; not doubled by the greatest of gifts."""

    points: int
    bonus: int
    gifts: Numbers


class PossibleScores(Sent):
    scores: Sequence[ScoreView]


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
    """From a nudge to the full advice; each tells more than the one before."""
    brief: BriefView | None
    """The reason; None if there is nothing to choose."""
    dice: Numbers
    """The dice it is about."""
    action: MoveView | None


class HouseRules(Sent):
    rounds: int
    free_giving: bool
    late_asking: bool


class PledgeView(Sent):
    commitment: str
    word_commitments: NotRequired[Sequence[str | None]]
    entropy: Sequence[str]
    seed: str | None


class CorrectionView(Sent):
    round: int
    seat: int
    was: Boxes | None
    """None if the turn had been cleared."""


class RecordView(Sent):
    format: Literal["charidice"]
    version: Literal[1, 2, 3]
    players: Sequence[str]
    bots: NotRequired[Sequence[str | None]]
    dice: Sequence[str]
    house_rules: HouseRules
    begins_at: NotRequired[str]
    """The position where the game began, if not with empty sheets."""
    pledge: PledgeView | None
    corrections: NotRequired[Sequence[CorrectionView]]
    events: Sequence[GameEvent]


# Refusals


class Details(Sent, total=False):
    """Additional fields of some refusals."""

    events: Sequence[TableEvent]
    """The events missed by the sender of a stale move."""
    view: View
    wait: int
    """Milliseconds until the request may be sent again."""
    hint: str
    """The coach's comment on a clear mistake."""


class Reason(Details):
    code: str
    message: str
    """In the language of the Accept-Language header."""


class Problem(Sent):
    error: Reason


# Messages over the WebSocket


class UpdateMessage(Sent):
    """New events and the view after them."""

    type: Literal["update"]
    me: NotRequired[int | None]
    """Only in the first message."""
    since: int
    """The seq before the events."""
    events: Sequence[TableEvent]
    view: View


class Presence(Sent):
    seats: Annotated[Sequence[SeatPresence], Field(description="`online` and `away` of each seat, as in the view.")]
    hosts: Hosts


class PresenceMessage(Presence):
    """Presence of the players, on every change and as a heartbeat, to which the page replies."""

    type: Literal["presence"]


class WaitMessage(Sent):
    """The recipient has opened or closed the confirmation dialog for asking."""

    type: Literal["wait"]
    wait: Wait


class ReactionMessage(Sent):
    """A player reacts with an emoji."""

    type: Literal["reaction"]
    seat: int
    reaction: ReactionName


ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[UpdateMessage | PresenceMessage | WaitMessage | ReactionMessage, Field(discriminator="type")],
)
# The page is not visible, it is visible, somebody has used it since its last message.
PageMessage = TypeAliasType("PageMessage", Literal["hidden", "shown", "touched"])
