"""Sheets to print and the picture of a game, in a real browser."""

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES, catalog

from .axe import complaints
from .conftest import NOWHERE, NewPage, Server
from .languages import outside, switch_language
from .playing import new_table, play_ahead, table_of
from .test_accessibility import LOOKS, at_the_end, look

# Chromium on Linux has no share menu; this one only remembers what it was given.
SHARING = """
    window.shared = [];
    navigator.canShare = (data) => data.files?.every((file) => file.type === "image/png");
    navigator.share = async ({ files }) => window.shared.push(...files.map((file) => [file.name, file.size]));
"""


def saved(page: Page, action: str) -> tuple[str, bytes]:
    with page.expect_download() as download:
        page.locator(f'[data-action="{action}"]').click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def words(data: bytes) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))


def test_blank_sheets_by_keyboard_from_the_start_page(new_page: NewPage) -> None:
    page = new_page("/", locale="de-DE")
    card = page.locator('.learning a[href="/paper"]')
    card.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("paper-screen h1")
    page.locator("#players-4").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#players-3")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.locator("#paper-a4")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    data = Path(download.value.path()).read_bytes()
    assert download.value.suggested_filename == "charidice.pdf"
    assert catalog("de").say("paper.gift").split()[-1] in words(data)
    assert [round(side) for side in pypdfium2.PdfDocument(data)[0].get_size()] == [612, 792]
    page.reload()
    # The paper is remembered.
    expect(page.locator("#paper-letter")).to_be_checked()


@pytest.mark.parametrize(("locale", "paper"), [("en-US", "letter"), ("es-MX", "letter"), ("es-ES", "a4"), ("pl", "a4")])
def test_the_paper_is_that_of_the_region(new_page: NewPage, locale: str, paper: str) -> None:
    page = new_page("/paper", locale=locale)
    expect(page.locator(f"#paper-{paper}")).to_be_checked()


def test_the_menu_leads_there_too(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator("#bar-menu").click()
    page.locator('dialog a[href="/paper"]').click()
    expect(page.locator("paper-screen h1")).to_have_text(catalog("en").say("web.paper.title"))


def test_the_sheets_of_a_finished_game_and_its_picture(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Zażółć", rounds=1)
    play_ahead(page, rounds=1)
    page.locator('[data-action="more"]').click()
    name, data = saved(page, "print")
    page.keyboard.press("Escape")
    assert name == f"charidice-{table_of(page)}.pdf"
    assert "Zażółć" in words(data)
    page.locator('[data-action="picture"]').click()
    picture = page.locator("dialog .picture img")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1440
    # No share menu in this browser: no button for it.
    expect(page.locator('[data-action="share-picture"]')).to_have_count(0)
    name, data = saved(page, "save-png")
    assert name.endswith(".png")
    assert Image.open(BytesIO(data)).width == 1440
    # Nobody sends an SVG.
    expect(page.locator("dialog .buttons .button")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator('[data-action="picture"]')).to_be_focused()


def test_a_picture_is_handed_to_the_share_menu_where_there_is_one(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    page.add_init_script(SHARING)
    at_the_end(page)
    page.locator('[data-action="picture"]').click()
    page.locator('[data-action="share-picture"]').click()
    page.wait_for_function("() => shared.length === 1")
    name, size = page.evaluate("shared[0]")
    assert name == f"charidice-{table_of(page)}.png"
    assert size > 10_000


def test_the_svg_shows_its_own_letters_in_the_browser(new_page: NewPage, server: Server, tmp_path: Path) -> None:
    """Texts are as wide as they were measured, which only the embedded font is without being squeezed."""
    page = new_page(NOWHERE)
    at_the_end(page)
    file = tmp_path / "game.svg"
    file.write_bytes(page.request.get(f"{server.address}/api/tables/{table_of(page)}/picture?form=svg").body())
    page.goto(file.as_uri())
    widths = page.evaluate(
        """async () => {
            await document.fonts.ready;
            return [...document.querySelectorAll("text")].map((text) => {
                const told = Number(text.getAttribute("textLength"));
                text.removeAttribute("textLength");
                return [text.getComputedTextLength(), told];
            });
        }"""
    )
    assert len(widths) > 5
    assert all(abs(measured - told) < 0.05 + told / 100 for measured, told in widths)


def test_a_busy_server_is_asked_again_and_a_refusal_is_told(new_page: NewPage) -> None:
    page = new_page("/paper")
    busy = {"error": {"code": "busy", "message": "busy", "wait": 1}}
    page.route("**/api/sheets?*", lambda route: route.fulfill(status=503, json=busy), times=2)
    assert saved(page, "download")[0] == "charidice.pdf"
    gone = {"error": {"code": "too-many-messages", "message": "Slowly, please."}}
    page.route("**/api/sheets?*", lambda route: route.fulfill(status=429, json=gone), times=1)
    page.locator('[data-action="download"]').click()
    expect(page.locator(".toast")).to_have_text("Slowly, please.")
    expect(page.locator('[data-action="download"]')).not_to_have_attribute("aria-disabled", "true")


def test_the_picture_dialog_in_every_language_light_and_dark(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    at_the_end(page)
    for number, language in enumerate(LANGUAGES):
        switch_language(page, language)
        page.locator('[data-action="picture"]').click()
        expect(page.locator("dialog .picture img")).to_be_visible()
        for each in LOOKS:
            look(page, *each)
            assert outside(page) == []
        look(page, *LOOKS[number % 2])
        assert complaints(page) == "", language
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
