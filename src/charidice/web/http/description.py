"""The description of the API as a file: made once, in the process for reviews, since it takes a third of a second."""

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from charidice.web.http.assets import Asset
from charidice.web.http.coach import worked_out
from charidice.web.http.visitors import ThisVisitor
from charidice.web.jobs.drawings import Drawn

description = APIRouter(include_in_schema=False)


@description.get("/api/openapi.json")
async def openapi(request: Request, visitor: ThisVisitor) -> Response:
    state = request.app.state
    if not hasattr(state, "description"):
        describe: Callable[[], Drawn] = state.describe
        state.description = Asset((await worked_out(request, visitor, (), describe)).content, "application/json")
    # Compressing it takes a moment, too.
    return await asyncio.to_thread(state.description.respond, request)
