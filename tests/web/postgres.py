"""A PostgreSQL of the tests' own: a new cluster in a folder, reached only through a socket in there."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from ..waiting import until

# PostgreSQL refuses to run as root.
SOMEBODY: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": ()} if os.geteuid() == 0 else {}
QUICK = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB")


class Postgres:
    """A running cluster."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count()

    @contextmanager
    def new_database(self) -> Iterator[str]:
        """The URL of an empty database, which is dropped in the end."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        yield f"postgresql+psycopg://charidice@/{name}?host={self._folder}"
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def run(self, statement: str) -> None:
        with psycopg.connect(
            host=str(self._folder), user="charidice", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(statement.encode())

    def answers(self) -> bool:
        try:
            self.run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    # The path of a socket is at most 107 bytes long.
    folder = Path(tempfile.mkdtemp(prefix="charidice-", dir="/tmp"))
    if SOMEBODY:
        shutil.chown(folder, SOMEBODY["user"], SOMEBODY["group"])
    data = folder / "data"
    where = "-D", str(data)
    make = [_program("initdb"), *where, "-U", "charidice", "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync"]
    subprocess.run(make, check=True, cwd=folder, stdout=subprocess.DEVNULL, **SOMEBODY)
    settings = (f"unix_socket_directories={folder}", "listen_addresses=", *QUICK)
    start = [_program("postgres"), *where, *(word for setting in settings for word in ("-c", setting))]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(start, cwd=folder, stdout=log, stderr=log, **SOMEBODY)
    try:
        postgres = Postgres(folder)
        until(lambda: postgres.answers() or process.poll() is not None)
        assert process.poll() is None, (folder / "log").read_text()
        yield postgres
    finally:
        # A fast shutdown, which does not wait for clients.
        process.send_signal(signal.SIGINT)
        process.wait()
        shutil.rmtree(folder)


def _program(name: str) -> str:
    """From the PATH, or where Debian has its newest one."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return shutil.which(name) or str(debian[-1])
