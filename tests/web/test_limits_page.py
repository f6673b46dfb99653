"""docs/limits.md has the limits that the server keeps, and docs/operations.md the connections that it opens."""

from pathlib import Path

import pytest

import charidice
from charidice.pad.pad import MOST_ENTRIES, MOST_ON_PAD
from charidice.record.game import NAME_LIMIT
from charidice.record.position import LENGTH_LIMIT
from charidice.show.histories.page import MOST_PEOPLE
from charidice.web.app import HINTS_PER_ADDRESS, HINTS_WAITING, REVIEWS_WAITING
from charidice.web.door.connections import HEADERS_LIMIT, READING_SECONDS, REQUEST_SECONDS, SOCKET_BYTES, SOCKET_WINDOW
from charidice.web.door.guard import BODY_LIMIT, HELD_SECONDS, LOADED, PROMPT_REFUSALS, QUERY_LIMIT, READ, SENT
from charidice.web.door.limits import Allowance
from charidice.web.http.history import MOST_LINES
from charidice.web.jobs.history_work import MOST_ASKED, MOST_IMPORTED
from charidice.web.jobs.work_cache import MOST_BYTES
from charidice.web.models import MOST_FIELDS, RECORD_LIMIT
from charidice.web.serving import FRAME_LIMIT, OTHER_FILES, UNACKNOWLEDGED
from charidice.web.settings import Settings
from charidice.web.store.history import MOST_NAMES
from charidice.web.store.storage import POSTGRES_THREADS
from charidice.web.table.decide import MOST_CHANGES
from charidice.web.table.listeners import QUEUE_LIMIT
from charidice.web.table.presence import PRESENCE_SECONDS
from charidice.web.table.room import MOST_WATCHERS

DOCS = Path(charidice.__file__).parents[2] / "docs"
PAGE = (DOCS / "limits.md").read_text("utf-8")
USUAL = Settings("sqlite://")
HELD = f"{HELD_SECONDS:.0f} second".replace("1 second", "a second")
MESSAGES = USUAL.messages
LIMITS = {
    "request body": f"{BODY_LIMIT // 1024} KiB; {RECORD_LIMIT // 1024} KiB",
    "the position of a new table": f"{LENGTH_LIMIT:,} characters",
    "headers": f"{HEADERS_LIMIT // 1024} KiB",
    "query of an address": f"{QUERY_LIMIT // 1024} KiB and {MOST_FIELDS} values",
    "a whole request": f"{REQUEST_SECONDS} seconds",
    "WebSocket frame": f"{FRAME_LIMIT // 1024} KiB",
    "all frames from a WebSocket": f"{SOCKET_BYTES // 1024} KiB in {SOCKET_WINDOW} seconds",
    "data waiting to be sent": f"within {READING_SECONDS} seconds; other connections: something read within "
    f"{UNACKNOWLEDGED // 1000} seconds",
    "connections |": f"{USUAL.connections:,} per process, and {OTHER_FILES} fewer",
    "connections per address": f"{USUAL.connections_per_address}, ",
    "WebSockets per address": f"{USUAL.sockets_per_address} |",
    "new tables per address": f"{USUAL.tables_per_hour} |",
    "parts of a history to import": f"{USUAL.imports_per_hour}, one at a time",
    "imported games per browser": f"{MOST_IMPORTED:,}",
    "changes of names": f"{USUAL.renamings_per_hour}, ",
    "names of people": f"{MOST_NAMES:,} ",
    "wrong codes": f"{USUAL.wrong_codes_per_hour};",
    "hints |": f"{HINTS_PER_ADDRESS} at a time per address, {HINTS_WAITING} waiting",
    "reviews, sheets": f"1 at a time per address, {REVIEWS_WAITING} waiting",
    "histories, with": f"{MOST_ASKED} requests at a time",
    "names |": f"{NAME_LIMIT} characters",
    "lasting changes of a table": f"{MOST_CHANGES:,} in all;",
    "entries on a score pad": f"{MOST_ON_PAD:,}, and {MOST_ENTRIES} per turn",
    "watchers per table": f"{MOST_WATCHERS};",
    "people and games": f"{MOST_PEOPLE} and {MOST_LINES:,}",
    "presence messages": f"{1 / PRESENCE_SECONDS:.0f} a second",
    "queue per listener": f"{QUEUE_LIMIT} messages",
}
RATES = {"messages (all": SENT, "reading the API": READ, "pages and files": LOADED}


@pytest.mark.parametrize(("row", "limit"), LIMITS.items())
def test_a_row_of_limits_is_what_the_server_keeps(row: str, limit: str) -> None:
    (line,) = (line for line in PAGE.splitlines() if line.startswith(f"| {row}"))
    assert limit in line


@pytest.mark.parametrize(("row", "allowance"), RATES.items())
def test_the_rates_are_those_of_the_guard(row: str, allowance: Allowance) -> None:
    (line,) = (line for line in PAGE.splitlines() if line.startswith(f"| {row}"))
    browser = allowance.times * MESSAGES
    assert line.endswith(f"| {browser:,} | {allowance.browsers * browser:,} |")


def test_the_sentences_have_the_same_figures() -> None:
    rates = [allowance.browsers * allowance.times * MESSAGES / USUAL.window for allowance in RATES.values()]
    bursts = [round(rate * allowance.burst_seconds) for rate, allowance in zip(rates, RATES.values(), strict=True)]
    assert f"Of one address {USUAL.connections // 2:,} requests may wait at once" in PAGE
    assert "may send {:,} messages, read {:,} times and load {:,} files at once".format(*bursts) in PAGE
    assert "{:.0f}, {:.0f} and {:.0f} a second".format(*rates) in PAGE
    assert f"After {PROMPT_REFUSALS} refusals in {USUAL.window:.0f} seconds an address waits {HELD}" in PAGE
    assert f"up to {MOST_BYTES // 1024**2} MiB" in PAGE


def test_the_connections_of_a_process_to_postgresql_are_counted() -> None:
    """One for each thread, and for appending, reading, notifying, hearing and leases one more."""
    text = (DOCS / "operations.md").read_text("utf-8")
    names = {9: "nine"}
    assert f"up to {names[POSTGRES_THREADS + 5]} connections" in text
    assert f"max_connections = {(POSTGRES_THREADS + 5) * 100 + 50}" in (DOCS / "scaling.md").read_text("utf-8")
