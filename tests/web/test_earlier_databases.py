"""Databases that earlier versions wrote, kept as SQL: this version opens them and plays on."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from charidice.web.door.tokens import COOKIE

from .servers import Browser, done, play, running

HERE = Path(__file__).parent
# Whoever opened the tables in 0001.sql, before tables had a speed, a time to be away and guests who leave.
HOST = "UzatWZQDO3Hwl0DkWsVb8Sbu2SQWDhZE11XALJh_hko"
FINISHED, RUNNING, LOBBY = "EI4zNV1-jNR6vRha", "FbneWSrsXeZkyegW", "GkgTh-g0o4jX8xIS"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Browser]:
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.executescript((HERE / "databases" / "0001.sql").read_text("utf-8"))
    database.close()
    with running(tmp_path, unfinished_days=100_000) as address, Browser(address) as browser:
        browser.client.cookies.set(COOKIE, HOST)
        yield browser


def test_the_tables_are_as_they_were_left(host: Browser) -> None:
    tables = {each["table"]: each for each in done(host.get("/tables"))["tables"]}
    assert {table: each["stage"] for table, each in tables.items()} == {
        FINISHED: "over",
        RUNNING: "playing",
        LOBBY: "lobby",
    }
    assert tables[FINISHED]["totals"] == [42, 47]
    assert tables[RUNNING]["totals"] == [19, 2, 0]
    assert host.view(RUNNING)["seq"] == 12
    assert host.view(RUNNING)["settings"]["away"] == 60


def test_the_record_of_a_finished_game_is_the_same(host: Browser) -> None:
    record = host.get(f"/tables/{FINISHED}/record").json()
    assert record["players"] == ["Lena", "Owl"]
    assert record["pledge"]["seed"]
    assert [event["event"] for event in record["events"]] == [
        "rolled",
        "scored",
        "rolled",
        "rolled",
        "rolled",
        "scored",
    ]


def test_a_game_goes_on_and_a_lobby_fills(host: Browser) -> None:
    address = host.address
    with Browser(address) as newcomer:
        code = host.join_code(LOBBY)
        newcomer.ask(f"/tables/{LOBBY}/join", code=code, name="Ida", words="")
    started = host.ask(f"/tables/{LOBBY}/start", words="ab")["view"]
    assert [seat["name"] for seat in started["seats"]] == ["Lena", "Ola", "Ida"]
    again = host.ask(f"/tables/{FINISHED}/rematch")
    view = host.ask(f"/tables/{again['table']}/start", words="")["view"]
    assert play(host, view)["stage"] == "over"
