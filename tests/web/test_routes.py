"""docs/routes.md has a row for every route, with the limits that the guard keeps."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import brotli
import pytest
from bench.routes import ROUTES, rate_of
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

import charidice
from charidice.web.app import create_app
from charidice.web.door.guard import BODY_LIMIT, LARGE_BODIES, LOADED, READ, SENT, allowance_of
from charidice.web.http.assets import QUICK
from charidice.web.http.pages import shell
from charidice.web.models import RECORD_LIMIT
from charidice.web.settings import Settings

from .servers import included

PAGE = (Path(charidice.__file__).parents[2] / "docs" / "routes.md").read_text("utf-8")
KINDS = {"message": SENT, "reading": READ, "file": LOADED}
USUAL = Settings("sqlite://")


def rows(first: str) -> Iterator[list[str]]:
    """The cells of each row whose first one begins like this."""
    for line in PAGE.splitlines():
        if line.startswith(f"| {first}"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def documented() -> dict[str, list[str]]:
    return {cells[0].strip("`"): cells for method in ("GET", "POST", "WEBSOCKET") for cells in rows(f"`{method} ")}


def paths(routes: Iterable[BaseRoute]) -> Iterator[str]:
    """Method and path of every route."""
    for prefix, route in included(routes):
        if isinstance(route, Route):
            for method in (route.methods or set()) - {"HEAD"}:
                yield f"{method} {prefix}{route.path}"
        else:
            yield f"WEBSOCKET {prefix}{route.path}"  # type: ignore[attr-defined]


SERVED = sorted(paths(create_app(USUAL).routes))


def test_every_route_has_one_row_and_every_row_a_route() -> None:
    assert len(SERVED) == len(set(SERVED)) > 60
    assert sorted(documented()) == SERVED
    assert PAGE.count("\n| `") == len(SERVED), "no route twice"


def test_the_cost_of_every_route_is_measured() -> None:
    assert sorted(ROUTES) == SERVED


@pytest.mark.parametrize("route", SERVED)
def test_a_row_says_what_the_guard_keeps(route: str) -> None:
    _, who, often, sends, *costs, at_limit, where = documented()[route]
    assert who
    assert where
    assert all(re.fullmatch(r"[0-9.]+", cost) for cost in costs)
    assert len(costs) == 3
    assert at_limit or "at a time" in often
    method, path = route.split(maxsplit=1)
    assert KINDS[often.partition(";")[0]] is allowance_of("GET" if method == "WEBSOCKET" else method, path)
    if method == "POST":
        assert sends == f"{(RECORD_LIMIT if path in LARGE_BODIES else BODY_LIMIT) // 1024} KiB"


@pytest.mark.parametrize("name", KINDS)
def test_the_kinds_have_their_limits(name: str) -> None:
    kind = KINDS[name]
    browser = kind.times * USUAL.messages
    (found,) = rows(f"{name} ")
    assert found == [name, f"{browser:,}", f"{kind.browsers * browser:,}"]
    assert USUAL.window == 30


def test_opening_tables_has_a_lower_limit_than_messages() -> None:
    assert rate_of("POST /api/tables") < rate_of("POST /api/tables/{table}/moves")


def test_pages_of_invented_hosts_are_compressed_quickly() -> None:
    page = shell("en", "start", "http://invented.example")
    headers = [(b"accept-encoding", b"br")]
    answer = page.respond(Request({"type": "http", "method": "GET", "path": "/", "headers": headers}))
    assert answer.body == brotli.compress(page.content, quality=QUICK)
