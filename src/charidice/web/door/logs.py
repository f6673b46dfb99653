"""What the server writes down: one JSON object a line, and nothing in it that a stranger could use.

No tokens, codes or names, no query strings; addresses only as a digest that no other run of the server shares; of the
names of tables, which let anybody watch, only the beginning.
"""

import hashlib
import json
import logging
import os
import re
import traceback
from datetime import UTC, datetime
from types import TracebackType

MOST_PATH = 120
SHOWN_OF_A_TABLE = 6
_SALT = os.urandom(16)
_NAMED_IN_A_PATH = re.compile(rf"/(tables?|review|fair-dice)/([^/]{{{SHOWN_OF_A_TABLE}}})[^/]*")

_logger = logging.getLogger("charidice")


def set_up_logging(verbose: bool) -> None:
    """Write logs to standard error: requests only when asked for, trouble always."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    _logger.setLevel(logging.INFO if verbose else logging.WARNING)
    # What it would tell of every listener holds addresses and query strings.
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


def log_trouble(path: str) -> None:
    """An error of ours, while it is being handled."""
    _logger.error("trouble", exc_info=True, extra={"values": {"path": _shown_path(path)}})


def _shown_path(path: str) -> str:
    return _NAMED_IN_A_PATH.sub(r"/\1/\2", path)[:MOST_PATH]


def _masked(address: str) -> str:
    return hashlib.blake2b(address.encode("utf-8", "replace"), key=_SALT, digest_size=4).hexdigest()


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage().strip(),
            **getattr(record, "values", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["errors"] = _kinds(record.exc_info[1])
            line["trace"] = _places(record.exc_info[2])
        return json.dumps(line)


def _kinds(error: BaseException) -> list[str]:
    """The kinds of an error and of those that it came from; their texts may quote what people sent."""
    kinds: list[str] = []
    following: BaseException | None = error
    while following is not None and len(kinds) < 10:
        kinds.append(type(following).__name__)
        following = following.__cause__ or following.__context__
    return kinds


def _places(trace: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
