"""Structured logs: one JSON object per line, without personal data or secrets.

No tokens, codes, names or query strings. Addresses are digests. Their salt is new at each start of the server, and
its workers share it. Table ids, which let anybody watch, are truncated.
"""

import hashlib
import json
import logging
import os
import re
import traceback
from collections import Counter
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType

from charidice.web.clock import Clock, real

MOST_PATH = 120
REPEAT_SECONDS = 60
ID_PREFIX = 6
# Of the digests of addresses. A worker takes over that of its server.
SALT = bytearray(os.urandom(16))
_TABLE_ID = re.compile(rf"/(tables?|review|fair-dice)/([^/]{{{ID_PREFIX}}})[^/]*")

_logger = logging.getLogger("charidice")
_request: ContextVar[str] = ContextVar("request", default="")


def begin_request() -> str:
    """A new id, which every line logged during this request carries."""
    # Not from a generator in memory: forked workers would have the same ids.
    request = os.urandom(4).hex()
    _request.set(request)
    return request


def set_up_logging(verbose: bool, clock: Clock = real) -> None:
    """Log to standard error: warnings and errors always, requests only if verbose."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(FewRepeats(clock))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    _logger.setLevel(logging.INFO if verbose else logging.WARNING)
    # At INFO uvicorn logs addresses and query strings of WebSockets.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def log_request(method: str, path: str, status: int, milliseconds: float, address: str) -> None:
    if not _logger.isEnabledFor(logging.INFO):
        return
    values = {
        "method": method[:10],
        "path": _shown_path(path),
        "status": status,
        "ms": round(milliseconds, 1),
        "client": _masked(address),
    }
    _logger.info("request", extra={"values": values})


def log_error(path: str) -> None:
    """Log the exception being handled."""
    _logger.error("trouble", exc_info=True, extra={"values": {"path": _shown_path(path)}})


def _shown_path(path: str) -> str:
    return _TABLE_ID.sub(r"/\1/\2", path)[:MOST_PATH]


def _masked(address: str) -> str:
    return hashlib.blake2b(address.encode("utf-8", "replace"), key=SALT, digest_size=4).hexdigest()


class FewRepeats(logging.Filter):
    """Rate-limits lines that uvicorn and asyncio repeat: one a minute, with the count of those dropped."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[str, float] = {}
        self._dropped: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith(_logger.name):
            return True
        # Further lines describe the object in question.
        what, now = record.getMessage().partition("\n")[0], self._clock()
        if now - self._told.get(what, -REPEAT_SECONDS) < REPEAT_SECONDS:
            self._dropped[what] += 1
            return False
        self._told[what] = now
        if dropped := self._dropped.pop(what, 0):
            record.values = {"dropped": dropped}
        return True


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage().strip(),
            **({"request": request} if (request := _request.get()) else {}),
            **getattr(record, "values", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["errors"] = _kinds(record.exc_info[1])
            line["trace"] = _places(record.exc_info[2])
        return json.dumps(line)


def _kinds(error: BaseException) -> list[str]:
    """Class names of an exception and its causes; without messages, which may quote user input."""
    kinds: list[str] = []
    following: BaseException | None = error
    while following is not None and len(kinds) < 10:
        kinds.append(type(following).__name__)
        following = following.__cause__ or following.__context__
    return kinds


def _places(trace: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
