"""Two processes on one PostgreSQL database that hear nothing of each other: what one acknowledged holds at both."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from charidice.web.app import create_app
from charidice.web.door.tokens import digest
from charidice.web.metrics import CONFLICTS
from charidice.web.models import ChangedSettings, Join
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.storage import Storage
from charidice.web.table import decide, rooms
from charidice.web.table.rooms import Rooms

from ..waiting import PATIENCE
from .postgres import Postgres
from .servers import Browser, Json, done, error, news, play, serving
from .test_peers import ANNA, BEN, new_table, with_processes

Act = Callable[[Browser, str], Any]


@pytest.fixture(scope="module")
def addresses(postgres: Postgres) -> Iterator[tuple[str, str]]:
    with postgres.new_database() as database, ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(Rooms, "on_event", lambda *_: None)
        patch.setattr(rooms, "POLL_SECONDS", 3600)
        settings = Settings(database, messages=10_000, heartbeat=3600.0, pace=0.0, motion=False, tables_per_hour=1000)
        first, second = (stack.enter_context(serving(create_app(settings), settings)) for _ in range(2))
        yield f"http://127.0.0.1:{first}", f"http://127.0.0.1:{second}"


class Traveller(Browser):
    """A browser that asks one process or the other."""

    def __init__(self, addresses: tuple[str, str]) -> None:
        super().__init__(addresses[0])
        self._addresses = addresses

    def at(self, process: int) -> "Traveller":
        self.address = self._addresses[process]
        self.client.base_url = self.address
        return self


@pytest.fixture
def travellers(addresses: tuple[str, str]) -> Iterator[Callable[[], Traveller]]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Traveller(addresses))


People = tuple[Traveller, Traveller, Traveller, str]


@pytest.fixture
def people(travellers: Callable[[], Traveller]) -> People:
    """Lena, the host, Ola, a guest, and a phone; both processes know their table."""
    lena, ola, phone = travellers(), travellers(), travellers()
    table = lena.open_table("Lena", "link", rounds=1)["table"]
    ola.ask(f"/tables/{table}/join", code=lena.join_code(table), name="Ola")
    lena.at(1).view(table)
    return lena.at(0), ola, phone, table


def take_over(former: Traveller, phone: Traveller, table: str) -> None:
    """Move the seats of a browser to a phone, at the first process."""
    link = former.at(0).ask(f"/tables/{table}/personal-link")["link"]
    phone.at(0).ask(f"/tables/{table}/move-here", code=link.partition("#move=")[2])


# Permissions, after a conflict


LOBBY: dict[str, Json] = {
    "start": {},
    "seats/0/name": {"name": "Eve"},
    "seats/1/leave": {},
    "settings": {"speed": "fast"},
}


@pytest.mark.parametrize("path", [*LOBBY, "personal-link"])
def test_whose_seats_moved_elsewhere_can_change_nothing_at_a_process_that_has_not_heard(
    path: str, people: People
) -> None:
    lena, _, phone, table = people
    take_over(lena, phone, table)
    seq = phone.view(table)["seq"]
    refused = lena.at(1).post(f"/tables/{table}/{path}", **LOBBY.get(path, {}))
    assert (refused.status_code, error(refused)["code"]) == (403, "not-your-seat")
    assert phone.view(table)["seq"] == seq


@pytest.mark.parametrize("path", ["seats/1/name", "seats/1/leave", "settings", "personal-link"])
def test_a_guest_who_was_removed_can_change_nothing_at_a_process_that_has_not_heard(path: str, people: People) -> None:
    lena, ola, _, table = people
    after = lena.ask(f"/tables/{table}/seats/1/leave")["view"]
    refused = ola.at(1).post(f"/tables/{table}/{path}", **({"name": "Eve"} if "name" in path else LOBBY.get(path, {})))
    if path == "personal-link":
        # It moves no seat.
        phone, code = people[2], refused.json().get("link", "").partition("#move=")[2]
        refused = phone.at(1).post(f"/tables/{table}/move-here", code=code or "none")
    assert refused.status_code == 403
    assert lena.view(table)["seq"] == after["seq"]


def test_whose_seats_moved_elsewhere_enters_nothing_on_a_pad(travellers: Callable[[], Traveller]) -> None:
    lena, phone = travellers(), travellers()
    table = lena.started("Lena", "Marko", pad=True)["table"]
    lena.at(1).view(table)
    take_over(lena, phone, table)
    entry = {"entry": "entry-0001", "round": 1, "seat": 0, "value": {"by": "nothing"}}
    assert error(lena.at(1).post(f"/tables/{table}/entries", **entry))["code"] == "not-your-seat"
    phone.at(1).ask(f"/tables/{table}/entries", **entry)


def test_a_personal_link_works_once_however_many_processes_it_is_used_at(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_know = threading.Barrier(2)
    looked: list[int | None] = []
    link_holder = Storage.link_holder

    def gated(storage: Storage, code: str, table: str) -> int | None:
        found = link_holder(storage, code, table)
        looked.append(found)
        if len(looked) <= 2:
            both_know.wait(PATIENCE)
        return found

    monkeypatch.setattr(Storage, "link_holder", gated)

    async def use(*processes: Rooms) -> None:
        first = await processes[0].create(decide.create(new_table(), ANNA, "en"))
        await processes[0].change(first, decide.join, Join(code=first.table.join_code, name="Ben"), BEN)
        found = [await process.get(first.table.id) for process in processes]
        code = await processes[0].personal_link(found[0], 1)
        conflicts = CONFLICTS._value.get()
        outcomes = await asyncio.gather(
            *(
                process.move_here(room, code, digest(f"phone {number}"))
                for number, (process, room) in enumerate(zip(processes, found, strict=True))
            ),
            return_exceptions=True,
        )
        assert CONFLICTS._value.get() == conflicts + 1
        assert looked == [1, 1, None]
        (refused,) = (outcome for outcome in outcomes if outcome)
        assert isinstance(refused, WebRefused)
        assert refused.code == "wrong-code"
        winner = outcomes.index(None)
        for room in found:
            assert room.table.browsers == {0: ANNA, 1: digest(f"phone {winner}")}

    with postgres.new_database() as database:
        with_processes(database, use, number=2)


def test_a_rematch_seats_whoever_sits_there_now(people: People) -> None:
    lena, ola, phone, table = people
    view = lena.ask(f"/tables/{table}/start")["view"]
    while view["stage"] == "playing":
        view = _turn((lena, ola)[view["game"]["active"]], view)
    lena.at(1).view(table)
    take_over(ola, phone, table)
    again = lena.at(1).ask(f"/tables/{table}/rematch")["table"]
    assert done(phone.at(1).get(f"/tables/{again}"))["me"] == 1
    assert done(ola.at(1).get(f"/tables/{again}"))["me"] is None
    # Both processes know of one rematch.
    assert phone.at(0).ask(f"/tables/{table}/rematch")["table"] == again


def test_a_rematch_is_not_opened_for_a_game_that_goes_on(travellers: Callable[[], Traveller]) -> None:
    lena = travellers()
    table = lena.started("Lena", "Marko", pad=True, rounds=1)["table"]
    points = {"by": "points", "points": 10, "bonus": 0, "gift": 10}
    for seat in range(2):
        lena.ask(f"/tables/{table}/entries", entry=f"entry-000{seat}", round=1, seat=seat, value=points)
    assert lena.at(1).view(table)["stage"] == "over"
    cleared = {"entry": "entry-0002", "round": 1, "seat": 1, "value": {"by": "nothing"}, "replaces": ["entry-0001"]}
    assert lena.at(0).ask(f"/tables/{table}/entries", **cleared)["view"]["stage"] == "playing"
    assert error(lena.at(1).post(f"/tables/{table}/rematch"))["code"] == "not-over"
    # One that ended before this process has heard of it has a rematch.
    again = {"entry": "entry-0003", "round": 1, "seat": 1, "value": points, "replaces": ["entry-0002"]}
    assert lena.at(0).ask(f"/tables/{table}/entries", **again)["view"]["stage"] == "over"
    assert lena.at(1).ask(f"/tables/{table}/rematch")["view"]["stage"] == "playing"


def _turn(browser: Traveller, view: Json) -> Json:
    game = view["game"]
    if game["rolls"] == 0:
        view = browser.moved(view, game["active"], "roll")
    return browser.moved(view, game["active"], "score", dice=view["game"]["options"][0]["dice"])


# What was acknowledged at the first process is seen at the second


def _live(browser: Browser, table: str) -> Any:
    with browser.live(table) as listening:
        return news(listening)["view"]["seq"]


def _list(browser: Browser, _: str) -> Any:
    return done(browser.get("/tables"))["tables"][0]["totals"]


def _record(browser: Browser, table: str) -> Any:
    return len(json.loads(browser.get(f"/tables/{table}/record").text)["events"])


def _review(browser: Browser, table: str) -> Any:
    return len(done(browser.post("/reviews", table=table))["events"])


READS: dict[str, Act] = {
    "table": lambda browser, table: browser.view(table)["seq"],
    "live": _live,
    "list": _list,
    "record": _record,
    "review": _review,
    "hint": lambda browser, table: browser.get(f"/tables/{table}/hint?seat=1").json(),
    "sheets": lambda browser, table: browser.get(f"/tables/{table}/sheets").status_code,
    "picture": lambda browser, table: browser.get(f"/tables/{table}/picture?form=svg").status_code,
}


@pytest.mark.parametrize("read", READS)
def test_what_one_process_acknowledged_is_seen_at_the_other(read: str, travellers: Callable[[], Traveller]) -> None:
    lena = travellers()
    view = lena.started("Lena", "Marko", rounds=1)
    view = _turn(lena, view)
    before = READS[read](lena.at(1), view["table"])
    play(lena.at(0), view)
    after = READS[read](lena.at(1), view["table"])
    assert after == READS[read](lena.at(0), view["table"])
    assert after != before


@pytest.mark.parametrize("path", ["pad-hint?round=1&seat=1&faces=B1,B2,B3,B4,B6,P6&rolls=3", "invitation"])
def test_a_pad_at_another_process_knows_of_every_entry(path: str, travellers: Callable[[], Traveller]) -> None:
    lena, phone = travellers(), travellers()
    table = lena.started("Lena", "Marko", pad=True)["table"]
    assert lena.at(1).get(f"/tables/{table}/{path}").is_success is (path == "invitation")
    entry = {"round": 1, "seat": 0, "value": {"by": "points", "points": 10, "bonus": 0, "gift": 10}}
    lena.at(0).ask(f"/tables/{table}/entries", entry="entry-0001", **entry)
    assert lena.at(1).get(f"/tables/{table}/{path}").is_success
    take_over(lena, phone, table)
    assert lena.at(1).get(f"/tables/{table}/{path}").status_code == 403


def test_a_table_deleted_elsewhere_is_not_shown(travellers: Callable[[], Traveller]) -> None:
    lena = travellers()
    table = lena.started("Lena", "@sparrow")["table"]
    lena.at(1).view(table)
    lena.at(0).ask("/history/delete", games=[table])
    assert lena.at(1).get(f"/tables/{table}").status_code == 404
    assert done(lena.at(1).get("/tables"))["tables"] == []


def test_a_table_deleted_while_the_list_is_made_is_left_out(
    travellers: Callable[[], Traveller], monkeypatch: pytest.MonkeyPatch
) -> None:
    lena = travellers()
    kept, deleted = (lena.started("Lena", "@sparrow")["table"] for _ in range(2))
    tables_of = Storage.tables_of

    def then_deleted(storage: Storage, browser: str, most: int) -> list[str]:
        found = tables_of(storage, browser, most)
        monkeypatch.undo()
        lena.at(0).ask("/history/delete", games=[deleted])
        return found

    monkeypatch.setattr(Storage, "tables_of", then_deleted)
    with Browser(lena.at(1).address) as window:
        window.client.cookies = lena.client.cookies
        tables = done(window.get("/tables"))["tables"]
    assert [each["table"] for each in tables] == [kept]


def test_who_asks_during_a_query_waits_for_the_next_and_all_share_it(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    begun, goes_on = threading.Event(), threading.Event()
    events_after = Storage.events_after

    def gated(storage: Storage, seqs: Any) -> Any:
        found = events_after(storage, seqs)
        asked.append(len(seqs))
        begun.set()
        goes_on.wait(PATIENCE)
        return found

    async def read(first: Rooms, second: Rooms) -> None:
        monkeypatch.setattr(Rooms, "on_event", lambda *_: None)
        tables = [await first.create(decide.create(new_table(), ANNA, "en")) for _ in range(3)]
        for room in tables:
            await second.get(room.table.id)
        monkeypatch.setattr(Storage, "events_after", gated)
        early = asyncio.ensure_future(second.get_current(tables[0].table.id))
        await asyncio.to_thread(begun.wait, PATIENCE)
        await first.change(tables[0], decide.change_settings, ChangedSettings(speed="fast"))
        late = [asyncio.ensure_future(second.get_current(room.table.id)) for room in (*tables, tables[0])]
        await asyncio.sleep(0)
        goes_on.set()
        await early
        found = await asyncio.gather(*late)
        assert found[0].table.settings.speed == "fast"
        assert asked == [1, 3]

    with postgres.new_database() as database:
        with_processes(database, read, number=2)
