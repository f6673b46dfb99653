"""What comes and goes covers nothing that is needed, and moves nothing under a finger."""

from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES

from .conftest import NOWHERE, NewPage, Server
from .languages import in_languages_and_sizes
from .playing import (
    OPTION,
    ROLL,
    new_table,
    play_ahead,
    press_roll,
    roll,
    score,
    shown,
    table_of,
    take_turn,
    wait_for_change,
)
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
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    page.evaluate(TOAST, "Marko asks for the greatest of gifts: this gift counts double.")
    for width, height in ((667, 375), (740, 360)):
        resize(page, width, height)
        apart(page, ".toast", ROLL, ".tool", ".ask", ".seat", "[data-die]", OPTION)


def test_a_message_about_the_last_turn_does_not_cover_the_end(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko", rounds=1)
    take_turn(page)
    roll(page)
    page.evaluate(LASTING_TOAST, "Lena asks for the greatest of gifts: this gift counts double.")
    expect(page.locator(".toast")).to_be_visible()
    score(page)
    expect(page.locator('table-screen[data-stage="over"]')).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)


def test_a_message_at_the_end_covers_no_button(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko", rounds=1)
    play_ahead(page, 1)
    page.wait_for_selector('table-screen[data-stage="over"]')
    page.evaluate(LASTING_TOAST, "The others want a rematch.")
    for width, height in (*LOW, (360, 640), (820, 1180), (1440, 900)):
        resize(page, width, height)
        in_view(page, ".toast")
        apart(page, ".toast", ".end-actions .button", "#bar-menu", ".bar-out", "#bar-help")


def test_the_word_that_there_is_no_connection_covers_nothing_of_the_start_page(new_page: NewPage) -> None:
    page = new_page("/", offline_expected=True)
    page.wait_for_selector("start-screen h1")
    page.context.set_offline(True)
    expect(page.locator(".offline-banner")).to_be_visible()
    for width, height in ((360, 640), (740, 360), (1440, 900)):
        resize(page, width, height)
        apart(page, ".offline-banner", "#bar", "h1", ".tagline", ".play .button", ".level")


def test_roll_stays_where_it_is_when_the_gift_is_asked_for(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Aleksandra")
    roll(page)
    before = {seen: boxes(page, ROLL) for seen in in_languages_and_sizes(page, LANGUAGES, (360, 640))}
    page.locator('[data-action="ask"]').click()
    seq = shown(page, "seq")
    page.locator('[data-action="ask-sure"]').click()
    wait_for_change(page, seq)
    expect(page.locator(".news.doubling")).to_be_visible()
    assert {seen: boxes(page, ROLL) for seen in in_languages_and_sizes(page, LANGUAGES, (360, 640))} == before


def test_while_the_neighbour_decides_every_button_keeps_its_place_and_its_words(
    new_page: NewPage, server: Server
) -> None:
    """Played online, where there is one more tool, by somebody whose name is as long as it may be."""
    sizes = (360, 640), (740, 360)
    host = new_page(NOWHERE)
    new_table(host, "Lena", "link", wait=30)
    guest = new_page(host.locator('[data-link="join"]').input_value().removeprefix(server.address))
    guest.locator('input[name="name"]').fill("Maximilian-Konstantin-Alexander-Theodor.")
    guest.locator('[data-action="join"]').click()
    host.locator('[data-action="start"]:enabled').click()
    host.wait_for_selector('table-screen[data-stage="playing"]')
    roll(host)
    answers = ".question .button:not([hidden])"
    cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"

    def answers_have_room() -> None:
        for seen in in_languages_and_sizes(guest, LANGUAGES, *sizes):
            expect(guest.locator(answers)).to_have_count(2)
            apart(guest, answers, ".clock", ".tool", ".reaction-button")
            assert guest.locator(f"{answers}, {answers} .ask-label").evaluate_all(cut) == [], seen

    answers_have_room()
    before = {seen: boxes(host, ROLL) for seen in in_languages_and_sizes(host, LANGUAGES, *sizes)}
    guest.locator('.question [data-action="ask"]').click()
    answers_have_room()
    press_roll(host)
    expect(host.locator(".roll.armed")).to_be_visible()
    assert {seen: boxes(host, ROLL) for seen in in_languages_and_sizes(host, LANGUAGES, *sizes)} == before


def test_the_dice_given_lie_in_a_row_in_the_recap(new_page: NewPage) -> None:
    page = new_page(NOWHERE, viewport={"width": 740, "height": 360})
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
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    for die in range(6):
        page.locator(f'[data-die="{die}"]').click()
    for seen in in_languages_and_sizes(page, LANGUAGES, (360, 640), *LOW):
        apart(page, ".held-word")
        words = page.locator(".held-word").first
        lines = words.evaluate("each => each.getClientRects()[0].height / parseFloat(getComputedStyle(each).fontSize)")
        assert lines < 2, f"{words.inner_text()} breaks: {seen}"
        in_view(page, ".held-word")
        assert words.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 12, seen


def test_the_tags_of_the_tutorial_do_not_touch(new_page: NewPage) -> None:
    page = new_page("/tutorial")
    go_on, dice = page.locator("tutorial-screen .lesson-main"), page.locator("tutorial-screen [data-die]")
    dice.nth(4).click()
    for _ in range(2):
        go_on.click()
    for die in (1, 2, 3):
        dice.nth(die).click()

    def tags_are_apart(count: int) -> None:
        for _ in in_languages_and_sizes(page, LANGUAGES, (360, 640), (667, 375), (740, 360)):
            expect(page.locator(".lesson-tag")).to_have_count(count)
            apart(page, ".lesson-tag")
            apart(page, "[data-die]")

    tags_are_apart(3)
    go_on.click()
    page.locator("[data-option='0']").click()
    tags_are_apart(6)


def test_on_low_screens_a_step_of_the_review_is_seen_above_its_buttons(new_page: NewPage) -> None:
    page = new_page(NOWHERE, viewport={"width": 740, "height": 360})
    new_table(page, "Maximilian", "Aleksandra", rounds=1)
    roll(page)
    roll(page, 0, 1)
    play_ahead(page, rounds=1)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector('review-screen[data-state="shown"]')
    page.locator(".step-track input").fill("2")
    for _ in in_languages_and_sizes(page, ["de", "pl"], (740, 360)):
        expect(page.locator("review-screen")).to_have_attribute("data-step", "2")
        page.locator(".review-stepper").evaluate("stepper => stepper.scrollIntoView()")
        for part in (".step-dice", ".step-told > p", ".step-controls .button"):
            in_view(page, part)
        apart(page, ".step-dice", ".step-told > p", ".step-controls")
