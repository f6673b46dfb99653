"""Reads what other processes have written: one query at a time, for all rooms that wait."""

import asyncio
from collections.abc import Mapping

from charidice.web.refusals import DatabaseAway
from charidice.web.store.storage import StoredEvent
from charidice.web.store.writer import Writer
from charidice.web.table.room import Room
from charidice.web.table.tasks import Tasks

# None if there is no such table.
Found = list[StoredEvent] | None


class LogReader:
    def __init__(self, writer: Writer, tasks: Tasks) -> None:
        self._writer = writer
        self._tasks = tasks
        self._waiting: dict[Room, asyncio.Future[Found]] = {}
        """Rooms of the next query."""
        self._is_reading = False

    def will_read(self, room: Room) -> bool:
        return room in self._waiting

    async def events_after(self, room: Room) -> Found:
        """The events after those of a room, by a query that begins after this call."""
        waiting = self._waiting.setdefault(room, asyncio.get_running_loop().create_future())
        if not self._is_reading:
            self._is_reading = True
            self._tasks.start(self._read())
        # Others may wait for the same.
        return await asyncio.shield(waiting)

    async def _read(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, {}
                await self._read_all(waiting)
        finally:
            self._is_reading = False

    async def _read_all(self, waiting: Mapping[Room, "asyncio.Future[Found]"]) -> None:
        try:
            seqs = [(room.table.id, room.table.seq) for room in waiting]
            found = await self._writer.run(self._writer.storage.events_after, seqs)
        except BaseException as error:
            is_away = isinstance(error, DatabaseAway)
            for future in waiting.values():
                future.set_exception(error if is_away else DatabaseAway("database-away"))
            if not is_away:
                raise
        else:
            for future, events in zip(waiting.values(), found, strict=True):
                future.set_result(events)
