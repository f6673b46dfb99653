"""What a browser can ask of a table over HTTP; the rooms decide, this only translates."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request, Response

from charidice.record import GameRecord, dump_json, load
from charidice.rules.dice import STANDARD_DICE, read_roll
from charidice.rules.sheet import results, winners
from charidice.web.door.limits import network_of
from charidice.web.http.assets import Asset
from charidice.web.http.openapi import response, returns
from charidice.web.http.pages import address_of
from charidice.web.http.qr import qr_data_uri
from charidice.web.http.reviews import ReviewAnswer, review_json
from charidice.web.http.visitors import AllRooms, ThisRoom, ThisVisitor, Visitor
from charidice.web.models import (
    BotFor,
    Considering,
    Join,
    Move,
    MoveHere,
    NewTable,
    Nothing,
    Reaction,
    Rename,
    ReviewOf,
    SeatNumber,
    SpeedOfBots,
    Start,
)
from charidice.web.refusals import WebRefused
from charidice.web.table import decide, thinking
from charidice.web.table.opening import names
from charidice.web.table.room import Room
from charidice.web.table.view import news, options_view, seats_view, table_view
from charidice.web.wire import (
    Empty,
    HintView,
    Invitation,
    Options,
    PersonalLink,
    Problem,
    ReactionMessage,
    RecentTables,
    RecordView,
    RematchAnswer,
    Summary,
    Update,
)

REFUSALS: dict[int | str, dict[str, Any]] = {
    403: response(Problem, "Not for this browser"),
    404: response(Problem, "No such table"),
    409: response(Problem, "Not possible as things are at the table"),
    422: response(Problem, "Not understood"),
    429: response(Problem, "Too much at once"),
}
api = APIRouter(prefix="/api", responses=REFUSALS)
T = TypeVar("T", bound=Callable[..., Any])
Since = Annotated[int, Query(ge=-1, lt=2**31, description="the last event that is known already")]


def change(path: str, summary: str) -> Callable[[T], T]:
    """A request that answers with what has changed at a table."""
    return api.post(path, summary=summary, **returns(Update))


def answer(room: Room, visitor: Visitor, since: int, /, **more: object) -> Response:
    text = news(room, since, me=visitor.at(room.table), **more)
    answered = Response(text, media_type="application/json")
    visitor.set_cookie(answered)
    return answered


# First, because routes are tried in their order and this one is asked for most.
@change("/tables/{table}/moves", summary="Roll, score, ask, stop, decline, pass or undo")
async def move(wish: Move, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    visitor.require_seat(room.table, wish.seat)
    try:
        await rooms.move(room, wish, visitor.language)
    except WebRefused as refused:
        if refused.code == "stale":
            refused.details = {"events": room.table.events_since(wish.seq), "view": table_view(room, room.presence())}
        raise
    return answer(room, visitor, wish.seq)


@change("/tables", summary="Open a new table")
async def create(new: NewTable, rooms: AllRooms, visitor: ThisVisitor, request: Request) -> Response:
    if not request.app.state.new_tables.take(network_of(visitor.address)):
        raise WebRefused("too-many-tables")
    room = await rooms.create(decide.create(new, visitor.new_or_known(), visitor.language))
    return answer(room, visitor, -1)


@api.get("/tables", summary="The tables where this browser has a seat, the latest first", **returns(RecentTables))
async def recent(rooms: AllRooms, visitor: ThisVisitor) -> RecentTables:
    found = await rooms.recent(visitor.browser) if visitor.browser else []
    return {"tables": [_summary(room, visitor) for room in found]}


def _summary(room: Room, visitor: Visitor) -> Summary:
    table = room.table
    me = visitor.at(table)
    state = table.match.state if table.match else None
    final = results(state.sheets) if state and state.is_over else None
    sheets = state.sheets if state else ()
    return {
        "table": table.id,
        "stage": table.stage,
        "seats": seats_view(table, room.presence()),
        "round": min(state.round, table.settings.rounds) if state else None,
        "rounds": table.settings.rounds,
        "turn": state.active if state and not final else None,
        "mine": [index for index, seat in enumerate(table.seats) if seat.holder == me],
        "totals": [result.total for result in final] if final else [sheet.subtotal for sheet in sheets],
        "winners": winners(final) if final else None,
        "touched": table.log[-1].at,
    }


@api.get("/tables/{table}", summary="A table, and what happened there after an event", **returns(Update))
async def show(room: ThisRoom, visitor: ThisVisitor, since: Since = -1) -> Response:
    async with room.lock:
        return answer(room, visitor, since)


@change("/tables/{table}/start", summary="Start the game, when all seats are taken")
async def start(wish: Start, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    visitor.require_host(room)
    await rooms.change(room, decide.start, wish.words)
    return answer(room, visitor, -1)


@change("/tables/{table}/join", summary="Take an open seat")
async def join(wish: Join, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    await rooms.change(room, decide.join, wish, visitor.new_or_known())
    return answer(room, visitor, -1)


@change("/tables/{table}/seats/{seat}/name", summary="Change a name before the start")
async def rename(seat: SeatNumber, wish: Rename, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    visitor.require_seat(room.table, seat)
    await rooms.change(room, decide.rename, seat, wish.name)
    return answer(room, visitor, -1)


@change(
    "/tables/{table}/seats/{seat}/leave", summary="Leave one's seat before the start, or free a guest's as the host"
)
async def leave(seat: SeatNumber, wish: Nothing, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    await rooms.change(room, decide.leave, seat, visitor.require_seat_or_host(room, seat))
    return answer(room, visitor, -1)


@api.get("/tables/{table}/invitation", summary="The links to join and to watch", **returns(Invitation))
async def invitation(room: ThisRoom, visitor: ThisVisitor, request: Request) -> Invitation:
    visitor.require_host(room)
    watch = _address(request, room)
    join = f"{watch}#join={room.table.join_code}"
    return {"join": join, "watch": watch, "join_qr": qr_data_uri(join), "watch_qr": qr_data_uri(watch)}


@change("/tables/{table}/seats/{seat}/bot", summary="Let a bot play an open seat, or that of somebody who is away")
async def let_bot_play(
    seat: SeatNumber, wish: BotFor, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor
) -> Response:
    await rooms.change(room, decide.let_bot_play, seat, wish.bot, visitor.require_some_seat(room.table))
    return answer(room, visitor, -1)


@change(
    "/tables/{table}/seats/{seat}/person",
    summary="End a bot's stand-in: take one's seat back, or give it back as the host",
)
async def give_back(seat: SeatNumber, wish: Nothing, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    visitor.require_seat_or_host(room, seat)
    await rooms.change(room, decide.give_back, seat)
    return answer(room, visitor, -1)


@api.post(
    "/tables/{table}/personal-link",
    summary="A link that moves one's seats to another device, once",
    **returns(PersonalLink),
)
async def personal_link(
    wish: Nothing, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor, request: Request
) -> PersonalLink:
    holder = visitor.require_holder(room.table)
    link = f"{_address(request, room)}#move={await rooms.personal_link(room, holder)}"
    return {"link": link, "qr": qr_data_uri(link)}


@change("/tables/{table}/move-here", summary="Bring the seats of a personal link to this browser")
async def move_here(wish: MoveHere, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    await rooms.move_here(room, wish.code, visitor.new_or_known())
    return answer(room, visitor, -1)


@api.post("/tables/{table}/reactions", summary="Show everybody a small picture", **returns(Empty))
async def react(wish: Reaction, room: ThisRoom, visitor: ThisVisitor) -> Empty:
    visitor.require_seat(room.table, wish.seat)
    message: ReactionMessage = {"type": "reaction", "seat": wish.seat, "reaction": wish.reaction}
    room.listeners.tell(json.dumps(message))
    return {}


@api.post(
    "/tables/{table}/considering",
    summary="Say that one is about to ask for the greatest of gifts, or no longer",
    **returns(Empty),
)
async def consider(wish: Considering, room: ThisRoom, visitor: ThisVisitor) -> Empty:
    visitor.require_seat(room.table, wish.seat)
    async with room.lock:
        room.consider(wish.seat, wish.considering)
    return {}


@change("/tables/{table}/skip", summary="Let the bots play on at once until it is for a person to act")
async def skip(wish: Nothing, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    await rooms.change(room, decide.skip, visitor.require_some_seat(room.table))
    room.skip()
    return answer(room, visitor, -1)


@change("/tables/{table}/speed", summary="How fast the bots play from now on")
async def set_speed(wish: SpeedOfBots, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    visitor.require_some_seat(room.table)
    await rooms.change(room, decide.set_speed, wish.speed)
    return answer(room, visitor, -1)


@api.post("/tables/{table}/rematch", summary="The same people and settings once more", **returns(RematchAnswer))
async def rematch(wish: Nothing, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    again = await rooms.rematch(room, visitor.require_holder(room.table))
    return answer(again, visitor, -1, table=again.table.id)


@api.get("/tables/{table}/hint", summary="What the coach says, stage by stage", **returns(HintView))
async def hint(seat: SeatNumber, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> HintView:
    visitor.require_seat(room.table, seat)
    if room.table.match is None:
        raise WebRefused("not-started")
    if room.table.settings.hints == "off":
        raise WebRefused("hints-off")
    players = names(room.table.seats, visitor.language)
    return await rooms.thinking.run(thinking.hint, room.table.match.state, seat, visitor.language, players)


@api.get(
    "/tables/{table}/record",
    summary="The record of the game; the seed is in it when the game is over",
    **returns(RecordView),
)
async def record(room: ThisRoom) -> Response:
    if room.table.match is None:
        raise WebRefused("not-started")
    headers = {"Content-Disposition": f'attachment; filename="charidice-{room.table.id}.json"'}
    return Response(dump_json(room.table.match.record.public()), media_type="application/json", headers=headers)


@api.post(
    "/reviews",
    summary="Look back on a game that was played here, or on any record",
    **returns(ReviewAnswer),
)
async def review(wish: ReviewOf, rooms: AllRooms, visitor: ThisVisitor, request: Request) -> Response:
    if wish.table is None:
        assert wish.record is not None
        found = await rooms.thinking.run(load, wish.record)
    else:
        table = (await rooms.get(wish.table)).table
        if table.match is None:
            raise WebRefused("not-started")
        if table.stage != "over" and table.settings.hints == "off":
            raise WebRefused("hints-off")
        # Bots are called as the reader calls them.
        found = replace(table.match.record.public(), players=tuple(names(table.seats, visitor.language)))
    return await rooms.thinking.run(_review_response, found, visitor.language, request)


def _review_response(record: GameRecord, language: str, request: Request) -> Response:
    return Asset(review_json(record, language), "application/json").answer(request)


@api.get("/options", summary="The ways to score six faces, given in any order", **returns(Options))
async def options(
    faces: Annotated[str, Query(max_length=100, examples=["B1,B2,B3,B4,B6,P6"])], asked: bool = False
) -> Options:
    numbers = read_roll(faces)
    return {
        "faces": list(map(str, STANDARD_DICE.faces(numbers))),
        "options": options_view(STANDARD_DICE, numbers, asked=asked),
    }


def _address(request: Request, room: Room) -> str:
    return f"{address_of(request)}/table/{room.table.id}"
