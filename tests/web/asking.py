"""Asking an application in this process, as a browser would over the network."""

import asyncio
from collections.abc import AsyncIterator, Iterable

import httpx
from starlette.types import ASGIApp, Message, Scope

from ..waiting import PATIENCE

HOST = "127.0.0.1:8166"


def ask(
    app: ASGIApp,
    method: str,
    path: str,
    headers: dict[str, str] | None = None,
    content: bytes | Iterable[bytes] | None = None,
    address: str = "127.0.0.1",
) -> httpx.Response:
    """One request; a body in several pieces goes without a Content-Length."""
    body = content if content is None or isinstance(content, bytes) else _pieces(content)

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(address, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", timeout=PATIENCE) as client:
            return await client.request(method, path, headers=headers, content=body)

    return asyncio.run(asked())


async def _pieces(content: Iterable[bytes]) -> AsyncIterator[bytes]:
    for piece in content:
        yield piece


def knock(app: ASGIApp, headers: dict[str, str]) -> list[str]:
    """What kinds of messages the server sends to a browser that wants to listen."""
    raw = [(name.lower().encode(), value.encode()) for name, value in {"host": HOST, **headers}.items()]
    scope: Scope = {
        "type": "websocket",
        "path": "/api/tables/x/live",
        "headers": raw,
        "client": ("127.0.0.1", 50_000),
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def shake() -> None:
        await app(scope, receive, send)

    asyncio.run(shake())
    return [message["type"] for message in sent]
