"""Runs all database access in threads of its own."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from charidice.web.metrics import CHANGES_WAITING, COMMITS
from charidice.web.refusals import DatabaseAway
from charidice.web.store.engine import FileGone
from charidice.web.store.readiness import Readiness
from charidice.web.store.storage import Addition, LogConflict, Storage

T = TypeVar("T")
# What waits longer for PostgreSQL is given up. Its commit may still come, and is then found in the log. SQLite gives up
# by itself (BUSY_MS), and rolls back.
ANSWER_SECONDS = 5.0
# Between two checks of the readiness.
CHECK_SECONDS = 0.5
# Errors that may pass, such as a lost connection, a locked database, or a full disk.
AWAY = (OperationalError, InterfaceError, PoolTimeoutError, FileGone)
logger = logging.getLogger("charidice.web")


class Appends:
    """Appends to logs: those that arrive during one commit share the next."""

    def __init__(self, commit: Callable[[list[Addition]], Awaitable[Sequence[Exception | None]]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[Addition, asyncio.Future[None]]] = []
        self.running: asyncio.Task[None] | None = None

    async def request(self, addition: Addition) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, done))
        if self.running is None:
            self.running = asyncio.ensure_future(self._commit_all())
        await done

    async def _commit_all(self) -> None:
        while self._waiting:
            # Cancelled additions are left out, so that an outage leaves no long queue.
            group, self._waiting = [each for each in self._waiting if not each[1].cancelled()], []
            outcomes = await self._outcomes([addition for addition, _ in group]) if group else ()
            for (_, done), outcome in zip(group, outcomes, strict=True):
                if done.cancelled():
                    continue
                if outcome:
                    done.set_exception(outcome)
                else:
                    done.set_result(None)
        self.running = None

    async def _outcomes(self, additions: list[Addition]) -> Sequence[Exception | None]:
        try:
            return await self._commit(additions)
        except Exception as error:
            # For example a full disk: the whole group was rolled back.
            return [error] * len(additions)


class Writer:
    """Storage for an event loop."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._threads = ThreadPoolExecutor(storage.threads, thread_name_prefix="storage")
        # Moves have priority: other work leaves them one thread, or with SQLite's single one the next turn.
        self._others = asyncio.Semaphore(max(1, storage.threads - 1))
        self._readiness = Readiness(storage)
        self._seconds = None if storage.file else ANSWER_SECONDS
        self._checking: asyncio.Task[str | None] | None = None
        self._next_check = 0.0
        self._appends = Appends(self._append_all)

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a method of the storage in a thread; raises DatabaseAway."""
        return await self._in_time(self._after_moves(work, *arguments))

    async def run_long(self, work: Callable[..., T], *arguments: object) -> T:
        """The same without a deadline, for background work."""
        try:
            return await self._after_moves(work, *arguments)
        except AWAY as error:
            raise _away(error) from error

    async def _after_moves(self, work: Callable[..., T], *arguments: object) -> T:
        async with self._others:
            return await self._in_thread(work, *arguments)

    async def _in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    async def append(self, addition: Addition) -> None:
        """Returns after the commit; raises LogConflict, and DatabaseAway, after which the commit may still come."""
        with CHANGES_WAITING.track_inprogress():
            await self._in_time(self._appends.request(addition))

    async def _in_time(self, work: Awaitable[T]) -> T:
        try:
            if self._seconds is None:
                return await work
            async with asyncio.timeout(self._seconds):
                return await work
        except (*AWAY, TimeoutError) as error:
            raise _away(error) from error

    async def _append_all(self, additions: list[Addition]) -> Sequence[LogConflict | None]:
        COMMITS.observe(len(additions))
        return await self._in_thread(self.storage.append_many, additions)

    async def why_not_ready(self) -> str | None:
        """Why the database cannot be used, or None; one check at a time, however many ask."""
        checking = self._checking
        if checking is None or checking.done():
            checking = self._checking = asyncio.ensure_future(self._check())
        # The next one to ask may begin another check before this one goes on.
        done, _ = await asyncio.wait([checking], timeout=ANSWER_SECONDS)
        return checking.result() if done else "database-slow"

    async def _check(self) -> str | None:
        # Checks write, so however many ask, moves wait for few of them.
        await asyncio.sleep(self._next_check - time.monotonic())
        try:
            return await self._in_thread(self._readiness.why_not)
        finally:
            self._next_check = time.monotonic() + CHECK_SECONDS

    async def close(self) -> None:
        if self._appends.running:
            await self._appends.running
        # Only then have all threads given their connections back.
        await asyncio.to_thread(self._threads.shutdown)
        self.storage.close()


def _away(error: Exception) -> DatabaseAway:
    # A file that is gone is logged once.
    if not isinstance(error, FileGone):
        # The statement and its traceback would repeat for every request.
        detail = str(getattr(error, "orig", error)) or f"no answer within {ANSWER_SECONDS} seconds"
        logger.warning("the database is away: %s", " ".join(detail.split()))
    return DatabaseAway("database-away")
