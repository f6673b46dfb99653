"""What comes and goes covers nothing that is needed, and moves nothing under a finger."""

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES

from .conftest import NewPage
from .playing import OPTION, ROLL, new_table, play_to_the_end, roll, score, shown, table_of, take_turn, wait_for_change
from .test_accessibility import switch_language
from .test_layout import apart, boxes, in_view

LOW = ((568, 320), (667, 375), (740, 360))
TOAST = """words => import(new URL("lib/dom.js", document.querySelector("script[type=module]").src))
    .then(({toast}) => toast(words))"""
# The same, but it does not disappear by itself.
LASTING_TOAST = f"""words => {{
    const later = window.setTimeout;
    window.setTimeout = () => 0;
    return ({TOAST})(words).finally(() => {{ window.setTimeout = later; }});
}}"""
# Scores in the way that gives away the most dice.
GIVE_MANY = """async (table) => {
    const {view} = await (await fetch(`/api/tables/${table}`)).json();
    const {active, options} = view.game;
    const [{dice}] = options.toSorted((one, other) => other.gives.length - one.gives.length);
    await fetch(`/api/tables/${table}/moves`, {
        method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({move_id: `${table}-${view.seq}`, seq: view.seq, seat: active, action: "score", dice}),
    });
}"""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def test_on_low_screens_a_message_covers_no_button_and_no_die(new_page: NewPage) -> None:
    page = new_page("/")
    new_table(page, "Lena", "Marko")
    roll(page)
    page.evaluate(TOAST, "Marko asks for the greatest of gifts: this gift counts double.")
    for width, height in ((667, 375), (740, 360)):
        resize(page, width, height)
        apart(page, ".toast", ROLL, ".tool", ".ask", ".seat", "[data-die]", OPTION)


def test_a_message_about_the_last_turn_does_not_cover_the_end(new_page: NewPage) -> None:
    page = new_page("/")
    new_table(page, "Lena", "Marko", rounds=1)
    take_turn(page)
    roll(page)
    page.evaluate(LASTING_TOAST, "Lena asks for the greatest of gifts: this gift counts double.")
    expect(page.locator(".toast")).to_be_visible()
    score(page)
    expect(page.locator('table-screen[data-stage="over"]')).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (740, 360), (1440, 900)])
def test_the_word_that_there_is_no_connection_covers_nothing_of_the_start_page(
    size: tuple[int, int], new_page: NewPage
) -> None:
    page = new_page("/", offline_expected=True, viewport={"width": size[0], "height": size[1]})
    page.wait_for_selector("start-screen h1")
    page.context.set_offline(True)
    expect(page.locator(".offline-banner")).to_be_visible()
    apart(page, ".offline-banner", "#bar", "h1", ".tagline", ".play .button", ".level")


@pytest.mark.parametrize("language", LANGUAGES)
def test_roll_stays_where_it_is_when_the_gift_is_asked_for(language: str, new_page: NewPage) -> None:
    page = new_page("/", locale=language)
    new_table(page, "Lena", "Aleksandra")
    roll(page)
    before = boxes(page, ROLL)
    page.locator('[data-action="ask"]').click()
    seq = shown(page, "seq")
    page.locator('[data-action="ask-sure"]').click()
    wait_for_change(page, seq)
    expect(page.locator(".news.doubling")).to_be_visible()
    assert boxes(page, ROLL) == before


def test_the_dice_given_lie_in_a_row_in_the_recap(new_page: NewPage) -> None:
    page = new_page("/", viewport={"width": 740, "height": 360})
    new_table(page, "Lena", "Aleksandra", free_giving=True)
    roll(page)
    seq = shown(page, "seq")
    page.evaluate(GIVE_MANY, table_of(page))
    wait_for_change(page, seq)
    for width, height in ((360, 640), *LOW):
        resize(page, width, height)
        dice = boxes(page, ".last-turn .gives .die")
        assert len(dice) == 5
        assert len({top for _, top, _, _ in dice}) == 1


def test_words_under_dice_take_one_line_and_do_not_touch(new_page: NewPage) -> None:
    page = new_page("/")
    new_table(page, "Lena", "Marko")
    roll(page)
    for die in range(6):
        page.locator(f'[data-die="{die}"]').click()
    for language in LANGUAGES:
        switch_language(page, language)
        for width, height in ((360, 640), *LOW):
            resize(page, width, height)
            apart(page, ".held-word")
            words = page.locator(".held-word").first
            lines = words.evaluate(
                "each => each.getClientRects()[0].height / parseFloat(getComputedStyle(each).fontSize)"
            )
            assert lines < 2, f"{words.inner_text()} breaks at {width} x {height}"
            in_view(page, ".held-word")
            assert words.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 12, (width, height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tags_of_the_tutorial_do_not_touch(language: str, new_page: NewPage) -> None:
    page = new_page("/tutorial", locale=language)
    go_on, dice = page.locator("tutorial-screen .lesson-main"), page.locator("tutorial-screen [data-die]")
    dice.nth(4).click()
    for _ in range(2):
        go_on.click()
    for die in (1, 2, 3):
        dice.nth(die).click()

    def tags_are_apart(count: int) -> None:
        expect(page.locator(".lesson-tag")).to_have_count(count)
        for width, height in ((360, 640), (667, 375), (740, 360)):
            resize(page, width, height)
            apart(page, ".lesson-tag")
            apart(page, "[data-die]")

    tags_are_apart(3)
    go_on.click()
    page.locator("[data-option='0']").click()
    tags_are_apart(6)


@pytest.mark.parametrize("language", ["de", "pl"])
def test_on_low_screens_a_step_of_the_review_is_seen_above_its_buttons(language: str, new_page: NewPage) -> None:
    page = new_page("/", locale=language, viewport={"width": 740, "height": 360})
    new_table(page, "Maximilian", "Aleksandra", rounds=1)
    roll(page)
    roll(page, 0, 1)
    play_to_the_end(page)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector('review-screen[data-state="shown"]')
    page.locator(".review-stepper").evaluate("stepper => stepper.scrollIntoView()")
    page.locator(".step-track input").fill("2")
    expect(page.locator("review-screen")).to_have_attribute("data-step", "2")
    for part in (".step-dice", ".step-told > p", ".step-controls .button"):
        in_view(page, part)
    apart(page, ".step-dice", ".step-told > p", ".step-controls")
