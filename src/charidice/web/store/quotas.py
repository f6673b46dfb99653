"""Limits for all processes together: how often an address did something in an hour, counted in the database.

Addresses are stored as digests, with a salt that belongs to the database, until the hour has passed.
"""

import hashlib
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from charidice.web.store.schema import quota, quota_salt

HOUR = 3600


class Use(NamedTuple):
    """A limited action of an address, and its limit per clock hour."""

    what: str
    address: str
    most: int


class QuotaExceeded(Exception):
    """An address has done something too often; `wait` is the seconds until it may again."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


def take(connection: Connection, use: Use, now: datetime) -> None:
    """Count one more in the transaction, after all others that are under way; raises QuotaExceeded."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = {"what": use.what, "client": _client(connection, use), "hour": _hour(now), "used": 1}
    one_more = insert(quota).values(row)
    counted = one_more.on_conflict_do_update(
        index_elements=[quota.c.what, quota.c.client, quota.c.hour],
        set_={"used": quota.c.used + 1},
        where=quota.c.used < use.most,
    )
    if use.most < 1 or connection.scalar(counted.returning(quota.c.used)) is None:
        raise _exceeded(now)


def check(connection: Connection, use: Use, now: datetime) -> None:
    """Raises QuotaExceeded if there could be no more; counts nothing."""
    query = select(quota.c.used).where(_row(connection, use, now))
    if (connection.scalar(query) or 0) >= use.most:
        raise _exceeded(now)


def forget(connection: Connection, now: datetime) -> None:
    """Delete the counts of earlier hours."""
    connection.execute(delete(quota).where(quota.c.hour < _hour(now)))


def _exceeded(now: datetime) -> QuotaExceeded:
    return QuotaExceeded(HOUR - now.timestamp() % HOUR)


def _hour(now: datetime) -> int:
    return int(now.timestamp() // HOUR)


def _row(connection: Connection, use: Use, now: datetime) -> ColumnElement[bool]:
    client = _client(connection, use)
    return and_(quota.c.what == use.what, quota.c.client == client, quota.c.hour == _hour(now))


def _client(connection: Connection, use: Use) -> str:
    salt = connection.scalars(select(quota_salt.c.salt)).one()
    return hashlib.blake2b(use.address.encode("utf-8", "replace"), key=salt, digest_size=16).hexdigest()
