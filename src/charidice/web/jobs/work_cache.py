"""Keeps the results of heavy work while there is room; the least recently used are evicted first."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast

from charidice.web.jobs.worker import Worker

Key = tuple[object, ...]
MOST_BYTES = 32 * 1024 * 1024


class Kept(Protocol):
    """A result, with its size in bytes."""

    @property
    def size(self) -> int: ...


K = TypeVar("K", bound=Kept)


@dataclass(slots=True)
class _Computation:
    task: "asyncio.Task[Kept]"
    waiting: int = 0


class WorkCache:
    """Computes reviews, sheets and pictures in a worker, one at a time for each address; equal requests share one
    computation.

    Every server process has a cache of its own.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._bytes = 0
        self._computing: dict[Key, _Computation] = {}
        self._addresses: set[str] = set()

    async def get(self, address: str, key: Key, work: Callable[..., K], *arguments: object) -> K:
        """The result of a function of a module; its computation is cancelled with the last request for it.

        The key tells what the result depends on.
        """
        key = (work.__name__, *key)
        if key in self._kept:
            self._kept.move_to_end(key)
            return cast(K, self._kept[key])
        if key not in self._computing:
            self._computing[key] = self._start(key, address, work, arguments)
        computation = self._computing[key]
        computation.waiting += 1
        try:
            return cast(K, await asyncio.shield(computation.task))
        finally:
            computation.waiting -= 1
            if not computation.waiting:
                del self._computing[key]
                computation.task.cancel()

    def _start(self, key: Key, address: str, work: Callable[..., Kept], arguments: tuple[object, ...]) -> _Computation:
        if address in self._addresses:
            raise self._worker.busy()
        self._addresses.add(address)
        task = asyncio.ensure_future(self._compute(key, work, arguments))
        task.add_done_callback(lambda _: self._addresses.discard(address))
        return _Computation(task)

    async def _compute(self, key: Key, work: Callable[..., Kept], arguments: tuple[object, ...]) -> Kept:
        found = await self._worker.run(work, *arguments)
        self._kept[key] = found
        self._bytes += found.size
        while self._bytes > MOST_BYTES:
            self._bytes -= self._kept.popitem(last=False)[1].size
        return found
