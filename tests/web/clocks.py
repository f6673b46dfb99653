"""Clocks and calendars that tests move."""

import time
from datetime import UTC, datetime


class Clock:
    """Stands still unless it is moved."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Calendar:
    """Stands still unless it is moved."""

    def __init__(self, now: datetime = datetime(2026, 6, 1, 12, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class Hurried:
    """Goes on by itself, and ahead of time."""

    ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead
