"""Runs all database access in one thread, since SQLite allows one writer at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from charidice.web.metrics import CHANGES_WAITING, COMMITS
from charidice.web.store.storage import Addition, Storage

T = TypeVar("T")


class Writer:
    """Storage for an event loop; appends that arrive during a commit share the next one."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._waiting: list[tuple[Addition, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a method of the storage in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def append(self, addition: Addition) -> None:
        """Returns after the commit; raises LogConflict."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, done))
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())
        with CHANGES_WAITING.track_inprogress():
            await done

    async def close(self) -> None:
        if self._writing:
            await self._writing
        await self.run(self.storage.close)
        self._thread.shutdown()

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
