import ast
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .site import built_site
from .web.postgres import Postgres, running_postgres

MOST_WORKERS = 6

# Before Python 3.11.8 two threads that parse at once fail (python/cpython#106905), and servers here run in threads.
_parse, _alone = ast.parse, threading.RLock()


def _parse_alone(*arguments: Any, **options: Any) -> Any:
    with _alone:
        return _parse(*arguments, **options)


vars(ast)["parse"] = _parse_alone


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests in a browser wait for each other's news most of the time."""
    return min((os.cpu_count() or 1) + 1, MOST_WORKERS)


@pytest.fixture(autouse=True)
def _loggers() -> Iterator[None]:
    """The loggers as they were before: `charidice serve` sets them up for its process, which here is that of all tests,
    to write to a standard error that is closed after the test.
    """
    loggers = [logging.getLogger(name) for name in ("", "charidice", "uvicorn")]
    handlers, levels = loggers[0].handlers[:], [logger.level for logger in loggers]
    yield
    loggers[0].handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as started:
        yield started


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the documentation site; the package then has it, too."""
    return built_site()
