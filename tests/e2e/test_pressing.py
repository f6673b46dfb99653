"""What a press does at the table, and what it never does."""

from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, Request, expect

from charidice.messages import LANGUAGES, catalog

from .conftest import NOWHERE, NewPage, Server
from .languages import switch_language
from .playing import (
    OPTION,
    ROLL,
    SCORE,
    new_table,
    play_to_the_end,
    roll,
    shown,
    table_of,
    take_turn,
    view,
    wait_for_change,
)
from .test_games import two_online
from .test_online import join, started

SETTLING = 400
TUMBLING = 840


def middle(page: Page, target: str) -> tuple[float, float]:
    box = page.locator(target).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_on_the_button(page: Page, key: str) -> None:
    page.locator(ROLL).focus()
    page.keyboard.press(key)


PRESSES: dict[str, Callable[[Page], None]] = {
    "mouse": lambda page: page.mouse.click(*middle(page, ROLL)),
    "touch": lambda page: page.touchscreen.tap(*middle(page, ROLL)),
    "space": lambda page: page.keyboard.press("Space"),
    "space on the button": lambda page: press_on_the_button(page, "Space"),
    "enter on the button": lambda page: press_on_the_button(page, "Enter"),
}


def frozen_table(new_page: NewPage, motion: bool, rolled: bool = False) -> tuple[Page, list[str]]:
    """A table whose time only goes on when a test says so, and the moves sent from it; rolled once without a bonus."""
    page = new_page(NOWHERE, reduced_motion="no-preference" if motion else "reduce", has_touch=True)
    page.clock.install()
    if rolled:
        with_a_bonus(page, wanted=False)
    else:
        new_table(page, "Lena", "Marko")
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/moves"):
            sent.append(request.post_data or "")

    page.on("request", note)
    return page, sent


def settle(page: Page) -> None:
    """Wait for the answer to what was sent, if anything, and let the dice settle."""
    for _ in range(200):
        page.clock.run_for(SETTLING)
        if shown(page, "busy") == "false":
            return
    raise AssertionError("the table stays busy")


# Each while the dice tumble, at one moment or another, and soon after.
TUMBLE = ((60, False), (300, True), (800, False))
GAPS = [(gesture, *TUMBLE[number % 3]) for number, gesture in enumerate(PRESSES)]
GAPS += [("mouse", TUMBLING + 200, True), ("enter on the button", TUMBLING + 200, False)]


@pytest.mark.parametrize(("gesture", "gap", "rolled"), GAPS)
def test_a_press_that_skips_the_tumbling_or_follows_too_soon_rolls_nothing(
    gesture: str, gap: int, rolled: bool, new_page: NewPage, server: Server
) -> None:
    page, sent = frozen_table(new_page, motion=True, rolled=rolled)
    press = PRESSES[gesture]
    press(page)
    page.wait_for_selector(".cube")
    page.clock.run_for(gap)
    press(page)
    expect(page.locator(".cube")).to_have_count(0)
    press(page)
    settle(page)
    assert len(sent) == 1, "only the first press"
    assert view(server, table_of(page))["game"]["rolls"] == 1 + rolled  # type: ignore[index]


@pytest.mark.parametrize("is_first", [True, False])
def test_without_motion_the_second_click_of_a_double_click_rolls_nothing(new_page: NewPage, is_first: bool) -> None:
    page, sent = frozen_table(new_page, motion=False, rolled=not is_first)
    before = shown(page, "seq")
    page.mouse.dblclick(*middle(page, ROLL))
    expect(page.locator("table-screen")).not_to_have_attribute("data-seq", before)
    PRESSES["mouse"](page)
    settle(page)
    assert len(sent) == 1


@pytest.mark.parametrize("finger", ["mouse", "touch"])
def test_a_second_press_on_a_way_to_score_keeps_it_chosen_and_escape_takes_it_back(
    new_page: NewPage, finger: str
) -> None:
    page, sent = frozen_table(new_page, motion=False)
    PRESSES["mouse"](page)
    way = page.locator(OPTION).first
    expect(way).to_be_visible()
    settle(page)
    way.scroll_into_view_if_needed()
    for _ in range(2):
        press = page.mouse.click if finger == "mouse" else page.touchscreen.tap
        press(*middle(page, OPTION))
    expect(way).to_have_attribute("aria-pressed", "true")
    settle(page)
    page.mouse.click(*middle(page, OPTION))
    expect(way).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(way).to_have_attribute("aria-pressed", "false")
    assert len(sent) == 1, "the roll alone"


@pytest.mark.parametrize("target", ['[data-die="2"]', ".seat"])
def test_a_press_that_skips_does_nothing_else_wherever_it_lands(new_page: NewPage, target: str) -> None:
    page, _ = frozen_table(new_page, motion=True)
    PRESSES["mouse"](page)
    page.wait_for_selector(".cube")
    page.mouse.click(*middle(page, target))
    expect(page.locator(".cube")).to_have_count(0)
    settle(page)
    expect(page.locator('[data-die="2"]')).to_have_attribute("aria-pressed", "false")
    expect(page.locator("dialog")).to_have_count(0)
    page.mouse.click(*middle(page, ".seat"))
    expect(page.locator("dialog")).to_have_count(1)


def test_a_key_that_stays_down_rolls_once(new_page: NewPage) -> None:
    page, sent = frozen_table(new_page, motion=False)
    page.locator(ROLL).focus()
    for _ in range(4):
        before = len(sent)
        page.keyboard.down("Enter")
        if not before:
            expect(page.locator("table-screen")).to_have_attribute("data-busy", "true")
        settle(page)
    page.keyboard.up("Enter")
    assert len(sent) == 1


def focused(page: Page) -> str | None:
    """The action of the button that has the focus."""
    action: str | None = page.evaluate("() => document.activeElement.closest('button')?.dataset.action ?? null")
    return action


def test_space_never_spends_the_greatest_of_gifts(new_page: NewPage, server: Server) -> None:
    active, recipient = two_online(new_page, server, wait=30)
    seq = shown(active, "seq")
    active.keyboard.press("Space")
    wait_for_change(active, seq)
    recipient.locator('[data-action="decline"]').click()
    active.keyboard.press("ArrowDown")
    active.keyboard.press("Enter")
    assert focused(active) is None, "choosing a way does not move on to its confirmation"
    active.keyboard.press("Enter")
    # Now the parts are changed: the player who has scored may ask the other.
    recipient.wait_for_selector(f"{ROLL}:visible")
    roll(recipient)
    active.wait_for_selector('[data-action="ask"]:visible')
    for key in ("Space", "Space", "Enter", "Space"):
        assert focused(active) is None
        active.keyboard.press(key)
    active.keyboard.press("g")
    assert focused(active) == "ask-keep"
    active.keyboard.press("Space")
    expect(active.locator('[data-action="ask"]')).to_be_visible()
    active.keyboard.press("Space")
    active.keyboard.press("Space")
    assert not view(server, table_of(active))["game"]["asked"]  # type: ignore[index]
    active.keyboard.press("g")
    active.keyboard.press("Tab")
    active.keyboard.press("Enter")
    expect(active.locator('[data-action="ask"]:visible')).to_have_count(0)
    expect(recipient.locator(".news .twice")).to_be_visible()
    assert view(server, table_of(active))["game"]["asked"]  # type: ignore[index]


# Changes of a part of the page that can be seen: not an attribute set to what it was, and nothing about one seat.
WATCH_CHANGES = """([selector, exceptSeat]) => {
    window.changes = [];
    const observer = new MutationObserver((records) => {
        for (const {type, target, attributeName, oldValue} of records) {
            const element = target instanceof Element ? target : target.parentElement;
            if (type === "attributes" && element.getAttribute(attributeName) === oldValue) continue;
            const card = element.closest(".seats li")?.querySelector("[data-seat]");
            if (card?.dataset.seat === exceptSeat) continue;
            window.changes.push(`${type} ${attributeName}: ${element.outerHTML.slice(0, 200)}`);
        }
    });
    const all = {subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true};
    for (const part of document.querySelectorAll(selector)) observer.observe(part, all);
}"""


class Presence:
    """Lets somebody leave and come back, and knows when a page has heard of it."""

    def __init__(self, page: Page, guest: Page) -> None:
        self._page = page
        self._guest = guest
        with page.expect_websocket() as live:
            page.reload()
        self._live = live.value
        page.wait_for_selector("table-screen[data-stage]")

    def _goes_to(self, address: str) -> None:
        with self._live.expect_event("framereceived", lambda frame: '"presence"' in str(frame)):
            self._guest.goto(address)
        # What a page has received it has shown by its next task.
        self._page.evaluate("() => new Promise((resolve) => setTimeout(resolve))")

    def leave_and_come_back(self) -> None:
        address = self._guest.url
        self._goes_to("about:blank")
        self._goes_to(address)
        self._guest.wait_for_selector("table-screen[data-stage]")


def test_comings_and_goings_touch_nothing_and_lose_no_press(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server)
    roll(host)
    presence = Presence(host, guest)
    host.locator(OPTION).first.click()
    host.locator('[data-die="1"]').click()
    host.locator(f"{OPTION}:visible").last.hover()
    host.evaluate(WATCH_CHANGES, [".seats, .felt, .options, .sheets, #bar", "1"])
    presence.leave_and_come_back()
    assert host.evaluate("() => window.changes") == []

    def hold_down(target: str) -> None:
        host.locator(f"{target}:visible").last.hover()
        host.mouse.down()
        presence.leave_and_come_back()
        host.mouse.up()

    hold_down('[data-die="4"]')
    expect(host.locator('[data-die="4"]')).to_have_attribute("aria-pressed", "true")
    # The dice may leave one way to score, which is then chosen already.
    last = host.locator(f"{OPTION}:visible").last
    chosen = last.get_attribute("aria-pressed") == "true"
    hold_down(OPTION)
    expect(last).to_have_attribute("aria-pressed", "false" if chosen else "true")
    if chosen:
        hold_down(OPTION)
    seq = shown(host, "seq")
    hold_down(SCORE)
    wait_for_change(host, seq)


def test_a_press_on_start_is_not_lost_when_somebody_comes_or_goes(new_page: NewPage, server: Server) -> None:
    host = new_page(NOWHERE)
    new_table(host, "Lena", "link")
    guest = join(new_page, server, host, "Ola")
    presence = Presence(host, guest)
    host.locator('[data-action="start"]:not([disabled])').hover()
    host.mouse.down()
    presence.leave_and_come_back()
    host.mouse.up()
    host.wait_for_selector('table-screen[data-stage="playing"]')


def test_the_end_is_not_shown_anew_when_somebody_comes_or_goes(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server, rounds=1)
    take_turn(host)
    play_to_the_end(guest)
    # What the coach has seen comes later, and changes the end once.
    host.wait_for_selector('table-screen[data-stage="over"] .end-moments[data-state="done"]')
    presence = Presence(host, guest)
    host.evaluate(WATCH_CHANGES, [".end, .sheets", None])
    presence.leave_and_come_back()
    assert host.evaluate("() => window.changes") == []


def test_a_reload_keeps_what_is_held_and_chosen_for_this_roll_only(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    roll(page)
    for die in (0, 3):
        page.locator(f'[data-die="{die}"]').click()
    page.locator(f"{OPTION}:visible").last.click()
    chosen = page.locator(f'{OPTION}[aria-pressed="true"]').get_attribute("data-option")
    page.reload()
    expect(page.locator('[data-die][aria-pressed="true"]')).to_have_count(2)
    expect(page.locator('[data-die="3"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f'{OPTION}[aria-pressed="true"]')).to_have_attribute("data-option", chosen or "")
    expect(page.locator(SCORE)).to_be_visible()
    roll(page, 3)
    page.reload()
    expect(page.locator('[data-die="3"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-die][aria-pressed="true"]')).to_have_count(1)
    expect(page.locator(SCORE)).to_have_count(0)


def test_whoever_loses_the_turn_to_an_undo_is_told(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server)
    take_turn(host)
    guest.wait_for_selector(f"{ROLL}:visible")
    host.locator('[data-action="undo"]').click()
    expect(guest.locator(".toast")).to_have_text(catalog("en").say("web.table.turn-taken-back", name="Lena"))
    expect(host.locator(".toast")).to_have_count(0)


def test_the_name_of_roll_is_two_sentences(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@owl")
    for language in LANGUAGES:
        switch_language(page, language)
        words = catalog(language)
        rest = words.say("rolls-left", count=3)
        name = f"{words.say('web.table.roll')}. {rest[0].upper()}{rest[1:]}"
        expect(page.locator(ROLL)).to_have_accessible_name(name)


def with_a_bonus(page: Page, *, wanted: bool = True, hints: str = "ask") -> int:
    """A table with a first roll that does or does not bring a bonus; how many points that is."""
    table, bonus = page.evaluate(
        """async ([wanted, hints]) => {
            const post = async (path, body) => (await fetch(`/api/tables${path}`, {
                method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
            })).json();
            const seats = ["Lena", "Marko"].map((name) => ({who: "here", name}));
            for (;;) {
                const {view: {table}} = await post("", {seats, settings: {start: "seat", wait: 0, hints}});
                const {view: {seq}} = await post(`/${table}/start`, {});
                const {view} = await post(`/${table}/moves`, {move_id: "first-roll", seq, seat: 0, action: "roll"});
                const bonus = Math.max(...view.game.options.map((option) => option.bonus));
                if (Boolean(bonus) === wanted) return [table, bonus];
            }
        }""",
        [wanted, hints],
    )
    page.goto(urljoin(page.url, f"/table/{table}"))
    page.wait_for_selector('table-screen[data-busy="false"]')
    return int(bonus)


def test_roll_steps_back_once_a_way_to_score_is_chosen(new_page: NewPage) -> None:
    page, _ = frozen_table(new_page, motion=False)
    PRESSES["mouse"](page)
    expect(page.locator(OPTION).first).to_be_visible()
    settle(page)
    colour = "button => getComputedStyle(button).backgroundImage"
    golden = page.locator(ROLL).evaluate(colour)
    assert "gradient" in golden
    page.locator(OPTION).first.click()
    assert page.locator(ROLL).evaluate(colour) == "none"
    assert page.locator(SCORE).evaluate(colour) == golden
    settle(page)
    page.keyboard.press("Escape")
    assert page.locator(ROLL).evaluate(colour) == golden


def test_rolling_a_bonus_away_is_asked_about_once(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    bonus = with_a_bonus(page)
    seq = shown(page, "seq")
    words = catalog("en")
    table = page.locator("table-screen")
    # The other half of a double click falls on the answer by chance.
    page.evaluate(
        """() => {
            for (const action of ["roll", "roll-all"]) document.querySelector(`[data-action="${action}"]`).click();
        }"""
    )
    expect(page.locator("dialog")).to_have_count(0)
    expect(table).to_have_attribute("data-busy", "false")
    assert shown(page, "seq") == seq
    page.keyboard.press("Space")
    told = words.say("web.table.roll-all.why", points=words.say("points", count=bonus))
    expect(page.locator("dialog")).to_contain_text(told)
    assert focused(page) == "think-again"
    expect(table).to_have_attribute("data-busy", "false")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    assert shown(page, "seq") == seq
    page.locator(ROLL).click()
    wait_for_change(page, seq)
    assert view(server, table_of(page))["game"]["rolls"] == 2  # type: ignore[index]


def test_a_roll_that_keeps_some_dice_but_no_bonus_is_asked_about(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    bonus = with_a_bonus(page)
    page.locator('[data-die="0"]').click()
    seq = shown(page, "seq")
    page.locator(ROLL).click()
    words = catalog("en")
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text(words.say("web.table.roll-some.sure", count=5))
    expect(dialog).to_contain_text(words.say("web.table.roll-some.why", points=words.say("points", count=bonus)))
    expect(page.locator("table-screen")).to_have_attribute("data-busy", "false")
    page.locator('[data-action="roll-some"]').click()
    wait_for_change(page, seq)


def test_with_the_tutor_a_bonus_is_asked_about_too_and_nothing_else(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    bonus = with_a_bonus(page, hints="tutor")
    table = page.locator("table-screen")
    seq = shown(page, "seq")
    page.locator(ROLL).click()
    words = catalog("en")
    told = words.say("web.table.roll-all.why", points=words.say("points", count=bonus))
    expect(page.locator("dialog")).to_contain_text(told)
    expect(table).to_have_attribute("data-busy", "false")
    page.locator('[data-action="roll-all"]').click()
    expect(table).not_to_have_attribute("data-seq", seq)
    expect(page.locator("dialog")).to_have_count(0)


def test_a_roll_that_keeps_the_bonus_or_has_none_to_lose_is_not_asked_about(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    bonus = with_a_bonus(page)
    options = view(server, table_of(page))["game"]["options"]  # type: ignore[index]
    for die in next(option["dice"] for option in options if option["bonus"] == bonus):
        page.locator(f'[data-die="{die}"]').click()
    seq = shown(page, "seq")
    if page.locator(ROLL).get_attribute("aria-disabled") == "false":
        page.locator(ROLL).click()
        wait_for_change(page, seq)
    with_a_bonus(page, wanted=False)
    seq = shown(page, "seq")
    page.locator(ROLL).click()
    wait_for_change(page, seq)
