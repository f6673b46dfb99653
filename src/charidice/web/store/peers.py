"""Other processes that serve the same database: what they tell each other, and who does what only one of them should.

SQLite is served by one process (see claim.py), which is alone. On PostgreSQL, processes notify each other with
LISTEN/NOTIFY. A notice is sent after the commit, on a connection of its own, together with all others that wait:
inside a transaction, NOTIFY takes a lock of the whole server. Notices may get lost; only the log decides.
"""

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import URL, make_url

from charidice.web.models import Fields

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    Connection = AsyncConnection[tuple[object, ...]]

CHANNEL = "charidice"
# PostgreSQL takes less than 8000 bytes.
LONGEST_NOTICE = 7_900
# Seconds between attempts to connect again.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
# Both ends notice within seconds that the other machine is gone, so that others get its leases.
KEEPALIVES = {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 2}
CONNECTION = {
    **KEEPALIVES,
    "connect_timeout": 5,
    "application_name": "charidice",
    "options": " ".join(f"-c tcp_{name}={value}" for name, value in KEEPALIVES.items()),
}
logger = logging.getLogger("charidice.web")


class Hearer(Protocol):
    """What is done about the notices of other processes."""

    def heard_of_event(self, table: str, seq: int) -> None: ...
    def heard(self, process: str, table: str, message: Fields) -> None: ...
    def heard_again(self) -> None:
        """Called when listening begins, since notices may have been lost until then."""


class Alone:
    """The interface to other processes where there are none."""

    is_alone = True

    def open(self, hearer: Hearer) -> None: ...

    async def close(self) -> None: ...

    def tell_of_event(self, table: str, seq: int) -> None:
        """An event of a table has been committed."""

    def tell(self, table: str, message: Fields) -> None:
        """Something that is in no log, such as a reaction."""

    async def lease(self, name: str) -> bool:
        """Take over a task, unless another process has it."""
        return True

    async def release(self, name: str) -> None: ...


class Peers(Alone):
    """Other processes on a PostgreSQL database."""

    is_alone = False

    def __init__(self, url: URL) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._id = secrets.token_urlsafe(8)
        self._events: dict[str, int] = {}
        self._messages: list[tuple[str, Fields]] = []
        self._has_news = asyncio.Event()
        self._leases: Connection | None = None
        self._leasing = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    def open(self, hearer: Hearer) -> None:
        async def listen(connection: "Connection") -> None:
            await self._listen(connection, hearer)

        self._tasks = [asyncio.ensure_future(self._keep_doing(work)) for work in (listen, self._send)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._leases:
            await self._leases.close()

    def tell_of_event(self, table: str, seq: int) -> None:
        self._events[table] = seq
        self._has_news.set()

    def tell(self, table: str, message: Fields) -> None:
        self._messages.append((table, message))
        self._has_news.set()

    async def lease(self, name: str) -> bool:
        # An advisory lock belongs to a connection: PostgreSQL frees it when that ends, however the process ends, and
        # no clocks have to agree, as they would for a lease that expires.
        return await self._on_leases("SELECT pg_try_advisory_lock(%s)", name)

    async def release(self, name: str) -> None:
        await self._on_leases("SELECT pg_advisory_unlock(%s)", name)

    async def _on_leases(self, query: str, name: str) -> bool:
        from psycopg import Error

        key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
        async with self._leasing:
            try:
                if self._leases is None:
                    self._leases = await self._connect()
                row = await (await self._leases.execute(query, (key,))).fetchone()
            except Error:
                # All leases of this process are gone. Who is wrong about it loses the race for the log.
                if self._leases:
                    await self._leases.close()
                self._leases = None
                return False
            return row == (True,)

    async def _keep_doing(self, work: Callable[["Connection"], Awaitable[None]]) -> None:
        """Do what needs a connection, with a new one after each failure."""
        from psycopg import Error

        pause = FIRST_PAUSE
        while True:
            try:
                async with await self._connect() as connection:
                    pause = FIRST_PAUSE
                    await work(connection)
            except Error as error:
                logger.warning("no notices from or to other processes: %s", " ".join(str(error).split()))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _connect(self) -> "Connection":
        from psycopg import AsyncConnection

        return await AsyncConnection.connect(self._url, autocommit=True, **CONNECTION)  # type: ignore[arg-type]

    async def _listen(self, connection: "Connection", hearer: Hearer) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        hearer.heard_again()
        async for notice in connection.notifies():
            sender, events, messages = json.loads(notice.payload)
            if sender == self._id:
                continue
            for table, seq in events:
                hearer.heard_of_event(table, seq)
            for table, message in messages:
                hearer.heard(sender, table, message)

    async def _send(self, connection: "Connection") -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            events, messages = list(self._events.items()), self._messages
            self._events, self._messages = {}, []
            for notice in _notices(self._id, events, messages):
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, notice))


def peers_of(database: str) -> Alone:
    url = make_url(database)
    return Alone() if url.get_backend_name() == "sqlite" else Peers(url)


def _notices(sender: str, events: list[tuple[str, int]], messages: list[tuple[str, Fields]]) -> list[str]:
    """What is to be told, in as many notices as it needs."""
    notice = json.dumps((sender, events, messages))
    if len(notice) <= LONGEST_NOTICE:
        return [notice]
    some, more = len(events) // 2, len(messages) // 2
    halves = (events[:some], messages[:more]), (events[some:], messages[more:])
    return [each for half in halves for each in _notices(sender, *half)]
