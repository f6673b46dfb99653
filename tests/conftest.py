import os

MOST_WORKERS = 6


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests in a browser wait for each other's news most of the time."""
    return min((os.cpu_count() or 1) + 1, MOST_WORKERS)
