"""The door of the server: who and what is let in at all, before any route is asked."""

import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charidice.web.door.headers import FILES, INTERFACE, RawHeaders, raw_headers
from charidice.web.door.limits import Allowance, network_of
from charidice.web.door.logs import log_request, log_trouble
from charidice.web.door.tokens import COOKIE, digest
from charidice.web.refusals import WebRefused, accepted_language, error_body, status_of
from charidice.web.settings import Settings

BODY_LIMIT = 16 * 1024
RECORD_LIMIT = 256 * 1024
TAKES_RECORDS = "/api/reviews"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# A household shares one address, and whoever invents a new cookie for every message has one too.
BROWSERS_AT_AN_ADDRESS = 10
POLICY_VIOLATION = 1008
TROUBLE = 500


class Guard:
    """Checks host, origin, form and number of what comes in, and adds the security headers to what goes out."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.url = (settings.url or "").rstrip("/").lower()
        self.hosts = {host.lower() for host in settings.hosts} | ({_name(urlsplit(self.url).netloc)} - {""})
        self.headers = {of: raw_headers(settings, of) for of in (INTERFACE, FILES, "")}
        self.by_browser = Allowance(settings.messages, settings.window)
        self.by_address = Allowance(BROWSERS_AT_AN_ADDRESS * settings.messages, settings.window)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._listen(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _Answer(send, next(own for of, own in self.headers.items() if scope["path"].startswith(of)))
        client = HTTPConnection(scope)
        begin = time.perf_counter()
        try:
            self._check_host(client.headers)
            if scope["method"] not in SAFE_METHODS:
                self._check_origin(client.headers)
                self._count(client)
            body = await _body(scope, client.headers, receive)
            if body is not None:
                # HEAD is answered like GET; the server leaves the body out.
                asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
                await self.app(asked, _again(body, receive), answer.send)
        except WebRefused as refused:
            await _refuse(refused, status_of(refused), scope, receive, answer.send)
        except Exception:
            log_trouble(scope["path"])
            if not answer.status:
                await _refuse(WebRefused("server-error"), TROUBLE, scope, receive, answer.send)
        finally:
            spent = 1000 * (time.perf_counter() - begin)
            log_request(scope["method"], scope["path"], answer.status, spent, _address(client))

    async def _listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = HTTPConnection(scope)
        begin = time.perf_counter()
        status = 101
        try:
            self._check_host(client.headers)
            self._check_origin(client.headers)
            self._count(client)
        except WebRefused as refused:
            status = status_of(refused)
            # Before it has accepted, a server that closes answers 403.
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        else:
            await self.app(scope, receive, send)
        finally:
            spent = 1000 * (time.perf_counter() - begin)
            log_request("WEBSOCKET", scope["path"], status, spent, _address(client))

    def _check_host(self, headers: Headers) -> None:
        """Refuse names that are not ours: a foreign page may point its own name at this machine."""
        if "*" not in self.hosts and _name(headers.get("host", "")) not in self.hosts:
            raise WebRefused("unknown-host")

    def _check_origin(self, headers: Headers) -> None:
        """Refuse what pages of others send; programs that are no browsers name no origin."""
        host = headers.get("host", "").lower()
        own = {f"https://{host}"} | (set() if self.settings.secure else {f"http://{host}"}) | ({self.url} - {""})
        foreign = set(map(str.lower, headers.getlist("origin"))) - own
        if foreign or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise WebRefused("foreign-origin")

    def _count(self, client: HTTPConnection) -> None:
        address = network_of(_address(client))
        token = client.cookies.get(COOKIE)
        for allowance, key in ((self.by_address, address), (self.by_browser, digest(token) if token else address)):
            if not allowance.take(key):
                refused = WebRefused("too-many-messages")
                refused.details["wait"] = int(1000 * allowance.wait(key)) + 1
                raise refused


class _Answer:
    """An answer on its way out, with headers that the route has not set itself."""

    def __init__(self, send: Send, headers: RawHeaders) -> None:
        self.status = 0
        self._send = send
        self._headers = headers

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = message.get("headers", [])
            names = {name for name, _ in own}
            message["headers"] = [*own, *(header for header in self._headers if header[0] not in names)]
        await self._send(message)


async def _body(scope: Scope, headers: Headers, receive: Receive) -> bytes | None:
    """The whole body, so that no route has to count or wait; None when the client has gone."""
    limit = RECORD_LIMIT if scope["path"] == TAKES_RECORDS else BODY_LIMIT
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


def _again(body: bytes, receive: Receive) -> Receive:
    """Hand out the body that was read already, then whatever comes."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return first.pop() if first else await receive()

    return replayed


async def _refuse(refused: WebRefused, status: int, scope: Scope, receive: Receive, send: Send) -> None:
    language = accepted_language(Headers(scope=scope).get("accept-language"))
    answer = JSONResponse(error_body(refused, language), status)
    if "wait" in refused.details:
        answer.headers["retry-after"] = str(refused.details["wait"] // 1000 + 1)
    # The rest of a body that nobody reads must not hold the connection.
    answer.headers["connection"] = "close"
    await answer(scope, receive, send)


def _address(client: HTTPConnection) -> str:
    return client.client.host if client.client else ""


def _media_type(declared: str) -> str:
    return declared.partition(";")[0].strip().lower()


def _name(host: str) -> str:
    """A host without its port."""
    name = host.lower() if host.endswith("]") else host.lower().rpartition(":")[0] or host.lower()
    return name.removesuffix(".")
