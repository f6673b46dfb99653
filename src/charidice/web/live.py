"""News of a table as they come, over a WebSocket that can take up any thread again."""

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from charidice.web.limits import Allowance
from charidice.web.listeners import Listener
from charidice.web.refusals import WebRefused
from charidice.web.tables import Tables
from charidice.web.tokens import COOKIE, digest

# Close codes: as HTTP has them, for programs that have to tell the reasons apart.
NO_SUCH_TABLE, TOO_MANY_MESSAGES, TOO_SLOW = 4404, 4429, 4408
MOST_LISTENERS = 200

live = APIRouter()


@live.websocket("/api/tables/{table}/live")
async def follow(socket: WebSocket, table: str, since: int = -1) -> None:
    tables: Tables = socket.app.state.tables
    await socket.accept()
    try:
        found = await tables.get(table)
    except WebRefused:
        return await socket.close(NO_SUCH_TABLE)
    if len(found.listeners) >= MOST_LISTENERS:
        return await socket.close(TOO_MANY_MESSAGES)
    token = socket.cookies.get(COOKIE)
    listener = Listener(found.holder_of(digest(token)) if token else None)
    # From here on nothing is missed: whatever comes after the first message waits in the queue.
    async with found.lock:
        found.listeners.add(listener)
        first = found.news(since, type="update", me=listener.holder)
    tables.tell_presence(found)
    try:
        # Sending to somebody who has just gone is a RuntimeError to Starlette.
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(first)
            await _serve(socket, listener, Allowance(tables.settings.messages, tables.settings.window))
    finally:
        found.listeners.remove(listener)
        tables.tell_presence(found)
    return None


async def _serve(socket: WebSocket, listener: Listener, allowance: Allowance) -> None:
    """Pass on the news until the browser goes, says too much, or falls behind."""
    tasks = asyncio.ensure_future(_hear(socket, allowance)), asyncio.ensure_future(_tell(socket, listener))
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, int):
            await socket.close(ended)


async def _hear(socket: WebSocket, allowance: Allowance) -> int:
    # Moves come by POST; a browser has nothing to say here but that it is there.
    while True:
        await socket.receive_text()
        if not allowance.take(""):
            return TOO_MANY_MESSAGES


async def _tell(socket: WebSocket, listener: Listener) -> int:
    while (message := await listener.queue.get()) is not None:
        await socket.send_text(message)
    return TOO_SLOW
