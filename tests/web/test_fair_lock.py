"""The lock that is fair to addresses: one at a time, whoever is at an address in order, nobody forgotten."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from charidice.web.jobs.fair_lock import FairLock

from ..waiting import PATIENCE


class Crowd:
    """Notes in which order those who wait have their turns; the first has it until the test ends it."""

    def __init__(self) -> None:
        self.turns = FairLock()
        self.order: list[str] = []
        self.end = asyncio.Event()

    async def come(self, name: str) -> "asyncio.Task[None]":
        """Somebody at the address that the name begins with waits in the queue."""
        task = asyncio.ensure_future(self._take(name))
        await asyncio.sleep(0)
        return task

    async def _take(self, name: str) -> None:
        async with self.turns.turn(name[0]):
            self.order.append(name)
            await self.end.wait()


def with_crowd(use: Callable[[Crowd], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            await use(Crowd())

    asyncio.run(run())


def test_addresses_take_turns_however_many_wait_at_each() -> None:
    async def use(crowd: Crowd) -> None:
        tasks = [await crowd.come(name) for name in ("a1", "a2", "a3", "a4", "b1", "c1", "b2")]
        crowd.end.set()
        await asyncio.gather(*tasks)
        assert crowd.order == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]

    with_crowd(use)


def test_whoever_gives_up_has_no_turn_and_keeps_nobody_waiting() -> None:
    async def use(crowd: Crowd) -> None:
        first, second, third, fourth = [await crowd.come(name) for name in ("a1", "a2", "b1", "c1")]
        third.cancel()
        with suppress(asyncio.CancelledError):
            await third
        crowd.end.set()
        # Its turn comes in the same moment.
        second.cancel()
        await asyncio.gather(first, fourth)
        assert crowd.order == ["a1", "c1"]
        await (await crowd.come("d1"))

    with_crowd(use)


def test_a_turn_that_came_to_somebody_who_had_just_gone_is_passed_on() -> None:
    async def use(crowd: Crowd) -> None:
        first, second, third = [await crowd.come(name) for name in ("a1", "b1", "c1")]
        first.cancel()
        # Then the turn is the second's, who has not noticed.
        await asyncio.sleep(0)
        second.cancel()
        crowd.end.set()
        await third
        assert crowd.order == ["a1", "c1"]
        assert second.cancelled()

    with_crowd(use)
