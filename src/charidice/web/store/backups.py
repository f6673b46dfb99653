"""Backups: files of SQLite that carry the number and the checksum of their own rows."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Column, Connection, Integer, MetaData, String, Table, insert, inspect, select, text
from sqlalchemy.exc import DatabaseError

from charidice.web.store.address import UnusableDatabase
from charidice.web.store.copying import CannotCopy, contents
from charidice.web.store.schema import game_table
from charidice.web.store.storage import Storage

# Not in the schema, because only backups have it.
checksum = Table(
    "backup_checksum",
    MetaData(),
    Column("rows_in_all", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
)


def write_checksum(backup: Storage) -> None:
    with backup.writing() as connection:
        found = _summary(connection)
        checksum.create(connection)
        connection.execute(insert(checksum), found)


def forget_checksum(storage: Storage) -> None:
    """A backup that is changed, such as by serving it, becomes a database like any other."""
    with storage.writing() as connection:
        checksum.drop(connection, checkfirst=True)


def check_backup(file: Path, name: Path) -> bool:
    """Whether a file, known by this name, carries a checksum; UnusableDatabase if it is no backup or damaged."""
    storage = Storage(URL.create("sqlite", database=str(file)))
    try:
        with _damage_of(name), storage.reading() as connection:
            names = inspect(connection).get_table_names()
            if game_table.name not in names:
                raise UnusableDatabase("not-a-backup", path=name)
            is_whole = connection.scalar(text("PRAGMA quick_check(1)")) == "ok"
            if is_whole and checksum.name in names:
                stored = connection.execute(select(checksum)).mappings().all()
                is_whole = [dict(row) for row in stored] == [_summary(connection)]
            if not is_whole:
                raise UnusableDatabase("backup-damaged", path=name)
            return checksum.name in names
    finally:
        storage.close()


@contextmanager
def _damage_of(name: Path) -> Iterator[None]:
    try:
        yield
    except CannotCopy as error:
        raise UnusableDatabase("backup-damaged", path=name) from error
    except DatabaseError as error:
        is_foreign = getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB
        raise UnusableDatabase("not-a-backup" if is_foreign else "backup-damaged", path=name) from error


def _summary(connection: Connection) -> dict[str, object]:
    """Of all tables in the file, whichever version made it."""
    found = MetaData()
    found.reflect(connection)
    tables = [table for table in found.sorted_tables if table.name != checksum.name]
    every = contents(connection, tables)
    return {"rows_in_all": sum(every.rows.values()), "digest": f"{every.digest:064x}"}
