"""Connections: how many may be open, and how long those stay that send slowly, endlessly or without reading."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path
from unittest.mock import Mock, call

import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.protocol import State
from websockets.sync.client import ClientConnection

from charidice.web.door import connections
from charidice.web.door.connections import FULL, HEADERS_LIMIT, Connections, LiveConnection
from charidice.web.serving import UNACKNOWLEDGED, Server, listen
from charidice.web.settings import Settings

from ..waiting import PATIENCE, until
from .servers import Browser, Json, news, running

NewBrowser = Callable[..., Browser]
LOCAL = "127.0.0.1"


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def connect(port: int) -> socket.socket:
    return socket.create_connection((LOCAL, port), timeout=PATIENCE)


def answer(client: socket.socket) -> bytes:
    """All that a server sends until it ends the connection."""
    received = b""
    with suppress(ConnectionError):
        while piece := client.recv(65536):
            received += piece
    return received


def is_closed(client: socket.socket) -> bool:
    """Whether the server has ended the connection; drops what it has sent."""
    client.setblocking(False)
    try:
        return not client.recv(65536)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


# Requests that do not arrive

GET = f"GET / HTTP/1.1\r\nHost: {LOCAL}\r\n".encode()
POST = f"POST /api/tables HTTP/1.1\r\nHost: {LOCAL}\r\nContent-Type: application/json\r\n".encode()


@pytest.mark.parametrize(
    ("begin", "then"),
    [
        pytest.param(b"", b"", id="silent"),
        pytest.param(b"", b"\r\n", id="blank lines"),
        pytest.param(GET + b"X: ", b"x", id="a header"),
        pytest.param(GET, b"X: x\r\n", id="headers"),
        pytest.param(POST + b"Content-Length: 9000\r\n\r\n", b"x", id="a body"),
        pytest.param(POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", id="chunks"),
        pytest.param(GET + b"\r\n", b"\r\n", id="after an answer"),
    ],
)
def test_a_request_that_does_not_arrive_in_time_ends_the_connection(
    address: str, monkeypatch: pytest.MonkeyPatch, begin: bytes, then: bytes
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.1)

    def drip() -> bool:
        with suppress(ConnectionError):
            client.send(then)
        return is_closed(client)

    with connect(port_of(address)) as client:
        client.sendall(begin)
        until(drip)


@pytest.mark.parametrize("endless", [b"x" * 1000, b"X: x\r\n" * 200])
def test_headers_have_an_end(address: str, monkeypatch: pytest.MonkeyPatch, endless: bytes) -> None:
    # Only their size ends the connection.
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 10 * PATIENCE)
    with connect(port_of(address)) as client:
        client.sendall(GET + b"X: ")
        with suppress(ConnectionError):
            for _ in range(2 * HEADERS_LIMIT // len(endless)):
                client.sendall(endless)
        assert answer(client) == b""


@pytest.mark.parametrize(("length", "expected"), [(HEADERS_LIMIT // 2, b"HTTP/1.1 200"), (2 * HEADERS_LIMIT, b"")])
def test_headers_that_arrive_at_once_have_an_end_too(address: str, length: int, expected: bytes) -> None:
    many = b"X: x\r\n" * (length // 6)
    with connect(port_of(address)) as client:
        client.sendall(GET + many + b"Connection: close\r\n\r\n")
        assert answer(client)[:12] == expected


def test_a_request_in_pieces_is_answered(address: str) -> None:
    with connect(port_of(address)) as client:
        for piece in (GET[:10], GET[10:], b"Connection: close\r\n", b"\r\n"):
            client.sendall(piece)
        assert answer(client).startswith(b"HTTP/1.1 200")


# How many


@pytest.mark.parametrize("limit", ["connections", "connections_per_address"])
def test_so_many_connections_may_be_open(tmp_path: Path, limit: str) -> None:
    most: Json = {limit: 2}
    with running(tmp_path, **most) as address, ExitStack() as clients:
        port = port_of(address)
        first, _ = (clients.enter_context(connect(port)) for _ in range(2))
        assert until(lambda: answer(clients.enter_context(connect(port)))) == FULL
        first.close()
        until(lambda: status(port), lambda found: found == b"200")


def status(port: int) -> bytes:
    with connect(port) as client:
        client.sendall(GET + b"Connection: close\r\n\r\n")
        return answer(client)[9:12]


def test_connections_that_come_together_are_not_all_taken_by_one_worker() -> None:
    """It accepts one at a time, so that others can have the next."""
    server, together = Server(FastAPI(), Settings("sqlite://"), lambda: None), 8

    async def accepted() -> list[int]:
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        with listen(LOCAL, 0) as bound, ExitStack() as clients:
            for _ in range(together):
                clients.enter_context(connect(bound.getsockname()[1]))
            await server.startup([bound])
            numbers = [0]
            while numbers[-1] < together:
                await asyncio.sleep(0)
                numbers.append(len(server.server_state.connections))
            await server.shutdown([bound])
        return numbers

    # From Python 3.13 on, asyncio accepts one more than it is told.
    assert max(later - before for before, later in pairwise(asyncio.run(accepted()))) <= 2


def test_a_proxy_may_open_all_connections_by_itself() -> None:
    server = Server(FastAPI(), Settings("", connections=2, connections_per_address=1), print, proxies=LOCAL)
    ours = server.server_state.connections
    assert isinstance(ours, Connections)
    assert [ours.enter((LOCAL, port)) for port in (50_000, 50_001, 50_002)] == [True, True, False]


def listens(browser: Browser, table: str) -> bool:
    try:
        with browser.live(table):
            return True
    except (InvalidHandshake, ConnectionError):
        return False


def test_so_many_listeners_may_come_from_one_address(browser: NewBrowser, tmp_path: Path) -> None:
    with running(tmp_path, sockets_per_address=2) as address:
        host = browser(address)
        table = host.started("Lena", "@owl")["table"]
        with host.live(table):
            with host.live(table):
                assert not listens(host, table)
            until(lambda: listens(host, table))


def test_a_listener_that_leaves_makes_room_for_another_connection(browser: NewBrowser, tmp_path: Path) -> None:
    with running(tmp_path, connections_per_address=3) as address:
        host = browser(address)
        table = host.started("Lena", "@owl")["table"]
        for _ in range(6):
            until(lambda: listens(host, table))


# What is not read


def test_accepted_connections_end_if_nobody_acknowledges_what_is_sent() -> None:
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        pytest.skip("only Linux has it")
    with listen(LOCAL, 0) as bound, connect(bound.getsockname()[1]):
        accepted, _ = bound.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNACKNOWLEDGED


def test_pings_without_end_end_the_connection(browser: NewBrowser) -> None:
    host = browser()
    table = host.started("Lena", "@owl")["table"]
    with host.live(table) as listening, host.live(table) as other:
        with pytest.raises(ConnectionClosed):
            ping(listening, 20_000)
        assert news(other)["type"] == "update"


def ping(listening: ClientConnection, times: int) -> None:
    for _ in range(times):
        listening.ping()


def slow_listener() -> LiveConnection:
    made = LiveConnection(Mock(ws_max_size=1, ws_per_message_deflate=False), Mock(connections=set()), {}, Mock())
    made.transport = Mock()
    made.conn.state = State.OPEN
    made.pause_writing()
    return made


def test_a_listener_that_does_not_read_is_let_go_and_a_slow_one_stays() -> None:
    slow, stuck = slow_listener(), slow_listener()
    slow.resume_writing()
    for each, let_go in ((slow, False), (stuck, True)):
        timer, (seconds, ends) = each.loop.call_later.return_value, each.loop.call_later.call_args.args  # type: ignore[attr-defined]
        assert (seconds, ends) == (connections.READING_SECONDS, each.transport.abort)
        assert timer.cancel.called != let_go


def test_nothing_is_pushed_to_who_has_yet_to_read_or_has_gone() -> None:
    listener = slow_listener()
    assert not listener.push("1")
    listener.resume_writing()
    assert listener.push("zażółć")
    listener.conn.state = State.CLOSING
    assert not listener.push("3")
    text = "zażółć".encode()
    assert listener.transport.write.mock_calls == [call(bytes((0x81, len(text))) + text)]  # type: ignore[attr-defined]


# Whole responses

JSON = [(b"content-type", b"application/json"), (b"content-length", b"2")]


def exchange(method: str = "POST", **changes: object) -> Mock:
    """A request that waits for its response."""
    flow = Mock(write_paused=changes.pop("write_paused", False))
    plain = {"keep_alive": True, "disconnected": False, "response_started": False, "response_complete": False}
    return Mock(scope={"method": method}, flow=flow, default_headers=[(b"date", b"today")], **{**plain, **changes})


def test_a_whole_response_is_one_packet() -> None:
    cycle = exchange()
    assert connections._reply(cycle, JSON, b"{}")
    head = b"HTTP/1.1 200 OK\r\ndate: today\r\ncontent-type: application/json\r\ncontent-length: 2\r\n"
    assert cycle.transport.write.mock_calls == [call(head + b"\r\n{}")]
    assert (cycle.response_started, cycle.response_complete) == (True, True)
    assert cycle.on_response.called


@pytest.mark.parametrize(
    "cycle",
    [
        pytest.param(exchange("HEAD"), id="no body"),
        pytest.param(exchange(keep_alive=False), id="the last of its connection"),
        pytest.param(exchange(write_paused=True), id="much is unread"),
        pytest.param(exchange(disconnected=True), id="gone"),
    ],
)
def test_other_responses_go_the_long_way(cycle: Mock) -> None:
    assert not connections._reply(cycle, JSON, b"{}")
    assert not cycle.transport.write.called
    assert not cycle.response_started


@pytest.mark.parametrize("value", [b"a\r\nset-cookie: b", b"a\nb", b"a\rb"])
def test_a_header_that_would_end_its_line_is_left_to_uvicorn_which_refuses_it(value: bytes) -> None:
    assert not connections._reply(exchange(), [*JSON, (b"x", value)], b"{}")


def test_moves_are_answered_in_one_packet(browser: NewBrowser, address: str) -> None:
    anna = browser()
    table = anna.started("Anna", "Ben")
    cookie = f"charidice={anna.client.cookies['charidice']}"
    body = b'{"move_id": "one-packet", "seq": %d, "seat": 0, "action": "roll"}' % table["seq"]
    head = f"POST /api/tables/{table['table']}/moves HTTP/1.1\r\nHost: {LOCAL}\r\nCookie: {cookie}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with connect(port_of(address)) as client:
        client.sendall(head.encode() + body)
        first = client.recv(1 << 20)
    assert first.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b'"event":"rolled"' in first


# Few open files

SERVE = """
import resource, sys
from charidice.web.app import create_app
from charidice.web.door.logs import set_up_logging
from charidice.web.serving import listen, serve
from charidice.web.settings import Settings

resource.setrlimit(resource.RLIMIT_NOFILE, (100, 160))
set_up_logging(verbose=False)
bound, settings = listen("127.0.0.1", 0), Settings(sys.argv[1])
serve(create_app(settings), settings, bound, lambda: print(bound.getsockname()[1], flush=True))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a limit of Unix")
def test_connections_leave_files_for_the_database_and_fill_no_log(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVE, f"sqlite:///{tmp_path / 'tables.db'}"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process,
        ExitStack() as ended,
        ExitStack() as clients,
    ):
        ended.callback(process.kill)
        assert process.stdout
        assert process.stderr
        port = int(process.stdout.readline())
        for _ in range(200):
            clients.enter_context(connect(port))
        assert answer(clients.enter_context(connect(port))) == FULL
        clients.close()
        with Browser(f"http://{LOCAL}:{port}") as browser:
            until(lambda: status(port), lambda found: found == b"200")
            assert browser.started("Lena", "@owl")
        process.terminate()
        # Many that come at once may reach the limit before the first of them are refused.
        assert len(process.stderr.readlines()) <= 1
