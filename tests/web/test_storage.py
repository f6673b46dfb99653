"""The event log survives crashes and concurrent processes: no acknowledged event is lost."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, func, select

from charidice.web.store.copying import COPIED
from charidice.web.store.schema import metadata
from charidice.web.store.storage import Addition, LogConflict, Storage, StoredEvent, StoredTable, timestamp

from .conftest import NO_HISTORY, databases
from .postgres import Postgres

kind = databases("sqlite", "postgresql")
SEED = bytes(range(32))
NOON = "2026-06-01T12:00:00.000+00:00"


def event(seq: int, move_id: str | None = None, at: str = NOON) -> StoredEvent:
    return StoredEvent(seq, move_id, at, f'{{"seq": {seq}, "name": "Żółć 🎲"}}')


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    opened = Storage(database)
    opened.migrate()
    yield opened
    opened.close()


def new_table(storage: Storage, name: str = "t", holders: Sequence[str] = ("anna",), at: str = NOON) -> None:
    storage.create(SEED, Addition(name, [event(0, at=at)], dict(enumerate(holders))))


def log_of(storage: Storage, name: str = "t") -> list[StoredEvent]:
    table = storage.load(name)
    assert table is not None
    return table.events


def append(storage: Storage, addition: Addition) -> None:
    (conflict,) = storage.append_many([addition])
    if conflict:
        raise conflict


# The log


def test_a_table_is_loaded_as_it_was_kept(storage: Storage) -> None:
    new_table(storage)
    append(storage, Addition("t", [event(1, "m1"), event(2, "m2")]))
    append(storage, Addition("t", [event(3)]))
    assert storage.load("t") == StoredTable("t", SEED, [event(0), event(1, "m1"), event(2, "m2"), event(3)])
    assert [storage.load(name) for name in ("other", "", "\0", "\x7f" * 1000, "🎲")] == [None] * 5


def test_the_log_is_in_the_order_of_its_numbers(storage: Storage) -> None:
    new_table(storage)
    for seq in (2, 10, 1, 9):
        append(storage, Addition("t", [event(seq)]))
    assert [stored.seq for stored in log_of(storage)] == [0, 1, 2, 9, 10]


def test_a_number_of_the_log_is_given_once(storage: Storage) -> None:
    new_table(storage)
    append(storage, Addition("t", [event(1, "m1")]))
    with pytest.raises(LogConflict):
        append(storage, Addition("t", [event(1, "m2")]))
    assert log_of(storage) == [event(0), event(1, "m1")]


def test_a_move_is_made_once(storage: Storage) -> None:
    new_table(storage)
    append(storage, Addition("t", [event(1, "m1")]))
    for seq in (1, 2):
        with pytest.raises(LogConflict):
            append(storage, Addition("t", [event(seq, "m1")]))
    assert log_of(storage) == [event(0), event(1, "m1")]


def test_other_tables_have_numbers_and_moves_of_their_own(storage: Storage) -> None:
    new_table(storage, "t")
    new_table(storage, "u")
    append(storage, Addition("t", [event(1, "m1")]))
    append(storage, Addition("u", [event(1, "m1")]))
    assert log_of(storage, "t") == log_of(storage, "u")


def test_what_conflicts_in_part_leaves_nothing(storage: Storage) -> None:
    new_table(storage)
    append(storage, Addition("t", [event(2)]))
    with pytest.raises(LogConflict):
        append(storage, Addition("t", [event(1), event(2)], {1: "ben"}, over=True))
    assert log_of(storage) == [event(0), event(2)]
    assert storage.tables_of("ben", 10) == []
    assert storage.old_tables(timestamp(), None) == {"t": 2}, "it is not over"


def test_a_table_that_is_gone_takes_no_events(storage: Storage) -> None:
    with pytest.raises(LogConflict):
        append(storage, Addition("gone", [event(0)]))


def test_whoever_knows_the_log_in_part_is_given_the_rest(storage: Storage) -> None:
    for name in "tuvw":
        new_table(storage, name)
        append(storage, Addition(name, [event(1, "m1"), event(2)]))
    known = [("t", 0), ("gone", 0), ("u", 1), ("v", 2)]
    assert storage.events_after(known) == [[event(1, "m1"), event(2)], None, [event(2)], []]


def test_a_connection_that_the_database_cut_is_replaced(postgres: Postgres) -> None:
    with postgres.new_database() as url:
        storage = Storage(url)
        storage.migrate()
        new_table(storage)
        for seq in (1, 2):
            append(storage, Addition("t", [event(seq)]))
            assert storage.events_after([("t", seq - 1)]) == [[event(seq)]]
            postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'charidice'")
        storage.close()


def test_of_many_additions_each_succeeds_or_fails_by_itself(storage: Storage) -> None:
    for name in "tuv":
        new_table(storage, name)
    append(storage, Addition("u", [event(1)]))
    additions = [Addition("t", [event(1)], {1: "ben"}), Addition("u", [event(1)]), Addition("v", [event(1)])]
    outcomes = storage.append_many([*additions, Addition("v", [event(2)])])
    assert [conflict is None for conflict in outcomes] == [True, False, True, True]
    assert [len(log_of(storage, name)) for name in "tuv"] == [2, 2, 3]
    assert storage.tables_of("ben", 10) == ["t"]


def test_a_table_is_made_whole_or_not_at_all(storage: Storage) -> None:
    with pytest.raises(LogConflict):
        storage.create(SEED, Addition("t", [event(0), event(0)]))
    assert storage.load("t") is None
    new_table(storage)


# Two writers


def test_of_two_writers_one_wins_and_the_other_is_told(storage: Storage, database: str) -> None:
    new_table(storage)
    other = Storage(database)
    wins: list[str] = []

    def write(writer: Storage, name: str) -> None:
        for seq in range(1, 51):
            try:
                append(writer, Addition("t", [event(seq, f"{name}{seq}")]))
                wins.append(f"{name}{seq}")
            except LogConflict:
                continue

    threads = [threading.Thread(target=write, args=pair) for pair in ((storage, "a"), (other, "b"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    assert sorted(stored.move_id or "" for stored in log_of(storage)[1:]) == sorted(wins)
    assert len(wins) == 50


def test_a_writer_waits_for_another_instead_of_failing(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
    storage.migrate()
    new_table(storage)
    blocking = sqlite3.connect(tmp_path / "tables.db", isolation_level=None, check_same_thread=False)
    blocking.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.2, lambda: blocking.execute("COMMIT"))
    release.start()
    append(storage, Addition("t", [event(1)]))
    release.join()
    blocking.close()
    assert len(log_of(storage)) == 2
    storage.close()


# Crashes

WRITER = """
import sys
from charidice.web.store.storage import Addition, Storage, StoredEvent, timestamp
storage = Storage(sys.argv[1])
storage.migrate()
storage.create(bytes(32), Addition("t", [StoredEvent(0, None, timestamp(), "{}")]))
for seq in range(1, 100_000):
    storage.append_many([Addition("t", [StoredEvent(seq, f"m{seq}", timestamp(), "{}")])])
    print(seq, flush=True)
"""


def test_whatever_was_acknowledged_before_a_crash_is_there_after_it(database: str) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, database], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(20):
        writer.stdout.readline()
    writer.send_signal(signal.SIGKILL)
    acknowledged = 20 + len(writer.stdout.read().split())
    writer.stdout.close()
    assert writer.wait() == -signal.SIGKILL

    storage = Storage(database)
    storage.migrate()
    numbers = [stored.seq for stored in log_of(storage)]
    assert numbers == list(range(len(numbers))), "no gap"
    assert len(numbers) - 1 in (acknowledged, acknowledged + 1), "the last one may be on its way to us"
    append(storage, Addition("t", [event(len(numbers))]))
    storage.close()


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)]
)
def test_sqlite_is_set_up_to_lose_nothing(tmp_path: Path, pragma: str, value: object) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
    with storage._engines.reader.connect() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
    storage.close()


# The schema


def test_migrations_lead_from_nothing_to_the_schema(storage: Storage, database: str) -> None:
    engine = create_engine(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_migrating_again_changes_nothing(storage: Storage, capfd: pytest.CaptureFixture[str]) -> None:
    new_table(storage)
    storage.migrate()
    assert len(log_of(storage)) == 1
    assert capfd.readouterr() == ("", "")


def test_two_servers_may_start_at_once(database: str) -> None:
    storages = [Storage(database) for _ in range(4)]
    failed: list[BaseException] = []

    def migrate(storage: Storage) -> None:
        try:
            storage.migrate()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=migrate, args=(storage,)) for storage in storages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for storage in storages:
        storage.close()
    assert failed == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_only_the_owner_can_read_the_seeds(tmp_path: Path) -> None:
    path = tmp_path / "folder with spaces" / "50% of #1?.db"
    before = os.umask(0)
    try:
        storage = Storage(f"sqlite:///{str(path).replace('?', '%3F')}")
        storage.migrate()
    finally:
        os.umask(before)
    modes = {file.suffix: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    storage.close()
    assert modes == {".db": 0o600, ".db-shm": 0o600, ".db-wal": 0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


# Who holds what


def test_a_browser_finds_the_tables_where_it_has_come(storage: Storage) -> None:
    new_table(storage, holders=["anna", "ben"])
    append(storage, Addition("t", [event(1)], {2: "cleo"}))
    append(storage, Addition("t", [event(2)], {1: "bens phone"}))
    found = {browser: storage.tables_of(browser, 10) for browser in ("anna", "ben", "bens phone", "cleo")}
    assert found == {"anna": ["t"], "ben": [], "bens phone": ["t"], "cleo": ["t"]}


def test_the_tables_of_a_browser_come_with_the_latest_first(storage: Storage) -> None:
    for name, hour in (("old", 1), ("new", 3), ("middle", 2)):
        new_table(storage, name, at=f"2026-06-01T0{hour}:00:00.000+00:00")
    new_table(storage, "not mine", holders=["ben"])
    assert storage.tables_of("anna", 10) == ["new", "middle", "old"]
    append(storage, Addition("old", [event(1, at="2026-06-01T09:00:00.000+00:00")]))
    assert storage.tables_of("anna", 2) == ["old", "new"]
    assert storage.tables_of("nobody", 10) == []


def test_a_personal_link_works_until_another_browser_has_the_number(storage: Storage) -> None:
    new_table(storage, holders=["anna", "ben"])
    storage.add_link("annas", "t", 0, "anna")
    storage.add_link("bens", "t", 1, "ben")
    assert storage.link_holder("bens", "t") == 1
    append(storage, Addition("t", [event(1)], {1: "bens phone"}))
    assert storage.link_holder("bens", "t") is None
    assert storage.link_holder("annas", "t") == 0


def test_a_link_is_not_used_up_by_what_was_not_written(storage: Storage) -> None:
    new_table(storage)
    storage.add_link("link", "t", 0, "anna")
    with pytest.raises(LogConflict):
        append(storage, Addition("t", [event(0)], {0: "phone"}))
    assert storage.link_holder("link", "t") == 0
    assert storage.tables_of("phone", 10) == []


def test_a_new_personal_link_replaces_the_old_one(storage: Storage) -> None:
    new_table(storage, holders=["anna", "ben"])
    storage.add_link("first", "t", 0, "anna")
    storage.add_link("bens", "t", 1, "ben")
    storage.add_link("second", "t", 0, "anna")
    assert [storage.link_holder(link, "t") for link in ("first", "second", "bens")] == [None, 0, 1]


def test_a_personal_link_is_for_the_browser_that_has_the_number(storage: Storage) -> None:
    new_table(storage, holders=["anna", "ben"])
    assert not storage.add_link("stolen", "t", 0, "ben")
    assert not storage.add_link("of nobody", "t", 2, "ben")
    assert not storage.add_link("nowhere", "u", 0, "anna")
    assert storage.add_link("annas", "t", 0, "anna")
    assert [storage.link_holder(link, "t") for link in ("stolen", "of nobody", "annas")] == [None, None, 0]


def test_a_personal_link_is_for_its_own_table(storage: Storage) -> None:
    new_table(storage, "t")
    new_table(storage, "u", holders=["ben"])
    storage.add_link("link", "t", 0, "anna")
    assert storage.link_holder("link", "u") is None


# Old tables


def test_old_unfinished_tables_are_removed_with_all_that_is_theirs(storage: Storage, database: str) -> None:
    new_table(storage, "old", at="2026-05-01T12:00:00.000+00:00")
    storage.add_link("link", "old", 0, "anna")
    new_table(storage, "touched", at="2026-05-01T12:00:00.000+00:00")
    append(storage, Addition("touched", [event(1, at="2026-05-31T12:00:00.000+00:00")]))
    assert storage.remove(storage.old_tables("2026-05-15T00:00:00.000+00:00", None)) == 1
    assert storage.load("old") is None
    assert storage.tables_of("anna", 10) == ["touched"]
    with storage._engines.reader.connect() as connection:
        left = {of.name: connection.scalar(select(func.count()).select_from(of)) for of in COPIED}
    assert left == {"game_table": 1, "event": 2, "holder": 1, "personal_link": 0, **NO_HISTORY}


def test_finished_tables_are_kept_unless_set_otherwise(storage: Storage) -> None:
    new_table(storage)
    append(storage, Addition("t", [event(1)], over=True))
    later = "2030-01-01T00:00:00.000+00:00"
    assert storage.old_tables(later, None) == {}
    assert storage.old_tables(later, NOON) == {}, "its last event was just then"
    assert storage.old_tables(later, later) == {"t": 1}


def test_a_table_that_is_played_on_is_not_removed(storage: Storage) -> None:
    new_table(storage)
    old = storage.old_tables("2030-01-01T00:00:00.000+00:00", None)
    append(storage, Addition("t", [event(1)]))
    assert storage.remove(old) == 0
    assert len(log_of(storage)) == 2


def test_moments_sort_by_time_as_texts() -> None:
    moments = [datetime(2026, 6, 1, 12, tzinfo=UTC) + timedelta(milliseconds=step) for step in (0, 1, 10, 999, 60_000)]
    assert [timestamp(moment) for moment in moments] == sorted(map(timestamp, moments))
    assert timestamp(moments[0]) == NOON
    assert timestamp(moments[0].astimezone(timezone(timedelta(hours=2)))) == NOON
    assert len(timestamp()) == len(NOON)
