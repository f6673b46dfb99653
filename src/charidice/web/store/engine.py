"""Connections to SQLite and PostgreSQL, set up so that nothing acknowledged is lost."""

import logging
import os
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection

from charidice.web.store.private import make_private

BUSY_MS = 10_000
# Parameters by name, as with PostgreSQL.
SQLITE: dict[str, Any] = {"paramstyle": "named"}
POSTGRES: dict[str, Any] = {
    # Connections that a restart of the database has cut are replaced before they are used.
    "pool_pre_ping": True,
    "connect_args": {"application_name": "charidice", "connect_timeout": 5, "tcp_user_timeout": BUSY_MS},
}
logger = logging.getLogger("charidice.web")


class FileGone(Exception):
    """The file of an SQLite database was deleted, moved or replaced."""


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database."""
    return Path(url.database) if url.database and url.get_backend_name() == "sqlite" else None


class DatabaseFile:
    """Notices when the file of an SQLite database, or its log of changes, is no longer at its path.

    SQLite would go on with files that have lost their names, and their content is lost when the server ends.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = Path(f"{path}-wal")
        self._file = _identity(path)
        self._log_file: tuple[int, int] | None = None
        """Known after the first write: SQLite creates it then, and deletes it with the last connection."""
        self._was_there = True

    @property
    def is_there(self) -> bool:
        there = self._file is not None and _identity(self._path) == self._file
        return there and self._log_file in (None, _identity(self._log))

    def require(self) -> None:
        """Raises FileGone; logs once that it is gone, and once that it is back."""
        if (is_there := self.is_there) != self._was_there:
            self._was_there = is_there
            if is_there:
                logger.warning("the database file is back: %s", self._path)
            else:
                logger.error("the database file was deleted, moved or replaced, nothing is written: %s", self._path)
        if not is_there:
            raise FileGone(str(self._path))

    def written(self) -> None:
        """Raises FileGone if what was just written may be in a file without a name."""
        if self._log_file is None:
            self._log_file = _identity(self._log)
        self.require()

    def closed(self) -> None:
        """All connections have ended, and with them the log of changes."""
        self._log_file = None


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode of the file at a path."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Engines(NamedTuple):
    """Views of one database: transactions that read one snapshot, and those that write."""

    reader: Engine
    writer: Engine


def engines_of(url: URL) -> Engines:
    is_sqlite = url.get_backend_name() == "sqlite"
    # Errors are logged, and logs must not contain tokens or names.
    engine = create_engine(url, hide_parameters=True, **(SQLITE if is_sqlite else POSTGRES))
    if not is_sqlite:
        return Engines(engine.execution_options(isolation_level="REPEATABLE READ"), engine)
    if file := file_of(url):
        make_private(file)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return Engines(engine, engine.execution_options(writes=True))


def _set_up_sqlite(connection: DBAPIConnection, _: object) -> None:
    # sqlite3 begins its transactions only before the first write; `_begin_sqlite` begins them with the engine's.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A deferred transaction that upgrades to a write fails at once instead of waiting for the lock.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
