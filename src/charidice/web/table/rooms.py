"""All rooms of this server, and the one path of a change: decide, commit, apply, broadcast."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Concatenate, ParamSpec

from charidice.web.door.tokens import digest, new_token
from charidice.web.events import (
    Created,
    Entry,
    Played,
    RematchOpened,
    TableEvent,
    browsers_in,
)
from charidice.web.metrics import CONFLICTS, LISTENERS, MOVES, ROOMS
from charidice.web.models import Move, NewEntry
from charidice.web.refusals import DatabaseAway, WebRefused
from charidice.web.settings import Settings
from charidice.web.store.peers import Message, TableMessage, peers_of
from charidice.web.store.storage import Addition, LogConflict, Storage, StoredEvent, timestamp
from charidice.web.store.writer import Writer
from charidice.web.table import decide, thinking
from charidice.web.table.bots import Bots
from charidice.web.table.cleaning import Cleaning
from charidice.web.table.entries import append, entry_of, new_table, opening, replayed, stored
from charidice.web.table.following import Following
from charidice.web.table.histories import Histories
from charidice.web.table.hourly import HourlyLimits
from charidice.web.table.opening import names
from charidice.web.table.presence import PresenceUpdates
from charidice.web.table.reveals import Reveals
from charidice.web.table.room import Room
from charidice.web.table.table import Table
from charidice.web.table.view import update_json
from charidice.web.worker import Worker

CACHED_ROOMS = 2_000
MOST_RECENT = 20
# Length of the coach's queue, and roughly what a hint takes.
HINTS_WAITING, HINT_SECONDS = 8, 0.5
# Where processors are few, moves go before hints, and these before reviews.
HINT_NICENESS = 5
# How often a process polls for events of others whose notice was lost, and for bots whose process is gone.
POLL_SECONDS = 2.0
CLEANUP_SECONDS = 6 * 3600.0
P = ParamSpec("P")
logger = logging.getLogger("charidice.web")


class Rooms:
    """A cache of rooms, loaded from their logs on demand, and the only way to change their tables."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.coach = Worker(HINTS_WAITING, HINT_SECONDS, HINT_NICENESS)
        self._writer = Writer(self.storage)
        self._peers = peers_of(settings.database)
        self.hourly = HourlyLimits(settings, self._writer)
        self.histories = Histories(self._writer)
        self._cleaning = Cleaning(settings, self._writer, self._peers)
        self.presence = PresenceUpdates(self._peers)
        self._loaded: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._following = Following(self._read, self._follow, self._start_task)
        self._bots = Bots(self._decide, self.catch_up, self._peers, self._start_task, settings)
        self._reveals = Reveals(lambda room: self.change(room, decide.start_anyway), self._start_task, settings.reveal)

    async def open(self) -> None:
        # The program has migrated it before: a process that replaces another during an outage serves at once.
        with suppress(DatabaseAway):
            await self._writer.run_long(self.storage.migrate)
        self._peers.open(self)
        if not self._peers.is_alone:
            self._start_task(self._repeat(POLL_SECONDS, self._poll))
        self._start_task(self._repeat(CLEANUP_SECONDS, self._cleaning.clean))
        self._start_task(self._repeat(self.settings.heartbeat, self._heartbeat))
        ROOMS.set_function(lambda: len(self._loaded))
        LISTENERS.set_function(lambda: sum(len(room.listeners) for room in [*self._loaded.values()]))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._peers.close()
        self._bots.close()
        await self.coach.close()
        await self._writer.close()

    async def why_not_ready(self) -> str | None:
        return await self._writer.why_not_ready()

    async def get(self, table: str) -> Room:
        """The room of a table, from the cache or replayed from its log; its bots resume."""
        room = self._loaded.pop(table, None)
        if room is None:
            # Whoever asks meanwhile waits for the same; other tables do not.
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
        """The room of a table, with all that any process has acknowledged by now."""
        room = await self.get(table)
        if not await self._exists_and_is_current(room):
            raise WebRefused("no-such-table")
        return room

    async def _exists_and_is_current(self, room: Room) -> bool:
        """Whether the log of a room exists; if so, applies what others have written. Costs nothing with SQLite."""
        if self._peers.is_alone:
            return True
        try:
            found = await self._following.events_after(room)
        except DatabaseAway:
            # What is in memory is still shown.
            return True
        if found is None:
            self.forget(room.table.id)
            return False
        if found:
            async with room.lock:
                self._apply_stored(room, found)
            self._wake(room)
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

        Looks at the tables in memory and those of the browser. The log has no index of commitments, and whoever means
        to cheat could change the record anyway.
        """
        mine = await self.recent(browser) if browser else []
        tables = [room.table for room in (*self._loaded.values(), *mine)]
        return all(table.may_be_reviewed for table in tables if table.commitment == commitment)

    async def create(self, created: Created, address: str = "") -> Room:
        """A new table, opened from an address."""
        table = new_table(created)
        await self.hourly.create(table, address)
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
            await self._decide(room, lambda: decision(room, *arguments, **options))
            await self._decide(room, lambda: decide.start_if_revealed(room))
        self._wake(room)

    async def move(self, room: Room, move: Move, language: str, require: Callable[[], object] = lambda: None) -> None:
        """Decide and commit a move; deduplicated by move_id, refused if its seq is stale.

        `require` raises if its sender may not move for the seat.
        """

        def decision() -> TableEvent | None:
            require()
            return _event_of(room, move)

        require()
        if room.table.settings.hints == "tutor" and not move.sure:
            await self._ask_if_sure(room, move, language)
        is_decided = False
        while not is_decided:
            # Before, a bot that may ask for the greatest of gifts decides.
            await self._bots.answer(room)
            async with room.lock:
                if is_decided := room.bot_to_answer() is None:
                    await self._decide(room, decision, move.move_id)
        await self._bots.react(room)

    async def enter(self, room: Room, entry: NewEntry, require: Callable[[], int]) -> None:
        """Decide and commit an entry on a pad, whatever its sender had seen; deduplicated by its id.

        `require` returns the holder number of its sender, or raises.
        """
        async with room.lock:
            await self._decide(room, lambda: decide.enter(room, entry, require()), entry.entry)

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
            await self._commit(room, decide.moved(room.table, holder, browser, commitment))

        async with room.lock:
            await self._until_no_conflict(room, attempt)

    async def rematch(self, room: Room, require: Callable[[], int], commitment: str | None = None) -> Room:
        """The table of the rematch, created and started by the first call.

        `require` returns the holder number of who asks for it, or raises.
        """

        async def attempt() -> None:
            holder = require()
            if room.table.rematch is None:
                again = new_table(decide.rematch(room.table, holder, commitment))
                append(again, decide.starting(again))
                if not again.unrevealed:
                    append(again, decide.started(again))
                await self._commit(room, RematchOpened(table=again.id), opens=again)

        async with room.lock:
            await self._until_no_conflict(room, attempt)
            assert room.table.rematch
            return await self.get(room.table.rematch)

    async def _decide(self, room: Room, decision: Callable[[], TableEvent | None], move_id: str | None = None) -> None:
        """Commit what is decided. Needs the room's lock."""

        async def attempt() -> None:
            if event := decision():
                await self._commit(room, event, move_id)

        await self._until_no_conflict(room, attempt)

    async def _until_no_conflict(self, room: Room, attempt: Callable[[], Awaitable[None]]) -> None:
        """Decide and commit; all of it anew, permissions and codes too, when another process has written first.

        Needs the room's lock.
        """
        while True:
            try:
                return await attempt()
            except LogConflict:
                CONFLICTS.inc()
                await self._catch_up(room)

    def _wake(self, room: Room) -> None:
        self._bots.wake(room)
        self._reveals.wake(room)

    async def _commit(
        self, room: Room, event: TableEvent, move_id: str | None = None, opens: Table | None = None
    ) -> None:
        """Write an event to the log, and only then apply and broadcast it. Needs the room's lock.

        `opens` is a new table, created in the same transaction.
        """
        table = room.table
        entry = Entry(table.seq + 1, move_id, timestamp(), event)
        addition = Addition(table.id, [stored(entry, table.dice_set)], browsers_in(event), table.is_ended_by(event))
        if opens:
            await self._writer.run(self.storage.create, opens.seed, opening(opens), addition)
        else:
            await self._writer.append(addition)
        if isinstance(event, Played):
            MOVES.inc()
        self._peers.publish_event(table.id, entry.seq)
        self._apply(room, [entry])

    async def catch_up(self, room: Room) -> bool:
        """Apply what other processes have written to the log; whether there was anything."""
        if self._peers.is_alone:
            return False
        before = room.table.seq
        async with room.lock:
            if room.table.seq == before:
                await self._catch_up(room)
        self._wake(room)
        return room.table.seq > before

    async def _catch_up(self, room: Room) -> None:
        """Needs the room's lock."""
        table = room.table
        (found,) = await self._read([(table.id, table.seq)])
        if found is None:
            self._loaded.pop(table.id, None)
            raise WebRefused("no-such-table")
        self._apply_stored(room, found)

    async def _read(self, seqs: Sequence[tuple[str, int]]) -> list[list[StoredEvent] | None]:
        return await self._writer.run(self.storage.events_after, seqs)

    def _follow(self, room: Room, found: list[StoredEvent] | None) -> None:
        """Apply what other processes have written."""
        if found is None:
            self._loaded.pop(room.table.id, None)
        elif room.lock.locked():
            # Whoever decides here meanwhile goes first; they may need these events too.
            self._start_task(self._follow_later(room))
        else:
            self._apply_stored(room, found)
            self._wake(room)

    async def _follow_later(self, room: Room) -> None:
        # The table is deleted, and the next request for it is refused; or the next poll catches up.
        with suppress(WebRefused, DatabaseAway):
            await self.catch_up(room)

    def _apply_stored(self, room: Room, found: list[StoredEvent]) -> None:
        table = room.table
        self._apply(room, [entry_of(event, table.dice_set) for event in found if event.seq > table.seq])

    def _apply(self, room: Room, entries: list[Entry]) -> None:
        for entry in entries:
            room.apply(entry)
        if entries and room.listeners:
            room.listeners.broadcast(update_json(room, entries[0].seq - 1, type="update"))

    def on_event(self, table: str, seq: int) -> None:
        room = self._loaded.get(table)
        if room and seq > room.table.seq:
            self._following.add(room, seq)

    def on_subscribed(self) -> None:
        self._start_task(self._poll())

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
        room = self._loaded[table_id] = Room(table, self.settings.motion)
        return room

    def _evict_idle(self) -> None:
        """Drop rooms without listeners from the cache, the oldest first; they can be replayed from their logs."""
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

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat background work, also after it has failed."""
        while True:
            try:
                await work()
            except Exception:
                logger.warning("background work failed, and will be tried again", exc_info=True)
            await asyncio.sleep(seconds)

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
    """What a move causes; None if it has been made already."""
    if move.move_id in room.table.moves:
        return None
    if move.seq != room.table.seq:
        raise WebRefused("stale")
    return decide.move(room, move)
