"""Metrics: what a server measures, told on a port of its own."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client import REGISTRY

from charidice.web import serving
from charidice.web.app import create_app
from charidice.web.jobs.worker import Worker
from charidice.web.serving import CannotServe, listen, serve
from charidice.web.settings import Settings

from ..ports import free_ports
from ..waiting import PATIENCE, until
from .servers import Browser, news, play

NewBrowser = Callable[..., Browser]
LOCAL = "127.0.0.1"


def measured(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"charidice_{name}", labels) or 0.0


def test_what_happens_is_measured(browser: NewBrowser) -> None:
    route = {"route": "/api/tables/{table}/moves", "status": "200"}

    def now() -> list[float]:
        moves, requests = measured("moves_total"), measured("request_seconds_count", **route)
        thoughts, commits = measured("bot_seconds_count", bot="fox"), measured("commit_changes_sum")
        return [moves, requests, thoughts, commits, measured("rooms"), measured("loop_lag_seconds_count")]

    before, host = now(), browser()
    view = host.started("Lena", "@fox", rounds=4)
    with host.live(view["table"]) as listening:
        news(listening)
        until(lambda: measured("listeners") == 1)
        play(host, view)
    for earlier, later in zip(before, now(), strict=True):
        assert later > earlier
    until(lambda: not any(map(measured, ("listeners", "bots_thinking", "changes_waiting"))))


def test_work_in_a_process_of_its_own_is_counted_while_it_lasts() -> None:
    async def work() -> float:
        worker = Worker(1, 1.0)
        running = asyncio.ensure_future(worker.run(pow, 2, 10))
        await asyncio.sleep(0)
        during = measured("jobs")
        assert await running == 1024
        await worker.close()
        return during

    before = measured("jobs")
    assert asyncio.run(work()) == before + 1
    assert measured("jobs") == before


def test_requests_for_nothing_are_one_measure(browser: NewBrowser) -> None:
    def requests(route: str, status: str) -> float:
        return measured("request_seconds_count", route=route, status=status)

    lost, healthy = requests("", "404"), requests("/healthz", "200")
    client = browser().client
    for method, path in (("GET", "/nowhere"), ("GET", "/elsewhere"), ("HEAD", "/nowhere"), ("HEAD", "/healthz")):
        client.request(method, path)
    until(lambda: requests("", "404") == lost + 3)
    until(lambda: requests("/healthz", "200") == healthy + 1)


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Stands in for a server that runs until the test has seen enough."""
    stop = threading.Event()
    monkeypatch.setattr(serving.Server, "run", lambda self, sockets: stop.wait())
    yield stop
    stop.set()


def test_metrics_have_a_port_of_their_own_on_this_machine(
    browser: NewBrowser, tmp_path: Path, stopped: threading.Event
) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'tables.db'}", metrics_port=free_ports(1)[0])
    bound = listen(LOCAL, 0)
    thread = threading.Thread(target=serve, args=(create_app(settings), settings, bound, print))
    thread.start()

    def told() -> str:
        try:
            return httpx.get(f"http://{LOCAL}:{settings.metrics_port}/metrics", timeout=PATIENCE).text
        except httpx.TransportError:
            return ""

    assert "charidice_moves_total" in until(told)
    assert browser().client.get("/metrics").status_code == 404
    stopped.set()
    thread.join()
    assert told() == ""


def test_a_port_for_metrics_that_is_taken_is_refused(tmp_path: Path, stopped: threading.Event) -> None:
    with socket.socket() as taken:
        taken.bind((LOCAL, 0))
        taken.listen()
        settings = Settings("", metrics_port=taken.getsockname()[1])
        with pytest.raises(CannotServe, match="port-taken"):
            serve(create_app(settings), settings, listen(LOCAL, 0), print)
