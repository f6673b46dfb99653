"""What a press does at the table, and what it never does."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, Request, expect

from .conftest import NewPage, Server
from .playing import (
    ROLL,
    new_table,
    roll,
    shown,
    table_of,
    view,
    wait_for_change,
)
from .test_games import two_online

SETTLING = 400
TUMBLING = 840


def middle(page: Page, target: str) -> tuple[float, float]:
    box = page.locator(target).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_on_the_button(page: Page, key: str) -> None:
    page.locator(ROLL).focus()
    page.keyboard.press(key)


PRESSES: dict[str, Callable[[Page], None]] = {
    "mouse": lambda page: page.mouse.click(*middle(page, ROLL)),
    "touch": lambda page: page.touchscreen.tap(*middle(page, ROLL)),
    "space": lambda page: page.keyboard.press("Space"),
    "space on the button": lambda page: press_on_the_button(page, "Space"),
    "enter on the button": lambda page: press_on_the_button(page, "Enter"),
}


def frozen_table(new_page: NewPage, motion: bool) -> tuple[Page, list[str]]:
    """A table whose time only goes on when a test says so, and the moves that are sent from it."""
    page = new_page("/", reduced_motion="no-preference" if motion else "reduce", has_touch=True)
    page.clock.install()
    new_table(page, "Lena", "Marko")
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/moves"):
            sent.append(request.post_data or "")

    page.on("request", note)
    return page, sent


def settle(page: Page) -> None:
    """Wait for the answer to what was sent, if anything, and let the dice settle."""
    for _ in range(200):
        page.clock.run_for(SETTLING)
        if shown(page, "busy") == "false":
            return
    raise AssertionError("the table stays busy")


@pytest.mark.parametrize("gesture", PRESSES)
@pytest.mark.parametrize("gaps", [(60, 300), (800, TUMBLING + 200)], ids=str)
def test_a_press_that_skips_the_tumbling_or_follows_too_soon_rolls_nothing(
    gesture: str, gaps: tuple[int, int], new_page: NewPage, server: Server
) -> None:
    page, sent = frozen_table(new_page, motion=True)
    press = PRESSES[gesture]
    for rolls, gap in enumerate(gaps, start=1):
        page.keyboard.press("1")
        press(page)
        page.wait_for_selector(".cube")
        page.clock.run_for(gap)
        press(page)
        expect(page.locator(".cube")).to_have_count(0)
        press(page)
        settle(page)
        assert len(sent) == rolls, "only the first press, and the deliberate one after the dice have settled"
        assert view(server, table_of(page))["game"]["rolls"] == rolls  # type: ignore[index]


def test_without_motion_the_second_click_of_a_double_click_rolls_nothing(new_page: NewPage) -> None:
    page, sent = frozen_table(new_page, motion=False)
    for rolls in (1, 2):
        before = shown(page, "seq")
        page.keyboard.press("1")
        page.mouse.dblclick(*middle(page, ROLL))
        expect(page.locator("table-screen")).not_to_have_attribute("data-seq", before)
        PRESSES["mouse"](page)
        settle(page)
        assert len(sent) == rolls


def test_a_press_that_skips_does_nothing_else_wherever_it_lands(new_page: NewPage) -> None:
    page, _ = frozen_table(new_page, motion=True)
    for target in ('[data-die="2"]', ".seat"):
        PRESSES["mouse"](page)
        page.wait_for_selector(".cube")
        page.mouse.click(*middle(page, target))
        expect(page.locator(".cube")).to_have_count(0)
        settle(page)
        expect(page.locator('[data-die="2"]')).to_have_attribute("aria-pressed", "false")
        expect(page.locator("dialog")).to_have_count(0)
    page.mouse.click(*middle(page, ".seat"))
    expect(page.locator("dialog")).to_have_count(1)


def test_a_key_that_stays_down_rolls_once(new_page: NewPage) -> None:
    page, sent = frozen_table(new_page, motion=False)
    page.locator(ROLL).focus()
    for _ in range(4):
        before = len(sent)
        page.keyboard.down("Enter")
        if not before:
            expect(page.locator("table-screen")).to_have_attribute("data-busy", "true")
        settle(page)
    page.keyboard.up("Enter")
    assert len(sent) == 1


def focused(page: Page) -> str | None:
    """The action of the button that has the focus."""
    action: str | None = page.evaluate("() => document.activeElement.closest('button')?.dataset.action ?? null")
    return action


def test_space_never_spends_the_greatest_of_gifts(new_page: NewPage, server: Server) -> None:
    active, recipient = two_online(new_page, server, wait=30)
    seq = shown(active, "seq")
    active.keyboard.press("Space")
    wait_for_change(active, seq)
    recipient.locator('[data-action="pass"]').click()
    active.keyboard.press("ArrowDown")
    active.keyboard.press("Enter")
    assert focused(active) is None, "choosing a way does not move on to its confirmation"
    active.keyboard.press("Enter")
    # Now the parts are changed: whoever has scored may ask the other.
    recipient.wait_for_selector(f"{ROLL}:visible")
    roll(recipient)
    active.wait_for_selector('[data-action="ask"]:visible')
    for key in ("Space", "Space", "Enter", "Space"):
        assert focused(active) is None
        active.keyboard.press(key)
    active.keyboard.press("g")
    assert focused(active) == "ask-keep"
    active.keyboard.press("Space")
    expect(active.locator('[data-action="ask"]')).to_be_visible()
    active.keyboard.press("Space")
    active.keyboard.press("Space")
    assert not view(server, table_of(active))["game"]["asked"]  # type: ignore[index]
    active.keyboard.press("g")
    active.keyboard.press("Tab")
    active.keyboard.press("Enter")
    expect(active.locator('[data-action="ask"]:visible')).to_have_count(0)
    expect(recipient.locator(".news .twice")).to_be_visible()
    assert view(server, table_of(active))["game"]["asked"]  # type: ignore[index]
