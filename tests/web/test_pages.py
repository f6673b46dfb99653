"""The pages: everything a first view needs is named at once, small, and in the reader's language."""

import gzip
import re
from collections.abc import Iterator
from typing import Protocol

import httpx
import pytest

from charidice.messages import LANGUAGES, catalog
from charidice.web import pages

FIRST_VIEW_LIMIT = 150_000


class Get(Protocol):
    def __call__(self, path: str, **headers: str) -> httpx.Response: ...


@pytest.fixture
def get(address: str) -> Iterator[Get]:
    """Asks for something as a browser does."""
    with httpx.Client(base_url=address) as client:
        yield lambda path, **headers: client.get(path, headers={"Accept-Encoding": "gzip", **headers})


def wanted(html: str) -> list[str]:
    """The addresses that a page names to be loaded."""
    return list(dict.fromkeys(re.findall(r'(?:href|src)="(/[^"]*)"', html)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_comes_in_the_language_the_browser_asks_for(language: str, get: Get) -> None:
    html = get("/", **{"Accept-Language": f"xx, {language};q=0.9, en;q=0.1"}).text
    assert f'<html lang="{language}"' in html
    assert f"/api/messages/{language}" in html


@pytest.mark.parametrize("page", ["/", "/table/x", "/rules", "/tutorial", "/fair-dice", "/review"])
def test_the_first_view_is_small_and_one_round_of_requests(page: str, get: Get) -> None:
    html = get(page)
    paths = wanted(html.text)
    answers = {path: get(path) for path in paths}
    assert all(answer.status_code == 200 for answer in answers.values()), answers
    weight = sum(int(answer.headers["content-length"]) for answer in (html, *answers.values()))
    assert weight < FIRST_VIEW_LIMIT, weight
    # Whatever a module or a style sheet asks for in turn is named by the page already.
    for path, answer in answers.items():
        if path.endswith(".js"):
            imports = re.findall(r'(?:from|import) "\./([^"]+)"', answer.text)
            assert {f"/static/js/{name}" for name in imports} <= set(paths), path
        if path.endswith(".css"):
            assert "@import" not in answer.text
            assert not re.search(r"url\((?!['\"]?data:)", answer.text), path


def test_no_file_names_another_server() -> None:
    for name, asset in pages.static().items():
        if asset.compressed:
            text = asset.content.decode()
            foreign = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", text)) - {"http://www.w3.org"}
            assert not foreign, name


def test_no_page_has_code_or_styles_within(get: Get) -> None:
    for path in ("/", "/api/docs"):
        html = get(path).text
        assert "<style" not in html
        assert " style=" not in html
        assert not re.search(r"<script(?![^>]* src=)", html)
        assert not re.search(r"\son[a-z]+=", html)


def test_files_are_packed_and_asked_for_again_only_when_new(get: Get) -> None:
    first = get("/static/js/main.js")
    assert first.headers["content-encoding"] == "gzip"
    assert get("/static/js/main.js", **{"If-None-Match": first.headers["etag"]}).status_code == 304
    plain = get("/static/js/main.js", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == first.text
    assert len(gzip.compress(plain.content)) < len(plain.content)


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/js/../../app.py", "/static/none.js", "/nowhere"]
)
def test_nothing_else_is_served(path: str, get: Get) -> None:
    answer = get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "no-such-page"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_gets_the_texts_it_shows_and_not_those_of_the_terminal(language: str, get: Get) -> None:
    texts = get(f"/api/messages/{language}").json()
    assert texts["web.title"] == catalog(language).say("web.title")
    assert not any(key.startswith(("cli.", "refused.", "solve.")) for key in texts)


def test_every_text_the_scripts_ask_for_is_sent() -> None:
    sent = {key for key in catalog("en").texts if key.startswith(pages.SHOWN)}
    for name, asset in pages.static().items():
        if name.startswith("js/"):
            asked = set(re.findall(r'say(?:Nodes)?\(\s*"([a-z0-9.-]+)"', asset.content.decode()))
            assert asked <= sent, f"{name}: {asked - sent}"


def test_all_that_opens_the_game_offline_is_listed_with_a_version(get: Get) -> None:
    listed = get("/api/shell").json()
    assert re.fullmatch("[0-9a-f]{16}", listed["version"])
    assert set(wanted(get("/").text)) <= set(listed["files"])
    assert all(get(path).status_code == 200 for path in listed["files"])
