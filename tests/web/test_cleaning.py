"""Old tables are deleted by the age that two cleanings agree on, whatever the clock says in between."""

import asyncio
from datetime import timedelta

import pytest

from charidice.web.settings import Settings
from charidice.web.store.peers import NoPeers
from charidice.web.store.storage import Addition, Storage, StoredEvent, timestamp
from charidice.web.store.writer import Writer
from charidice.web.table import rooms as module
from charidice.web.table.cleaning import Cleaning
from charidice.web.table.rooms import Rooms

from ..waiting import PATIENCE
from .clocks import Calendar


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def old(database: str, calendar: Calendar) -> str:
    """A database with a table that was just played."""
    storage = Storage(database)
    storage.migrate()
    storage.create(bytes(32), Addition("t", [StoredEvent(0, None, timestamp(calendar.now), "{}")]))
    storage.close()
    return database


@pytest.mark.parametrize(
    ("days_ahead", "left"), [([31], True), ([0, 31, 0, 31, 0], True), ([31, 31], False), ([29, 31, 31], False)]
)
def test_a_clock_that_jumps_deletes_no_table(old: str, calendar: Calendar, days_ahead: list[int], left: bool) -> None:
    storage, played_at = Storage(old, calendar), calendar.now

    async def clean() -> None:
        writer = Writer(storage)
        cleaning = Cleaning(Settings(old), writer, NoPeers())
        for days in days_ahead:
            calendar.now = played_at + timedelta(days=days)
            await cleaning.clean()
        assert (storage.load("t") is not None) == left
        await writer.close()

    asyncio.run(clean())


def test_a_server_cleans_again_and_again(old: str, calendar: Calendar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLEANUP_SECONDS", 0.0)
    calendar.now += timedelta(days=31)

    async def clean() -> None:
        rooms = Rooms(Settings(old), now=calendar)
        await rooms.open()
        async with asyncio.timeout(PATIENCE):
            while await rooms._writer.run(rooms.storage.load, "t"):
                await asyncio.sleep(0)
        await rooms.close()

    asyncio.run(clean())
