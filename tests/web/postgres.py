"""A PostgreSQL of the tests' own: a new cluster in a folder, reached only through a socket in there."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
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
    """A cluster, which runs unless it is restarted."""

    def __init__(self, folder: Path, settings: Sequence[str]) -> None:
        self._folder = folder
        self._settings = settings
        self._numbers = count()
        self._start()

    def _start(self) -> None:
        settings = (f"unix_socket_directories={self._folder}", "listen_addresses=", *self._settings)
        words = [word for setting in settings for word in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            command = [_program("postgres"), "-D", str(self._folder / "data"), *words]
            self._process = subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log, **SOMEBODY)
        until(lambda: self.answers() or self._process.poll() is not None)
        assert self._process.poll() is None, (self._folder / "log").read_text()

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT is a fast shutdown, which does not wait for clients; SIGQUIT is like a crash."""
        self._process.send_signal(how)
        self._process.wait()

    def restart(self, how: int = signal.SIGINT) -> None:
        self.stop(how)
        self._start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def socket(self) -> str:
        """The path of its socket."""
        return str(self._folder / ".s.PGSQL.5432")

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
def running_postgres(settings: Sequence[str] = QUICK) -> Iterator[Postgres]:
    # The path of a socket is at most 107 bytes long.
    folder = Path(tempfile.mkdtemp(prefix="charidice-", dir="/tmp"))
    if SOMEBODY:
        shutil.chown(folder, SOMEBODY["user"], SOMEBODY["group"])
    data = folder / "data"
    make = [
        _program("initdb"),
        "-D",
        str(data),
        "-U",
        "charidice",
        "-E",
        "UTF8",
        "--locale=C",
        "-A",
        "trust",
        "--no-sync",
    ]
    subprocess.run(make, check=True, cwd=folder, stdout=subprocess.DEVNULL, **SOMEBODY)
    try:
        postgres = Postgres(folder, settings)
        try:
            yield postgres
        finally:
            postgres.stop()
    finally:
        shutil.rmtree(folder)


def _program(name: str) -> str:
    """From the PATH, or where Debian has its newest one."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return shutil.which(name) or str(debian[-1])
