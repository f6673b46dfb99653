"""Databases that earlier versions wrote, kept as SQL: this version opens them and plays on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from charidice.chance import check_dice
from charidice.record import load_json
from charidice.web.door.tokens import COOKIE
from charidice.web.store import storage

from ..waiting import until
from .servers import Browser, done, error, play, running

MIGRATIONS = Path(storage.__file__).parent / "migrations" / "versions"
DATABASES = Path(__file__).parent / "databases"


@contextmanager
def opened(folder: Path, version: str) -> Iterator[str]:
    """The address of a server with a database of an earlier version."""
    with closing(sqlite3.connect(folder / "tables.db")) as database:
        database.executescript((DATABASES / f"{version}.sql").read_text("utf-8"))
    with running(folder, keep_unfinished=100_000) as address:
        yield address


def known(address: str, token: str) -> Browser:
    browser = Browser(address)
    browser.client.cookies.set(COOKIE, token)
    return browser


def test_a_database_of_every_earlier_schema_is_kept() -> None:
    *earlier, _ = sorted(path.name.partition("_")[0] for path in MIGRATIONS.glob("0*.py"))
    assert earlier
    assert {*earlier} <= {path.stem for path in DATABASES.iterdir()}


# 0001: before tables had a speed, a time to be away and guests who leave, and before the log knew the browsers

HOST = "UzatWZQDO3Hwl0DkWsVb8Sbu2SQWDhZE11XALJh_hko"
FINISHED, RUNNING, LOBBY = "EI4zNV1-jNR6vRha", "FbneWSrsXeZkyegW", "GkgTh-g0o4jX8xIS"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Browser]:
    with opened(tmp_path, "0001") as address, known(address, HOST) as browser:
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
        newcomer.ask(f"/tables/{LOBBY}/join", code=code, name="Ida")
    started = host.ask(f"/tables/{LOBBY}/start")["view"]
    assert [seat["name"] for seat in started["seats"]] == ["Lena", "Ola", "Ida"]
    again = host.ask(f"/tables/{FINISHED}/rematch")
    view = host.ask(f"/tables/{again['table']}/start")["view"]
    assert play(host, view)["stage"] == "over"


# 0002: the log says which browsers hold seats

LENA = "Zdks64qWfJz9V-0N3lOjqrOGLh8gL0EPFw0shUM-XRE"
OLA, OLAS_PHONE = "o8RPAGvh27LLgWLmP5Foh0NhM24WlzcajX34T1Do1Ow", "i2EWg1nIpFPWIpXXDN8l6WnAnArHSZFjp4Yy41Q7sHw"
OVER, PLAYED, OPEN = "FQj-e8UHqftgClMJ", "l8u9dSbzgCwZeZdh", "r6pwg-5XXr4GTMT4"
UNUSED_LINK = "JFYGSay0kHY6rX9cJwp4Skr9yspcJvxOYVBRiMIV8s4"


def test_seats_belong_to_those_they_belonged_to(tmp_path: Path) -> None:
    with (
        opened(tmp_path, "0002") as address,
        known(address, LENA) as lena,
        known(address, OLA) as ola,
        known(address, OLAS_PHONE) as phone,
    ):
        totals = {each["table"]: each["totals"] for each in done(lena.get("/tables"))["tables"]}
        assert totals == {OVER: [38, 91], PLAYED: [0, 0, 0, 0], OPEN: []}
        assert [each["table"] for each in done(phone.get("/tables"))["tables"]] == [PLAYED]
        view = lena.view(PLAYED)
        assert [seat["name"] or seat["bot"] for seat in view["seats"]] == ["Lena", "Olga", "magpie", "fox"]
        assert (view["seq"], view["settings"]["speed"], view["game"]["asked"]) == (13, "fast", True)
        lena.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
        assert error(ola.move(lena.view(PLAYED), 1, "roll"))["code"] == "not-your-seat"
        phone.moved(phone.view(PLAYED), 1, "roll")
        assert phone.ask(f"/tables/{OPEN}/move-here", code=UNUSED_LINK)["me"] == 1


# 0003: browsers commit to their words for the dice and reveal them

ANNA = "mZAf8cWBkcnfhU2fCrGdOPe2mTmOfODxgo0e2M1VdPM"
BEN = "QpBwkgnDUpVCXCUQsJiVEY6582rWqzzcid2V1vLqzyM"
VERIFIED, STARTING, INVITING = "ZpGBmzJ2ZkKjkFQ3", "sHM2fmFHMyO5ocr3", "VKWmrgGxFRy5iknM"
ANNAS_LINK = "5NTzTuJj3HX0N4c-m1jrfR0puNrd6kf1WBNesk9Qk34"


def test_words_committed_to_in_an_earlier_version_still_count(tmp_path: Path) -> None:
    with opened(tmp_path, "0003") as address, known(address, ANNA) as anna, known(address, BEN) as ben:
        totals = {each["table"]: each["totals"] for each in done(anna.get("/tables"))["tables"]}
        assert totals[VERIFIED] == [41, 24]
        played = load_json(anna.get(f"/tables/{VERIFIED}/record").text)
        assert played.pledge
        assert check_dice(played.pledge, played.start, played.events) == 12
        # Ben's words are missing, and the time to reveal them is over.
        started = until(lambda: ben.view(STARTING), lambda view: view["stage"] == "playing")
        after = anna.moved(started, 0, "roll")
        assert after["game"]["rolls"] == 1
        record = load_json(anna.get(f"/tables/{STARTING}/record").text)
        assert record.pledge
        assert record.pledge.withheld == (1,)
        with Browser(address) as phone:
            assert phone.ask(f"/tables/{INVITING}/move-here", code=ANNAS_LINK)["me"] == 0


@pytest.mark.parametrize(("version", "token", "table"), [("0001", HOST, LOBBY), ("0002", LENA, OPEN)])
def test_who_holds_a_seat_follows_from_the_log_alone(version: str, token: str, table: str, tmp_path: Path) -> None:
    with opened(tmp_path, version):
        pass
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        database.execute("DELETE FROM holder")
        database.commit()
    with running(tmp_path, keep_unfinished=100_000) as address, known(address, token) as browser:
        assert done(browser.get("/tables"))["tables"] == [], "the index is gone"
        assert browser.ask(f"/tables/{table}/seats/2/bot", bot="owl")["view"]["seats"][2]["bot"] == "owl"
        assert browser.ask(f"/tables/{table}/start")["view"]["stage"] == "playing"


# 0004: before there was a history

LEA = "-N9czp6qbVK18nuq0vpSlVhZOJVyVdes3qvbgc5oSmI"
OLE = "7fNlXV31wWqMuzewxyeCysc_2AKKS7iggf5_9IgmKOM"
WON, GOING_ON = "PM2XVQGTPL-v2Qwx", "SqSGQ-H3JBHdB7kP"


def test_games_of_earlier_versions_are_in_the_history(tmp_path: Path) -> None:
    with opened(tmp_path, "0004") as address, known(address, LEA) as lea, known(address, OLE) as ole:
        found = until(lambda: done(lea.get("/history")), lambda found: not found["waiting"])
        lines = {line["game"]: line for line in found["games"]}
        assert [seat["total"] for seat in lines[WON]["seats"]] == [37, 43]
        assert (lines[GOING_ON]["finished"], lines[GOING_ON]["others"]) == (False, 1)
        lea.ask("/history/delete", games=[GOING_ON])
        assert [each["table"] for each in done(lea.get("/tables"))["tables"]] == [WON]
        assert [each["table"] for each in done(ole.get("/tables"))["tables"]] == [GOING_ON]
