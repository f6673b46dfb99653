"""Faults of server and database while 50 tables are played: what is lost, and how long recovery takes.

    make soak

`charidice serve --workers 3` on one PostgreSQL. Every five seconds a worker is killed; meanwhile PostgreSQL is
restarted, crashes, hangs for ten seconds, and cuts the connections for notices. Then a process that plays bots is
killed. Exits with 1 if an acknowledged move is lost, an event doubled or missing, listeners heard different things, two
processes played a bot's move, or recovery takes too long.
"""

import asyncio
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.web.chaos import Faults
from tests.web.crowd import Crowd
from tests.web.gate import gate_to
from tests.web.killing import kill_one
from tests.web.postgres import running_postgres
from tests.web.processes import serving
from tests.web.takeover import take_over

TABLES = 50
KILL_SECONDS = 5.0
OUTAGE_SECONDS = 10.0
RECOVERY_SECONDS = 5.0
BOT_TABLES = 12


async def all_faults(faults: Faults) -> None:
    killer = asyncio.create_task(kill_again_and_again(faults))
    for _ in range(2):
        await asyncio.sleep(KILL_SECONDS)
        await faults.cut_notices()
    await faults.restart_database()
    async with faults.database_hanging():
        await asyncio.sleep(OUTAGE_SECONDS)
    await faults.restart_database(signal.SIGQUIT)
    killer.cancel()
    await faults.kill_a_worker()


async def kill_again_and_again(faults: Faults) -> None:
    while True:
        await asyncio.sleep(KILL_SECONDS)
        kill_one(faults.crowd, faults.service)


def main() -> bool:
    """Whether everything was as it should be."""
    with ExitStack() as stack:
        log = stack.enter_context((Path(stack.enter_context(tempfile.TemporaryDirectory())) / "log").open("w+b"))
        postgres = stack.enter_context(running_postgres())
        database = stack.enter_context(postgres.new_database())
        gate = stack.enter_context(gate_to(postgres.socket))
        service = stack.enter_context(serving(gate.url_of(database), workers=3, log=log))
        crowd = Crowd(service.address, Random(), players=4, rounds=2, pause=2.0)
        faults = Faults(crowd, service, postgres, gate)
        begin = time.monotonic()
        asyncio.run(crowd.play(TABLES, lambda: all_faults(faults)))
        seconds = time.monotonic() - begin
        verdict = crowd.verdict(database)
        log.seek(0)
        levels = Counter(line.partition(b'"level": "')[2].partition(b'"')[0].decode() for line in log)
    slowest = max(seconds for _, seconds in faults.recoveries)
    print(f"{TABLES} tables at a time, {verdict.games} games in {seconds:.0f} s, {verdict.moves} moves acknowledged")
    print(f"  lost {verdict.lost}, doubled {verdict.doubled}, gaps {verdict.gaps}, misheard {verdict.misheard} (all 0)")
    for fault, recovery in faults.recoveries:
        print(f"  {fault}: all tables went on after {recovery:.1f} s (at most {RECOVERY_SECONDS} s)")
    print(f"  what people met: {dict(crowd.troubles)}; lines of the log: {dict(levels)}")
    return verdict.is_good and slowest <= RECOVERY_SECONDS


def bots() -> bool:
    with running_postgres() as postgres, postgres.new_database() as database:
        taken_over, conflicts = take_over(database, BOT_TABLES)
    seconds = [each.seconds for each in taken_over if each.seconds is not None]
    print(f"bots of {len(seconds)} tables whose process was killed: {conflicts} moves played by two processes (0);")
    print(f"  another process played on after {max(seconds):.1f} s at most (at most {RECOVERY_SECONDS} s)")
    return not conflicts and max(seconds) <= RECOVERY_SECONDS


if __name__ == "__main__":
    outcomes = [main(), bots()]
    sys.exit(not all(outcomes))
