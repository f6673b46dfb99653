"""The pages and what belongs to them, kept in memory, compressed once."""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from posixpath import normpath

from fastapi import APIRouter, Request, Response

from charidice.messages import LANGUAGES, catalog
from charidice.rules.errors import Refused
from charidice.web.models import Fields
from charidice.web.motion import MOTION
from charidice.web.refusals import WebRefused, accepted_language

# The texts that the browser shows, by how their keys begin; the others belong to the terminal.
SHOWN = (
    *("language", "list.", "colour.", "face", "kind.", "box.", "points", "dice", "rolls-left", "player.number", "bot."),
    *("letter.", "event.", "play.winner", "play.most-given", "coach.move.", "refused.no-such-page", "rules", "web."),
)
STYLE_ORDER = ("tokens.css", "base.css", "dice.css")
# Has the last word about whatever the others say.
LAST_STYLE = "forced-colors.css"
# Belongs to a page of its own.
NOT_IN_SHELL = frozenset({"docs.css", "review-page.css"})
# What is imported by a call is fetched when it is wanted.
IMPORTS = re.compile(r'^(?:import|export)\b[^;(]*"(\.{1,2}/[a-z0-9/.-]+\.js)"', re.MULTILINE)
# Browsers look for these at the root, and for the page of the interface beside it.
OWN_ADDRESSES = {
    "/sw.js": "sw.js",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/favicon.ico": "icons/icon.svg",
    "/api/docs": "docs.html",
}
COMPRESSIBLE = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
# The language somebody chose, so that the page names the right texts to load.
LANGUAGE_COOKIE = "language"
PREVIEW_PICTURE = "preview.png"
# Browsers ask each time whether something is new, and mostly hear that it is not.
REVALIDATE = "no-cache"

pages = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file ready to be sent."""

    content: bytes
    media_type: str
    etag: str
    compressed: bytes | None

    @classmethod
    def of(cls, content: bytes, media_type: str) -> "Asset":
        etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        packed = gzip.compress(content, 9, mtime=0) if media_type.startswith(COMPRESSIBLE) else None
        return cls(content, media_type, etag, packed)

    def answer(self, request: Request, status: int = 200) -> Response:
        headers = {"ETag": self.etag, "Cache-Control": REVALIDATE, "Vary": "Accept-Encoding, Accept-Language, Cookie"}
        if status == 200 and request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        if self.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.compressed, status, headers, self.media_type)
        return Response(self.content, status, headers, self.media_type)


def _files(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        name = f"{prefix}{entry.name}"
        found |= _files(entry, f"{name}/") if entry.is_dir() else {name: entry.read_bytes()}
    return found


@cache
def static() -> dict[str, Asset]:
    """Every file by its path."""
    files = _files(resources.files("charidice.web").joinpath("static"))
    files["css/review-page.css"] = resources.files("charidice.coach.reviews.html").joinpath("page.css").read_bytes()
    return {name: Asset.of(content, _media_type(name)) for name, content in sorted(files.items())}


def _media_type(name: str) -> str:
    ending = name[name.rfind(".") :]
    return TYPES.get(ending) or guess_type(name)[0] or "application/octet-stream"


def styles() -> list[str]:
    """The style sheets of the game in their order; that of the review is loaded with it."""
    names = [name.removeprefix("css/") for name in static() if name.startswith("css/")]
    rest = sorted(set(names) - {*STYLE_ORDER, LAST_STYLE} - NOT_IN_SHELL)
    return [f"/static/css/{name}" for name in (*STYLE_ORDER, *rest, LAST_STYLE)]


def modules(screen: str) -> list[str]:
    """The modules that a screen needs."""
    needed = set()
    waiting = ["js/main.js", next(name for name in static() if name.endswith(f"/{screen}-screen.js"))]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [normpath(f"{name}/../{path}") for path in IMPORTS.findall(static()[name].content.decode())]
    return [f"/static/{name}" for name in sorted(needed)]


# The address of the server is in it, and whoever asks may call the server by many names.
@lru_cache(maxsize=256)
def shell(language: str, screen: str, preview: str) -> Asset:
    """The one page of the game. It names all that its screen needs, so that everything is fetched at once."""
    links = [f'<link rel="stylesheet" href="{path}">' for path in styles()]
    links += [f'<link rel="modulepreload" href="{path}">' for path in modules(screen)]
    links.append(f'<link rel="preload" as="fetch" href="/api/messages/{language}" crossorigin>')
    say = catalog(language).say
    filled = static()["index.html"].content.decode()
    for place, text in {
        "{language}": language,
        "{motion}": escape(json.dumps(MOTION)),
        "{description}": escape(say("web.start.tagline")),
        "{preview}": preview,
        "{links}": "\n".join(links),
        "{no-script}": escape(say("web.needs-javascript")),
    }.items():
        filled = filled.replace(place, text)
    return Asset.of(filled.encode(), "text/html")


def link_preview(language: str, address: str, title: str, sentence: str) -> str:
    """What a messenger shows of a link to the page (https://ogp.me); title and sentence are keys of texts."""
    say = catalog(language).say
    properties = {
        "og:type": "website",
        "og:title": say(title),
        "og:description": say(sentence),
        "og:image": f"{address}/static/{PREVIEW_PICTURE}",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items()]
    return "\n".join((*tags, '<meta name="twitter:card" content="summary_large_image">'))


@cache
def messages(language: str) -> Asset:
    texts = catalog(language).texts
    shown = {key: text for key, text in texts.items() if key.startswith(SHOWN)}
    return Asset.of(json.dumps(shown, ensure_ascii=False).encode(), "application/json")


@pages.get("/")
@pages.get("/table/{parameter}")
@pages.get("/rules")
@pages.get("/tutorial")
@pages.get("/fair-dice")
@pages.get("/fair-dice/{parameter}")
@pages.get("/review")
@pages.get("/review/{parameter}")
async def page(request: Request) -> Response:
    screen = request.url.path.split("/")[1] or "start"
    language = chosen_language(request)
    address = address_of(request)
    if screen == "table":
        host_language = await _language_of_table(request) or language
        preview = link_preview(host_language, address, "web.invitation.title", "web.invitation")
    else:
        preview = link_preview(language, address, "web.title", "web.start.tagline")
    return shell(language, screen, preview).answer(request)


def missing_page(request: Request) -> Response:
    """The page that says that there is nothing at its address."""
    return shell(chosen_language(request), "missing", "").answer(request, 404)


def chosen_language(request: Request) -> str:
    """The language somebody chose here, else the one their browser asks for."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    return chosen if chosen in LANGUAGES else accepted_language(request.headers.get("accept-language"))


async def _language_of_table(request: Request) -> str | None:
    """The language of whoever opened a table, None if there is no such table."""
    try:
        room = await request.app.state.rooms.get(request.path_params["parameter"])
    except Refused:
        return None
    return str(room.table.language)


def address_of(request: Request) -> str:
    """Where everybody reaches this server."""
    settings = request.app.state.rooms.settings
    scheme = "https" if settings.secure else request.url.scheme
    return str(settings.url or f"{scheme}://{request.headers.get('host', '')}").rstrip("/")


@pages.get("/static/{path:path}")
async def file(path: str, request: Request) -> Response:
    asset = static().get(path)
    if asset is None:
        raise WebRefused("no-such-page")
    return asset.answer(request)


@pages.get("/sw.js")
@pages.get("/manifest.webmanifest")
@pages.get("/favicon.ico")
@pages.get("/api/docs")
async def file_at_its_own_address(request: Request) -> Response:
    return static()[OWN_ADDRESSES[request.url.path]].answer(request)


@pages.get("/api/messages/{language}")
async def texts(language: str, request: Request) -> Response:
    if language not in LANGUAGES:
        raise WebRefused("no-such-page")
    return messages(language).answer(request)


@pages.get("/api/shell")
async def offline_files() -> Fields:
    """What it takes to open the game without a connection, and a version that changes with any of it."""
    files = ["/", "/manifest.webmanifest", *styles(), "/static/css/review-page.css"]
    files += [f"/static/{name}" for name in static() if name.startswith(("icons/", "js/"))]
    files += [f"/api/messages/{language}" for language in LANGUAGES]
    etags = [asset.etag for asset in static().values()] + [messages(language).etag for language in LANGUAGES]
    return {"version": hashlib.sha256("".join(etags).encode()).hexdigest()[:16], "files": files}


@pages.get("/healthz")
async def healthz() -> Fields:
    return {"status": "ok"}
