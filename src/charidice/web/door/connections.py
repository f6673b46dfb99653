"""Limits of connections: number, time for a request to arrive, bytes sent and not read."""

from asyncio import TimerHandle, Transport
from functools import lru_cache, partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from charidice.web.door.headers import RawHeaders
from charidice.web.door.limits import ConcurrencyLimiter, network_of

Client = tuple[str, int] | None

# Seconds for a whole request to arrive, from connecting or from its first byte.
REQUEST_SECONDS = 20
HEADERS_LIMIT = 16 * 1024
# The parser gets no more at once, so that headers which arrive together cannot be longer.
PIECE = 4 * 1024
# Bytes from a WebSocket, pings included, in so many seconds; a page sends a word every three seconds.
SOCKET_BYTES, SOCKET_WINDOW = 16 * 1024, 30
# Deadline in seconds for a client to read pending data.
READING_SECONDS = 15
FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connections(set[Any]):
    """The open connections of this process, which uvicorn adds and removes; counted by address too."""

    def __init__(self, most: int, per_address: int) -> None:
        super().__init__()
        self._most = most
        self._by_address = ConcurrencyLimiter(per_address)

    def enter(self, client: Client) -> bool:
        """Count a connection, and return whether it is within the limits."""
        self._by_address.enter(_network(client))
        return len(self) <= self._most and not self._by_address.is_exceeded(_network(client))

    def leave(self, client: Client) -> None:
        self._by_address.leave(_network(client))


def _network(client: Client) -> str:
    return network_of(client[0]) if client else ""


class HttpConnection(HttpToolsProtocol):
    """Ends if there are too many, or if a request does not arrive in time or has no end.

    Offers `reply` to the app: a whole response in one packet, at a fraction of the cost of ASGI's `send`.
    """

    connections: Connections
    _deadline: float | None = None
    """Deadline for the complete request."""
    _timer: TimerHandle | None = None
    """Checks the deadline; reused for later requests."""
    _unparsed = 0
    """Bytes since the last complete headers or piece of a body."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()
        if not self.connections.enter(self.client):
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections.leave(self.client)
        if self._timer:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._expect_request()
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._unparsed += len(piece)
            super().data_received(piece)
            if self._unparsed > HEADERS_LIMIT:
                self.transport.abort()
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                # It is over, or a WebSocket, which says nothing before its request is answered.
                return

    def on_headers_complete(self) -> None:
        self._unparsed = 0
        super().on_headers_complete()
        if self.cycle and self.cycle.scope is self.scope:
            self.scope["state"]["reply"] = partial(_reply, self.cycle)

    def on_body(self, body: bytes) -> None:
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._request_is_here()
        super().on_message_complete()

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.time() + REQUEST_SECONDS
            if self._timer is None:
                self._check_deadline()

    def _check_deadline(self) -> None:
        self._timer = None
        if self._deadline is not None:
            if self.loop.time() >= self._deadline:
                self.transport.abort()
            else:
                self._timer = self.loop.call_at(self._deadline, self._check_deadline)

    def _request_is_here(self) -> None:
        self._unparsed = 0
        self._deadline = None


def _reply(cycle: RequestResponseCycle, headers: RawHeaders, body: bytes) -> bool:
    """Send a response with status 200, unless it is one of the rarer cases that ASGI's `send` knows; whether it did."""
    is_plain = cycle.keep_alive and not cycle.flow.write_paused and cycle.scope["method"] != "HEAD"
    if not is_plain or cycle.disconnected or any(b"\n" in value or b"\r" in value for _, value in headers):
        return False
    cycle.response_started = cycle.response_complete = True
    lines = [name + b": " + value for name, value in (*cycle.default_headers, *headers)]
    cycle.transport.write(b"\r\n".join((b"HTTP/1.1 200 OK", *lines, b"", body)))
    cycle.message_event.set()
    cycle.on_response()
    return True


@lru_cache(maxsize=8)
def _frame(message: str) -> bytes:
    """Made once for all listeners of a table."""
    return Frame(Opcode.TEXT, message.encode()).serialize(mask=False)


class LiveConnection(WebSocketsSansIOProtocol):
    """Ends if the client sends too much, or does not read. It was an HTTP connection, and has been counted.

    Offers `push` to the app, which most messages take: it costs a fraction of ASGI's `send`.
    """

    connections: Connections
    _received = 0
    _window_end = 0.0
    _unread: TimerHandle | None = None

    async def run_asgi(self) -> None:
        self.scope["state"]["push"] = self.push
        await super().run_asgi()

    def shutdown(self) -> None:
        if self.handshake_complete:
            super().shutdown()
        else:
            # A connection waiting for its turn is told to retry.
            self.transport.write(FULL)
            self.transport.close()

    def push(self, message: str) -> bool:
        """Send a message at once if the client has read all earlier ones; returns whether it was sent."""
        can_send = self.writable.is_set() and self.conn.state is State.OPEN
        if can_send:
            self.transport.write(_frame(message))
        return can_send

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections.leave(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and self._is_too_much(data):
            self.transport.abort()
        else:
            super().data_received(data)

    def _is_too_much(self, data: bytes) -> bool:
        now = self.loop.time()
        if now > self._window_end:
            self._window_end, self._received = now + SOCKET_WINDOW, 0
        self._received += len(data)
        return self._received > SOCKET_BYTES

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread:
            self._unread.cancel()
