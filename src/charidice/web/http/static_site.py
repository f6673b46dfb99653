"""The game as a folder of files, for any host of static pages; rules, bots and coach run in the browser."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from charidice.messages import DEFAULT
from charidice.record.files import write_new
from charidice.web.door.headers import CONTENT_POLICY
from charidice.web.http.assets import address_of_file, static, tables, with_build_hash
from charidice.web.http.constants import CONSTANTS
from charidice.web.http.pages import filled, with_imports
from charidice.web.http.site import is_built, site

# Files with a fixed address, which installed apps and previews store.
KEPT = ("icons/", "preview.png")
# Left out: the API's page, which needs a server, and the game's page, written below.
NOT_SHOWN = ("docs.html", "index.html", "sw.js", "manifest.webmanifest")
# What a first game needs after the start page. Over a slow network each import that is found later costs a round trip.
FIRST_GAME = ("js/lib/words.js", "js/table/table-screen.js", "js/device/server.js")
# This directive works only as a header.
ONLY_AS_HEADER = "frame-ancestors"


def write_site(folder: Path) -> None:
    """Write the site; no file is replaced."""
    for name, content in static_site():
        write_new(folder / name, content)


def static_site() -> Iterator[tuple[str, bytes]]:
    """Every file of the site by its path, with addresses relative to the page, so that any folder will do."""
    for name, asset in static().items():
        if name not in NOT_SHOWN:
            yield address_of_file(name, ""), asset.content
        if name.startswith(KEPT):
            yield f"static/{name}", asset.content
    for address, table in tables().items():
        yield f"static/{address.partition('?')[0]}", table.content
    for name in ("sw.js", "manifest.webmanifest"):
        yield name, with_build_hash(name).content
    yield "index.html", _page().encode()
    if is_built():
        for name, asset in site().items():
            yield f"docs/{name}", asset.content


def _page() -> str:
    """The one page, in English; a browser with another language fetches its texts."""
    rules = [rule for rule in CONTENT_POLICY.split("; ") if not rule.startswith(ONLY_AS_HEADER)]
    policy = f'\n<meta http-equiv="Content-Security-Policy" content="{escape("; ".join(rules))}">'
    policy += '\n<meta name="referrer" content="no-referrer">'
    constants = CONSTANTS | {"site": True}
    return filled(DEFAULT, "start", "", constants, root="", policy=policy, later=with_imports(*FIRST_GAME))
