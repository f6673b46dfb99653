"""One flood against one server: strangers' moves before it and during it, and how the server ends in the middle."""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import IO, ClassVar

from tests.web.processes import Service, serving

from bench.floods.kinds import FLOODS, Flood
from bench.floods.strangers import Strangers
from bench.floods.tabs import Answers, Asked
from bench.load import stored
from bench.processes import Processes

WARM_SECONDS, SECONDS = 1.5, 3.0
"""Of a stretch that does not count, and of each that does."""
END_SECONDS = 30
"""After which a server is killed."""
FLOOD_SECONDS = 120
"""After which a flood ends by itself."""
NICENESS = 10
"""Of a flood: in life it comes from other machines."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Run:
    """What one server went through."""

    calm: list[float]
    flooded: list[float]
    cpu: float
    """Processor seconds of the server in each second of the flood."""
    grown: int
    """Bytes of the database in that time."""
    end: float
    """Seconds from SIGTERM to the end of its last process."""
    answers: Answers
    histories: tuple[float, float] | None = None
    """Seconds until a newcomer has a history, without the flood and with it."""

    @property
    def ratio(self) -> float:
        return median(self.flooded) / median(self.calm)


@dataclass
class Measured:
    """All runs of a flood; what counts is the median of what was measured in each."""

    MOST_RATIO: ClassVar[float] = 2
    MOST_END: ClassVar[float] = 10
    runs: list[Run] = field(default_factory=list)

    @property
    def ratios(self) -> list[float]:
        return [run.ratio for run in self.runs]

    @property
    def calm_ms(self) -> float:
        return 1000 * median(median(run.calm) for run in self.runs)

    @property
    def flooded_ms(self) -> float:
        return 1000 * median(median(run.flooded) for run in self.runs)

    @property
    def p99_ms(self) -> float:
        return 1000 * quantiles([delay for run in self.runs for delay in run.flooded], n=100)[-1]

    @property
    def end(self) -> float:
        """The slowest."""
        return max(run.end for run in self.runs)

    @property
    def answers(self) -> Answers:
        return sum((run.answers for run in self.runs), Answers())

    @property
    def is_good(self) -> bool:
        return median(self.ratios) <= self.MOST_RATIO and self.end <= self.MOST_END


async def measure(flood: str, database: str, workers: int, number: int, log: IO[bytes]) -> Run:
    with serving(database, workers=workers, log=log) as service:
        port = int(service.address.rpartition(":")[2])
        processes = Processes(service.process.pid)
        async with attacking(flood, port, number) as attack:
            strangers = await Strangers.at(port, number)
            await strangers.play(WARM_SECONDS)
            reads = FLOODS[flood].of_histories
            calm, before = await _stretch(strangers, 0 if reads else None)
            bytes_before, used, begin = stored(database), cpu_seconds(processes), time.perf_counter()
            attack.go()
            flooded, after = await _stretch(strangers, 1 if reads else None)
            cpu = (cpu_seconds(processes) - used) / (time.perf_counter() - begin)
            grown = stored(database) - bytes_before
            end = await ended(service, processes)
            answers = await attack.stop()
            strangers.close()
        histories = (before, after) if before is not None and after is not None else None
        return Run(calm, flooded, cpu, grown, end, answers, histories)


async def _stretch(strangers: Strangers, reader: int | None) -> tuple[list[float], float | None]:
    """Delays of moves; and of a history, if somebody reads one."""
    if reader is None:
        return await strangers.play(SECONDS), None
    reading = asyncio.ensure_future(strangers.history(reader))
    delays: list[float] = []
    while not reading.done() or not delays:
        delays += await strangers.play(SECONDS)
    return delays, await reading


async def ended(service: Service, processes: Processes) -> float:
    """Seconds until the server has ended, with all that it started."""
    pids = processes.all
    begin = time.perf_counter()
    service.process.send_signal(signal.SIGTERM)
    while (passed := time.perf_counter() - begin) < END_SECONDS:
        if service.process.poll() is not None and not any(Path(f"/proc/{pid}").exists() for pid in pids):
            break
        await asyncio.sleep(0.02)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return passed


def cpu_seconds(processes: Processes) -> float:
    """Those of processes that have ended and were waited for included."""
    ticks = 0
    for pid in processes.all:
        with suppress(FileNotFoundError, ProcessLookupError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


# The flood, in a process of its own


@dataclass
class Attack:
    process: asyncio.subprocess.Process

    def go(self) -> None:
        assert self.process.stdin
        self.process.stdin.write(b"go\n")

    async def stop(self) -> Answers:
        answer, _ = await self.process.communicate(b"")
        return Answers({Asked(route, status): count for route, status, count in json.loads(answer)})


@asynccontextmanager
async def attacking(flood: str, port: int, number: int) -> AsyncIterator[Attack]:
    """Prepared, and waiting for the word."""
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", "bench.floods", "attack", flood, str(port), str(number)]
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdout
    try:
        assert await process.stdout.readline() == b"ready\n", f"{flood} could not be prepared"
        yield Attack(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def attack(name: str, port: int, number: int) -> None:
    """The main function of that process: floods from a line of the input to its end."""
    os.nice(NICENESS)
    flood: Flood = FLOODS[name](port, number)
    await flood.prepare()
    flood.answers.clear()
    print("ready", flush=True)
    if await asyncio.to_thread(sys.stdin.readline):
        running = asyncio.ensure_future(flood.run())
        stopping = asyncio.ensure_future(asyncio.to_thread(sys.stdin.readline))
        await asyncio.wait((running, stopping), timeout=FLOOD_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        flood.close()
    print(json.dumps([(*asked, count) for asked, count in flood.answers.items()]))
