"""The history of browsers in the database: which games each keeps, their summaries, imported games and names."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from charidice.web.refusals import WebRefused
from charidice.web.store import quotas
from charidice.web.store.schema import game_summary, game_table, history_name, holder, imported_game
from charidice.web.store.storage import Storage, last_seq, timestamp

MOST_NAMES = 3_000
"""Of one browser."""
# One statement for all names, to keep the lock short.
ADD_NAMES = {
    "postgresql": """
        INSERT INTO history_name (digest, name, called)
        SELECT %(digest)s, pair->>0, pair->>1 FROM json_array_elements(CAST(%(names)s AS json)) AS pair""",
    "sqlite": """
        INSERT INTO history_name (digest, name, called)
        SELECT :digest, json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:names) WHERE true""",
}
KEEP_NAME = " ON CONFLICT (digest, name) DO NOTHING"
REPLACE_NAME = (
    " ON CONFLICT (digest, name) DO UPDATE SET called = excluded.called WHERE history_name.called <> excluded.called"
)


class KeptTable(NamedTuple):
    """A table in the history of a browser."""

    id: str
    holders: tuple[int, ...]
    """The holder numbers of the browser."""
    seq: int
    """Of its last event."""
    summary_seq: int | None
    """The seq that its summary was made at, None without one."""
    summary: str | None
    others: int
    """How many other browsers keep it."""

    @property
    def is_summed_up(self) -> bool:
        return self.summary_seq == self.seq


class ImportedGame(NamedTuple):
    id: str
    imported_at: str
    body: str
    summary: str


class HistoryStore:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def tables(self, digest: str, after: str = "", most: int | None = None) -> list[KeptTable]:
        """The tables in the order of their ids, optionally a page of them."""
        seq = last_seq(holder.c.table_id).label("seq")
        columns = holder.c.table_id, holder.c.number, seq, game_summary.c.seq, game_summary.c.body
        own = holder.alias()
        kept = (own.c.digest == digest) & own.c.deleted_at.is_(None) & (own.c.table_id > after)
        part = select(own.c.table_id).where(kept).distinct().order_by(own.c.table_id).limit(most)
        mine = (holder.c.digest == digest) & holder.c.deleted_at.is_(None) & holder.c.table_id.in_(part)
        joined = holder.outerjoin(game_summary, game_summary.c.table_id == holder.c.table_id)
        fellows = holder.alias()
        keeping = (
            select(fellows.c.table_id, func.count(fellows.c.digest.distinct()))
            .join(holder, holder.c.table_id == fellows.c.table_id)
            .where(mine, fellows.c.deleted_at.is_(None), fellows.c.digest != digest)
            .group_by(fellows.c.table_id)
        )
        with self._storage.reading() as connection:
            counts = {table: count for table, count in connection.execute(keeping)}  # noqa: C416
            found: dict[str, KeptTable] = {}
            rows = connection.execute(select(*columns).select_from(joined).where(mine).order_by(holder.c.table_id))
            for table, number, newest, summary_seq, summary in rows:
                holders = found[table].holders if table in found else ()
                numbers, others = (*holders, number), counts.get(table, 0)
                found[table] = KeptTable(table, numbers, newest, summary_seq, summary, others)
        return list(found.values())

    def save_summaries(self, summaries: Mapping[str, tuple[int, str]]) -> None:
        """By table, the seq it was made at and the summary; a table deleted meanwhile is left out."""
        with self._storage.writing() as connection:
            for table in _existing(connection, summaries):
                seq, body = summaries[table]
                adding = _insert(connection)(game_summary).values(table_id=table, seq=seq, body=body)
                connection.execute(
                    adding.on_conflict_do_update(index_elements=["table_id"], set_={"seq": seq, "body": body})
                )

    def kept_of(self, digest: str, tables: Collection[str]) -> dict[str, str | None]:
        """Those of the tables that are in the history of a browser, with their summaries."""
        mine = (holder.c.digest == digest) & holder.c.deleted_at.is_(None) & holder.c.table_id.in_(tables)
        joined = holder.outerjoin(game_summary, game_summary.c.table_id == holder.c.table_id)
        with self._storage.reading() as connection:
            found = connection.execute(select(holder.c.table_id, game_summary.c.body).select_from(joined).where(mine))
            return {table: summary for table, summary in found}  # noqa: C416

    def delete_table(self, digest: str, table: str) -> bool:
        """Delete a game from the history of a browser; the table itself with the last history that has it.

        Returns whether the table is deleted.
        """
        kept = (holder.c.table_id == table) & holder.c.deleted_at.is_(None)
        with self._storage.writing() as connection:
            # Waits for appends under way, which lock the row too, and for others who delete it.
            connection.execute(select(game_table.c.id).where(game_table.c.id == table).with_for_update())
            mine = update(holder).where(kept, holder.c.digest == digest)
            if not connection.execute(mine.values(deleted_at=timestamp())).rowcount:
                return False
            if connection.scalar(select(func.count()).select_from(holder).where(kept)):
                return False
            return connection.execute(delete(game_table).where(game_table.c.id == table)).rowcount > 0

    def imported(self, digest: str, after: str = "", most: int | None = None) -> dict[str, str]:
        """The summaries of imported games by id, in its order; their records may be large."""
        mine = (imported_game.c.digest == digest) & (imported_game.c.id > after)
        query = select(imported_game.c.id, imported_game.c.summary).where(mine).order_by(imported_game.c.id)
        with self._storage.reading() as connection:
            return {id: summary for id, summary in connection.execute(query.limit(most))}  # noqa: C416

    def imported_ids(self, digest: str) -> set[str]:
        with self._storage.reading() as connection:
            return set(connection.scalars(select(imported_game.c.id).where(imported_game.c.digest == digest)))

    def imported_game(self, digest: str, id: str) -> ImportedGame | None:
        with self._storage.reading() as connection:
            row = connection.execute(select(*_IMPORTED).where(_imported(digest, id))).one_or_none()
            return row and ImportedGame(*row)

    def save_imported(self, digest: str, games: Iterable[ImportedGame]) -> None:
        """Add games or replace them."""
        with self._storage.writing() as connection:
            for game in games:
                adding = _insert(connection)(imported_game).values(digest=digest, **game._asdict())
                changed = {"body": game.body, "summary": game.summary}
                connection.execute(adding.on_conflict_do_update(index_elements=["digest", "id"], set_=changed))

    def save_imported_summary(self, digest: str, id: str, summary: str) -> None:
        with self._storage.writing() as connection:
            connection.execute(update(imported_game).where(_imported(digest, id)).values(summary=summary))

    def delete_imported(self, digest: str, ids: Collection[str]) -> int:
        """Returns how many there were."""
        mine = (imported_game.c.digest == digest) & imported_game.c.id.in_(ids)
        with self._storage.writing() as connection:
            return connection.execute(delete(imported_game).where(mine)).rowcount

    def names(self, digest: str) -> dict[str, str]:
        query = select(history_name.c.name, history_name.c.called).where(history_name.c.digest == digest)
        with self._storage.reading() as connection:
            return {name: called for name, called in connection.execute(query)}  # noqa: C416

    def save_names(
        self, digest: str, names: Mapping[str, str], use: quotas.Use | None = None, replace: bool = True
    ) -> None:
        """Add names, and replace those that are there or leave them; writes only what differs.

        May count as a use, which raises QuotaExceeded; WebRefused if there are too many names.
        """
        # In one order everywhere, so that two processes never wait for each other.
        parameters = {"digest": digest, "names": json.dumps(sorted(names.items()))}
        with self._storage.writing() as connection:
            if use:
                quotas.take(connection, use, self._storage.now())
            before = _count_names(connection, digest)
            add, on_conflict = ADD_NAMES[connection.dialect.name], REPLACE_NAME if replace else KEEP_NAME
            connection.exec_driver_sql(add + on_conflict, parameters)
            if _count_names(connection, digest) > max(before, MOST_NAMES):
                raise WebRefused("too-many-names", most=MOST_NAMES)

    def delete_names(self, digest: str, names: Iterable[str], use: quotas.Use | None = None) -> None:
        """May count as a use, which raises QuotaExceeded."""
        with self._storage.writing() as connection:
            if use:
                quotas.take(connection, use, self._storage.now())
            mine = (history_name.c.digest == digest) & history_name.c.name.in_([*names])
            connection.execute(delete(history_name).where(mine))


_IMPORTED = imported_game.c.id, imported_game.c.imported_at, imported_game.c.body, imported_game.c.summary


def _imported(digest: str, id: str) -> ColumnElement[bool]:
    return (imported_game.c.digest == digest) & (imported_game.c.id == id)


def _insert(connection: Connection) -> Callable[[Table], postgresql.Insert | sqlite.Insert]:
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert


def _count_names(connection: Connection, digest: str) -> int:
    return connection.scalar(select(func.count()).select_from(history_name).where(history_name.c.digest == digest)) or 0


def _existing(connection: Connection, tables: Iterable[str]) -> list[str]:
    """Those that are there, locked until the end of the transaction."""
    query = select(game_table.c.id).where(game_table.c.id.in_([*tables])).order_by(game_table.c.id)
    return list(connection.scalars(query.with_for_update(read=True)))
