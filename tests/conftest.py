import ast
import gc
import logging
import os
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from charidice.messages import LANGUAGES

# There are workers for all cores; threads of NumPy beside them wait for each other, which takes six times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from .site import built_site
from .web.postgres import Postgres, running_postgres

MOST_WORKERS = 6

# Before Python 3.11.8 two threads that parse at once fail (python/cpython#106905), and servers here run in threads.
_parse, _alone = ast.parse, threading.RLock()


def _parse_alone(*arguments: Any, **options: Any) -> Any:
    with _alone:
        return _parse(*arguments, **options)


vars(ast)["parse"] = _parse_alone

# Collecting thousands of tests makes objects, and next to no garbage; to look for it takes half of the time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


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


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    """A test of behaviour runs in one language, always the same, and another test in another.

    The texts of all languages are tested in `test_messages.py`.
    """
    return LANGUAGES[zlib.crc32(request.node.name.encode()) % len(LANGUAGES)]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as started:
        yield started


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the documentation site; the package then has it, too."""
    return built_site()
