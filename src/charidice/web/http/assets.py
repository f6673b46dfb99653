"""Static files in memory: style sheets bundled, texts added, compressed on first request."""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type

import brotli
from fastapi import Request, Response

from charidice.messages import LANGUAGES, catalog
from charidice.strategy.bots.levels import LEVELS
from charidice.web.http.lessons import lessons

# Key prefixes of the texts that the browser shows; the others are for the terminal.
SHOWN = (
    *("language", "list.", "colour.", "face", "kind.", "box.", "points", "rolls-left", "player.number"),
    *(f"bot.{bot}" for bot in (*LEVELS, "guest")),
    *(
        "letter.",
        "event.",
        "fair.",
        "pad.",
        "play.winner",
        "play.most-given",
        "coach.move.",
        "refused.no-such-page",
        "rules",
        "web.",
    ),
    *("review.summary", "review.moments", "review.turns", "review.by-", "review.luck", "review.losses"),
)
# Key prefixes of further texts for games on this device, where no server makes the sentences.
SHOWN_HERE = (
    "action.",
    "allowed",
    "coach.",
    "here.",
    "history.",
    "move.",
    *(f"paper.{name}" for name in ("best-roll", "given", "gift", "received", "victory")),
    "refused.",
    "review.",
    "type.",
    "verify.begins-at",
    "where.",
)
# Screens with texts and a style sheet of their own, which are fetched with them: the key prefix of the texts. The style
# sheet is named for the screen, and the browser's router has the same list.
OWN_PARTS = {"fair-dice": "web.fair.", "lab": "web.lab.", "trainer": "web.trainer."}
# Key prefixes of the texts embedded in the start page: its own and its menu's.
SHOWN_FIRST = (
    *("bot.", "letter.", "list.and", "play.winner", "points", "web.bar.", "web.close", "web.new.title"),
    *("web.offline.now", "web.open-seat", "web.start.", "web.title", "web.unreachable"),
)
# The style sheets of the start page, in order; those of other screens form a second file.
FIRST_STYLES = ("tokens", "base", "dice", "bar", "bot-faces", "start")
# The last style sheet, which overrides all others.
LAST_STYLE = "forced-colors"
# Style sheets of separate pages.
OTHER_STYLES = {"docs", "loading", "print"}
ENCODINGS = ("br", "gzip")
# Brotli's best quality for files compressed once; the quick one takes a twentieth of the time.
BEST, QUICK = 11, 5
COMPRESSIBLE = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
# Values of positions, as NumPy writes them.
TABLE = ".npz"
# Comments on lines of their own are not sent: they are a quarter of what a browser would load.
BLOCK = rb"/\*(?s:(?:(?!\*/).)*)\*/[ \t]*"
COMMENTS = {
    ".js": re.compile(rb"^[ \t]*(?://.*|%s)\n" % BLOCK, re.MULTILINE),
    ".css": re.compile(rb"^[ \t]*%s\n" % BLOCK, re.MULTILINE),
}
# For tsc only; no page loads them.
TYPE_DECLARATIONS = ".d.ts"
# Browsers revalidate each time, and mostly get a 304.
REVALIDATE = "no-cache"
# For files that may be an hour old, to save requests.
HOUR = "max-age=3600"
# Icons keep their URLs, since an installed app would take another URL for another icon.
WEEK = "public, max-age=604800"
# For URLs with the build hash, whose content never changes.
IMMUTABLE = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """A file with its media type, ETag and compressed forms."""

    content: bytes
    media_type: str
    compressed: dict[str, bytes] = field(default_factory=dict, compare=False)
    quality: int = BEST

    @cached_property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'

    @property
    def compressible(self) -> bool:
        return self.media_type.startswith(COMPRESSIBLE)

    def respond(
        self, request: Request, status: int = 200, keep: str = REVALIDATE, vary: str = "Accept-Encoding"
    ) -> Response:
        headers = {"ETag": self.etag, "Cache-Control": keep, "Vary": vary}
        if status == 200 and request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        accepted = {each.split(";")[0].strip() for each in request.headers.get("accept-encoding", "").split(",")}
        encoding = next((each for each in ENCODINGS if each in accepted and self.compressible), None)
        if not encoding:
            return Response(self.content, status, headers, self.media_type)
        if encoding not in self.compressed:
            self.compressed[encoding] = (
                brotli.compress(self.content, quality=self.quality)
                if encoding == "br"
                else gzip.compress(self.content, compresslevel=9, mtime=0)
            )
        headers["Content-Encoding"] = encoding
        return Response(self.compressed[encoding], status, headers, self.media_type)


@cache
def static() -> dict[str, Asset]:
    """Every file by path, plus bundled style sheets, texts, and the list of files to cache offline."""
    files = _files(resources.files("charidice.web").joinpath("static"))
    sheets = {name[4:-4]: content for name, content in sorted(files.items()) if name.startswith("css/")}
    rest = [name for name in sheets if name not in {*FIRST_STYLES, LAST_STYLE, *OTHER_STYLES, *OWN_PARTS}]
    files["css/first.css"] = b"\n".join(sheets[name] for name in (*FIRST_STYLES, LAST_STYLE))
    files["css/rest.css"] = b"\n".join(sheets[name] for name in (*rest, LAST_STYLE))
    for folder, shown in text_parts().items():
        files |= {f"texts/{folder}{language}.json": texts(language, shown).encode() for language in LANGUAGES}
    files["lessons.json"] = lessons()
    styles = ("first", "loading", "print", "rest", *OWN_PARTS)
    offline = (*(f"css/{name}.css" for name in styles), "exercises.json", "js/", "lessons.json", "texts/")
    files["offline.json"] = json.dumps([name for name in sorted(files) if name.startswith(offline)]).encode()
    return {name: Asset(content, media_type(name)) for name, content in sorted(files.items())}


@cache
def tables() -> dict[str, Asset]:
    """The tables of the solver by their address below static/, which changes with the table and not with the build.

    The engine in the browser reads them too.
    """
    folder = resources.files("charidice.strategy.tables")
    files = {each.name: each.read_bytes() for each in folder.iterdir() if each.name.endswith(TABLE)}
    assets = {name: Asset(content, media_type(name)) for name, content in sorted(files.items())}
    return {f"tables/{name}?{asset.etag[1:13]}": asset for name, asset in assets.items()}


def _files(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        name = f"{prefix}{entry.name}"
        if entry.is_dir():
            found |= _files(entry, f"{name}/")
        elif not name.endswith(TYPE_DECLARATIONS):
            found[name] = without_comments(name, entry.read_bytes())
    return found


def without_comments(name: str, content: bytes) -> bytes:
    """A script or style sheet as it is sent. No text in backquotes may have a line that looks like a comment."""
    comments = COMMENTS.get(name[name.rfind(".") :])
    return comments.sub(b"", content) if comments else content


def media_type(name: str) -> str:
    ending = name[name.rfind(".") :]
    return TYPES.get(ending) or guess_type(name)[0] or "application/octet-stream"


def text_parts() -> dict[str, tuple[str, ...]]:
    """The key prefixes of the texts by the folder below texts/ that has them."""
    return {"": SHOWN, "here/": SHOWN_HERE} | {f"{screen}/": (prefix,) for screen, prefix in OWN_PARTS.items()}


def texts(language: str, prefixes: tuple[str, ...]) -> str:
    """The texts whose keys have one of the prefixes, as JSON; those of an own part are in no other."""
    own = tuple(prefix for prefix in OWN_PARTS.values() if prefix not in prefixes)
    found = catalog(language).texts.items()
    chosen = {key: text for key, text in found if key.startswith(prefixes) and not key.startswith(own)}
    return json.dumps(chosen, ensure_ascii=False, separators=(",", ":"))


@cache
def build() -> str:
    """A hash of all files, part of their URLs, so that browsers can cache them forever."""
    return hashlib.sha256("".join(name + asset.etag for name, asset in static().items()).encode()).hexdigest()[:12]


def address_of_file(name: str, root: str = "/") -> str:
    return f"{root}static/{build()}/{name}"


@cache
def with_build_hash(name: str) -> Asset:
    """A file with its `{build}` placeholder filled in."""
    asset = static()[name]
    return Asset(asset.content.replace(b"{build}", build().encode()), asset.media_type)
