"""The one path of a change: decide, commit, apply, broadcast; and of what other processes have committed."""

from collections.abc import Awaitable, Callable

from charidice.web.events import Entry, Played, TableEvent, browsers_in
from charidice.web.metrics import CONFLICTS, MOVES
from charidice.web.refusals import WebRefused
from charidice.web.store.peers import NoPeers
from charidice.web.store.quotas import Use
from charidice.web.store.storage import Addition, LogConflict, StoredEvent, timestamp
from charidice.web.store.writer import Writer
from charidice.web.table.decide import require_place
from charidice.web.table.entries import entry_of, first_events, stored
from charidice.web.table.reader import LogReader
from charidice.web.table.room import Room
from charidice.web.table.table import Table
from charidice.web.table.tasks import Tasks
from charidice.web.table.view import message_json


class Changes:
    def __init__(self, writer: Writer, peers: NoPeers, tasks: Tasks) -> None:
        self._writer = writer
        self._peers = peers
        self._reader = LogReader(writer, tasks)

    async def decide(self, room: Room, decision: Callable[[], TableEvent | None], move_id: str | None = None) -> None:
        """Decide and commit. Needs the room's lock."""

        async def attempt() -> None:
            if event := decision():
                await self.commit(room, event, move_id)

        await self.until_no_conflict(room, attempt)

    async def until_no_conflict(self, room: Room, attempt: Callable[[], Awaitable[None]]) -> None:
        """Decide and commit; all of it again, permissions and codes too, when another process has written first.

        Needs the room's lock.
        """
        while True:
            try:
                return await attempt()
            except LogConflict:
                CONFLICTS.inc()
                self._apply_stored(room, await self._reader.events_after(room))

    async def commit(
        self,
        room: Room,
        event: TableEvent,
        move_id: str | None = None,
        opens: Table | None = None,
        use: Use | None = None,
    ) -> None:
        """Write an event to the log, and only then apply and broadcast it. Needs the room's lock.

        `opens` is a new table, created and counted as `use` in the same transaction.
        """
        table = room.table
        require_place(table, event)
        entry = Entry(table.seq + 1, move_id, timestamp(self._writer.storage.now()), event)
        addition = Addition(table.id, [stored(entry, table.dice_set)], browsers_in(event), table.is_ended_by(event))
        if opens:
            await self._writer.run(self._writer.storage.create, opens.seed, first_events(opens), addition, use)
        else:
            await self._writer.append(addition)
        if isinstance(event, Played):
            MOVES.inc()
        self._peers.publish_event(table.id, entry.seq)
        _apply(room, [entry])

    async def catch_up(self, room: Room) -> bool:
        """Apply what other processes have written to the log; whether there was anything. Costs nothing with SQLite.

        Raises WebRefused if the table is deleted.
        """
        if self._peers.is_alone:
            return False
        before = room.table.seq
        found = await self._reader.events_after(room)
        async with room.lock:
            self._apply_stored(room, found)
        return room.table.seq > before

    def is_behind(self, room: Room, seq: int) -> bool:
        """Whether events up to `seq` are missing, and nobody is about to read them."""
        return seq > room.table.seq and not self._reader.will_read(room)

    def _apply_stored(self, room: Room, found: list[StoredEvent] | None) -> None:
        if found is None:
            raise WebRefused("no-such-table")
        table = room.table
        _apply(room, [entry_of(event, table.dice_set) for event in found if event.seq > table.seq])


def _apply(room: Room, entries: list[Entry]) -> None:
    for entry in entries:
        room.apply(entry)
    if entries and room.listeners:
        room.listeners.update(message_json(room, entries[0].seq - 1))
