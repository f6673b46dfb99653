"""The middleware: hosts, origins, bodies, rate limits, and the headers of every response."""

import asyncio
import json
from collections.abc import Iterable
from unittest.mock import Mock
from urllib.parse import quote

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charidice.messages import LANGUAGES, catalog
from charidice.record.game import NAME_LIMIT
from charidice.web.door.guard import BODY_LIMIT, HELD_SECONDS, LOADED, PROMPT_REFUSALS, QUERY_LIMIT, READ, SENT, Guard
from charidice.web.door.headers import CONTENT_POLICY, HEADERS
from charidice.web.door.limits import Allowances
from charidice.web.models import MOST_FIELDS, RECORD_LIMIT
from charidice.web.settings import Settings

from .asking import HOST, ask, knock

JSON = {"content-type": "application/json"}
ACCEPTED, CLOSED = ["websocket.accept"], ["websocket.close"]
OWN = {"origin": f"http://{HOST}"}


async def route(scope: Scope, receive: Receive, send: Send) -> None:
    """Says how long the body was; some paths do other things."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    if scope["path"] == "/api/trouble":
        raise RuntimeError("token=secret")
    if scope["path"] == "/api/cached":
        answer = PlainTextResponse("", headers={"cache-control": "max-age=60", "content-security-policy": "sandbox"})
        await answer(scope, receive, send)
        return
    length = len(await Request(scope, receive).body())
    await JSONResponse({"length": length})(scope, receive, send)


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For how long requests were held up; no test waits for that."""
    found: list[float] = []

    async def hold(_: Guard, seconds: float, address: str) -> None:
        assert address
        found.append(seconds)

    monkeypatch.setattr(Guard, "hold", hold)
    return found


def guard(**settings: object) -> Guard:
    return Guard(route, Settings("sqlite://", **settings), asyncio.Event())  # type: ignore[arg-type]


def code(answer_text: str) -> str:
    return str(json.loads(answer_text)["error"]["code"])


# Whole responses


def sent_by(app: ASGIApp, reply: Mock | None) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    headers = [(b"host", HOST.encode())]
    scope: Scope = {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": ("127.0.0.1", 1)}
    scope["state"] = {"reply": reply} if reply else {}
    asyncio.run(_run(Guard(app, Settings("sqlite://"), asyncio.Event()), scope, receive, send))
    return sent


async def _run(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


def test_a_whole_response_is_handed_over_at_once_if_the_connection_takes_it() -> None:
    reply = Mock(return_value=True)
    assert sent_by(route, reply) == []
    (headers, body), _ = reply.call_args
    assert body == b'{"length":0}'
    assert {b"content-length", b"x-request-id", b"content-security-policy"} <= {name for name, _ in headers}
    reply.return_value = False
    for refuses in (reply, None):
        assert [message["type"] for message in sent_by(route, refuses)] == ["http.response.start", "http.response.body"]


async def streamed(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"1", "more_body": True})
    await send({"type": "http.response.body", "body": b"2"})


async def missing(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("", 404)(scope, receive, send)


@pytest.mark.parametrize(("app", "messages"), [(streamed, 3), (missing, 2)])
def test_what_is_not_whole_or_not_a_success_is_sent_as_it_comes(app: ASGIApp, messages: int) -> None:
    reply = Mock(return_value=True)
    assert len(sent_by(app, reply)) == messages
    assert not reply.called


def test_an_error_before_the_body_is_still_told() -> None:
    async def fails(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError

    start, body = sent_by(fails, None)
    assert start["status"] == 500
    assert code(body["body"].decode()) == "server-error"


# Hosts


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:9000", "LocalHost:8166", "localhost.", "[::1]:8166", "[::1]"])
def test_this_machine_is_known_by_its_names_at_any_port(host: str) -> None:
    assert ask(guard(), "GET", "/", {"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8166", "127.0.0.1.evil.example", "", "localhost.evil"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_foreign_name_for_this_machine_is_refused(host: str, method: str) -> None:
    """Or else a page of evil.example could have its name point here and read everything."""
    answer = ask(guard(), method, "/api/tables", {"host": host})
    assert (answer.status_code, code(answer.text)) == (421, "unknown-host")
    assert knock(guard(), {"host": host}) == CLOSED


def test_the_public_address_is_a_name_too() -> None:
    public = guard(url="https://dice.example:444/", hosts=())
    assert ask(public, "GET", "/", {"host": "dice.example:444"}).status_code == 200
    assert ask(public, "GET", "/", {"host": "other.example"}).status_code == 421


def test_a_server_may_answer_to_any_name() -> None:
    assert ask(guard(hosts=("*",)), "GET", "/", {"host": "dice.example"}).status_code == 200


# Origins

FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:9999"},
    {"origin": f"http://{HOST}.evil.example"},
    {"origin": ""},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_what_pages_of_others_send_is_refused(method: str, headers: dict[str, str]) -> None:
    answer = ask(guard(), method, "/api/tables", {**JSON, **headers}, b"{}")
    assert (answer.status_code, code(answer.text)) == (403, "foreign-origin")


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_pages_of_others_cannot_listen(headers: dict[str, str]) -> None:
    assert knock(guard(), headers) == CLOSED


@pytest.mark.parametrize(
    "headers", [{}, OWN, {**OWN, "sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}], ids=str
)
def test_our_own_pages_and_programs_may_send_and_listen(headers: dict[str, str]) -> None:
    assert ask(guard(), "POST", "/api/tables", {**JSON, **headers}, b"{}").status_code == 200
    assert knock(guard(), headers) == ACCEPTED


def test_reading_is_not_for_the_origin_to_forbid() -> None:
    assert ask(guard(), "GET", "/", FOREIGN[0]).status_code == 200


def test_behind_a_proxy_the_public_address_is_our_origin() -> None:
    public = guard(url="https://dice.example", secure=True)
    assert ask(public, "POST", "/api/tables", {**JSON, "origin": "https://dice.example"}, b"{}").status_code == 200
    assert ask(public, "POST", "/api/tables", {**JSON, "origin": "http://dice.example"}, b"{}").status_code == 403


def test_behind_tls_a_page_that_came_without_is_foreign() -> None:
    assert ask(guard(secure=True), "POST", "/api/tables", {**JSON, **OWN}, b"{}").status_code == 403


# Bodies


def json_of(length: int) -> bytes:
    return b'"' + b"x" * (length - 2) + b'"'


def in_pieces(body: bytes) -> Iterable[bytes]:
    return (body[at : at + 1000] for at in range(0, len(body), 1000))


@pytest.mark.parametrize("path", ["/api/tables", "/api/reviews"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_has_a_limit_that_is_higher_for_records(path: str, chunked: bool) -> None:
    limit = RECORD_LIMIT if path == "/api/reviews" else BODY_LIMIT
    for length, status in ((limit, 200), (limit + 1, 413)):
        body = json_of(length)
        answer = ask(guard(), "POST", path, JSON, in_pieces(body) if chunked else body)
        assert answer.status_code == status
        if status == 200:
            assert answer.json() == {"length": length}
        else:
            assert code(answer.text) == "body-too-large"
            assert str(limit // 1024) in answer.json()["error"]["message"]


def test_a_body_too_large_is_not_read_to_its_end() -> None:
    read = []

    def endless() -> Iterable[bytes]:
        for _ in range(1000):
            read.append(1)
            yield b"x" * 1024

    assert ask(guard(), "POST", "/api/tables", JSON, endless()).status_code == 413
    assert len(read) < 30


def test_a_body_too_large_is_too_large_for_reading_as_well() -> None:
    assert ask(guard(), "GET", "/", JSON, json_of(BODY_LIMIT + 1)).status_code == 413


@pytest.mark.parametrize("declared", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_json_is_taken(declared: str) -> None:
    assert ask(guard(), "POST", "/api/tables", {"content-type": declared}, b"{}").status_code == 200


@pytest.mark.parametrize(
    "declared",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", ""],
)
def test_a_body_that_is_not_declared_as_json_is_refused(declared: str) -> None:
    """These are the kinds that a form of a foreign page could send without asking first."""
    answer = ask(guard(), "POST", "/api/tables", {"content-type": declared}, b"{}")
    assert (answer.status_code, code(answer.text)) == (415, "not-json-body")


def test_an_empty_form_is_refused_too() -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert ask(guard(), "POST", "/api/tables", headers).status_code == 415


# Queries


@pytest.mark.parametrize("query", ["x" * (QUERY_LIMIT + 1), "&" * MOST_FIELDS], ids=["long", "many"])
def test_a_query_that_takes_long_to_read_is_refused(query: str) -> None:
    answer = ask(guard(), "GET", f"/?{query}")
    assert (answer.status_code, code(answer.text)) == (414, "query-too-long")
    assert ask(guard(), "GET", f"/?{query[:-1]}").status_code == 200


def test_the_name_of_a_person_may_be_as_long_as_any() -> None:
    longest = quote("\u0390" * NAME_LIMIT)
    assert ask(guard(), "GET", f"/api/history?person={longest}&me={longest}").status_code == 200


# Rate limits


def cookie(name: str) -> dict[str, str]:
    return {"cookie": f"charidice={name:-<42}A"}


def test_so_many_messages_are_taken_from_one_browser() -> None:
    app = guard(messages=3, window=60)
    statuses = [ask(app, "POST", "/api/tables", cookie("anna")).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert ask(app, "POST", "/api/tables", cookie("ben")).status_code == 200
    assert ask(app, "GET", "/api/tables", cookie("anna")).status_code == 200


def test_whoever_has_no_seat_is_counted_by_address() -> None:
    app = guard(messages=1, window=60)
    statuses = [ask(app, "POST", "/", address="192.0.2.1").status_code for _ in range(SENT.browsers + 1)]
    assert statuses == [200] * SENT.browsers + [429]
    assert ask(app, "POST", "/", address="192.0.2.2").status_code == 200


def test_inventing_cookies_does_not_help_for_long() -> None:
    app = guard(messages=2, window=60)
    statuses = [ask(app, "POST", "/", cookie(f"invented-{number}")).status_code for number in range(25)]
    assert statuses == [200] * 20 + [429] * 5


def test_what_a_browser_was_refused_does_not_use_up_its_address() -> None:
    app = guard(messages=2, window=60)
    loud = [ask(app, "POST", "/", cookie("loud")).status_code for _ in range(30)]
    assert loud == [200] * 2 + [429] * 28
    others = [ask(app, "POST", "/", cookie(f"quiet-{number}")).status_code for number in range(19)]
    assert others == [200] * 18 + [429]


def test_a_browser_is_not_charged_for_what_its_address_was_refused() -> None:
    app = guard(messages=1, window=60)
    for number in range(SENT.browsers):
        assert ask(app, "POST", "/", cookie(f"other-{number}")).status_code == 200
    assert ask(app, "POST", "/", cookie("anna")).status_code == 429
    assert ask(app, "POST", "/", cookie("anna"), address="192.0.2.2").status_code == 200


@pytest.mark.parametrize("value", ["anna", "x" * 43, "A" * 42, "A" * 44, ""])
def test_what_is_none_of_our_cookies_counts_like_no_cookie(value: str) -> None:
    app = guard(messages=1, window=60)
    headers = {"cookie": f"charidice={value}"}
    statuses = [ask(app, "POST", "/", headers).status_code for _ in range(SENT.browsers + 1)]
    assert statuses == [200] * SENT.browsers + [429]


def test_a_refusal_says_how_long_to_wait() -> None:
    app = guard(messages=1, window=60)
    ask(app, "POST", "/", cookie("anna"))
    answer = ask(app, "POST", "/", cookie("anna"))
    assert 50_000 < answer.json()["error"]["wait"] <= 60_001
    assert 50 < int(answer.headers["retry-after"]) <= 61


READING = {
    "/api/tables/x": READ,
    "/api/tables/x/hint": SENT,
    "/readyz": READ,
    "/healthz": READ,
    "/api/options": READ,
    "/": LOADED,
    "/table/x": LOADED,
    "/static/x/js/main.js": LOADED,
}


@pytest.mark.parametrize("path", READING)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_reading_has_limits_too(path: str, method: str) -> None:
    app, kind = guard(messages=1, window=60), READING[path]
    statuses = [ask(app, method, path, cookie("anna")).status_code for _ in range(kind.times + 1)]
    assert statuses == [200] * kind.times + [429]
    assert ask(app, method, path, cookie("ben")).status_code == 200
    others = kind.browsers * kind.times - kind.times - 1
    statuses = [ask(app, method, path, cookie(f"invented-{number}")).status_code for number in range(others + 1)]
    assert statuses == [200] * others + [429], "an address has its own limit"
    assert ask(app, method, path, address="192.0.2.2").status_code == 200


def test_listening_again_and_again_counts_as_reading() -> None:
    app = guard(messages=1, window=60)
    knocks = [knock(app, cookie("anna")) for _ in range(READ.times + 1)]
    assert knocks == [ACCEPTED] * READ.times + [CLOSED]
    assert ask(app, "GET", "/api/tables", cookie("anna")).status_code == 429


def test_sending_reading_and_loading_do_not_use_up_each_other() -> None:
    app = guard(messages=1, window=60)
    requests = [("POST", "/api/tables", SENT), ("GET", "/api/tables", READ), ("GET", "/", LOADED)]
    for method, path, kind in requests:
        statuses = [ask(app, method, path, cookie("anna")).status_code for _ in range(kind.times + 1)]
        assert statuses == [200] * kind.times + [429]


def test_a_school_behind_one_address_opens_the_page_at_once() -> None:
    """100 phones that have never been here load a page and 120 files, then read a little and listen."""
    settings = Settings("sqlite://")
    for kind, requests in ((LOADED, 121), (READ, 30)):
        limits = Allowances(kind, settings.messages, settings.window)
        assert [limits.take(None, "school") for _ in range(100 * requests)] == [0.0] * 100 * requests


@pytest.mark.parametrize("language", LANGUAGES)
def test_somebody_who_opens_a_page_reads_a_sentence_and_the_page_comes_by_itself(language: str) -> None:
    app = guard(messages=1, window=60)
    headers = {**cookie("anna"), "sec-fetch-mode": "navigate", "accept-language": language}
    *_, refused = [ask(app, "GET", "/", headers) for _ in range(LOADED.times + 1)]
    assert refused.status_code == 429
    assert refused.headers["content-type"].startswith("text/plain")
    assert refused.headers["refresh"] == refused.headers["retry-after"]
    seconds = int(refused.headers["retry-after"])
    assert refused.text == catalog(language).say("refused.too-many-messages", count=seconds)


@pytest.mark.parametrize("path", READING)
def test_an_address_that_reads_very_fast_is_slowed_down(path: str, slept: list[float]) -> None:
    # A rate so low that no time passes for it meanwhile.
    app, kind = guard(messages=2, window=6000), READING[path]
    burst = round(kind.browsers * kind.times * 2 / 6000 * kind.burst_seconds)
    for _ in range(burst + 1):
        assert ask(app, "GET", path).status_code == 200
    assert not slept
    assert ask(app, "GET", path).status_code == 200
    assert len(slept) == 1
    assert ask(app, "GET", path, address="192.0.2.2").status_code == 200
    assert len(slept) == 1, "nobody else is"


def test_an_address_that_sends_or_connects_very_fast_is_slowed_down(slept: list[float]) -> None:
    app = guard(messages=2, window=6000)
    assert [ask(app, "POST", "/api/tables").status_code for _ in range(2)] == [200, 200]
    assert len(slept) == 1
    app = guard(messages=2, window=6000)
    assert [knock(app, {}) for _ in range(2)] == [ACCEPTED] * 2
    assert len(slept) == 2


def test_a_client_that_does_not_stop_waits_for_its_refusals(slept: list[float]) -> None:
    app = guard(messages=1, window=60)
    statuses = [ask(app, "POST", "/", cookie("anna")).status_code for _ in range(1 + PROMPT_REFUSALS)]
    assert statuses == [200] + [429] * PROMPT_REFUSALS
    assert not slept
    assert ask(app, "POST", "/", cookie("anna")).status_code == 429
    assert slept == [HELD_SECONDS]
    assert ask(app, "GET", "/api/tables", cookie("anna")).status_code == 200
    assert len(slept) == 1


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/", {"host": "foreign.example"}),
        ("POST", "/api/tables", {"origin": "https://foreign.example"}),
        ("GET", "/?%00", {}),
    ],
    ids=["host", "origin", "query"],
)
def test_a_client_that_does_not_stop_waits_for_every_kind_of_refusal(
    method: str, path: str, headers: dict[str, str], slept: list[float]
) -> None:
    app = guard()
    for _ in range(PROMPT_REFUSALS):
        assert ask(app, method, path, headers).status_code >= 400
    assert not slept
    assert ask(app, method, path, headers).status_code >= 400
    assert slept == [HELD_SECONDS]
    assert ask(app, method, path, headers, address="192.0.2.2").status_code >= 400
    assert len(slept) == 1


# Headers


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [("/", {}, 200), ("/api/tables", {}, 200), ("/", {"host": "evil.example"}, 421), ("/api/trouble", {}, 500)],
)
def test_every_answer_has_the_security_headers(path: str, headers: dict[str, str], status: int) -> None:
    answer = ask(guard(), "GET", path, headers)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "strict-transport-security" not in answer.headers


def test_files_that_are_no_pages_carry_only_what_matters_for_them() -> None:
    answer = ask(guard(), "GET", "/static/js/main.js")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in answer.headers


def test_the_policy_allows_no_inline_code_and_nothing_from_elsewhere() -> None:
    assert "default-src 'none'" in CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert "http" not in CONTENT_POLICY
    assert "require-trusted-types-for 'script'" in CONTENT_POLICY


def test_behind_tls_browsers_are_told_to_stay_there() -> None:
    assert int(ask(guard(secure=True), "GET", "/").headers["strict-transport-security"].partition("=")[2]) > 10**7


def test_answers_of_the_interface_are_not_stored_unless_a_route_says_so() -> None:
    assert ask(guard(), "GET", "/api/tables").headers["cache-control"] == "no-store"
    assert "cache-control" not in ask(guard(), "GET", "/static/js/main.js").headers
    cached = ask(guard(), "GET", "/api/cached")
    assert cached.headers.get_list("cache-control") == ["max-age=60"]
    assert cached.headers.get_list("content-security-policy") == ["sandbox"]


# Refusals


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_in_the_language_of_the_reader(language: str) -> None:
    headers = {"accept-language": f"fr, {language};q=0.8, en;q=0.5", "origin": "null"}
    message = ask(guard(), "POST", "/", headers).json()["error"]["message"]
    assert message == catalog(language).say("refused.foreign-origin")


def test_an_error_of_ours_says_nothing_about_itself() -> None:
    answer = ask(guard(), "GET", "/api/trouble")
    assert code(answer.text) == "server-error"
    assert "secret" not in answer.text
