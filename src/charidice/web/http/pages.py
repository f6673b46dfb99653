"""Routes of the pages and static files."""

import re
from functools import cache, lru_cache
from html import escape
from posixpath import normpath

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic_core import to_json

from charidice.messages import LANGUAGES, catalog
from charidice.rules.errors import Refused
from charidice.web.door.headers import EMBEDDED_POLICY
from charidice.web.http.assets import (
    HOUR,
    IMMUTABLE,
    OWN_PARTS,
    QUICK,
    REVALIDATE,
    SHOWN_FIRST,
    WEEK,
    Asset,
    address_of_file,
    build,
    static,
    tables,
    texts,
    with_build_hash,
)
from charidice.web.http.constants import CONSTANTS, Constants
from charidice.web.models import Fields
from charidice.web.refusals import WebRefused, accepted_language

# Static imports only; dynamic ones are loaded on demand.
IMPORTS = re.compile(r'^(?:import|export)\b[^;(]*"(\.{1,2}/[a-z0-9/.-]+\.js)"', re.MULTILINE)
# Files that browsers expect at the root, and the page of the API.
OWN_ADDRESSES = {
    "/sw.js": "sw.js",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/favicon.ico": "icons/icon.svg",
    "/api/docs": "docs.html",
}
# The chosen language, so that the page arrives with the right texts.
LANGUAGE_COOKIE = "language"
VARIES = "Accept-Encoding, Accept-Language, Cookie"
PREVIEW_PICTURE = "preview.png"
SERVICE_UNAVAILABLE = 503

pages = APIRouter(include_in_schema=False)


@cache
def modules(screen: str) -> tuple[str, ...]:
    """The modules that a screen imports statically, to preload them."""
    return with_imports("js/main.js", next(name for name in static() if name.endswith(f"/{screen}-screen.js")))


def with_imports(*names: str) -> tuple[str, ...]:
    """These modules, and all that they import statically."""
    needed = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [normpath(f"{name}/../{path}") for path in IMPORTS.findall(static()[name].content.decode())]
    return tuple(sorted(needed))


# Bounded, because `preview` contains the host name, which clients choose.
@lru_cache(maxsize=256)
def shell(language: str, screen: str, preview: str, guests: tuple[str, ...] = ()) -> Asset:
    """The single page of the game, with links to all that its screen needs, so that it loads in one round trip."""
    # Quick compression, since clients can send any number of host names.
    return Asset(filled(language, screen, preview, CONSTANTS | {"guests": guests}).encode(), "text/html", quality=QUICK)


def filled(
    language: str,
    screen: str,
    preview: str,
    constants: Constants,
    root: str = "/",
    policy: str = "",
    later: tuple[str, ...] = (),
) -> str:
    """The page's text; `root` is the address of its files, `policy` a tag in its head, `later` modules to load next."""
    is_start = screen == "start"
    own = [screen] if screen in OWN_PARTS else []
    sheets = [f"css/{name}.css" for name in (["first"] if is_start else ["first", "rest", *own])]
    links = [f'<link rel="stylesheet" href="{address_of_file(name, root)}">' for name in sheets]
    links += [f'<link rel="modulepreload" href="{address_of_file(name, root)}">' for name in modules(screen)]
    links += [
        f'<link rel="modulepreload" fetchpriority="low" href="{address_of_file(name, root)}">'
        for name in later
        if name not in modules(screen)
    ]
    if not is_start:
        for part in ("", *(f"{name}/" for name in own)):
            needed = address_of_file(f"texts/{part}{language}.json", root)
            links.append(f'<link rel="preload" as="fetch" href="{needed}" crossorigin>')
    say = catalog(language).say
    page = with_build_hash("index.html").content.decode()
    for place, text in {
        "{language}": language,
        "{root}": root,
        "{policy}": policy,
        "{constants}": escape(to_json(constants).decode()),
        "{description}": escape(say("web.start.tagline")),
        "{preview}": preview,
        "{links}": "\n".join(links),
        "{texts}": escape(texts(language, SHOWN_FIRST), quote=False) if is_start else "",
        "{no-script}": escape(say("page.needs-javascript")),
    }.items():
        page = page.replace(place, text)
    return page


def link_preview(language: str, address: str, title: str, sentence: str) -> str:
    """Open Graph tags for link previews (https://ogp.me); title and sentence are text keys."""
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


@pages.get("/")
@pages.get("/table/{parameter}")
@pages.get("/pad/{parameter}")
@pages.get("/rules")
@pages.get("/tutorial")
@pages.get("/paper")
@pages.get("/my-dice")
@pages.get("/history")
@pages.get("/lab")
@pages.get("/trainer")
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
        preview = link_preview(host_language, address, "page.invitation.title", "page.invitation")
    else:
        preview = link_preview(language, address, "web.title", "web.start.tagline")
    guests = request.app.state.rooms.settings.bots
    return shell(language, screen, preview, guests).respond(request, vary=VARIES)


@pages.get("/embed/lab")
async def embedded(request: Request) -> Response:
    """The lab within somebody's own page."""
    answer = shell(chosen_language(request), "lab", "").respond(request, vary=VARIES)
    answer.headers["Content-Security-Policy"] = EMBEDDED_POLICY
    return answer


def missing_page(request: Request) -> Response:
    """The 404 page."""
    return shell(chosen_language(request), "missing", "").respond(request, 404, vary=VARIES)


def chosen_language(request: Request) -> str:
    """The language from the cookie, else from Accept-Language."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    return chosen if chosen in LANGUAGES else accepted_language(request.headers.get("accept-language"))


async def _language_of_table(request: Request) -> str | None:
    """The host's language, None if there is no such table."""
    try:
        room = await request.app.state.rooms.get(request.path_params["parameter"])
    except Refused:
        return None
    return str(room.table.language)


def address_of(request: Request) -> str:
    """The public URL of this server."""
    settings = request.app.state.rooms.settings
    scheme = "https" if settings.secure else request.url.scheme
    return str(settings.url or f"{scheme}://{request.headers.get('host', '')}").rstrip("/")


# Not async, so that the first compression runs in a thread and blocks no other request.
@pages.get("/static/{path:path}")
def file(path: str, request: Request) -> Response:
    """A file: immutable under the hash of this build; under another hash, or none, revalidated."""
    of, _, name = path.partition("/")
    if table := tables().get(f"{path}?{request.url.query}"):
        return table.respond(request, keep=IMMUTABLE)
    if of == build() and name in static():
        return static()[name].respond(request, keep=IMMUTABLE)
    asset = static().get(path) or static().get(name)
    if asset is None:
        raise WebRefused("no-such-page")
    return asset.respond(request, keep=WEEK if of == "icons" else REVALIDATE)


@pages.get("/sw.js")
@pages.get("/manifest.webmanifest")
@pages.get("/favicon.ico")
@pages.get("/api/docs")
def file_at_its_own_address(request: Request) -> Response:
    return with_build_hash(OWN_ADDRESSES[request.url.path]).respond(request, keep=HOUR)


@pages.get("/healthz")
async def healthz() -> Fields:
    """Whether the process is alive."""
    return {"status": "ok"}


@pages.get("/readyz")
async def readyz(request: Request) -> Response:
    """Whether it can serve tables: a row was written to the database, whose schema is current."""
    reason = await request.app.state.rooms.why_not_ready()
    if reason is None:
        return JSONResponse({"status": "ok"})
    return JSONResponse({"status": "unavailable", "reason": reason}, SERVICE_UNAVAILABLE)
