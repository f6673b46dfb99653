"""FastAPI's OpenAPI description, with the types of responses and WebSocket messages.

With `response_model`, FastAPI would build a validator per route, which takes seconds at each start. So routes only
register their types here, and the schemas are generated on the first request.
"""

from types import GenericAlias
from typing import Any

from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

# A type, or an alias of one.
WireType = Any
NAMED: dict[str, WireType] = {}
_SOCKETS: dict[str, dict[str, dict[str, str]]] = {}


def returns(kind: WireType) -> dict[str, Any]:
    """Arguments of a route that returns `kind`."""
    return {"response_model": None, "responses": {200: response(kind, "Success")}}


def returns_file(*media_types: str) -> dict[str, Any]:
    """Arguments of a route that returns a file."""
    content = {media_type: {"schema": {"type": "string", "format": "binary"}} for media_type in media_types}
    answer = {"description": "Success", "content": content}
    return {"response_model": None, "response_class": Response, "responses": {200: answer}}


def response(kind: WireType, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema(kind)}}}


def websocket(path: str, sent: WireType, received: WireType) -> None:
    """Describe the messages of a WebSocket under `x-websockets`, since OpenAPI has no WebSockets."""
    _SOCKETS[path] = {"sent": schema(sent), "received": schema(received)}


def schema(kind: WireType) -> dict[str, str]:
    """A reference to the schema of a type."""
    NAMED[kind.__name__] = kind
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


class Described(FastAPI):
    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            # A temporary route that returns all types makes FastAPI generate their schemas beside those of requests.
            everything = APIRoute("/", lambda: None, response_model=GenericAlias(tuple, tuple(NAMED.values())))
            routes = [*self.routes, everything]
            described = get_openapi(title=self.title, version=self.version, summary=self.summary, routes=routes)
            del described["paths"]["/"]
            self.openapi_schema = {**described, "x-websockets": _SOCKETS}
        return self.openapi_schema
