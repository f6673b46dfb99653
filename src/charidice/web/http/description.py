"""The description of the API as a file: made once, in the process for reviews, since it takes a third of a second."""

import asyncio

from fastapi import APIRouter, Request, Response
from pydantic_core import to_json

from charidice.web.http.assets import Asset
from charidice.web.http.coach import worked_out
from charidice.web.http.drawings import Drawn
from charidice.web.http.visitors import ThisVisitor
from charidice.web.settings import Settings

description = APIRouter(include_in_schema=False)


def described() -> Drawn:
    # Loaded here, since the application has this route.
    from charidice.web.app import create_app

    return Drawn(to_json(create_app(Settings("sqlite://")).openapi()))


@description.get("/api/openapi.json")
async def openapi(request: Request, visitor: ThisVisitor) -> Response:
    state = request.app.state
    if not hasattr(state, "description"):
        state.description = Asset((await worked_out(request, visitor, described)).content, "application/json")
    # Compressing it takes a moment, too.
    return await asyncio.to_thread(state.description.respond, request)
