"""Starts a game without the words that browsers do not reveal in time."""

import asyncio
import logging
from datetime import datetime

from charidice.web.clock import Calendar
from charidice.web.events import Starting
from charidice.web.refusals import WebRefused
from charidice.web.table.bots import RETRY_SECONDS, Bots
from charidice.web.table.changes import Changes
from charidice.web.table.decide import start_anyway
from charidice.web.table.room import Room
from charidice.web.table.table import Table
from charidice.web.table.tasks import Tasks

logger = logging.getLogger("charidice.web")


class Reveals:
    """The deadline follows from the log: any process can start the game, and the seq makes sure that only one does."""

    def __init__(self, changes: Changes, bots: Bots, tasks: Tasks, seconds: float, now: Calendar) -> None:
        self._changes = changes
        self._bots = bots
        self._tasks = tasks
        self._seconds = seconds
        self._now = now

    def wake(self, room: Room) -> None:
        """Wait for the words of a game that is starting."""
        if room.table.starting and not room.awaits_words:
            room.awaits_words = True
            self._tasks.start(self._wait(room))

    async def _wait(self, room: Room) -> None:
        try:
            for pause in (self._seconds_left(room.table), *RETRY_SECONDS):
                await asyncio.sleep(pause)
                try:
                    async with room.lock:
                        await self._changes.decide(room, lambda: start_anyway(room))
                    self._bots.wake(room)
                    break
                except WebRefused:
                    break  # the table is deleted
                except Exception:
                    logger.warning("a game could not start, and tries again", exc_info=True)
        finally:
            room.awaits_words = False

    def _seconds_left(self, table: Table) -> float:
        if not table.unrevealed:
            return 0.0
        began = next(entry.at for entry in reversed(table.log) if isinstance(entry.event, Starting))
        passed = self._now() - datetime.fromisoformat(began)
        # At most the whole time, if the clock has been set back.
        return min(max(0.0, self._seconds - passed.total_seconds()), self._seconds)
