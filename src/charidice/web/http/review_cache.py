"""A cache of reviews: each is computed once and kept while there is room, the least recently used evicted first."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256

from charidice.web.http.reviews import Reviewed, reviewed
from charidice.web.worker import Worker

MOST_BYTES = 32 * 1024 * 1024


@dataclass(slots=True)
class _Computation:
    task: "asyncio.Task[Reviewed]"
    waiting: int = 0


class ReviewCache:
    """Computes reviews in a worker, one at a time for each address; equal requests share one computation.

    Every server process has a cache of its own.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._kept: OrderedDict[bytes, Reviewed] = OrderedDict()
        self._bytes = 0
        self._computing: dict[bytes, _Computation] = {}
        self._addresses: set[str] = set()

    async def get(self, text: str, language: str, address: str) -> Reviewed:
        """The review of a record in a language; its computation is cancelled when nobody waits for it any more."""
        key = sha256(f"{language} {text}".encode()).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._computing:
            self._computing[key] = self._start(key, text, language, address)
        computation = self._computing[key]
        computation.waiting += 1
        try:
            return await asyncio.shield(computation.task)
        finally:
            computation.waiting -= 1
            if not computation.waiting:
                del self._computing[key]
                computation.task.cancel()

    def _start(self, key: bytes, text: str, language: str, address: str) -> _Computation:
        if address in self._addresses:
            raise self._worker.busy()
        self._addresses.add(address)
        task = asyncio.ensure_future(self._compute(key, text, language))
        task.add_done_callback(lambda _: self._addresses.discard(address))
        return _Computation(task)

    async def _compute(self, key: bytes, text: str, language: str) -> Reviewed:
        found = await self._worker.run(reviewed, text, language)
        self._kept[key] = found
        self._bytes += found.size
        while self._bytes > MOST_BYTES:
            self._bytes -= self._kept.popitem(last=False)[1].size
        return found
