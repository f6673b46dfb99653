"""The few statements of every move, on a connection of their own: SQLAlchemy's overhead exceeds their time."""

from collections.abc import Mapping
from threading import Lock
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError

Rows = list[tuple[Any, ...]]


class DirectConnection:
    """Each statement is a transaction; raises what SQLAlchemy would."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._dialect = engine.dialect
        self._error: type[Exception] = engine.dialect.loaded_dbapi.Error
        self._lock = Lock()
        self._connection: DBAPIConnection | None = None

    def execute(self, statement: str, parameters: Mapping[str, str]) -> Rows:
        """The rows found; tries again if the database has cut the connection, maybe after executing the statement."""
        with self._lock:
            try:
                try:
                    return self._execute(statement, parameters)
                except self._error as error:
                    if not self._was_cut(error):
                        raise
                    self.close()
                    return self._execute(statement, parameters)
            except self._error as error:
                raise DBAPIError.instance(statement, None, error, self._error) from error

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def _execute(self, statement: str, parameters: Mapping[str, str]) -> Rows:
        if self._connection is None:
            self._connection = self._connect()
        cursor = self._connection.cursor()
        cursor.execute(statement, parameters)
        return [*cursor.fetchall()] if cursor.description else []

    def _connect(self) -> DBAPIConnection:
        pooled = self._engine.raw_connection()
        connection: DBAPIConnection | None = pooled.driver_connection
        assert connection
        pooled.detach()
        self._dialect.set_isolation_level(connection, "AUTOCOMMIT")
        return connection

    def _was_cut(self, error: Exception) -> bool:
        return self._connection is not None and self._dialect.is_disconnect(error, self._connection, None)  # type: ignore[arg-type]
