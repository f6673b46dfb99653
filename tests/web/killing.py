"""Kills workers while people play; bench/kill.py does it more often."""

import asyncio
import os
import signal
from contextlib import suppress

from ..waiting import eventually
from .crowd import Crowd
from .processes import Service

# How long after a move was sent a worker is killed at most: it may be deciding, committing, or answering.
WITHIN = 0.02


async def kill_workers(crowd: Crowd, service: Service, rounds: int) -> None:
    """Each time while moves are under way, and only once everything has recovered from the time before."""
    for _ in range(rounds):
        await eventually(crowd.under_way)
        await asyncio.sleep(WITHIN * crowd.random.random())
        kill_one(crowd, service)
        await crowd.recovered()
        await eventually(lambda: len(service.workers()) == service.number)


def kill_one(crowd: Crowd, service: Service) -> None:
    if workers := sorted(service.workers()):
        # It may have ended by itself.
        with suppress(ProcessLookupError):
            os.kill(crowd.random.choice(workers), signal.SIGKILL)
