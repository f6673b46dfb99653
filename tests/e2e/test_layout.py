"""Where things are on the screen, at every size and text size, and what they look like."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import NewPage
from .playing import OPTION, ROLL, new_table, roll, shown, table_of, wait_for_change

PEOPLE = ("Maximilian-Alexander", "Aleksandra", "Katarzyna", "Marko")
# Phones held sideways; a tablet, a laptop and a desktop at 200 % zoom; and either side of where the layouts change.
LOW = ((568, 320), (640, 360), (740, 360), (844, 390), (410, 590), (683, 384), (720, 450), (1200, 519), (1024, 540))
BEST = ".ways:not(.folded) .group:first-child .row:first-child"
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


@pytest.mark.parametrize("language", ["de", "pl"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_low_screens_a_whole_turn_is_in_view(players: int, language: str, new_page: NewPage) -> None:
    page = new_page("/", locale=language, viewport={"width": 740, "height": 360})
    new_table(page, *PEOPLE[:players])
    roll(page)
    page.locator('[data-die="0"]').click()
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        a_turn_is_in_view(page)


@pytest.mark.parametrize("language", ["de", "es", "it", "pl"])
def test_bots_of_one_kind_can_be_told_apart_on_a_phone(language: str, new_page: NewPage) -> None:
    page = new_page("/", locale=language, viewport={"width": 360, "height": 640})
    new_table(page, PEOPLE[0], "@fox", "@fox", "@fox")
    for width, height in ((360, 640), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        in_view(page, ".seat .who bdi")
        assert page.evaluate(CUT_OFF, [".seat bdi", 0]) == []


@pytest.mark.parametrize("language", ["de", "pl"])
def test_the_numbers_of_squirrels_are_never_cut(language: str, new_page: NewPage) -> None:
    page = new_page("/", locale=language)
    new_table(page, PEOPLE[0], "@squirrel", "@squirrel", "@squirrel")
    for width, height in ((360, 640), (568, 320), (740, 360), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".seat .twin")).to_have_text(["2", "3"])
        cards = boxes(page, ".seat")[2:]
        for (left, _, right, _), card in zip(boxes(page, ".seat .twin"), cards, strict=True):
            assert min(left - card[0], card[2] - right) > 0, (width, height)
        apart(page, ".seat .twin", ".seat .twice", ".seat .sum", ".seat bdi")


@pytest.mark.parametrize("size", [(360, 640), (740, 360), (820, 1180)])
@pytest.mark.parametrize("language", ["de", "pl"])
def test_text_twice_as_large_covers_nothing(language: str, size: tuple[int, int], new_page: NewPage) -> None:
    page = new_page("/", locale=language, viewport={"width": size[0], "height": size[1]})
    new_table(page, *PEOPLE)
    page.evaluate(TWICE)
    roll(page)
    for die in range(6):
        page.locator(f'[data-die="{die}"]').click()
    apart(page, ".held-word", ROLL, ".tool", ".seat")
    page.locator(f"{OPTION}:visible").last.click()
    apart(page, ".held-word, .gift-word", ROLL, ".undo", ".tool", ".aside", ".seat", ".panel")
    apart(page, ".seat .who bdi", ".seat .twice", ".seat .sum", ".seat .gave")
    apart(page, ".bar-button", ".bar-centre", ".seat")
    nothing_sideways(page)
    words = ".bar-centre, .roll-label > span, .aside .button, .held-word, .gift-word, .goes-to"
    assert page.evaluate(CUT_OFF, [words, 1]) == []


# Three digits in each card, and what then goes beyond its edge.
LATE_IN_A_GAME = """() => {
    for (const sum of document.querySelectorAll(".seat .sum")) sum.textContent = "388";
    for (const gave of document.querySelectorAll(".seat .gave")) {
        gave.lastChild.textContent = "108";
        gave.classList.add("three-digits");
    }
    return [...document.querySelectorAll(".seat")].filter((seat) => seat.scrollWidth > seat.clientWidth).length;
}"""


@pytest.mark.parametrize("size", [(360, 640), (740, 360), (820, 1180), (1440, 900)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_have_room_for_the_numbers_of_a_late_game(players: int, size: tuple[int, int], new_page: NewPage) -> None:
    page = new_page("/", viewport={"width": size[0], "height": size[1]})
    new_table(page, *PEOPLE[:players])
    assert page.evaluate(LATE_IN_A_GAME) == 0
    apart(page, ".seat .who bdi", ".seat .twice", ".seat .sum", ".seat .gave")
    # The picture of a gift is there or not, but never a dot.
    widths = page.evaluate("[...document.querySelectorAll('.seat .gave .icon')].map((icon) => icon.clientWidth)")
    assert all(width == 0 or width >= 12 for width in widths)


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_language_menu_has_a_ground_of_its_own(theme: str, new_page: NewPage) -> None:
    """A browser that draws menus itself may put a white ground under letters that were meant for felt."""
    page = new_page("/", color_scheme=theme)
    for path, menu in (("/", "#bar select"), ("/table", "#menu-language")):
        if path == "/table":
            new_table(page, "Lena", "Marko")
            page.locator("#bar-menu").click()
        expect(page.locator(menu)).to_have_css("appearance", "none")
        assert page.evaluate(CONTRAST, menu) >= 4.5
        assert page.evaluate(CONTRAST, f"{menu} option") >= 4.5


def test_with_forced_colours_dice_and_buttons_still_show_what_they_are(new_page: NewPage) -> None:
    page = new_page("/", forced_colors="active")
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


@pytest.mark.parametrize(
    ("name", "first"), [("👨‍👩‍👧‍👦 Meier", "👨‍👩‍👧‍👦"), ("🇵🇱ola", "🇵🇱"), ("q\u0307adir", "Q\u0307"), ("łucja", "Ł")]
)
def test_a_picture_for_a_name_shows_its_whole_first_letter(name: str, first: str, new_page: NewPage) -> None:
    page = new_page("/")
    new_table(page, name, "link")
    assert page.locator(".token.here").inner_text() == first


def test_what_others_may_score_does_not_look_like_mine(new_page: NewPage) -> None:
    page = new_page("/")
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


@pytest.mark.parametrize("size", [(360, 640), (740, 360), (1440, 900)])
def test_a_gift_between_two_flies_from_card_to_card(size: tuple[int, int], new_page: NewPage) -> None:
    page = new_page("/", reduced_motion="no-preference", viewport={"width": size[0], "height": size[1]})
    new_table(page, "Lena", "Marko", free_giving=True)
    page.evaluate(FLIGHTS)
    cards = boxes(page, ".seat")
    for giver in (0, 1):
        roll(page)
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
