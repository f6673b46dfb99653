"""axe finds nothing on any screen and no text is cut off, in five languages, light and dark."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES
from charidice.record import dump_json, load

from .axe import complaints
from .conftest import NewPage
from .languages import outside, switch_language
from .my_dice import OWN_DICE, TO_PRESS, enter_dice
from .padding import by_points, choose_way, open_pad, tap_faces
from .playing import OPTION, new_table, play_ahead, roll, wait_until_still

PLAYED = Path(__file__).parents[1] / "playthroughs" / "two-players.json"
LOOKS: tuple[tuple[Literal["light", "dark"], int, int], ...] = (("light", 360, 640), ("dark", 1440, 900))


def at_start(page: Page) -> None:
    page.wait_for_selector("start-screen h1")


def in_the_form(page: Page) -> None:
    page.locator('[data-action="new-table"]').click()
    page.wait_for_selector('[data-action="create"]')


def in_the_lobby(page: Page) -> None:
    new_table(page, "Lena", "link", "@owl")
    page.wait_for_selector('[data-link="join"]')


def before_the_roll(page: Page) -> None:
    new_table(page, "Lena", "Marko", "@fox", "Florian")
    page.wait_for_selector('[data-action="roll"]')


def after_the_roll(page: Page) -> None:
    before_the_roll(page)
    roll(page)
    page.locator('[data-die="2"]').click()


def choosing_what_to_score(page: Page) -> None:
    after_the_roll(page)
    page.locator(OPTION).first.click()
    page.locator('[data-action="hint"]').first.click()
    page.wait_for_selector(".hint-text")


def looking_at_the_last_turns(page: Page) -> None:
    new_table(page, "Lena", "Marko", "@fox")
    play_ahead(page, rounds=1)
    page.locator('[data-action="turns"]').click()
    page.wait_for_selector("dialog[open] .turns")


def changing_the_settings(page: Page) -> None:
    before_the_roll(page)
    page.locator("#bar-menu").click()
    page.locator(".added .menu-entry").nth(3).click()
    page.wait_for_selector("dialog[open] .table-settings")


def at_the_end(page: Page) -> None:
    new_table(page, "Lena", "Marko", rounds=1)
    play_ahead(page, rounds=1)
    page.wait_for_selector('table-screen[data-stage="over"]')


def in_the_review(page: Page) -> None:
    at_the_end(page)
    page.locator('a[href^="/review/"]').first.click()
    page.wait_for_selector('review-screen[data-state="shown"]')


def in_the_history(page: Page) -> None:
    record = replace(load(PLAYED.read_text("utf-8")), players=("Maximilian-Alexander", "Aleksandra"))
    assert page.request.post(urljoin(page.url, "/api/history/import"), data={"games": [dump_json(record)]}).ok
    page.goto(urljoin(page.url, "/history"))
    page.locator(".person-link").first.click()
    page.wait_for_selector("#history-person")
    expect(page.locator(".history-page .felt-soft")).to_have_count(0)
    for summary in page.locator("history-screen summary").all():
        summary.click()


def opened(path: str, selector: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(page.url.rstrip("/") + path)
        page.wait_for_selector(selector)

    return go


def entering_dice(page: Page) -> None:
    opened("/my-dice#enter", TO_PRESS)(page)
    enter_dice(page, OWN_DICE[:1])
    page.locator('[data-face="Y1"]').click(force=True)
    page.wait_for_selector(".dice-how .trouble")


def own_dice_entered(page: Page) -> None:
    opened("/my-dice#enter", TO_PRESS)(page)
    enter_dice(page, OWN_DICE)


def in_the_pad_form(page: Page) -> None:
    page.locator('[data-action="keep-score"]').click()
    page.wait_for_selector('[data-action="create"]')


def at_the_pad(page: Page) -> None:
    """With a turn that is odd, and the next one half entered."""
    open_pad(page, "Lena", "Marko", "Florian", "Mia")
    by_points(page, 10, 25, 24)
    page.locator("[data-action=type-entry]").click()
    for box, number in (("points", "10"), ("bonus", "20"), ("gift", "24"), ("received", "20")):
        page.locator(f"#typed-{box}").fill(number)
    page.locator(".save-entry").click()
    page.wait_for_selector(".pad-note.complaint")
    page.locator("[data-chip=points-10]").click()


def at_the_pad_by_dice(page: Page) -> None:
    """With a turn that is odd, dice that lie there, ways to score them, and the coach."""
    at_the_pad(page)
    choose_way(page, "dice")
    tap_faces(page, "B1", "B2", "B3", "B4", "B6", "P6")
    page.locator(".entry-way").nth(1).click()
    page.locator("[data-action=pad-hint]").click()
    page.wait_for_selector(".entry-hint p")


def at_the_large_pad(page: Page) -> None:
    at_the_pad(page)
    page.locator("[data-action=enlarge]").click()


def correcting_the_pad(page: Page) -> None:
    at_the_pad(page)
    page.locator("[data-turn='1-0']").click()
    page.wait_for_selector("dialog .chip")


def at_the_end_of_a_pad(page: Page) -> None:
    open_pad(page, "Lena", "Marko", rounds=1)
    by_points(page, 10, 25, 24)
    by_points(page, 15, 15, 13)
    page.wait_for_selector(".victory")


SCREENS: dict[str, Callable[[Page], None]] = {
    "start": at_start,
    "form": in_the_form,
    "lobby": in_the_lobby,
    "before the roll": before_the_roll,
    "after the roll": after_the_roll,
    "scoring": choosing_what_to_score,
    "last turns": looking_at_the_last_turns,
    "settings of the table": changing_the_settings,
    "end": at_the_end,
    "review": in_the_review,
    "open a record": opened("/review", "review-screen input[type=file]"),
    "lab": opened("/lab#C1_16+25-10,18+0-12:2x/16+25-14,18+15-10:2x_1:B4B3B2P2K2P6", 'lab-screen[data-state="shown"]'),
    "history": in_the_history,
    "empty history": opened("/history", ".history-nothing"),
    "tutorial": opened("/tutorial", "tutorial-screen h1"),
    "rules": opened("/rules", "rules-screen h1"),
    "paper": opened("/paper", "paper-screen h1"),
    "my dice": opened("/my-dice", "[data-action=enter-dice]"),
    "entering dice": entering_dice,
    "own dice entered": own_dice_entered,
    "fair dice": opened("/fair-dice", "fair-dice-screen h1"),
    "pad form": in_the_pad_form,
    "pad": at_the_pad,
    "pad by dice": at_the_pad_by_dice,
    "pad enlarged": at_the_large_pad,
    "pad correction": correcting_the_pad,
    "pad end": at_the_end_of_a_pad,
    "interface": opened("/api/docs", "h1"),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_in_every_language_light_and_dark(screen: str, new_page: NewPage) -> None:
    """Nothing is cut off on a small phone in any language; axe finds nothing, in the light and in the dark."""
    page = new_page()
    SCREENS[screen](page)
    # The interface is described in English alone.
    languages = ["en"] if screen == "interface" else LANGUAGES
    if screen != "interface":
        look(page, *LOOKS[0])
        for language in languages:
            switch_language(page, language)
            assert outside(page) == [], language
    # What axe looks at is nearly the same in all languages, which screens take in turn.
    for number, each in enumerate(LOOKS, [*SCREENS].index(screen)):
        language = languages[number % len(languages)]
        if screen != "interface":
            switch_language(page, language)
        look(page, *each)
        wait_until_still(page)
        assert complaints(page) == "", f"{language}, {each}"


def look(page: Page, theme: Literal["light", "dark"], width: int, height: int) -> None:
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": width, "height": height})


def test_what_axe_finds_is_reported(new_page: NewPage) -> None:
    page = new_page()
    assert complaints(page) == ""
    page.evaluate("document.querySelector('main').append(new Image(9, 9))")
    assert "image-alt" in complaints(page)
