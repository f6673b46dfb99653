"""The documentation site is complete, consistent and alone: no page asks another host for anything."""

import argparse
import json
import re
import subprocess
import sys
from functools import cache
from html import unescape
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit
from zipfile import ZipFile

import pytest

import charidice
from charidice.cli.parser import parser
from charidice.messages import LANGUAGES, catalog

from .site import PACKED, ROOT

HERE = "http://site/"
AUDIENCES = ("Players", "Owners of the box", "Server operators", "Library users", "Bot authors", "Researchers")
PUBLIC = ("charidice", "charidice.strategy", "charidice.encoding", "charidice.batch", "charidice.coach")
pytestmark = pytest.mark.slow


class Page(NamedTuple):
    links: set[str]
    """What can be followed."""
    loaded: set[str]
    """What a browser fetches to show it."""
    ids: set[str]
    inline: list[str]
    """What a strict content security policy would stop."""
    text: str


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found["id"]} if "id" in found else set()
        if tag == "a" or found.get("rel") in ("next", "prev", "search"):
            self.links |= {found["href"]} if "href" in found else set()
        else:
            self.loaded |= {found[name] for name in ("src", "href", "data") if name in found and tag != "use"}
        if (tag == "script" and "src" not in found) or tag == "style":
            self.inline.append(tag)
        self.inline += [name for name in found if name == "style" or name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@cache
def pages() -> dict[str, Page]:
    """Every page by its path, from the file that the server reads."""
    found = {}
    with ZipFile(PACKED) as packed:
        for name in packed.namelist():
            if name.endswith(".html"):
                reader = Reader()
                reader.feed(packed.read(name).decode())
                text = " ".join("".join(reader.text).split())
                found[name] = Page(reader.links, reader.loaded, reader.ids, reader.inline, text)
    return found


@cache
def files() -> frozenset[str]:
    with ZipFile(PACKED) as packed:
        return frozenset(packed.namelist())


@pytest.mark.usefixtures("site")
def test_every_link_leads_to_a_page_and_a_place_on_it() -> None:
    lost = []
    for name, page in pages().items():
        for link in page.links:
            target = urlsplit(urljoin(HERE + name, link))
            if not target.geturl().startswith(HERE):
                continue
            path = unquote(target.path[1:]) or "index.html"
            known = path in files() and (
                path not in pages() or not target.fragment or unquote(target.fragment) in pages()[path].ids
            )
            lost += [] if known else [f"{name}: {link}"]
    assert sum(len(page.links) for page in pages().values()) > 1000
    assert lost == []


@pytest.mark.long
def test_the_notebook_runs(tmp_path: Path) -> None:
    program = "import build_site, pathlib, sys; sys.exit(build_site.build(pathlib.Path(sys.argv[1])))"
    subprocess.run([sys.executable, "-c", program, tmp_path / "site"], cwd=ROOT / "docs", check=True)
    assert "percentage points" in (tmp_path / "site" / "examples" / "learning.html").read_text("utf-8")


@pytest.mark.usefixtures("site")
def test_the_notebook_can_be_downloaded_from_its_page() -> None:
    assert {"learning.ipynb"} <= pages()["examples/learning.html"].links
    with ZipFile(PACKED) as packed:
        assert packed.read("examples/learning.ipynb") == (ROOT / "docs" / "examples" / "learning.ipynb").read_bytes()


@pytest.mark.usefixtures("site")
def test_everything_a_page_loads_is_in_the_site_and_nothing_is_within_the_page() -> None:
    for name, page in pages().items():
        for loaded in page.loaded:
            address = urlsplit(urljoin(HERE + name, loaded))
            assert address.geturl().startswith(HERE), f"{name} loads {loaded}"
            assert unquote(address.path[1:]) in files(), f"{name} loads {loaded}"
        assert page.inline == [], name


@pytest.mark.usefixtures("site")
def test_no_script_or_style_of_the_site_asks_another_host_for_anything() -> None:
    with ZipFile(PACKED) as packed:
        styles = {name: packed.read(name).decode() for name in files() if name.endswith(".css")}
        scripts = {name: packed.read(name).decode() for name in files() if name.endswith(".js")}
    for name, text in styles.items():
        assert not re.search(r"@import|url\(\s*['\"]?(?:https?:)?//", text), name
    for name, text in scripts.items():
        # The name of SVG is no address, and the index of words has the text of pages.
        named = set(re.findall(r"""["'`]((?:https?:)?//[a-z.0-9]+)""", text)) - {"http://www.w3.org"}
        assert name == "searchindex.js" or not named, name
    assert len(scripts) > 5


@pytest.mark.usefixtures("site")
def test_there_is_a_part_for_everybody() -> None:
    text = pages()["index.html"].text
    assert [name for name in AUDIENCES if name not in text] == []


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    described = set().union(*(page.ids for name, page in pages().items() if name.startswith("reference/")))
    names = {f"{module}.{name}" for name in import_module(module).__all__}
    assert names - described == set()
    own = {f"charidice.{name}" for name in charidice._ON_DEMAND} if module == "charidice" else set()
    assert {name.rpartition(".")[2] for name in own} <= {name.rpartition(".")[2] for name in described}


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_switch_is_in_the_reference(language: str) -> None:
    text = pages()[f"reference/commands{'' if language == 'en' else f'-{language}'}.html"].text
    root = parser(catalog(language))
    (commands,) = (action for action in root._actions if isinstance(action, argparse._SubParsersAction))
    for command in (root, *commands.choices.values()):
        assert command.prog in text
        assert " ".join((command.description or "").split()).replace("'", "’") in text.replace("'", "’")
        for action in command._actions:
            assert [word for word in action.option_strings if word not in text] == []


@pytest.mark.usefixtures("site")
def test_every_schema_is_in_the_reference_and_can_be_downloaded() -> None:
    text = pages()["reference/schemas.html"].text
    with ZipFile(PACKED) as packed:
        downloads = {name.rsplit("/")[-1]: packed.read(name) for name in files() if name.startswith("_downloads/")}
    schemas = sorted((ROOT / "docs" / "schemas").glob("*.json"))
    assert len(schemas) > 10
    for path in schemas:
        assert downloads[path.name] == path.read_bytes()
        assert re.sub(r"`", "", json.loads(path.read_text("utf-8"))["description"]) in unescape(text)


def test_every_page_has_its_place_in_the_navigation(site: Path) -> None:
    """Sphinx warns about a page that no list has, and a warning fails the build; this says that it has built all."""
    sources = {
        path.relative_to(ROOT / "docs")
        for ending in ("md", "rst", "ipynb")
        for path in (ROOT / "docs").rglob(f"*.{ending}")
    }
    assert {str(path.with_suffix(".html")) for path in sources} <= set(pages())
    assert (site / "index.html").exists()
