"""Databases as operators name them: a path, sqlite:///PATH or postgresql://..."""

import re
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from charidice.rules.errors import Refused
from charidice.web.store.storage import Storage

# Longer than a drive letter of Windows.
SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)


class UnusableDatabase(Refused):
    """A database that cannot be used. Its values never contain passwords."""


def read_address(text: str) -> URL:
    scheme = SCHEME.match(text)
    if scheme is None:
        return URL.create("sqlite", database=str(Path(text).absolute()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise UnusableDatabase("unknown-database", text=scheme[0]) from None
    if url.drivername == "sqlite" and url.database:
        return url.set(database=str(Path(url.database).absolute()))
    if url.drivername == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    raise UnusableDatabase("unknown-database", text=scheme[0])


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database."""
    return Path(url.database) if url.database and url.get_backend_name() == "sqlite" else None


def name_of(url: URL) -> str:
    """A path, or a server and its database, without user and password."""
    return url.database or "" if file_of(url) else f"{url.host or ''}/{url.database or ''}"


def open_migrated(url: URL) -> Storage:
    """Open a database, created or migrated as needed."""
    try:
        storage = Storage(url)
    except ImportError as error:
        raise UnusableDatabase("no-postgres-driver") from error
    try:
        storage.migrate()
    except (CommandError, DatabaseError) as error:
        storage.close()
        raise _unusable(url, error) from error
    return storage


def _unusable(url: URL, error: CommandError | DatabaseError) -> UnusableDatabase:
    if isinstance(error, CommandError):
        return UnusableDatabase("newer-database", path=name_of(url))
    if file_of(url):
        return UnusableDatabase("not-our-database", path=name_of(url))
    return UnusableDatabase("database-unreachable", name=name_of(url), detail=" ".join(str(error.orig).split()))
