"""A database copied into another is the same in all that counts, or nothing is copied."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import Connection, RowMapping, Table, insert

from charidice.web.store import copying
from charidice.web.store.copying import CannotCopy, Contents, copy
from charidice.web.store.history import HistoryStore
from charidice.web.store.schema import history_name, log
from charidice.web.store.storage import Addition, Storage, StoredEvent

from .conftest import NO_HISTORY, new_database
from .postgres import Postgres

NOON = "2026-06-01T12:00:00.000+00:00"


def event(seq: int) -> StoredEvent:
    return StoredEvent(seq, f"m{seq}", NOON, f'{{"seq": {seq}, "name": "Żółć 🎲 \\\\u0000"}}')


@pytest.fixture(params=[("sqlite", "postgresql"), ("postgresql", "sqlite")], ids=" to ".join)
def storages(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Storage, Storage]]:
    """One with a few tables, and an empty one."""
    with ExitStack() as stack:
        opened = [Storage(stack.enter_context(new_database(kind, tmp_path, request))) for kind in request.param]
        for storage in opened:
            stack.callback(storage.close)
            storage.migrate()
        source, target = opened
        for number in range(3):
            source.create(bytes([number]) * 32, Addition(f"t{number}", [event(0)], {0: "anna", 1: f"ben{number}"}))
            source.append_many([Addition(f"t{number}", [event(seq)], over=seq == 2) for seq in range(1, 2 + number)])
        source.add_link("link", "t1", 1, "ben1")
        yield source, target


def everything(storage: Storage) -> list[object]:
    tables = sorted(storage.tables())
    return [tables, [storage.load(table.id) for table in tables], sorted(storage.tables_of("anna", 10))]


def test_everything_is_copied_and_copying_again_changes_nothing(storages: tuple[Storage, Storage]) -> None:
    source, target = storages
    copied = copy(source, target)
    assert copied.rows == {"game_table": 3, "event": 9, "holder": 6, "personal_link": 1, **NO_HISTORY}
    assert everything(target) == everything(source)
    assert target.link_holder("link", "t1") == 1
    assert copy(source, target) == copied
    assert copy(target, source) == copied


def test_a_target_with_other_tables_is_left_alone(storages: tuple[Storage, Storage]) -> None:
    source, target = storages
    copy(source, target)
    target.append_many([Addition("t0", [event(5)])])
    before = everything(target)
    with pytest.raises(CannotCopy, match="target-not-empty"):
        copy(source, target)
    assert everything(target) == before


def test_an_interruption_leaves_nothing_and_the_copy_can_be_made_again(
    storages: tuple[Storage, Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = storages
    calls = iter(range(100))
    chunks = copying._chunks

    def interrupted(connection: Connection, table: Table) -> Iterator[list[RowMapping]]:
        # After the contents of both, in the middle of the copy.
        if next(calls) == 2 * len(copying.COPIED) + 2:
            raise KeyboardInterrupt
        return chunks(connection, table)

    with monkeypatch.context() as patched:
        patched.setattr(copying, "_chunks", interrupted)
        with pytest.raises(KeyboardInterrupt):
            copy(source, target)
    assert target.tables() == []
    assert copy(source, target).tables == 3


def test_what_is_written_meanwhile_is_not_copied_in_part(
    storages: tuple[Storage, Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = storages
    chunks = copying._chunks
    before = everything(source)

    def played_meanwhile(connection: Connection, table: Table) -> Iterator[list[RowMapping]]:
        if table is log and source.newest(["t0"]) == {"t0": 1}:
            assert source.append_many([Addition("t0", [event(2), event(3)])]) == [None]
        return chunks(connection, table)

    monkeypatch.setattr(copying, "_chunks", played_meanwhile)
    copy(source, target)
    assert everything(target) == before != everything(source)


def test_nul_is_copied_as_its_sign_and_counted(postgres: Postgres, tmp_path: Path) -> None:
    """Earlier versions let it into names of histories."""
    with ExitStack() as stack:
        addresses = f"sqlite:///{tmp_path / 'tables.db'}", stack.enter_context(postgres.new_database())
        source, target = map(Storage, addresses)
        for storage in (source, target):
            stack.callback(storage.close)
            storage.migrate()
        with source.writing() as connection:
            rows = [
                {"digest": "anna", "name": name, "called": called} for name, called in (("a\0b", "Mum"), ("ben", "Dad"))
            ]
            connection.execute(insert(history_name), rows)
        for _ in range(2):
            copied = copy(source, target)
            assert (copied.rows["history_name"], copied.replaced) == (2, 1)
            assert HistoryStore(target).names("anna") == {"a\u2400b": "Mum", "ben": "Dad"}
        assert HistoryStore(source).names("anna") == {"a\0b": "Mum", "ben": "Dad"}


@pytest.mark.parametrize(
    ("statement", "code", "table", "row"),
    [
        (
            f"UPDATE event SET at = '{'x' * 41}' WHERE table_id = 't2' AND seq = 1",
            "failed",
            "event",
            "table_id 't2', seq 1",
        ),
        (
            "UPDATE holder SET digest = CAST(x'ff61' AS TEXT) WHERE table_id = 't1' AND number = 1",
            "failed",
            "holder",
            "number 1",
        ),
        ("UPDATE event SET body = x'00' WHERE table_id = 't1' AND seq = 2", "differs", "event", "table_id 't1', seq 2"),
    ],
    ids=["too long", "no text", "bytes"],
)
@pytest.mark.parametrize("storages", [("sqlite", "postgresql")], indirect=True, ids=["to postgresql"])
def test_a_copy_that_fails_names_the_row(
    storages: tuple[Storage, Storage], statement: str, code: str, table: str, row: str
) -> None:
    source, target = storages
    with source.writing() as connection:
        connection.exec_driver_sql(statement)
    with pytest.raises(CannotCopy, match=f"copy-{code}-at") as failed:
        copy(source, target)
    assert failed.value.values["table"] == table
    assert row in str(failed.value.values["row"])
    assert target.tables() == []


def test_a_copy_that_differs_is_discarded(storages: tuple[Storage, Storage], monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = storages
    contents, digests = copying.contents, iter([0, 0, 1])
    monkeypatch.setattr(copying, "contents", lambda connection: Contents(contents(connection).rows, next(digests)))
    with pytest.raises(CannotCopy, match="copy-differs"):
        copy(source, target)
    assert target.tables() == []
