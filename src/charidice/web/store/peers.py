"""Other processes that serve the same database: messages between them, and leases for what only one of them should do.

SQLite is served by one process (see claim.py), which is alone. On PostgreSQL, processes notify each other with
LISTEN/NOTIFY. A notice is sent after the commit, on a connection of its own, together with all others that wait:
inside a transaction, NOTIFY takes a lock of the whole server. Notices may get lost; only the log decides.
"""

import asyncio
import hashlib
import json
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

from pydantic import Field, TypeAdapter, ValidationError
from sqlalchemy import URL, make_url
from typing_extensions import TypedDict

from charidice.web.wire import ReactionMessage

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    Connection = AsyncConnection[tuple[object, ...]]

CHANNEL = "charidice"
# PostgreSQL takes less than 8000 bytes.
LONGEST_NOTICE = 7_900
# Seconds between two notices: a busy process sends longer ones rather than more, which all others have to read.
NOTICE_PAUSE = 0.01
# Messages that wait for a connection; older ones, such as who was there, are outdated by then.
MOST_MESSAGES = 10_000
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


class HoldersThere(TypedDict):
    """The holders at one process: whose pages are open, whose are visible, and how many seconds ago they were used."""

    type: Literal["holders"]
    present: list[int]
    visible: list[int]
    touched: dict[int, float]


class ConsideringThere(TypedDict):
    """The recipient at another process has opened or closed the confirmation dialog for asking."""

    type: Literal["considering"]
    seat: int
    considering: bool


class SkippedThere(TypedDict):
    type: Literal["skip"]


# Messages about a table that are not logged.
TableMessage = ReactionMessage | ConsideringThere | SkippedThere
Message = Annotated[TableMessage | HoldersThere, Field(discriminator="type")]
# The sender, the seq of the last event by table, and messages by table.
Notice = tuple[str, list[tuple[str, int]], list[tuple[str, Message]]]


class Subscriber(Protocol):
    """Handles the notices of other processes."""

    def on_event(self, table: str, seq: int) -> None: ...
    def on_message(self, process: str, table: str, message: Message) -> None: ...
    def on_subscribed(self) -> None:
        """Called when listening begins, since notices may have been lost until then."""


class NoPeers:
    """The interface to other processes where there are none."""

    is_alone = True

    def open(self, subscriber: Subscriber) -> None: ...

    async def close(self) -> None: ...

    def publish_event(self, table: str, seq: int) -> None:
        """Notify other processes that an event has been committed."""

    def publish(self, table: str, message: Message) -> None:
        """Send other processes something that is in no log, such as a reaction."""

    async def lease(self, name: str) -> bool:
        """Take over a task, unless another process has it."""
        return True

    async def release(self, name: str) -> None: ...


class Peers(NoPeers):
    """Other processes on a PostgreSQL database."""

    is_alone = False

    def __init__(self, url: URL) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._id = secrets.token_urlsafe(8)
        self._events: dict[str, int] = {}
        self._messages: deque[tuple[str, Message]] = deque(maxlen=MOST_MESSAGES)
        self._has_notices = asyncio.Event()
        self._leases: Connection | None = None
        self._leasing = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    def open(self, subscriber: Subscriber) -> None:
        async def listen(connection: "Connection") -> None:
            await self._listen(connection, subscriber)

        self._tasks = [asyncio.ensure_future(self._with_reconnects(work)) for work in (listen, self._send)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._leases:
            await self._leases.close()

    def publish_event(self, table: str, seq: int) -> None:
        self._events[table] = seq
        self._has_notices.set()

    def publish(self, table: str, message: Message) -> None:
        self._messages.append((table, message))
        self._has_notices.set()

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
                # All leases of this process are lost. If another one acts meanwhile, the log accepts one of the two.
                if self._leases:
                    await self._leases.close()
                self._leases = None
                return False
            return row == (True,)

    async def _with_reconnects(self, work: Callable[["Connection"], Awaitable[None]]) -> None:
        """Run what needs a connection, on a new one after each failure."""
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

    async def _listen(self, connection: "Connection", subscriber: Subscriber) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        subscriber.on_subscribed()
        own = json.dumps([self._id]).removesuffix("]")
        async for notice in connection.notifies():
            if notice.payload.startswith(own):
                continue
            try:
                sender, events, messages = _notice_type().validate_json(notice.payload)
            except ValidationError:
                # A notice of another version, or of another program.
                logger.warning("a notice that cannot be read was ignored")
                continue
            for table, seq in events:
                subscriber.on_event(table, seq)
            for table, message in messages:
                subscriber.on_message(sender, table, message)

    async def _send(self, connection: "Connection") -> None:
        while True:
            await self._has_notices.wait()
            self._has_notices.clear()
            events, messages = [*self._events.items()], [*self._messages]
            self._events.clear()
            self._messages.clear()
            for notice in _notices(self._id, events, messages):
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, notice))
            await asyncio.sleep(NOTICE_PAUSE)


def peers_of(database: str) -> NoPeers:
    url = make_url(database)
    return NoPeers() if url.get_backend_name() == "sqlite" else Peers(url)


@cache
def _notice_type() -> TypeAdapter[Notice]:
    return TypeAdapter(Notice)


def _notices(sender: str, events: list[tuple[str, int]], messages: list[tuple[str, Message]]) -> list[str]:
    """Events and messages as notices, split until each is short enough."""
    notice = json.dumps((sender, events, messages))
    if len(notice) <= LONGEST_NOTICE:
        return [notice]
    some, more = len(events) // 2, len(messages) // 2
    halves = (events[:some], messages[:more]), (events[some:], messages[more:])
    return [each for half in halves for each in _notices(sender, *half)]
