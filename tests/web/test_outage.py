"""The database is away for a while: users are told so in their language, and everything goes on afterwards."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing as closing_sqlite
from pathlib import Path

import pytest

from charidice.messages import catalog
from charidice.web.http.live import TRY_AGAIN
from charidice.web.store import engine

from ..waiting import until
from .gate import Gate, gate_to
from .postgres import Postgres
from .servers import Browser, closing, connected, done, error, running


@pytest.fixture
def gate(postgres: Postgres) -> Iterator[Gate]:
    with gate_to(postgres.socket) as gate:
        yield gate


@pytest.fixture
def address(postgres: Postgres, gate: Gate) -> Iterator[str]:
    """Of a server whose database is behind the gate."""
    with postgres.new_database() as database, running(gate.url_of(database)) as address:
        yield address
        gate.open()


def test_a_move_during_an_outage_is_refused_in_words_and_made_once_afterwards(address: str, gate: Gate) -> None:
    with Browser(address, "pl") as lena:
        view = lena.started("Lena", "Marko")
        move = {"move_id": "the-same-move", "seq": view["seq"], "seat": 0, "action": "roll"}
        gate.close()
        refused = lena.post(f"/tables/{view['table']}/moves", **move)
        assert refused.status_code == 503
        assert refused.headers["Retry-After"]
        assert error(refused) == {"code": "database-away", "message": catalog("pl").say("refused.database-away")}
        # What is in memory is still shown.
        assert lena.view(view["table"])["seq"] == view["seq"]
        gate.open()
        after = until(lambda: lena.post(f"/tables/{view['table']}/moves", **move), lambda answer: answer.is_success)
        assert [event["event"] for event in done(after)["events"]] == ["rolled"]
        assert lena.view(view["table"])["seq"] == view["seq"] + 1


def test_what_is_only_in_the_database_is_not_said_to_be_missing(address: str, gate: Gate) -> None:
    gate.close()
    with Browser(address, "de") as lena, ThreadPoolExecutor() as threads:
        asked = [threads.submit(lena.get, path) for path in ("/tables/in-the-database", "/tables/there-too")]
        page = threads.submit(lena.client.get, f"{address}/table/in-the-database")
        with connected(f"{address.replace('http', 'ws')}/api/tables/in-the-database/live") as listening:
            assert closing(listening) == TRY_AGAIN
        for answer in asked:
            assert answer.result().status_code == 503
            assert error(answer.result())["message"] == catalog("de").say("refused.database-away")
        # The page comes, and says in words what it cannot get.
        assert page.result().status_code == 200
        assert '<html lang="de"' in page.result().text
        gate.open()
        assert until(lambda: lena.get("/tables/in-the-database").status_code, lambda status: status == 404)


def test_a_locked_sqlite_database_is_said_to_be_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_MS", 1)
    with running(tmp_path) as address, Browser(address) as lena:
        view = lena.started("Lena", "Marko")
        with closing_sqlite(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert error(lena.move(view, 0, "roll"))["code"] == "database-away"
        assert lena.moved(view, 0, "roll")["seq"] == view["seq"] + 1
