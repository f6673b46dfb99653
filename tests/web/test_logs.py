"""Logs: one JSON object a line, and no secrets."""

import asyncio
import io
import json
import logging
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr

import pytest

from charidice.messages import LANGUAGES
from charidice.web.clock import real
from charidice.web.door.guard import Guard
from charidice.web.door.logs import JsonLines, log_request, set_up_logging
from charidice.web.settings import Settings
from charidice.web.store.storage import Addition, Storage, StoredEvent, timestamp

from .asking import ask
from .clocks import Clock
from .test_guard import route

SECRETS = ("seat-token-1", "join-code-2", "Annabelle", "192.0.2.77", "remainder-of-the-id")


class Written:
    """The standard error of a server."""

    def __init__(self, verbose: bool = True, clock: Callable[[], float] = real) -> None:
        self._stream = io.StringIO()
        with redirect_stderr(self._stream):
            set_up_logging(verbose, clock)

    def lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self._stream.getvalue().splitlines()]


def test_a_request_is_one_line_without_secrets() -> None:
    written = Written()
    app = Guard(route, Settings("sqlite://"), asyncio.Event())
    ask(
        app,
        "POST",
        f"/api/tables/abcdef{SECRETS[4]}/join?code={SECRETS[1]}",
        {"cookie": f"charidice={SECRETS[0]}", "content-type": "application/json", "user-agent": SECRETS[1]},
        json.dumps({"name": SECRETS[2]}).encode(),
        address=SECRETS[3],
    )
    (line,) = written.lines()
    assert line["what"] == "request"
    assert (line["method"], line["path"], line["status"]) == ("POST", "/api/tables/abcdef/join", 200)
    assert isinstance(line["ms"], float)
    assert not [secret for secret in SECRETS if secret in json.dumps(line)]


def test_one_visitor_is_told_from_another_and_no_more() -> None:
    written = Written()
    for address in ("192.0.2.77", "192.0.2.77", "192.0.2.78"):
        log_request("GET", "/", 200, 1.0, address)
    first, again, other = (line["client"] for line in written.lines())
    assert first == again != other
    assert "192" not in f"{first}{other}"


def test_an_error_is_told_by_its_kind_and_place_but_not_its_words() -> None:
    written = Written()
    ask(Guard(route, Settings("sqlite://"), asyncio.Event()), "GET", "/api/trouble")
    trouble, request = written.lines()
    assert (trouble["level"], trouble["errors"], trouble["path"]) == ("error", ["RuntimeError"], "/api/trouble")
    assert "test_guard.py" in str(trouble["trace"])
    assert request["status"] == 500
    assert "secret" not in json.dumps(trouble)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_about_an_error_leads_to_its_lines(language: str) -> None:
    written = Written()
    app = Guard(route, Settings("sqlite://"), asyncio.Event())
    answers = [ask(app, "GET", path, {"accept-language": language}) for path in ("/api/trouble", "/api/tables")]
    failed, fine = (answer.headers["x-request-id"] for answer in answers)
    assert failed in answers[0].json()["error"]["message"]
    assert [line["request"] for line in written.lines()] == [failed, failed, fine]
    assert failed != fine


def test_an_error_of_the_database_does_not_quote_what_was_written(tmp_path_factory: pytest.TempPathFactory) -> None:
    storage = Storage(f"sqlite:///{tmp_path_factory.mktemp('db')}/tables.db")
    try:
        with pytest.raises(Exception, match="no such table") as caught:
            storage.create(b"the seed", Addition("t", [StoredEvent(0, None, timestamp(), SECRETS[2])]))
        assert SECRETS[2] not in str(caught.value)
        assert "the seed" not in str(caught.value)
    finally:
        storage.close()


def test_a_table_is_told_by_the_beginning_of_its_name() -> None:
    written = Written()
    log_request("GET", f"/table/abcdef{SECRETS[4]}", 200, 1.0, "")
    (line,) = written.lines()
    assert line["path"] == "/table/abcdef"


def test_a_line_stays_a_line() -> None:
    written = Written()
    log_request("GET", "/x\n{}\u2028" + "y" * 1000, 404, 1.0, "")
    (line,) = written.lines()
    assert len(json.dumps(line)) < 500


def test_at_home_only_trouble_is_told() -> None:
    written = Written(verbose=False)
    log_request("GET", "/", 200, 1.0, "")
    logging.getLogger("uvicorn.error").info('192.0.2.77 - "WebSocket /live?since=1" [accepted]')
    logging.getLogger("uvicorn.error").error("the port is gone")
    (line,) = written.lines()
    assert line["what"] == "the port is gone"


def test_what_is_repeated_within_a_minute_is_counted_and_not_told() -> None:
    written = Written(clock=(clock := Clock()))

    def fail(times: int) -> None:
        for number in range(times):
            logging.getLogger("asyncio").error("socket.accept() out of system resource\nsocket: <%d>", number)

    fail(1000)
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    log_request("GET", "/", 200, 1.0, "")
    log_request("GET", "/", 200, 1.0, "")
    clock.now += 61
    fail(1)
    first, other, *requests, again = written.lines()
    assert [str(line["what"]).partition("\n")[0] for line in (first, again)] == [
        "socket.accept() out of system resource"
    ] * 2
    assert ("dropped" in first, again["dropped"]) == (False, 999)
    assert other["what"] == "Invalid HTTP request received."
    assert len(requests) == 2


def test_errors_within_errors_are_named() -> None:
    try:
        try:
            raise KeyError("x")
        except KeyError as cause:
            raise ValueError("y") from cause
    except ValueError as error:
        record = logging.LogRecord(
            "charidice", logging.ERROR, "", 1, "trouble", (), (ValueError, error, error.__traceback__)
        )
    assert json.loads(JsonLines().format(record))["errors"] == ["ValueError", "KeyError"]


def test_workers_of_one_server_do_not_share_the_ids_of_requests() -> None:
    program = (
        "import os; from charidice.web.door.logs import begin_request\n"
        "for _ in range(2):\n"
        "    if worker := os.fork(): os.waitpid(worker, 0)\n"
        "    else: print(begin_request(), flush=True); os._exit(0)"
    )
    ids = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert len({*ids}) == 2
