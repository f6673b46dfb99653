"""kill -9 to workers while people play: what is lost, and how long it takes until everybody is back.

    make soak

People play many tables at `charidice serve --workers`, with SQLite and with PostgreSQL. Again and again a worker is
killed while moves are under way. A page comes back after a random pause of up to half a second, which counts. Exits
with 1 if an acknowledged move is lost, an event doubled or missing, or somebody comes back too late.
"""

import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median, quantiles

from tests.web.crowd import Crowd
from tests.web.killing import kill_workers
from tests.web.postgres import running_postgres
from tests.web.processes import serving

ROUNDS = 200
TABLES = 12
BACK_SECONDS = 2.0
WORKERS = {"sqlite": 1, "postgresql": 2}


def measure(kind: str, rounds: int) -> bool:
    """Whether everything was as it should be."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = f"sqlite:///{folder / 'tables.db'}"
        if kind == "postgresql":
            database = stack.enter_context(stack.enter_context(running_postgres()).new_database())
        log = stack.enter_context((folder / "log").open("wb"))
        service = stack.enter_context(serving(database, workers=WORKERS[kind], log=log))
        crowd = Crowd(service.address, Random())
        begin = time.monotonic()
        asyncio.run(crowd.play(TABLES, lambda: kill_workers(crowd, service, rounds)))
        seconds = time.monotonic() - begin
        verdict = crowd.verdict(database)
    in_time = max(crowd.absences) <= BACK_SECONDS
    print(f"{kind}: {rounds} kills in {seconds:.0f} s, {verdict.games} games, {verdict.moves} moves acknowledged")
    print(f"  lost {verdict.lost}, doubled {verdict.doubled}, gaps {verdict.gaps}, misheard {verdict.misheard} (all 0)")
    print(f"  {len(crowd.absences)} connections lost; back after {_spread(crowd.absences)} (at most {BACK_SECONDS} s)")
    print(f"  a move was answered after {_spread(crowd.latencies)}; {dict(crowd.troubles)}", flush=True)
    return verdict.is_good and in_time


def _spread(seconds: list[float]) -> str:
    p99 = quantiles(seconds, n=100)[98]
    return f"{median(seconds):.2f} s in the median, {p99:.2f} s at p99, {max(seconds):.2f} s at most"


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    outcomes = [measure(kind, rounds) for kind in WORKERS]
    sys.exit(not all(outcomes))
