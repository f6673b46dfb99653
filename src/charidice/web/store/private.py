"""Files that only their owner may read, because they hold the seeds of coming dice."""

import os
from contextlib import suppress
from pathlib import Path

from charidice.record.files import unwritable

# SQLite's files beside a database; new ones inherit its mode.
BESIDE = ("", "-wal", "-shm", "-journal")


def make_private(path: Path) -> None:
    """Create the file and its folder if missing, and make it and the files beside it readable by their owner only."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise unwritable(path, error) from error
    for suffix in BESIDE:
        # A file of another owner is theirs to protect, and a WAL file may vanish at any time.
        with suppress(PermissionError, FileNotFoundError):
            Path(f"{path}{suffix}").chmod(0o600)
