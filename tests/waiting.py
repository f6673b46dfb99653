"""Waiting for what happens, never for a time."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

# What a test waits for comes, however busy the machine is; this only ends a test that waits in vain.
PATIENCE = 60


def until(condition: Callable[[], T]) -> T:
    """The first value of a condition that is true."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, "what the test waits for does not happen"
        time.sleep(0.01)
    return value
