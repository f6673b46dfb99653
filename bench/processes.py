"""Memory and processor time of processes that are measured."""

import re
import time
from dataclasses import dataclass
from pathlib import Path


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
        return sum(map(_cpu_seconds, self.all))


def _cpu_seconds(pid: int) -> float:
    # As clock_getcpuclockid does it; /proc counts in ticks of 10 ms.
    return time.clock_gettime(~pid << 3 | 2)
