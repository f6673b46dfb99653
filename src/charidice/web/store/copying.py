"""Copies a whole database into another one, of the same kind or not."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, LargeBinary, RowMapping, String, Table, and_, cast, insert, select
from sqlalchemy.exc import DatabaseError, StatementError

from charidice.rules.errors import Refused
from charidice.web.store.schema import OF_SERVERS, game_table, metadata
from charidice.web.store.storage import Storage

# Parents before the rows that refer to them.
COPIED = [table for table in metadata.sorted_tables if table not in OF_SERVERS]
CHUNK = 1000
DIGEST_SIZE = 2**256
NUL_SIGN = "\u2400"
Row = dict[str, object]


class CannotCopy(Refused):
    """Nothing was copied: the target has tables of its own, or a database failed."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A summary of all rows, the same for equal databases."""

    rows: dict[str, int]
    """The number of rows, by database table."""
    digest: int
    """The sum of the digests of all rows, because databases sort in different ways."""
    replaced: int = field(default=0, compare=False)
    """Rows with a NUL, which is copied as its visible sign."""

    @property
    def tables(self) -> int:
        return self.rows[game_table.name]


def copy(source: Storage, target: Storage) -> Contents:
    """Copy one snapshot of the source, in one transaction that is checked before its commit.

    An interruption leaves nothing behind; a target that already has the same contents is left as it is.
    """
    try:
        with source.reading() as reading, target.writing() as writing:
            wanted, found = contents(reading), contents(writing)
            if found != wanted:
                if any(found.rows.values()):
                    raise CannotCopy("target-not-empty")
                for table in COPIED:
                    for rows in _chunks(reading, table):
                        _add(writing, table, [_storable(row) for row in rows])
                if contents(writing) != wanted:
                    raise _difference(reading, writing)
    except StatementError as error:
        raise CannotCopy("copy-failed", detail=_words(error)) from error
    return wanted


def contents(connection: Connection, tables: Iterable[Table] = COPIED) -> Contents:
    rows: dict[str, int] = {}
    total = replaced = 0
    for table in tables:
        rows[table.name] = 0
        for chunk in _chunks(connection, table):
            rows[table.name] += len(chunk)
            for row in chunk:
                storable = _storable(row)
                replaced += storable != row
                text = repr((table.name, *storable.values()))
                total += int.from_bytes(hashlib.sha256(text.encode()).digest())
    return Contents(rows, total % DIGEST_SIZE, replaced)


def _chunks(connection: Connection, table: Table) -> Iterator[list[RowMapping]]:
    found = connection.execute(select(table), execution_options={"yield_per": CHUNK}).mappings().partitions()
    try:
        for chunk in found:
            yield list(chunk)
    except DatabaseError as error:
        if row := _undecodable(connection, table):
            raise CannotCopy("copy-failed-at", table=table.name, row=row, detail=_words(error)) from error
        raise


def _storable(row: RowMapping) -> Row:
    """Earlier versions let NUL into names, which SQLite stores and PostgreSQL does not."""
    return {
        name: value.replace("\0", NUL_SIGN) if isinstance(value, str) and "\0" in value else value
        for name, value in row.items()
    }


def _add(connection: Connection, table: Table, rows: list[Row]) -> None:
    """CannotCopy names the row that the database refuses."""
    try:
        with connection.begin_nested():
            connection.execute(insert(table), rows)
    except StatementError:
        for row in rows:
            try:
                with connection.begin_nested():
                    connection.execute(insert(table), row)
            except StatementError as error:
                raise CannotCopy(
                    "copy-failed-at", table=table.name, row=_key(table, row), detail=_words(error)
                ) from error
        raise


def _difference(source: Connection, target: Connection) -> CannotCopy:
    """The reason why the contents differ, such as bytes in a text column, which SQLite allows."""
    for table in COPIED:
        for chunk in _chunks(source, table):
            for row in map(_storable, chunk):
                key = and_(*(column == row[column.name] for column in table.primary_key))
                copied = target.execute(select(table).where(key)).mappings().one_or_none()
                if copied is None or dict(copied) != row:
                    return CannotCopy("copy-differs-at", table=table.name, row=_key(table, row))
    return CannotCopy("copy-differs")


def _undecodable(connection: Connection, table: Table) -> str | None:
    """The key of the first row with bytes that are no text, which SQLite stores but cannot read."""
    if connection.dialect.name != "sqlite":
        return None
    texts = [cast(column, LargeBinary).label(column.name) for column in table.c if isinstance(column.type, String)]
    keys = [column for column in table.primary_key if not isinstance(column.type, String)]
    for row in connection.execute(select(*keys, *texts)).mappings():
        found = {
            name: value.decode("utf-8", "replace") if isinstance(value, bytes) else value for name, value in row.items()
        }
        if any(isinstance(value, str) and value.encode() != row[name] for name, value in found.items()):
            return _key(table, found)
    return None


def _key(table: Table, row: Mapping[str, object]) -> str:
    return ", ".join(f"{column.name} {row[column.name]!r}" for column in table.primary_key)


def _words(error: StatementError) -> str:
    return " ".join(str(error.orig).split())
