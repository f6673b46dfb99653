import os
from collections.abc import Iterator

import pytest

from .web.postgres import Postgres, running_postgres

MOST_WORKERS = 6


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests in a browser wait for each other's news most of the time."""
    return min((os.cpu_count() or 1) + 1, MOST_WORKERS)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as started:
        yield started
