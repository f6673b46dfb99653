"""Rate limits: a sliding window per key, in bounded memory."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore

import httpx
import pytest

from charidice.web.app import HINTS_PER_ADDRESS
from charidice.web.door import limits
from charidice.web.door.guard import Guard
from charidice.web.door.limits import Allowance, Allowances, Pace, RateLimiter, network_of
from charidice.web.http.coach import REFUSAL_SECONDS
from charidice.web.jobs.worker import Worker
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings

from ..waiting import PATIENCE
from .clocks import Clock
from .servers import Browser, running


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_the_window_slides(clock: Clock) -> None:
    limiter = RateLimiter(2, 10, clock)
    assert limiter.take("anna")
    clock.now += 6
    assert limiter.take("anna")
    assert not limiter.take("anna")
    clock.now += 5
    assert limiter.take("anna"), "the first was eleven seconds ago"
    assert not limiter.take("anna"), "the second was five seconds ago"


def test_everybody_has_an_allowance_of_their_own(clock: Clock) -> None:
    limiter = RateLimiter(1, 10, clock)
    assert limiter.take("anna")
    assert limiter.take("ben")
    assert not limiter.take("anna")


def test_what_is_refused_does_not_count(clock: Clock) -> None:
    limiter = RateLimiter(1, 10, clock)
    assert limiter.take("anna")
    for _ in range(9):
        clock.now += 1
        assert not limiter.take("anna")
    clock.now += 1
    assert limiter.take("anna")


def test_it_says_how_long_to_wait(clock: Clock) -> None:
    limiter = RateLimiter(1, 10, clock)
    assert limiter.wait("anna") == 0
    limiter.take("anna")
    clock.now += 4
    assert limiter.wait("anna") == 6
    clock.now += 7
    assert limiter.wait("anna") == 0


def test_strangers_are_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 100)
    limiter = RateLimiter(1, 10, clock)
    for number in range(1000):
        assert limiter.take(str(number))
    assert len(limiter._taken) <= 100
    clock.now += 11
    assert limiter.take("anna")
    assert list(limiter._taken) == ["anna"]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_household_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_the_requests_of_an_address_that_wait_leave_room_for_others() -> None:
    here, there = "192.0.2.1", "192.0.2.2"

    async def nothing(*_: object) -> None:
        raise AssertionError

    async def waiting() -> None:
        stopping = asyncio.Event()
        guard = Guard(nothing, Settings("sqlite://", connections=4), stopping)
        held = [asyncio.ensure_future(guard.hold(PATIENCE, address)) for address in (here, here, there)]
        await asyncio.sleep(0)
        with pytest.raises(WebRefused) as refused:
            await guard.hold(PATIENCE, here)
        assert (refused.value.code, refused.value.details["wait"]) == ("too-many-messages", 1000 * PATIENCE + 1)
        assert not any(each.done() for each in held)
        stopping.set()
        assert all(isinstance(each, WebRefused) for each in await asyncio.gather(*held, return_exceptions=True))
        with pytest.raises(WebRefused):
            await guard.hold(PATIENCE, here)
        assert not guard.held.is_exceeded(here)

    asyncio.run(waiting())


def test_one_address_leaves_hints_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answered = Semaphore(0), Event()

    async def slow(_: Worker, *__: object) -> object:
        asked.release()
        await asyncio.to_thread(answered.wait, PATIENCE)
        return {"stages": [], "brief": None, "dice": [], "action": None}

    monkeypatch.setattr(Worker, "run", slow)
    with running(tmp_path) as address, Browser(address) as lena, ThreadPoolExecutor(8) as threads:
        view = lena.started("Lena", "@owl")
        hint = f"/api/tables/{view['table']}/hint?seat=0"
        waiting = [threads.submit(lena.client.get, hint) for _ in range(HINTS_PER_ADDRESS)]
        for _ in waiting:
            assert asked.acquire(timeout=PATIENCE)
        begin = time.monotonic()
        refused = lena.client.get(hint)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
        assert time.monotonic() - begin >= REFUSAL_SECONDS, "whoever asks again and again waits"
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=address, transport=elsewhere, cookies=lena.client.cookies, timeout=PATIENCE) as ola:
            waiting.append(threads.submit(ola.get, hint))
            assert asked.acquire(timeout=PATIENCE)
            answered.set()
            assert [each.result().status_code for each in waiting] == [200] * len(waiting)
        assert lena.client.get(hint).status_code == 200


def test_a_burst_is_taken_at_once_and_the_rest_is_spread(clock: Clock) -> None:
    pace = Pace(10, 5, clock)
    assert [pace.delay("school") for _ in range(6)] == pytest.approx([0.0] * 6)
    assert [pace.delay("school") for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])
    assert pace.delay("home") == 0
    clock.now += 100
    assert [pace.delay("school") for _ in range(7)] == pytest.approx([0.0] * 6 + [0.1]), "it has recovered"


def test_paces_of_strangers_are_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 100)
    pace = Pace(10, 5, clock)
    for number in range(1000):
        pace.delay(str(number))
    assert len(pace._due) <= 100
    clock.now += 1
    pace.delay("anna")
    assert list(pace._due) == ["anna"]


def test_an_address_that_reads_its_whole_limit_at_once_waits_for_the_window(clock: Clock) -> None:
    reading = Allowances(Allowance(1, browsers=10, burst_seconds=2), messages=30, window=30, clock=clock)
    delays = []
    for _ in range(300):
        assert reading.take(None, "flood") == 0
        delays.append(reading.delay("flood"))
    assert delays[:21] == pytest.approx([0.0] * 21), "two seconds' worth comes at once"
    assert max(delays) == pytest.approx(delays[-1])
    assert delays[-1] == pytest.approx(27.9)
    assert reading.take(None, "flood") > 0
