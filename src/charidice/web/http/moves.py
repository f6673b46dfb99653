"""The route of moves, which is called most."""

from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from charidice.web.door.guard import replay
from charidice.web.http.visitors import Visitor
from charidice.web.models import Move


class MoveRoute(APIRoute):
    """Calls the handler of a valid move directly: FastAPI takes as long to resolve its arguments as the move.

    An invalid one goes through FastAPI, which reports what is wrong with it.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The guard has read the whole body.
        body = (await receive())["body"]
        try:
            move = Move.model_validate_json(body) if scope["method"] == "POST" else None
        except ValidationError:
            move = None
        if move is None:
            await super().handle(scope, replay(body, receive), send)
            return
        rooms, visitor = scope["app"].state.rooms, Visitor(Request(scope))
        room = await rooms.get(scope["path_params"]["table"])
        response = await self.endpoint(body=move, room=room, rooms=rooms, visitor=visitor)
        await response(scope, receive, send)
