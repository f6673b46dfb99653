"""All rooms of this server, and the requests that change their tables."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Concatenate, ParamSpec

from charidice.chance import new_seed
from charidice.web.clock import Calendar, Clock, real, utc
from charidice.web.door.tokens import digest, id_for, new_token
from charidice.web.events import (
    Created,
    RematchOpened,
    TableEvent,
)
from charidice.web.metrics import LISTENERS, ROOMS
from charidice.web.models import Move, NewEntry
from charidice.web.refusals import DatabaseAway, WebRefused
from charidice.web.settings import Settings
from charidice.web.store.peers import Message, TableMessage, peers_of
from charidice.web.store.storage import LogConflict, Storage
from charidice.web.store.writer import Writer
from charidice.web.table import decide
from charidice.web.table.bots import Bots
from charidice.web.table.changes import Changes
from charidice.web.table.cleaning import Cleaning
from charidice.web.table.entries import append, new_table, replayed
from charidice.web.table.histories import Histories
from charidice.web.table.hourly import HourlyLimits
from charidice.web.table.presence import PresenceUpdates
from charidice.web.table.reveals import Reveals
from charidice.web.table.room import Room
from charidice.web.table.tasks import Tasks

CACHED_ROOMS = 2_000
MOST_RECENT = 20
# How often a process polls for events of others whose notice was lost, and for bots whose process is gone.
POLL_SECONDS = 2.0
CLEANUP_SECONDS = 6 * 3600.0
P = ParamSpec("P")


class Rooms:
    """A cache of rooms, loaded from their logs on demand, and the requests that change their tables."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock = real,
        seeds: Callable[[], bytes] = new_seed,
        now: Calendar = utc,
    ) -> None:
        self.settings = settings
        self._seeds = seeds
        self._clock = clock
        self.storage = Storage(settings.database, now)
        self._writer = Writer(self.storage)
        self._peers = peers_of(settings.database)
        self.hourly = HourlyLimits(settings, self._writer)
        self.histories = Histories(self._writer)
        self._cleaning = Cleaning(settings, self._writer, self._peers)
        self.presence = PresenceUpdates(self._peers)
        self._loaded: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks = Tasks()
        self._changes = Changes(self._writer, self._peers, self._tasks)
        self._bots = Bots(self._changes, self._peers, self._tasks, settings)
        self._reveals = Reveals(self._changes, self._bots, self._tasks, settings.reveal, now)

    async def open(self) -> None:
        # The program has migrated it before: a process that replaces another during an outage serves at once.
        with suppress(DatabaseAway):
            await self._writer.run_long(self.storage.migrate)
        self._peers.open(self)
        if not self._peers.is_alone:
            self._tasks.repeat(POLL_SECONDS, self._poll)
        self._tasks.repeat(CLEANUP_SECONDS, self._cleaning.clean)
        self._tasks.repeat(self.settings.heartbeat, self._heartbeat)
        ROOMS.set_function(lambda: len(self._loaded))
        LISTENERS.set_function(lambda: sum(len(room.listeners) for room in [*self._loaded.values()]))

    async def close(self) -> None:
        await self._tasks.close()
        await self._peers.close()
        self._bots.close()
        await self._writer.close()

    async def why_not_ready(self) -> str | None:
        return await self._writer.why_not_ready()

    async def get(self, table: str) -> Room:
        """The room of a table, from the cache or replayed from its log; its bots resume."""
        room = self._loaded.pop(table, None)
        if room is None:
            # Requests for the same table wait for one load; other tables go on.
            if table not in self._loading:
                self._loading[table] = asyncio.ensure_future(self._load(table))
                self._loading[table].add_done_callback(lambda _: self._loading.pop(table))
            room = await asyncio.shield(self._loading[table])
            room = self._loaded.pop(table, room)
        # The latest last, so that no room is evicted while a request for it is under way.
        self._loaded[table] = room
        self._wake(room)
        return room

    async def get_current(self, table: str) -> Room:
        """The room of a table, with every event that any process has acknowledged."""
        room = await self.get(table)
        if not await self._exists_and_is_current(room):
            raise WebRefused("no-such-table")
        return room

    async def catch_up(self, room: Room) -> bool:
        """Apply what other processes have written to the log; whether there was anything."""
        found = await self._changes.catch_up(room)
        self._wake(room)
        return found

    async def _exists_and_is_current(self, room: Room) -> bool:
        """Whether the log of a room exists; if so, applies what others have written."""
        try:
            await self.catch_up(room)
        except DatabaseAway:
            # The state in memory is still shown.
            return True
        except WebRefused:
            self.forget(room.table.id)
            return False
        return True

    async def recent(self, browser: str) -> list[Room]:
        """The rooms where a browser holds a seat, newest event first."""
        tables = await self._writer.run(self.storage.tables_of, browser, MOST_RECENT)
        rooms: list[Room] = []
        for table in tables:
            # It may have been deleted since.
            with suppress(WebRefused):
                rooms.append(await self.get(table))
        # One query for all.
        are_there = await asyncio.gather(*map(self._exists_and_is_current, rooms))
        current = [room for room, is_there in zip(rooms, are_there, strict=True) if is_there]
        return [room for room in current if room.table.has_seat(room.table.holder_of(browser))]

    def forget(self, table: str) -> None:
        """Drop the room of a table that is deleted; other processes notice when they next read its log."""
        self._loaded.pop(table, None)

    async def may_be_reviewed(self, commitment: str, browser: str | None) -> bool:
        """Whether a record with this commitment is of no game in play with hints off.

        Looks at the tables in memory and those of the browser. The log has no index of commitments, and a cheat
        could change the record anyway.
        """
        mine = await self.recent(browser) if browser else []
        tables = [room.table for room in (*self._loaded.values(), *mine)]
        return all(table.may_be_reviewed for table in tables if table.commitment == commitment)

    async def create(self, created: Created, address: str = "", key: str | None = None) -> Room:
        """A new table, opened from an address; with a key that its browser has sent before, the table of that time."""
        known = id_for(created.browsers[0], key) if key else None
        if known:
            with suppress(WebRefused):
                return await self.get_current(known)
        table = new_table(created, self._seeds(), known)
        try:
            await self.hourly.create(table, address)
        except LogConflict:
            # The same browser has sent the key twice at once.
            if not known:
                raise
        return await self.get(table.id)

    async def change(
        self,
        room: Room,
        decision: Callable[Concatenate[Room, P], TableEvent | None],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> None:
        """Decide a request under the room's lock, and commit the event."""
        async with room.lock:
            await self._changes.decide(room, lambda: decision(room, *arguments, **options))
            await self._changes.decide(room, lambda: decide.start_if_revealed(room))
        self._wake(room)

    async def move(self, room: Room, move: Move, require: Callable[[], object] = lambda: None) -> None:
        """Decide and commit a move; deduplicated by move_id, refused if its seq is stale.

        `require` raises if its sender may not move for the seat.
        """

        def decision() -> TableEvent | None:
            require()
            return _event_of(room, move)

        require()
        is_decided = False
        while not is_decided:
            # Before, a bot that may ask for the greatest of gifts decides.
            await self._bots.answer(room)
            async with room.lock:
                node = room.table.bot_decision
                if is_decided := node is None or not node.asking:
                    await self._changes.decide(room, decision, move.move_id)
        await self._bots.react(room)

    async def enter(self, room: Room, entry: NewEntry, require: Callable[[], int]) -> None:
        """Decide and commit an entry on a pad, also from a page that is behind; deduplicated by its id.

        `require` returns the holder number of its sender, or raises.
        """
        async with room.lock:
            await self._changes.decide(room, lambda: decide.enter(room, entry, require()), entry.entry)

    async def personal_link(self, room: Room, holder: int) -> str:
        """A one-time code that moves a holder's seats to another browser."""
        code, table = new_token(), room.table
        if not await self._writer.run(self.storage.add_link, digest(code), table.id, holder, table.browsers[holder]):
            # Another process has moved the seats, or deleted the table.
            raise WebRefused("not-your-seat")
        return code

    async def move_here(self, room: Room, code: str, browser: str, commitment: str | None = None) -> None:
        async def attempt() -> None:
            holder = await self._writer.run(self.storage.link_holder, digest(code), room.table.id)
            if holder is None or not room.table.has_seat(holder):
                raise WebRefused("wrong-code")
            await self._changes.commit(room, decide.moved(room.table, holder, browser, commitment))

        async with room.lock:
            await self._changes.until_no_conflict(room, attempt)

    async def rematch(
        self, room: Room, require: Callable[[], int], commitment: str | None = None, address: str = ""
    ) -> Room:
        """The table of the rematch, created and started by the first call, from an address.

        `require` returns the holder number of who asks for it, or raises.
        """

        async def attempt() -> None:
            holder = require()
            if room.table.rematch is None:
                again = new_table(decide.rematch(room.table, holder, commitment), self._seeds())
                append(again, decide.starting(again))
                if not again.unrevealed:
                    append(again, decide.started(again))
                with self.hourly.opening(address) as use:
                    await self._changes.commit(room, RematchOpened(table=again.id), opens=again, use=use)

        async with room.lock:
            await self._changes.until_no_conflict(room, attempt)
            assert room.table.rematch
            return await self.get(room.table.rematch)

    def _wake(self, room: Room) -> None:
        self._bots.wake(room)
        self._reveals.wake(room)

    def on_event(self, table: str, seq: int) -> None:
        room = self._loaded.get(table)
        if room and self._changes.is_behind(room, seq):
            self._tasks.start(self._follow(room))

    async def _follow(self, room: Room) -> None:
        await self._exists_and_is_current(room)

    def on_subscribed(self) -> None:
        self._tasks.start(self._poll())

    def on_message(self, process: str, table: str, message: Message) -> None:
        room = self._loaded.get(table)
        if room is None:
            return
        if message["type"] == "holders":
            self.presence.on_report(room, process, message)
        else:
            _handle(room, message)

    def publish(self, room: Room, message: TableMessage) -> None:
        """Handle a message that is in no log, here and at all other processes."""
        _handle(room, message)
        self._peers.publish(room.table.id, message)

    async def _poll(self) -> None:
        """Catch up on events whose notice was lost, and wake bots whose process is gone."""
        try:
            newest = await self._writer.run(self.storage.newest, [*self._loaded])
        except DatabaseAway:
            return
        for table, room in [*self._loaded.items()]:
            # One that is deleted has none.
            self.on_event(table, newest.get(table, room.table.seq + 1))
            self._wake(room)

    async def _load(self, table_id: str) -> Room:
        found = await self._writer.run(self.storage.load, table_id)
        if found is None:
            raise WebRefused("no-such-table")
        table = replayed(found)
        if len(self._loaded) >= CACHED_ROOMS:
            self._evict_idle()
        room = self._loaded[table_id] = Room(table, self.settings.motion, self._clock, self.storage.now)
        return room

    def _evict_idle(self) -> None:
        """Drop rooms without listeners from the cache, the oldest first; they can be replayed from their logs."""
        idle = [table for table, room in self._loaded.items() if not room.listeners and not room.bots_at_work]
        for table in idle[: CACHED_ROOMS // 4]:
            del self._loaded[table]

    async def _heartbeat(self) -> None:
        for room in [room for room in self._loaded.values() if room.listeners]:
            self.presence.heartbeat(room)
            # Yield, so that moves need not wait for all rooms.
            await asyncio.sleep(0)


def _handle(room: Room, message: TableMessage) -> None:
    if message["type"] == "reaction":
        room.listeners.broadcast(json.dumps(message))
    elif message["type"] == "considering":
        room.consider(message["seat"], message["considering"])
    else:
        room.skip()


def _event_of(room: Room, move: Move) -> TableEvent | None:
    """The event of a move; None if it has been made already."""
    if move.move_id in room.table.moves:
        return None
    if not room.table.is_next(move):
        raise WebRefused("stale")
    return decide.move(room, move)
