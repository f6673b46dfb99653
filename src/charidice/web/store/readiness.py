"""Whether the database can be written now, and has the schema of this version."""

import os

from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from charidice.web.store.schema import readiness
from charidice.web.store.storage import Storage, timestamp


class Readiness:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._file = self._current_file()

    def why_not(self) -> str | None:
        """A reason without secrets why the database cannot be used, or None after a row was written."""
        if self._current_file() != self._file:
            # SQLite would go on with the file that has lost its name.
            return "database-file-gone"
        try:
            if not self._storage.is_current():
                return "migrations-pending"
            with self._storage.writing() as connection:
                connection.execute(update(readiness).values(checked_at=timestamp()))
        except SQLAlchemyError:
            return "database-unwritable"
        return None

    def _current_file(self) -> tuple[int, int] | None:
        """The file that has the name of the database now; None for PostgreSQL."""
        if self._storage.file is None:
            return None
        try:
            found = os.stat(self._storage.file)
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino
