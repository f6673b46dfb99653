"""`charidice serve --workers`: several processes on one port, started again when they die, and stopped gently."""

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from charidice.messages import catalog

from ..family import is_gone
from ..ports import free_ports
from ..waiting import PATIENCE, until
from .postgres import Postgres
from .processes import SERVE, serving
from .servers import Browser, connected

GOING_AWAY = 1012


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    with postgres.new_database() as url:
        yield url


def test_a_stop_answers_what_is_under_way_and_tells_pages_to_come_back(database: str) -> None:
    with serving(database) as service, Browser(service.address) as lena, ThreadPoolExecutor() as threads:
        view = lena.started("Lena", "Marko")
        found = service.all_workers()
        with connected(f"ws{service.address[4:]}/api/tables/{view['table']}/live") as page:
            page.recv(PATIENCE)
            with no_events_written(database) as waiting:
                move = threads.submit(lena.moved, view, 0, "roll")
                until(waiting)
                service.process.send_signal(signal.SIGTERM)
                with suppress(ConnectionClosed):
                    while True:
                        page.recv(PATIENCE)
                assert page.close_code == GOING_AWAY
                assert not move.done()
            assert move.result()["seq"] == view["seq"] + 1
        assert service.process.wait(PATIENCE) == 0
        assert all(map(is_gone, found))


@contextmanager
def no_events_written(database: str) -> Iterator[Callable[[], bool]]:
    """Whoever writes one meanwhile waits; yields a function that says whether somebody does."""
    address = database.replace("+psycopg", "")
    with psycopg.connect(address) as keeping, psycopg.connect(address, autocommit=True) as looking:
        keeping.execute("LOCK TABLE event IN EXCLUSIVE MODE")
        yield lambda: looking.execute("SELECT FROM pg_locks WHERE NOT granted").fetchone() is not None


def test_workers_end_when_their_supervisor_is_killed(database: str) -> None:
    with serving(database) as service:
        found = service.all_workers()
        service.process.kill()
        until(lambda: all(map(is_gone, found)))


def test_workers_know_a_visitor_by_one_name(database: str, tmp_path: Path) -> None:
    def visitors() -> list[str]:
        lines = map(json.loads, (tmp_path / "log").read_text().splitlines())
        return [line["client"] for line in lines if "client" in line]

    with (tmp_path / "log").open("wb") as log, serving(database, log=log) as service:
        httpx.get(f"{service.address}/healthz", timeout=PATIENCE)
        until(visitors)
        for worker in (before := service.all_workers()):
            os.kill(worker, signal.SIGKILL)
        until(service.all_workers, before.isdisjoint)
        httpx.get(f"{service.address}/healthz", timeout=PATIENCE)
        until(lambda: len(visitors()) == 2)
    assert len(set(visitors())) == 1


def test_each_worker_has_a_port_for_what_it_measures(database: str) -> None:
    (port,) = free_ports(1)
    with serving(database, "--metrics-port", str(port)):
        for each in (port, port + 1):
            assert "charidice_moves_total" in httpx.get(f"http://127.0.0.1:{each}/metrics", timeout=PATIENCE).text


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    command = [*SERVE, "--workers", "2", "--db", str(tmp_path / "a.db")]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert catalog("en").say("refused.workers-need-postgres") in refused.stderr
