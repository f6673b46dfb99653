"""Double presses, as of children: the second half touches nothing of what has come in the place of the first."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import catalog

from .conftest import NOWHERE, NewPage
from .playing import new_table, roll
from .test_pad_pressing import A_WHILE, UNDER, press
from .test_pressing import middle

ASK, KEEP = '[data-action="ask"]:visible', '[data-action="ask-keep"]'
NEXT = "tutorial-screen [data-action=next]"
WORDS = ".lesson-words"
SAY = catalog("en").say
every_finger = pytest.mark.parametrize("finger", ["mouse", "touch"])


def stop_time(page: Page) -> None:
    """Both presses are one from here on, however slow this machine is."""
    page.clock.pause_at(datetime.now() + timedelta(hours=1))


@every_finger
def test_the_question_for_the_greatest_of_gifts_stays_open(new_page: NewPage, finger: str) -> None:
    page = new_page(NOWHERE, has_touch=True)
    page.clock.install()
    new_table(page, "Lena", "Marko")
    roll(page)
    stop_time(page)
    _, height = middle(page, ASK)
    at = (page.locator(ASK).bounding_box() or {"x": 0})["x"] + 24, height
    press(page, at, finger, 1)
    expect(page.locator(KEEP)).to_be_visible()
    # The answer that takes the question back is where the first press was.
    assert "keep" in page.evaluate(UNDER, at).split()
    press(page, at, finger, 2)
    expect(page.locator(KEEP)).to_be_visible()
    page.clock.fast_forward(A_WHILE)
    press(page, at, finger, 1)
    expect(page.locator(ASK)).to_be_visible()


@every_finger
def test_no_step_of_the_tutorial_is_passed_over(new_page: NewPage, finger: str) -> None:
    page = new_page("/tutorial", has_touch=True)
    screen = page.locator("tutorial-screen")
    page.clock.install()
    page.locator("[data-die='4']").click()
    stop_time(page)
    at = middle(page, NEXT)
    for number in (1, 2):
        press(page, at, finger, number)
        expect(screen).to_have_attribute("data-step", "2")
    page.clock.fast_forward(A_WHILE)
    press(page, at, finger, 1)
    expect(screen).to_have_attribute("data-step", "3")


def test_a_die_found_in_the_tutorial_stays_found(new_page: NewPage) -> None:
    page = new_page("/tutorial")
    page.locator("[data-die='4']").dblclick()
    expect(page.locator(WORDS)).to_have_text(SAY("web.tutorial.dice.done", letter="B"))
    expect(page.locator(NEXT)).to_have_attribute("aria-disabled", "false")
