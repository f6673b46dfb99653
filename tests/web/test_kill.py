"""kill -9 to workers while people play: nothing that was acknowledged is lost, and everybody comes back."""

import asyncio
from random import Random

import pytest

from .conftest import databases
from .crowd import Crowd
from .killing import kill_workers
from .processes import serving

kind = databases("sqlite", "postgresql")
TABLES = 4


@pytest.mark.parametrize("rounds", [2, pytest.param(10, marks=pytest.mark.long)])
def test_nothing_is_lost_or_doubled_when_workers_are_killed(kind: str, database: str, rounds: int) -> None:
    with serving(database, workers=1 if kind == "sqlite" else 2) as service:
        crowd = Crowd(service.address, Random(1))
        asyncio.run(crowd.play(TABLES, lambda: kill_workers(crowd, service, rounds)))
    verdict = crowd.verdict(database)
    assert verdict.is_good, verdict
    assert verdict.moves >= TABLES * rounds
    assert crowd.absences
