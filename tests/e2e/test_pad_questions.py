"""What the score pad asks about a turn: it is kept as it is, or changed, and nothing goes out of view meanwhile."""

from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES

from .conftest import NOWHERE, NewPage
from .languages import outside, switch_language
from .padding import SAVE, choose_way, handed_in, open_pad, ready, tap_faces
from .test_layout import PEOPLE, in_view, nothing_sideways
from .test_pad_looks import PHONES, SIZES, resize

QUESTION = ".pad-note.complaint"
KEEP = f"{QUESTION} [data-action=keep]"
CHANGE = f"{QUESTION} [data-action=change]"


def by_first_way(page: Page) -> None:
    page.wait_for_selector(".entry-way")
    page.locator(".entry-way").first.click()
    page.locator(f".pad-entry {SAVE}").click()


def typed(page: Page, points: int, bonus: int, gift: int) -> None:
    ready(page)
    page.locator("[data-action=type-entry]").click()
    for box, number in (("points", points), ("bonus", bonus), ("gift", gift)):
        page.locator(f"#typed-{box}").fill(str(number))
    page.keyboard.press("Enter")


def test_whoever_has_other_dice_says_so_once_and_is_offered_to_enter_them(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    # Y1 is on the die of B4.
    choose_way(page, "dice")
    tap_faces(page, "B1", "B2", "B3", "B4", "B6")
    for _ in range(2):
        page.locator('[data-face="Y1"]').click(force=True)
    by_first_way(page)
    expect(page.locator(QUESTION)).to_contain_text("Are the dice in your box different?")
    expect(page.locator(CHANGE)).to_have_text("Change")
    cell = page.locator("[data-turn='1-0']")
    expect(cell).to_contain_text("?")
    before = cell.locator("b").inner_text()
    expect(page.locator(KEEP)).to_have_text("Yes, mine are different")
    page.locator(KEEP).click()
    handed_in(page)
    expect(page.locator(QUESTION)).to_have_count(0)
    # It is as it was, and neither marked as odd nor as corrected.
    expect(cell.locator("b")).to_have_text(before)
    expect(cell.locator(".mark")).to_have_count(0)
    expect(page.locator(".pad-note.offer a")).to_have_attribute("href", "/my-dice#enter")
    # From now on nothing is doubted, after a reload either.
    page.reload()
    page.wait_for_selector("pad-screen .entry-panel")
    tap_faces(page, "B1", "B2", "B3", "B4", "B6")
    expect(page.locator('.face-board [aria-disabled="true"]')).to_have_count(0)
    tap_faces(page, "Y1")
    by_first_way(page)
    handed_in(page)
    expect(page.locator("[data-turn='1-1'] b")).to_have_text(before)
    expect(page.locator(".pad-turns .mark")).to_have_count(0)
    expect(page.locator(QUESTION)).to_have_count(0)


def test_points_that_no_dice_make_are_kept_or_changed(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    typed(page, 50, 0, 3)
    expect(page.locator(QUESTION)).to_contain_text("the points can’t be 50")
    expect(page.locator(KEEP)).to_have_text("Keep it")
    page.locator(CHANGE).click()
    page.locator("dialog #typed-points").fill("51")
    page.locator(f"dialog {SAVE}").click()
    # A changed turn is asked about again.
    expect(page.locator(QUESTION)).to_contain_text("the points can’t be 51")
    page.locator(KEEP).click()
    handed_in(page)
    expect(page.locator(QUESTION)).to_have_count(0)
    expect(page.locator(".pad-note.offer")).to_have_count(0)
    expect(page.locator("[data-turn='1-0'] b")).to_have_text("51")
    expect(page.locator("[data-turn='1-0']")).not_to_contain_text("?")
    # An earlier turn is confirmed where it is corrected.
    typed(page, 52, 0, 3)
    expect(page.locator(QUESTION)).to_contain_text("the points can’t be 52")
    typed(page, 10, 0, 3)
    expect(page.locator(QUESTION)).to_have_count(0)
    page.locator("[data-turn='1-1']").click()
    expect(page.locator("dialog .complaint")).to_contain_text("the points can’t be 52")
    page.locator("dialog [data-action=keep]").click()
    handed_in(page)
    expect(page.locator("[data-turn='1-1']")).not_to_contain_text("?")


def test_a_question_pushes_nothing_off_the_screen(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, *PEOPLE)
    # The longest question: Y1 is on the die of B4.
    choose_way(page, "dice")
    tap_faces(page, "B1", "B2", "B3", "B4", "B6")
    for _ in range(2):
        page.locator('[data-face="Y1"]').click(force=True)
    by_first_way(page)
    page.wait_for_selector(KEEP)
    for language in LANGUAGES:
        switch_language(page, language)
        for width, height in (*PHONES, *SIZES):
            resize(page, width, height)
            for part in (".board-face", ".entry-slots", ".entry-head", KEEP, CHANGE):
                in_view(page, part)
            assert outside(page) == [], (language, width)
            nothing_sideways(page)
