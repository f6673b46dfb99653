import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from charidice.web.table import listeners, room

from .servers import Browser, running

PassTime = Callable[[float], None]

# Rows of a database in which nobody has looked at their history.
NO_HISTORY = {"game_summary": 0, "history_name": 0, "imported_game": 0}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """Runs all tests that need it with each kind of database."""
    return str(request.param)


@contextmanager
def new_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'tables.db'}"
    else:
        with request.getfixturevalue("postgres").new_database() as url:
            yield url


@pytest.fixture
def database(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of an empty database."""
    with new_database(kind, tmp_path, request) as url:
        yield url


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all tests of a file: every test has tables of its own."""
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def browser(address: str) -> Iterator[Callable[..., Browser]]:
    """Makes a new browser each time, here or at another address."""
    with ExitStack() as browsers:
        yield lambda at=address, language="en": browsers.enter_context(Browser(at, language))


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> PassTime:
    """Advances the clock that measures waiting and absence."""
    passed = 0.0

    def later(seconds: float) -> None:
        nonlocal passed
        passed += seconds

    for module in (listeners, room):
        monkeypatch.setattr(module, "monotonic", lambda: time.monotonic() + passed)
    return later
