"""A page in other languages and sizes, and what does not fit there."""

from collections.abc import Iterable, Iterator

from playwright.sync_api import Page, expect

from .playing import TEXT

SWITCH = f"language => {TEXT}.then((text) => text.useLanguage(language))"
# Words and fields that reach beyond a box around them. What scrolls sideways by itself may; what one pixel holds is for
# screen readers only; names of people may be cut short.
OUTSIDE = """() => {
    const found = [];
    const check = (rectangle, first, what) => {
        if (rectangle.width <= 1 || rectangle.height <= 1) return;
        let next = first;
        while (next && next !== document.body) {
            const box = next, style = getComputedStyle(box);
            // What is placed by itself, as a badge on the edge of a card, lies in the box that it is placed in.
            next = style.position === "absolute" ? box.offsetParent : box.parentElement;
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


def switch_language(page: Page, language: str) -> None:
    page.evaluate(SWITCH, language)
    # A review comes in the new language from the server.
    expect(page.locator('[data-state="working"]')).to_have_count(0)


def in_languages_and_sizes(page: Page, languages: Iterable[str], *sizes: tuple[int, int]) -> Iterator[str]:
    """The same page in each language at each size."""
    for language in languages:
        switch_language(page, language)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            yield f"{language}, {width} x {height}"
