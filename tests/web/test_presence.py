"""Presence: who is connected, who is away, and what the others may do then."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from unittest.mock import Mock

import pytest
from websockets.sync.client import ClientConnection

from charidice.web.http.live import TOO_SLOW, _receive
from charidice.web.settings import Settings
from charidice.web.table.listeners import Listener, Listeners
from charidice.web.table.room import REPORT_SECONDS

from ..waiting import PATIENCE, until
from .clocks import Hurried
from .conftest import PassTime
from .servers import Browser, Json, closing, error, news, running
from .virtual_time import run_in_virtual_time

NewBrowser = Callable[..., Browser]
HEARD: SimpleQueue[str] = SimpleQueue()


def test_a_page_that_says_nothing_is_let_go(browser: NewBrowser, tmp_path: Path) -> None:
    with running(tmp_path, heartbeat=0.01) as address:
        host = browser(address)
        with host.live(host.started("Lena", "@owl")["table"]) as silent:
            assert closing(silent) == TOO_SLOW


def test_a_page_that_answers_stays_until_it_misses_five_heartbeats() -> None:
    timeout, replies = 5 * 3.0, 20

    async def listen() -> tuple[int, float]:
        loop = asyncio.get_running_loop()
        coming = [loop.create_future() for _ in range(replies + 1)]
        for number, reply in enumerate(coming[:replies]):
            loop.call_later((number + 1) * (timeout - 0.1), reply.set_result, "shown")
        page = Mock(receive_text=Mock(side_effect=coming))
        rooms = Mock(settings=Settings("", heartbeat=3.0))
        return await _receive(page, rooms, Mock(), Listener(None)), loop.time()

    ended, seconds = run_in_virtual_time(listen())
    assert ended == TOO_SLOW
    assert seconds == pytest.approx(replies * (timeout - 0.1) + timeout)


def online(browser: NewBrowser, *guests: str, **settings: object) -> tuple[Json, list[Browser]]:
    """A started game of Lena, who is the host, and guests, each with a browser."""
    host, *others = browsers = [browser() for _ in range(1 + len(guests))]
    opened = host.open_table("Lena", *["link"] * len(guests), **settings)["table"]
    for guest, name in zip(others, guests, strict=True):
        guest.ask(f"/tables/{opened}/join", code=host.join_code(opened), name=name)
    return host.ask(f"/tables/{opened}/start")["view"], browsers


@pytest.fixture(autouse=True)
def _note_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    receive = Listeners.receive

    def note(self: Listeners, listener: Listener, word: str) -> bool:
        changed = receive(self, listener, word)
        HEARD.put(word)
        return changed

    monkeypatch.setattr(Listeners, "receive", note)


def says(socket: ClientConnection, word: str) -> None:
    """Say a word as a page does, and wait until the server has heard it."""
    socket.send(word)
    assert HEARD.get(timeout=PATIENCE) == word


def away(browser: Browser, view: Json) -> list[bool]:
    return [seat["away"] for seat in browser.view(view["table"])["seats"]]


def test_whoever_closed_the_page_or_hides_it_is_away_after_a_minute(browser: NewBrowser, pass_time: PassTime) -> None:
    view, (host, hiding, closed) = online(browser, "Ola", "Ben")
    with host.live(view["table"]) as at_host, hiding.live(view["table"]) as at_hiding:
        with closed.live(view["table"]) as at_closed:
            for socket in (at_host, at_hiding, at_closed):
                says(socket, "shown")
            pass_time(59)
            says(at_hiding, "hidden")
        until(lambda: not host.view(view["table"])["seats"][2]["online"])
        pass_time(59)
        says(at_host, "touched")
        assert away(host, view) == [False, False, False]
        pass_time(2)
        assert away(host, view) == [False, True, True]
        says(at_hiding, "shown")
        assert away(host, view) == [False, False, True]


def test_whoever_does_nothing_in_their_turn_is_away_and_whoever_watches_quietly_is_not(
    browser: NewBrowser, pass_time: PassTime
) -> None:
    view, (host, guest) = online(browser, "Ola")
    with host.live(view["table"]) as at_host, guest.live(view["table"]) as at_guest:
        for socket in (at_host, at_guest):
            says(socket, "shown")
        pass_time(50)
        says(at_host, "touched")
        pass_time(50)
        assert away(guest, view) == [False, False], "a hand on the page is a sign of life"
        pass_time(10)
        assert away(guest, view) == [False, False], "it may not have been reported yet"
        pass_time(REPORT_SECONDS)
        assert away(guest, view) == [True, False]
        host.moved(view, 0, "roll")
        assert away(guest, view) == [False, False]


def test_the_table_says_how_long_somebody_may_be_away(browser: NewBrowser, pass_time: PassTime) -> None:
    view, (host, _) = online(browser, "Ola", away=15)
    pass_time(16)
    assert away(host, view) == [True, True]
    seats = [{"who": "here", "name": "Lena"}, {"who": "link"}]
    for outside in (14, 901):
        refused = host.post("/tables", seats=seats, settings={"away": outside})
        assert error(refused)["code"] == "bad-request"


def test_everybody_at_the_table_hears_that_somebody_is_away(tmp_path: Path) -> None:
    clock = Hurried()
    with running(tmp_path, clock=clock, heartbeat=0.4) as address, ExitStack() as opened:
        view, (_, guest) = online(lambda: opened.enter_context(Browser(address)), "Ola")
        with guest.live(view["table"]) as at_guest:
            says(at_guest, "shown")
            clock.ahead += 61
            while [seat["away"] for seat in news(at_guest, "presence")["seats"]] != [True, False]:
                says(at_guest, "shown")


def test_anybody_seated_lets_a_bot_play_for_somebody_who_is_away_even_the_host(
    browser: NewBrowser, pass_time: PassTime
) -> None:
    view, (host, guest, third) = online(browser, "Ola", "Ben")
    path = f"/tables/{view['table']}/seats/0/bot"
    refused = error(guest.post(path, bot="fox"))
    assert refused["code"] == "still-there"
    assert "Lena" in refused["message"]
    pass_time(61)
    assert error(browser().post(path, bot="fox"))["code"] == "not-your-seat"
    replaced = guest.ask(path, bot="fox")["view"]
    assert replaced["seats"][0]["bot"] == "fox"
    assert not replaced["seats"][0]["away"], "a bot is there"
    again = third.ask(path, bot="owl")["view"]
    assert again["seats"][0]["bot"] == "fox", "somebody else was quicker"
    view = until(lambda: guest.view(view["table"]), lambda now: now["game"]["active"] == 1)
    assert error(host.move(view, 0, "ask"))["code"] == "bot-plays-there"
    back = host.ask(f"/tables/{view['table']}/seats/0/person")["view"]
    assert back["seats"][0]["bot"] is None


def test_while_the_host_is_away_everybody_seated_may_do_what_the_host_may(
    browser: NewBrowser, pass_time: PassTime
) -> None:
    host, guest, stranger = browser(), browser(), browser()
    opened = host.open_table("Lena", "link", "link")["table"]
    guest.ask(f"/tables/{opened}/join", code=host.join_code(opened), name="Ola")
    assert error(guest.post(f"/tables/{opened}/seats/2/bot", bot="owl"))["code"] == "not-the-host"
    pass_time(61)
    assert guest.view(opened)["hosts"] == [0, 1]
    assert error(stranger.post(f"/tables/{opened}/start"))["code"] == "not-your-seat"
    guest.ask(f"/tables/{opened}/seats/2/bot", bot="owl")
    started = guest.ask(f"/tables/{opened}/start")["view"]
    assert started["stage"] == "playing"
    with host.live(opened) as at_host:
        says(at_host, "shown")
        assert guest.view(opened)["hosts"] == [0]


def lobby(browser: NewBrowser, address: str) -> tuple[str, Browser, Browser, Browser]:
    """A table before its start: Lena, who is the host, Ola, and Ben."""
    host, ola, ben = (browser(address) for _ in range(3))
    opened = host.open_table("Lena", "link", "link")["table"]
    for guest, name in ((ola, "Ola"), (ben, "Ben")):
        guest.ask(f"/tables/{opened}/join", code=host.join_code(opened), name=name, birthday="02-29")
    return opened, host, ola, ben


def seats(view: Json) -> list[tuple[str | None, int | None]]:
    return [(seat["name"], seat["holder"]) for seat in view["seats"]]


def test_before_the_start_guests_leave_and_change_their_names_and_the_log_remembers(
    browser: NewBrowser, tmp_path: Path
) -> None:
    with running(tmp_path) as address:
        opened, host, ola, ben = lobby(browser, address)
        renamed = ola.ask(f"/tables/{opened}/seats/1/name", name="  Ola\u202e the Great ")["view"]
        assert seats(renamed) == [("Lena", 0), ("Ola the Great", 1), ("Ben", 2)]
        assert error(ola.post(f"/tables/{opened}/seats/1/name", name="\u200b"))["code"] == "name-not-allowed"
        left = ben.ask(f"/tables/{opened}/seats/2/leave")["view"]
        assert seats(left) == [("Lena", 0), ("Ola the Great", 1), (None, None)]
        assert [event["event"] for event in host.get(f"/tables/{opened}").json()["events"]][-2:] == ["renamed", "left"]
        assert host.get("/tables").json()["tables"]
        assert ben.get("/tables").json()["tables"] == [], "whoever left has no seat there"
    with running(tmp_path) as address:
        again, cookies = browser(address), dict(host.client.cookies)
        again.client.cookies.update(cookies)
        assert seats(again.view(opened)) == seats(left)
        again.ask(f"/tables/{opened}/seats/2/bot", bot="owl")
        assert again.ask(f"/tables/{opened}/start")["view"]["stage"] == "playing"


def test_the_host_removes_a_guest_whose_seat_is_open_again(browser: NewBrowser, address: str) -> None:
    opened, host, ola, ben = lobby(browser, address)
    for nobody in (ben, browser()):
        assert nobody.post(f"/tables/{opened}/seats/1/leave").status_code == 403
    assert error(host.post(f"/tables/{opened}/seats/1/name", name="Eve"))["code"] == "not-your-seat"
    assert error(host.post(f"/tables/{opened}/seats/0/leave"))["code"] == "host-stays"
    host.ask(f"/tables/{opened}/seats/1/leave")
    assert ola.post(f"/tables/{opened}/seats/1/name", name="Eve").status_code == 403
    ola.ask(f"/tables/{opened}/join", code=host.join_code(opened), name="Ola")
    assert seats(host.view(opened)) == [("Lena", 0), ("Ola", 1), ("Ben", 2)]


def test_after_the_start_nobody_leaves_and_names_stay(browser: NewBrowser, address: str) -> None:
    opened, host, ola, _ = lobby(browser, address)
    seq = host.ask(f"/tables/{opened}/start")["view"]["seq"]
    seat = next(seat["seat"] for seat in ola.view(opened)["seats"] if seat["name"] == "Ola")
    assert error(ola.post(f"/tables/{opened}/seats/{seat}/name", name="Eve"))["code"] == "already-started"
    assert error(ola.post(f"/tables/{opened}/seats/{seat}/leave"))["code"] == "already-started"
    assert ola.view(opened)["seq"] == seq
