"""Where things are on the score pad, at every size and in every language."""

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES

from .conftest import NOWHERE, NewPage
from .languages import outside, switch_language
from .my_dice import OWN_DICE, TO_PRESS, enter_dice
from .padding import by_dice, by_points, choose_way, open_pad, ready, tap_faces
from .test_layout import PEOPLE, apart, boxes, in_view, nothing_sideways

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
    page = new_page(NOWHERE)
    entering_dice(page, *PEOPLE)
    for language in LANGUAGES:
        switch_language(page, language)
        for width, height in PHONES:
            resize(page, width, height)
            in_view(page, ".board-face")
            in_view(page, ".glance-seats li")
            assert outside(page) == [], (language, width)
    # Each face is large enough for a child's thumb; what is said about one does not move the others under the finger.
    for width, height in SIZES:
        resize(page, width, height)
        in_view(page, ".board-face")
        nothing_sideways(page)
        for left, top, right, bottom in boxes(page, ".board-face"):
            assert min(right - left, bottom - top) >= 43.5, (width, height)
        tap_faces(page, "B4")
        before = boxes(page, ".board-face")
        page.locator('[data-face="Y1"]').click(force=True)
        page.wait_for_selector(".entry-note .complaint")
        assert boxes(page, ".board-face") == before, (width, height)
        tap_faces(page, "B4")


def test_a_way_to_score_is_in_view_with_what_is_asked_about_it(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
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
    page = new_page(NOWHERE)
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
        if width > height:
            # Names, sums and gifts stand in line, though a name takes two lines.
            for part in (".who", ".sum", ".gave"):
                assert len({top for _, top, _, _ in boxes(page, f".glance-seats {part}")}) == 1, part
        inside = """() => [...document.querySelectorAll(".glance-seats li > :not(.unseen)")].every((part) =>
            part.getBoundingClientRect().right <= part.parentElement.getBoundingClientRect().right)"""
        assert page.evaluate(inside), (width, height)


# As late in a game; and what then goes beyond the edge of its card.
LATE_IN_A_GAME = """() => {
    for (const sum of document.querySelectorAll(".glance-seats .sum")) sum.lastChild.textContent = "388";
    for (const gave of document.querySelectorAll(".glance-seats .gave")) gave.lastChild.textContent = "108";
    return [...document.querySelectorAll(".glance-seats li")].filter((seat) => seat.scrollWidth > seat.clientWidth)
        .map((seat) => seat.textContent);
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_have_room_for_the_numbers_of_a_late_game(new_page: NewPage, players: int) -> None:
    page = new_page(NOWHERE)
    entering_dice(page, *PEOPLE[:players])
    for width, height in (*SIZES, (568, 320)):
        resize(page, width, height)
        assert page.evaluate(LATE_IN_A_GAME) == [], (width, height)
        apart(page, ".glance-seats .who bdi", ".glance-seats .sum", ".glance-seats .gave")
        assert all(right - left >= 12 for left, _, right, _ in boxes(page, ".glance-seats .gift-box"))
    # The board is still whole.
    for width, height in PHONES:
        resize(page, width, height)
        page.evaluate(LATE_IN_A_GAME)
        in_view(page, ".board-face")


def test_at_the_end_nothing_is_missing_any_more(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
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
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    by_points(page, 10, 25, 24)
    page.locator("#bar-menu").click()
    page.locator("button.menu-entry", has_text="Score sheets").click()
    expect(page.locator("dialog .sheet").nth(0).locator("tfoot td")).to_have_text(["10", "25", "", "24"])
    expect(page.locator("dialog .sheet").nth(1).locator("tfoot td")).to_have_text(["", "", "24", ""])


def test_the_ways_to_enter_are_in_the_language_chosen(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    entering_dice(page, "Lena", "Marko")
    for language, words in (("de", ["Würfel", "Punkte"]), ("it", ["Dadi", "Punti"])):
        switch_language(page, language)
        expect(page.locator(".entry-switch label")).to_have_text(words)


# Not every Chromium lets a page keep the screen awake; this one only remembers what it was asked for.
WAKE_LOCK = """
    window.held = [];
    navigator.wakeLock.request = async (kind) => {
        window.held.push(kind);
        return Object.assign(new EventTarget(), { release: async () => window.held.pop() });
    };
"""


def test_the_screen_stays_awake_as_long_as_the_pad_is_open(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    page.add_init_script(WAKE_LOCK)
    open_pad(page, "Lena", "Marko")
    page.wait_for_function("() => held.length === 1 && held[0] === 'screen'")
    page.locator("#bar-menu").click()
    page.locator('dialog a[href="/"]').click()
    page.wait_for_function("() => held.length === 0")


def test_what_screen_readers_are_told_about_a_turn(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
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
    expect(page.locator(".glance-seats [aria-current=true]")).to_contain_text("playing now")
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
