"""Where things are on the score pad, at every size and in every language, and what hasty fingers do to it."""

import pytest
from playwright.sync_api import Page, Route, expect

from charidice.messages import LANGUAGES

from .conftest import NewPage, Server
from .my_dice import OWN_DICE, TO_PRESS, enter_dice
from .padding import SAVE, by_dice, by_points, choose_way, ready, tap_faces, turn
from .test_accessibility import switch_language
from .test_languages import outside
from .test_layout import PEOPLE, apart, boxes, in_view, nothing_sideways
from .test_pad_entry import open_pad
from .test_pressing import middle

PHONES = ((360, 640), (740, 360))
SIZES = (*PHONES, (820, 1180), (1440, 900))
FACES = ["B1", "B2", "B3", "B4", "B6", "P6"]


def entering_dice(page: Page, *names: str) -> None:
    """A pad that has all it fetches: what dice can bring takes the server a while the first time."""
    open_pad(page, *names)
    ready(page)
    choose_way(page, "dice")


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 0)")


def test_the_whole_board_is_in_view_and_stays_where_it_is(new_page: NewPage) -> None:
    page = new_page("/")
    entering_dice(page, *PEOPLE)
    for language in LANGUAGES:
        switch_language(page, language)
        for width, height in PHONES:
            resize(page, width, height)
            in_view(page, ".board-face")
            in_view(page, ".glance-seats li")
            assert outside(page) == [], (language, width)
    # What is said about a face does not move the others under the finger.
    for width, height in SIZES:
        resize(page, width, height)
        in_view(page, ".board-face")
        tap_faces(page, "B4")
        before = boxes(page, ".board-face")
        page.locator('[data-face="Y1"]').click(force=True)
        page.wait_for_selector(".entry-note .complaint")
        assert boxes(page, ".board-face") == before, (width, height)
        tap_faces(page, "B4")


def test_a_way_to_score_is_in_view_with_what_is_asked_about_it(new_page: NewPage) -> None:
    page = new_page("/")
    entering_dice(page, *PEOPLE)
    tap_faces(page, *FACES)
    page.wait_for_selector(".entry-way")
    for language in LANGUAGES:
        switch_language(page, language)
        for width, height in PHONES:
            resize(page, width, height)
            in_view(page, "li:first-child > .entry-way")
            in_view(page, ".dice-entry .choice")
            assert outside(page) == [], (language, width)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_large_view_shows_whole_names(new_page: NewPage, players: int) -> None:
    page = new_page("/")
    open_pad(page, *PEOPLE[:players])
    by_points(page, 10, 0, 3)
    page.locator("[data-action=enlarge]").click()
    # As late in a game.
    page.evaluate(
        'for (const sum of document.querySelectorAll(".glance-seats .sum")) sum.lastChild.textContent = "388"'
    )
    for width, height in SIZES:
        resize(page, width, height)
        in_view(page, ".glance-seats li")
        for name in page.locator(".glance-seats bdi").all():
            assert name.evaluate(
                "each => each.scrollWidth <= each.clientWidth || getComputedStyle(each).display == 'inline'"
            )
            assert name.evaluate("each => getComputedStyle(each).textOverflow") == "clip"
        apart(page, ".glance-seats .who", ".glance-seats .sum", ".glance-seats .gave", ".glance-words")
        inside = """() => [...document.querySelectorAll(".glance-seats li > :not(.unseen)")].every((part) =>
            part.getBoundingClientRect().right <= part.parentElement.getBoundingClientRect().right)"""
        assert page.evaluate(inside), (width, height)


def test_at_the_end_nothing_is_missing_any_more(new_page: NewPage) -> None:
    page = new_page("/")
    open_pad(page, "Lena", "Marko", rounds=1)
    expect(page.locator(".giving")).to_be_visible()
    by_points(page, 10, 25, 24)
    by_points(page, 15, 15, 13)
    expect(page.locator(".most-given")).to_contain_text("24 points")
    expect(page.locator(".giving")).to_be_hidden()
    expect(page.locator("[data-action=enlarge]")).to_be_hidden()
    # Emptied again, the turn is missing, and so are points to the greater bonus.
    page.locator("[data-turn='1-1']").click()
    page.locator("[data-action=clear-turn]").click()
    expect(page.locator(".giving")).to_contain_text("37 more points")


def test_sheets_with_empty_boxes_are_added_up(new_page: NewPage) -> None:
    page = new_page("/")
    open_pad(page, "Lena", "Marko")
    by_points(page, 10, 25, 24)
    page.locator("#bar-menu").click()
    page.locator("button.menu-entry", has_text="Score sheets").click()
    expect(page.locator("dialog .sheet").nth(0).locator("tfoot td")).to_have_text(["10", "25", "", "24"])
    expect(page.locator("dialog .sheet").nth(1).locator("tfoot td")).to_have_text(["", "", "24", ""])


def test_the_ways_to_enter_are_in_the_language_chosen(new_page: NewPage) -> None:
    page = new_page("/")
    entering_dice(page, "Lena", "Marko")
    for language, words in (("de", ["Würfel", "Punkte"]), ("it", ["Dadi", "Punti"])):
        switch_language(page, language)
        expect(page.locator(".entry-switch label")).to_have_text(words)


@pytest.mark.parametrize("finger", ["mouse", "touch"])
@pytest.mark.parametrize("kind", ["dice", "points"])
def test_a_double_press_enters_one_turn_and_touches_nothing_else(new_page: NewPage, kind: str, finger: str) -> None:
    # Here a face of the board, or a number, comes in the place of the button.
    page = new_page("/", viewport={"width": 740, "height": 360}, has_touch=True)
    open_pad(page, "Lena", "Marko")
    choose_way(page, kind)
    if kind == "dice":
        tap_faces(page, *FACES)
        page.locator(".entry-way").first.click()
    else:
        page.locator("[data-chip=points-10]").click()
        page.locator("[data-chip=gift-3]").click()
    page.locator(SAVE).scroll_into_view_if_needed()
    place = middle(page, SAVE)
    if finger == "mouse":
        page.mouse.dblclick(*place)
    else:
        page.touchscreen.tap(*place)
        page.touchscreen.tap(*place)
    expect(page.locator("[data-turn='1-0'] b")).to_be_visible()
    expect(page.locator(".entry-head b")).to_have_text("Marko")
    expect(page.locator(".pad-entry [aria-pressed=true]:not([data-chip=bonus-0])")).to_have_count(0)
    assert turn(page, 1, 1) == ""


def test_enter_held_down_enters_one_turn(new_page: NewPage) -> None:
    page = new_page("/")
    open_pad(page, "Lena", "Marko")
    tap_faces(page, *FACES)
    page.locator(".entry-way").first.click()
    page.locator(SAVE).focus()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("[data-turn='1-0'] b")).to_be_visible()
    assert [turn(page, 1, 1), turn(page, 2, 0)] == ["", ""]


def test_two_windows_of_one_browser_lose_nothing_without_a_network(new_page: NewPage, server: Server) -> None:
    page = new_page("/", offline_expected=True)
    table = open_pad(page, "Lena", "Marko")
    by_points(page, 10, 0, 3)
    other = page.context.new_page()
    other.goto(f"{server.address}/pad/{table}")
    expect(other.locator("[data-turn='1-0'] b")).to_have_text("10")
    page.context.set_offline(True)
    by_points(page, 11, 0, 3)
    # The other window knows it and goes on with the next turn.
    expect(other.locator("[data-turn='1-1'] b")).to_have_text("11")
    by_points(other, 12, 0, 3)
    expect(page.locator("pad-screen")).to_have_attribute("data-waiting", "2")
    page.close()
    other.context.set_offline(False)
    expect(other.locator("pad-screen")).to_have_attribute("data-waiting", "0")
    expect(other.locator(".turn-cell:not(.empty) b")).to_have_text(["10", "11", "12"])


# Not every Chromium lets a page keep the screen awake; this one only remembers what it was asked for.
WAKE_LOCK = """
    window.held = [];
    navigator.wakeLock.request = async (kind) => {
        window.held.push(kind);
        return Object.assign(new EventTarget(), { release: async () => window.held.pop() });
    };
"""


def test_the_screen_stays_awake_as_long_as_the_pad_is_open(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    page.add_init_script(WAKE_LOCK)
    open_pad(page, "Lena", "Marko")
    page.wait_for_function("held.length === 1 && held[0] === 'screen'")
    page.locator("#bar-menu").click()
    page.locator('dialog a[href="/"]').click()
    page.wait_for_function("held.length === 0")


def test_what_screen_readers_are_told_about_a_turn(new_page: NewPage) -> None:
    page = new_page("/")
    open_pad(page, "Lena", "Marko")
    by_dice(page, FACES, FACES[:4])
    section = page.get_by_role("region", name="Marko The gift goes to Lena")
    for kind, checked in (("Dice", True), ("Points", False)):
        expect(section.get_by_role("radio", name=kind, checked=checked)).to_be_visible()
    expect(section.get_by_role("group", name="The faces on the table").get_by_role("button")).to_have_count(36)
    expect(section.get_by_role("status")).to_have_text("Tap what you rolled: 6 dice to go")
    tap_faces(page, "B1")
    expect(section.get_by_role("button", name="blue 1", pressed=True)).to_be_visible()
    expect(section.get_by_role("button", name="blue 1, remove")).to_be_visible()
    expect(section.get_by_role("button", name="purple 2", disabled=True)).to_be_visible()
    expect(page.locator(".glance-seats [aria-current=true]")).to_contain_text("to play")
    cell = page.get_by_role("button", name="Round 1, Lena: 10 + 25, donates 24")
    expect(cell).to_be_visible()
    cell.click()
    expect(page.get_by_role("dialog", name="Round 1, Lena")).to_be_visible()


def test_the_dice_entered_stand_in_the_middle_once_they_are_complete(new_page: NewPage) -> None:
    page = new_page("/my-dice#enter")
    page.wait_for_selector(TO_PRESS)
    enter_dice(page, OWN_DICE)
    for width, height in SIZES:
        resize(page, width, height)
        [(left, _, right, _)] = boxes(page, ".dice-done")
        assert abs(left - (width - right)) < 2, (width, height)
        nothing_sideways(page)


def test_faces_tapped_in_a_hurry_leave_nothing_that_cannot_be(new_page: NewPage) -> None:
    page = new_page("/my-dice#enter")
    page.wait_for_selector(TO_PRESS)
    enter_dice(page, [["Y1"]])
    # No answer comes before all three are tapped; yellow is twice on this die.
    held: list[Route] = []
    page.route("**/api/layouts", lambda route: held.append(route))
    for face in ("Y4", "O2", "G3"):
        page.locator(f'[data-face="{face}"]').click(force=True)
    assert len(held) == 3
    for route in held:
        route.continue_()
    page.unroute("**/api/layouts")
    expect(page.locator(".dice-how .trouble")).to_be_visible()
    enter_dice(page, [["Y1", "O2", "G3"]])
    expect(page.locator(".dice-how .trouble")).to_have_count(0)
    expect(page.locator('.board-face[aria-pressed="true"]')).to_have_count(3)
