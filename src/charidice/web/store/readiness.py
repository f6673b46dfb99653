"""Whether the database can be written now, and has the schema of this version."""

from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from charidice.web.store.engine import FileGone
from charidice.web.store.schema import readiness
from charidice.web.store.storage import Storage, timestamp


class Readiness:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def why_not(self) -> str | None:
        """A reason without secrets why the database cannot be used, or None after a row was written."""
        try:
            if not self._storage.is_current():
                return "migrations-pending"
            with self._storage.writing() as connection:
                connection.execute(update(readiness).values(checked_at=timestamp()))
        except FileGone:
            return "database-file-gone"
        except SQLAlchemyError:
            return "database-unwritable"
        return None
