"""`charidice tables`: the tables of a server, for its operator."""

import json
from argparse import Namespace
from collections.abc import Callable

from charidice.cli.databases import database_of, existing
from charidice.cli.exit_codes import OK
from charidice.columns import aligned
from charidice.messages import Catalog
from charidice.record import dump_json
from charidice.rules.errors import Refused
from charidice.web.models import Fields
from charidice.web.store.backups import forget_checksum
from charidice.web.store.storage import Storage, TableSummary
from charidice.web.table.entries import replayed
from charidice.web.table.opening import names
from charidice.web.table.table import Table

FORMAT, VERSION = "charidice-tables", 1
MINUTES = len("2026-06-01T12:00")


class NoSuchTable(Refused):
    """A table that is missing, was not named or has no game yet."""


def tables(options: Namespace, texts: Catalog) -> int:
    """List, show, export or remove tables."""
    with existing(database_of(options)) as storage:
        found = _chosen(storage, options)
        ACTIONS[options.action](storage, found, options, texts)
    return OK


def _chosen(storage: Storage, options: Namespace) -> list[TableSummary]:
    """The tables that were named, or all of them for a list."""
    every = {table.id: table for table in storage.tables()}
    if not options.tables and options.action != "list":
        raise NoSuchTable("which-table", text=options.action)
    for table in options.tables:
        if table not in every:
            raise NoSuchTable("unknown-table", text=table)
    return [every[table] for table in options.tables or every]


def _list(_: Storage, found: list[TableSummary], options: Namespace, texts: Catalog) -> None:
    if options.json:
        _print_json([table._asdict() for table in found])
        return
    heads = ("table", "created", "last-event", "finished", "events")
    rows: list[list[object]] = [[texts.say(f"tables.head.{head}") for head in heads]]
    for table in found:
        moments = (table.created_at, table.last_event_at, table.finished_at)
        rows.append([table.id, *map(_minute, moments), table.seq + 1])
    print("\n".join(aligned(rows, "<<<<>")))


def _show(storage: Storage, found: list[TableSummary], options: Namespace, texts: Catalog) -> None:
    """Everything that anybody at the tables may see."""
    shown = []
    for summary in found:
        table = _replayed(storage, summary)
        players, log = names(table.seats, texts.language), table.events_since(-1)
        shown.append({**summary._asdict(), "stage": table.stage, "players": players, "log": log})
        if not options.json:
            print(texts.say("tables.title", table=table.id, players=texts.join(players)))
            print("\n".join(aligned([[each["seq"], _minute(str(each["at"])), each["event"]] for each in log], "><<")))
    if options.json:
        _print_json(shown)


def _export(storage: Storage, found: list[TableSummary], _: Namespace, __: Catalog) -> None:
    for summary in found:
        table = _replayed(storage, summary)
        if table.match is None:
            raise NoSuchTable("not-started")
        print(dump_json(table.match.record.public()), end="")


def _remove(storage: Storage, found: list[TableSummary], _: Namespace, texts: Catalog) -> None:
    forget_checksum(storage)
    count = storage.remove({table.id: table.seq for table in found})
    print(texts.say("tables.removed", count=count))


ACTIONS: dict[str, Callable[[Storage, list[TableSummary], Namespace, Catalog], None]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "remove": _remove,
}


def _print_json(found: list[Fields]) -> None:
    print(json.dumps({"format": FORMAT, "version": VERSION, "tables": found}))


def _replayed(storage: Storage, summary: TableSummary) -> Table:
    stored = storage.load(summary.id)
    if stored is None:
        raise NoSuchTable("unknown-table", text=summary.id)
    return replayed(stored)


def _minute(moment: str | None) -> str:
    return (moment or "")[:MINUTES].replace("T", " ")
