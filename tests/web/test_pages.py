"""The pages: everything a first view needs is named at once, small, and in the reader's language."""

import gzip
import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from typing import Protocol
from urllib.parse import urljoin

import httpx
import pytest

from charidice.messages import LANGUAGES, catalog
from charidice.web.http import pages

from .servers import Browser, running

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
            imports = re.findall(r'(?:from|import) "(\.[^"]+)"', answer.text)
            assert {urljoin(path, name) for name in imports} <= set(paths), path
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


@pytest.mark.parametrize("path", ["/static/%2e%2e/app.py", "/static/js/none.js", "/api/nowhere", "/api/messages/xx"])
def test_nothing_else_is_served(path: str, get: Get) -> None:
    answer = get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "no-such-page"


@pytest.mark.parametrize("path", ["/nowhere", "/table", "/rules/1.3", "/static/../app.py", "/table/x/y"])
def test_an_unknown_address_shows_a_page_in_the_chosen_language(path: str, get: Get) -> None:
    answer = get(path, **{"Accept-Language": "it", "Cookie": "language=pl"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert '<html lang="pl"' in answer.text
    assert "missing-screen.js" in answer.text
    again = get(path, **{"If-None-Match": answer.headers["etag"], "Cookie": "language=pl"})
    assert (again.status_code, again.text) == (404, answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_page_says_before_its_scripts_run_is_in_its_language(language: str, get: Get) -> None:
    html = get("/", **{"Accept-Language": language}).text
    say = catalog(language).say
    assert f'<meta name="description" content="{escape(say("web.start.tagline"))}">' in html
    assert f"<noscript>{escape(say('web.needs-javascript'))}</noscript>" in html
    assert not re.search(r"\{[a-z-]+\}", html), "every place is filled"


@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/js/main.js", "/healthz", "/api/messages/de", "/api/tables"])
def test_head_is_answered_like_get(path: str, address: str) -> None:
    with httpx.Client(base_url=address) as client:
        head, got = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert {**head.headers, "date": ""} == {**got.headers, "date": ""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_method_that_an_address_does_not_know_is_refused_in_words(language: str, address: str) -> None:
    answer = httpx.delete(f"{address}/api/tables", headers={"Accept-Language": language})
    assert answer.status_code == 405
    assert answer.headers["allow"]
    message = catalog(language).say("refused.method-not-allowed")
    assert answer.json()["error"] == {"code": "method-not-allowed", "message": message}


def previewed(html: str) -> dict[str, str]:
    """What a messenger reads of a page, by property."""
    tags = re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)">', html)
    return {name: unescape(value) for name, value in tags}


def test_an_invitation_is_previewed_in_the_language_of_whoever_opened_the_table(address: str) -> None:
    with Browser(address, "de") as host:
        table = host.open_table("Annabella", "link")["table"]
    answer = httpx.get(f"{address}/table/{table}", headers={"Accept-Language": "es"})
    seen, say = previewed(answer.text), catalog("de").say
    assert '<html lang="es"' in answer.text
    assert (seen["title"], seen["description"]) == (say("web.invitation.title"), say("web.invitation"))
    assert "Annabella" not in answer.text
    assert seen["image"].startswith(f"{address}/")
    picture = httpx.get(seen["image"])
    assert picture.headers["content-type"] == "image/png"
    size = tuple(int.from_bytes(picture.content[at : at + 4]) for at in (16, 20))
    assert size == (int(seen["image:width"]), int(seen["image:height"])) == (1200, 630)


def test_the_start_page_and_an_unknown_table_are_previewed_in_the_language_of_the_reader(get: Get) -> None:
    say = catalog("it").say
    home, lost = (previewed(get(path, **{"Accept-Language": "it"}).text) for path in ("/", "/table/unknown"))
    assert (home["title"], home["description"]) == (say("web.title"), say("web.start.tagline"))
    assert lost["title"] == say("web.invitation.title")


def test_a_preview_names_the_public_address(tmp_path: Path) -> None:
    with running(tmp_path, url="https://dice.example/", secure=True, hosts=("*",)) as own:
        seen = previewed(httpx.get(own).text)
    assert seen["image"] == "https://dice.example/static/preview.png"


def test_a_strange_host_cannot_break_the_page(tmp_path: Path) -> None:
    with running(tmp_path, hosts=("*",)) as own:
        answer = httpx.get(own, headers={"Host": 'x"><script src=y>'})
    assert "<script src=y>" not in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_gets_the_texts_it_shows_and_not_those_of_the_terminal(language: str, get: Get) -> None:
    texts = get(f"/api/messages/{language}").json()
    assert texts["web.title"] == catalog(language).say("web.title")
    assert not any(key.startswith(("cli.", "play.help", "solve.")) for key in texts)


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
