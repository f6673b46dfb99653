"""The documentation in a real browser: found from the game, searched and followed, under its strict policy."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import NewPage, Server


@pytest.fixture(scope="module")
def documented_server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Started once the site is there."""
    server = Server(tmp_path_factory.mktemp(site.name))
    yield server
    server.kill()


def test_it_opens_from_the_menu_and_is_searched_and_followed(new_page: NewPage, documented_server: Server) -> None:
    game = new_page("/", at=documented_server, viewport={"width": 1280, "height": 900})
    game.locator("#bar-menu").click()
    with game.context.expect_page() as opened:
        game.locator('a[href="/docs/"]').click()
    opened.value.close()
    page = new_page("/docs", at=documented_server, viewport={"width": 1280, "height": 900})
    expect(page).to_have_url(f"{documented_server.address}/docs/")
    page.get_by_role("link", name="Write a bot in ten minutes").first.click()
    expect(page.locator("h1")).to_contain_text("Write a bot")
    page.locator("input[name=q]").fill("scoring_options")
    page.keyboard.press("Enter")
    found = page.locator("#search-results a", has_text="charidice.scoring_options")
    found.first.click()
    expect(page).to_have_url(re.compile("reference/charidice.html"))
    expect(page.locator('[id="charidice.scoring_options"]')).to_be_visible()
    # The theme is chosen by a script that the page loads; nothing within it could.
    before = page.locator("body").get_attribute("data-theme")
    page.locator(".theme-toggle:visible").first.click()
    expect(page.locator("body")).not_to_have_attribute("data-theme", before or "")


def test_the_menu_leads_to_the_pages_for_players_in_the_language_of_the_game(
    new_page: NewPage, documented_server: Server
) -> None:
    game = new_page("/", at=documented_server, locale="pl")
    game.locator("#bar-menu").click()
    with game.context.expect_page() as opened:
        game.locator('a[href="/docs/pl/play.html"]').click()
    expect(opened.value.locator('[lang="pl"] h1')).to_contain_text("Twoja pierwsza gra")
    opened.value.locator('[lang="pl"] a', has_text="Deutsch").click()
    expect(opened.value.locator('[lang="de"] h1')).to_contain_text("Dein erstes Spiel")


def test_it_fits_a_phone(new_page: NewPage, documented_server: Server) -> None:
    for path in ("/docs/", "/docs/reference/commands.html", "/docs/reference/schemas.html"):
        page = new_page(path, at=documented_server)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
