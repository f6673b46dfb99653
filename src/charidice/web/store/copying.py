"""Copies a whole database into another one, of the same kind or not."""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, RowMapping, Table, insert, select
from sqlalchemy.exc import DatabaseError

from charidice.rules.errors import Refused
from charidice.web.store.schema import OF_SERVERS, game_table, metadata
from charidice.web.store.storage import Storage

# Parents before the rows that refer to them.
COPIED = [table for table in metadata.sorted_tables if table not in OF_SERVERS]
CHUNK = 1000
DIGEST_SIZE = 2**256


class CannotCopy(Refused):
    """Nothing was copied: the target has tables of its own, or a database failed."""


class Contents(NamedTuple):
    """A summary of all rows, the same for equal databases."""

    rows: dict[str, int]
    """How many, by table of the database."""
    digest: int
    """The sum of the digests of all rows, because databases sort in different ways."""

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
                        writing.execute(insert(table), [dict(row) for row in rows])
                if contents(writing) != wanted:
                    raise CannotCopy("copy-differs")
    except DatabaseError as error:
        raise CannotCopy("copy-failed", detail=" ".join(str(error.orig).split())) from error
    return wanted


def contents(connection: Connection) -> Contents:
    rows = dict.fromkeys((table.name for table in COPIED), 0)
    total = 0
    for table in COPIED:
        for chunk in _chunks(connection, table):
            rows[table.name] += len(chunk)
            for row in chunk:
                text = repr((table.name, *row.values()))
                total += int.from_bytes(hashlib.sha256(text.encode()).digest())
    return Contents(rows, total % DIGEST_SIZE)


def _chunks(connection: Connection, table: Table) -> Iterator[list[RowMapping]]:
    found = connection.execute(select(table), execution_options={"yield_per": CHUNK})
    return (list(chunk) for chunk in found.mappings().partitions())
