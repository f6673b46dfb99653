"""/readyz answers by what a write to the database shows; /healthz says that the process is alive."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from sqlalchemy import create_engine, text

from charidice.web.store.readiness import Readiness
from charidice.web.store.storage import Storage

from .postgres import Postgres
from .servers import running

READY = (200, {"status": "ok"})


def ask(address: str, path: str = "/readyz") -> tuple[int, object]:
    answer = httpx.get(f"{address}{path}", timeout=60)
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
