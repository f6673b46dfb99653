"""Plots in a browser: no text is cut off or covers another, in any language."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from charidice.messages import LANGUAGES, catalog
from charidice.study.plots import PLOTS

TEXTS = """() => {
    const {width, height} = document.documentElement.viewBox.baseVal;
    const texts = [...document.querySelectorAll("text")].map((text) => [text.textContent, text.getBBox()]);
    const outside = ([, box]) => box.x < 2 || box.x + box.width > width - 2 || box.y < 0 || box.y + box.height > height;
    const beside = (one, other) => one.x >= other.x + other.width || other.x >= one.x + one.width;
    // Lines of text may touch, but letters do not.
    const apart = (one, other) => one.y + 3 >= other.y + other.height - 3 || other.y + 3 >= one.y + one.height - 3;
    const wrong = texts.filter(outside).map(([text]) => text);
    texts.forEach(([text, box], number) => {
        for (const [other, place] of texts.slice(0, number))
            if (!beside(box, place) && !apart(box, place)) wrong.push(`${text} / ${other}`);
    });
    return [texts.length, wrong];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_inside_and_apart(chromium: Browser, tmp_path: Path, language: str) -> None:
    page = chromium.new_page()
    for subject, plot in PLOTS.items():
        path = tmp_path / f"{subject}.svg"
        path.write_text(plot(catalog(language)), "utf-8")
        page.goto(path.as_uri())
        count, wrong = page.evaluate(TEXTS)
        assert count > 10
        assert wrong == [], subject
    page.close()


@pytest.mark.parametrize(("scheme", "paper"), [("light", "rgb(251, 246, 233)"), ("dark", "rgb(30, 33, 31)")])
def test_a_plot_follows_the_colour_scheme(chromium: Browser, tmp_path: Path, scheme: str, paper: str) -> None:
    page = chromium.new_page()
    page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    path = tmp_path / "plot.svg"
    path.write_text(PLOTS["giving"](catalog("en")), "utf-8")
    page.goto(path.as_uri())
    assert page.evaluate("getComputedStyle(document.querySelector('.paper')).fill") == paper
    page.close()
