"""Moves a second and their latency on one server process, beside a bare FastAPI echo with the same commit.

    make bench

Every table has four listeners over WebSockets; several clients play at once, each move sent by POST, decided by the
rules, committed to the log and told to the listeners before it is answered. The echo commits and tells whatever it is
sent. Both servers take turns, and what counts is the median of the ratios of two runs that follow each other, so that
other work on the machine slows down both. Ours should do at least three quarters of what the echo does.
"""

import asyncio
import base64
import json
import os
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect

from bench.processes import Processes
from charidice.web.app import create_app
from charidice.web.serving import listen, serve
from charidice.web.settings import Settings

TABLES = 16
LISTENERS = 4
MOVES = 80
CLIENTS = 8
PAIRS = 9
LEAST_SHARE = 0.75
HOST = "127.0.0.1"
PLENTY = 10**9
TEXT = 1  # what a frame holds, not a ping


# The servers, each in a process of its own


def ours(folder: Path) -> tuple[FastAPI, Settings]:
    # The listeners here answer no heartbeat, and would be let go on a slow machine.
    settings = Settings(
        f"sqlite:///{folder / 'ours.db'}",
        messages=PLENTY,
        window=1.0,
        heartbeat=PLENTY,
        tables_per_hour=PLENTY,
        sockets_per_address=PLENTY,
        connections_per_address=PLENTY,
        pace=0,
    )
    return create_app(settings), settings


def echo(folder: Path) -> tuple[FastAPI, Settings]:
    database = sqlite3.connect(folder / "echo.db", isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE event (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
    writer = ThreadPoolExecutor(1)
    listeners: dict[str, list[WebSocket]] = {}
    app = FastAPI()

    def commit(text: str) -> None:
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO event (body) VALUES (?)", (text,))
        database.execute("COMMIT")

    @app.post("/{table}")
    async def take(table: str, request: Request) -> Response:
        text = (await request.body()).decode()
        await asyncio.get_running_loop().run_in_executor(writer, commit, text)
        for listener in listeners.get(table, ()):
            await listener.send_text(text)
        return Response(text, media_type="application/json")

    @app.websocket("/{table}")
    async def follow(table: str, socket: WebSocket) -> None:
        await socket.accept()
        listeners.setdefault(table, []).append(socket)
        try:
            await socket.receive_text()
        except WebSocketDisconnect:
            listeners[table].remove(socket)

    return app, Settings("")


SERVERS: dict[str, Callable[[Path], tuple[FastAPI, Settings]]] = {"ours": ours, "echo": echo}


def run_server(name: str, folder: Path) -> None:
    bound = listen(HOST, 0)
    serve(*SERVERS[name](folder), bound, lambda: print(bound.getsockname()[1], flush=True))


@contextmanager
def running(name: str, folder: Path) -> Iterator[tuple[int, Processes]]:
    """The port of a server in a process of its own, and that process."""
    process = subprocess.Popen([sys.executable, "-m", "bench.table", name, folder], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), Processes(process.pid)
    finally:
        process.terminate()
        process.wait()


# The clients: as little as HTTP and WebSockets need, so that the time goes to the server


@dataclass
class Client:
    """One connection that stays open."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    cookie: str = ""

    @classmethod
    async def at(cls, port: int) -> "Client":
        return cls(*await asyncio.open_connection(HOST, port))

    async def post(self, path: str, body: bytes) -> bytes:
        return await self._ask(
            f"POST {path}", f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n", body
        )

    async def get(self, path: str) -> bytes:
        return await self._ask(f"GET {path}")

    async def _ask(self, request: str, headers: str = "", body: bytes = b"") -> bytes:
        head = f"{request} HTTP/1.1\r\nHost: {HOST}\r\n{headers}Cookie: {self.cookie}\r\n\r\n"
        self.writer.write(head.encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", answer)
        assert length
        content = await self.reader.readexactly(int(length[1]))
        assert answer.startswith("HTTP/1.1 200"), content
        if cookie := re.search(r"set-cookie: ([^;]+)", answer):
            self.cookie = cookie[1]
        return content


class Ear(asyncio.Protocol):
    """A listener that counts the events it is told of."""

    def __init__(self) -> None:
        self.heard = 0
        self.is_listening = asyncio.Event()
        self._rest = b""

    def hear(self, message: bytes) -> None:
        # What is told of events has the seq of each, and that of the view.
        self.heard += message.count(b'"seq":') - (b'"view":' in message)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self.is_listening.is_set():
            head, end, self._rest = self._rest.partition(b"\r\n\r\n")
            assert end
            assert head.startswith(b"HTTP/1.1 101"), head
            self.is_listening.set()
        while len(self._rest) >= 2:
            length, start = self._rest[1], 2
            if length > 125:
                start = 4 if length == 126 else 10
                length = int.from_bytes(self._rest[2:start])
            if len(self._rest) < start + length:
                return
            if self._rest[0] & 15 == TEXT:
                self.hear(self._rest[start : start + length])
            self._rest = self._rest[start + length :]


async def listen_to(
    port: int, path: str, kind: Callable[[], Ear] = Ear, cookie: str = "", address: str = HOST
) -> tuple[asyncio.Transport, Ear]:
    transport, ear = await asyncio.get_running_loop().create_connection(kind, HOST, port, local_addr=(address, 0))
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13"
    head = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nCookie: {cookie}\r\n{upgrade}\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    transport.write(head.encode())
    await ear.is_listening.wait()
    return transport, ear


# What is measured


@dataclass
class Measured:
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Of the server."""
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds if self.seconds else 0.0

    @property
    def p99_ms(self) -> float:
        return 1000 * quantiles(self.latencies, n=100)[-1]

    @property
    def cpu_ms(self) -> float:
        """Processor time of the server for a move."""
        return 1000 * self.cpu_seconds / len(self.latencies)


Game = Callable[[Client, Measured], Coroutine[None, None, None]]


async def timed(client: Client, path: str, body: dict[str, Any], measured: Measured) -> bytes:
    sent = json.dumps(body).encode()
    begin = time.perf_counter()
    answer = await client.post(path, sent)
    measured.latencies.append(time.perf_counter() - begin)
    return answer


async def new_game(port: int) -> tuple[str, Game]:
    """A table where four people sit at one device, and how it is played."""
    host = await Client.at(port)
    seats = [{"who": "here", "name": name} for name in ("Anna", "Ben", "Cleo", "Dan")]
    settings = {"rounds": 20, "wait": 0, "start": "seat", "hints": "off"}
    made = json.loads(await host.post("/api/tables", json.dumps({"seats": seats, "settings": settings}).encode()))
    path = f"/api/tables/{made['view']['table']}"
    started = json.loads(await host.post(f"{path}/start", b'{"words": ""}'))
    host.writer.close()

    async def play(client: Client, measured: Measured) -> None:
        client.cookie = host.cookie
        view = started["view"]
        for _ in range(MOVES):
            game = view["game"]
            action = (
                {"action": "score", "dice": game["options"][0]["dice"]}
                if game["rolls"]
                else {"action": "roll", "keep": []}
            )
            move = {"move_id": secrets.token_hex(16), "seq": view["seq"], "seat": game["active"], **action}
            view = json.loads(await timed(client, f"{path}/moves", move, measured))["view"]

    return f"{path}/live", play


async def new_echo(port: int) -> tuple[str, Game]:
    path = f"/{secrets.token_urlsafe(12)}"

    async def play(client: Client, measured: Measured) -> None:
        for seq in range(MOVES):
            move = {"move_id": secrets.token_hex(16), "seq": seq, "seat": 0, "action": "score", "dice": [0, 1, 2, 3]}
            await timed(client, path, move, measured)

    return path, play


NEW = {"ours": new_game, "echo": new_echo}


@asynccontextmanager
async def ears(port: int, paths: list[str]) -> AsyncIterator[list[Ear]]:
    listening = [await listen_to(port, path) for path in paths for _ in range(LISTENERS)]
    await asyncio.sleep(0.5)  # what they are told as they come
    for _, ear in listening:
        ear.heard = 0
    yield [ear for _, ear in listening]
    for transport, _ in listening:
        transport.close()


async def measure(name: str, port: int, server: Processes, tables: int = TABLES, clients: int = CLIENTS) -> Measured:
    games = [await NEW[name](port) for _ in range(tables)]
    measured = Measured()
    waiting = [play for _, play in games]

    async def client() -> None:
        connection = await Client.at(port)
        while waiting:
            await waiting.pop()(connection, measured)
        connection.writer.close()

    async with ears(port, [path for path, _ in games]) as listening:
        begin, used = time.perf_counter(), server.cpu_seconds
        await asyncio.gather(*(client() for _ in range(clients)))
        while sum(ear.heard for ear in listening) < tables * MOVES * LISTENERS:
            await asyncio.sleep(0.001)
        measured.seconds, measured.cpu_seconds = time.perf_counter() - begin, server.cpu_seconds - used
    return measured


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with running("ours", folder) as our_server, running("echo", folder) as echo_server:
            servers = {"ours": our_server, "echo": echo_server}
            runs: dict[str, list[Measured]] = {name: [] for name in servers}
            for number in range(PAIRS):
                # Each is the first of a pair by turns.
                for name in [*servers][:: 1 if number % 2 else -1]:
                    runs[name].append(asyncio.run(measure(name, *servers[name])))
    print(f"{TABLES} tables with {LISTENERS} listeners each, {CLIENTS} clients at once; medians of {PAIRS} runs")
    for name, measured in runs.items():
        rate, p99_ms, cpu_ms = (median(each) for each in zip(*map(figures, measured), strict=True))
        each = f"{p99_ms:.1f} ms at the 99th percentile, {cpu_ms:.2f} ms of a processor"
        print(f"{name}: {rate:.0f} moves a second, {each}")
    pairs = zip(map(figures, runs["ours"]), map(figures, runs["echo"]), strict=True)
    share, slower, more = zip(*([own / other for own, other in zip(*pair, strict=True)] for pair in pairs), strict=True)
    print(f"ours / echo: {spread(share)}, at least {LEAST_SHARE} wanted")
    print(f"latency {spread(slower)}, processor time {spread(more)}")


def figures(measured: Measured) -> tuple[float, float, float]:
    return measured.rate, measured.p99_ms, measured.cpu_ms


def spread(ratios: Sequence[float]) -> str:
    return f"{median(ratios):.2f} times ({min(ratios):.2f} to {max(ratios):.2f})"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run_server(sys.argv[1], Path(sys.argv[2]))
    else:
        main()
