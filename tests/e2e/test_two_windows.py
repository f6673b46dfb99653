"""One player in two windows."""

from playwright.sync_api import expect

from .conftest import NOWHERE, NewPage
from .playing import OPTION, ROLL, SCORE
from .test_pressing import with_a_bonus


def test_a_question_about_a_roll_that_was_answered_in_another_window_is_taken_back(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    with_a_bonus(page)
    other = page.context.new_page()
    other.goto(page.url)
    page.locator(ROLL).click()
    expect(page.locator("dialog")).to_be_visible()
    other.locator(OPTION).first.click()
    other.locator(SCORE).click()
    expect(page.locator("table-screen")).to_have_attribute("data-active", "1")
    expect(page.locator("dialog")).to_have_count(0)
