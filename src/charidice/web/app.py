"""Assembles the FastAPI application."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic_core import to_json
from starlette.exceptions import HTTPException

from charidice.chance import new_seed
from charidice.rules.errors import Refused
from charidice.web.clock import Clock, real
from charidice.web.door.guard import Guard
from charidice.web.door.headers import API, FILES
from charidice.web.door.limits import ConcurrencyLimiter
from charidice.web.http import pads  # noqa: F401  (adds its routes to the API)
from charidice.web.http.api import api, move
from charidice.web.http.description import description
from charidice.web.http.live import Live, live
from charidice.web.http.moves import Moves
from charidice.web.http.openapi import Described
from charidice.web.http.pages import missing_page, pages
from charidice.web.http.site import documentation
from charidice.web.jobs.drawings import Drawn
from charidice.web.jobs.history_work import HistoryWork
from charidice.web.jobs.work_cache import WorkCache
from charidice.web.jobs.worker import Worker
from charidice.web.refusals import DatabaseAway, WebRefused, accepted_language, error_body, headers_of, status_of
from charidice.web.settings import Settings
from charidice.web.table.rooms import Rooms
from charidice.web.table.seating import names
from charidice.web.wire import Problem

# The queue length of hints, and the rough duration of one in seconds.
HINTS_WAITING, HINT_SECONDS = 8, 0.5
# Hints of one address at a time: half of the queue.
HINTS_PER_ADDRESS = HINTS_WAITING // 2
# The queue length of reviews, and the rough duration of a long one in seconds.
REVIEWS_WAITING, REVIEW_SECONDS = 3, 3.0
# The rough duration of a long history in seconds; HistoryWork has the queue.
HISTORY_SECONDS = 1.0
# The most characters of a wrong field's name in a refusal.
MOST_SHOWN = 60
# Where processors are few, moves go before hints, and these before reviews.
HINT_NICENESS, REVIEW_NICENESS = 5, 10


def create_app(settings: Settings, clock: Clock = real, seeds: Callable[[], bytes] = new_seed) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        rooms = Rooms(settings, clock, seeds)
        await rooms.open()
        app.state.rooms = rooms
        reviewer = Worker(REVIEWS_WAITING, REVIEW_SECONDS, REVIEW_NICENESS)
        app.state.heavy_work = WorkCache(reviewer)
        historian = Worker(0, HISTORY_SECONDS, REVIEW_NICENESS)
        app.state.coach = Worker(HINTS_WAITING, HINT_SECONDS, HINT_NICENESS)
        app.state.workers = historian, reviewer, app.state.coach
        app.state.history_work = work = HistoryWork(rooms, historian, reviewer)
        app.state.asking_for_hints = ConcurrencyLimiter(HINTS_PER_ADDRESS)
        yield
        await work.close()
        for worker in app.state.workers:
            await worker.close()
        await rooms.close()

    app = Described(
        title="Charidice",
        summary="Tables where people and bots play Charidice.",
        version=version("charidice"),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        # Behind a proxy, redirects would lead to http.
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
    app.state.stopping = asyncio.Event()
    app.add_middleware(Guard, settings=settings, stopping=app.state.stopping, clock=clock)
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
    # While the database is down, no further query is made.
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
    places = [".".join(str(part)[:MOST_SHOWN] for part in problem["loc"]) for problem in error.errors()]
    return await _refused(request, WebRefused("bad-request", text=", ".join(dict.fromkeys(places))))


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:
        # A body that the parser gives up on, such as one nested too deeply.
        return await _refused(request, WebRefused("bad-request", text="body"))
    if error.status_code == 404:
        is_page = not request.url.path.startswith((API, FILES))
        return missing_page(request) if is_page else await _refused(request, WebRefused("no-such-page"))
    if error.status_code == 405:
        response = await _refused(request, WebRefused("method-not-allowed"))
        response.headers.update(error.headers or {})
        return response
    body: Problem = {"error": {"code": f"http-{error.status_code}", "message": error.detail}}
    return JSONResponse(body, error.status_code, headers=error.headers)
