"""All rooms of this server, and the one path of a change: decide, commit, apply, broadcast."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Concatenate, ParamSpec

from charidice.chance import new_seed
from charidice.web.door.tokens import digest, new_id, new_token
from charidice.web.events import (
    Created,
    Entry,
    Played,
    RematchOpened,
    SeatsMoved,
    TableEvent,
    browsers_in,
    read,
    write,
)
from charidice.web.models import Move
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.storage import Addition, LogConflict, Storage, StoredEvent, timestamp
from charidice.web.store.writer import Writer
from charidice.web.table import decide, thinking
from charidice.web.table.bots import Bots
from charidice.web.table.opening import names
from charidice.web.table.room import Room
from charidice.web.table.table import Table
from charidice.web.table.view import presence_json, update_json
from charidice.web.worker import Worker

CACHED_ROOMS = 2_000
MOST_RECENT = 20
# At most one presence message of a table in this time, besides heartbeats.
PRESENCE_SECONDS = 0.2
# The coach's queue, and roughly what a hint takes.
HINTS_WAITING, HINT_SECONDS = 8, 0.5
CLEANUP_SECONDS = 6 * 3600.0
P = ParamSpec("P")
logger = logging.getLogger("charidice.web")


class Rooms:
    """A cache of rooms, loaded from their logs on demand, and the only way to change their tables."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.coach = Worker(HINTS_WAITING, HINT_SECONDS)
        self._writer = Writer(self.storage)
        self._loaded: dict[str, Room] = {}
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._bots = Bots(self._commit, self._start_task, settings.pace)

    async def open(self) -> None:
        await self._writer.run(self.storage.migrate)
        self._start_task(self._delete_old_tables())
        self._start_task(self._heartbeat())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._bots.close()
        await self.coach.close()
        await self._writer.close()

    async def get(self, table: str) -> Room:
        """The room of a table, from the cache or replayed from its log; its bots resume."""
        room = self._loaded.get(table)
        if room is None:
            async with self._loading:
                room = self._loaded.get(table) or await self._load(table)
        self._bots.wake(room)
        return room

    async def recent(self, browser: str) -> list[Room]:
        """The rooms where a browser holds a seat, newest event first."""
        tables = await self._writer.run(self.storage.tables_of, browser, MOST_RECENT)
        rooms = [await self.get(table) for table in tables]
        return [room for room in rooms if room.table.has_seat(room.table.holder_of(browser))]

    async def create(self, created: Created) -> Room:
        table = new_id()
        first = _stored(Entry(0, None, timestamp(), created))
        await self._writer.run(self.storage.create, new_seed(), Addition(table, [first], browsers_in(created)))
        return await self.get(table)

    async def change(
        self,
        room: Room,
        decision: Callable[Concatenate[Room, P], TableEvent | None],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> None:
        """Decide a request under the room's lock, and commit the event."""
        async with room.lock:
            if event := decision(room, *arguments, **options):
                await self._commit(room, event)
                self._bots.wake(room)

    async def move(self, room: Room, move: Move, language: str) -> None:
        """Decide and commit a move; deduplicated by move_id, refused if its seq is stale."""
        if room.table.settings.hints == "tutor" and not move.sure:
            await self._ask_if_sure(room, move, language)
        async with self._answered(room):
            if event := _event_of(room, move):
                await self._commit(room, event, move.move_id)
        await self._bots.react(room)

    @asynccontextmanager
    async def _answered(self, room: Room) -> AsyncIterator[None]:
        """The room's lock, after a bot that may ask for the greatest of gifts has decided."""
        while True:
            await self._bots.answer(room)
            async with room.lock:
                if room.bot_to_answer() is None:
                    yield
                    return

    async def _ask_if_sure(self, room: Room, move: Move, language: str) -> None:
        """Refuse a clear mistake; thinks without the room's lock, since a stale move is refused later anyway."""
        table, event = room.table, _event_of(room, move)
        # A coach who is too busy does not hold up the game.
        if not isinstance(event, Played) or self.coach.is_full:
            return
        assert table.match
        question = (table.match.state, move.seat, decide.action_of(move), language, names(table.seats, language))
        if comment := await self.coach.run(thinking.warning, *question):
            refused = WebRefused("clear-mistake")
            refused.details["hint"] = comment
            raise refused

    async def personal_link(self, room: Room, holder: int) -> str:
        """A one-time code that moves a holder's seats to another browser."""
        code = new_token()
        await self._writer.run(self.storage.add_link, digest(code), room.table.id, holder)
        return code

    async def move_here(self, room: Room, code: str, browser: str) -> None:
        async with room.lock:
            holder = await self._writer.run(self.storage.link_holder, digest(code), room.table.id)
            if holder is None:
                raise WebRefused("wrong-code")
            before = room.table.holder_of(browser)
            to = holder if before is None else before
            await self._commit(room, SeatsMoved(holder=holder, to=to, browser=browser))
            room.listeners.drop(holder)

    async def rematch(self, room: Room, holder: int) -> Room:
        """The table of the rematch, created by the first call."""
        async with room.lock:
            if room.table.rematch is None:
                again = await self.create(decide.rematch(room.table, holder))
                await self._commit(room, RematchOpened(table=again.table.id))
            assert room.table.rematch
            return await self.get(room.table.rematch)

    def presence_changed(self, room: Room) -> None:
        """Broadcast presence soon, if it differs then; many may come and go at once."""
        if not room.presence_is_due:
            room.presence_is_due = True
            asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._look_at_presence, room)

    def _look_at_presence(self, room: Room) -> None:
        room.presence_is_due = False
        message = presence_json(room)
        if message != room.told_presence:
            self._tell_presence(room, message)

    def _tell_presence(self, room: Room, message: str) -> None:
        room.told_presence = message
        room.listeners.broadcast_presence(message)

    async def _commit(self, room: Room, event: TableEvent, move_id: str | None = None) -> None:
        """Write an event to the log, and only then apply and broadcast it. Needs the room's lock."""
        table = room.table
        entry = Entry(table.seq + 1, move_id, timestamp(), event)
        addition = Addition(table.id, [_stored(entry)], browsers_in(event), table.is_ended_by(event))
        try:
            await self._writer.append(addition)
        except LogConflict:
            # Another process has written to this log, so the cached room is out of date.
            if self._loaded.get(table.id) is room:
                del self._loaded[table.id]
            raise WebRefused("stale") from None
        room.apply(entry)
        room.listeners.broadcast(update_json(room, entry.seq - 1, type="update"))

    async def _load(self, table_id: str) -> Room:
        stored = await self._writer.run(self.storage.load, table_id)
        if stored is None:
            raise WebRefused("no-such-table")
        table = Table(table_id, stored.seed)
        for event in stored.events:
            table.apply(Entry(event.seq, event.move_id, event.at, read(event.body)))
        if len(self._loaded) >= CACHED_ROOMS:
            self._evict_idle()
        self._loaded[table_id] = Room(table, self.settings.motion)
        return self._loaded[table_id]

    def _evict_idle(self) -> None:
        """Drop rooms without listeners from the cache; they can be replayed from their logs."""
        idle = [table for table, room in self._loaded.items() if not room.listeners and not room.bots_at_work]
        for table in idle[: CACHED_ROOMS // 4]:
            del self._loaded[table]

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        """Run a background task until it ends or the server stops."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("background work failed", exc_info=error)

    async def _heartbeat(self) -> None:
        """Broadcast presence periodically, so that a page without messages knows its connection is dead."""
        while True:
            await asyncio.sleep(self.settings.heartbeat)
            for room in [room for room in self._loaded.values() if room.listeners]:
                self._tell_presence(room, presence_json(room))
                # Yield, so that moves need not wait for all rooms.
                await asyncio.sleep(0)

    async def _delete_old_tables(self) -> None:
        """Delete what is old at two cleanings in a row: by the second, a clock that jumped has been set right."""
        kept, finished = self.settings.unfinished_days, self.settings.finished_days
        old_before: dict[str, int] = {}
        while True:
            limits = _days_ago(kept), None if finished is None else _days_ago(finished)
            old = await self._writer.run(self.storage.old_tables, *limits)
            await self._writer.run(self.storage.remove, dict(old.items() & old_before.items()))
            old_before = old
            await asyncio.sleep(CLEANUP_SECONDS)


def _event_of(room: Room, move: Move) -> TableEvent | None:
    """What a move causes; None if it has been made already."""
    if move.move_id in room.table.moves:
        return None
    if move.seq != room.table.seq:
        raise WebRefused("stale")
    return decide.move(room, move)


def _stored(entry: Entry) -> StoredEvent:
    return StoredEvent(entry.seq, entry.move_id, entry.at, write(entry.event))


def _days_ago(days: float) -> str:
    return timestamp(datetime.now(UTC) - timedelta(days=days))
