"""Hints and reviews: they take long to compute, and are cancelled when their client disconnects."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from fastapi import APIRouter, HTTPException, Request, Response

from charidice.record import dump_json
from charidice.rules.state import GameState
from charidice.web.door.limits import ConcurrencyLimiter
from charidice.web.http.assets import Asset
from charidice.web.http.history_work import HistoryWork
from charidice.web.http.openapi import returns
from charidice.web.http.reviews import ReviewAnswer, reviewed
from charidice.web.http.summing import IMPORTED
from charidice.web.http.visitors import AllRooms, ThisRoom, ThisVisitor, Visitor
from charidice.web.http.work_cache import K, WorkCache
from charidice.web.models import ReviewOf, SeatNumber
from charidice.web.refusals import WebRefused
from charidice.web.table import thinking
from charidice.web.table.opening import names
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.table import Table
from charidice.web.wire import HintView

# As nginx logs it; nobody reads the response.
CLIENT_CLOSED_REQUEST = 499
# After which a question is refused, if no place has become free.
REFUSAL_SECONDS = 0.5

coach = APIRouter()
T = TypeVar("T")


@coach.get("/tables/{table}/hint", summary="The coach's hint, in stages", **returns(HintView))
async def hint(seat: SeatNumber, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor, request: Request) -> HintView:
    visitor.require_seat(room.table, seat)
    if room.table.match is None:
        raise WebRefused("not-started")
    return await advised(room, rooms, visitor, request, room.table.match.state, seat)


async def advised(
    room: Room, rooms: Rooms, visitor: Visitor, request: Request, state: GameState, seat: int
) -> HintView:
    """The coach's hint for a seat, if the table allows hints."""
    if room.table.settings.hints == "off":
        raise WebRefused("hints-off")
    question = (state, seat, visitor.language, names(room.table.seats, visitor.language))
    return await asked(request, rooms, visitor, thinking.hint, *question)


async def asked(request: Request, rooms: Rooms, visitor: Visitor, work: Callable[..., T], *question: object) -> T:
    """What the coach's process answers; an address has a few questions there at a time."""
    asking: ConcurrencyLimiter = request.app.state.asking_for_hints
    asking.enter(visitor.address)
    try:
        if asking.is_exceeded(visitor.address) or rooms.coach.is_full:
            # Whoever asks again at once would keep the server busy with refusals.
            await asyncio.sleep(REFUSAL_SECONDS)
        if asking.is_exceeded(visitor.address):
            raise rooms.coach.busy()
        return await while_connected(request, rooms.coach.run(work, *question))
    finally:
        asking.leave(visitor.address)


@coach.post("/reviews", summary="Review a game of this server or any record", **returns(ReviewAnswer))
async def review(body: ReviewOf, rooms: AllRooms, visitor: ThisVisitor, request: Request) -> Response:
    if body.table is None:
        assert body.record is not None
        text = body.record
    elif body.table.startswith(IMPORTED):
        work: HistoryWork = request.app.state.history_work
        text = (await while_connected(request, work.imported_record(visitor.asker, body.table))).text
    else:
        text = record_text((await rooms.get_current(body.table)).table, visitor.language)
    found = await worked_out(request, visitor, reviewed, text, visitor.language)
    await require_reviewable(rooms, found.commitment, visitor)
    return Asset(found.content, "application/json", found.compressed).respond(request)


async def require_reviewable(rooms: Rooms, commitment: str | None, visitor: Visitor) -> None:
    """Refuse a record of a table here that goes on without hints."""
    if commitment and not await rooms.may_be_reviewed(commitment, visitor.browser):
        raise WebRefused("hints-off")


def record_text(table: Table, language: str) -> str:
    """The record of a table's game, with the names of bots in the reader's language."""
    record = table.record
    if record is None:
        raise WebRefused("not-started")
    if not table.may_be_reviewed:
        raise WebRefused("hints-off")
    return dump_json(replace(record.public(), players=tuple(names(table.seats, language))))


async def worked_out(request: Request, visitor: Visitor, work: Callable[..., K], *arguments: str) -> K:
    """The result of heavy work for a client."""
    cache: WorkCache = request.app.state.heavy_work
    return await while_connected(request, cache.get(visitor.address, work, *arguments))


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Do work for a client; it is cancelled when the client disconnects."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnected(request))
    gone.add_done_callback(lambda _: task.cancel())
    try:
        return await task
    except asyncio.CancelledError:
        if not gone.done():
            raise
        raise HTTPException(CLIENT_CLOSED_REQUEST) from None
    finally:
        gone.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
