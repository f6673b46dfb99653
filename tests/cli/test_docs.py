"""`charidice docs` opens the documentation, at a running server if there is one."""

from pathlib import Path

import httpx
import pytest

from charidice.messages import catalog
from charidice.web.http import site as served

from ..waiting import PATIENCE, until
from .running import CHARIDICE, Run, in_a_process, started


@pytest.mark.usefixtures("site")
def test_it_serves_the_documentation_and_opens_it(tmp_path: Path) -> None:
    with started(tmp_path, *CHARIDICE, "docs") as process:
        assert process.url.endswith("/docs/")
        until(process.opened.exists)
        assert process.opened.read_text().strip() == process.url
        assert "Your first game" in httpx.get(process.url, timeout=PATIENCE).text
        answer = process.interrupt()
        assert answer.code == 0
        assert answer.out.splitlines()[-1].endswith("charidice docs")


@pytest.mark.usefixtures("site")
def test_a_server_that_runs_is_used(tmp_path: Path) -> None:
    with started(tmp_path) as game:
        until(game.opened.exists)
        game.opened.unlink()
        told = catalog("pl").say("serve.already-running", url=f"{game.url}/docs/")
        browser = f"{tmp_path / 'browser'} %s"
        assert in_a_process(tmp_path, "docs", "--lang", "pl", BROWSER=browser) == (0, f"{told}\n", "")
        assert game.opened.read_text().strip() == f"{game.url}/docs/"


def test_where_it_is_not_built_it_says_how(language: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "PACKED", "not-built.zip")
    told = catalog(language).say("refused.site-not-built")
    assert run("docs", "--lang", language) == (2, "", f"charidice: {told}\n")
