"""Assembles the FastAPI application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic_core import to_json
from starlette.exceptions import HTTPException

from charidice.rules.errors import Refused
from charidice.web.door.guard import Guard
from charidice.web.door.headers import API, FILES
from charidice.web.door.limits import ConcurrencyLimiter
from charidice.web.http import pads  # noqa: F401  (adds its routes to the API)
from charidice.web.http.api import api, move
from charidice.web.http.description import description
from charidice.web.http.drawings import Drawn
from charidice.web.http.history_work import HistoryWork
from charidice.web.http.live import Live, live
from charidice.web.http.moves import Moves
from charidice.web.http.openapi import Described
from charidice.web.http.pages import missing_page, pages
from charidice.web.http.site import documentation
from charidice.web.http.work_cache import WorkCache
from charidice.web.refusals import DatabaseAway, WebRefused, accepted_language, error_body, headers_of, status_of
from charidice.web.settings import Settings
from charidice.web.table.opening import names
from charidice.web.table.rooms import HINTS_WAITING, Rooms
from charidice.web.wire import Problem
from charidice.web.worker import Worker

# Half of their queue, so that others have hints too.
HINTS_PER_ADDRESS = HINTS_WAITING // 2
# The queue of reviews, and roughly what the review of a long game takes.
REVIEWS_WAITING, REVIEW_SECONDS = 3, 3.0
# Roughly what a long history takes; HistoryWork has the queue.
HISTORY_SECONDS = 1.0
# Where processors are few, everything else goes first.
REVIEW_NICENESS = 10


def create_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        rooms = Rooms(settings)
        await rooms.open()
        app.state.rooms = rooms
        reviewer = Worker(REVIEWS_WAITING, REVIEW_SECONDS, REVIEW_NICENESS)
        app.state.heavy_work = WorkCache(reviewer)
        historian = Worker(0, HISTORY_SECONDS, REVIEW_NICENESS)
        app.state.workers = historian, reviewer, rooms.coach
        app.state.history_work = work = HistoryWork(rooms, historian, reviewer)
        app.state.asking_for_hints = ConcurrencyLimiter(HINTS_PER_ADDRESS)
        yield
        await work.close()
        await historian.close()
        await reviewer.close()
        await rooms.close()

    app = Described(
        title="Charidice",
        summary="Tables where people and bots play Charidice.",
        version=version("charidice"),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        # Behind a proxy they would lead to http.
        redirect_slashes=False,
        # FastAPI would look for OpenTelemetry with every request; metrics are for Prometheus.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    # Not `include_router`, which would look for every route twice.
    app.router.routes.extend(api.routes)
    app.include_router(live)
    app.state.describe = describe
    app.include_router(description)
    app.include_router(pages)
    app.include_router(documentation)
    moves = next(route for route in api.routes if isinstance(route, APIRoute) and route.endpoint is move)
    app.add_middleware(Live)
    app.add_middleware(Moves, route=moves, refused=_refused)
    app.add_middleware(Guard, settings=settings)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _failed)
    return app


def describe() -> Drawn:
    """The description of the API, for the worker."""
    return Drawn(to_json(create_app(Settings("sqlite://")).openapi()))


async def _refused(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    language = accepted_language(request.headers.get("accept-language"))
    # While the database is away, nothing more is asked of it.
    players = [] if isinstance(refused, DatabaseAway) else await _players(request, language)
    body = to_json(error_body(refused, language, players))
    return Response(body, status_of(refused), headers_of(refused), media_type="application/json")


async def _players(request: Request, language: str) -> list[str]:
    """The names at the table of the request, for refusals that mention players."""
    table = request.path_params.get("table")
    if table is None:
        return []
    try:
        return names((await request.app.state.rooms.get(table)).table.seats, language)
    except Refused:
        return []


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    places = [".".join(str(part) for part in problem["loc"]) for problem in error.errors()]
    return await _refused(request, WebRefused("bad-request", text=", ".join(dict.fromkeys(places))))


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        is_page = not request.url.path.startswith((API, FILES))
        return missing_page(request) if is_page else await _refused(request, WebRefused("no-such-page"))
    if error.status_code == 405:
        response = await _refused(request, WebRefused("method-not-allowed"))
        response.headers.update(error.headers or {})
        return response
    body: Problem = {"error": {"code": f"http-{error.status_code}", "message": error.detail}}
    return JSONResponse(body, error.status_code, headers=error.headers)
