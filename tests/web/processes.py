"""`charidice serve` as operators run it, in processes that can be killed."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from ..family import children, command
from ..ports import free_ports
from ..waiting import until

SERVE = [sys.executable, "-u", "-m", "charidice", "--lang", "en", "serve"]


@dataclass
class Service:
    """A running `charidice serve`."""

    process: subprocess.Popen[str]
    address: str
    number: int
    """How many workers it has."""

    def workers(self) -> set[int]:
        """The workers now, which are forked from a helper of the server."""
        helpers = [each for each in children(self.process.pid) if "forkserver" in command(each)]
        return {worker for helper in helpers for worker in children(helper)}

    def all_workers(self) -> set[int]:
        """The workers once there are as many as there should be."""
        return until(self.workers, lambda found: len(found) == self.number)


@contextmanager
def serving(database: str, *more: str, workers: int = 2, log: IO[bytes] | None = None) -> Iterator[Service]:
    """With no workers, the process itself serves."""
    (port,) = free_ports(1)
    address = f"http://127.0.0.1:{port}"
    where = ["--url", address, "--port", str(port), "--db", database.replace("+psycopg", "")]
    words = [*SERVE, *where, *(["--workers", str(workers)] if workers else []), *more]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True) as server:
        assert server.stdout
        assert address in server.stdout.readline()
        try:
            yield Service(server, address, workers)
        finally:
            server.terminate()
            server.wait()
