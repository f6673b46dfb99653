"""The history in the database, on SQLite and PostgreSQL."""

from collections.abc import Iterator

import pytest

from charidice.web.store.history import HistoryStore, ImportedGame, KeptTable
from charidice.web.store.quotas import QuotaExceeded, Use
from charidice.web.store.storage import Addition, Storage, StoredEvent, timestamp

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
    store.save_imported_summary(ANNA, "x", "reviewed")
    assert store.imported_game(ANNA, "x") == ImportedGame("x", "now", "longer", "reviewed")
    assert store.imported_game(BEN, "x") is None
    assert not store.delete_imported(BEN, "x")
    assert store.delete_imported(ANNA, "x")
    assert store.imported(ANNA) == {"y": ""}


def test_an_import_counts_in_the_same_transaction(store: HistoryStore) -> None:
    use = Use("import", "address", 1)
    store.save_imported(ANNA, [ImportedGame("x", "now", "", "")], use)
    with pytest.raises(QuotaExceeded):
        store.save_imported(ANNA, [ImportedGame("y", "now", "", "")], use)
    assert store.imported(ANNA) == {"x": ""}


def test_names_belong_to_a_browser(store: HistoryStore) -> None:
    store.save_names(ANNA, {"anna": "Mum", "łukasz": "Łukasz 🎲"})
    store.save_names(BEN, {"anna": "Anna"})
    store.save_names(ANNA, {"łukasz": "Dad"})
    assert store.names(ANNA) == {"łukasz": "Dad"}
    assert store.names(BEN) == {"anna": "Anna"}
    store.save_names(ANNA, {})
    assert store.names(ANNA) == {}
