"""Waiting for what happens, never for a time."""

import asyncio
import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

# What a test waits for comes, however busy the machine is; this only ends a test that waits in vain.
PATIENCE = int(os.environ.get("CHARIDICE_PATIENCE", "180"))


def until(look: Callable[[], T], holds: Callable[[T], object] = bool) -> T:
    """Looks again and again, until what is seen is as it should be."""
    end = time.monotonic() + PATIENCE
    while not holds(value := look()):
        assert time.monotonic() < end, "what the test waits for does not happen"
        time.sleep(0.01)
    return value


async def eventually(look: Callable[[], T]) -> T:
    """The same in an event loop, whose other tasks go on meanwhile."""
    async with asyncio.timeout(PATIENCE):
        while not (seen := look()):
            await asyncio.sleep(0.01)
    return seen
