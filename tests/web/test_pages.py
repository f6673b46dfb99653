"""The pages: everything a first view needs is named at once, small, and in the reader's language."""

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from html import escape, unescape
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Protocol
from urllib.parse import urljoin

import brotli
import httpx
import pytest

from charidice.messages import LANGUAGES, catalog
from charidice.web.http import assets, pages
from charidice.web.http.static_site import static_site

from ..js.proof import NODE
from ..site import ROOT
from ..waiting import PATIENCE
from .servers import Browser, running

START_LIMIT = 50_000
FIRST_VIEW_LIMIT = 145_000
# Compressed by Brotli.
ENGINE_LIMIT = 60_000


class Get(Protocol):
    def __call__(self, path: str, **headers: str) -> httpx.Response: ...


@pytest.fixture
def get(address: str) -> Iterator[Get]:
    """Asks for something as a browser does."""
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        yield lambda path, **headers: client.get(path, headers={"Accept-Encoding": "gzip", **headers})


def wanted(html: str) -> list[str]:
    """The addresses that a page names to be loaded."""
    return list(dict.fromkeys(re.findall(r'(?:href|src)="(/[^"]*)"', html)))


def texts_within(html: str) -> dict[str, str]:
    """The texts that come with a page."""
    found = re.search('<template id="texts">(.*?)</template>', html, re.DOTALL)
    assert found
    return dict(json.loads(unescape(found[1])))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_comes_in_the_language_the_browser_asks_for(language: str, get: Get) -> None:
    html = get("/", **{"Accept-Language": f"xx, {language};q=0.9, en;q=0.1"}).text
    assert f'<html lang="{language}"' in html
    assert texts_within(html)["web.start.play"] == catalog(language).say("web.start.play")
    assert f"/texts/{language}.json" in get("/rules", **{"Accept-Language": language}).text


def test_the_page_of_a_static_site_names_all_that_its_first_game_imports() -> None:
    html = dict(static_site())["index.html"].decode()
    table = ("js/lib/words.js", "js/table/table-screen.js", "js/device/server.js")
    needed = {*pages.modules("start"), *pages.with_imports(*table)}
    named = re.findall(r'rel="modulepreload"[^>]* href="static/\w+/([^"]+)"', html)
    assert sorted(named) == sorted(needed)
    # The start page comes first.
    later = re.findall(r'rel="modulepreload" fetchpriority="low" href="static/\w+/([^"]+)"', html)
    assert {*later} == needed - {*pages.modules("start")}


def test_types_are_not_sent(get: Get) -> None:
    assert not [name for name in assets.static() if name.endswith(".ts")]
    assert get(assets.address_of_file("js/types.d.ts")).status_code == 404


@pytest.mark.parametrize(
    "page", ["/", "/table/x", "/rules", "/tutorial", "/paper", "/history", "/fair-dice", "/review", "/lab", "/trainer"]
)
def test_the_first_view_is_small_and_one_round_of_requests(page: str, get: Get) -> None:
    html = get(page)
    paths = wanted(html.text)
    answers = {path: get(path) for path in paths}
    assert all(answer.status_code == 200 for answer in answers.values()), answers
    weight = sum(int(answer.headers["content-length"]) for answer in (html, *answers.values()))
    assert weight < (START_LIMIT if page == "/" else FIRST_VIEW_LIMIT), weight
    # Whatever a module or a style sheet asks for in turn is named by the page already.
    for path, answer in answers.items():
        if path.endswith(".js"):
            imports = pages.IMPORTS.findall(answer.text)
            assert {urljoin(path, name) for name in imports} <= set(paths), path
        if path.endswith(".css"):
            assert "@import" not in answer.text
            assert not re.search(r"url\((?!['\"]?data:)", answer.text), path


def test_no_file_names_another_server() -> None:
    for name, asset in assets.static().items():
        if asset.compressible:
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


def test_a_file_is_sent_as_small_as_the_browser_can_read_it(get: Get) -> None:
    path = assets.address_of_file("js/main.js")
    plain = assets.static()["js/main.js"].content
    sent = {}
    for accepted, encoding in {"gzip, deflate, br": "br", "gzip": "gzip", "identity": None}.items():
        answer = get(path, **{"Accept-Encoding": accepted})
        assert (answer.headers.get("content-encoding"), answer.content) == (encoding, plain)
        sent[encoding] = int(answer.headers["content-length"])
    assert sent["br"] < sent["gzip"] < sent[None]


@pytest.mark.parametrize("name", ["js/main.js", "css/first.css", "css/rest.css", "texts/pl.json"])
def test_an_address_with_the_hash_of_the_build_is_kept_for_good(name: str, get: Get) -> None:
    assert "immutable" in get(assets.address_of_file(name)).headers["cache-control"]


@pytest.mark.parametrize("prefix", ["", "0123456789ab/"])
def test_without_the_hash_of_the_build_a_file_is_as_it_is_now_and_asked_for_again(prefix: str, get: Get) -> None:
    now = get(assets.address_of_file("js/shell/menu.js"))
    other = get(f"/static/{prefix}js/shell/menu.js")
    assert (other.text, other.headers["cache-control"]) == (now.text, "no-cache")
    again = get(f"/static/{prefix}js/shell/menu.js", **{"If-None-Match": other.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("name", ["js/lib/dom.js", "css/table.css", "sw.js", "index.html"])
def test_the_hash_is_another_when_any_file_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, read = assets.build(), assets._files

    def changed(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
        return {path: content + b" " * (path == name) for path, content in read(folder, prefix).items()}

    monkeypatch.setattr(assets, "_files", changed)
    for cached in (assets.static, assets.build):
        monkeypatch.setattr(assets, cached.__name__, cache(cached.__wrapped__))
    assert assets.build() != before


def test_every_style_sheet_of_the_game_is_sent_once_and_forced_colours_have_the_last_word() -> None:
    files = {name: asset.content for name, asset in assets.static().items()}
    first, rest = files["css/first.css"], files["css/rest.css"]
    own = {f"css/{name}.css" for name in (*assets.OTHER_STYLES, *assets.OWN_PARTS, assets.LAST_STYLE, "first", "rest")}
    for name in {name for name in files if name.startswith("css/")} - own:
        assert (first + rest).count(files[name]) == 1, name
    assert first.endswith(files["css/forced-colors.css"])
    assert rest.endswith(files["css/forced-colors.css"])


@pytest.mark.parametrize(
    "path", ["/static/%2e%2e/app.py", "/static/js/none.js", "/api/nowhere", "/api/tables/", "/static/x/none.js"]
)
def test_nothing_else_is_served(path: str, get: Get) -> None:
    answer = get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "no-such-page"


@pytest.mark.parametrize("path", ["/nowhere", "/table", "/rules/1.3", "/static/../app.py", "/table/x/y", "/rules/"])
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
    assert f"<noscript>{escape(say('page.needs-javascript'))}</noscript>" in html
    assert not re.search(r"\{[a-z-]+\}", re.sub("<template.*?</template>", "", html)), "every place is filled"


@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/js/main.js", "/healthz", "/sw.js", "/api/tables"])
def test_head_is_answered_like_get(path: str, address: str) -> None:
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        head, got = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    own = {"date": "", "x-request-id": ""}
    assert {**head.headers, **own} == {**got.headers, **own}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_method_that_an_address_does_not_know_is_refused_in_words(language: str, address: str) -> None:
    answer = httpx.delete(f"{address}/api/tables", headers={"Accept-Language": language}, timeout=PATIENCE)
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
    answer = httpx.get(f"{address}/table/{table}", headers={"Accept-Language": "es"}, timeout=PATIENCE)
    seen, say = previewed(answer.text), catalog("de").say
    assert '<html lang="es"' in answer.text
    assert (seen["title"], seen["description"]) == (say("page.invitation.title"), say("page.invitation"))
    assert "Annabella" not in answer.text
    assert seen["image"].startswith(f"{address}/")
    picture = httpx.get(seen["image"], timeout=PATIENCE)
    assert picture.headers["content-type"] == "image/png"
    size = tuple(int.from_bytes(picture.content[at : at + 4]) for at in (16, 20))
    assert size == (int(seen["image:width"]), int(seen["image:height"])) == (1200, 630)


def test_the_start_page_and_an_unknown_table_are_previewed_in_the_language_of_the_reader(get: Get) -> None:
    say = catalog("it").say
    home, lost = (previewed(get(path, **{"Accept-Language": "it"}).text) for path in ("/", "/table/unknown"))
    assert (home["title"], home["description"]) == (say("web.title"), say("web.start.tagline"))
    assert lost["title"] == say("page.invitation.title")


def test_a_preview_names_the_public_address(tmp_path: Path) -> None:
    with running(tmp_path, url="https://dice.example/", secure=True, hosts=("*",)) as own:
        seen = previewed(httpx.get(own, timeout=PATIENCE).text)
    assert seen["image"] == "https://dice.example/static/preview.png"


def test_a_strange_host_cannot_break_the_page(tmp_path: Path) -> None:
    with running(tmp_path, hosts=("*",)) as own:
        answer = httpx.get(own, headers={"Host": 'x"><script src=y>'}, timeout=PATIENCE)
    assert "<script src=y>" not in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_gets_the_texts_it_shows_and_not_those_of_the_terminal(language: str, get: Get) -> None:
    texts = get(assets.address_of_file(f"texts/{language}.json")).json()
    assert texts["web.title"] == catalog(language).say("web.title")
    assert not any(key.startswith(("cli.", "play.help", "solve.")) for key in texts)


def asked(module: str) -> set[str]:
    """The keys of the texts that a module names."""
    return set(re.findall(r'say(?:Nodes)?\(\s*"([a-z0-9.-]+)"', assets.static()[module].content.decode()))


def test_every_text_the_scripts_ask_for_is_sent() -> None:
    more = {"js/device/": "here/", "js/fair/": "fair-dice/", "js/lab/": "lab/", "js/trainer/": "trainer/"}
    sent = {part: texts_in(part) for part in ("", *more.values())}
    for name in assets.static():
        if name.startswith("js/"):
            part = next((part for folder, part in more.items() if name.startswith(folder)), "")
            # Some other modules fetch the texts of the device themselves.
            has_here = b"fetchTextsHere" in assets.static()[name].content
            assert asked(name) <= sent[""] | sent[part] | (sent["here/"] if has_here else set()), name


def texts_in(part: str) -> set[str]:
    return set(json.loads(assets.static()[f"texts/{part}en.json"].content))


def test_screens_with_texts_and_styles_of_their_own_are_those_of_the_router(get: Get) -> None:
    router = assets.static()["js/shell/router.js"].content.decode()
    assert set(re.findall(r'^  "?([a-z-]+)"?: \{.* parts: true \}', router, re.MULTILINE)) == {*assets.OWN_PARTS}
    for screen, prefix in assets.OWN_PARTS.items():
        page = get(f"/{screen}").text
        for name in (f"css/{screen}.css", f"texts/{screen}/en.json"):
            assert assets.address_of_file(name) in page
            assert assets.address_of_file(name) not in get("/table/x").text
        assert texts_in(f"{screen}/") == {key for key in catalog("en").texts if key.startswith(prefix)}
        assert not texts_in(f"{screen}/") & texts_in("")


def test_only_the_embedded_lab_may_be_framed(get: Get) -> None:
    policies = {path: get(path).headers["content-security-policy"] for path in ("/", "/lab", "/embed/lab", "/table/x")}
    usual = policies["/"]
    assert "frame-ancestors 'none'" in usual
    assert policies == dict.fromkeys(policies, usual) | {
        "/embed/lab": usual.replace("frame-ancestors 'none'", "frame-ancestors *")
    }


def test_every_text_of_the_start_page_and_its_menu_comes_with_it(get: Get) -> None:
    within = texts_within(get("/").text)
    # Said only by screens that have all texts.
    elsewhere = {"js/lib/text.js"}
    for name in {*pages.modules("start"), "js/shell/menu.js", "js/lib/dialogs.js"} - elsewhere:
        assert asked(name) <= within.keys(), name


def test_the_engine_is_not_loaded_with_the_start_page() -> None:
    assert not [name for name in pages.modules("start") if name.startswith("js/engine/")]


def test_the_engine_with_the_bots_up_to_the_fox_is_small() -> None:
    """What the first game on a device loads; the owl, hints and reviews come with what they need."""
    loaded = pages.with_imports("js/device/server.js", "js/engine/worker.js")
    engine = [assets.static()[name].content for name in loaded if name.startswith("js/engine/")]
    assert "js/engine/bots/points.js" in loaded
    assert sum(len(brotli.compress(content)) for content in engine) <= ENGINE_LIMIT


def test_all_that_opens_the_game_offline_is_listed_by_the_worker_of_this_build(get: Get) -> None:
    worker = get("/sw.js")
    assert f"static/{assets.build()}/" in worker.text
    listed = {assets.address_of_file(name) for name in get(assets.address_of_file("offline.json")).json()}
    # For people who install the game, which takes a connection.
    not_offline = {"/manifest.webmanifest", "/static/icons/icon-192.png"}
    for page in ("/", "/table/x", "/rules", "/fair-dice", "/lab"):
        assert set(wanted(get(page).text)) - listed - {"/static/icons/icon.svg"} == not_offline
    assert assets.address_of_file("exercises.json") in listed
    assert all("immutable" in get(path).headers["cache-control"] for path in listed)


def test_a_returning_browser_need_not_ask_for_worker_manifest_and_icon_at_once(get: Get) -> None:
    for path in ("/sw.js", "/manifest.webmanifest", "/static/icons/icon.svg"):
        assert "max-age" in get(path).headers["cache-control"]


def test_page_and_manifest_name_the_same_picture_by_an_address_that_stays(get: Get) -> None:
    pictures = {urljoin("/", icon["src"]) for icon in get("/manifest.webmanifest").json()["icons"]}
    assert {path for path in wanted(get("/").text) if "/icons/" in path} <= pictures
    assert all(get(path).status_code == 200 and assets.build() not in path for path in pictures)


def test_files_are_sent_without_comments_and_are_the_same_programs() -> None:
    folder = resources.files("charidice.web").joinpath("static")
    written = {name: folder.joinpath(name) for name in assets.static() if name.endswith((".js", ".css"))}
    pairs = [
        (name, file.read_text("utf-8"), assets.static()[name].content.decode())
        for name, file in written.items()
        if file.is_file()
    ]
    assert any("/** " in one and "/** " not in sent for _, one, sent in pairs)
    command = [str(NODE), str(ROOT / "tests" / "js" / "same_programs.js")]
    done = subprocess.run(command, input=json.dumps(pairs), stdout=subprocess.PIPE, encoding="utf-8", check=True)
    assert json.loads(done.stdout) == []
