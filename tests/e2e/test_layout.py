"""Where things are on the screen, at every size and text size, and what they look like."""

import pytest
from playwright.sync_api import Page

from .conftest import NewPage
from .playing import OPTION, ROLL, new_table, roll

PEOPLE = ("Maximilian-Alexander", "Aleksandra", "Katarzyna", "Marko")
# Phones held sideways; a tablet, a laptop and a desktop at 200 % zoom; and either side of where the layouts change.
LOW = ((568, 320), (640, 360), (740, 360), (844, 390), (410, 590), (683, 384), (720, 450), (1200, 519), (1024, 540))
BEST = ".ways:not(.folded) .group:first-child .row:first-child"
TWICE = "() => document.documentElement.style.setProperty('font-size', '200%')"
# What can be seen of a selector, as rectangles: left, top, right, bottom.
BOXES = """selector => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({visibilityProperty: true}))
    .map((each) => each.getBoundingClientRect()).map(({left, top, right, bottom}) => [left, top, right, bottom])"""
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
    cut = page.evaluate(
        """selector => [...document.querySelectorAll(selector)]
            .filter((each) => each.checkVisibility({visibilityProperty: true}))
            .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
            .map((each) => each.className)""",
        ".bar-centre, .roll-label > span, .aside .button, .held-word, .gift-word, .goes-to",
    )
    assert not cut
