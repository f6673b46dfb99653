"""/readyz answers by what a write to the database shows; /healthz says that the process is alive."""

import asyncio
import os
import resource
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from charidice.web.store.direct import DirectConnection, Rows
from charidice.web.store.readiness import Readiness
from charidice.web.store.storage import Storage
from charidice.web.store.writer import Writer

from ..waiting import PATIENCE
from .postgres import Postgres
from .servers import Browser, error, running

READY = (200, {"status": "ok"})


def ask(address: str, path: str = "/readyz") -> tuple[int, object]:
    answer = httpx.get(f"{address}{path}", timeout=PATIENCE)
    return answer.status_code, answer.json()


def unavailable(reason: str) -> tuple[int, object]:
    return 503, {"status": "unavailable", "reason": reason}


def test_a_server_is_ready_when_it_could_write(database: str) -> None:
    engine = create_engine(database)
    with running(database) as address:
        moments = set()
        for _ in range(2):
            assert ask(address) == READY
            with engine.connect() as connection:
                moments.add(connection.scalar(text("SELECT checked_at FROM readiness")))
        assert len(moments - {""}) == 2
    engine.dispose()


def test_a_schema_of_another_version_is_not_ready(database: str) -> None:
    engine = create_engine(database)
    with running(database) as address:
        with engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        assert ask(address) == unavailable("migrations-pending")
        assert ask(address, "/healthz") == READY
    engine.dispose()


def test_a_file_that_was_deleted_or_replaced_is_noticed(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        (tmp_path / "tables.db").rename(tmp_path / "moved.db")
        assert ask(address) == unavailable("database-file-gone")
        (tmp_path / "tables.db").touch()
        assert ask(address) == unavailable("database-file-gone")
        (tmp_path / "moved.db").rename(tmp_path / "tables.db")
        assert ask(address) == READY


def delete(folder: Path) -> None:
    (folder / "tables.db").unlink()


def replace(folder: Path) -> None:
    shutil.copy(folder / "tables.db", folder / "copy.db")
    (folder / "copy.db").rename(folder / "tables.db")


def move_folder(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def delete_log(folder: Path) -> None:
    (folder / "tables.db-wal").unlink()


@pytest.mark.parametrize("lose", [delete, replace, move_folder, delete_log])
def test_without_its_file_nothing_is_acknowledged(
    tmp_path: Path, lose: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "database"
    with running(folder) as address, Browser(address) as lena:
        view = lena.started("Lena", "Marko")
        view = lena.moved(view, 0, "roll")
        lose(folder)
        for _ in range(3):
            refused = lena.move(view, 0, "roll", keep=[0])
            assert (refused.status_code, error(refused)["code"]) == (503, "database-away")
        assert lena.post("/tables", seats=[{"who": "here", "name": "Lena"}, {"who": "link"}]).status_code == 503
        assert ask(address) == unavailable("database-file-gone")
        # What is in memory is still shown.
        assert lena.view(view["table"])["seq"] == view["seq"]
        assert [record.message for record in caplog.records if "database file" in record.message] == [
            f"the database file was deleted, moved or replaced, nothing is written: {folder / 'tables.db'}"
        ]


def test_with_its_file_back_a_server_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "database"
    with running(folder) as address, Browser(address) as lena:
        view = lena.started("Lena", "Marko")
        move_folder(folder)
        assert error(lena.move(view, 0, "roll"))["code"] == "database-away"
        (tmp_path / "elsewhere").rename(folder)
        view = lena.moved(view, 0, "roll")
        assert [record.levelname for record in caplog.records if "database file" in record.message] == [
            "ERROR",
            "WARNING",
        ]
    with running(folder) as address, Browser(address) as reader:
        assert reader.view(view["table"])["seq"] == view["seq"]


def test_what_was_written_while_the_file_went_is_not_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = DirectConnection.execute

    def lost_meanwhile(direct: DirectConnection, *statement: Any) -> Rows:
        found = execute(direct, *statement)
        delete(tmp_path)
        return found

    with running(tmp_path) as address, Browser(address) as lena:
        view = lena.started("Lena", "Marko")
        monkeypatch.setattr(DirectConnection, "execute", lost_meanwhile)
        assert error(lena.move(view, 0, "roll"))["code"] == "database-away"
        monkeypatch.undo()


def test_whoever_asks_while_another_check_begins_has_an_answer(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(Readiness, "why_not", lambda _: None if goes_on.wait(PATIENCE) else "never")

    async def check() -> None:
        storage = Storage(database)
        storage.migrate()
        writer = Writer(storage)
        asked = [asyncio.ensure_future(writer.why_not_ready())]
        await asyncio.sleep(0)
        assert writer._checking
        # When the first check ends, another begins before the second one to ask goes on.
        writer._checking.add_done_callback(lambda _: asked.append(asyncio.ensure_future(writer.why_not_ready())))
        asked.append(asyncio.ensure_future(writer.why_not_ready()))
        await asyncio.sleep(0)
        goes_on.set()
        assert [await each for each in asked[:2]] == [None, None]
        assert [await each for each in asked] == [None] * 3
        await writer.close()

    asyncio.run(check())


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """As on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_noticed(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
    storage.migrate()
    readiness = Readiness(storage)
    assert readiness.why_not() is None
    with files_at_most(os.stat(tmp_path / "tables.db-wal").st_size):
        assert readiness.why_not() == "database-unwritable"
    assert readiness.why_not() is None
    storage.close()


def test_a_database_that_takes_no_connections_is_noticed(postgres: Postgres) -> None:
    with postgres.new_database() as url:
        storage = Storage(url)
        storage.migrate()
        readiness = Readiness(storage)
        assert readiness.why_not() is None
        name = url.partition("@/")[2].partition("?")[0]
        postgres.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgres.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        assert readiness.why_not() == "database-unwritable"
        postgres.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert readiness.why_not() is None
        storage.close()
