"""Deletes old tables and the counts of earlier hours."""

import asyncio
from datetime import timedelta

from charidice.web.settings import Settings
from charidice.web.store.peers import NoPeers
from charidice.web.store.storage import timestamp
from charidice.web.store.writer import Writer

# How often a process looks whether another one has finished its cleaning, or died during it.
TURN_SECONDS = 2.0


class Cleaning:
    """Deletes tables that were old at two cleanings in a row, in case the clock had jumped at the first."""

    def __init__(self, settings: Settings, writer: Writer, peers: NoPeers) -> None:
        self._settings = settings
        self._writer = writer
        self._peers = peers
        self._old_before: dict[str, int] = {}

    async def clean(self) -> None:
        """One process after the other."""
        while not await self._peers.lease("cleaning"):
            await asyncio.sleep(TURN_SECONDS)
        try:
            await self._clean()
        finally:
            await self._peers.release("cleaning")

    async def _clean(self) -> None:
        storage, finished = self._writer.storage, self._settings.keep_finished
        now = storage.now()
        limits = [
            None if days is None else timestamp(now - timedelta(days=days))
            for days in (self._settings.keep_unfinished, finished)
        ]
        old = await self._writer.run_long(storage.old_tables, *limits)
        await self._writer.run_long(storage.remove, dict(old.items() & self._old_before.items()))
        self._old_before = old
        await self._writer.run_long(storage.forget_uses)
