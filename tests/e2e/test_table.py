"""The table itself: the turn, hints, sheets, motion, sizes."""

import re
from datetime import datetime, timedelta
from itertools import pairwise
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, Route, expect

from charidice.messages import catalog

from .conftest import NOWHERE, NewPage, Server
from .playing import (
    OPTION,
    ROLL,
    SCORE,
    asks_the_server,
    new_table,
    press_roll,
    roll,
    score,
    shown,
    table_of,
    take_turn,
    view,
    wait_for_change,
)
from .test_table_looks import tidy


def test_dice_are_held_and_freed_by_position_and_the_button_counts(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    before = view(server, table_of(page))["game"]["faces"]  # type: ignore[index]
    for die in (1, 4, 5):
        page.locator(f'[data-die="{die}"]').click()
    page.locator('[data-die="5"]').click()
    expect(page.locator('[data-die="4"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-die="5"]')).to_have_attribute("aria-pressed", "false")
    expect(page.locator(ROLL)).to_contain_text("4")
    seq = shown(page, "seq")
    press_roll(page)
    wait_for_change(page, seq)
    after = view(server, table_of(page))["game"]["faces"]  # type: ignore[index]
    assert [after[die] for die in (1, 4)] == [before[die] for die in (1, 4)]


def test_the_ways_to_score_are_grouped_best_first_and_the_others_folded(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE, viewport={"width": 1440, "height": 900})
    new_table(page, "Lena", "Marko", free_giving=True)
    roll(page)
    options = view(server, table_of(page))["game"]["options"]  # type: ignore[index]
    folded = [option for option in options if option["folded"]]
    assert folded, "with free giving there is always something that is no better"
    assert page.locator(f"{OPTION}:visible").count() == len(options) - len(folded)
    for group in ("colour", "colours"):
        wanted = ["-".join(map(str, each["dice"])) for each in options if each["group"] == group and not each["folded"]]
        rows = page.locator(f"{OPTION}:visible").evaluate_all("rows => rows.map((row) => row.dataset.option)")
        assert [row for row in rows if row in wanted] == wanted, "best sum first"
    text = page.locator(OPTION).first.inner_text()
    best = options[0]
    assert f"{best['points']} + {best['bonus']}" in text
    assert str(best["total"]) in text


def test_scoring_takes_one_confirmation_and_can_be_taken_back(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    seq = shown(page, "seq")
    page.locator(OPTION).first.click()
    expect(page.locator(SCORE)).to_be_enabled()
    assert shown(page, "seq") == seq, "nothing is scored yet"
    page.locator(SCORE).click()
    wait_for_change(page, seq)
    assert shown(page, "active") == "1"
    seq = shown(page, "seq")
    page.locator('[data-action="undo"]').click()
    wait_for_change(page, seq)
    assert shown(page, "active") == "0"


def test_hints_come_stage_by_stage(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    # No roll is left, so that the move names dice.
    for _ in range(3):
        roll(page)
    page.locator('[data-action="hint"]').click()
    told = page.locator(".hint-text")
    expect(told).to_be_visible()
    first = told.inner_text()
    page.locator('[data-action="hint-more"]').click()
    expect(told).not_to_have_text(first)
    # The last stage shows the move with its dice.
    for _ in range(2):
        page.locator('[data-action="hint-more"]').click()
    expect(told.locator(".minis")).to_be_visible()
    tidy(told.locator(".minis"))


def test_a_hint_that_comes_too_late_is_not_shown(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    asks_the_server(page)
    roll(page)
    held: list[Route] = []
    page.route("**/hint?*", lambda route: held.append(route))
    with page.expect_request("**/hint?*"):
        page.locator('[data-action="hint"]').click()
    score(page)
    with page.expect_response("**/hint?*"):
        held[0].continue_()
    # The next hint is asked for after the late one was taken.
    page.unroute("**/hint?*")
    expect(page.locator(".hint")).to_be_hidden()
    roll(page)
    page.locator('[data-action="hint"]').click()
    expect(page.locator(".hint-text")).to_be_visible()


def test_nobody_is_told_that_they_are_away_themselves(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    page.route_web_socket("**/live?*", lambda socket: None)
    new_table(page, "Lena", "Marko")
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".absent:visible")).to_have_count(0)


def test_a_table_without_hints_has_no_hint_button(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko", hints="off")
    roll(page)
    expect(page.locator('[data-action="hint"]:visible')).to_have_count(0)


def test_the_tutor_asks_before_a_clear_mistake(new_page: NewPage) -> None:
    page = new_page(NOWHERE, viewport={"width": 1440, "height": 900})
    new_table(page, "Lena", "Marko", hints="tutor", rounds=1)
    roll(page)
    seq = shown(page, "seq")
    page.locator(f"{OPTION}:visible").last.click()
    page.locator(SCORE).click()
    expect(page.locator("dialog[open]")).to_contain_text(catalog("en").say("web.table.sure"))
    page.locator('[data-action="think-again"]').click()
    assert shown(page, "seq") == seq
    page.locator(SCORE).click()
    page.locator('[data-action="do-it"]').click()
    wait_for_change(page, seq)


def test_late_asking_is_stop_answer_score(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko", late_asking=True)
    roll(page)
    seq = shown(page, "seq")
    page.locator(OPTION).first.click()
    page.locator('[data-action="stop"]').click()
    wait_for_change(page, seq)
    seq = shown(page, "seq")
    page.locator('[data-action="decline"]').click()
    wait_for_change(page, seq)
    seq = shown(page, "seq")
    if not page.locator(SCORE).count():
        page.locator(OPTION).first.click()
    page.locator(SCORE).click()
    wait_for_change(page, seq)
    assert shown(page, "active") == "1"


def test_the_sheet_is_the_pad(new_page: NewPage) -> None:
    page = new_page(NOWHERE, viewport={"width": 1440, "height": 900})
    new_table(page, "Lena", "Marko")
    take_turn(page)
    sheet = page.locator(".sheet").first
    expect(sheet.locator("tbody tr")).to_have_count(7)
    heads = sheet.locator("thead th").all_inner_texts()
    say = catalog("en").say
    assert [head.lower() for head in heads] == [say(f"box.{name}") for name in ("points", "bonus", "received", "given")]
    expect(sheet.locator(".sheet-foot")).to_contain_text(re.compile(say("box.charity"), re.IGNORECASE))
    assert re.fullmatch(r"\d+", sheet.locator("tbody tr").first.locator("td").first.inner_text())


def test_on_a_phone_everybodys_sheets_are_one_tap_away(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko", "Ola")
    page.locator('[data-action="sheets"]:visible').click()
    expect(page.locator("dialog[open] .sheet")).to_have_count(3)


def test_dice_tumble_in_three_dimensions_for_under_a_second_and_a_tap_skips_it(new_page: NewPage) -> None:
    page = new_page(NOWHERE, reduced_motion="no-preference")
    page.clock.install()
    new_table(page, "Lena", "Marko")
    # From now on no timer ends anything: only the tap can.
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    page.locator(ROLL).click()
    page.wait_for_selector(".cube")
    assert page.locator(".cube").first.evaluate("cube => getComputedStyle(cube).transformStyle") == "preserve-3d"
    lasting = page.locator(".cube").evaluate_all(
        "cubes => cubes.flatMap((cube) => cube.getAnimations().map((each) => each.effect.getTiming().duration))"
    )
    assert lasting
    assert all(0 < time < 1000 for time in lasting)
    page.mouse.click(5, 300)
    expect(page.locator(".cube")).to_have_count(0)


def test_with_reduced_motion_nothing_tumbles(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    page.evaluate(
        """() => {
            window.seen = 0;
            new MutationObserver(() => (window.seen += document.querySelectorAll(".cube, .flyer").length))
                .observe(document.body, {childList: true, subtree: true});
        }"""
    )
    roll(page)
    score(page)
    assert page.evaluate("() => window.seen") == 0


SMALL = """() => [...document.querySelectorAll("button, a, select, input")]
    .filter((each) => each.checkVisibility() && !each.closest("[popover]:not(:popover-open)"))
    .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([text, box]) => {
        // Signs on a card that explain themselves are small help within a large target.
        const least = text.includes('class="explaining') ? 24 : 43.5;
        return box.width > 0 && (box.width < least || box.height < least);
    })
    .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""


def test_targets_are_large_enough_and_nothing_overflows(new_page: NewPage) -> None:
    page = new_page(NOWHERE, locale="pl")
    new_table(page, "Aleksandra", "Maksymilian", "@owl", "Katarzyna")
    roll(page)
    page.locator('[data-die="0"]').click()
    for width, height in ((360, 640), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SMALL) == [], (width, height)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        if width == 360:
            assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_light_and_dark_are_chosen_and_kept(new_page: NewPage) -> None:
    page = new_page("/")
    colours = []
    for theme in ("light", "dark"):
        page.locator("#bar button").last.click()
        page.locator(f'[name=theme][value="{theme}"]').check(force=True)
        page.keyboard.press("Escape")
        page.reload()
        page.wait_for_selector("start-screen h1")
        colours.append(page.evaluate("() => getComputedStyle(document.querySelector('.paper')).backgroundColor"))
    assert all(one != other for one, other in pairwise(colours))


def test_it_can_be_installed(new_page: NewPage) -> None:
    page = new_page("/")
    manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
    assert urljoin(page.url, manifest["start_url"]) == page.url
    assert manifest["display"] == "standalone"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert any("maskable" in icon.get("purpose", "") for icon in manifest["icons"])
    for icon in manifest["icons"]:
        width = page.evaluate(
            """async (src) => {
                const picture = new Image();
                picture.src = src;
                await picture.decode();
                return picture.naturalWidth;
            }""",
            icon["src"],
        )
        assert width > 0


def chosen(page: Page) -> list[str]:
    """The ways to score that are chosen, by their dice."""
    rows: list[str] = page.locator(f'{OPTION}[aria-pressed="true"]').evaluate_all(
        "rows => rows.map((row) => row.dataset.option)"
    )
    return rows


@pytest.mark.parametrize("rolls", [1, 3])
def test_tapped_dice_that_make_a_legal_set_choose_it(new_page: NewPage, server: Server, rolls: int) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    for _ in range(rolls):
        roll(page)
    if rolls == 1:
        page.locator('[data-action="pick"]').click()
    options = view(server, table_of(page))["game"]["options"]  # type: ignore[index]
    legal = {tuple(option["dice"]) for option in options}
    dice = next(option["dice"] for option in options if len(option["dice"]) > 1)
    for count, die in enumerate(dice, 1):
        page.locator(f'[data-die="{die}"]').click()
        expect(page.locator(f'[data-die="{die}"]')).to_have_attribute("aria-pressed", "true")
        wanted = sorted(dice[:count])
        assert chosen(page) == (["-".join(map(str, wanted))] if tuple(wanted) in legal else [])
    assert chosen(page)
    seq = shown(page, "seq")
    page.locator('[data-action="score"]').click()
    wait_for_change(page, seq)
    sheets = view(server, table_of(page))["game"]["sheets"]  # type: ignore[index]
    assert len(sheets[0]["points"]) == 1


def test_dice_chosen_for_scoring_leave_those_kept_as_they_are(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    die = page.locator('[data-die="2"]')
    die.click()
    page.locator('[data-action="pick"]').click()
    expect(die).to_have_attribute("aria-pressed", "false")
    page.locator('[data-die="0"]').click()
    page.locator('[data-action="pick"]').click()
    expect(die).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-die="0"]')).to_have_attribute("aria-pressed", "false")
