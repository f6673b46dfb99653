"""What the table and its lobby look like, and what they say only once."""

import json

import pytest
from playwright.sync_api import Locator, Route, expect

from charidice.messages import LANGUAGES, catalog

from .conftest import NOWHERE, NewPage, Server
from .languages import switch_language
from .playing import new_table, play_ahead, roll
from .test_layout import PEOPLE, apart, boxes, in_view

BORDER = "each => getComputedStyle(each).borderTopStyle"


def test_forced_colours_draw_no_box_around_areas_that_only_catch_presses(new_page: NewPage) -> None:
    page = new_page(NOWHERE, forced_colors="active")
    new_table(page, "Lena", "Marko")
    areas = page.locator(".explaining").all()
    assert len(areas) == 4
    assert {area.evaluate(BORDER) for area in areas} == {"none"}
    assert page.locator(".roll").evaluate(BORDER) == "solid"


def test_forced_colours_show_what_is_chosen_and_what_is_spent(new_page: NewPage) -> None:
    page = new_page(NOWHERE, forced_colors="active")
    new_table(page, "Lena", "Marko")
    ground = "each => getComputedStyle(each).backgroundColor"

    def stands_out(one: Locator, other: Locator) -> None:
        assert one.evaluate(ground) != other.evaluate(ground)

    page.locator('[data-action="ask"]').click()
    page.locator('[data-action="ask-sure"]').click()
    roll(page)
    page.locator('[data-action="pick"]').click()
    stands_out(page.locator('[data-action="pick"]'), page.locator('[data-action="hint"]'))
    page.locator('[data-action="sheets"]').click()
    names = page.locator(".sheet-names button")
    stands_out(names.first, names.last)
    crossed = "each => getComputedStyle(each).textDecorationLine"
    assert page.locator("dialog .gift.spent dt").evaluate(crossed) == "line-through"


def test_in_landscape_help_is_one_press_away(new_page: NewPage) -> None:
    page = new_page(NOWHERE, locale="de")
    for players, widths in ((2, (740,)), (3, (740,)), (4, (568, 667, 740, 844))):
        new_table(page, *PEOPLE[:players])
        for width in widths:
            page.set_viewport_size({"width": width, "height": 360})
            in_view(page, "#bar-help")
            apart(page, "#bar-help", "#bar-menu", ".bar-centre", ".seat", ".panel")
        page.locator("#bar-help").click()
        expect(page.locator("dialog")).to_be_visible()


# Words of a selector that go on in another line.
BROKEN = """selector => [...document.querySelectorAll(selector)].flatMap((button) => {
    if (!button.checkVisibility()) return [];
    const [text] = button.childNodes;
    return [...text.data.matchAll(/\\p{L}+/gu)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_narrow_phone_no_word_about_the_greatest_gift_is_broken(language: str, new_page: NewPage) -> None:
    page = new_page(NOWHERE, locale=language)
    new_table(page, *PEOPLE[:3])
    page.locator('[data-action="ask"]').click()
    in_view(page, ".aside .greatest .button")
    assert page.evaluate(BROKEN, ".aside .greatest .button") == []


def test_a_tall_tablet_is_filled(new_page: NewPage) -> None:
    page = new_page(NOWHERE, viewport={"width": 820, "height": 1180})
    new_table(page, "Lena", "Marko")
    roll(page)
    assert boxes(page, ".table > .sheets")[0][3] > 1180 * 0.96
    in_view(page, ".sheet")


# The columns of a table on a desk, and which sheets lie below each of them.
BELOW = {
    2: {".felt": (0, 0), ".panel": (1, 1)},
    3: {".felt": (0, 1), ".panel": (2, 2)},
    4: {".seats": (0, 0), ".felt": (1, 2), ".panel": (3, 3)},
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_desk_the_sheets_are_in_line_with_the_columns_above(players: int, new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, *PEOPLE[:players])
    for width in (1366, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        sheets = boxes(page, ".sheet")
        assert len({top for _, top, _, _ in sheets}) == 1
        for column, (first, last) in BELOW[players].items():
            [(left, _, right, bottom)] = boxes(page, column)
            assert (sheets[first][0], sheets[last][2]) == pytest.approx((left, right), abs=1), column
            assert sheets[first][1] >= bottom
        apart(page, ".seat", ".felt", ".panel", ".sheet")


# The numbers of each row of small dice, and how far each symbol is from the middle of its number and from its edge.
MINIS = """rows => rows.map((minis) => [...minis.querySelectorAll(".die.small")].map((die) => {
    const [number, symbol] = [".number", ".symbol"].map((part) => die.querySelector(part).getBoundingClientRect());
    const level = Math.abs(number.top + number.height / 2 - symbol.top - symbol.height / 2);
    return [Number(die.textContent), level, symbol.left - number.right];
}))"""


def tidy(rows: Locator) -> None:
    """Small dice are sorted, and each symbol is beside its number."""
    found = rows.evaluate_all(MINIS)
    assert any(found)
    for dice in found:
        assert [number for number, _, _ in dice] == sorted(number for number, _, _ in dice)
        assert all(level < 2 and gap >= 0 for _, level, gap in dice), dice


def test_small_dice_are_sorted_with_the_symbol_beside_the_number(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    # Several rolls, since one may be sorted by chance.
    for _ in range(3):
        roll(page)
        tidy(page.locator(".way .minis"))


def test_after_the_last_roll_one_sentence_asks_for_a_choice(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    for _ in range(3):
        roll(page)
    asking = {"en": "score", "de": "werte", "es": "puntú", "it": "conteggi", "pl": "punkty"}
    for language in LANGUAGES:
        switch_language(page, language)
        say = catalog(language).say
        expect(page.locator(".news")).to_have_text(say("web.table.score-some"))
        expect(page.locator(".status")).not_to_contain_text(asking[language])
        expect(page.locator(".options-head h2")).to_have_text(say("web.tutorial.ways"))


def test_every_entry_of_the_menu_has_a_picture(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@owl")
    page.locator("#bar-menu").click()
    entries = page.locator("dialog .menu-entry")
    expect(page.locator("dialog .added .menu-entry").first).to_be_visible()
    assert entries.count() > page.locator("dialog .places .menu-entry").count() > 0
    expect(page.locator("dialog .menu-entry > .icon")).to_have_count(entries.count())


def test_the_names_over_the_sheets_show_which_is_chosen(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko", "Ola")
    page.locator(".seat").nth(1).click()
    chosen = page.locator('.sheet-names [aria-pressed="true"]')
    expect(chosen).to_have_text(["Marko"])
    page.locator(".sheet-names button", has_text="Ola").click()
    expect(chosen).to_have_text(["Ola"])
    # On a low screen, too, it begins with the names and the way out.
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 740, "height": 360})
    page.locator(".seat").nth(1).click()
    expect(chosen).to_have_text(["Marko"])
    in_view(page, ".sheet-names button, dialog .shut")
    expect(page.locator("dialog .sheet", has_text="Marko")).to_be_in_viewport(ratio=0.4)
    # By a swipe too, though several sheets are seen at once.
    for left, name in ((0, "Lena"), (10_000, "Ola")):
        page.locator("dialog .sheets").evaluate("(sheets, left) => sheets.scrollTo({left, behavior: 'instant'})", left)
        expect(chosen).to_have_text([name])


def test_on_a_desk_guests_see_dice_and_how_it_works(new_page: NewPage, server: Server) -> None:
    host = new_page(NOWHERE)
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
    # A tablet has room for it, too; a phone would have to be scrolled.
    guest.set_viewport_size({"width": 820, "height": 1180})
    in_view(guest, ".how")
    apart(guest, ".how", ".joining", ".around")
    guest.set_viewport_size({"width": 360, "height": 640})
    expect(guest.locator(".how")).to_be_hidden()


def test_a_code_that_works_on_this_device_only_is_not_shown(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "link")
    expect(page.locator('[data-link="join"]')).to_be_visible()
    expect(page.locator(".only-here").first).to_be_visible()
    expect(page.locator("img.qr")).to_have_count(0)
    # Nor is it spoken of.
    expect(page.get_by_text(catalog("en").say("web.lobby.link.join.why"))).to_have_count(0)


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


@pytest.mark.parametrize("size", [(360, 640), (820, 1180), (1440, 900)])
def test_a_new_table_starts_with_a_button_that_is_in_view(size: tuple[int, int], new_page: NewPage) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.locator('[data-action="new-table"]').click()
    expect(page.locator('[data-action="create"]')).to_be_visible()
    in_view(page, '[data-action="create"]')


def test_at_the_end_of_a_game_for_four_all_totals_and_the_way_home_are_whole(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, *PEOPLE, rounds=1)
    play_ahead(page, 1)
    page.wait_for_selector('table-screen[data-stage="over"]')
    buttons = boxes(page, ".end-actions")[0][1]
    assert all(bottom <= buttons for _, _, _, bottom in boxes(page, ".ranks > li"))
    for width in (600, 740, 790):
        page.set_viewport_size({"width": width, "height": 360})
        in_view(page, ".bar-out")
        apart(page, "#bar-menu", ".bar-out", "#bar-help", ".victory")
        assert page.locator(".bar-out").evaluate(
            "home => home.parentElement.scrollWidth <= home.parentElement.clientWidth"
        )
