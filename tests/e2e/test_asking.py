"""Asking for the greatest of gifts, and bots that keep pace with people."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES, catalog

from ..waiting import PATIENCE
from .conftest import NOWHERE, NewPage, Server
from .languages import switch_language
from .playing import new_table, press_roll, roll, score, shown, table_of, take_turn, view, wait_for_change
from .test_for_everybody import told
from .test_online import started
from .test_table_looks import BROKEN

ASK, SURE, KEEP, SKIP = (f'[data-action="{action}"]' for action in ("ask", "ask-sure", "ask-keep", "skip"))
CLOCK = '[role="timer"]'
SAY = catalog("en").say


def rolls_of(server: Server, page: Page) -> int:
    game = view(server, table_of(page))["game"]
    assert isinstance(game, dict)
    return int(game["rolls"])


def test_5_3_it_can_be_asked_before_the_first_roll(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    page.locator(ASK).click()
    seq = shown(page, "seq")
    page.locator(SURE).click()
    wait_for_change(page, seq)
    expect(page.locator(".news.doubling")).to_be_visible()
    take_turn(page)
    record = httpx.get(f"{server.address}/api/tables/{table_of(page)}/record", timeout=PATIENCE).json()
    assert [event["event"] for event in record["events"]] == ["gift-asked", "rolled", "scored"]


def test_a_bot_waits_for_the_answer_and_the_open_question_is_not_thrown_away(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@magpie", wait=20)
    take_turn(page)
    page.locator(ASK).click()
    expect(page.locator(SURE)).to_be_visible()
    # Somebody comes, and updates draw the page again: the question stays, and nothing is rolled meanwhile.
    before = rolls_of(server, page)
    other = new_page(f"/table/{table_of(page)}")
    expect(other.locator("table-screen")).to_have_attribute("data-stage", "playing")
    expect(page.locator(CLOCK)).to_be_visible()
    page.wait_for_function("() => Number(document.querySelector('.clock b').textContent) < 58")
    expect(page.locator(SURE)).to_be_visible()
    assert rolls_of(server, page) == before
    seq = shown(page, "seq")
    page.locator(SURE).click()
    wait_for_change(page, seq)
    page.wait_for_function("() => document.querySelectorAll('.seats .spent').length === 1")


def test_a_player_across_the_net_waits_for_the_answer_too(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server, wait=0)
    roll(host)
    guest.locator(ASK).click()
    expect(host.locator(".roll.waiting")).to_be_visible()
    press_roll(host)
    expect(host.locator(".roll.armed")).to_be_visible()
    guest.locator(KEEP).click()
    host.wait_for_function("() => document.querySelectorAll('.pips .left').length === 1")


def test_too_late_is_said_in_words(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@magpie", wait=30)
    take_turn(page)
    page.locator(ASK).click()
    expect(page.locator(SURE)).to_be_visible()
    # Whatever else lets the bot go on, as its limit does: here the same person on another screen.
    page.evaluate(
        """fetch(`/api/tables/${location.pathname.split("/").at(-1)}/skip`, {
            method: "POST", headers: {"Content-Type": "application/json"}, body: "{}",
        })"""
    )
    late = [SAY(f"web.table.too-late.{what}", giver=SAY("bot.magpie")) for what in ("rolled", "scored")]
    expect(page.locator(".toast", has_text=re.compile("|".join(map(re.escape, late))))).to_be_visible()


def test_the_ring_goes_on_when_a_die_is_held_and_goes_when_its_time_is_over(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server, wait=8)
    roll(host)
    ends = """async () => {
        const [running] = document.querySelector(".roll .ring").getAnimations();
        await running.ready;
        return running.startTime + running.effect.getComputedTiming().endTime;
    }"""
    expect(guest.locator(CLOCK)).to_be_visible()
    before = host.evaluate(ends)
    host.locator('[data-die="0"]').click()
    expect(host.locator('[data-die="0"]')).to_have_class(re.compile("held"))
    assert host.evaluate(ends) == before
    expect(host.locator(".roll.waiting")).to_have_count(0)
    expect(guest.locator(CLOCK)).to_be_hidden()


def test_one_press_plays_out_the_turns_of_the_bots(new_page: NewPage, slow_server: Server) -> None:
    page = new_page(NOWHERE, at=slow_server)
    new_table(page, "Lena", "@magpie", "@magpie")
    take_turn(page)
    page.locator(SKIP).click()
    page.wait_for_function("() => document.querySelector('table-screen')?.dataset.active === '0'")


def test_the_recap_shows_the_dice_that_were_given(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    given = 6 - page.locator("[data-option]").first.locator(".minis .die").count()
    score(page)
    expect(page.locator(".last-turn .gives .minis .die")).to_have_count(given)


@pytest.mark.parametrize("wait", [0, 20])
def test_a_screen_reader_hears_that_it_may_ask(new_page: NewPage, server: Server, wait: int) -> None:
    host, guest = started(new_page, server, wait=wait)
    told(guest)
    roll(host)
    key = "web.table.may-ask.time.player-you" if wait else "web.table.may-ask.player-you"
    words = SAY(key, count=20).split("20")
    guest.wait_for_function("words => told.some((text) => words.every((word) => text.includes(word)))", arg=words)


def test_the_active_player_sees_the_question_on_the_felt_and_nothing_over_the_ways_to_score(
    new_page: NewPage, server: Server
) -> None:
    host, guest = started(new_page, server, wait=20)
    roll(host)
    told(host)
    guest.locator(ASK).click()
    guest.locator(SURE).click()
    expect(host.locator(".news.doubling")).to_have_text("2x" + SAY("web.table.asked", name="Ola"))
    words = SAY("event.gift-asked", player="Ola")
    host.wait_for_function("words => told.some((text) => text.includes(words))", arg=words)
    expect(host.locator(".toast")).to_have_count(0)


def test_whoever_has_spent_it_is_not_waited_for(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server, wait=30)
    roll(host)
    expect(host.locator(".roll.waiting")).to_be_visible()
    guest.locator(ASK).click()
    guest.locator(SURE).click()
    expect(host.locator(".news.doubling")).to_be_visible()
    expect(host.locator(".roll.waiting")).to_have_count(0)
    seq = shown(host, "seq")
    press_roll(host)
    expect(host.locator(".roll.armed")).to_have_count(0)
    wait_for_change(host, seq)


def test_a_hint_about_asking_stops_the_clock_until_it_is_closed(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server, wait=20)
    roll(host)
    expect(guest.locator(CLOCK)).to_be_visible()
    guest.locator('[data-action="hint"]').click()
    expect(guest.locator(".hint")).to_be_visible()
    seconds = "() => Number(document.querySelector('.clock b').textContent)"
    guest.wait_for_function(f"() => ({seconds})() > 30")
    expect(host.locator(".roll.waiting")).to_be_visible()
    guest.locator('[data-action="hint-shut"]').click()
    guest.wait_for_function(f"() => document.querySelector('.clock').hidden || ({seconds})() <= 20")


def test_on_a_narrow_phone_the_button_to_ask_has_one_short_line(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    label = page.locator(".aside .ask .short")
    lines = "label => label.getBoundingClientRect().height / parseFloat(getComputedStyle(label).lineHeight)"
    for language in LANGUAGES:
        switch_language(page, language)
        expect(label).to_have_text(catalog(language).say("web.table.ask.short"))
        assert label.evaluate(lines) < 1.5, language
        expect(page.locator(ASK)).to_have_accessible_name(f"Marko: {catalog(language).say('web.table.ask')}")
    # So it has where it is the main question.
    new_table(page, "Lena", "@magpie", wait=20)
    take_turn(page)
    main = page.locator(".question .ask .short")
    for language in LANGUAGES:
        switch_language(page, language)
        assert main.evaluate(lines) < 1.5, language


def test_on_a_narrow_phone_the_answers_beside_the_clock_move_nothing(new_page: NewPage, slow_server: Server) -> None:
    page = new_page(NOWHERE, at=slow_server)
    # The bot takes its time before its first roll.
    new_table(page, "@magpie", "Lena", wait=20)
    rows = "() => document.querySelector('.notice').getBoundingClientRect().height"
    lines = """buttons => buttons.map((button) => {
        const text = document.createRange();
        text.selectNodeContents(button);
        return new Set([...text.getClientRects()].map(({ top }) => top)).size;
    })"""
    for language in LANGUAGES:
        switch_language(page, language)
        before = page.evaluate(rows)
        page.locator(ASK).click()
        expect(page.locator(CLOCK)).to_be_visible()
        assert max(page.locator(f"{SURE}, {KEEP}").evaluate_all(lines)) <= 2, language
        assert page.evaluate(BROKEN, ".aside .greatest .button") == [], language
        assert page.evaluate(rows) == before, language
        page.locator(KEEP).click()
