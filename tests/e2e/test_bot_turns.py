"""Turns of bots that one can follow, and what can be set at the table: speed, time to ask, tutor."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from charidice.messages import catalog

from ..waiting import PATIENCE, until
from .conftest import NOWHERE, NewPage, Server
from .playing import OPTION, SCORE, my_seats, new_table, play_ahead, roll, shown, table_of, view
from .test_online import started

SAY = catalog("en").say
SKIP, PASS, CLOCK = '[data-action="skip"]', '[data-action="decline"]', '[role="timer"]'
MARKED, BOX = ".lighting .place.lit", ".flyer .gift-box"


def last_score(server: Server, page: Page) -> dict[str, list[int]]:
    record = httpx.get(f"{server.address}/api/tables/{table_of(page)}/record", timeout=PATIENCE).json()
    found: dict[str, list[int]] = record["events"][-1]
    return found


def marked_turn(new_page: NewPage, slow_server: Server, **settings: object) -> Page:
    """A page whose time only goes on when a test says so, while the dice of a bot that gives something are marked."""
    page = new_page("/", at=slow_server, reduced_motion="no-preference")
    page.clock.install()
    while True:
        page.clock.resume()
        new_table(page, "@squirrel", "Lena", **settings)
        # Not so far ahead that the connection would seem to be gone.
        page.clock.pause_at(page.evaluate("Date.now() + 1000") / 1000)
        page.locator(SKIP).click()
        expect(page.locator("table-screen")).to_have_attribute("data-busy", "true")
        for _ in range(1000):
            page.clock.run_for(50)
            if page.locator(MARKED).count():
                break
            assert shown(page, "active") == "0", "the dice of the bot were never marked"
        if last_score(slow_server, page).get("gift"):
            return page


def test_the_dice_that_a_bot_scores_and_gives_are_marked_before_the_gift_is_packed(
    new_page: NewPage, slow_server: Server
) -> None:
    page = marked_turn(new_page, slow_server)
    scored = last_score(slow_server, page)["dice"]
    given = [die for die in range(6) if die not in scored]
    dice = "dice => dice.map((die) => Number(die.dataset.die))"
    assert page.locator(MARKED).evaluate_all(dice) == scored
    assert page.locator(".place.given").evaluate_all(dice) == given
    expect(page.locator(".flyer")).to_have_count(0)
    page.clock.run_for(1000)
    expect(page.locator(BOX)).to_have_count(1)
    moving = "dice => dice.filter((die) => die.getAnimations().length).map((die) => Number(die.dataset.die))"
    assert page.locator(".place").evaluate_all(moving) == given
    page.clock.run_for(500)
    expect(page.locator(".flying-points")).to_have_count(1)
    expect(page.locator(BOX)).to_have_count(1)
    page.clock.run_for(1000)
    expect(page.locator(".flyer")).to_have_count(0)
    expect(page.locator("table-screen")).to_have_attribute("data-active", "1")
    assert page.locator(".place").evaluate_all(moving) == []


@pytest.mark.parametrize("after", [0, 1000, 1500])
def test_one_tap_skips_the_rest_of_a_bots_turn(after: int, new_page: NewPage, slow_server: Server) -> None:
    page = marked_turn(new_page, slow_server)
    page.clock.run_for(after)
    expect(page.locator(BOX)).to_have_count(1 if after else 0)
    page.mouse.click(5, 300)
    expect(page.locator("table-screen")).to_have_attribute("data-active", "1")
    expect(page.locator(f"{MARKED}, .flyer")).to_have_count(0)


def test_with_reduced_motion_nothing_of_a_bot_is_marked_or_flies(new_page: NewPage, slow_server: Server) -> None:
    page = new_page(NOWHERE, at=slow_server)
    new_table(page, "@squirrel", "Lena")
    page.evaluate(
        """() => {
            window.seen = 0;
            const watched = {childList: true, subtree: true, attributeFilter: ["class"]};
            new MutationObserver(() => (window.seen += document.querySelectorAll(".lit, .flyer").length))
                .observe(document.body, watched);
        }"""
    )
    page.locator(SKIP).click()
    expect(page.locator("table-screen")).to_have_attribute("data-active", "1")
    assert page.evaluate("() => window.seen") == 0


def test_the_last_turns_can_be_looked_at_with_three_bots(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@squirrel", "@fox", "@owl", rounds=5)
    play_ahead(page, rounds=4)
    turns = page.locator("dialog[open] .turns > li")
    # On a desk, and then on a phone.
    for width, height in ((1440, 900), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator('[data-action="turns"]').click()
        expect(turns).to_have_count(12)
        page.keyboard.press("Escape")
        expect(page.locator('[data-action="turns"]')).to_be_focused()
    page.locator('[data-action="turns"]').click()
    expect(turns).to_have_count(12)
    game = view(server, table_of(page))["game"]
    assert isinstance(game, dict)
    for number, seat in enumerate((3, 2, 1, 0)):
        sheet = game["sheets"][seat]
        expect(turns.nth(number).locator(".adds b")).to_have_text(str(sheet["points"][-1] + sheet["bonus"][-1]))
    expect(turns.nth(3)).to_contain_text("Lena")
    expect(turns.nth(3)).to_contain_text(SAY("web.table.round", round=4, rounds=5))
    assert turns.nth(3).locator(".die").count() == 6


# The settings of a table in play


def open_settings(page: Page) -> None:
    page.locator("#bar-menu").click()
    page.locator(".menu-entry", has_text=SAY("web.table.settings")).click()


def test_the_first_games_against_a_bot_are_played_with_the_tutor(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    for hints in ("tutor", "tutor", "tutor", "ask"):
        page.locator('[data-action="play-now"]').click()
        page.wait_for_selector('table-screen[data-stage="playing"]')
        settings = view(server, table_of(page))["settings"]
        assert isinstance(settings, dict)
        assert settings["hints"] == hints
        page.goto(f"{server.address}/")


def test_whoever_played_before_is_no_beginner(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    page.evaluate("localStorage.setItem('charidice', JSON.stringify({newcomer: false}))")
    page.reload()
    page.locator('[data-action="play-now"]').click()
    page.wait_for_selector('table-screen[data-stage="playing"]')
    assert view(server, table_of(page))["settings"]["hints"] == "ask"  # type: ignore[index]


def test_one_switch_at_the_table_ends_the_tutor_for_this_game_and_the_next_ones(
    new_page: NewPage, server: Server
) -> None:
    page = new_page("/")
    for hints in ("tutor", "ask"):
        page.locator('[data-action="play-now"]').click()
        page.wait_for_selector('table-screen[data-stage="playing"]')
        open_settings(page)
        tutor = page.get_by_role("switch", name=SAY("web.new.hints.tutor"))
        expect(tutor).to_be_checked(checked=hints == "tutor")
        if hints == "tutor":
            tutor.click()
            until(lambda: view(server, table_of(page))["settings"]["hints"] == "ask")  # type: ignore[index]
        page.goto(f"{server.address}/")


def test_the_tutor_that_is_switched_on_asks_before_a_clear_mistake(new_page: NewPage) -> None:
    page = new_page(NOWHERE, viewport={"width": 1440, "height": 900})
    new_table(page, "Lena", "Marko", rounds=1)
    roll(page)
    seq = shown(page, "seq")
    open_settings(page)
    page.get_by_role("switch", name=SAY("web.new.hints.tutor")).click()
    expect(page.locator("table-screen")).not_to_have_attribute("data-seq", seq)
    page.keyboard.press("Escape")
    page.locator(f"{OPTION}:visible").last.click()
    page.locator(SCORE).click()
    expect(page.locator('[data-action="do-it"]')).to_be_visible()


def test_the_host_sets_the_time_to_ask_and_nobody_else(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server, wait=0)
    guest.locator("#bar-menu").click()
    expect(guest.locator(".added .menu-entry", has_text=SAY("web.table.sheets"))).to_be_visible()
    expect(guest.locator(".menu-entry", has_text=SAY("web.table.settings"))).to_have_count(0)
    guest.keyboard.press("Escape")
    open_settings(host)
    host.locator('input[name="wait"]').fill("30")
    host.locator('input[name="wait"]').press("Tab")
    page = host if my_seats(host) == [shown(host, "active")] else guest
    until(lambda: view(server, table_of(host))["settings"]["wait"] == 30)  # type: ignore[index]
    host.keyboard.press("Escape")
    roll(page)
    other = guest if page is host else host
    expect(other.locator(CLOCK)).to_be_visible()
    other.locator(PASS).click()
    expect(other.locator(CLOCK)).to_be_hidden()
    # Whoever has said "not this turn" is not waited for.
    roll(page)
    expect(other.locator(f"{CLOCK}:visible, {PASS}:visible")).to_have_count(0)
    expect(page.locator(".roll.waiting, .roll.armed")).to_have_count(0)


def test_speed_and_time_to_ask_are_changed_while_bots_play(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@fox")
    open_settings(page)
    page.locator('input[name="speed"][value="slow"]').check()
    page.locator('input[name="wait"]').fill("7")
    page.locator('input[name="wait"]').press("Enter")
    expect(page.locator("table-screen")).to_have_attribute("data-seq", "4")
    settings = view(server, table_of(page))["settings"]
    assert isinstance(settings, dict)
    assert (settings["speed"], settings["wait"]) == ("slow", 7)
