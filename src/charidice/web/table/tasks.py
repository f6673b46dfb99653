"""Background tasks of the tables, which end with the server."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine

logger = logging.getLogger("charidice.web")


class Tasks:
    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Run work until it ends or the server stops."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._ended)

    def repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat work, also after it has failed."""
        self.start(_repeated(seconds, work))

    async def close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("background work failed", exc_info=error)


async def _repeated(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await work()
        except Exception:
            logger.warning("background work failed, and will be tried again", exc_info=True)
        await asyncio.sleep(seconds)
