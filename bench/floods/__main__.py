"""Floods of requests: how much longer strangers' moves take meanwhile, and whether the server still ends.

    make floods
    python -m bench.floods [--database sqlite|postgres] [--runs N] [FLOOD ...]

`charidice serve` runs with the limits that operators have, on the loopback interface. Strangers play at ten tables,
from addresses of their own. A flood comes from other addresses and browsers, as fast as it is answered. Each run has a
new server: a stretch without the flood, one with it, then SIGTERM while it goes on. Exits with 1 if a move takes more
than twice as long as without the flood (both by their medians, of the runs too), or if a server needs more than ten
seconds to end.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.web.postgres import Postgres, running_postgres

from bench.floods.kinds import FLOODS
from bench.floods.measuring import Measured, attack, measure
from bench.floods.tabs import NO_ANSWER, Answers

RUNS = 3
# As in deploy/charidice.service.
WORKERS = {"sqlite": 1, "postgres": 2}
COLUMNS = (
    ("flood", 12),
    ("p50 without", 12),
    ("with", 9),
    ("ratio", 22),
    ("p99 with", 9),
    ("answered", 9),
    ("refused", 8),
    ("none", 6),
    ("cpu", 5),
    ("database", 10),
    ("end", 7),
)


def main() -> bool:
    """Whether every flood was withstood."""
    parser = argparse.ArgumentParser(prog="python -m bench.floods")
    parser.add_argument("--database", choices=WORKERS)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("floods", nargs="*", choices=[*FLOODS, []], metavar="FLOOD", help=", ".join(FLOODS))
    options = parser.parse_args()
    good = True
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for kind in [options.database] if options.database else WORKERS:
            postgres = stack.enter_context(running_postgres()) if kind == "postgres" else None
            print(f"{kind}, {WORKERS[kind]} worker(s); times in ms, end in s; {busy()}", flush=True)
            print("  ".join(title.rjust(width) for title, width in COLUMNS), flush=True)
            for flood in options.floods or FLOODS:
                good &= tell(flood, under(flood, kind, folder, postgres, options.runs))
            print(f"({busy()})", flush=True)
    return good


def busy() -> str:
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def under(flood: str, kind: str, folder: Path, postgres: Postgres | None, runs: int) -> Measured:
    """Runs of a flood on a database of their own."""
    with ExitStack() as stack:
        database = f"sqlite:///{folder / flood}.db"
        if postgres:
            database = stack.enter_context(postgres.new_database())
        FLOODS[flood].seed(database)
        log = stack.enter_context((folder / "log").open("ab"))
        measured = Measured()
        for number in range(runs):
            measured.runs.append(asyncio.run(measure(flood, database, WORKERS[kind], number, log)))
    return measured


def tell(flood: str, measured: Measured) -> bool:
    ratios, answers = measured.ratios, measured.answers
    found = (
        flood,
        f"{measured.calm_ms:.1f}",
        f"{measured.flooded_ms:.1f}",
        f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
        f"{measured.p99_ms:.0f}",
        f"{number_of(answers, 100, 400)}",
        f"{number_of(answers, 400, 600)}",
        f"{number_of(answers, NO_ANSWER, 100)}",
        f"{median(run.cpu for run in measured.runs):.2f}",
        f"{median(run.grown for run in measured.runs) / 1e6:.1f} MB",
        f"{measured.end:.1f}",
    )
    verdict = "" if measured.is_good else "  TOO MUCH"
    print("  ".join(text.rjust(width) for text, (_, width) in zip(found, COLUMNS, strict=True)) + verdict, flush=True)
    for run in measured.runs:
        if run.histories:
            before, after = run.histories
            print(f"{'':14}a newcomer's history: {before:.1f} s without the flood, {after:.1f} s with it", flush=True)
    if errors := {asked: count for asked, count in answers.items() if asked.status == 500}:
        print(f"{'':14}errors of the server: {errors}", flush=True)
    return measured.is_good


def number_of(answers: Answers, least: int, below: int) -> int:
    """Answers with a status in this range."""
    return sum(count for asked, count in answers.items() if least <= asked.status < below)


if __name__ == "__main__":
    if sys.argv[1:2] == ["attack"]:
        asyncio.run(attack(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    else:
        sys.exit(not main())
