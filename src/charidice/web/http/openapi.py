"""The description of the interface: that of FastAPI, with the types of answers and of WebSocket messages.

FastAPI would prepare to check every answer at every route, which takes seconds at each start. So routes only name their
types here, and all are described together when somebody asks.
"""

from types import GenericAlias
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

# A type, or an alias of one.
WireType = Any
NAMED: dict[str, WireType] = {}
_SOCKETS: dict[str, dict[str, dict[str, str]]] = {}


def returns(kind: WireType) -> dict[str, Any]:
    """What to tell FastAPI about a route that answers with a type."""
    return {"response_model": None, "responses": {200: response(kind, "As asked")}}


def response(kind: WireType, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema(kind)}}}


def websocket(path: str, sent: WireType, received: WireType) -> None:
    """OpenAPI does not know WebSockets: their messages are described under `x-websockets`."""
    _SOCKETS[path] = {"sent": schema(sent), "received": schema(received)}


def schema(kind: WireType) -> dict[str, str]:
    """Where a type is described."""
    NAMED[kind.__name__] = kind
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


class Described(FastAPI):
    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            # Through a route that answers with all of them, FastAPI describes them beside the types of requests.
            everything = APIRoute("/", lambda: None, response_model=GenericAlias(tuple, tuple(NAMED.values())))
            routes = [*self.routes, everything]
            described = get_openapi(title=self.title, version=self.version, summary=self.summary, routes=routes)
            del described["paths"]["/"]
            self.openapi_schema = {**described, "x-websockets": _SOCKETS}
        return self.openapi_schema
