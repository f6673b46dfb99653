"""News of a table as they come, over a WebSocket that can take up any thread again."""

import asyncio
from contextlib import suppress
from typing import NoReturn

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from charidice.web.door.limits import Allowance
from charidice.web.door.tokens import COOKIE, digest
from charidice.web.refusals import WebRefused
from charidice.web.table.listeners import Listener
from charidice.web.table.table import Table
from charidice.web.table.tables import Tables
from charidice.web.table.view import news, presence, presence_news

# Close codes: as HTTP has them, for programs that have to tell the reasons apart.
NO_SUCH_TABLE, TOO_MANY_MESSAGES, TOO_SLOW = 4404, 4429, 4408
MOST_LISTENERS = 200
# After so many heartbeats without an answer a page is taken to be gone.
UNANSWERED = 5

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
        first = news(found, since, type="update", me=listener.holder)
    tables.tell_presence(found)
    # Sending to somebody who has just gone is a RuntimeError to Starlette.
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            await socket.send_text(first)
            ended = await _serve(socket, tables, found, listener)
        finally:
            found.listeners.remove(listener)
            tables.tell_presence(found)
        if ended is not None:
            await socket.close(ended)
    return None


async def _serve(socket: WebSocket, tables: Tables, table: Table, listener: Listener) -> int | None:
    """Pass on the news until the browser goes, says too much, says nothing, or falls behind; a code to close with."""
    work = _hear(socket, tables, table, listener), _tell(socket, listener), _beat(tables, table, listener)
    tasks = [asyncio.ensure_future(each) for each in work]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    return next((code for code in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(code, int)), None)


async def _hear(socket: WebSocket, tables: Tables, table: Table, listener: Listener) -> int:
    """Moves come by POST; here a page only says that it is there, and whether anybody is with it."""
    settings = tables.settings
    allowance = Allowance(settings.messages, settings.window)
    while True:
        try:
            word = await asyncio.wait_for(socket.receive_text(), UNANSWERED * settings.heartbeat)
        except TimeoutError:
            return TOO_SLOW
        if not allowance.take(""):
            return TOO_MANY_MESSAGES
        before = presence(table)
        table.listeners.hear(listener, word)
        if presence(table) != before:
            tables.tell_presence(table)


async def _tell(socket: WebSocket, listener: Listener) -> int:
    while (message := await listener.queue.get()) is not None:
        await socket.send_text(message)
    return TOO_SLOW


async def _beat(tables: Tables, table: Table, listener: Listener) -> NoReturn:
    """Tell who is there again and again: a page that hears nothing knows that its connection is dead."""
    while True:
        await asyncio.sleep(tables.settings.heartbeat)
        listener.send(presence_news(table))
