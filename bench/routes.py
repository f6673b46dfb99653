"""Processor time of a request to every route, relative to a move in the same run, and where it is spent.

    python -m bench.routes

The server runs in a process of its own, with limits that nobody reaches. A request counts what the event loop, the
threads and the workers of the server use for it, the median of several requests for each of the three. Those that
change something get tables of their own, opened before. The last column is what loop and threads need for an address
that asks as often as it may. docs/routes.md has the table, with all limits.
"""

import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice, permutations
from pathlib import Path
from statistics import median
from typing import Any, Self

import httpx
from tests.web.servers import seat_for
from websockets.sync.client import connect

from bench.processes import Processes, cpu_seconds
from charidice.rules.dice import STANDARD_DICE, Colour, DiceSet
from charidice.web.app import create_app
from charidice.web.door.guard import allowance_of
from charidice.web.serving import listen, serve
from charidice.web.settings import Settings

HOST = "127.0.0.1"
PLENTY = 10**9
LIGHT, HEAVY = 40, 5
SETTINGS = {"wait": 0, "start": "seat", "hints": "ask"}
HEAD = f"{'route':58}{'loop':>9}{'threads':>9}{'workers':>9}  % of a processor"
USUAL = Settings("")
# Limits of an address in a second that are lower than those of the guard.
HOURLY = {
    "POST /api/tables": USUAL.tables_per_hour / 3600,
    "POST /api/tables/{table}/rematch": USUAL.tables_per_hour / 3600,
    "POST /api/history/import": USUAL.imports_per_hour / 3600,
}
# Without `make docs` there is no documentation; nobody is away for long enough to be given a seat back.
REFUSED = ("/docs/", "/person")
MOVE = "POST /api/tables/{table}/moves"
SCREENS = ("rules", "tutorial", "paper", "my-dice", "history", "lab", "trainer", "fair-dice", "review")

Json = dict[str, Any]
Requests = Callable[["World"], Iterable["Request"]]


@dataclass(frozen=True, slots=True)
class Request:
    """One request, with the cookie of the browser that may send it."""

    path: str
    body: Json | None = None
    browser: "Browser | None" = None


@dataclass(slots=True)
class Cost:
    """Seconds of a processor."""

    loop: float
    threads: float
    workers: float

    @property
    def total(self) -> float:
        return self.loop + self.threads + self.workers


class Browser:
    """A client that keeps its cookie."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=120, headers={"Accept-Encoding": "gzip"})

    def ask(self, path: str, body: Json | None = None) -> httpx.Response:
        answer = self.client.get(path) if body is None else self.client.post(path, json=body)
        assert answer.status_code < 400 or path.endswith(REFUSED), (path, answer.text[:200])
        return answer

    def table(self, *seats: str, **settings: object) -> str:
        """The id of a new table."""
        chosen = {**SETTINGS, **settings}
        made = self.ask("/api/tables", {"seats": [*map(seat_for, seats)], "settings": chosen})
        return str(made.json()["view"]["table"])

    def started(self, *seats: str, **settings: object) -> str:
        table = self.table(*seats, **settings)
        self.ask(f"/api/tables/{table}/start", {})
        return table

    def view(self, table: str) -> Json:
        view: Json = self.ask(f"/api/tables/{table}").json()["view"]
        return view

    def move(self, view: Json) -> Json:
        game = view["game"]
        action: Json = (
            {"action": "score", "dice": game["options"][0]["dice"]} if game["rolls"] else {"action": "roll", "keep": []}
        )
        return {"move_id": secrets.token_hex(16), "seq": view["seq"], "seat": game["active"], **action}

    def play(self, table: str) -> str:
        """Play a game of people here to its end."""
        view = self.view(table)
        while view["stage"] != "over":
            view = self.ask(f"/api/tables/{table}/moves", self.move(view)).json()["view"]
        return table


def dice_sets(count: int) -> list[DiceSet]:
    """Standard dice with exchanged colours, each set another one."""
    rows = STANDARD_DICE.layout
    orders = islice(permutations(Colour), count)
    return [DiceSet(tuple(tuple(order[each] for each in row) for row in rows)) for order in orders]


class World:
    """Browsers, tables in all stages and games, as the requests need them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.host = Browser(url)
        self.running = self.host.started("Anna", "Ben", "Cleo", "Dan")
        self.open = self.host.table("Anna", "link")
        self.over = [self.host.play(self.host.started("Anna", "Ben", rounds=7)) for _ in range(2 * HEAVY)]
        self.records = [self.host.ask(f"/api/tables/{table}/record").text for table in self.over]
        self.pad = self.host.started("Anna", "Ben", pad=True)
        self.imports = Browser(url)

    def new(self, *seats: str, count: int = LIGHT, **settings: object) -> list[str]:
        return [self.host.table(*seats, **settings) for _ in range(count)]

    def started(self, *seats: str, count: int = LIGHT, **settings: object) -> list[str]:
        return [self.host.started(*seats, **settings) for _ in range(count)]

    def rolled(self) -> list[str]:
        """Tables where the first dice lie."""
        tables = self.started("Anna", "Ben", count=HEAVY)
        for table in tables:
            self.host.ask(f"/api/tables/{table}/moves", self.host.move(self.host.view(table)))
        return tables

    def moves(self) -> Iterator[Request]:
        """Rolls and scores at one table of four, each decided when the one before was answered."""
        for _ in range(2 * LIGHT):
            view = self.host.view(self.running)
            if view["stage"] == "over":
                self.running = self.host.started("Anna", "Ben", "Cleo", "Dan", rounds=20)
                view = self.host.view(self.running)
            yield Request(f"/api/tables/{self.running}/moves", self.host.move(view))

    def joins(self) -> Iterator[Request]:
        for table in self.new("Anna", "link"):
            link = self.host.ask(f"/api/tables/{table}/invitation").json()["join"]
            yield Request(
                f"/api/tables/{table}/join", {"code": link.partition("=")[2], "name": "Ben"}, Browser(self.url)
            )

    def leaves(self) -> Iterator[Request]:
        for joins in self.joins():
            assert joins.browser
            joins.browser.ask(joins.path, joins.body)
            yield Request(joins.path.replace("join", "seats/1/leave"), {}, joins.browser)

    def reveals(self) -> Iterator[Request]:
        for _ in range(LIGHT):
            words = secrets.token_hex(16)
            seats = [{"who": "here", "name": name} for name in ("Anna", "Ben")]
            commitment = sha256(words.encode()).hexdigest()
            made = self.host.ask("/api/tables", {"seats": seats, "settings": SETTINGS, "commitment": commitment})
            path = f"/api/tables/{made.json()['view']['table']}"
            self.host.ask(f"{path}/start", {})
            yield Request(f"{path}/reveal", {"words": words})

    def links(self) -> Iterator[Request]:
        for table in self.new("Anna", "Ben"):
            link = self.host.ask(f"/api/tables/{table}/personal-link", {}).json()["link"]
            yield Request(f"/api/tables/{table}/move-here", {"code": link.partition("#move=")[2]}, Browser(self.url))

    def reviews(self) -> Iterator[Request]:
        for record in self.records[:HEAVY]:
            yield Request("/api/reviews", {"record": record})

    def imported(self) -> list[str]:
        games = self.imports.ask("/api/history?most=100").json()["games"]
        return [game["game"] for game in games][:HEAVY]


def same(path: str, body: Json | None = None, count: int = LIGHT) -> Requests:
    """The same request again and again."""
    return lambda world: (Request(path.format(table=world.running, pad=world.pad), body) for _ in range(count))


def at(tables: Callable[[World], Sequence[str]], end: str, body: Json | None = None) -> Requests:
    """One request to each of these tables."""
    return lambda world: (Request(f"/api/tables/{table}{end}", body) for table in tables(world))


def of_imported(end: str) -> Requests:
    return lambda world: [
        Request(f"/api/history/imported/{game}/{end}", None, world.imports) for game in world.imported()
    ]


def history(path: str) -> Requests:
    return lambda world: [Request(f"/api/history{path}", None, world.imports) for _ in range(LIGHT)]


FACES = "B1,B2,B3,B4,B6,P6"
# By route. Imports come before the routes about imported games.
ROUTES: dict[str, Requests] = {
    "POST /api/tables/{table}/moves": World.moves,
    "GET /": same("/"),
    "GET /table/{parameter}": same("/table/{table}"),
    "GET /pad/{parameter}": same("/pad/{pad}"),
    **{f"GET /{screen}": same(f"/{screen}") for screen in SCREENS},
    "GET /embed/lab": same("/embed/lab"),
    "GET /fair-dice/{parameter}": same("/fair-dice/{table}"),
    "GET /review/{parameter}": same("/review/{table}"),
    "GET /static/{path:path}": same("/static/js/main.js"),
    "GET /sw.js": same("/sw.js"),
    "GET /manifest.webmanifest": same("/manifest.webmanifest"),
    "GET /favicon.ico": same("/favicon.ico"),
    "GET /docs": same("/docs"),
    "GET /docs/{path:path}": same("/docs/"),
    "GET /api/docs": same("/api/docs"),
    "GET /api/openapi.json": same("/api/openapi.json"),
    "GET /healthz": same("/healthz"),
    "GET /readyz": same("/readyz"),
    "WEBSOCKET /api/tables/{table}/live": same("/api/tables/{table}/live"),
    "POST /api/tables": same("/api/tables", {"seats": [{"who": "here", "name": "Anna"}, {"who": "bot", "bot": "owl"}]}),
    "GET /api/tables": same("/api/tables"),
    "GET /api/tables/{table}": same("/api/tables/{table}"),
    "POST /api/tables/{table}/start": at(lambda world: world.new("Anna", "Ben"), "/start", {}),
    "POST /api/tables/{table}/reveal": World.reveals,
    "POST /api/tables/{table}/join": World.joins,
    "POST /api/tables/{table}/seats/{seat}/name": lambda world: (
        Request(f"/api/tables/{world.open}/seats/0/name", {"name": f"Anna {number}"}) for number in range(LIGHT)
    ),
    "POST /api/tables/{table}/seats/{seat}/leave": World.leaves,
    "GET /api/tables/{table}/invitation": at(lambda world: [world.open] * LIGHT, "/invitation"),
    "POST /api/tables/{table}/seats/{seat}/bot": at(
        lambda world: world.new("Anna", "link"), "/seats/1/bot", {"bot": "owl"}
    ),
    "POST /api/tables/{table}/seats/{seat}/person": same("/api/tables/{table}/seats/0/person", {}),
    "POST /api/tables/{table}/personal-link": same("/api/tables/{table}/personal-link", {}),
    "POST /api/tables/{table}/move-here": World.links,
    "POST /api/tables/{table}/reactions": same("/api/tables/{table}/reactions", {"seat": 0, "reaction": "clap"}),
    "POST /api/tables/{table}/considering": same("/api/tables/{table}/considering", {"seat": 0, "considering": True}),
    "POST /api/tables/{table}/skip": same("/api/tables/{table}/skip", {}),
    "POST /api/tables/{table}/settings": lambda world: (
        Request(f"/api/tables/{world.running}/settings", {"speed": ("slow", "fast")[number % 2]})
        for number in range(LIGHT)
    ),
    "POST /api/tables/{table}/rematch": at(lambda world: world.over, "/rematch", {}),
    "GET /api/tables/{table}/record": at(lambda world: world.over, "/record"),
    "GET /api/options": lambda world: (
        Request(f"/api/options?faces={','.join(each.texts((1, 2, 3, 4, 6, 6)))}&dice={each}")
        for each in dice_sets(LIGHT)
    ),
    "POST /api/tables/{table}/entries": lambda world: (
        Request(
            f"/api/tables/{world.pad}/entries",
            {"entry": secrets.token_hex(8), "round": 1, "seat": 0, "value": {"by": "nothing"}},
        )
        for _ in range(LIGHT)
    ),
    "GET /api/tables/{table}/options": same(f"/api/tables/{{pad}}/options?faces={FACES}"),
    "GET /api/scores": same("/api/scores?free_giving=true"),
    "GET /api/tables/{table}/pad-hint": lambda world: (
        Request(f"/api/tables/{world.pad}/pad-hint?round=1&seat=0&rolls={1 + number % 2}&faces={FACES}")
        for number in range(HEAVY)
    ),
    "GET /api/tables/{table}/hint": at(World.rolled, "/hint?seat=0"),
    "POST /api/reviews": World.reviews,
    "POST /api/layouts": lambda world: (
        Request("/api/layouts", {"dice": [[f"{letter}1"], [f"{other}2"], [], [], [], []]})
        for letter, other in permutations("YOGBPK", 2)
    ),
    "GET /api/dice-sets": same("/api/dice-sets"),
    "POST /api/dice-sets": lambda world: (
        Request("/api/dice-sets", {"name": f"set {number}", "dice": str(STANDARD_DICE)}) for number in range(LIGHT)
    ),
    "POST /api/dice-sets/remove": lambda world: (
        Request("/api/dice-sets/remove", {"name": f"set {number}"}) for number in range(LIGHT)
    ),
    "GET /api/sheets": lambda world: (
        Request(f"/api/sheets?players={players}&paper={paper}") for players in (2, 3, 4) for paper in ("a4", "letter")
    ),
    "GET /api/tables/{table}/sheets": at(lambda world: world.over[HEAVY:], "/sheets"),
    "GET /api/tables/{table}/picture": at(lambda world: world.over[HEAVY:], "/picture"),
    "POST /api/history/import": lambda world: (
        Request("/api/history/import", {"games": [record], "names": {}}, world.imports) for record in world.records
    ),
    "GET /api/history": history(""),
    "POST /api/history/names": lambda world: (
        Request("/api/history/names", {"names": ["Anna"], "called": f"Anna {number}"}, world.imports)
        for number in range(LIGHT)
    ),
    "GET /api/history/backup": history("/backup"),
    "GET /api/history/csv": history("/csv"),
    "GET /api/history/imported/{game}/record": of_imported("record"),
    "GET /api/history/imported/{game}/sheets": of_imported("sheets"),
    "GET /api/history/imported/{game}/picture": of_imported("picture"),
    "POST /api/history/delete": lambda world: (
        Request("/api/history/delete", {"games": [game]}, world.imports) for game in world.imported()
    ),
}


# The server, in a process of its own


def run_server(folder: Path) -> None:
    settings = Settings(
        f"sqlite:///{folder / 'tables.db'}",
        messages=PLENTY,
        heartbeat=PLENTY,
        tables_per_hour=PLENTY,
        imports_per_hour=PLENTY,
        dice_file=folder / "dice.json",
        pace=0,
    )
    bound = listen(HOST, 0)
    threading.Thread(target=_tell_loop_seconds, daemon=True).start()
    serve(create_app(settings), settings, bound, lambda: print(bound.getsockname()[1], flush=True))


def _tell_loop_seconds() -> None:
    """The processor time of the event loop, for each line of the input."""
    main = threading.main_thread().ident
    assert main is not None
    clock = time.pthread_getcpuclockid(main)
    for _ in sys.stdin:
        print(time.clock_gettime(clock), flush=True)


class Server:
    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "bench.routes", str(folder)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._all = Processes(self._process.pid)
        self.url = f"http://{HOST}:{int(self._line())}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def used(self) -> Cost:
        """Seconds so far."""
        assert self._process.stdin
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        loop, own, everything = float(self._line()), cpu_seconds(self._process.pid), self._all.cpu_seconds
        return Cost(loop, own - loop, everything - own)

    def _line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline()


def measure(server: Server, world: World, route: str) -> Cost:
    """The median for each part; the first request may load or compile something, and is left out."""
    costs = []
    for request in ROUTES[route](world):
        browser = request.browser or world.host
        before = server.used()
        if route.startswith("WEBSOCKET"):
            with connect(f"{world.url.replace('http', 'ws')}{request.path}") as socket:
                socket.recv()
        else:
            browser.ask(request.path, request.body)
        after = server.used()
        costs.append((after.loop - before.loop, after.threads - before.threads, after.workers - before.workers))
    loop, threads, workers = (median(each) for each in zip(*costs[1:], strict=True))
    return Cost(loop, threads, workers)


def main() -> None:
    with tempfile.TemporaryDirectory() as name, Server(Path(name)) as server:
        world = World(server.url)
        costs = {route: measure(server, world, route) for route in ROUTES}
    move = costs[MOVE].total
    print(f"a move: {1000 * move:.2f} ms of a processor; all others relative to it")
    print(HEAD)
    for route, cost in costs.items():
        shares = [f"{each / move:9.1f}" for each in (cost.loop, cost.threads, cost.workers)]
        print(f"{route:58}{''.join(shares)}{100 * rate_of(route) * (cost.loop + cost.threads):18.1f}")


def rate_of(route: str) -> float:
    """How often an address may ask, in a second."""
    method, path = route.split(maxsplit=1)
    kind = allowance_of("GET" if method == "WEBSOCKET" else method, path)
    return HOURLY.get(route, kind.browsers * kind.times * USUAL.messages / USUAL.window)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run_server(Path(sys.argv[1]))
    else:
        main()
