"""A lock that is fair to addresses."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairLock:
    """Addresses take turns, however many wait at each; those at one address are first come, first served."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._is_taken = False

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        if self._is_taken:
            await self._wait(address)
        self._is_taken = True
        try:
            yield
        finally:
            if address in self._waiting:
                self._waiting.move_to_end(address)
            self._pass_on()

    async def _wait(self, address: str) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.cancelled():
                self._leave(address, mine)
            else:
                # Its turn has come meanwhile.
                self._pass_on()
            raise

    def _leave(self, address: str, mine: asyncio.Future[None]) -> None:
        queue = self._waiting.get(address, deque())
        if mine in queue:
            queue.remove(mine)
            if not queue:
                del self._waiting[address]

    def _pass_on(self) -> None:
        while self._waiting:
            address, queue = self._waiting.popitem(last=False)
            mine = queue.popleft()
            if queue:
                self._waiting[address] = queue
            if not mine.done():
                mine.set_result(None)
                return
        self._is_taken = False
