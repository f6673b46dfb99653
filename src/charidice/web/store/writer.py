"""Runs all database access in threads of its own."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from charidice.web.metrics import CHANGES_WAITING, COMMITS
from charidice.web.store.readiness import Readiness
from charidice.web.store.storage import Addition, Storage

T = TypeVar("T")
CHECK_SECONDS = 5.0


class Writer:
    """Storage for an event loop; appends that arrive during a commit share the next one."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._threads = ThreadPoolExecutor(storage.threads, thread_name_prefix="storage")
        self._readiness = Readiness(storage)
        self._checking: asyncio.Task[str | None] | None = None
        self._waiting: list[tuple[Addition, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a method of the storage in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    async def append(self, addition: Addition) -> None:
        """Returns after the commit; raises LogConflict."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, done))
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())
        with CHANGES_WAITING.track_inprogress():
            await done

    async def why_not_ready(self) -> str | None:
        """Why the database cannot be used, or None; one check at a time, however many ask."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self.run(self._readiness.why_not))
        done, _ = await asyncio.wait([self._checking], timeout=CHECK_SECONDS)
        return self._checking.result() if done else "database-slow"

    async def close(self) -> None:
        if self._writing:
            await self._writing
        # Only then have all threads given their connections back.
        await asyncio.to_thread(self._threads.shutdown)
        self.storage.close()

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
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
            return [*await self.run(self.storage.append_many, additions)]
        except Exception as error:
            # Such as a full disk: the whole batch was rolled back.
            return [error] * len(additions)
