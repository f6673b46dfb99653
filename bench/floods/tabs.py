"""Clients from addresses of their own: every 127.x.y.z of the loopback interface counts as one."""

import asyncio
import base64
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bench.table import HOST

REQUEST_SECONDS = 45
# Before the next attempt where nobody answers.
PAUSE_SECONDS = 0.05
NO_ANSWER = 0
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Asked(NamedTuple):
    """A route, as in "GET /api/history", and the status of an answer; 0 for none."""

    route: str
    status: int


Answers = Counter[Asked]


class Answer(NamedTuple):
    status: int
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)


@dataclass
class Tab:
    """A page of a browser, with one connection that is opened on need."""

    port: int
    address: str
    answers: Answers = field(default_factory=Counter)
    cookie: str = ""
    _stream: Stream | None = None

    async def ask(self, route: str, path: str = "", body: object = None, headers: str = "") -> Answer:
        """The path is that of the route unless it is given."""
        method, _, place = route.partition(" ")
        content = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            headers += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        answer = await self._exchange(f"{method} {path or place}", headers, content)
        self.answers[Asked(route, answer.status)] += 1
        return answer

    async def must(self, route: str, path: str = "", body: object = None) -> Any:
        """What is answered to something that has to work."""
        answer = await self.ask(route, path, body)
        assert answer.status == 200, (route, answer)
        return answer.json

    async def look_in(self, route: str, path: str) -> None:
        """Open a WebSocket, and leave with its first message."""
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        answer = await self._exchange(f"GET {path}", f"{upgrade}Sec-WebSocket-Key: {key}\r\n")
        self.close()
        self.answers[Asked(route, answer.status)] += 1

    def close(self) -> None:
        if self._stream:
            self._stream[1].transport.abort()
            self._stream = None

    async def _exchange(self, request: str, headers: str, content: bytes = b"") -> Answer:
        head = f"{request} HTTP/1.1\r\nHost: {HOST}\r\nCookie: {self.cookie}\r\n{headers}\r\n"
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                reader, writer = await self._connected()
                writer.write(head.encode() + content)
                return await self._read(reader)
        except (OSError, EOFError):
            self.close()
            await asyncio.sleep(PAUSE_SECONDS)
            return Answer(NO_ANSWER, b"")
        except BaseException:
            self.close()
            raise

    async def _connected(self) -> Stream:
        if self._stream and self._stream[0].at_eof():
            self.close()
        if self._stream is None:
            self._stream = await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0))
        return self._stream

    async def _read(self, reader: asyncio.StreamReader) -> Answer:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        status = int(head.split(" ", 2)[1])
        content = b""
        if length := re.search(r"content-length: (\d+)", head):
            content = await reader.readexactly(int(length[1]))
        elif "transfer-encoding: chunked" in head:
            content = await _chunks(reader)
        elif status == 101:
            content = await reader.readexactly(1)
        if cookie := re.search(r"set-cookie: (charidice=[^;]+)", head):
            self.cookie = cookie[1]
        if "connection: close" in head:
            self.close()
        return Answer(status, content)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    pieces = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        pieces.append(await reader.readexactly(size))
        await reader.readuntil(b"\r\n")
    await reader.readuntil(b"\r\n")
    return b"".join(pieces)
