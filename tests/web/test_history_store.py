"""The history in the database, on SQLite and PostgreSQL."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.event import listen

from charidice.web.refusals import WebRefused
from charidice.web.store.history import MOST_NAMES, HistoryStore, ImportedGame, KeptTable
from charidice.web.store.quotas import QuotaExceeded, Use
from charidice.web.store.storage import Addition, Storage, StoredEvent, timestamp

from .conftest import databases

kind = databases("sqlite", "postgresql")
ANNA, BEN = "a" * 64, "b" * 64


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    found = Storage(database)
    found.migrate()
    yield found
    found.close()


@pytest.fixture
def store(storage: Storage) -> HistoryStore:
    return HistoryStore(storage)


def event(seq: int) -> StoredEvent:
    return StoredEvent(seq, None, timestamp(), "{}")


def opened(storage: Storage, table: str, *digests: str) -> None:
    storage.create(bytes(32), Addition(table, [event(0)], dict(enumerate(digests))))


def test_tables_with_all_seats_of_a_browser_and_how_many_others_keep_them(
    storage: Storage, store: HistoryStore
) -> None:
    opened(storage, "one", ANNA, BEN, ANNA)
    opened(storage, "two", ANNA)
    found = {table.id: table for table in store.tables(ANNA)}
    assert found == {
        "one": KeptTable("one", (0, 2), 0, None, None, 1),
        "two": KeptTable("two", (0,), 0, None, None, 0),
    }
    assert [table.id for table in store.tables(BEN)] == ["one"]
    assert [store.tables(ANNA, after, 1) for after in ("", "one", "two")] == [[found["one"]], [found["two"]], []]
    assert store.tables("c" * 64) == []


def test_a_summary_counts_until_something_happens(storage: Storage, store: HistoryStore) -> None:
    opened(storage, "one", ANNA)
    store.save_summaries({"one": (0, "first"), "gone": (0, "of a table deleted meanwhile")})
    [table] = store.tables(ANNA)
    assert (table.summary, table.is_summed_up) == ("first", True)
    storage.append_many([Addition("one", [event(1)])])
    [table] = store.tables(ANNA)
    assert (table.summary, table.is_summed_up) == ("first", False)
    store.save_summaries({"one": (1, "second")})
    [table] = store.tables(ANNA)
    assert (table.summary, table.is_summed_up) == ("second", True)


def test_a_table_is_deleted_with_the_last_history_that_has_it(storage: Storage, store: HistoryStore) -> None:
    opened(storage, "one", ANNA, BEN)
    store.save_summaries({"one": (0, "summary")})
    assert not store.delete_table("c" * 64, "one")
    assert not store.delete_table(ANNA, "one")
    assert store.tables(ANNA) == []
    assert storage.tables_of(ANNA, 20) == []
    assert storage.load("one")
    assert not store.delete_table(ANNA, "one")
    [table] = store.tables(BEN)
    assert table.others == 0
    assert store.delete_table(BEN, "one")
    assert storage.load("one") is None


def test_seats_moved_to_another_device_are_in_its_history(storage: Storage, store: HistoryStore) -> None:
    opened(storage, "one", ANNA)
    store.delete_table(BEN, "one")
    storage.append_many([Addition("one", [event(1)], {0: BEN})])
    assert store.tables(ANNA) == []
    assert [table.id for table in store.tables(BEN)] == ["one"]


def test_imported_games_are_replaced_by_themselves(store: HistoryStore) -> None:
    store.save_imported(ANNA, [ImportedGame("x", "now", "body", "summary"), ImportedGame("y", "now", "", "")])
    store.save_imported(ANNA, [ImportedGame("x", "later", "longer", "new")])
    assert store.imported(ANNA) == {"x": "new", "y": ""}
    assert [store.imported(ANNA, after, 1) for after in ("", "x", "y")] == [{"x": "new"}, {"y": ""}, {}]
    assert store.imported_ids(ANNA) == {"x", "y"}
    store.save_imported_summary(ANNA, "x", "reviewed")
    assert store.imported_game(ANNA, "x") == ImportedGame("x", "now", "longer", "reviewed")
    assert store.imported_game(BEN, "x") is None
    assert store.delete_imported(BEN, ["x"]) == 0
    assert store.delete_imported(ANNA, ["x", "z"]) == 1
    assert store.imported(ANNA) == {"y": ""}


def test_names_belong_to_a_browser_and_only_those_given_change(store: HistoryStore) -> None:
    store.save_names(ANNA, {"anna": "Mum", "łukasz": "Łukasz 🎲"})
    store.save_names(BEN, {"anna": "Anna"})
    store.save_names(ANNA, {"łukasz": "Dad", "ola": "Ola"})
    assert store.names(ANNA) == {"anna": "Mum", "łukasz": "Dad", "ola": "Ola"}
    store.save_names(ANNA, {"anna": "Somebody", "dan": "Dan"}, replace=False)
    assert store.names(ANNA) == {"anna": "Mum", "łukasz": "Dad", "ola": "Ola", "dan": "Dan"}
    store.delete_names(ANNA, ["anna", "łukasz", "nobody"])
    assert store.names(ANNA) == {"ola": "Ola", "dan": "Dan"}
    assert store.names(BEN) == {"anna": "Anna"}


def test_what_is_the_same_is_not_written(storage: Storage, store: HistoryStore) -> None:
    written: list[int] = []
    store.save_names(ANNA, {"anna": "Mum", "ben": "Ben"})
    with storage.writing() as connection:
        engine = connection.engine

    def note(_: object, cursor: Any, statement: str, *__: object) -> None:
        if statement.lstrip().startswith(("INSERT", "DELETE", "UPDATE")):
            written.append(cursor.rowcount)

    listen(engine, "after_cursor_execute", note)
    store.save_names(ANNA, {"anna": "Mum", "ben": "Ben"})
    store.save_names(ANNA, {"anna": "Somebody", "ben": "Else"}, replace=False)
    store.save_names(ANNA, {"anna": "Mum", "ben": "Benjamin"})
    assert written == [0, 0, 1]


def test_a_history_has_a_limit_of_names(store: HistoryStore) -> None:
    names = {f"n{number}": "Anna" for number in range(MOST_NAMES)}
    store.save_names(ANNA, names)
    with pytest.raises(WebRefused, match="too-many-names"):
        store.save_names(ANNA, {"one more": "Ben", "n0": "Ben"})
    assert store.names(ANNA) == names
    store.save_names(ANNA, {"n0": "Ben"})
    store.delete_names(ANNA, ["n1"])
    store.save_names(ANNA, {"one more": "Ben"})
    assert len(store.names(ANNA)) == MOST_NAMES


def test_changing_names_counts_in_the_same_transaction(store: HistoryStore) -> None:
    use = Use("names", "address", 2)
    store.save_names(ANNA, {"anna": "Mum"}, use)
    store.delete_names(ANNA, ["nobody"], use)
    with pytest.raises(QuotaExceeded):
        store.save_names(ANNA, {"ben": "Dad"}, use)
    with pytest.raises(QuotaExceeded):
        store.delete_names(ANNA, ["anna"], use)
    assert store.names(ANNA) == {"anna": "Mum"}
