"""Three processes, and one fault after the other: all games are played to the end, and everybody hears the same."""

import asyncio
from random import Random

import pytest

from .chaos import Faults
from .crowd import Crowd
from .gate import gate_to
from .postgres import running_postgres
from .processes import serving


@pytest.mark.parametrize(("tables", "times"), [(2, 1), pytest.param(6, 5, marks=pytest.mark.long)])
def test_all_games_are_played_to_the_end_whatever_happens(tables: int, times: int) -> None:
    with (
        running_postgres() as postgres,
        postgres.new_database() as database,
        gate_to(postgres.socket) as gate,
        serving(gate.url_of(database), workers=3) as service,
    ):
        crowd = Crowd(service.address, Random(1), rounds=2)
        faults = Faults(crowd, service, postgres, gate)

        async def one_of_each() -> None:
            for _ in range(times):
                await faults.kill_a_worker()
                await faults.cut_notices()
                await faults.restart_database()
                async with faults.database_hanging():
                    pass

        asyncio.run(crowd.play(tables, one_of_each))
        verdict = crowd.verdict(database)
    assert verdict.is_good, verdict
    assert verdict.games >= tables
    assert len(faults.recoveries) == 4 * times
