"""Pushes table updates over a WebSocket; clients resume from any seq."""

import asyncio
import re
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from charidice.web.door.limits import RateLimiter
from charidice.web.http.openapi import websocket
from charidice.web.refusals import DatabaseAway, WebRefused
from charidice.web.table.listeners import Listener
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.view import message_json
from charidice.web.wire import PageMessage, ServerMessage

# Close codes: 4000 plus the HTTP status.
NO_SUCH_TABLE, TOO_MANY_MESSAGES, TOO_SLOW, TRY_AGAIN = 4404, 4429, 4408, 4503
# The connection times out after this many heartbeats without a reply.
MISSED_HEARTBEATS = 5

LIVE = "/api/tables/{table}/live"
LIVE_PATH = compile_path(LIVE)[0]
SEQ = re.compile(r"-?[0-9]{1,9}")
PAGE = re.compile(r"([0-9a-f]{32})?")

live = APIRouter()
websocket(LIVE, sent=ServerMessage, received=PageMessage)


class Live:
    """ASGI middleware that calls the handler of live connections directly.

    FastAPI's layers around it would last as long as the connection, and take a fifth of its memory. An invalid request
    is left to them, which refuse it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = LIVE_PATH.match(scope["path"]) if scope["type"] == "websocket" else None
        if found:
            socket = WebSocket(scope, receive, send)
            since, page = socket.query_params.get("since", "-1"), socket.query_params.get("page", "")
            if SEQ.fullmatch(since) and PAGE.fullmatch(page):
                return await follow(socket, found["table"], int(since), page)
        return await self._app(scope, receive, send)


@live.websocket(LIVE)
async def follow(
    socket: WebSocket, table: str, since: int = -1, page: Annotated[str, Query(pattern=f"^{PAGE.pattern}$")] = ""
) -> None:
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    try:
        room = await rooms.get_current(table)
        if since > room.table.seq:
            # The database was down, so the page may know more than this process: it reconnects.
            await rooms.catch_up(room)
    except WebRefused:
        return await socket.close(NO_SUCH_TABLE)
    except DatabaseAway:
        return await socket.close(TRY_AGAIN)
    browser: str | None = socket["browser"]
    # Subscribe and take the first update under one lock, so that no event falls between them.
    async with room.lock:
        listener = Listener(room.table.holder_of(browser) if browser else None, socket.state.push, page)
        if has_place := room.has_place_for(listener.holder):
            room.listeners.add(listener)
            listener.send(message_json(room, since, me=listener.holder))
    if not has_place:
        return await socket.close(TOO_MANY_MESSAGES)
    rooms.presence.changed(room)
    # Starlette raises RuntimeError for sending after a disconnect.
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            ended = await _serve(socket, rooms, room, listener)
        finally:
            room.listeners.remove(listener)
            rooms.presence.changed(room)
        if ended is not None:
            await socket.close(ended)
    return None


async def _serve(socket: WebSocket, rooms: Rooms, room: Room, listener: Listener) -> int | None:
    """Forward messages until disconnect, rate limit, timeout or queue overflow; returns the close code."""
    tasks = [asyncio.ensure_future(each) for each in (_receive(socket, rooms, room, listener), _send(socket, listener))]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    return next((code for code in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(code, int)), None)


async def _receive(socket: WebSocket, rooms: Rooms, room: Room, listener: Listener) -> int:
    """Read heartbeat replies, which report whether the page is visible and used; moves come by POST."""
    settings = rooms.settings
    limiter = RateLimiter(settings.messages, settings.window)
    patience = MISSED_HEARTBEATS * settings.heartbeat
    loop = asyncio.get_running_loop()
    try:
        # One for all messages: `wait_for` would make a task for each.
        async with asyncio.timeout(patience) as deadline:
            while True:
                word = await socket.receive_text()
                deadline.reschedule(loop.time() + patience)
                if not limiter.take(""):
                    return TOO_MANY_MESSAGES
                if room.listeners.receive(listener, word):
                    rooms.presence.changed(room)
    except TimeoutError:
        return TOO_SLOW


async def _send(socket: WebSocket, listener: Listener) -> int:
    while (message := await listener.next()) is not None:
        await socket.send_text(message)
    return TOO_SLOW
