"""An event loop whose clock jumps to the next timer instead of waiting for it."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


class _Jumping(selectors.SelectSelector):
    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.selector = _Jumping()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.now


def run_in_virtual_time(work: Coroutine[None, None, T]) -> T:
    """The result of work that waits for timers only, not for threads or the network."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)
