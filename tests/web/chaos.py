"""Faults of the server and its database while people play; bench/chaos.py has more of them than the test."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic

from ..waiting import eventually
from .crowd import Crowd
from .gate import Gate
from .killing import kill_one
from .postgres import Postgres
from .processes import Service

CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE 'LISTEN%' OR query LIKE 'SELECT pg_notify%'"""


@dataclass
class Faults:
    """Each method is one fault, and ends when everything has recovered from it."""

    crowd: Crowd
    service: Service
    postgres: Postgres
    gate: Gate
    recoveries: list[tuple[str, float]] = field(default_factory=list)
    """Seconds from the end of each fault until every table goes on, and everybody hears of it."""

    async def kill_a_worker(self) -> None:
        kill_one(self.crowd, self.service)
        await self._recover("a worker killed")

    async def cut_notices(self) -> None:
        await asyncio.to_thread(self.postgres.run, CUT)
        await self._recover("notices cut")

    async def restart_database(self, how: int = signal.SIGINT) -> None:
        await asyncio.to_thread(self.postgres.restart, how)
        await self._recover("database crashed" if how == signal.SIGQUIT else "database restarted")

    @asynccontextmanager
    async def database_hanging(self) -> AsyncIterator[None]:
        """At least until somebody was told of it."""
        told = self.crowd.troubles["database-away"]
        self.gate.close()
        yield
        await eventually(lambda: self.crowd.troubles["database-away"] > told)
        self.gate.open()
        await self._recover("database hung")

    async def _recover(self, fault: str) -> None:
        begin = monotonic()
        await self.crowd.recovered()
        self.recoveries.append((fault, monotonic() - begin))
