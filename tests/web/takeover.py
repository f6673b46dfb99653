"""Bots whose process is killed in their turn: another process plays on, and no two of them play at once."""

import os
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import httpx

from charidice.web.store.storage import Storage, StoredTable
from charidice.web.table.entries import replayed
from charidice.web.table.table import Table

from ..ports import free_ports
from ..waiting import PATIENCE, until
from .processes import serving
from .servers import Browser, news

CONFLICTS = "charidice_conflicts_total "


class Takeover(NamedTuple):
    table: Table
    """As its log in the database has it."""
    seconds: float | None
    """From the death of the process to the first event by another; None if its bots had just finished."""


def take_over(database: str, tables: int) -> tuple[list[Takeover], int]:
    """Kill the process that plays the bots of all tables; also returns how often others tried to write one event."""
    metrics = free_ports(3)
    with ExitStack() as stack:
        log = stack.enter_context(Path(os.devnull).open("wb"))
        first, *others = (
            stack.enter_context(serving(database, "--metrics-port", str(port), workers=0, log=log)) for port in metrics
        )
        lena = stack.enter_context(Browser(first.address))
        views = [lena.started("Lena", "@sparrow", "@sparrow", speed="slow") for _ in range(tables)]
        opened = [view["table"] for view in views]
        # Everybody watches; only the first process plays.
        pages = [stack.enter_context(Browser(service.address)) for service in others]
        sockets = [stack.enter_context(page.live(table)) for table in opened for page in pages]
        for socket in sockets:
            news(socket)
        # Last of all, so that the bots are still playing then.
        for view in views:
            view = lena.moved(view, 0, "roll")
            lena.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
        killed_at = datetime.now(UTC)
        first.process.kill()
        for page in pages:
            until(lambda: all(page.view(table)["game"]["active"] == 0 for table in opened))  # noqa: B023
        conflicts = sum(_conflicts(port) for port in metrics[1:])
        storage = Storage(database)
        found = [stored for table in opened if (stored := storage.load(table))]
        storage.close()
    return [Takeover(replayed(stored), _seconds_after(killed_at, stored)) for stored in found], conflicts


def _seconds_after(moment: datetime, stored: StoredTable) -> float | None:
    passed = [(datetime.fromisoformat(event.at) - moment).total_seconds() for event in stored.events]
    return min((seconds for seconds in passed if seconds > 0), default=None)


def _conflicts(port: int) -> int:
    lines = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text.splitlines()
    return int(float(next(line for line in lines if line.startswith(CONFLICTS)).removeprefix(CONFLICTS)))
