"""A real server on a free port, and browsers that talk to it."""

import json
import secrets
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Self

import httpx
from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.routing import BaseRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from charidice.web.app import create_app
from charidice.web.clock import Clock, real
from charidice.web.http.api import api
from charidice.web.http.openapi import NAMED
from charidice.web.serving import Server, listen
from charidice.web.settings import Settings
from charidice.web.wire import Problem, ServerMessage

from ..waiting import PATIENCE, until

Json = dict[str, Any]


@contextmanager
def running(database: str | Path, *, clock: Clock = real, **settings: Any) -> Iterator[str]:
    """The address of a server with a database, or a new one in a folder; without bot pauses or heartbeats."""
    usual: Json = {"messages": 10_000, "tables_per_hour": 10_000, "pace": 0.0, "motion": False, "heartbeat": 3600.0}
    chosen: Json = {**usual, **settings}
    complete = Settings(url_of(database), **chosen)
    with serving(create_app(complete, clock), complete) as port:
        yield f"http://127.0.0.1:{port}"


def url_of(database: str | Path) -> str:
    return f"sqlite:///{database / 'tables.db'}" if isinstance(database, Path) else database


@contextmanager
def serving(app: FastAPI, settings: Settings, host: str = "127.0.0.1") -> Iterator[int]:
    """The port of a server in a thread."""
    ready = threading.Event()
    server = Server(app, settings, ready.set)
    with listen(host, 0) as bound:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        until(lambda: ready.is_set() or not thread.is_alive())
        assert ready.is_set()
        try:
            yield bound.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def seat_for(wanted: str) -> Json:
    """`link`, the name of a bot level with an @, or the name of a person here."""
    if wanted == "link":
        return {"who": "link"}
    return {"who": "bot", "bot": wanted[1:]} if wanted.startswith("@") else {"who": "here", "name": wanted}


class Browser:
    """An API client that keeps its cookie."""

    def __init__(self, address: str, language: str = "en") -> None:
        self.address = address
        hooks = {"response": [check_answer]}
        self.client = httpx.Client(
            base_url=address, headers={"Accept-Language": language}, timeout=PATIENCE, event_hooks=hooks
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def post(self, path: str, **body: object) -> httpx.Response:
        return self.client.post(f"/api{path}", json=body)

    def get(self, path: str) -> httpx.Response:
        return self.client.get(f"/api{path}")

    def ask(self, path: str, **body: object) -> Json:
        """What the server answers to something that must work."""
        return done(self.post(path, **body))

    def open_table(self, *seats: str, **settings: object) -> Json:
        chosen = {"start": "seat", "wait": 0, **settings}
        view: Json = self.ask("/tables", seats=[*map(seat_for, seats)], settings=chosen)["view"]
        return view

    def started(self, *seats: str, **settings: object) -> Json:
        table = self.open_table(*seats, **settings)["table"]
        view: Json = self.ask(f"/tables/{table}/start")["view"]
        return view

    def view(self, table: str) -> Json:
        view: Json = done(self.get(f"/tables/{table}"))["view"]
        return view

    def view_after(self, view: Json) -> Json:
        """The view when something has happened since."""
        return until(lambda: self.view(view["table"]), lambda now: now["seq"] > view["seq"])

    def move(self, view: Json, seat: int, action: str, **more: object) -> httpx.Response:
        asked = {"move_id": secrets.token_hex(8), "seq": view["seq"], "seat": seat, "action": action, **more}
        return self.post(f"/tables/{view['table']}/moves", **asked)

    def moved(self, view: Json, seat: int, action: str, **more: object) -> Json:
        """The view after a move that must work."""
        after: Json = done(self.move(view, seat, action, **more))["view"]
        return after

    def join_code(self, table: str) -> str:
        link: str = done(self.get(f"/tables/{table}/invitation"))["join"]
        return link.partition("#join=")[2]

    def live(self, table: str, since: int = -1, origin: str | None = None, page: str = "") -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        address = f"{self.address.replace('http', 'ws')}/api/tables/{table}/live?since={since}&page={page}"
        return connected(address, additional_headers=headers, origin=Origin(origin or self.address))


def check_answer(response: httpx.Response) -> None:
    """Every answer has exactly the fields that the interface describes."""
    route = route_of(response.request)
    if route and response.headers["content-type"] == "application/json":
        if response.is_success:
            described = route.responses[200]["content"]["application/json"]["schema"]["$ref"]
            check(NAMED[described.rpartition("/")[2]], response.read())
        else:
            check(Problem, response.read())


def route_of(request: httpx.Request) -> APIRoute | None:
    routes = ((prefix, route) for prefix, route in included(api.routes) if isinstance(route, APIRoute))
    for prefix, route in routes:
        path = request.url.path.removeprefix(prefix)
        if request.method in (route.methods or ()) and route.path_regex.match(path):
            return route
    return None


def included(routes: Iterable[BaseRoute], prefix: str = "") -> Iterator[tuple[str, BaseRoute]]:
    """Every route, those of included routers too, with the prefix that it was included with."""
    for route in routes:
        if router := getattr(route, "original_router", None):
            yield from included(router.routes, f"{prefix}{route.include_context.prefix}")  # type: ignore[attr-defined]
        else:
            yield prefix, route


def check(kind: Any, text: str | bytes) -> None:
    _adapter(kind).validate_json(text, strict=True)


@cache
def _adapter(kind: Any) -> TypeAdapter[object]:
    return TypeAdapter(kind)


def done(response: httpx.Response) -> Json:
    assert response.status_code == 200, response.text
    body: Json = response.json()
    return body


def error(response: httpx.Response) -> Json:
    assert response.status_code >= 400, response.text
    found: Json = response.json()["error"]
    return found


def connected(address: str, **how: Any) -> ClientConnection:
    """A WebSocket that a busy machine does not end, neither while it is opened nor later."""
    opened: ClientConnection = connect(address, open_timeout=PATIENCE, ping_interval=None, **how)
    return opened


def news(socket: ClientConnection, kind: str = "update") -> Json:
    """The next message of a kind."""
    while True:
        text = socket.recv(timeout=PATIENCE)
        check(ServerMessage, text)
        message: Json = json.loads(text)
        if message["type"] == kind:
            return message


def closing(listening: ClientConnection) -> int | None:
    """The code that the server ends a connection with."""
    try:
        while True:
            listening.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def play(browser: Browser, view: Json) -> Json:
    """Play on for all people at this browser, taking the best sum, until the game is over."""
    me = done(browser.get(f"/tables/{view['table']}"))["me"]
    while view["stage"] == "playing":
        game = view["game"]
        mine = [seat["seat"] for seat in view["seats"] if seat["holder"] == me and seat["bot"] is None]
        seat = next((seat for seat in mine if {"roll", "score"} & set(game["may"][seat])), None)
        if seat is None:
            view = browser.view_after(view)
        elif game["rolls"] == 0:
            view = browser.moved(view, seat, "roll")
        else:
            view = browser.moved(view, seat, "score", dice=game["options"][0]["dice"])
    return view
