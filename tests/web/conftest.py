from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from .servers import Browser, running


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
