"""Time as a parameter, like chance."""

from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic

Clock = Callable[[], float]
"""Seconds since some moment; it never goes back."""
real: Clock = monotonic
Calendar = Callable[[], datetime]
"""The date and time in UTC, which jump when the machine's clock is set."""


def utc() -> datetime:
    return datetime.now(UTC)
