"""Where things are on the screen, at every size and text size, and what they look like."""

from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES

from .conftest import NOWHERE, NewPage
from .languages import in_languages_and_sizes
from .playing import OPTION, ROLL, new_table, roll, shown, table_of, wait_for_change

PEOPLE = ("Maximilian-Alexander", "Aleksandra", "Katarzyna", "Marko")
# Phones held sideways; a tablet, a laptop and a desktop at 200 % zoom; and either side of where the layouts change.
LOW = ((568, 320), (640, 360), (740, 360), (844, 390), (410, 590), (683, 384), (720, 450), (1200, 519), (1024, 540))
BEST = ".ways:not(.folded) .group:first-child .row:first-child"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TWICE = "() => document.documentElement.style.setProperty('font-size', '200%')"
# What can be seen of a selector, as rectangles: left, top, right, bottom.
BOXES = """selector => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({visibilityProperty: true}))
    .map((each) => each.getBoundingClientRect()).map(({left, top, right, bottom}) => [left, top, right, bottom])"""
# What has more to show than can be seen, by so many pixels.
CUT_OFF = """([selector, spare]) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({visibilityProperty: true}))
    .filter((each) => each.scrollWidth > each.clientWidth + spare || each.scrollHeight > each.clientHeight + spare)
    .map((each) => each.textContent)"""
Box = tuple[float, float, float, float]


def boxes(page: Page, selector: str) -> list[Box]:
    found: list[Box] = page.evaluate(BOXES, selector)
    assert found, f"nothing to see of {selector}"
    return found


def overlap(one: Box, other: Box) -> bool:
    """Whether two rectangles share more than a hair."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width > 1 and height > 1


def in_view(page: Page, selector: str) -> None:
    size = page.viewport_size
    assert size
    for left, top, right, bottom in boxes(page, selector):
        assert min(left, top, size["width"] - right, size["height"] - bottom) > -0.5, selector


def apart(page: Page, *selectors: str) -> None:
    found = [(selector, box) for selector in selectors for box in boxes(page, selector)]
    for place, (selector, box) in enumerate(found):
        assert not [other for other, there in found[place + 1 :] if overlap(box, there)], selector


def nothing_sideways(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def a_turn_is_in_view(page: Page) -> None:
    """All six dice, Roll and the best way to score, none of them over another, and each large enough to press."""
    in_view(page, "[data-die]")
    in_view(page, ROLL)
    in_view(page, BEST)
    apart(page, "[data-die]", ROLL, ".seat", "#bar-menu", ".tool", ".undo", ".aside", ".panel")
    apart(page, ".bar-centre", ".seat", "#bar-menu")
    nothing_sideways(page)
    for target in ("[data-die]", ROLL, OPTION, ".seat", ".tool", ".undo", "#bar-menu"):
        for left, top, right, bottom in boxes(page, target):
            assert min(right - left, bottom - top) >= 43.5, target


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_low_screens_a_whole_turn_is_in_view(players: int, new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, *PEOPLE[:players])
    roll(page)
    page.locator('[data-die="0"]').click()
    for _ in in_languages_and_sizes(page, ["de", "pl"], *LOW):
        a_turn_is_in_view(page)


def test_bots_of_one_kind_can_be_told_apart_on_a_phone(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, PEOPLE[0], "@fox", "@fox", "@fox")
    for seen in in_languages_and_sizes(page, ["de", "es", "it", "pl"], (360, 640), (740, 360)):
        in_view(page, ".seat .who bdi")
        assert page.evaluate(CUT_OFF, [".seat bdi", 0]) == [], seen


def test_the_numbers_of_squirrels_are_never_cut(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, PEOPLE[0], "@squirrel", "@squirrel", "@squirrel")
    for seen in in_languages_and_sizes(page, ["de", "pl"], (360, 640), (568, 320), (740, 360), (820, 1180)):
        expect(page.locator(".seat .twin")).to_have_text(["2", "3"])
        cards = boxes(page, ".seat")[2:]
        for (left, _, right, _), card in zip(boxes(page, ".seat .twin"), cards, strict=True):
            assert min(left - card[0], card[2] - right) > 0, seen
        apart(page, ".seat .twin", ".seat .twice", ".seat .sum", ".seat bdi")
    # So it is over their sheets.
    page.locator(".seat").nth(3).click()
    for seen in in_languages_and_sizes(page, ["de", "pl"], (360, 640), (740, 360)):
        in_view(page, ".sheet-names button")
        apart(page, ".sheet-names button", "dialog .shut", "dialog .sheets")
        assert page.evaluate(CUT_OFF, [".sheet-names bdi", 0]) == [], seen


def test_text_twice_as_large_covers_nothing(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, *PEOPLE)
    page.evaluate(TWICE)
    roll(page)
    for die in range(6):
        page.locator(f'[data-die="{die}"]').click()
    languages, sizes = ["de", "pl"], ((360, 640), (740, 360), (820, 1180))
    for _ in in_languages_and_sizes(page, languages, *sizes):
        apart(page, ".held-word", ROLL, ".tool", ".seat")
    page.locator(f"{OPTION}:visible").last.click()
    for seen in in_languages_and_sizes(page, languages, *sizes):
        apart(page, ".held-word, .gift-word", ROLL, ".undo", ".tool", ".aside", ".seat", ".panel")
        apart(page, ".seat .who bdi", ".seat .twice", ".seat .sum", ".seat .gave")
        apart(page, ".bar-button", ".bar-centre", ".seat")
        nothing_sideways(page)
        words = ".bar-centre, .roll-label > span, .aside .button, .held-word, .gift-word, .goes-to"
        assert page.evaluate(CUT_OFF, [words, 1]) == [], seen


# Cards whose middle belongs to something else.
COVERED_CARDS = """() => [...document.querySelectorAll(".seat")].filter((card) => {
    const {left, top, width, height} = card.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("button") !== card;
}).map((card) => card.textContent)"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_middle_of_a_card_opens_its_sheet(players: int, new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, *PEOPLE[:players])
    for seen in in_languages_and_sizes(page, ["de"], (360, 640), (568, 320), (740, 360), (820, 1180), (1440, 900)):
        assert page.evaluate(COVERED_CARDS) == [], seen


# Three digits in each card, and what then goes beyond its edge.
LATE_IN_A_GAME = """() => {
    for (const sum of document.querySelectorAll(".seat .sum")) sum.textContent = "388";
    for (const gave of document.querySelectorAll(".seat .gave")) {
        gave.lastChild.textContent = "108";
        gave.classList.add("three-digits");
    }
    return [...document.querySelectorAll(".seat")].filter((seat) => seat.scrollWidth > seat.clientWidth).length;
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_have_room_for_the_numbers_of_a_late_game(players: int, new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, *PEOPLE[:players])
    for seen in in_languages_and_sizes(page, ["en"], (360, 640), (740, 360), (820, 1180), (1440, 900)):
        assert page.evaluate(LATE_IN_A_GAME) == 0, seen
        apart(page, ".seat .who bdi", ".seat .twice", ".seat .sum", ".seat .gave")
        # The picture of a gift is there or not, but never a dot.
        widths = page.evaluate("[...document.querySelectorAll('.seat .gave .icon')].map((icon) => icon.clientWidth)")
        assert all(width == 0 or width >= 12 for width in widths), seen


# The ratio of WCAG 2 between an element's text and the ground it has itself.
CONTRAST = """selector => {
    const channels = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map((each) => each / 255)
        .map((each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    const light = (colour) => channels(colour).map((each, index) => each * [0.2126, 0.7152, 0.0722][index])
        .reduce((sum, each) => sum + each);
    const {color, backgroundColor} = getComputedStyle(document.querySelector(selector));
    const [dark, bright] = [light(color), light(backgroundColor)].sort((one, other) => one - other);
    return /rgba.* 0\\)$/.test(backgroundColor) ? 0 : (bright + 0.05) / (dark + 0.05);
}"""


def test_the_language_menu_has_a_ground_of_its_own(new_page: NewPage) -> None:
    """A browser that draws menus itself may put a white ground under letters that were meant for felt."""
    page = new_page("/")
    for path, menu in (("/", "#bar select"), ("/table", "#menu-language")):
        if path == "/table":
            new_table(page, "Lena", "Marko")
            page.locator("#bar-menu").click()
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            expect(page.locator(menu)).to_have_css("appearance", "none")
            assert page.evaluate(CONTRAST, menu) >= 4.5, theme
            assert page.evaluate(CONTRAST, f"{menu} option") >= 4.5, theme


def test_with_forced_colours_dice_and_buttons_still_show_what_they_are(new_page: NewPage) -> None:
    page = new_page(NOWHERE, forced_colors="active")
    new_table(page, "Lena", "Marko")
    roll(page)
    page.locator('[data-die="0"]').click()
    style = "(each, [name, part]) => getComputedStyle(each, part)[name]"
    dice = page.locator(".place .die")
    assert dice.first.evaluate(style, ["forcedColorAdjust", None]) == "none", "dice keep their colours"
    assert dice.first.evaluate(style, ["borderTopWidth", None]) == "2px"
    for button in (ROLL, ".tool", ".undo", ".seat", "#bar-menu", ".ask"):
        assert page.locator(button).first.evaluate(style, ["borderTopWidth", None]) in ("2px", "4px"), button
    held = page.locator(".held-word").first
    assert page.evaluate(CONTRAST, ".held-word") >= 4.5
    ring = page.locator(".place.held .slot").evaluate(style, ["borderTopColor", "::after"])
    assert ring == held.evaluate(style, ["backgroundColor", None]), "what is held wears the colour of what is chosen"
    left, spent = page.locator(".pips i.left").first, page.locator(".pips i:not(.left)").first
    assert left.evaluate(style, ["backgroundColor", None]) != spent.evaluate(style, ["backgroundColor", None])


def test_a_picture_for_a_name_shows_its_whole_first_letter(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "👨‍👩‍👧‍👦 Meier", "🇵🇱ola", "q\u0307adir", "link")
    assert page.locator(".token.here").all_inner_texts() == ["👨‍👩‍👧‍👦", "🇵🇱", "Q\u0307"]
    new_table(page, "łucja", "link")
    assert page.locator(".token.here").inner_text() == "Ł"


def test_what_others_may_score_does_not_look_like_mine(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    other = new_page(f"/table/{table_of(page)}")
    looks = """() => {
        const row = document.querySelector("[data-option]").closest(".row");
        const {borderTopStyle, backgroundColor} = getComputedStyle(row);
        return [borderTopStyle, backgroundColor, getComputedStyle(row.querySelector(".adds b")).color];
    }"""
    other.wait_for_selector(OPTION)
    assert all(mine != theirs for mine, theirs in zip(page.evaluate(looks), other.evaluate(looks), strict=True))
    assert other.locator(OPTION).first.get_attribute("aria-disabled") == "true"


# Notes where a gift sets out and where it arrives.
FLIGHTS = """() => {
    window.flights = [];
    const middle = (each) => {
        const {left, top, width, height} = each.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    new MutationObserver(() => {
        for (const flyer of document.querySelectorAll(".flyer:has(.flying-gift):not([data-seen])")) {
            flyer.dataset.seen = "";
            const [flight] = flyer.getAnimations();
            const at = (time) => {
                flight.currentTime = time;
                return middle(flyer);
            };
            flight.pause();
            window.flights.push([at(0), at(flight.effect.getComputedTiming().endTime)]);
        }
    }).observe(document.body, {childList: true});
}"""
# Scores whatever gives something.
GIVE = """async (table) => {
    const {view} = await (await fetch(`/api/tables/${table}`)).json();
    const {active, options} = view.game;
    const {dice} = options.find((option) => option.gift);
    await fetch(`/api/tables/${table}/moves`, {
        method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({move_id: `${table}-${view.seq}`, seq: view.seq, seat: active, action: "score", dice}),
    });
}"""


def test_a_gift_between_two_flies_from_card_to_card(new_page: NewPage) -> None:
    page = new_page(NOWHERE, reduced_motion="no-preference")
    new_table(page, "Lena", "Marko", free_giving=True)
    page.evaluate(FLIGHTS)
    for (width, height), giver in product(((360, 640), (740, 360), (1440, 900)), (0, 1)):
        page.set_viewport_size({"width": width, "height": height})
        cards = boxes(page, ".seat")
        # The dice need not tumble.
        page.emulate_media(reduced_motion="reduce")
        roll(page)
        page.emulate_media(reduced_motion="no-preference")
        arrow = page.evaluate(
            """() => {
                const other = document.querySelector(".recipient").getBoundingClientRect();
                const style = getComputedStyle(document.querySelector(".recipient"), "::before");
                return [other.left + parseFloat(style.left), other.top + parseFloat(style.top)];
            }"""
        )
        seq = shown(page, "seq")
        page.evaluate(GIVE, table_of(page))
        wait_for_change(page, seq)
        start, end = page.evaluate("() => window.flights").pop()
        for (x, y), (left, top, right, bottom) in ((start, cards[giver]), (end, cards[1 - giver])):
            assert left <= x <= right
            assert top <= y <= bottom
        between = [(cards[0][side] + cards[1][side]) / 2 for side in (0, 1, 2, 3)]
        assert between[0] <= arrow[0] <= between[2], "the arrow points across the gap"
        assert between[1] - 10 <= arrow[1] <= between[3]


# The chosen words of a menu that do not fit beside its arrow.
CUT_CHOICES = """() => [...document.querySelectorAll(".seats-form select")].filter((select) => {
    const style = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const around = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const words = pen.measureText(select.selectedOptions[0].text).width;
    return parseFloat(style.paddingRight) < 24 || words + around > select.clientWidth;
}).map((select) => select.selectedOptions[0].text)"""


def test_who_sits_where_is_never_cut(new_page: NewPage) -> None:
    page = new_page("/#new")
    for _ in range(2):
        page.locator('[data-action="add-seat"]').click()
    page.locator('[data-seat="2"] select[name="who"]').select_option("link")
    for seen in in_languages_and_sizes(page, LANGUAGES, (360, 640), (740, 360), (820, 1180)):
        apart(page, ".seat-picture", ".seat-kind", ".seat-detail", ".remove-seat")
        assert page.evaluate(CUT_CHOICES) == [], seen
    page.goto(page.url.replace("#new", "#pad"))
    page.locator('[data-action="add-seat"]').click()
    for seen in in_languages_and_sizes(page, LANGUAGES, (360, 640)):
        assert page.evaluate(CUT_CHOICES) == [], seen
