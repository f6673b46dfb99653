"""What takes longer than a move is computed in another process, or once."""

from collections.abc import Callable

import httpx
import pytest

from charidice.box.layout import possible_faces
from charidice.web.http.qr import qr_data_uri

from ..waiting import PATIENCE
from .servers import Browser, done

NewBrowser = Callable[..., Browser]


def test_layouts_are_searched_by_the_process_of_the_coach(browser: NewBrowser) -> None:
    guest, before = browser(), possible_faces.cache_info()
    told = guest.ask("/layouts", dice=[["B4"], [], [], ["Y1"], [], []])
    assert told["dice"][0]["faces"] == ["B4"]
    assert possible_faces.cache_info() == before


def test_an_invitation_that_is_looked_at_again_draws_no_code(browser: NewBrowser) -> None:
    host = browser()
    table = host.open_table("Lena", "link")["table"]
    first, drawn = done(host.get(f"/tables/{table}/invitation")), qr_data_uri.cache_info().misses
    assert done(host.get(f"/tables/{table}/invitation")) == first
    assert qr_data_uri.cache_info().misses == drawn


@pytest.mark.parametrize("path", ["/scores", "/scores?free_giving=true", "/openapi.json"])
def test_what_is_the_same_for_everybody_is_made_once(browser: NewBrowser, path: str) -> None:
    guest = browser()
    first = guest.get(path)
    assert first.status_code == 200
    assert first.headers["content-encoding"] in ("br", "gzip")
    again = httpx.get(first.url, headers={"If-None-Match": first.headers["etag"]}, timeout=PATIENCE)
    assert (again.status_code, again.content) == (304, b"")
