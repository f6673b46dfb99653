"""Reads what other processes have written: one query at a time, for all rooms that are behind or may be."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence

from charidice.web.refusals import DatabaseAway
from charidice.web.store.storage import StoredEvent
from charidice.web.table.room import Room


class Following:
    """Rooms that are behind their logs, and those whose readers want to know."""

    def __init__(
        self,
        read: Callable[[Sequence[tuple[str, int]]], Awaitable[list[list[StoredEvent] | None]]],
        apply: Callable[[Room, list[StoredEvent] | None], None],
        start_task: Callable[[Coroutine[None, None, None]], None],
    ) -> None:
        self._read = read
        self._apply = apply
        self._start_task = start_task
        self._seqs: dict[Room, int] = {}
        """The seq of the last event in their logs."""
        self._asking: dict[Room, asyncio.Future[list[StoredEvent] | None]] = {}
        """Rooms whose events have been asked for since the query under way began."""
        self._is_reading = False

    def add(self, room: Room, seq: int) -> None:
        self._seqs[room] = seq
        self._start()

    async def events_after(self, room: Room) -> list[StoredEvent] | None:
        """The events after those of a room, by a query that begins after this call; None if there is no such table."""
        if room not in self._asking:
            self._asking[room] = asyncio.get_running_loop().create_future()
        asked = self._asking[room]
        self._start()
        # Others may wait for the same.
        return await asyncio.shield(asked)

    def _start(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._start_task(self._follow())

    async def _follow(self) -> None:
        try:
            while self._seqs or self._asking:
                # Those added during the query have the next one.
                (seqs, self._seqs), (asking, self._asking) = (self._seqs, {}), (self._asking, {})
                behind = [room for room, seq in seqs.items() if seq > room.table.seq]
                await self._read_all(behind, asking)
        finally:
            self._is_reading = False

    async def _read_all(
        self, behind: Sequence[Room], asking: Mapping[Room, "asyncio.Future[list[StoredEvent] | None]"]
    ) -> None:
        rooms = [*dict.fromkeys((*behind, *asking))]
        try:
            read = await self._read([(room.table.id, room.table.seq) for room in rooms]) if rooms else []
        except BaseException as error:
            away = isinstance(error, DatabaseAway)
            for asked in asking.values():
                asked.set_exception(error if away else DatabaseAway("database-away"))
            if away:
                return  # the next poll finds what is left out
            raise
        found = dict(zip(rooms, read, strict=True))
        for room in behind:
            self._apply(room, found[room])
        for room, asked in asking.items():
            asked.set_result(found[room])
