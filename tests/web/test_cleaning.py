"""Old tables are deleted by the age that two cleanings agree on, whatever the clock says in between."""

import asyncio
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo

import pytest

from charidice.web.settings import Settings
from charidice.web.store.storage import Addition, Storage, StoredEvent, timestamp
from charidice.web.table import cleaning
from charidice.web.table import rooms as module
from charidice.web.table.rooms import Rooms

from ..waiting import PATIENCE


def left_after(database: str, days_ahead: list[int], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a table just played is still there after cleanings with the clock so far ahead at each."""
    storage = Storage(database)
    storage.migrate()
    storage.create(bytes(32), Addition("t", [StoredEvent(0, None, timestamp(), "{}")]))
    cleanings: Iterator[int] = iter(days_ahead)
    over = asyncio.Event()

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Clock":
            ahead = next(cleanings, None)
            if ahead is None:
                over.set()
            return super().now(tz) + timedelta(days=ahead or 0)

    async def clean() -> None:
        rooms = Rooms(Settings(database))
        await rooms.open()
        await asyncio.wait_for(over.wait(), PATIENCE)
        await rooms.close()

    monkeypatch.setattr(cleaning, "datetime", Clock)
    monkeypatch.setattr(module, "CLEANUP_SECONDS", 0.0)
    asyncio.run(clean())
    left = storage.load("t") is not None
    storage.close()
    return left


@pytest.mark.parametrize("days_ahead", [[31], [0, 31, 0, 31, 0]])
def test_a_clock_that_jumps_deletes_no_table(
    database: str, days_ahead: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert left_after(database, days_ahead, monkeypatch)


def test_a_table_that_stays_old_is_deleted(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not left_after(database, [31, 31], monkeypatch)
