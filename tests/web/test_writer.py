"""The writer: appends of many tables share a commit, each acknowledged only after it."""

import asyncio
import threading
from collections.abc import Iterator, Sequence

import pytest

from charidice.web.store.storage import Addition, LogConflict, Storage, StoredEvent, timestamp
from charidice.web.store.writer import Writer

from ..waiting import PATIENCE
from .conftest import databases

kind = databases("sqlite", "postgresql")
TABLES = [f"table {number}" for number in range(20)]


def event(seq: int) -> StoredEvent:
    return StoredEvent(seq, None, timestamp(), "{}")


class Counting(Storage):
    """Counts its commits; the disk can be full."""

    commits = 0
    is_full = False
    done: list[str]

    def append_many(self, additions: Sequence[Addition]) -> list[LogConflict | None]:
        if self.is_full:
            raise OSError("disk full")
        self.commits += 1
        self.done.append("move")
        return super().append_many(additions)


@pytest.fixture
def storage(database: str) -> Iterator[Counting]:
    storage = Counting(database)
    storage.done = []
    storage.migrate()
    for table in TABLES:
        storage.create(bytes(32), Addition(table, [event(0)]))
    yield storage
    storage.close()


def lengths(storage: Storage) -> list[int]:
    tables = [storage.load(table) for table in TABLES]
    return [len(table.events) for table in tables if table]


async def written(storage: Storage, additions: list[Addition]) -> list[BaseException | None]:
    writer = Writer(storage)
    outcomes = await asyncio.gather(*map(writer.append, additions), return_exceptions=True)
    await writer.close()
    return outcomes


def test_what_comes_together_is_committed_together(storage: Counting) -> None:
    outcomes = asyncio.run(written(storage, [Addition(table, [event(1)]) for table in TABLES]))
    assert outcomes == [None] * len(TABLES)
    assert lengths(storage) == [2] * len(TABLES)
    assert storage.commits <= 2


def test_a_conflict_is_that_of_one_table_alone(storage: Counting) -> None:
    outcomes = asyncio.run(
        written(storage, [Addition(table, [event(int(table == TABLES[3]))]) for table in TABLES[3:5]])
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), LogConflict]


def test_on_a_full_disk_everybody_is_told_and_later_moves_go_through(storage: Counting) -> None:
    async def trouble() -> None:
        writer = Writer(storage)
        storage.is_full = True
        moves = [writer.append(Addition(table, [event(1)])) for table in TABLES]
        assert {type(outcome) for outcome in await asyncio.gather(*moves, return_exceptions=True)} == {OSError}
        storage.is_full = False
        await writer.append(Addition(TABLES[0], [event(1)]))
        await writer.close()

    asyncio.run(trouble())
    assert lengths(storage) == [2] + [1] * (len(TABLES) - 1)


def test_whoever_no_longer_waits_does_not_hold_up_the_others(storage: Counting) -> None:
    async def cancelled() -> None:
        writer = Writer(storage)
        moves = [asyncio.ensure_future(writer.append(Addition(table, [event(1)]))) for table in TABLES[:2]]
        await asyncio.sleep(0)
        moves[0].cancel()
        await moves[1]
        await writer.close()

    asyncio.run(cancelled())
    assert lengths(storage)[1] == 2


def test_postgresql_is_asked_by_several_threads_and_sqlite_by_one(storage: Counting, kind: str) -> None:
    together = threading.Barrier(2 if kind == "postgresql" else 1)

    async def ask() -> int:
        writer = Writer(storage)
        await asyncio.gather(*(writer.run(together.wait, PATIENCE) for _ in range(2)))
        threads = {await writer.run(threading.get_ident) for _ in range(20)}
        await writer.close()
        return len(threads)

    assert asyncio.run(ask()) == 1 or kind == "postgresql"


def test_a_move_waits_for_nothing_but_what_is_under_way(storage: Counting) -> None:
    go_on = threading.Event()

    async def ask() -> None:
        writer = Writer(storage)
        under_way = [
            asyncio.ensure_future(writer.run(go_on.wait, PATIENCE)) for _ in range(max(1, storage.threads - 1))
        ]
        others = [asyncio.ensure_future(writer.run(storage.done.append, "other")) for _ in range(5)]
        await asyncio.sleep(0)
        move = asyncio.ensure_future(writer.append(Addition(TABLES[0], [event(1)])))
        if storage.threads > 1:
            await move
        go_on.set()
        await asyncio.gather(move, *under_way, *others)
        await writer.close()

    asyncio.run(ask())
    assert storage.done == ["move", *["other"] * 5]
