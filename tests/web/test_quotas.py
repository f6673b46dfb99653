"""What an address may do in an hour, at all processes of a database together."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select

from charidice.web.store.quotas import HOUR, QuotaExceeded, Use
from charidice.web.store.schema import game_table, quota
from charidice.web.store.storage import Addition, Storage, StoredEvent, timestamp

from ..waiting import PATIENCE
from .clocks import Calendar
from .conftest import databases
from .postgres import Postgres
from .processes import serving
from .servers import Browser, error, play, running

kind = databases("sqlite", "postgresql")
NOON = datetime.fromtimestamp(500_000 * HOUR, UTC)
HOME, SCHOOL = "192.0.2.7", "192.0.2.8"


@pytest.fixture
def calendar() -> Calendar:
    return Calendar(NOON)


@pytest.fixture
def storage(database: str, calendar: Calendar) -> Iterator[Storage]:
    storage = Storage(database, calendar)
    storage.migrate()
    yield storage
    storage.close()


def is_taken(storage: Storage, use: Use) -> bool:
    try:
        storage.take(use)
    except QuotaExceeded:
        return False
    return True


def opening(table: str) -> Addition:
    return Addition(table, [StoredEvent(0, None, timestamp(), "{}")])


def test_every_address_may_do_everything_so_often(storage: Storage) -> None:
    assert [is_taken(storage, Use("table", HOME, 2)) for _ in range(4)] == [True, True, False, False]
    assert is_taken(storage, Use("table", SCHOOL, 2))
    assert is_taken(storage, Use("guess", HOME, 2))
    assert not is_taken(storage, Use("guess", SCHOOL, 0))


def test_the_next_hour_begins_anew_and_the_wait_until_then_is_told(storage: Storage, calendar: Calendar) -> None:
    use = Use("table", HOME, 1)
    calendar.now = NOON + timedelta(seconds=HOUR - 10)
    storage.take(use)
    for refused in (storage.take, storage.check):
        with pytest.raises(QuotaExceeded) as exceeded:
            refused(use)
        assert exceeded.value.wait == 10
    calendar.now = NOON + timedelta(seconds=HOUR)
    storage.check(use)
    storage.take(use)


def test_looking_counts_nothing(storage: Storage) -> None:
    use = Use("guess", HOME, 1)
    for _ in range(3):
        storage.check(use)
    storage.take(use)


def test_many_at_once_are_counted_one_by_one(storage: Storage) -> None:
    use = Use("table", HOME, 5)
    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(lambda _: is_taken(storage, use), range(20)))
    assert taken.count(True) == 5


def test_a_table_and_its_count_are_stored_together_or_not_at_all(storage: Storage) -> None:
    use = Use("table", HOME, 2)
    storage.create(bytes(32), opening("a"), use=use)
    with pytest.raises(Exception, match="a"):
        storage.create(bytes(32), opening("a"), use=use)
    storage.create(bytes(32), opening("b"), use=use)
    with pytest.raises(QuotaExceeded):
        storage.create(bytes(32), opening("c"), use=use)
    assert {table.id for table in storage.tables()} == {"a", "b"}


def test_addresses_are_not_stored_and_counts_are_deleted_after_their_hour(storage: Storage, calendar: Calendar) -> None:
    def rows() -> list[tuple[object, ...]]:
        with storage.reading() as connection:
            return [tuple(row) for row in connection.execute(select(quota))]

    storage.take(Use("table", HOME, 1))
    assert HOME not in repr(rows())
    storage.forget_uses()
    assert len(rows()) == 1
    calendar.now = NOON + timedelta(seconds=HOUR)
    storage.forget_uses()
    assert rows() == []


def test_the_same_address_looks_different_in_another_database(tmp_path: Path) -> None:
    seen = set()
    for name in ("one", "another"):
        storage = Storage(f"sqlite:///{tmp_path / name}")
        storage.migrate()
        storage.take(Use("table", HOME, 1))
        with storage.reading() as connection:
            seen.add(connection.scalar(select(quota.c.client)))
        storage.close()
    assert len(seen) == 2


def test_whoever_tries_too_many_codes_is_refused_even_with_the_right_one(database: str) -> None:
    with running(database, wrong_codes_per_hour=2) as address, Browser(address) as host, Browser(address) as guest:
        table = host.open_table("Lena", "link")["table"]
        right = host.join_code(table)
        tried = [
            guest.post(f"/tables/{table}/join", code="wrong", name="Ola"),
            guest.post(f"/tables/{table}/move-here", code="wrong"),
            guest.post(f"/tables/{table}/join", code=right, name="Ola"),
            guest.post(f"/tables/{table}/move-here", code="wrong"),
        ]
        codes = ["wrong-code", "wrong-code", "too-many-codes", "too-many-codes"]
        assert [error(refused)["code"] for refused in tried] == codes
        assert tried[2].status_code == 429
        assert 0 < int(tried[2].headers["retry-after"]) <= HOUR
        assert host.view(table)["seats"][1]["name"] is None


def test_a_rematch_counts_as_a_new_table_however_often_it_is_asked_for(database: str) -> None:
    with running(database, tables_per_hour=2) as address, Browser(address) as host:
        first = play(host, host.started("Lena", "Ola", rounds=1, wait=0))
        again = [host.ask(f"/tables/{first['table']}/rematch")["view"] for _ in range(3)]
        assert len({view["table"] for view in again}) == 1
        second = play(host, again[0])
        refused = host.post(f"/tables/{second['table']}/rematch")
        assert (refused.status_code, error(refused)["code"]) == (429, "too-many-tables")
        assert 0 < int(refused.headers["retry-after"]) <= HOUR
        assert host.view(second["table"])["rematch"] is None


def test_the_right_code_costs_nothing(database: str) -> None:
    with running(database, wrong_codes_per_hour=1) as address, Browser(address) as host:
        for _ in range(3):
            table = host.open_table("Lena", "link")["table"]
            with Browser(address) as guest:
                guest.ask(f"/tables/{table}/join", code=host.join_code(table), name="Ola")


def test_two_processes_count_together(postgres: Postgres) -> None:
    with postgres.new_database() as database, ExitStack() as stack:
        served = database.replace("+psycopg", "")
        services = [stack.enter_context(serving(served, "--tables-per-hour", "6", workers=1)) for _ in range(2)]
        clients = [stack.enter_context(httpx.Client(base_url=each.address, timeout=PATIENCE)) for each in services]

        def opens(number: int, address: str) -> httpx.Response:
            seats = [{"who": "here", "name": "Lena"}, {"who": "bot", "bot": "owl"}]
            return clients[number % 2].post("/api/tables", json={"seats": seats}, headers={"X-Forwarded-For": address})

        with ThreadPoolExecutor(4) as threads:
            statuses = [answer.status_code for answer in threads.map(lambda each: opens(each, HOME), range(24))]
        assert {*statuses} == {200, 429}
        assert opens(0, SCHOOL).status_code == opens(1, SCHOOL).status_code == 200
        storage = Storage(database)
        stack.callback(storage.close)
        with storage.reading() as connection:
            # Two rows for one address, if an hour begins meanwhile.
            used = sorted(connection.scalars(select(quota.c.used)))
            assert (
                connection.scalar(select(func.count()).select_from(game_table)) == sum(used) == statuses.count(200) + 2
            )
        assert used[-1] == 6
