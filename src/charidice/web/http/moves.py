"""A fast path for moves, the most frequent requests."""

from collections.abc import Awaitable, Callable

from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from charidice.rules.errors import Refused
from charidice.web.door.guard import receive_again
from charidice.web.http.visitors import Visitor
from charidice.web.models import Move


class Moves:
    """ASGI middleware that calls the handler of a valid move directly.

    FastAPI takes as long to find the handler and its arguments as the move. Everything else is left to it, an invalid
    move too, of which it reports what is wrong.
    """

    def __init__(
        self, app: ASGIApp, route: APIRoute, refused: Callable[[Request, Exception], Awaitable[Response]]
    ) -> None:
        self._app = app
        self._route = route
        self._refused = refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        found = self._route.path_regex.match(scope["path"]) if is_post else None
        if found is None:
            await self._app(scope, receive, send)
            return
        # The guard has read the whole body.
        body = (await receive())["body"]
        try:
            move = Move.model_validate_json(body)
        except ValidationError:
            await self._app(scope, receive_again(body, receive), send)
            return
        scope.update(route=self._route, path_params=found.groupdict())
        request = Request(scope)
        rooms = request.app.state.rooms
        try:
            room = await rooms.get(found["table"])
            response = await self._route.endpoint(
                body=move, room=room, rooms=rooms, visitor=Visitor(request), request=request
            )
        except Refused as refused:
            response = await self._refused(request, refused)
        await response(scope, receive, send)
