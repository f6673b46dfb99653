"""Every screen on a small phone in five languages: no text is cut off, and nothing leaves its box."""

import pytest
from playwright.sync_api import Page

from charidice.messages import LANGUAGES

from .conftest import NewPage
from .test_accessibility import SCREENS, switch_language

# Words and fields that reach beyond a box around them. What scrolls sideways by itself may; what one pixel holds is for
# screen readers only; names of people may be cut short.
OUTSIDE = """() => {
    const found = [];
    const check = (rectangle, first, what) => {
        if (rectangle.width <= 1 || rectangle.height <= 1) return;
        for (let box = first; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box);
            const around = box.getBoundingClientRect();
            if (box.tagName === "BDI" || around.width <= 1 || around.height <= 1 || style.position === "fixed") return;
            if (["inline", "contents"].includes(style.display)) continue;
            if (["auto", "scroll"].includes(style.overflowX) && box.scrollWidth > box.clientWidth) return;
            if (rectangle.left < around.left - 1 || rectangle.right > around.right + 1) {
                found.push(`${what} [${box.tagName.toLowerCase()}.${box.className}]`);
                return;
            }
        }
    };
    const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!/\\p{L}/u.test(walker.currentNode.data) || element.tagName === "OPTION" || !visible(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        check(range.getBoundingClientRect(), element, walker.currentNode.data.trim());
    }
    for (const field of document.querySelectorAll("button, input, select, textarea")) {
        if (visible(field)) check(field.getBoundingClientRect(), field.parentElement, field.name || field.textContent);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    return found;
}"""


def outside(page: Page) -> list[str]:
    found: list[str] = page.evaluate(OUTSIDE)
    return found


@pytest.mark.parametrize("screen", [screen for screen in SCREENS if screen != "interface"])
def test_nothing_is_cut_off_on_a_small_phone(screen: str, new_page: NewPage) -> None:
    page = new_page()
    SCREENS[screen](page)
    found = {}
    for language in LANGUAGES:
        switch_language(page, language)
        found[language] = outside(page)
    assert {language: what for language, what in found.items() if what} == {}
