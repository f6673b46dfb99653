"""Memory and processor time of processes that are measured, and how to hold them to a part of a processor.

`python -m bench.processes SHARE PID ...` does the latter until it is ended.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Seconds: for how long a share is counted, and how often.
PERIOD, STEP = 0.02, 0.001


@dataclass(frozen=True)
class Processes:
    """A process and those it has started."""

    first: int

    @property
    def all(self) -> list[int]:
        found = [self.first]
        for pid in found:
            found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found

    @property
    def megabytes(self) -> float:
        """Resident memory, what they share counted for each."""
        status = [Path(f"/proc/{pid}/status").read_text() for pid in self.all]
        return sum(int(found[1]) for text in status if (found := re.search(r"VmRSS:\s+(\d+)", text))) / 1024

    @property
    def cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, self.all))


def cpu_seconds(pid: int) -> float:
    # As clock_getcpuclockid does it; /proc counts in ticks of 10 ms.
    return time.clock_gettime(~pid << 3 | 2)


@contextmanager
def held_to(share: float, pids: list[int]) -> Iterator[None]:
    """Stops each of these processes while it has used more than its share of a processor.

    So several have equal parts where there are fewer processors than processes. Needs no rights, unlike cgroups.
    """
    holding = subprocess.Popen([sys.executable, "-m", "bench.processes", str(share), *map(str, pids)])
    try:
        yield
    finally:
        holding.terminate()
        holding.wait()
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def hold(share: float, pids: list[int]) -> None:
    begin = time.monotonic()
    allowed = {pid: cpu_seconds(pid) for pid in pids}
    while True:
        now = time.monotonic()
        for pid, limit in allowed.items():
            used = cpu_seconds(pid)
            # What was used too much counts for the next period, what was left does not.
            allowed[pid] = min(limit, used) + share * (now - begin)
            os.kill(pid, signal.SIGCONT if used < allowed[pid] else signal.SIGSTOP)
        begin = now
        while time.monotonic() < begin + PERIOD:
            for pid, limit in allowed.items():
                if cpu_seconds(pid) >= limit:
                    os.kill(pid, signal.SIGSTOP)
            time.sleep(STEP)


if __name__ == "__main__":
    hold(float(sys.argv[1]), [int(pid) for pid in sys.argv[2:]])
