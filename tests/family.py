"""The processes that a process starts, and what Linux tells about them."""

import os
import signal
from contextlib import suppress
from pathlib import Path


def heed_signals() -> None:
    """The `preexec_fn` of a program that a signal of a terminal is to end.

    In the background, or after `nohup`, the tests themselves ignore these signals, and a program would inherit that.
    """
    for each in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(each, signal.SIG_DFL)


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        # A thread may end meanwhile.
        with suppress(FileNotFoundError, ProcessLookupError):
            found += map(int, task.read_text().split())
    return found


def descendants(pid: int) -> list[int]:
    return [each for child in children(pid) for each in (child, *descendants(child))]


def command(pid: int) -> str:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
    return ""


def is_gone(pid: int) -> bool:
    """Whether it has ended, even if nobody has waited for it."""
    fields = _fields(pid)
    return not fields or fields[0] == "Z"


def processor_seconds(pid: int) -> float:
    fields = _fields(pid)
    return int(fields[11]) / os.sysconf("SC_CLK_TCK") if fields else 0


def _fields(pid: int) -> list[str]:
    """Of /proc/PID/stat, those after the name."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []
