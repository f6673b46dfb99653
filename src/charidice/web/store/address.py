"""Databases as operators name them: a path, sqlite:///PATH or postgresql://..."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError

from charidice.installed import missing
from charidice.rules.errors import Refused
from charidice.web.store.engine import file_of
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


def name_of(url: URL) -> str:
    """A path, or a server and its database, without user and password."""
    return url.database or "" if file_of(url) else f"{url.host or ''}/{url.database or ''}"


@contextmanager
def opened(url: URL, migrate: bool = False, new: bool = True) -> Iterator[Storage]:
    """A database that has the schema of this version, if need be after its creation, if it may be new, or migration."""
    try:
        storage = Storage(url)
    except ImportError as error:
        raise missing("psycopg", "charidice[postgres]") from error
    try:
        _check_schema(storage, url, migrate, new)
        yield storage
    finally:
        storage.close()


def _check_schema(storage: Storage, url: URL, migrate: bool, new: bool) -> None:
    try:
        if not new and not storage.has_schema():
            raise UnusableDatabase("empty-database", name=name_of(url))
        if migrate:
            storage.migrate()
        elif not storage.is_current():
            raise UnusableDatabase("other-version", name=name_of(url))
    except CommandError as error:
        raise UnusableDatabase("newer-database", path=name_of(url)) from error
    except DatabaseError as error:
        if file_of(url) and not isinstance(error, OperationalError):
            raise UnusableDatabase("not-our-database", path=name_of(url)) from error
        detail = " ".join(str(error.orig).split())
        raise UnusableDatabase("database-unreachable", name=name_of(url), detail=detail) from error
