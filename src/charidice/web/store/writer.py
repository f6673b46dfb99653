"""Runs all database access in threads of its own."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from charidice.web.metrics import CHANGES_WAITING, COMMITS
from charidice.web.refusals import DatabaseAway
from charidice.web.store.readiness import Readiness
from charidice.web.store.storage import Addition, Storage

T = TypeVar("T")
# What waits longer for PostgreSQL is given up. Its commit may still come, and is then found in the log. SQLite gives up
# by itself (BUSY_MS), and takes back what it has begun.
ANSWER_SECONDS = 5.0
# Such as no connection, a locked database, or a full disk.
AWAY = (OperationalError, InterfaceError, PoolTimeoutError)
logger = logging.getLogger("charidice.web")


class Writer:
    """Storage for an event loop; appends that arrive during a commit share the next one."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._threads = ThreadPoolExecutor(storage.threads, thread_name_prefix="storage")
        self._readiness = Readiness(storage)
        self._seconds = None if storage.file else ANSWER_SECONDS
        self._checking: asyncio.Task[str | None] | None = None
        self._waiting: list[tuple[Addition, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a method of the storage in a thread; raises DatabaseAway."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._in_thread(work, *arguments)
        except (*AWAY, TimeoutError) as error:
            raise _away(error) from error

    async def run_long(self, work: Callable[..., T], *arguments: object) -> T:
        """The same for what nobody waits for."""
        try:
            return await self._in_thread(work, *arguments)
        except AWAY as error:
            raise _away(error) from error

    async def _in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    async def append(self, addition: Addition) -> None:
        """Returns after the commit; raises LogConflict, and DatabaseAway, after which the commit may still come."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, done))
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())
        try:
            with CHANGES_WAITING.track_inprogress():
                async with asyncio.timeout(self._seconds):
                    await done
        except (*AWAY, TimeoutError) as error:
            raise _away(error) from error

    async def why_not_ready(self) -> str | None:
        """Why the database cannot be used, or None; one check at a time, however many ask."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self._in_thread(self._readiness.why_not))
        done, _ = await asyncio.wait([self._checking], timeout=ANSWER_SECONDS)
        return self._checking.result() if done else "database-slow"

    async def close(self) -> None:
        if self._writing:
            await self._writing
        # Only then have all threads given their connections back.
        await asyncio.to_thread(self._threads.shutdown)
        self.storage.close()

    async def _write(self) -> None:
        while self._waiting:
            # What was given up before its turn is not written, so that an outage leaves no long queue.
            batch, self._waiting = [each for each in self._waiting if not each[1].cancelled()], []
            COMMITS.observe(len(batch))
            outcomes = await self._outcomes([addition for addition, _ in batch])
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                if done.cancelled():
                    continue
                if outcome is None:
                    done.set_result(None)
                else:
                    done.set_exception(outcome)
        self._writing = None

    async def _outcomes(self, additions: list[Addition]) -> list[Exception | None]:
        try:
            return [*await self._in_thread(self.storage.append_many, additions)]
        except Exception as error:
            # Such as a full disk: the whole batch was rolled back.
            return [error] * len(additions)


def _away(error: Exception) -> DatabaseAway:
    # The statement and its traceback would repeat for every request.
    detail = str(getattr(error, "orig", error)) or f"no answer within {ANSWER_SECONDS} seconds"
    logger.warning("the database is away: %s", " ".join(detail.split()))
    return DatabaseAway("database-away")
