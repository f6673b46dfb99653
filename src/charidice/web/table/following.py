"""Reads what other processes have written: one query at a time, for all rooms that are behind."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence

from charidice.web.refusals import DatabaseAway
from charidice.web.store.storage import StoredEvent
from charidice.web.table.room import Room


class Following:
    """Rooms that are behind their logs."""

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
        self._is_reading = False

    def add(self, room: Room, seq: int) -> None:
        self._seqs[room] = seq
        if not self._is_reading:
            self._is_reading = True
            self._start_task(self._follow())

    async def _follow(self) -> None:
        try:
            while self._seqs:
                behind = [room for room, seq in self._seqs.items() if seq > room.table.seq]
                # Those added during the query have the next one.
                self._seqs = {}
                found = await self._read([(room.table.id, room.table.seq) for room in behind]) if behind else []
                for room, events in zip(behind, found, strict=True):
                    self._apply(room, events)
        except DatabaseAway:
            # The next poll finds what is left out.
            self._seqs = {}
        finally:
            self._is_reading = False
