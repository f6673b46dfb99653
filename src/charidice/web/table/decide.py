"""Decides requests: each function returns an event, or None if nothing changes, or raises a refusal."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date
from hmac import compare_digest

from charidice.chance import commitment_to
from charidice.pad.pad import Pad
from charidice.record import read_position, write_position
from charidice.rules.dice import STANDARD_DICE
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll, Score, Stop
from charidice.rules.state import GameState
from charidice.strategy.bots.levels import LEVELS
from charidice.web.door.names import clean_name, told_apart
from charidice.web.events import (
    REPEATABLE,
    BotPlays,
    Created,
    Entered,
    Left,
    Passed,
    PersonPlays,
    Played,
    Renamed,
    Revealed,
    Seat,
    Seated,
    SeatsMoved,
    SettingsChanged,
    Started,
    Starting,
    TableEvent,
    Undone,
)
from charidice.web.models import (
    BotName,
    BotSeat,
    ChangedSettings,
    Join,
    Move,
    NewEntry,
    NewTable,
    PersonByLink,
    PersonHere,
    Reveal,
    TableSettings,
)
from charidice.web.refusals import WebRefused
from charidice.web.table.pad_entries import pad_entry
from charidice.web.table.room import Room
from charidice.web.table.seating import starter
from charidice.web.table.table import Table

# All phones that ever wrote on a pad: the list of browsers is kept with the table.
MOST_PHONES = 32
# Repeatable events of a table: every page that opens it is sent its whole log.
MOST_CHANGES = 1_000


def create(request: NewTable, browser: str, language: str) -> Created:
    seats: list[Seat] = []
    for wanted in request.seats:
        seats.append(_new_seat(wanted, seats))
    position = None if request.position is None else _beginning(request.position, request)
    return Created(
        host=0,
        language=language,
        settings=_settings_from(position, request.settings) if position else request.settings,
        position=position and write_position(position),
        seats=tuple(seats),
        browsers=(browser,),
        commitments=(request.commitment,),
        origin=request.key if request.settings.pad else None,
    )


def _beginning(text: str, request: NewTable) -> GameState:
    """The position where the game of a new table begins."""
    position = read_position(text)
    if position.is_over:
        raise WebRefused("position-is-over")
    if len(position.sheets) != len(request.seats):
        raise WebRefused("position-for-others", count=len(position.sheets), given=len(request.seats))
    if request.settings.pad:
        raise WebRefused("position-on-pad")
    return position


def _settings_from(position: GameState, settings: TableSettings) -> TableSettings:
    """The settings with the rules, the dice and the order of play of a position."""
    ruleset, dice_set = position.setup.ruleset, position.setup.dice_set
    return settings.model_copy(
        update={
            "rounds": ruleset.rounds,
            "free_giving": ruleset.free_giving,
            "late_asking": ruleset.late_asking,
            "dice": None if dice_set == STANDARD_DICE else str(dice_set),
            "start": "seat",
            "first": 0,
        }
    )


def require_bots(bots: Iterable[BotName], invited: Collection[str]) -> None:
    """Only levels, and what the operator has invited, may play."""
    for bot in bots:
        if bot not in LEVELS and bot not in invited:
            raise WebRefused("bot-not-invited", text=bot)


def _new_seat(request: PersonHere | PersonByLink | BotSeat, others: Iterable[Seat]) -> Seat:
    if isinstance(request, PersonHere):
        return Seat(True, _name(request.name, others), 0, birthday=request.birthday)
    return Seat(True) if isinstance(request, PersonByLink) else Seat(False, bot=request.bot)


def _name(typed: str, others: Iterable[Seat]) -> str:
    return told_apart(clean_name(typed), (seat.name for seat in others))


def rematch(table: Table, host: int, commitment: str | None) -> Created:
    """The same people and settings, with the next player to the left starting."""
    if table.stage != "over":
        raise WebRefused("not-over")
    commitments = table.commitments | ({host: commitment} if commitment else {})
    return Created(
        host=host,
        language=table.language,
        settings=table.settings.model_copy(update={"start": "seat", "first": 0}),
        seats=tuple(
            Seat(seat.person, seat.name, seat.holder, None if seat.person else seat.bot)
            for seat in (*table.seats[1:], table.seats[0])
        ),
        browsers=tuple(table.browsers[number] for number in range(len(table.browsers))),
        commitments=tuple(commitments.get(number) for number in range(len(table.browsers))),
    )


def join(room: Room, request: Join, browser: str) -> Seated | SeatsMoved | None:
    """Take an open seat; needs the code from the join link. A repeated request keeps the seat of the first."""
    table = room.table
    if not compare_digest(request.code.encode(), table.join_code.encode()):
        raise WebRefused("wrong-code")
    if table.pad:
        return _join_pad(room, request, browser)
    name = _name(request.name, table.seats)
    if request.commitment and (before := _seated_with(table, request.commitment)) is not None:
        # The cookie may have been lost with the answer.
        is_known = table.holder_of(browser) == before
        return None if is_known else moved(table, before, browser, request.commitment)
    places = [index for index, seat in enumerate(table.seats) if seat.is_open]
    if table.has_started or not places:
        raise WebRefused("no-open-seat")
    holder = table.holder_of(browser)
    return Seated(
        seat=request.seat if request.seat in places else places[0],
        name=name,
        holder=len(table.browsers) if holder is None else holder,
        birthday=request.birthday,
        commitment=request.commitment,
        browser=browser if holder is None else None,
    )


def _join_pad(room: Room, request: Join, browser: str) -> Seated | None:
    """A phone that writes on a running pad takes one of several seats of the host, or that of somebody away."""
    table, holder = room.table, room.table.holder_of(browser)
    if table.has_seat(holder):
        return None
    places = [seat for seat, place in enumerate(table.seats) if place.holder == table.host]
    places = places if len(places) > 1 else []
    places += [seat for seat in range(len(table.seats)) if room.is_away(seat)]
    if request.seat not in places or len(table.browsers) >= MOST_PHONES:
        raise WebRefused("no-open-seat")
    place = table.seats[request.seat]
    return Seated(
        seat=request.seat,
        name=place.name or "",
        holder=len(table.browsers) if holder is None else holder,
        birthday=place.birthday,
        browser=browser if holder is None else None,
    )


def _seated_with(table: Table, commitment: str) -> int | None:
    """The holder of a seat who has committed to these words, which nobody else knows of before the start."""
    if table.starting or table.has_started:
        return None
    holders = [holder for holder, sealed in table.commitments.items() if sealed == commitment]
    return next(filter(table.has_seat, holders), None)


def moved(table: Table, holder: int, browser: str, commitment: str | None) -> SeatsMoved:
    before = table.holder_of(browser)
    return SeatsMoved(holder=holder, to=holder if before is None else before, browser=browser, commitment=commitment)


def require_place(table: Table, event: TableEvent) -> None:
    """Refuse an event that people could repeat until the log is too long to send."""
    if isinstance(event, REPEATABLE) and table.changes >= MOST_CHANGES:
        raise WebRefused("too-many-changes", most=MOST_CHANGES)


def rename(room: Room, seat: int, name: str) -> Renamed:
    others = (place for number, place in enumerate(room.table.seats) if number != seat)
    renamed = Renamed(seat=seat, name=_name(name, others))
    _require_lobby(room.table)
    return renamed


def leave(room: Room, seat: int, by: int) -> Left | None:
    """Free the seat of a guest who leaves or is removed by the host."""
    _require_lobby(room.table)
    holder = _seat(room.table, seat).holder
    if holder == room.table.host:
        raise WebRefused("host-stays")
    return None if holder is None else Left(seat=seat, by=by)


def start(room: Room) -> Starting | None:
    """Nothing changes if somebody else was quicker."""
    return None if room.table.starting or room.table.has_started else starting(room.table)


def starting(table: Table) -> Starting:
    seats = table.seats
    if any(seat.is_open for seat in seats):
        raise WebRefused("seats-open")
    first = starter(seats, table.settings, date.today())
    order = tuple((first + step) % len(seats) for step in range(len(seats)))
    # Nobody adds words to the dice of a pad, which are real.
    holders = [None if table.settings.pad else seats[seat].holder for seat in order]
    commitments = tuple(None if holder is None else table.commitments.get(holder) for holder in holders)
    return Starting(order=order, commitments=commitments)


def reveal(room: Room, holder: int, request: Reveal) -> Revealed | None:
    """Words that match the commitment of a seat of this browser."""
    table, commitment = room.table, commitment_to(request.words.encode())
    if commitment in table.words:
        return None
    if table.has_started:
        raise WebRefused("too-late-for-words")
    if table.starting is None:
        raise WebRefused("not-started")
    both = zip(table.starting.order, table.starting.commitments, strict=True)
    if commitment not in [each for seat, each in both if table.seats[seat].holder == holder]:
        raise WebRefused("words-do-not-match")
    return Revealed(holder=holder, words=request.words, commitment=request.commitment)


def start_if_revealed(room: Room) -> Started | None:
    """When nobody's words are missing."""
    return None if room.table.unrevealed else start_anyway(room)


def start_anyway(room: Room) -> Started | None:
    """When the time to reveal words is over."""
    return started(room.table) if room.table.starting else None


def started(table: Table) -> Started:
    """With the words revealed so far; where they are missing, their commitment counts."""
    assert table.starting
    order, commitments = table.starting.order, table.starting.commitments
    entropy = [table.words.get(sealed, sealed) if sealed else "" for sealed in commitments]
    return Started(
        order=order,
        entropy=tuple(words or table.seats[seat].words for seat, words in zip(order, entropy, strict=True)),
        withheld=tuple(number for number, seat in enumerate(order) if seat in table.unrevealed),
    )


def let_bot_play(room: Room, seat: int, bot: BotName, holder: int) -> BotPlays | None:
    """The host may fill an open seat; anybody at the table may replace somebody who is away."""
    table = room.table
    place = _seat(table, seat)
    at_pad = table.settings.pad
    if at_pad or not place.person or table.stage == "over" or (not table.has_started and not place.is_open):
        raise WebRefused("no-bot-there")
    if place.bot is not None:
        return None  # somebody else was quicker
    if place.is_open and holder not in room.hosts():
        raise WebRefused("not-the-host")
    if not place.is_open and not room.is_away(seat):
        raise WebRefused("still-there", player=seat)
    return BotPlays(seat=seat, bot=bot)


def give_back(room: Room, seat: int) -> PersonPlays:
    place = _seat(room.table, seat)
    if not place.person or place.bot is None:
        raise WebRefused("nothing-to-give-back")
    return PersonPlays(seat=seat)


def change_settings(room: Room, request: ChangedSettings) -> SettingsChanged | None:
    settings = room.table.settings
    if request.hints and settings.hints == "off":
        raise WebRefused("hints-off")
    wanted = request.model_dump(exclude_none=True)
    changed = {name: value for name, value in wanted.items() if value != getattr(settings, name)}
    return SettingsChanged(**changed) if changed else None


def skip(room: Room, holder: int) -> Passed | None:
    """A recipient who lets the bots skip their pauses passes on asking."""
    match = room.table.match
    if match is None or room.table.bot_decision is None or not room.table.recipient_has_priority:
        return None
    recipient = match.state.recipient
    return Passed(seat=recipient) if room.table.seats[recipient].holder == holder else None


def move(room: Room, request: Move) -> Played | Passed | Undone:
    table, match = room.table, room.table.match
    if match is None:
        raise WebRefused("not-started")
    if table.seats[request.seat].bot is not None:
        raise WebRefused("bot-plays-there")
    if request.action == "undo":
        if why_not := match.why_not_undo(request.seat):
            raise why_not
        return Undone(seat=request.seat)
    if request.action == "decline" and not match.state.turn.stopped:
        if request.seat != match.state.recipient or not match.state.may_be_asked or table.passed:
            raise WebRefused("nothing-to-pass")
        return Passed(seat=request.seat)
    # Every die is a function of its place, so an event that is refused after all uses up no chance.
    event = match.decide(request.seat, action_of(request))
    if request.seat == match.state.active and (seconds := room.priority_seconds):
        refused = WebRefused("recipient-may-ask", recipient=match.state.recipient)
        refused.details["wait"] = round(seconds * 1000)
        raise refused
    return Played(request.seat, event)


def enter(room: Room, request: NewEntry, holder: int) -> Entered | None:
    """A turn for the pad; None if it has been entered already."""
    table = room.table
    if request.entry in table.moves:
        return None
    pad = pad_of(table)
    entered = Entered(
        entry=request.entry,
        round=request.round,
        seat=request.seat,
        value=request.value,
        replaces=tuple(request.replaces),
        holder=holder,
    )
    entry = pad.without_idle_ids(pad_entry(entered))
    pad.check(entry)
    return replace(entered, replaces=tuple(sorted(entry.replaces)))


def pad_of(table: Table) -> Pad:
    if table.pad:
        return table.pad
    raise WebRefused("not-started") if table.settings.pad else WebRefused("no-pad")


def action_of(request: Move) -> Action:
    match request.action:
        case "roll":
            return Roll(tuple(request.keep))
        case "score":
            return Score(tuple(request.dice))
        case "ask":
            return AskGift()
        case "stop":
            return Stop()
        case _:
            return DeclineGift()


def _require_lobby(table: Table) -> None:
    if table.has_started or table.starting:
        raise WebRefused("already-started")


def _seat(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise WebRefused("no-such-seat")
    return table.seats[seat]
