"""The files of the pages, in memory: style sheets joined, texts added, compressed when first asked for."""

import gzip
import hashlib
import json
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type

import brotli
from fastapi import Request, Response

from charidice.messages import LANGUAGES, catalog

# The texts that the browser shows, by how their keys begin; the others belong to the terminal.
SHOWN = (
    *("language", "list.", "colour.", "face", "kind.", "box.", "points", "dice", "rolls-left", "player.number", "bot."),
    *("letter.", "event.", "play.winner", "play.most-given", "coach.move.", "refused.no-such-page", "rules", "web."),
    *("review.summary", "review.turns", "review.by-", "review.luck", "review.losses"),
)
# Those of them that come with the start page: what it shows itself, and its menu.
SHOWN_FIRST = (
    *("bot.", "letter.", "list.and", "play.winner", "points", "web.bar.", "web.close", "web.new.title"),
    *("web.offline.now", "web.open-seat", "web.start.", "web.title", "web.unreachable"),
)
# The style sheets of the start page in their order; those of the other screens follow as a second file.
FIRST_STYLES = ("tokens", "base", "dice", "bar", "bot-faces", "start")
# Has the last word about whatever the others say.
LAST_STYLE = "forced-colors"
# Belongs to a page of its own.
OTHER_STYLES = {"docs"}
ENCODERS = {"br": brotli.compress, "gzip": partial(gzip.compress, compresslevel=9, mtime=0)}
COMPRESSIBLE = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
# For the checks of the modules; no page loads them.
TYPE_DECLARATIONS = ".d.ts"
# Browsers ask each time whether something is new, and mostly hear that it is not.
REVALIDATE = "no-cache"
# For what may be an hour old, so that not every visit asks for it.
HOUR = "max-age=3600"
# Pictures whose addresses must stay as they are: an installed app would take another address for another picture.
WEEK = "public, max-age=604800"
# What an address with the hash of the build names never changes.
IMMUTABLE = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """A file ready to be sent."""

    content: bytes
    media_type: str
    compressed: dict[str, bytes] = field(default_factory=dict, compare=False)

    @cached_property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'

    @property
    def compressible(self) -> bool:
        return self.media_type.startswith(COMPRESSIBLE)

    def answer(
        self, request: Request, status: int = 200, keep: str = REVALIDATE, vary: str = "Accept-Encoding"
    ) -> Response:
        headers = {"ETag": self.etag, "Cache-Control": keep, "Vary": vary}
        if status == 200 and request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        accepted = {each.split(";")[0].strip() for each in request.headers.get("accept-encoding", "").split(",")}
        encoding = next((each for each in ENCODERS if each in accepted and self.compressible), None)
        if not encoding:
            return Response(self.content, status, headers, self.media_type)
        if encoding not in self.compressed:
            self.compressed[encoding] = ENCODERS[encoding](self.content)
        headers["Content-Encoding"] = encoding
        return Response(self.compressed[encoding], status, headers, self.media_type)


@cache
def static() -> dict[str, Asset]:
    """Every file by its path, and what is made of several: style sheets, texts, the list of what is kept offline."""
    files = _files(resources.files("charidice.web").joinpath("static"))
    sheets = {name[4:-4]: content for name, content in sorted(files.items()) if name.startswith("css/")}
    rest = [name for name in sheets if name not in {*FIRST_STYLES, LAST_STYLE, *OTHER_STYLES}]
    files["css/first.css"] = b"\n".join(sheets[name] for name in (*FIRST_STYLES, LAST_STYLE))
    files["css/rest.css"] = b"\n".join(sheets[name] for name in (*rest, LAST_STYLE))
    files |= {f"texts/{language}.json": texts(language, SHOWN).encode() for language in LANGUAGES}
    offline = ("css/first.css", "css/rest.css", "js/", "texts/")
    files["offline.json"] = json.dumps([name for name in sorted(files) if name.startswith(offline)]).encode()
    return {name: Asset(content, _media_type(name)) for name, content in sorted(files.items())}


def _files(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        name = f"{prefix}{entry.name}"
        if entry.is_dir():
            found |= _files(entry, f"{name}/")
        elif not name.endswith(TYPE_DECLARATIONS):
            found[name] = entry.read_bytes()
    return found


def _media_type(name: str) -> str:
    ending = name[name.rfind(".") :]
    return TYPES.get(ending) or guess_type(name)[0] or "application/octet-stream"


def texts(language: str, prefixes: tuple[str, ...]) -> str:
    """The texts whose keys begin so, as JSON."""
    chosen = {key: text for key, text in catalog(language).texts.items() if key.startswith(prefixes)}
    return json.dumps(chosen, ensure_ascii=False, separators=(",", ":"))


@cache
def build() -> str:
    """A hash of all files. It is part of their addresses, so that browsers keep them for good."""
    return hashlib.sha256("".join(name + asset.etag for name, asset in static().items()).encode()).hexdigest()[:12]


def address_of_file(name: str) -> str:
    return f"/static/{build()}/{name}"


@cache
def naming_the_build(name: str) -> Asset:
    """A file that itself changes with every build, since it says which one it belongs to."""
    asset = static()[name]
    return Asset(asset.content.replace(b"{build}", build().encode()), asset.media_type)
