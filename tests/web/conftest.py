from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from .clocks import Hurried
from .servers import Browser, running

PassTime = Callable[[float], None]

# Rows of a database in which nobody has looked at their history.
NO_HISTORY = {"game_summary": 0, "history_name": 0, "imported_game": 0}


def databases(*kinds: str) -> Any:
    """A fixture: runs the tests of a file that need a database with each of these kinds."""

    @pytest.fixture(scope="module", params=kinds)
    def kind(request: pytest.FixtureRequest) -> str:
        return str(request.param)

    return kind


# Tests of the store itself, and of several processes at one database, take both kinds.
kind = databases("sqlite")


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
def address(tmp_path_factory: pytest.TempPathFactory, hurried: Hurried) -> Iterator[str]:
    """One server for all tests of a file: every test has tables of its own."""
    with running(tmp_path_factory.mktemp("server"), clock=hurried) as found:
        yield found


@pytest.fixture
def browser(address: str) -> Iterator[Callable[..., Browser]]:
    """Makes a new browser each time, here or at another address."""
    with ExitStack() as browsers:
        yield lambda at=address, language="en": browsers.enter_context(Browser(at, language))


@pytest.fixture(scope="module")
def hurried() -> Hurried:
    """Of the server of a file: it measures waiting and absence."""
    return Hurried()


@pytest.fixture
def pass_time(hurried: Hurried) -> PassTime:
    def later(seconds: float) -> None:
        hurried.ahead += seconds

    return later
