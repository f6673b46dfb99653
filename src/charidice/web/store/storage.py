"""The event log in a database: the source of truth, from which everything else is replayed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    ScalarSelect,
    delete,
    func,
    insert,
    make_url,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from charidice.web.clock import Calendar, utc
from charidice.web.store import quotas
from charidice.web.store.direct import DirectConnection
from charidice.web.store.engine import DatabaseFile, engines_of, file_of
from charidice.web.store.schema import game_table, holder, log, personal_link

POSTGRES_THREADS = 4
MIGRATION_LOCK = int.from_bytes(b"charidic")
"""The key of an advisory lock, which must differ from those of other programs in the database."""
EVENT = log.c.seq, log.c.move_id, log.c.at, log.c.body
# What a process executes for moves, of any number of tables at once: its own, and those at others. The latter finds all
# events from a seq that is known, which any table that exists has.
APPEND = {
    "postgresql": """
        INSERT INTO event (table_id, seq, move_id, at, body)
        SELECT new->>0, CAST(new->>1 AS integer), new->>2, new->>3, new->>4
        FROM json_array_elements(CAST(%(rows)s AS json)) AS new""",
    "sqlite": """
        INSERT INTO event (table_id, seq, move_id, at, body)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
               json_extract(value, '$[3]'), json_extract(value, '$[4]')
        FROM json_each(:rows)""",
}
EVENTS_FROM = {
    "postgresql": """
        SELECT event.* FROM json_array_elements(CAST(%(known)s AS json)) AS known, LATERAL (
            SELECT table_id, seq, move_id, at, body FROM event
            WHERE table_id = known->>0 AND seq >= CAST(known->>1 AS integer) ORDER BY seq
        ) AS event""",
    "sqlite": """
        SELECT table_id, seq, move_id, at, body FROM json_each(:known) AS known
        JOIN event ON table_id = json_extract(known.value, '$[0]') AND seq >= json_extract(known.value, '$[1]')
        ORDER BY seq""",
}


class LogConflict(Exception):
    """The seq or move_id is already in the log, by another writer, or the table is deleted."""


class StoredEvent(NamedTuple):
    seq: int
    move_id: str | None
    at: str
    """In the format of `timestamp`."""
    body: str


class StoredTable(NamedTuple):
    id: str
    seed: bytes
    events: list[StoredEvent]


class TableSummary(NamedTuple):
    id: str
    created_at: str
    finished_at: str | None
    last_event_at: str
    seq: int
    """Of its last event."""


class Addition(NamedTuple):
    """Events appended to one table's log, atomically."""

    table: str
    events: Sequence[StoredEvent]
    holders: Mapping[int, str] = MappingProxyType({})
    """New or changed browser digests, by holder number."""
    over: bool = False


def timestamp(moment: datetime | None = None) -> str:
    """A moment, or now, as ISO 8601 text in UTC, which sorts by time."""
    return (moment.astimezone(UTC) if moment else utc()).isoformat(timespec="milliseconds")


class Storage:
    """All tables of one database; each call is one transaction and returns after its commit."""

    def __init__(self, url: str | URL, now: Calendar = utc) -> None:
        self.now = now
        address = make_url(url)
        self.threads = POSTGRES_THREADS if address.get_backend_name() == "postgresql" else 1
        """The number of threads that may call it at once; SQLite allows one writer."""
        self._engines = engines_of(address)
        path = file_of(address)
        self.file = DatabaseFile(path) if path else None
        """None for PostgreSQL."""
        self._dialect = self._engines.writer.dialect.name
        self._appending, self._reading = (DirectConnection(self._engines.writer) for _ in range(2))

    def migrate(self) -> None:
        """Migrate the schema to the newest version; processes that start together do so one after the other."""
        config = _migrations()
        with self.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def has_schema(self) -> bool:
        """Whether it was migrated to any version."""
        with self.reading() as connection:
            return MigrationContext.configure(connection).get_current_revision() is not None

    def is_current(self) -> bool:
        """Whether the schema is that of this version."""
        with self.reading() as connection:
            return MigrationContext.configure(connection).get_current_revision() == _newest_revision()

    def create(
        self,
        seed: bytes,
        opening: Addition,
        announcement: Addition | None = None,
        use: quotas.Use | None = None,
    ) -> None:
        """Create a table, and announce it in the log of another; raises LogConflict if either log has these events.

        It may count as a use, which raises QuotaExceeded.
        """
        row = {"id": opening.table, "seed": seed, "created_at": opening.events[0].at}
        try:
            with self.writing() as connection:
                if use:
                    quotas.take(connection, use, self.now())
                connection.execute(insert(game_table), row)
                _add(connection, *filter(None, (opening, announcement)))
        except IntegrityError:
            raise LogConflict((announcement or opening).table) from None

    def load(self, table: str) -> StoredTable | None:
        if "\0" in table:
            # PostgreSQL knows no such text.
            return None
        with self.reading() as connection:
            query = select(game_table.c.id, game_table.c.seed).where(game_table.c.id == table)
            found = connection.execute(query).one_or_none()
            if found is None:
                return None
            events = connection.execute(select(*EVENT).where(log.c.table_id == table).order_by(log.c.seq))
            return StoredTable(*found, [StoredEvent(*event) for event in events])

    def events_after(self, seqs: Sequence[tuple[str, int]]) -> list[list[StoredEvent] | None]:
        """The events after a seq, for several tables; None if there is no such table."""
        found: dict[str, list[StoredEvent]] = {table: [] for table, _ in seqs}
        for table, *event in self._reading.execute(EVENTS_FROM[self._dialect], {"known": json.dumps(seqs)}):
            found[table].append(StoredEvent(*event))
        return [[event for event in found[table] if event.seq > seq] if found[table] else None for table, seq in seqs]

    def newest(self, tables: Sequence[str]) -> dict[str, int]:
        """The seq of the last event of each table that exists."""
        query = select(log.c.table_id, func.max(log.c.seq)).where(log.c.table_id.in_(tables)).group_by(log.c.table_id)
        with self.reading() as connection:
            return {table: seq for table, seq in connection.execute(query)}  # noqa: C416

    def append_many(self, additions: Sequence[Addition]) -> list[LogConflict | None]:
        """Append to several logs in one transaction; on a conflict, in one transaction each."""
        # In one order everywhere, so that two processes never wait for each other.
        ordered = sorted(additions, key=lambda addition: addition.table)
        try:
            if any(addition.holders or addition.over for addition in additions):
                with self.writing() as connection:
                    _add(connection, *ordered)
            else:
                # If it is executed twice, it conflicts with itself, and the next decision finds it in the log.
                with self._file_in_place():
                    self._appending.execute(APPEND[self._dialect], {"rows": _rows(ordered)})
        except IntegrityError:
            if len(additions) > 1:
                return [outcome for addition in additions for outcome in self.append_many([addition])]
            return [LogConflict(addition.table) for addition in additions]
        return [None] * len(additions)

    def tables_of(self, digest: str, most: int) -> list[str]:
        """Tables where a browser holds a seat, newest event first."""
        last = _last_event_of(holder.c.table_id).label("touched")
        query = (
            select(holder.c.table_id, last).where(holder.c.digest == digest, holder.c.deleted_at.is_(None)).distinct()
        )
        with self.reading() as connection:
            return [table for table, _ in connection.execute(query.order_by(last.desc()).limit(most))]

    def add_link(self, digest: str, table: str, number: int, browser: str) -> bool:
        """Store a personal link, unless the holder's browser is another one.

        It works until that changes or a newer link replaces it.
        """
        row = {"digest": digest, "table_id": table, "holder": number, "created_at": timestamp()}
        same = (personal_link.c.table_id == table) & (personal_link.c.holder == number)
        its_holder = (holder.c.table_id == table) & (holder.c.number == number) & (holder.c.digest == browser)
        with self.writing() as connection:
            # Waits for a change of the browser that is under way.
            if connection.scalar(select(holder.c.number).where(its_holder).with_for_update()) is None:
                return False
            connection.execute(delete(personal_link).where(same))
            connection.execute(insert(personal_link), row)
        return True

    def link_holder(self, digest: str, table: str) -> int | None:
        """The holder whose seats a personal link moves."""
        link = (personal_link.c.digest == digest) & (personal_link.c.table_id == table)
        with self.reading() as connection:
            return connection.scalar(select(personal_link.c.holder).where(link))

    def tables(self) -> list[TableSummary]:
        """All tables, newest event first."""
        last = _last_event_of(game_table.c.id).label("last")
        columns = game_table.c.id, game_table.c.created_at, game_table.c.finished_at, last, last_seq()
        with self.reading() as connection:
            return [TableSummary(*row) for row in connection.execute(select(*columns).order_by(last.desc()))]

    def old_tables(self, unfinished_before: str, finished_before: str | None) -> dict[str, int]:
        """Tables whose last event is older, with its seq."""
        last = _last_event_of(game_table.c.id)
        old: ColumnElement[bool] = game_table.c.finished_at.is_(None) & (last < unfinished_before)
        if finished_before is not None:
            old = or_(old, game_table.c.finished_at.is_not(None) & (last < finished_before))
        with self.reading() as connection:
            found = connection.execute(select(game_table.c.id, last_seq().label("seq")).where(old))
            return {row.id: row.seq for row in found}

    def remove(self, tables: Mapping[str, int]) -> int:
        """Delete tables with all their rows, unless events have followed the given seqs; returns how many."""
        with self.writing() as connection:
            removed = [_remove(connection, table, seq) for table, seq in tables.items()]
        return sum(removed)

    def take(self, use: quotas.Use) -> None:
        """Count one more use; raises QuotaExceeded."""
        with self.writing() as connection:
            quotas.take(connection, use, self.now())

    def check(self, use: quotas.Use) -> None:
        """Raises QuotaExceeded if there could be no more."""
        with self.reading() as connection:
            quotas.check(connection, use, self.now())

    def forget_uses(self) -> None:
        with self.writing() as connection:
            quotas.forget(connection, self.now())

    def close(self) -> None:
        for direct in (self._appending, self._reading):
            direct.close()
        self._engines.writer.dispose()
        if self.file:
            self.file.closed()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._file_in_place(), self._engines.writer.begin() as connection:
            yield connection

    @contextmanager
    def _file_in_place(self) -> Iterator[None]:
        """Raises FileGone before something is written that would be lost, and after it, before it is acknowledged."""
        if self.file:
            self.file.require()
        yield
        if self.file:
            self.file.written()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read transaction, so that several queries see one snapshot."""
        if self.file:
            # A new connection would make an empty file.
            self.file.require()
        with self._engines.reader.begin() as connection:
            yield connection


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", "charidice.web.store:migrations")
    return config


@cache
def _newest_revision() -> str | None:
    return ScriptDirectory.from_config(_migrations()).get_current_head()


def _add(connection: Connection, *additions: Addition) -> None:
    """Append to logs, all events in one statement."""
    connection.exec_driver_sql(APPEND[connection.dialect.name], {"rows": _rows(additions)})
    for table, events, holders, over in additions:
        for number, digest in holders.items():
            # Deleting the row cascades to the holder's personal link.
            connection.execute(delete(holder).where((holder.c.table_id == table) & (holder.c.number == number)))
            connection.execute(insert(holder), {"table_id": table, "number": number, "digest": digest})
        if over:
            finished = update(game_table).where(game_table.c.id == table)
            connection.execute(finished.values(finished_at=events[-1].at))


def _rows(additions: Sequence[Addition]) -> str:
    return json.dumps([(addition.table, *event) for addition in additions for event in addition.events])


def _last_event_of(table: ColumnElement[str]) -> ScalarSelect[str]:
    """Subquery for the time of a table's last event."""
    return select(log.c.at).where(log.c.table_id == table).order_by(log.c.seq.desc()).limit(1).scalar_subquery()


def last_seq(table: ColumnElement[str] = game_table.c.id) -> ScalarSelect[int]:
    """Subquery for the seq of the last event of a table, by default of a row of `game_table`."""
    return select(func.max(log.c.seq)).where(log.c.table_id == table).scalar_subquery()


def _remove(connection: Connection, table: str, seq: int) -> int:
    this = game_table.c.id == table
    # Waits for appends under way, which lock the row too.
    connection.execute(select(game_table.c.id).where(this).with_for_update())
    return connection.execute(delete(game_table).where(this, last_seq() == seq)).rowcount
