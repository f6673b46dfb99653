"""Refusals as an HTTP status and JSON in the reader's language."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from charidice.messages import DEFAULT, LANGUAGES, catalog
from charidice.rules.errors import Refused
from charidice.web.wire import Details, Problem

# By code; everything else, such as an illegal move, is a 409.
STATUSES = {
    "body-too-large": 413,
    "bad-request": 422,
    "busy": 503,
    "database-away": 503,
    "foreign-origin": 403,
    "method-not-allowed": 405,
    "no-such-page": 404,
    "no-such-table": 404,
    "not-json-body": 415,
    "not-the-host": 403,
    "not-your-seat": 403,
    "too-many-codes": 429,
    "no-such-game": 404,
    "query-too-long": 414,
    "too-many-imports": 429,
    "too-many-messages": 429,
    "too-many-renamings": 429,
    "too-many-tables": 429,
    "unknown-host": 421,
    "wrong-code": 403,
}
CONFLICT = 409


class WebRefused(Refused):
    """A request refused by the server; `details` are added to the error in the response."""

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(code, **values)
        self.details: Details = {}


class DatabaseAway(Refused):
    """The database does not answer, cannot be reached or cannot be written; it is safe to try again."""


def busy(seconds: float) -> WebRefused:
    """The refusal of heavy work while all places are taken."""
    refused = WebRefused("busy", count=ceil(seconds))
    refused.details["wait"] = 1000 * ceil(seconds)
    return refused


def status_of(refused: Refused) -> int:
    return STATUSES.get(refused.code, CONFLICT)


def error_body(refused: Refused, language: str, players: Sequence[str] = ()) -> Problem:
    details: Details = refused.details if isinstance(refused, WebRefused) else {}
    # Letters of faces differ by language and by a setting of the page.
    message = catalog(language).refusal(refused, players, in_words=True)
    return {"error": {"code": refused.code, "message": message, **details}}


def headers_of(refused: Refused) -> dict[str, str]:
    if isinstance(refused, DatabaseAway):
        return {"Retry-After": "1"}
    wait = refused.details.get("wait") if isinstance(refused, WebRefused) else None
    return {} if wait is None else {"Retry-After": str(ceil(wait / 1000))}


@lru_cache(100)
def accepted_language(header: str | None) -> str:
    """The supported language that an Accept-Language header prefers."""
    preferences = []
    for place, part in enumerate((header or "").split(",")[:20]):
        name, _, parameters = part.strip().partition(";")
        weight = parameters.strip().removeprefix("q=")
        try:
            preferences.append((-float(weight or 1), place, name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(preferences) if name in LANGUAGES), DEFAULT)
