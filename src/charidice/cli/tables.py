"""`charidice db tables`: the tables of a server, for its operator."""

import json
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from charidice.cli.arguments import add_db, add_json_below, add_switches
from charidice.cli.databases import database_of, existing
from charidice.cli.exit_codes import OK
from charidice.messages import Catalog
from charidice.record import dump_json
from charidice.rules.errors import Refused
from charidice.show.columns import aligned
from charidice.web.models import Fields
from charidice.web.store.backups import forget_checksum
from charidice.web.store.storage import Storage, TableSummary
from charidice.web.table.entries import replayed
from charidice.web.table.seating import names
from charidice.web.table.table import Table

FORMAT, VERSION = "charidice-tables", 1
MINUTES = len("2026-06-01T12:00")


class NoSuchTable(Refused):
    """A table that is missing or has no game yet."""


def add_tables(tables: ArgumentParser, texts: Catalog) -> None:
    """The switches of the list, which is also the default command."""
    add_switches(tables, texts, "json")
    add_db(tables, texts.say("cli.db.database"), SUPPRESS)


def add_tables_list(tables: ArgumentParser, texts: Catalog) -> None:
    add_json_below(tables, texts)
    add_db(tables, texts.say("cli.db.database"), SUPPRESS)


def add_table_ids(tables: ArgumentParser, texts: Catalog) -> None:
    tables.add_argument("tables", nargs="+", metavar="TABLE", help=texts.say("cli.db.tables.tables"))
    add_db(tables, texts.say("cli.db.database"), SUPPRESS)


def add_tables_show(tables: ArgumentParser, texts: Catalog) -> None:
    add_table_ids(tables, texts)
    add_json_below(tables, texts)


def list_tables(options: Namespace, texts: Catalog) -> int:
    with existing(database_of(options)) as storage:
        found = storage.tables()
    if options.json:
        _print_json([table._asdict() for table in found])
        return OK
    heads = ("table", "created", "last-event", "finished", "events")
    rows: list[list[object]] = [[texts.say(f"tables.head.{head}") for head in heads]]
    for table in found:
        moments = (table.created_at, table.last_event_at, table.finished_at)
        rows.append([table.id, *map(_minute, moments), table.seq + 1])
    print("\n".join(aligned(rows, "<<<<>")))
    return OK


@contextmanager
def _named(options: Namespace) -> Iterator[tuple[Storage, list[TableSummary]]]:
    """The database, and its tables that were named."""
    with existing(database_of(options)) as storage:
        every = {table.id: table for table in storage.tables()}
        for table in options.tables:
            if table not in every:
                raise NoSuchTable("unknown-table", text=table)
        yield storage, [every[table] for table in options.tables]


def show(options: Namespace, texts: Catalog) -> int:
    """Everything public about the tables."""
    shown = []
    with _named(options) as (storage, found):
        for summary in found:
            table = _replayed(storage, summary)
            players, log = names(table.seats, texts.language), table.events_since(-1)
            shown.append({**summary._asdict(), "stage": table.stage, "players": players, "log": log})
            if not options.json:
                print(texts.say("tables.title", table=table.id, players=texts.join(players)))
                rows = [[each["seq"], _minute(str(each["at"])), each["event"]] for each in log]
                print("\n".join(aligned(rows, "><<")))
    if options.json:
        _print_json(shown)
    return OK


def export(options: Namespace, _: Catalog) -> int:
    with _named(options) as (storage, found):
        for summary in found:
            table = _replayed(storage, summary)
            if table.match is None:
                raise NoSuchTable("not-started")
            print(dump_json(table.match.record.public()), end="")
    return OK


def remove(options: Namespace, texts: Catalog) -> int:
    with _named(options) as (storage, found):
        forget_checksum(storage)
        count = storage.remove({table.id: table.seq for table in found})
    print(texts.say("tables.removed", count=count))
    return OK


def _print_json(found: list[Fields]) -> None:
    print(json.dumps({"format": FORMAT, "version": VERSION, "tables": found}))


def _replayed(storage: Storage, summary: TableSummary) -> Table:
    stored = storage.load(summary.id)
    if stored is None:
        raise NoSuchTable("unknown-table", text=summary.id)
    return replayed(stored)


def _minute(moment: str | None) -> str:
    return (moment or "")[:MINUTES].replace("T", " ")
