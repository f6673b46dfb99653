"""Sheets and pictures from the server."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import httpx
import pypdfium2
import pytest
from PIL import Image

from charidice.messages import LANGUAGES, catalog
from charidice.record import dump_json

from ..coach.games import game, turns_of
from .servers import Browser, done, error, play

NewBrowser = Callable[..., Browser]
every_language = pytest.mark.parametrize("language", LANGUAGES)


def words(response: httpx.Response) -> str:
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["content-disposition"].startswith("attachment")
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(response.content))


@every_language
def test_blank_sheets_are_in_the_language_of_the_reader(browser: NewBrowser, language: str) -> None:
    say = catalog(language).say
    told = words(browser(language=language).get("/sheets?players=3&paper=letter"))
    assert told.count(say("paper.name") + " ") + told.count(say("paper.name") + "\r") >= 4
    assert say("paper.rules") in told


def test_the_sheets_of_a_finished_game_have_its_names_and_those_of_bots(browser: NewBrowser) -> None:
    guest = browser(language="pl")
    table = play(guest, guest.started("Łucja", "@owl", rounds=1))["table"]
    told = words(guest.get(f"/tables/{table}/sheets?paper=a4"))
    assert "Łucja" in told
    assert catalog("pl").say("bot.owl") in told


def test_a_finished_game_has_its_picture_for_everybody_who_has_the_link(browser: NewBrowser) -> None:
    host, other = browser(), browser(language="de")
    table = play(host, host.started("Lena", "Marko", rounds=1, hints="off"))["table"]
    drawn = other.get(f"/tables/{table}/picture?form=png")
    assert drawn.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(drawn.content)).width == 1440
    vector = other.get(f"/tables/{table}/picture?form=svg")
    assert vector.headers["content-type"] == "image/svg+xml"
    assert catalog("de").say("paper.best-roll", player="") in vector.text
    assert "Marko" in vector.text


def test_an_imported_game_has_sheets_and_a_picture_for_its_own_browser_alone(browser: NewBrowser) -> None:
    anna, other = browser(language="de"), browser()
    anna.ask("/history/import", games=[dump_json(replace(game(5), players=("Łucja", "Ben")))])
    [line] = done(anna.get("/history"))["games"]
    address = f"/history/imported/{line['game']}"
    assert "Łucja" in words(anna.get(f"{address}/sheets?paper=letter"))
    drawn = anna.get(f"{address}/picture?form=png")
    assert drawn.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(drawn.content)).width == 1440
    vector = anna.get(f"{address}/picture?form=svg")
    assert catalog("de").say("paper.best-roll", player="") in vector.text
    assert "Łucja" in vector.text
    for path in ("sheets", "picture"):
        assert error(other.get(f"{address}/{path}"))["code"] == "no-such-game"


def test_an_unfinished_import_has_neither(browser: NewBrowser) -> None:
    anna = browser()
    anna.ask("/history/import", games=[dump_json(turns_of(game(5), 3))])
    [line] = done(anna.get("/history"))["games"]
    for path in ("sheets", "picture"):
        assert error(anna.get(f"/history/imported/{line['game']}/{path}"))["code"] == "not-over"


def test_an_unfinished_game_is_refused(browser: NewBrowser) -> None:
    guest = browser(language="es")
    running, open_ = guest.started("Lena", "Marko")["table"], guest.open_table("Lena", "link")["table"]
    for table in (running, open_):
        for path in ("sheets", "picture"):
            refused = guest.get(f"/tables/{table}/{path}")
            assert refused.status_code == 409
            assert error(refused)["message"] == catalog("es").say("refused.not-over")


@pytest.mark.parametrize("path", ["/sheets?paper=a3", "/sheets?players=5", "/sheets?players=1", "/sheets?players=x"])
def test_unknown_paper_or_too_many_players_are_refused(browser: NewBrowser, path: str) -> None:
    assert error(browser().get(path))["code"] == "bad-request"


def test_only_the_worker_loads_what_draws() -> None:
    """The server starts without it."""
    code = "import sys, charidice.web.app; print(*{'fpdf', 'fontTools', 'PIL'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
