"""Where the processor time of a move goes: the server is sampled while clients play as in bench/table.py.

    python -m bench.where

Each sample counts for the innermost part of the program on the stack, so a system call counts for its caller.
"""

import asyncio
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from bench import table
from bench.processes import Processes

RUNS = 12
SECONDS = 0.001
"""Of processor time between two samples; kernels may take longer steps."""
PARTS = {
    "rules, dice and the state of the table": ("charidice/rules", "charidice/match", "charidice/chance", "web/table/"),
    "the view as JSON": ("web/table/view", "web/table/sheet_view", "charidice/show"),
    "sending it to the pages": ("web/table/listeners", "LiveConnection.push", "websockets/"),
    "HTTP: parsing, limits, routing, the answer": ("web/door", "web/http", "uvicorn/", "starlette/", "fastapi/"),
    "checking the request": ("web/models", "pydantic"),
    "handing moves to the thread that commits": ("web/store", "concurrent/futures"),
    "counting and logging": ("web/metrics", "prometheus_client", "web/door/logs", "logging/"),
}
# A function before its file, and a file before its folder.
PLACES = sorted(((place, part) for part, places in PARTS.items() for place in places), key=lambda each: -len(each[0]))
LOOP, COMMITTING = "the event loop and its system calls", "the thread that commits"


class Samples:
    """Counts of the parts that the main thread was in."""

    def __init__(self) -> None:
        self.parts: Counter[str] = Counter()
        self._used = 0.0

    def take(self, number: int, frame: FrameType | None) -> None:
        used = time.thread_time()
        is_here, self._used = used - self._used > SECONDS / 2, used
        self.parts[part_of(frame) if is_here else COMMITTING] += 1


def part_of(frame: FrameType | None) -> str:
    while frame and frame.f_code.co_name != "_run_once":
        here = f"{frame.f_code.co_filename}:{frame.f_code.co_qualname}"
        for place, part in PLACES:
            if place in here:
                return part
        frame = frame.f_back
    return LOOP


def run_server(folder: Path) -> None:
    """Samples between two SIGUSR1."""
    samples = Samples()

    def switch(number: int, frame: FrameType | None) -> None:
        running, _ = signal.getitimer(signal.ITIMER_PROF)
        signal.setitimer(signal.ITIMER_PROF, 0 if running else SECONDS, SECONDS)
        if running:
            print(json.dumps(samples.parts), flush=True)

    signal.signal(signal.SIGPROF, samples.take)
    signal.signal(signal.SIGUSR1, switch)
    table.run_server("ours", folder)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.where", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            port, server = int(process.stdout.readline()), Processes(process.pid)
            asyncio.run(table.measure("ours", port, server))
            process.send_signal(signal.SIGUSR1)
            measured = [asyncio.run(table.measure("ours", port, server)) for _ in range(RUNS)]
            process.send_signal(signal.SIGUSR1)
            parts = Counter(json.loads(process.stdout.readline()))
            process.terminate()
    cpu_ms = sum(each.cpu_ms for each in measured) / RUNS
    print(f"{cpu_ms:.2f} ms of a processor for a move, {parts.total()} samples")
    for part, count in parts.most_common():
        print(f"{100 * count / parts.total():4.0f} %  {part}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run_server(Path(sys.argv[1]))
    else:
        main()
