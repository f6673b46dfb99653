"""A server under load: how long a move takes to its last listener, what memory and time it costs, what two workers do.

    make load

Four people play at every table, each with a page of their own that listens and replies to heartbeats. Moves are sent
at a steady pace, and a move counts until the last of the four pages has it. All of it runs on this machine, through
the loopback interface, for about half a minute each. `python -m bench.load workers` compares two workers with one
only; `python -m bench.load serve` is the server, in a process of its own.
"""

import asyncio
import gc
import json
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from statistics import median, quantiles
from typing import Any

from sqlalchemy import create_engine, text
from tests.web.postgres import Postgres, running_postgres

from bench.processes import Processes, held_to
from bench.table import HOST, PLENTY, Client, Ear, Measured, listen_to, measure, spread
from charidice.web.app import create_app
from charidice.web.serving import listen, serve
from charidice.web.settings import Settings
from charidice.web.supervising import supervise

SEATS = 4
HEARTBEAT = Settings("").heartbeat
MOST_MS, MOST_MB = 150, 400
LEAST_GAIN = 1.4
# Of a processor: two workers, PostgreSQL and the clients have room on two.
WORKER_SHARE = 0.4
SECONDS = 30
# For the last moves to be heard of.
LAST_SECONDS = 10
CONNECTIONS = 32
# So many that each of two workers always has something to do; and more tables than clients, so that those of the
# quicker worker play more of them.
CLIENTS = 64
TABLES = 2 * CLIENTS
PAIRS = 5
SEQ = re.compile(rb'"seq":(\d+)')
SHOWN = b"shown"
POSTGRES = ("shared_buffers=64MB",)


@dataclass(frozen=True)
class Load:
    tables: int
    moves: int
    """A second, at all tables together."""


LOADS = (Load(500, 250), Load(1_500, 201))


# The server, in processes of its own


def run_server(database: str, workers: int, heartbeat: float) -> None:
    settings = Settings(
        database,
        messages=PLENTY,
        heartbeat=heartbeat,
        tables_per_hour=PLENTY,
        connections=20_000,
        connections_per_address=PLENTY,
        sockets_per_address=PLENTY,
        pace=0,
    )
    bound = listen(HOST, 0)

    def ready() -> None:
        print(bound.getsockname()[1], flush=True)

    if database.startswith("sqlite"):
        serve(create_app(settings), settings, bound, ready)
    else:
        supervise(settings, bound, ready, None, workers)


@dataclass(frozen=True)
class Server(Processes):
    port: int
    database: str

    @property
    def stored(self) -> int:
        return stored(self.database)


def stored(database: str) -> int:
    """The size of a database in bytes."""
    size = "pg_database_size(current_database())"
    if database.startswith("sqlite"):
        size = "page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    engine = create_engine(database)
    with engine.connect() as connection:
        found = connection.scalar(text(f"SELECT {size}"))
    engine.dispose()
    return int(found)


@contextmanager
def running(database: str, workers: int = 1, heartbeat: float = HEARTBEAT) -> Iterator[Server]:
    command = [sys.executable, "-m", "bench.load", "serve", database, str(workers), str(heartbeat)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        yield Server(process.pid, int(process.stdout.readline()), database)
    finally:
        process.terminate()
        process.wait()


# The people


@dataclass
class Party:
    """Four people at a table."""

    path: str
    cookies: list[str]
    view: dict[str, Any]
    waiting: dict[int, int] = field(default_factory=dict)
    """How many pages have yet to hear of an event, by seq."""
    sent: dict[int, float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    lost: int = 0
    """Pages that were disconnected."""

    def heard(self, seq: int) -> None:
        if seq not in self.waiting:
            return
        self.waiting[seq] -= 1
        if not self.waiting[seq]:
            del self.waiting[seq]
            self.delays.append(time.perf_counter() - self.sent.pop(seq))

    async def move(self, connections: "asyncio.Queue[Client]") -> None:
        game, seq = self.view["game"], self.view["seq"]
        action: dict[str, Any] = (
            {"action": "score", "dice": game["options"][0]["dice"]} if game["rolls"] else {"action": "roll"}
        )
        move = {"move_id": secrets.token_hex(16), "seq": seq, "seat": game["active"], **action}
        body = json.dumps(move).encode()
        self.waiting[seq + 1], self.sent[seq + 1] = SEATS, time.perf_counter()
        answer = await asked(connections, self.cookies[game["active"]], f"{self.path}/moves", body)
        self.view = json.loads(answer[0])["view"]


class Page(Ear):
    """Replies to heartbeats."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def hear(self, message: bytes) -> None:
        super().hear(message)
        if message.startswith(b'{"type":"presence"'):
            # A mask of zeros leaves the text as it is.
            self._transport.write(bytes((0x81, 0x80 | len(SHOWN), 0, 0, 0, 0)) + SHOWN)


class PartyPage(Page):
    """Tells its table of events."""

    def __init__(self, party: Party) -> None:
        super().__init__()
        self._party = party

    def connection_lost(self, exc: Exception | None) -> None:
        self._party.lost += 1

    def hear(self, message: bytes) -> None:
        super().hear(message)
        if message.startswith(b'{"type":"update"'):
            for seq in SEQ.findall(message)[:-1]:
                self._party.heard(int(seq))


async def asked(connections: "asyncio.Queue[Client]", cookie: str, path: str, body: bytes | None) -> tuple[bytes, str]:
    """What the server answers to one browser, and its cookie from now on."""
    client = await connections.get()
    client.cookie = cookie
    answer = await (client.get(path) if body is None else client.post(path, body))
    connections.put_nowait(client)
    return answer, client.cookie


async def new_party(port: int, connections: "asyncio.Queue[Client]") -> Party:
    seats = [{"who": "here", "name": "Anna"}, *[{"who": "link"}] * (SEATS - 1)]
    settings = {"rounds": 20, "wait": 0, "start": "seat", "hints": "off"}
    opening = json.dumps({"seats": seats, "settings": settings}).encode()
    made, host = await asked(connections, "", "/api/tables", opening)
    path = f"/api/tables/{json.loads(made)['view']['table']}"
    invitation, _ = await asked(connections, host, f"{path}/invitation", None)
    code = json.loads(invitation)["join"].partition("#join=")[2]
    cookies = [host]
    for name in ("Ben", "Cleo", "Dan"):
        _, guest = await asked(connections, "", f"{path}/join", json.dumps({"code": code, "name": name}).encode())
        cookies.append(guest)
    started, _ = await asked(connections, host, f"{path}/start", b"{}")
    party = Party(path, cookies, json.loads(started)["view"])
    for cookie in cookies:
        await listen_to(port, f"{path}/live", partial(PartyPage, party), cookie)
    return party


# What is measured


@dataclass(frozen=True)
class Outcome:
    delays: list[float]
    seconds: float
    cpu_seconds: float
    megabytes: float
    table_kb: float
    """Memory for a table with its pages."""
    table_bytes: float
    """In the database, for a table before its first move."""
    move_bytes: float

    @property
    def p99_ms(self) -> float:
        return 1000 * quantiles(self.delays, n=100)[-1]


async def under(load: Load, server: Server) -> Outcome:
    megabytes, stored = server.megabytes, server.stored
    connections: asyncio.Queue[Client] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        connections.put_nowait(await Client.at(server.port))
    parties: list[Party] = []

    async def arrive() -> None:
        while len(parties) + len(coming) < load.tables:
            coming.add(place := object())
            parties.append(await new_party(server.port, connections))
            coming.discard(place)

    coming: set[object] = set()
    await asyncio.gather(*(arrive() for _ in range(8)))
    # The people here must not stop for garbage collections of their own.
    gc.disable()
    period = load.tables / load.moves
    begin = time.perf_counter() + 1
    used, opened = server.cpu_seconds, server.stored

    async def play(number: int, party: Party) -> None:
        due = begin + period * number / load.tables
        while due < begin + SECONDS:
            await asyncio.sleep(due - time.perf_counter())
            await party.move(connections)
            due += period

    await asyncio.gather(*(play(number, party) for number, party in enumerate(parties)))
    async with asyncio.timeout(LAST_SECONDS):
        while any(party.waiting for party in parties):
            await asyncio.sleep(0.001)
    seconds = time.perf_counter() - begin
    gc.enable()
    assert not any(party.lost for party in parties), "pages were disconnected"
    delays = [delay for party in parties for delay in party.delays]
    return Outcome(
        delays,
        seconds,
        server.cpu_seconds - used,
        server.megabytes,
        1024 * (server.megabytes - megabytes) / load.tables,
        (opened - stored) / load.tables,
        (server.stored - opened) / len(delays),
    )


def tell(load: Load, outcome: Outcome, database: str) -> None:
    moves, sockets = len(outcome.delays), SEATS * load.tables
    print(f"{load.tables} tables, {sockets} sockets, {moves / outcome.seconds:.0f} moves a second ({database})")
    spread = f"{1000 * median(outcome.delays):.0f} ms in the median, {1000 * max(outcome.delays):.0f} ms at most"
    print(f"  to the last listener: {outcome.p99_ms:.0f} ms at p99 (at most {MOST_MS}), {spread}")
    limit = f" (at most {MOST_MB})" if load is LOADS[0] else ""
    print(f"  memory: {outcome.megabytes:.0f} MB{limit}, {outcome.table_kb:.0f} KB for a table with its {SEATS} pages")
    print(f"  database: {outcome.table_bytes:.0f} bytes for a new table, {outcome.move_bytes:.0f} for a move")
    busy, each = outcome.cpu_seconds / outcome.seconds, outcome.cpu_seconds / moves
    print(f"  processor: {100 * busy:.0f} % of one, {1000 * each:.1f} ms for a move with its heartbeats", flush=True)


def tell_of_workers(postgres: Postgres) -> None:
    """As many moves as go through, with one worker and with two, in turns; the medians of pairs of runs count.

    Each worker is held to a part of a processor, so that PostgreSQL and the clients have room beside two of them: what
    is compared is what a second worker adds, not what it takes away from them.
    """
    runs: dict[int, list[Measured]] = {1: [], 2: []}
    for _ in range(PAIRS):
        for workers, measured in runs.items():
            measured.append(with_workers(workers, postgres))
    print(f"PostgreSQL, each worker held to {WORKER_SHARE} of a processor; medians of {PAIRS} runs")
    for workers, measured in runs.items():
        rate, cpu_ms = (median(each) for each in zip(*((run.rate, run.cpu_ms) for run in measured), strict=True))
        print(f"  workers: {workers}: {rate:.0f} moves a second, {cpu_ms:.2f} ms of a processor for a move")
    pairs = [*zip(*runs.values(), strict=True)]
    print(f"  two workers / one: {spread([two.rate / one.rate for one, two in pairs])}, at least {LEAST_GAIN} wanted")
    print(f"  by processor time of a move {spread([2 * one.cpu_ms / two.cpu_ms for one, two in pairs])}")


def with_workers(workers: int, postgres: Postgres) -> Measured:
    with (
        postgres.new_database() as database,
        # The listeners here answer no heartbeat.
        running(database, workers, PLENTY) as server,
        # Not the process that starts workers.
        held_to(WORKER_SHARE, server.all[-workers:]),
    ):
        return asyncio.run(measure("ours", server.port, server, TABLES, CLIENTS))


def main() -> None:
    for load in LOADS:
        with tempfile.TemporaryDirectory() as folder, running(f"sqlite:///{folder}/tables.db") as server:
            tell(load, asyncio.run(under(load, server)), "SQLite")
    with running_postgres(POSTGRES) as postgres:
        with postgres.new_database() as database, running(database, 2) as server:
            tell(LOADS[0], asyncio.run(under(LOADS[0], server)), "PostgreSQL, 2 workers")
        tell_of_workers(postgres)


if __name__ == "__main__":
    if sys.argv[1:] == ["workers"]:
        with running_postgres(POSTGRES) as postgres:
            tell_of_workers(postgres)
    elif len(sys.argv) > 1:
        run_server(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
    else:
        main()
