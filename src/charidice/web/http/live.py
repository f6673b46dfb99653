"""Pushes table updates over a WebSocket; clients resume from any seq."""

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from charidice.web.door.limits import RateLimiter
from charidice.web.door.tokens import COOKIE, digest
from charidice.web.http.openapi import websocket
from charidice.web.refusals import WebRefused
from charidice.web.table.listeners import Listener
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.view import news
from charidice.web.wire import PageMessage, ServerMessage

# Close codes: as HTTP has them, for programs that have to tell the reasons apart.
NO_SUCH_TABLE, TOO_MANY_MESSAGES, TOO_SLOW = 4404, 4429, 4408
MOST_LISTENERS = 200
# After so many heartbeats without an answer a page is taken to be gone.
UNANSWERED = 5

LIVE = "/api/tables/{table}/live"

live = APIRouter()
websocket(LIVE, sent=ServerMessage, received=PageMessage)


@live.websocket(LIVE)
async def follow(socket: WebSocket, table: str, since: int = -1) -> None:
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    try:
        room = await rooms.get(table)
    except WebRefused:
        return await socket.close(NO_SUCH_TABLE)
    if len(room.listeners) >= MOST_LISTENERS:
        return await socket.close(TOO_MANY_MESSAGES)
    token = socket.cookies.get(COOKIE)
    listener = Listener(room.table.holder_of(digest(token)) if token else None)
    # From here on nothing is missed: whatever comes after the first message waits in the queue.
    async with room.lock:
        room.listeners.add(listener)
        first = news(room, since, type="update", me=listener.holder)
    rooms.tell_presence(room)
    # Sending to somebody who has just gone is a RuntimeError to Starlette.
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            await socket.send_text(first)
            ended = await _serve(socket, rooms, room, listener)
        finally:
            room.listeners.remove(listener)
            rooms.tell_presence(room)
        if ended is not None:
            await socket.close(ended)
    return None


async def _serve(socket: WebSocket, rooms: Rooms, room: Room, listener: Listener) -> int | None:
    """Pass on the news until the browser goes, says too much, says nothing, or falls behind; a code to close with."""
    tasks = [asyncio.ensure_future(each) for each in (_hear(socket, rooms, room, listener), _tell(socket, listener))]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    return next((code for code in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(code, int)), None)


async def _hear(socket: WebSocket, rooms: Rooms, room: Room, listener: Listener) -> int:
    """Moves come by POST; here a page only says that it is there, and whether anybody is with it."""
    settings = rooms.settings
    limiter = RateLimiter(settings.messages, settings.window)
    while True:
        try:
            word = await asyncio.wait_for(socket.receive_text(), UNANSWERED * settings.heartbeat)
        except TimeoutError:
            return TOO_SLOW
        if not limiter.take(""):
            return TOO_MANY_MESSAGES
        before = room.presence()
        room.listeners.hear(listener, word)
        if room.presence() != before:
            rooms.tell_presence(room)


async def _tell(socket: WebSocket, listener: Listener) -> int:
    while (message := await listener.queue.get()) is not None:
        await socket.send_text(message)
    return TOO_SLOW
