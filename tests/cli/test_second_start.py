"""A second start on the same database says that one is running, and opens it."""

import os
import stat
from pathlib import Path

import httpx
import pytest

from charidice.messages import catalog

from ..waiting import PATIENCE, until
from .running import CHARIDICE, Answer, in_a_process, started


def second(home: Path, *words: str | Path, **others: str) -> Answer:
    return in_a_process(home, *words, BROWSER=f"{home / 'browser'} %s", **others)


def test_the_second_start_opens_the_running_one(tmp_path: Path, language: str) -> None:
    with started(tmp_path) as first:
        until(first.opened.exists)
        first.opened.unlink()
        told = catalog(language).say("serve.already-running", url=first.url)
        assert second(tmp_path, "--lang", language, "--no-browser") == (0, f"{told}\n", "")
        assert not first.opened.exists()
        assert second(tmp_path, "--lan").code == 0
        assert first.opened.read_text().strip() == first.url
        assert httpx.get(f"{first.url}/healthz", timeout=PATIENCE).status_code == 200
        told = catalog("en").say("refused.already-served", url=first.url)
        assert second(tmp_path, "serve") == (2, "", f"charidice: {told}\n")
        # Another database has a server of its own.
        with started(tmp_path, *CHARIDICE, "--db", tmp_path / "other.db") as other:
            assert first.url != other.url


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_one_that_was_killed_is_not_taken_for_running_and_what_it_left_readable_is_made_private(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with started(tmp_path, *CHARIDICE, "--db", database) as killed:
        killed.process.kill()
        killed.process.communicate()
    files = [path for path in tmp_path.iterdir() if path.name.startswith(database.name)]
    assert {path.name for path in files} >= {"games.db", "games.db-wal", "games.db-shm"}
    for path in files:
        path.chmod(0o644)
    with started(tmp_path, *CHARIDICE, "--db", database) as again:
        assert httpx.get(f"{again.url}/healthz", timeout=PATIENCE).status_code == 200
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in files}
    assert modes == dict.fromkeys(modes, 0o600)
