"""The entries of a log as they are stored, and those of a table that is not stored yet."""

from charidice.rules.dice import DiceSet
from charidice.web.door.tokens import new_id
from charidice.web.events import Created, Entry, TableEvent, read, write
from charidice.web.store.storage import Addition, StoredEvent, StoredTable, timestamp
from charidice.web.table.table import Table


def stored(entry: Entry, dice_set: DiceSet) -> StoredEvent:
    return StoredEvent(entry.seq, entry.move_id, entry.at, write(entry.event, dice_set))


def entry_of(event: StoredEvent, dice_set: DiceSet) -> Entry:
    return Entry(event.seq, event.move_id, event.at, read(event.body, dice_set))


def replayed(found: StoredTable) -> Table:
    table = Table(found.id, found.seed)
    for event in found.events:
        table.apply(entry_of(event, table.dice_set))
    return table


def new_table(created: Created, seed: bytes, table_id: str | None = None) -> Table:
    table = Table(table_id or new_id(), seed)
    append(table, created)
    return table


def append(table: Table, event: TableEvent) -> None:
    """Apply an event to a table that is not stored yet."""
    table.apply(Entry(table.seq + 1, None, timestamp(), event))


def first_events(table: Table) -> Addition:
    """The whole log of a new table."""
    return Addition(table.id, [stored(entry, table.dice_set) for entry in table.log], table.browsers)
