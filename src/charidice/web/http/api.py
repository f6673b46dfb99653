"""The HTTP API: translates requests; the rooms decide."""

import json
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import APIRouter, Query, Request, Response

from charidice.record import dump_json
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.web.http.coach import coach
from charidice.web.http.dice import dice
from charidice.web.http.history import history_routes
from charidice.web.http.lessons import ways_to_score
from charidice.web.http.openapi import response, returns
from charidice.web.http.pages import address_of
from charidice.web.http.paper import paper
from charidice.web.http.qr import qr_data_uri
from charidice.web.http.visitors import AllRooms, ThisRoom, ThisVisitor, Visitor
from charidice.web.jobs.coaching import ask_if_sure
from charidice.web.models import (
    BotFor,
    BotSeat,
    ChangedSettings,
    Considering,
    EmptyRequest,
    Join,
    Layout,
    Move,
    MoveHere,
    NewTable,
    Reaction,
    Rematch,
    Rename,
    Reveal,
    SeatNumber,
)
from charidice.web.refusals import DatabaseAway, WebRefused
from charidice.web.table import decide
from charidice.web.table.room import Room
from charidice.web.table.view import message_json, seats_view, update_json
from charidice.web.wire import (
    Empty,
    Invitation,
    Options,
    PersonalLink,
    Problem,
    ReactionMessage,
    RecentTable,
    RecentTables,
    RecordView,
    RematchAnswer,
    Update,
)

REFUSALS: dict[int | str, dict[str, Any]] = {
    403: response(Problem, "Not for this browser"),
    404: response(Problem, "No such table"),
    409: response(Problem, "Conflicts with the state of the table"),
    422: response(Problem, "Invalid request"),
    429: response(Problem, "Rate limit exceeded"),
    503: response(Problem, "Too busy, or the database is away"),
}
api = APIRouter(prefix="/api", responses=REFUSALS)
Handler = Callable[..., Awaitable[Any]]
P = ParamSpec("P")
T = TypeVar("T")
Since = Annotated[int, Query(ge=-1, lt=2**31, description="seq of the last known event")]


def change(path: str, summary: str, answer: Any = Update) -> Callable[[Handler], Handler]:
    """A POST route about a table, decided by what this process knows of it.

    The answer of a handler that returns none is the view, with what has happened since the request came.
    """

    def add_route(handler: Handler) -> Handler:
        @wraps(handler)
        async def informed(**arguments: Any) -> Any:
            room: Room | None = arguments.get("room")
            since = room.table.seq if room else -1
            try:
                done = await handler(**arguments)
            except DatabaseAway:
                raise
            except Refused:
                # Another process may have written events to the log that allow this.
                if room is None or not await arguments["rooms"].catch_up(room):
                    raise
                done = await handler(**arguments)
            return done if room is None or done is not None else respond(room, arguments["visitor"], since, since=since)

        api.add_api_route(path, informed, methods=["POST"], summary=summary, **returns(answer))
        return informed

    return add_route


def if_allowed(require: Callable[[], object], decision: Callable[P, T]) -> Callable[P, T]:
    """A decision that checks permission first, and does so again whenever it is repeated."""

    def decided(*arguments: P.args, **options: P.kwargs) -> T:
        require()
        return decision(*arguments, **options)

    return decided


def respond(room: Room, visitor: Visitor, since: int, /, **more: object) -> Response:
    text = update_json(room, since, me=visitor.at(room.table), **more)
    update = Response(text, media_type="application/json")
    visitor.set_cookie(update)
    return update


@change("/tables/{table}/moves", summary="Roll, score, ask, stop, decline or undo")
async def move(body: Move, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor, request: Request) -> Response:
    visitor.require_seat(room.table, body.seat)
    await ask_if_sure(request.app.state.coach, room, body, visitor.language)
    since = room.table.seq
    with room.listeners.answering(body.page, lambda: message_json(room, since) if room.table.seq > since else None):
        try:
            await rooms.move(room, body, lambda: visitor.require_seat(room.table, body.seat))
        except WebRefused as refused:
            if refused.code == "stale":
                refused.details = json.loads(update_json(room, body.seq))
            raise
        return respond(room, visitor, body.seq)


@change("/tables", summary="Open a new table")
async def create(new: NewTable, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    decide.require_bots((seat.bot for seat in new.seats if isinstance(seat, BotSeat)), rooms.settings.bots)
    created = decide.create(new, visitor.new_or_known(), visitor.language)
    room = await rooms.create(created, visitor.address, new.key)
    return respond(room, visitor, -1)


@api.get("/tables", summary="The tables where this browser has a seat, newest event first", **returns(RecentTables))
async def recent(rooms: AllRooms, visitor: ThisVisitor, response: Response) -> RecentTables:
    # Browsers delete cookies after 400 days; each visit renews it.
    visitor.set_cookie(response, renew=True)
    found = await rooms.recent(visitor.browser) if visitor.browser else []
    return {"tables": [_summary(room, visitor) for room in found]}


def _summary(room: Room, visitor: Visitor) -> RecentTable:
    table = room.table
    me = visitor.at(table)
    game = table.standing
    return {
        "table": table.id,
        "stage": table.stage,
        "seats": seats_view(table, room.presence()),
        "round": game.round,
        "rounds": table.settings.rounds,
        "pad": table.settings.pad,
        "turn": game.active,
        "mine": [index for index, seat in enumerate(table.seats) if seat.holder == me],
        "totals": game.totals,
        "winners": game.winners,
        "touched": table.log[-1].at,
    }


@api.get("/tables/{table}", summary="A table, and its events after `since`", **returns(Update))
async def show(room: ThisRoom, visitor: ThisVisitor, since: Since = -1) -> Response:
    async with room.lock:
        return respond(room, visitor, since)


@change("/tables/{table}/start", summary="Start the game once all seats are taken")
async def start(body: EmptyRequest, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    await rooms.change(room, if_allowed(lambda: visitor.require_host(room), decide.start))


@change("/tables/{table}/reveal", summary="Reveal this browser's words for the dice of a game that is starting")
async def reveal(body: Reveal, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    await rooms.change(room, lambda _: decide.reveal(room, visitor.require_some_seat(room.table), body))


@change("/tables/{table}/join", summary="Take an open seat")
async def join(body: Join, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    async with rooms.hourly.guess(visitor.address):
        await rooms.change(room, decide.join, body, visitor.new_or_known())


@change("/tables/{table}/seats/{seat}/name", summary="Change a name before the start")
async def rename(seat: SeatNumber, body: Rename, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    rename = if_allowed(lambda: visitor.require_seat(room.table, seat), decide.rename)
    await rooms.change(room, rename, seat, body.name)


@change(
    "/tables/{table}/seats/{seat}/leave", summary="Leave one's seat before the start, or free a guest's as the host"
)
async def leave(seat: SeatNumber, body: EmptyRequest, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    await rooms.change(room, lambda _: decide.leave(room, seat, visitor.require_seat_or_host(room, seat)))


@api.get("/tables/{table}/invitation", summary="The links to join and to watch", **returns(Invitation))
async def invitation(room: ThisRoom, visitor: ThisVisitor, request: Request) -> Invitation:
    visitor.require_host(room)
    watch = _address(request, room)
    join = f"{watch}#join={room.table.join_code}"
    return {"join": join, "watch": watch, "join_qr": qr_data_uri(join), "watch_qr": qr_data_uri(watch)}


@change("/tables/{table}/seats/{seat}/bot", summary="Let a bot play an open seat, or that of somebody who is away")
async def let_bot_play(seat: SeatNumber, body: BotFor, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    decide.require_bots([body.bot], rooms.settings.bots)
    await rooms.change(room, lambda _: decide.let_bot_play(room, seat, body.bot, visitor.require_some_seat(room.table)))


@change(
    "/tables/{table}/seats/{seat}/person",
    summary="End a bot's stand-in: take one's seat back, or give it back as the host",
)
async def give_back(
    seat: SeatNumber, body: EmptyRequest, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor
) -> None:
    give_back = if_allowed(lambda: visitor.require_seat_or_host(room, seat), decide.give_back)
    await rooms.change(room, give_back, seat)


@change(
    "/tables/{table}/personal-link",
    summary="A link that moves one's seats to another device, once",
    answer=PersonalLink,
)
async def personal_link(
    body: EmptyRequest, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor, request: Request
) -> PersonalLink:
    holder = visitor.require_some_seat(room.table)
    link = f"{_address(request, room)}#move={await rooms.personal_link(room, holder)}"
    return {"link": link, "qr": qr_data_uri(link)}


@change("/tables/{table}/move-here", summary="Bring the seats of a personal link to this browser")
async def move_here(body: MoveHere, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    async with rooms.hourly.guess(visitor.address):
        await rooms.move_here(room, body.code, visitor.new_or_known(), body.commitment)


@change("/tables/{table}/reactions", summary="Show everybody an emoji", answer=Empty)
async def react(body: Reaction, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Empty:
    visitor.require_seat(room.table, body.seat)
    message: ReactionMessage = {"type": "reaction", "seat": body.seat, "reaction": body.reaction}
    rooms.publish(room, message)
    return {}


@change(
    "/tables/{table}/considering",
    summary="Report that the dialog for asking for the greatest of gifts is open or closed",
    answer=Empty,
)
async def consider(body: Considering, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Empty:
    async with room.lock:
        visitor.require_seat(room.table, body.seat)
        rooms.publish(room, {"type": "considering", "seat": body.seat, "considering": body.considering})
    return {}


@change("/tables/{table}/skip", summary="Skip the bots' pauses until a person has to act")
async def skip(body: EmptyRequest, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    await rooms.change(room, lambda _: decide.skip(room, visitor.require_some_seat(room.table)))
    rooms.publish(room, {"type": "skip"})


@change("/tables/{table}/settings", summary="Change the speed of the bots, the time to ask, or the tutor")
async def change_settings(body: ChangedSettings, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> None:
    change_settings = if_allowed(lambda: visitor.require_host(room), decide.change_settings)
    await rooms.change(room, change_settings, body)


@change("/tables/{table}/rematch", summary="Start a rematch with the same settings", answer=RematchAnswer)
async def rematch(body: Rematch, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    again = await rooms.rematch(room, lambda: visitor.require_some_seat(room.table), body.commitment, visitor.address)
    return respond(again, visitor, -1, table=again.table.id)


@api.get(
    "/tables/{table}/record",
    summary="The record of the game, with the seed once the game is over",
    **returns(RecordView),
)
async def record(room: ThisRoom) -> Response:
    game = room.table.record
    if game is None:
        raise WebRefused("not-started")
    headers = {"Content-Disposition": f'attachment; filename="charidice-{room.table.id}.json"'}
    return Response(dump_json(game.public()), media_type="application/json", headers=headers)


@api.get("/options", summary="The ways to score six faces, given in any order", **returns(Options))
async def options(
    faces: Annotated[str, Query(max_length=100, examples=["B1,B2,B3,B4,B6,P6"])],
    asked: bool = False,
    dice: Annotated[Layout | None, Query()] = None,
) -> Options:
    return ways_to_score(faces, asked, DiceSet.read(dice) if dice else STANDARD_DICE)


def _address(request: Request, room: Room) -> str:
    return f"{address_of(request)}/table/{room.table.id}"


api.include_router(coach)
api.include_router(dice)
api.include_router(history_routes)
api.include_router(paper)
