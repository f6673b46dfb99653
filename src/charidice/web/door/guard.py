"""ASGI middleware that checks every request before it reaches a route."""

import asyncio
import time
from contextlib import suppress
from math import ceil
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charidice.web.clock import Clock, real
from charidice.web.door.headers import API, FILES, RawHeaders, raw_headers
from charidice.web.door.limits import Allowance, Allowances, ConcurrencyLimiter, RateLimiter, network_of
from charidice.web.door.logs import begin_request, log_error, log_request
from charidice.web.door.tokens import browser_of
from charidice.web.metrics import REQUESTS
from charidice.web.models import MOST_FIELDS, RECORD_LIMIT
from charidice.web.refusals import WebRefused, accepted_language, error_body, headers_of, status_of
from charidice.web.settings import Settings

BODY_LIMIT = 16 * 1024
# The longest that a page sends has the longest name of a person in it.
QUERY_LIMIT = 8 * 1024
LARGE_BODIES = frozenset({"/api/reviews", "/api/history/import"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# A household or a class shares one address. A page loads up to 120 files when it is first opened, and 100 phones do so
# at once; they read little else, since news come over WebSockets, which count as read when they connect.
SENT = Allowance(1, browsers=10, burst_seconds=1)
READ, LOADED = Allowance(3, browsers=20, burst_seconds=2), Allowance(12, browsers=25, burst_seconds=2)
# Health checks come a few times a minute, so they count like the API.
PROBES = ("/readyz", "/healthz")
# Each takes as much time as a move.
HINTS = ("/hint", "/pad-hint")
# A client that goes on after so many refusals waits for each further one, so that a flood of them costs little.
PROMPT_REFUSALS, HELD_SECONDS = 50, 1.0
POLICY_VIOLATION = 1008
OK, SERVER_ERROR = 200, 500


class Guard:
    """Checks host, origin, media type, body size and rate of requests, and adds security headers to responses.

    Notes the digest of the browser's token in the scope, as `browser`.
    """

    def __init__(self, app: ASGIApp, settings: Settings, stopping: asyncio.Event, clock: Clock = real) -> None:
        """`stopping` is set when the server begins to stop."""
        self.app = app
        self.stopping = stopping
        self.settings = settings
        self.url = (settings.url or "").rstrip("/").lower()
        self.hosts = {host.lower() for host in settings.hosts} | ({_name(urlsplit(self.url).netloc)} - {""})
        self.headers = {of: raw_headers(settings, of) for of in (API, FILES, "")}
        self.rates = {
            each: Allowances(each, settings.messages, settings.window, clock) for each in (SENT, READ, LOADED)
        }
        self.refusals = RateLimiter(PROMPT_REFUSALS, settings.window, clock)
        self.sockets = ConcurrencyLimiter(settings.sockets_per_address)
        # A proxy forwards any number of connections of an address; others must find a place beside those that wait.
        self.held = ConcurrencyLimiter(settings.connections // 2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = begin_request()
        headers = next(own for of, own in self.headers.items() if scope["path"].startswith(of))
        response = _Response(scope, send, [*headers, (b"x-request-id", request.encode())])
        client = HTTPConnection(scope)
        scope["browser"] = browser_of(client.cookies)
        # Routes handle HEAD as GET; uvicorn drops the body.
        routed = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        begin = time.perf_counter()
        try:
            await self._admit(client, allowance_of(scope["method"], scope["path"]), scope["method"] not in SAFE_METHODS)
            body = await _body(scope, client.headers, receive)
            if body is not None:
                await self.app(routed, receive_again(body, receive), response.send)
        except WebRefused as refused:
            await _refuse(refused, status_of(refused), scope, receive, response.send)
        except Exception:
            log_error(scope["path"])
            if not response.has_begun:
                await _refuse(WebRefused("server-error", request=request), SERVER_ERROR, scope, receive, response.send)
        finally:
            elapsed = time.perf_counter() - begin
            REQUESTS.labels(getattr(routed.get("route"), "path", ""), response.status).observe(elapsed)
            log_request(scope["method"], scope["path"], response.status, 1000 * elapsed, _address(client))

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin_request()
        client = HTTPConnection(scope)
        scope["browser"] = browser_of(client.cookies)
        address = network_of(_address(client))
        begin = time.perf_counter()
        status = 101
        self.sockets.enter(address)
        try:
            await self._admit(client, READ, changes=True)
            if self.sockets.is_exceeded(address):
                raise _too_many(self.settings.window)
        except WebRefused as refused:
            status = status_of(refused)
            # Closing before accepting makes the server respond with 403.
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        else:
            await self.app(scope, receive, send)
        finally:
            self.sockets.leave(address)
            elapsed = 1000 * (time.perf_counter() - begin)
            log_request("WEBSOCKET", scope["path"], status, elapsed, _address(client))

    async def _admit(self, client: HTTPConnection, kind: Allowance, changes: bool) -> None:
        """Raises WebRefused; an address that is refused too often waits for it."""
        address = network_of(_address(client))
        try:
            self._check_host(client.headers)
            _check_target(client.scope)
            if changes:
                self._check_origin(client.headers)
            self._check_rate(client, kind)
        except WebRefused:
            if not self.refusals.take(address):
                await self.hold(HELD_SECONDS, address)
            raise
        if delay := self.rates[kind].delay(address):
            await self.hold(delay, address)

    def _check_host(self, headers: Headers) -> None:
        """Refuse unknown host names, against DNS rebinding."""
        if "*" not in self.hosts and _name(headers.get("host", "")) not in self.hosts:
            raise WebRefused("unknown-host")

    def _check_origin(self, headers: Headers) -> None:
        """Refuse cross-origin requests; clients other than browsers send no Origin header."""
        host = headers.get("host", "").lower()
        own = (f"https://{host}", self.url or None, None if self.settings.secure else f"http://{host}")
        foreign = [origin for origin in headers.getlist("origin") if origin.lower() not in own]
        if foreign or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise WebRefused("foreign-origin")

    def _check_rate(self, client: HTTPConnection, kind: Allowance) -> None:
        if wait := self.rates[kind].take(client["browser"], network_of(_address(client))):
            raise _too_many(wait)

    async def hold(self, seconds: float, address: str) -> None:
        """Delay a request; refuses it if too many of its address wait, or if the server stops meanwhile."""
        self.held.enter(address)
        try:
            if self.held.is_exceeded(address):
                raise _too_many(seconds)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), seconds)
                raise _too_many(seconds)
        finally:
            self.held.leave(address)


def allowance_of(method: str, path: str) -> Allowance:
    """The kind of a request, for its limit."""
    if method not in SAFE_METHODS or (path.startswith(API) and path.endswith(HINTS)):
        return SENT
    return READ if path.startswith((API, *PROBES)) else LOADED


def _too_many(seconds: float) -> WebRefused:
    refused = WebRefused("too-many-messages", count=ceil(seconds))
    refused.details["wait"] = int(1000 * seconds) + 1
    return refused


def _check_target(scope: Scope) -> None:
    """Refuse queries that take long to read, and NUL in path and query, because PostgreSQL knows no such text."""
    query = scope.get("query_string", b"")
    if "\0" in scope["path"] or b"%00" in query:
        raise WebRefused("bad-request", text="%00")
    if len(query) > QUERY_LIMIT or query.count(b"&") >= MOST_FIELDS:
        raise WebRefused("query-too-long", most=QUERY_LIMIT // 1024, fields=MOST_FIELDS)


class _Response:
    """Sends a response, with default headers where the route has not set its own; if it is whole, at once."""

    def __init__(self, scope: Scope, send: Send, headers: RawHeaders) -> None:
        self.status = 0
        self._reply = scope.get("state", {}).get("reply")
        self._send = send
        self._headers = headers
        self._start: Message | None = None
        """Waits for the body."""

    @property
    def has_begun(self) -> bool:
        return self.status != 0 and self._start is None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = message.get("headers", [])
            names = {name for name, _ in own}
            self._start = {
                **message,
                "headers": [*own, *(header for header in self._headers if header[0] not in names)],
            }
            return
        if start := self._start:
            self._start = None
            is_whole = self.status == OK and not message.get("more_body")
            if is_whole and self._reply and self._reply(start["headers"], message.get("body", b"")):
                return
            await self._send(start)
        await self._send(message)


async def _body(scope: Scope, headers: Headers, receive: Receive) -> bytes | None:
    """Read the whole body within its size limit; None if the client has disconnected."""
    limit = RECORD_LIMIT if scope["path"] in LARGE_BODIES else BODY_LIMIT
    body = b""
    more = "content-length" in headers or "transfer-encoding" in headers
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > limit:
            raise WebRefused("body-too-large", most=limit // 1024)
    declared = headers.get("content-type", "")
    if (body or (declared and scope["method"] not in SAFE_METHODS)) and _media_type(declared) != "application/json":
        raise WebRefused("not-json-body")
    return body


def receive_again(body: bytes, receive: Receive) -> Receive:
    """A `receive` that first returns the body already read."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return first.pop() if first else await receive()

    return replayed


async def _refuse(refused: WebRefused, status: int, scope: Scope, receive: Receive, send: Send) -> None:
    headers = Headers(scope=scope)
    body = error_body(refused, accepted_language(headers.get("accept-language")))
    response: Response = JSONResponse(body, status, headers_of(refused))
    if headers.get("sec-fetch-mode") == "navigate":
        # A person reads it.
        response = PlainTextResponse(body["error"]["message"], status, headers_of(refused))
        if wait := response.headers.get("retry-after"):
            response.headers["refresh"] = wait
    # An unread rest of the body must not keep the connection open.
    response.headers["connection"] = "close"
    await response(scope, receive, send)


def _address(client: HTTPConnection) -> str:
    return client.client.host if client.client else ""


def _media_type(declared: str) -> str:
    return declared.partition(";")[0].strip().lower()


def _name(host: str) -> str:
    """The host name without port or trailing dot."""
    name = host.lower() if host.endswith("]") else host.lower().rpartition(":")[0] or host.lower()
    return name.removesuffix(".")
