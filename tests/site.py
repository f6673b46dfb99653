"""The documentation site, built once for all processes that test it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path

import charidice

ROOT = Path(charidice.__file__).parents[2]
SITE = ROOT / "build" / "site"
PACKED = Path(charidice.__file__).parent / "web" / "site.zip"
MADE_FROM = ("docs/**/*", "src/charidice/**/*.py", "src/charidice/messages/*.json", "*.md")


def built_site() -> Path:
    """The folder of the site, built anew if anything that it is made from is newer; the notebook has no results."""
    SITE.parent.mkdir(exist_ok=True)
    with (SITE.parent / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not is_current():
            environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
            command = [sys.executable, str(ROOT / "docs" / "build_site.py"), "--without-notebook"]
            subprocess.run(command, env=environment, check=True)
    return SITE


def is_current() -> bool:
    return PACKED.exists() and SITE.exists() and max(_changes()) < PACKED.stat().st_mtime


def _changes() -> Iterator[float]:
    for pattern in MADE_FROM:
        yield from (path.stat().st_mtime for path in ROOT.glob(pattern) if "__pycache__" not in path.parts)
