"""Games that begin at a position, and games of this device that are put online while they are played."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES, catalog

from ..waiting import until
from .axe import complaints
from .conftest import NewPage, Server
from .hosts import Host
from .languages import outside, switch_language
from .playing import lose_answer, take_turn, wait_for_my_turn
from .test_layout import nothing_sideways

ENGLISH = catalog("en")
ONLINE = "dialog [data-action=put-online]"
SETTLED = 'table-screen[data-busy="false"]'
LYING = "C1 16+0-10:--/16+0-1:-- 2:P5K5K4G6O4P6:asked rounds=2"
FACES = ["P5", "K5", "K4", "G6", "O4", "P6"]
OPEN = """async ([seats, settings, from]) => {
    const { src } = document.querySelector("script[type=module]");
    const { openTable } = await import(new URL("shell/new-tables.js", src));
    await openTable(seats, { wait: 0, speed: "fast", ...settings }, from);
}"""
VIEW = """async (table) => {
    const { src } = document.querySelector("script[type=module]");
    const { get } = await import(new URL("lib/api.js", src));
    return (await get(`/api/tables/${table}`)).view;
}"""
LENA, MARKO = {"who": "here", "name": "Lena"}, {"who": "here", "name": "Marko"}
FOX = {"who": "bot", "bot": "fox"}


def open_table(page: Page, seats: list[dict[str, str]], position: str, here: bool = True, **settings: object) -> str:
    """Open a table as a screen does; returns its id."""
    page.evaluate(OPEN, [seats, settings, {"position": position, "here": here}])
    expect(page.locator(SETTLED)).to_have_attribute("data-stage", "playing")
    return table_of(page)


def table_of(page: Page) -> str:
    return page.url.split("/")[-1]


def game_of(page: Page, table: str) -> dict[str, object]:
    """What the table shows, but for what was known of the dice before."""
    game: dict[str, object] = page.evaluate(VIEW, table)["game"]
    return {name: value for name, value in game.items() if name != "kept"}


def offer(page: Page) -> None:
    page.locator("#bar-menu").click()
    page.locator(".menu-entry", has_text=ENGLISH.say("web.pad.online")).click()
    expect(page.locator(ONLINE)).to_be_visible()


def went_online(page: Page) -> str:
    page.wait_for_url(lambda url: "/table/" in url and "here-" not in url)
    return table_of(page)


def tables_of(page: Page, server: Server) -> list[str]:
    return [each["table"] for each in page.request.get(urljoin(server.address, "/api/tables")).json()["tables"]]


def play_to_the_end(page: Page) -> None:
    while wait_for_my_turn(page):
        take_turn(page)
    expect(page.locator(".end .victory")).to_be_visible()


def test_a_table_of_this_device_begins_at_a_position_and_is_played_to_its_end(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    page.evaluate(OPEN, [[LENA, FOX], {}, {"position": LYING, "here": True}])
    expect(page.locator(SETTLED)).to_have_attribute("data-stage", "playing")
    expect(page.locator("[data-die]")).to_have_count(6)
    assert [text.split()[:2] for text in page.locator("[data-die]").all_inner_texts()] == [[*face] for face in FACES]
    play_to_the_end(page)
    page.locator("[data-action=review]").click()
    expect(page.locator('review-screen[data-state="shown"]')).to_contain_text(ENGLISH.say("review.begins-at", round=2))
    page.goto(f"{host.address}/?/history")
    expect(page.locator(".history-game")).to_contain_text(ENGLISH.say("history.went.partial"))


def test_the_dice_of_a_table_from_a_position_are_checked_from_there_on(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    table = open_table(page, [LENA, FOX], LYING, here=False)
    assert not table.startswith("here-")
    play_to_the_end(page)
    page.goto(f"{server.address}/fair-dice/{table}")
    verdict = page.locator(".fair-verdict")
    expect(verdict).to_have_attribute("data-verdict", "fair")
    expect(verdict).to_contain_text(ENGLISH.say("verify.begins-at", round=2))


@pytest.mark.parametrize("cut", ["create", "start"])
def test_a_running_game_goes_online_once_exactly_as_it_lies(new_page: NewPage, server: Server, cut: str) -> None:
    """Cut off on the way, the page is loaded again, and the button pressed twice."""
    page = new_page("/", offline_expected=True)
    here = open_table(page, [LENA, FOX], LYING)
    page.locator("[data-die]").nth(1).click()
    lying = game_of(page, here)
    path = {"create": "**/api/tables", "start": "**/api/tables/*/start"}[cut]
    lost = lose_answer(page, path)
    offer(page)
    page.locator(ONLINE).click()
    if cut == "create":
        expect(page.locator("dialog .trouble")).to_have_text(ENGLISH.say("here.online.needs-network"))
        page.reload()
        expect(page.locator(SETTLED)).to_have_attribute("data-stage", "playing")
        offer(page)
        page.locator(ONLINE).dblclick()
    there = went_online(page)
    expect(page.locator(SETTLED)).to_have_attribute("data-stage", "playing")
    assert lost
    assert game_of(page, there) == {**lying, "wait": 0}
    # The die that was held still is.
    expect(page.locator("[data-die][aria-pressed=true]")).to_have_count(1)
    assert tables_of(page, server) == [there]
    # The old address leads there, and the game is listed once.
    page.goto(f"{server.address}/table/{here}")
    page.wait_for_url(f"**/table/{there}")
    page.goto(f"{server.address}/")
    expect(page.locator(".recent li")).to_have_count(1)
    page.goto(f"{server.address}/table/{there}")
    play_to_the_end(page)


def test_somebody_takes_the_seat_by_a_link_and_another_tab_follows(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    open_table(page, [LENA, MARKO], LYING)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(SETTLED)).to_have_attribute("data-stage", "playing")
    offer(page)
    page.locator("label:has(#place-1-link)").click()
    expect(page.locator("#place-0-link")).to_have_count(0)
    page.locator(ONLINE).click()
    there = went_online(page)
    assert went_online(other) == there
    expect(page.locator(".around")).to_contain_text(ENGLISH.say("web.lobby.begins", round=2, rounds=2))
    expect(page.locator(".lobby-seats li").nth(1)).to_contain_text(ENGLISH.say("points", count=26))
    link = page.locator("[data-link=join]").input_value()
    guest = new_page(link.removeprefix(server.address))
    guest.locator("#join-name").fill("Mia")
    guest.locator("#join-send").click()
    page.locator("[data-action=start]").click()
    for each in (page, guest):
        expect(each.locator(SETTLED)).to_have_attribute("data-stage", "playing")
    game = game_of(page, there)
    assert (game["round"], game["rolls"], game["faces"]) == (2, 2, FACES)
    assert tables_of(page, server) == [there]


def test_what_is_said_about_it_fits_a_phone_in_every_language(new_page: NewPage) -> None:
    page = new_page("/")
    open_table(page, [LENA, MARKO], LYING)
    for language in LANGUAGES:
        switch_language(page, language)
        page.locator("#bar-menu").click()
        page.locator(".menu-entry", has_text=catalog(language).say("web.pad.online")).click()
        dialog = page.locator("dialog:has([data-action=put-online])")
        expect(dialog).to_contain_text(catalog(language).say("here.online.why"))
        assert until(lambda: outside(page) == []), language
        nothing_sideways(page)
        assert complaints(page) == "", language
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
