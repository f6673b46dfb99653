"""One server at a time per SQLite file: the listeners of one would not hear of moves made at another."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from charidice.rules.errors import Refused
from charidice.web.store.private import make_private

LOOK_AGAIN_SECONDS = 0.05
# On Windows nobody else can read a locked byte, so the lock is on one after the URL.
LOCKED_BYTE = 4096


class AlreadyServed(Refused):
    """Another server has claimed the database; the value `url` is its address."""


@contextmanager
def claim(database: Path) -> Iterator[Callable[[str], None]]:
    """Claim a database until the end of the block or process; yields a function that publishes our URL."""
    path = Path(f"{database.resolve()}-lock")
    make_private(database)
    make_private(path)
    file = os.open(path, os.O_RDWR)
    try:
        while not _is_locked_now(file):
            # Retry: the process with the lock will soon write its URL, or end.
            if url := path.read_text("utf-8"):
                raise AlreadyServed("already-served", url=url)
            time.sleep(LOOK_AGAIN_SECONDS)
        os.ftruncate(file, 0)
        yield lambda url: _write(file, url)
        os.ftruncate(file, 0)
    finally:
        os.close(file)


def _write(file: int, url: str) -> None:
    os.lseek(file, 0, os.SEEK_SET)
    os.write(file, url.encode())


def _is_locked_now(file: int) -> bool:
    """Take the lock if nobody has it. The system frees it when the process ends, however it ends."""
    os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            # Unlike flock, not inherited by processes that are forked later.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0, os.SEEK_CUR)
    except (BlockingIOError, PermissionError):
        return False
    return True
