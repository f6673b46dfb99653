"""The documentation under /docs: the site that `make docs` packs into the package."""

from functools import cache
from importlib import resources
from io import BytesIO
from zipfile import ZipFile

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse

from charidice.messages import catalog
from charidice.web.door.headers import SITE_POLICY
from charidice.web.http.assets import HOUR, Asset, media_type
from charidice.web.refusals import WebRefused, accepted_language

ADDRESS = "/docs/"
PACKED = "site.zip"
FIRST_PAGE = "index.html"
NOT_FOUND = 404

documentation = APIRouter(include_in_schema=False)


def is_built() -> bool:
    """Whether this installation has the site; a checkout has it after `make docs`."""
    return resources.files("charidice.web").joinpath(PACKED).is_file()


@cache
def site() -> dict[str, Asset]:
    """Every file of the site by its path, in memory from the first request on."""
    with ZipFile(BytesIO(resources.files("charidice.web").joinpath(PACKED).read_bytes())) as packed:
        return {name: Asset(packed.read(name), media_type(name)) for name in packed.namelist()}


@documentation.get("/docs")
async def without_slash() -> Response:
    # A relative redirect keeps scheme and host, TLS included.
    return RedirectResponse(ADDRESS)


# Not async, so that the first compression runs in a thread and blocks no other request.
@documentation.get(ADDRESS + "{path:path}")
def documents(path: str, request: Request) -> Response:
    """A page or a file of the site."""
    if not is_built():
        texts = catalog(accepted_language(request.headers.get("accept-language")))
        return PlainTextResponse(texts.refusal(WebRefused("site-not-built")), NOT_FOUND)
    name = f"{path}{FIRST_PAGE}" if path.endswith("/") or not path else path
    if name not in site():
        raise HTTPException(NOT_FOUND)
    answer = site()[name].respond(request, keep=HOUR)
    answer.headers["Content-Security-Policy"] = SITE_POLICY
    return answer
