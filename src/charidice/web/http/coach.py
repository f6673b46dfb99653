"""Hints and reviews: they take long to compute, and are cancelled when their client disconnects."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import APIRouter, HTTPException, Request, Response

from charidice.rules.state import GameState
from charidice.web.door.limits import ConcurrencyLimiter
from charidice.web.http.assets import Asset
from charidice.web.http.openapi import returns
from charidice.web.http.visitors import AllRooms, ThisRoom, ThisVisitor, Visitor
from charidice.web.jobs import coaching
from charidice.web.jobs.games import game_of_table, game_of_text
from charidice.web.jobs.history_work import HistoryWork
from charidice.web.jobs.reviews import ReviewAnswer, reviewed
from charidice.web.jobs.summing import IMPORTED
from charidice.web.jobs.work_cache import K, Key, WorkCache
from charidice.web.jobs.worker import Worker
from charidice.web.models import ReviewOf, SeatNumber
from charidice.web.refusals import WebRefused
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.seating import names
from charidice.web.wire import HintView

# The status that nginx logs for a closed connection; nobody reads the response.
CLIENT_CLOSED_REQUEST = 499
# Seconds that a question waits for a free place before it is refused.
REFUSAL_SECONDS = 0.5

coach = APIRouter()
T = TypeVar("T")


@coach.get("/tables/{table}/hint", summary="The coach's hint, in stages", **returns(HintView))
async def hint(seat: SeatNumber, room: ThisRoom, visitor: ThisVisitor, request: Request) -> HintView:
    visitor.require_seat(room.table, seat)
    if room.table.match is None:
        raise WebRefused("not-started")
    return await advised(room, visitor, request, room.table.match.state, seat)


async def advised(room: Room, visitor: Visitor, request: Request, state: GameState, seat: int) -> HintView:
    """The coach's hint for a seat, if the table allows hints."""
    if room.table.settings.hints == "off":
        raise WebRefused("hints-off")
    question = (state, seat, visitor.language, names(room.table.seats, visitor.language))
    return await asked(request, visitor, coaching.hint, *question)


async def asked(request: Request, visitor: Visitor, work: Callable[..., T], *question: object) -> T:
    """Ask the coach's process; an address may ask a few questions at a time."""
    coach: Worker = request.app.state.coach
    asking: ConcurrencyLimiter = request.app.state.asking_for_hints
    asking.enter(visitor.address)
    try:
        if asking.is_exceeded(visitor.address) or coach.is_full:
            # Immediate retries would keep the server busy with refusals.
            await asyncio.sleep(REFUSAL_SECONDS)
        if asking.is_exceeded(visitor.address):
            raise coach.busy()
        return await while_connected(request, coach.run(work, *question))
    finally:
        asking.leave(visitor.address)


@coach.post("/reviews", summary="Review a game of this server or any record", **returns(ReviewAnswer))
async def review(body: ReviewOf, rooms: AllRooms, visitor: ThisVisitor, request: Request) -> Response:
    if body.table is None:
        assert body.record is not None
        game = game_of_text(body.record)
    elif body.table.startswith(IMPORTED):
        work: HistoryWork = request.app.state.history_work
        game = game_of_text((await while_connected(request, work.imported_record(visitor.asker, body.table))).text)
    else:
        game = game_of_table((await rooms.get_current(body.table)).table, visitor.language)
    found = await worked_out(request, visitor, (game.key, visitor.language), reviewed, game, visitor.language)
    await require_reviewable(rooms, found.commitment, visitor)
    return Asset(found.content, "application/json", found.compressed).respond(request)


async def require_reviewable(rooms: Rooms, commitment: str | None, visitor: Visitor) -> None:
    """Refuse a record of a table here that goes on without hints."""
    if commitment and not await rooms.may_be_reviewed(commitment, visitor.browser):
        raise WebRefused("hints-off")


async def worked_out(request: Request, visitor: Visitor, key: Key, work: Callable[..., K], *arguments: object) -> K:
    """The result of heavy work for a client; equal keys share it."""
    cache: WorkCache = request.app.state.heavy_work
    return await while_connected(request, cache.get(visitor.address, key, work, *arguments))


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
