"""The documentation under /docs: whole, under a strict policy, and explained where it is not built."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from charidice.messages import LANGUAGES, catalog
from charidice.web.http import site as served

from ..waiting import PATIENCE
from .servers import running


@pytest.fixture
def browser(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        yield client


@pytest.mark.usefixtures("site")
def test_every_file_of_the_site_is_served_with_its_type(browser: httpx.Client) -> None:
    types = {
        "html": "text/html",
        "css": "text/css",
        "js": "text/javascript",
        "png": "image/png",
        "svg": "image/svg+xml",
    }
    for name, asset in served.site().items():
        answer = browser.get(f"/docs/{name}", headers={"Accept-Encoding": "identity"})
        assert (answer.status_code, answer.content) == (200, asset.content), name
        ending = name.rpartition(".")[2]
        assert answer.headers["content-type"].partition(";")[0] == types.get(ending, asset.media_type), name


@pytest.mark.usefixtures("site")
def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline(browser: httpx.Client) -> None:
    policy = browser.get("/docs/").headers["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert "unsafe" not in policy
    assert "http" not in policy
    game = browser.get("/").headers["content-security-policy"]
    assert "require-trusted-types-for" in game


@pytest.mark.usefixtures("site")
def test_a_redirect_without_the_slash_stays_where_the_reader_is(tmp_path: Path) -> None:
    with running(tmp_path, url="https://dice.example", secure=True, hosts=("*",)) as own:
        answer = httpx.get(f"{own}/docs", headers={"Host": "dice.example"}, timeout=PATIENCE)
        assert answer.status_code == 307
        assert urljoin("https://dice.example/docs", answer.headers["location"]) == "https://dice.example/docs/"
        assert "://" not in answer.headers["location"]


@pytest.mark.usefixtures("site")
def test_pages_are_compressed_and_asked_for_again_only_if_they_have_changed(browser: httpx.Client) -> None:
    page = browser.get("/docs/reference/commands.html", headers={"Accept-Encoding": "br"})
    assert page.headers["content-encoding"] == "br"
    again = browser.get("/docs/reference/commands.html", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("path", ["nowhere.html", "reference/", "%2e%2e/site.py", "../../app.py"])
def test_nothing_else_is_served(path: str, browser: httpx.Client) -> None:
    answer = browser.get(f"/docs/{path}")
    assert answer.status_code == 404
    assert "missing-screen.js" in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_without_the_site_says_how_to_build_it(
    language: str, browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "PACKED", "not-built.zip")
    answer = browser.get("/docs/", headers={"Accept-Language": language})
    assert (answer.status_code, answer.text) == (404, catalog(language).say("refused.site-not-built"))
    assert "make docs" in answer.text


def test_the_pages_of_the_interface_are_elsewhere(browser: httpx.Client) -> None:
    assert "openapi.json" in browser.get("/api/docs").text
    assert "/docs" not in browser.get("/api/openapi.json").json()["paths"]
