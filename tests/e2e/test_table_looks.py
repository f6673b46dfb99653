"""What the table and its lobby look like, and what they say only once."""

import json

import pytest
from playwright.sync_api import Route, expect

from charidice.messages import LANGUAGES, catalog

from .conftest import NewPage, Server
from .playing import new_table, roll
from .test_layout import PEOPLE, apart, boxes, in_view

BORDER = "each => getComputedStyle(each).borderTopStyle"


def test_forced_colours_draw_no_box_around_areas_that_only_catch_presses(new_page: NewPage) -> None:
    page = new_page("/", forced_colors="active")
    new_table(page, "Lena", "Marko")
    areas = page.locator(".explaining").all()
    assert len(areas) == 4
    assert {area.evaluate(BORDER) for area in areas} == {"none"}
    assert page.locator(".roll").evaluate(BORDER) == "solid"


@pytest.mark.parametrize(("players", "width"), [(2, 740), (3, 740), (4, 844)])
def test_in_landscape_help_is_one_press_away(players: int, width: int, new_page: NewPage) -> None:
    page = new_page("/", locale="de", viewport={"width": width, "height": 360})
    new_table(page, *PEOPLE[:players])
    in_view(page, "#bar-help")
    apart(page, "#bar-help", "#bar-menu", ".bar-centre", ".seat", ".panel")
    page.locator("#bar-help").click()
    expect(page.locator("dialog")).to_be_visible()


def test_a_tall_tablet_is_filled(new_page: NewPage) -> None:
    page = new_page("/", viewport={"width": 820, "height": 1180})
    new_table(page, "Lena", "Marko")
    roll(page)
    assert boxes(page, ".table > .sheets")[0][3] > 1180 * 0.96
    in_view(page, ".sheet")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_desk_the_sheets_end_where_the_columns_above_end(players: int, new_page: NewPage) -> None:
    page = new_page("/", viewport={"width": 1440, "height": 900})
    new_table(page, *PEOPLE[:players])
    sheets = boxes(page, ".sheet")
    assert sheets[0][0] == pytest.approx(boxes(page, ".seats")[0][0], abs=1)
    assert sheets[-1][2] == pytest.approx(boxes(page, ".panel")[0][2], abs=1)


# The numbers of each way's small dice, and how far each symbol is from the middle of its number and from its edge.
MINIS = """() => [...document.querySelectorAll(".way .minis")].map((minis) => [...minis.children].map((die) => {
    const [number, symbol] = [".number", ".symbol"].map((part) => die.querySelector(part).getBoundingClientRect());
    const level = Math.abs(number.top + number.height / 2 - symbol.top - symbol.height / 2);
    return [Number(die.textContent), level, symbol.left - number.right];
}))"""


def test_small_dice_are_sorted_with_the_symbol_beside_the_number(new_page: NewPage) -> None:
    page = new_page("/")
    new_table(page, "Lena", "Marko")
    # Several rolls, since one may be sorted by chance.
    for _ in range(3):
        roll(page)
        ways = page.evaluate(MINIS)
        assert ways
        for dice in ways:
            assert [number for number, _, _ in dice] == sorted(number for number, _, _ in dice)
            assert all(level < 2 and gap >= 0 for _, level, gap in dice), dice


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_the_last_roll_one_sentence_asks_for_a_choice(language: str, new_page: NewPage) -> None:
    page = new_page("/", locale=language)
    new_table(page, "Lena", "Marko")
    for _ in range(3):
        roll(page)
    say = catalog(language).say
    expect(page.locator(".news")).to_have_text(say("web.table.score-some"))
    asking = {"en": "score", "de": "werte", "es": "puntú", "it": "conteggi", "pl": "punkty"}[language]
    expect(page.locator(".status")).not_to_contain_text(asking)
    expect(page.locator(".options-head h2")).to_have_text(say("web.tutorial.ways"))


def test_every_entry_of_the_menu_has_a_picture(new_page: NewPage) -> None:
    page = new_page("/")
    new_table(page, "Lena", "@owl")
    page.locator("#bar-menu").click()
    entries = page.locator("dialog .menu-entry")
    expect(page.locator("dialog .added .menu-entry").first).to_be_visible()
    assert entries.count() > page.locator("dialog .places .menu-entry").count() > 0
    expect(page.locator("dialog .menu-entry > .icon")).to_have_count(entries.count())


def test_the_names_over_the_sheets_show_which_is_chosen(new_page: NewPage) -> None:
    page = new_page("/")
    new_table(page, "Lena", "Marko", "Ola")
    page.locator(".seat").nth(1).click()
    chosen = page.locator('.sheet-names [aria-pressed="true"]')
    expect(chosen).to_have_text(["Marko"])
    page.locator(".sheet-names button", has_text="Ola").click()
    expect(chosen).to_have_text(["Ola"])
    # By a swipe too.
    page.locator("dialog .sheets").evaluate("sheets => sheets.scrollTo({left: 0, behavior: 'instant'})")
    expect(chosen).to_have_text(["Lena"])


def test_on_a_desk_guests_see_dice_and_how_it_works(new_page: NewPage, server: Server) -> None:
    host = new_page("/")
    new_table(host, "Lena", "link")
    link = host.locator('[data-link="join"]').input_value().removeprefix(server.address)
    guest = new_page(link, viewport={"width": 1440, "height": 900})
    for language in LANGUAGES:
        guest.evaluate("language => localStorage.setItem('charidice', JSON.stringify({language}))", language)
        guest.context.add_cookies([{"name": "language", "value": language, "url": server.address}])
        guest.reload()
        expect(guest.locator(".how h2")).to_have_text(catalog(language).say("web.lobby.how"))
        expect(guest.locator(".how .die")).to_have_count(6)
        in_view(guest, ".how")
        apart(guest, ".how", ".joining", ".around")
    guest.set_viewport_size({"width": 360, "height": 640})
    expect(guest.locator(".how")).to_be_hidden()


def test_a_code_that_works_on_this_device_only_is_not_shown(new_page: NewPage) -> None:
    page = new_page("/")
    new_table(page, "Lena", "link")
    expect(page.locator('[data-link="join"]')).to_be_visible()
    expect(page.locator(".only-here").first).to_be_visible()
    expect(page.locator("img.qr")).to_have_count(0)


def test_a_code_that_others_can_use_is_shown(new_page: NewPage, server: Server) -> None:
    page = new_page("/")

    def from_outside(route: Route) -> None:
        links = route.fetch().json()
        outside = {kind: links[kind].replace(server.address, "http://192.168.1.5") for kind in ("join", "watch")}
        route.fulfill(body=json.dumps(links | outside), content_type="application/json")

    page.route("**/invitation", from_outside)
    new_table(page, "Lena", "link")
    expect(page.locator("img.qr").first).to_be_visible()
    assert page.locator("img.qr").first.evaluate("image => image.decode().then(() => image.naturalWidth > 100)")
