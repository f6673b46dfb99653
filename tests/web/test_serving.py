"""The listening socket, and the settings of the process."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock, call

import httpx
import pytest
from fastapi import FastAPI

from charidice import dump_json
from charidice.web import serving
from charidice.web.serving import CannotServe, Server, address_at_home, listen, names_at_home, serve
from charidice.web.settings import Settings

from ..coach.games import game
from ..waiting import PATIENCE, until
from .servers import running
from .test_history_flood import stopped
from .test_metrics import measured

LOCAL = "127.0.0.1"


def port_of(bound: socket.socket) -> int:
    return int(bound.getsockname()[1])


def test_a_port_that_is_taken_is_refused() -> None:
    with listen(LOCAL, 0) as taken:
        with pytest.raises(CannotServe) as refused:
            listen(LOCAL, port_of(taken))
        assert (refused.value.code, refused.value.values) == ("port-taken", {"port": port_of(taken)})


def test_a_neighbour_does_as_well_where_the_port_was_not_asked_for() -> None:
    with listen(LOCAL, 0) as taken, listen(LOCAL, port_of(taken), neighbours=10) as other:
        assert 0 < port_of(other) - port_of(taken) <= 10


def test_a_port_can_be_used_again_right_after_it_was_given_up() -> None:
    with listen(LOCAL, 0) as bound:
        port = port_of(bound)
        with socket.create_connection((LOCAL, port)):
            bound.accept()[0].close()
    listen(LOCAL, port).close()


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_somebody_else_is_refused(host: str) -> None:
    with pytest.raises(CannotServe) as refused:
        listen(host, 0)
    assert refused.value.code == "cannot-listen"
    assert refused.value.values["host"] == host
    assert refused.value.values["detail"]


def test_a_server_that_is_ready_collects_little_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Mock()

    class Started(Server):
        def run(self, sockets: list[socket.socket] | None = None) -> None:
            self._ready()

    monkeypatch.setattr(serving, "gc", done.gc)
    monkeypatch.setattr(serving, "Server", Started)
    serve(FastAPI(), Settings(""), listen(LOCAL, 0), done.ready)
    assert done.mock_calls == [
        call.gc.collect(),
        call.gc.freeze(),
        call.gc.set_threshold(*serving.COLLECTION_THRESHOLDS),
        call.ready(),
    ]


def test_the_address_in_the_network_is_not_that_of_this_machine_alone() -> None:
    address = address_at_home()
    assert address is None or not address.startswith("127.")


def test_a_machine_may_be_called_by_its_name_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.fritz.box")
    assert names_at_home() == ("laptop", "laptop.local")


def test_a_review_under_way_is_given_up_when_the_server_ends(tmp_path: Path) -> None:
    def review(number: int) -> httpx.Response:
        return httpx.post(f"{address}/api/reviews", json={"record": dump_json(game(number))}, timeout=PATIENCE)

    with ThreadPoolExecutor(1) as pool, ExitStack() as stack:
        with running(tmp_path) as address:
            assert review(1).status_code == 200
            stack.enter_context(stopped(os.getpid()))
            asked = pool.submit(review, 2)
            until(lambda: measured("jobs"))
        assert asked.result().status_code == 503


def test_a_page_that_waits_to_connect_is_told_to_come_again_when_the_server_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    upgrade = b"GET /api/tables/x/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    with ExitStack() as stack:
        # The second WebSocket of an address is due after ten seconds.
        with running(tmp_path, messages=10, window=6000.0) as address:
            port = int(address.rpartition(":")[2])
            pages = [stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE)) for _ in range(2)]
            for page in pages:
                page.sendall(upgrade + key)
                assert httpx.get(address, timeout=PATIENCE).status_code == 200
        assert [page.recv(12) for page in pages] == [b"HTTP/1.1 101", b"HTTP/1.1 503"]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
