"""Moves a second and their latency on one server process, beside boardgame.io in memory and a bare FastAPI echo.

    make bench

Every table has four listeners over WebSockets, and several clients play at once. Ours decides each move by the rules,
commits it to the log and tells the listeners before it answers. boardgame.io (bench/boardgame) rolls and scores at
tables of the same size in memory, so that its end loses them. The echo commits and tells whatever it is sent, without
rules. The servers take turns, and what counts is the median of the ratios of runs that follow each other, so that other
work on the machine slows down all of them. Ours should make at least as many moves as boardgame.io, and three quarters
of the echo's.
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
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
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
SEATS = 4
MOVES = 80
CLIENTS = 8
ROUNDS = 9
SYNCS, PAGE_BYTES = 100, 4096
LEAST = {"boardgame.io": 1.0, "echo": 0.75}
HOST = "127.0.0.1"
PLENTY = 10**9
TEXT = 1  # what a frame holds, not a ping
NODE = Path(sys.executable).with_name("node")
BOARDGAME = Path(__file__).parent / "boardgame" / "server.mjs"


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
    command = [sys.executable, "-m", "bench.table", name, str(folder)]
    if name == "boardgame.io":
        # The program itself, not the script of the package that starts it.
        command = [subprocess.check_output([NODE, "-p", "process.execPath"], text=True).strip(), str(BOARDGAME)]
    environment = {**os.environ, "NODE_ENV": "production"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), Processes(process.pid)
    finally:
        process.terminate()
        process.wait()


# The clients: as little as HTTP and WebSockets need, so that the time goes to the server


class Client(asyncio.Protocol):
    """One connection that stays open, for one request at a time."""

    def __init__(self) -> None:
        self.cookie = ""
        self._received = b""

    @classmethod
    async def at(cls, port: int) -> "Client":
        return (await asyncio.get_running_loop().create_connection(cls, HOST, port))[1]

    async def post(self, path: str, body: bytes) -> bytes:
        head = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return await self._ask(f"POST {path}", head, body)

    async def get(self, path: str) -> bytes:
        return await self._ask(f"GET {path}")

    def close(self) -> None:
        self._transport.close()

    async def _ask(self, request: str, headers: str = "", body: bytes = b"") -> bytes:
        head = f"{request} HTTP/1.1\r\nHost: {HOST}\r\n{headers}Cookie: {self.cookie}\r\n\r\n"
        self._answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._transport.write(head.encode() + body)
        return await self._answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, content = self._received.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head) if end else None
        if length and len(content) >= int(length[1]):
            self._received = b""
            assert head.startswith(b"HTTP/1.1 200"), content
            if cookie := re.search(rb"set-cookie: ([^;]+)", head):
                self.cookie = cookie[1].decode()
            self._answer.set_result(content)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("the server has closed the connection"))


class Ear(asyncio.Protocol):
    """A listener that counts the events it is told of, and their bytes."""

    def __init__(self) -> None:
        self.heard = self.bytes = 0
        self.is_listening = asyncio.Event()
        self._rest = b""

    def hear(self, message: bytes) -> None:
        # What is told of events has the seq of each, and that of the view.
        self.heard += message.count(b'"seq":') - (b'"view":' in message)
        self.bytes += len(message)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

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
            kind, message, self._rest = (
                self._rest[0] & 15,
                self._rest[start : start + length],
                self._rest[start + length :],
            )
            if kind == TEXT:
                self.hear(message)

    def send(self, message: str) -> None:
        """A frame as clients send it, masked with zeros."""
        data = message.encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
        self.transport.write(b"\x81" + size + bytes(4) + data)


class BoardgameEar(Ear):
    """A listener, or a player, by the protocol of socket.io."""

    def __init__(self, match: str, seat: int | None = None) -> None:
        super().__init__()
        self._match, self._seat = match, seat
        self.state: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def hear(self, message: bytes) -> None:
        if message.startswith(b'42/dice,["update"'):
            self.heard += 1
            self.bytes += len(message)
        elif message.startswith(b"0"):
            self.send("40/dice,")
        elif message.startswith(b"40/dice,"):
            self._emit("sync", self._match, self._seat, None, SEATS)
        elif message == b"2":
            self.send("3")
        if message.startswith((b'42/dice,["update"', b'42/dice,["sync"')) and not self.state.done():
            self.state.set_result(message)

    async def move(self, kind: str, arguments: list[object], state: dict[str, Any]) -> bytes:
        self.state = asyncio.get_running_loop().create_future()
        payload = {"type": kind, "args": arguments, "playerID": state["ctx"]["currentPlayer"]}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, state["_stateID"], self._match, payload["playerID"])
        return await self.state

    def _emit(self, *arguments: object) -> None:
        self.send(f"42/dice,{json.dumps(arguments)}")


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
    update_bytes: float = 0.0
    """What a listener is sent for a move."""

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


@dataclass(frozen=True)
class Game:
    """A table, how it is listened to and how it is played."""

    path: str
    play: Callable[[Measured], Coroutine[None, None, None]]
    kind: Callable[[], Ear] = Ear


async def timed(work: Coroutine[None, None, bytes], measured: Measured) -> bytes:
    begin = time.perf_counter()
    answer = await work
    measured.latencies.append(time.perf_counter() - begin)
    return answer


async def new_game(port: int) -> Game:
    """A table where four people sit at one device."""
    client = await Client.at(port)
    seats = [{"who": "here", "name": name} for name in ("Anna", "Ben", "Cleo", "Dan")]
    settings = {"rounds": 20, "wait": 0, "start": "seat", "hints": "off"}
    made = json.loads(await client.post("/api/tables", json.dumps({"seats": seats, "settings": settings}).encode()))
    path = f"/api/tables/{made['view']['table']}"
    started = json.loads(await client.post(f"{path}/start", b"{}"))

    async def play(measured: Measured) -> None:
        view = started["view"]
        for _ in range(MOVES):
            game = view["game"]
            action = (
                {"action": "score", "dice": game["options"][0]["dice"]}
                if game["rolls"]
                else {"action": "roll", "keep": []}
            )
            move = {"move_id": secrets.token_hex(16), "seq": view["seq"], "seat": game["active"], **action}
            answer = await timed(client.post(f"{path}/moves", json.dumps(move).encode()), measured)
            view = json.loads(answer)["view"]
        client.close()

    return Game(f"{path}/live", play)


async def new_boardgame(port: int) -> Game:
    match, path = secrets.token_hex(8), "/socket.io/?EIO=4&transport=websocket"
    _, player = await listen_to(port, path, partial(BoardgameEar, match, 0))
    assert isinstance(player, BoardgameEar)
    synced = await player.state

    async def play(measured: Measured) -> None:
        state = json.loads(synced.partition(b",")[2])[2]["state"]
        for _ in range(MOVES):
            game = state["G"]
            kind, arguments = ("score", [game["options"][0]["dice"]]) if game["rolls"] else ("roll", [])
            answer = await timed(player.move(kind, arguments, state), measured)
            state = json.loads(answer.partition(b",")[2])[2]
        player.transport.close()

    return Game(path, play, partial(BoardgameEar, match))


async def new_echo(port: int) -> Game:
    path = f"/{secrets.token_urlsafe(12)}"
    client = await Client.at(port)

    async def play(measured: Measured) -> None:
        for seq in range(MOVES):
            move = {"move_id": secrets.token_hex(16), "seq": seq, "seat": 0, "action": "score", "dice": [0, 1, 2, 3]}
            await timed(client.post(path, json.dumps(move).encode()), measured)
        client.close()

    return Game(path, play)


NEW = {"ours": new_game, "boardgame.io": new_boardgame, "echo": new_echo}


@asynccontextmanager
async def ears(port: int, games: list[Game]) -> AsyncIterator[list[Ear]]:
    listening = [await listen_to(port, game.path, game.kind) for game in games for _ in range(LISTENERS)]
    await asyncio.sleep(0.5)  # what they are told as they come
    for _, ear in listening:
        ear.heard = ear.bytes = 0
    yield [ear for _, ear in listening]
    for transport, _ in listening:
        transport.close()


async def measure(name: str, port: int, server: Processes, tables: int = TABLES, clients: int = CLIENTS) -> Measured:
    games = [await NEW[name](port) for _ in range(tables)]
    measured = Measured()
    waiting = [*games]

    async def client() -> None:
        while waiting:
            await waiting.pop().play(measured)

    moves = tables * MOVES
    async with ears(port, games) as listening:
        begin, used = time.perf_counter(), server.cpu_seconds
        await asyncio.gather(*(client() for _ in range(clients)))
        while sum(ear.heard for ear in listening) < moves * LISTENERS:
            await asyncio.sleep(0.001)
        measured.seconds, measured.cpu_seconds = time.perf_counter() - begin, server.cpu_seconds - used
        measured.update_bytes = sum(ear.bytes for ear in listening) / (moves * LISTENERS)
    return measured


def main() -> None:
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        servers = {name: stack.enter_context(running(name, Path(folder))) for folder in [name] for name in NEW}
        runs: dict[str, list[Measured]] = {name: [] for name in servers}
        for number in range(ROUNDS):
            # Each is the first by turns.
            order = [*servers][number % len(servers) :] + [*servers][: number % len(servers)]
            for server in order:
                runs[server].append(asyncio.run(measure(server, *servers[server])))
        disk_ms = median(sync_ms(Path(name)) for _ in range(SYNCS))
    print(f"{TABLES} tables with {LISTENERS} listeners each, {CLIENTS} clients at once; medians of {ROUNDS} runs")
    print(f"{disk_ms:.2f} ms until the disk has what a commit writes")
    for name, measured in runs.items():
        rate, p99_ms, cpu_ms = (median(each) for each in zip(*map(figures, measured), strict=True))
        each = f"{p99_ms:.1f} ms at the 99th percentile, {cpu_ms:.2f} ms of a processor"
        print(f"{name}: {rate:.0f} moves a second, {each}, updates of {measured[-1].update_bytes:.0f} bytes")
    for name, least in LEAST.items():
        pairs = zip(map(figures, runs["ours"]), map(figures, runs[name]), strict=True)
        ratios = ([own / other for own, other in zip(*pair, strict=True)] for pair in pairs)
        share, slower, more = zip(*ratios, strict=True)
        print(f"ours / {name}: {spread(share)}, at least {least} wanted")
        print(f"  latency {spread(slower)}, processor time {spread(more)}")


def sync_ms(folder: Path) -> float:
    with (folder / "synced").open("ab") as file:
        file.write(bytes(PAGE_BYTES))
        file.flush()
        begin = time.perf_counter()
        os.fdatasync(file.fileno())
        return 1000 * (time.perf_counter() - begin)


def figures(measured: Measured) -> tuple[float, float, float]:
    return measured.rate, measured.p99_ms, measured.cpu_ms


def spread(ratios: Sequence[float]) -> str:
    return f"{median(ratios):.2f} times ({min(ratios):.2f} to {max(ratios):.2f})"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run_server(sys.argv[1], Path(sys.argv[2]))
    else:
        main()
