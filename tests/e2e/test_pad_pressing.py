"""What hasty fingers, two windows and a lost network do to a score pad, and what they never do."""

from datetime import datetime, timedelta
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from ..waiting import until
from .conftest import NOWHERE, NewPage, Server
from .my_dice import TO_PRESS, enter_dice
from .padding import SAVE, by_points, choose_way, correct_gift, handed_in, open_pad, ready, tap_faces, turn, two_phones
from .playing import controlled
from .test_pressing import middle

FACES = ["B1", "B2", "B3", "B4", "B6", "P6"]
# Longer than two presses of one finger are apart.
A_WHILE = 1_000


class Place(NamedTuple):
    """Where the button to enter a turn is, and what comes there once it is pressed."""

    kind: str
    size: tuple[int, int]
    scroll: int
    next: str


PLACES = (
    Place("dice", (360, 540), 200, ".board-face"),
    Place("dice", (740, 360), 300, ".board-face"),
    Place("points", (740, 360), 0, ".chip"),
)
# What a press on a place would hit, if it can be pressed.
UNDER = "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.className ?? ''"


def about_to_enter(page: Page, kind: str) -> None:
    """All of a turn is there but the last press."""
    ready(page)
    choose_way(page, kind)
    if kind == "dice":
        tap_faces(page, *FACES)
        page.locator(".entry-way").first.click()
    else:
        page.locator("[data-chip=points-10]").click()
        page.locator("[data-chip=gift-3]").click()


def press(page: Page, at: tuple[float, float], finger: str, number: int) -> None:
    """The first or second press of a double press."""
    if finger == "touch":
        return page.touchscreen.tap(*at)
    page.mouse.move(*at)
    page.mouse.down(click_count=number)
    return page.mouse.up(click_count=number)


@pytest.mark.parametrize(
    ("place", "finger"), [*zip(PLACES, ("touch", "mouse", "touch"), strict=True), (PLACES[0], "mouse")], ids=str
)
def test_a_double_press_enters_one_turn_and_touches_nothing_else(new_page: NewPage, place: Place, finger: str) -> None:
    page = new_page("/", viewport=dict(zip(("width", "height"), place.size, strict=True)), has_touch=True)
    page.clock.install()
    open_pad(page, "Lena", "Marko")
    about_to_enter(page, place.kind)
    page.evaluate("top => scrollTo(0, top)", place.scroll)
    # From here on time stands still, so that both presses are one, however slow this machine is.
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    at = middle(page, SAVE)
    press(page, at, finger, 1)
    expect(page.locator(".entry-head b")).to_have_text("Marko")
    expect(page.locator("[data-turn='1-0'] b")).to_be_visible()
    handed_in(page)
    # Something that can be pressed is there now; the second press does nothing to it.
    assert place.next.removeprefix(".") in page.evaluate(UNDER, at).split()
    press(page, at, finger, 2)
    chosen = page.locator(".pad-entry [aria-pressed=true]:not([data-chip=bonus-0]), dialog, .entry-boxes b:text('8')")
    expect(chosen).to_have_count(0)
    assert turn(page, 1, 1) == ""
    # A press after a while is meant.
    page.clock.fast_forward(A_WHILE)
    press(page, at, finger, 1)
    expect(chosen.first).to_be_visible()


def test_enter_held_down_enters_one_turn(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    about_to_enter(page, "dice")
    page.locator(SAVE).focus()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("[data-turn='1-0'] b")).to_be_visible()
    assert [turn(page, 1, 1), turn(page, 2, 0)] == ["", ""]


def test_pressed_too_early_nothing_is_entered(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    ready(page)
    choose_way(page, "dice")
    tap_faces(page, *FACES)
    # No way to score them is chosen yet.
    for _ in range(2):
        page.locator(SAVE).click(force=True)
    expect(page.locator(".entry-head b")).to_have_text("Lena")
    expect(page.locator("pad-screen")).to_have_attribute("data-waiting", "0")
    page.locator(".entry-way").first.click()
    page.locator(SAVE).click()
    expect(page.locator("[data-turn='1-0'] b")).to_be_visible()


def test_other_dice_have_other_ways_to_score_without_a_network_too(new_page: NewPage) -> None:
    page = new_page(NOWHERE, offline_expected=True)
    open_pad(page, "Lena", "Marko")
    ready(page)
    page.context.set_offline(True)
    choose_way(page, "dice")
    tap_faces(page, *FACES)
    before = page.locator(".entry-way").all_inner_texts()
    assert before
    page.locator("[data-action=remove-face]").click()
    expect(page.locator(".entry-way")).to_have_count(0)
    tap_faces(page, "Y2")
    expect(page.locator(".entry-way").first).to_be_visible()
    assert page.locator(".entry-way").all_inner_texts() != before
    page.locator(".entry-way").first.click()
    page.locator(SAVE).click()
    label = "Round 1, Lena: 10 + 25, donates 14, not sent yet"
    expect(page.locator("[data-turn='1-0']")).to_have_attribute("aria-label", label)
    page.context.set_offline(False)
    handed_in(page)
    expect(page.locator("[data-turn='1-0']")).to_have_attribute("aria-label", label.removesuffix(", not sent yet"))


def test_what_others_enter_takes_nothing_from_under_ones_fingers(new_page: NewPage, server: Server) -> None:
    here, there = two_phones(new_page, server, "Lena", "Marko")
    by_points(here, 10, 0, 3)
    expect(there.locator("[data-turn='1-0'] b")).to_have_text("10")
    # Marko types, while Lena corrects.
    there.locator("[data-action=type-entry]").click()
    there.locator("#typed-points").press_sequentially("1")
    correct_gift(here, 1, 0, 4)
    expect(there.locator("[data-turn='1-0'] small")).to_have_text("→4")
    there.keyboard.type("2")
    expect(there.locator("#typed-points")).to_have_value("12")
    expect(there.locator("#typed-points")).to_be_focused()
    # Somebody who goes through the turns by keyboard stays there.
    there.locator("[data-turn='1-0']").focus()
    correct_gift(here, 1, 0, 5)
    expect(there.locator("[data-turn='1-0'] small")).to_have_text("→5")
    there.locator("[data-turn='2-0']").focus()
    correct_gift(here, 1, 0, 6)
    expect(there.locator("[data-turn='1-0'] small")).to_have_text("→6")
    expect(there.locator("[data-turn='2-0']")).to_be_focused()
    # What is corrected now is the turn as it is now.
    correct_gift(there, 1, 0, 7)
    expect(here.locator("[data-turn='1-0'] small")).to_have_text("→7")
    expect(here.locator(".pad-note.conflict")).to_have_count(0)


def test_two_windows_of_one_browser_lose_nothing_without_a_network(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE, offline_expected=True)
    table = open_pad(page, "Lena", "Marko")
    by_points(page, 10, 0, 3)
    other = page.context.new_page()
    other.goto(f"{server.address}/pad/{table}")
    expect(other.locator("[data-turn='1-0'] b")).to_have_text("10")
    page.context.set_offline(True)
    by_points(page, 11, 0, 3)
    # The other window knows it and goes on with the next turn.
    expect(other.locator("[data-turn='1-1'] b")).to_have_text("11")
    by_points(other, 12, 0, 3)
    expect(page.locator("pad-screen")).to_have_attribute("data-waiting", "2")
    page.close()
    other.context.set_offline(False)
    expect(other.locator("pad-screen")).to_have_attribute("data-waiting", "0")
    expect(other.locator(".turn-cell:not(.empty) b")).to_have_text(["10", "11", "12"])


def test_a_phone_that_is_opened_anew_without_a_network_goes_on(new_page: NewPage, own_server: Server) -> None:
    page = new_page("/", at=own_server, offline_expected=True, service_workers="allow")
    controlled(page)
    open_pad(page, "Lena", "Marko")
    by_points(page, 10, 0, 3)
    handed_in(page)
    own_server.kill()
    by_points(page, 11, 0, 3)
    page.reload()
    # Both turns are there, and the next one can be entered.
    expect(page.locator(".turn-cell:not(.empty) b")).to_have_text(["10", "11"])
    by_points(page, 12, 0, 3)
    expect(page.locator("pad-screen")).to_have_attribute("data-waiting", "2")
    own_server.start()
    handed_in(page)
    page.reload()
    expect(page.locator(".turn-cell:not(.empty) b")).to_have_text(["10", "11", "12"])


def test_two_windows_that_correct_the_same_turn_choose(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    table = open_pad(page, "Lena", "Marko")
    by_points(page, 10, 0, 3)
    handed_in(page)
    other = page.context.new_page()
    other.goto(f"{server.address}/pad/{table}")
    for each, gift in ((page, 4), (other, 5)):
        # Both dialogs are open before either is saved.
        each.locator("[data-turn='1-0']").click()
        each.locator(f"dialog [data-chip=gift-{gift}]").click()
    for each in (page, other):
        each.locator("dialog .save-entry").click()
        handed_in(each)
    for each in (page, other):
        expect(each.locator(".pad-note.conflict [data-action=choose]")).to_have_count(2)
    page.locator(".pad-note.conflict [data-action=choose]", has_text="donates 5").click()
    for each in (page, other):
        expect(each.locator("[data-turn='1-0'] small")).to_have_text("→5")
        expect(each.locator(".pad-note.conflict")).to_have_count(0)


def test_faces_of_ones_own_dice_tapped_in_a_hurry_leave_nothing_that_cannot_be(new_page: NewPage) -> None:
    page = new_page("/my-dice#enter")
    page.wait_for_selector(TO_PRESS)
    enter_dice(page, [["Y1"]])
    # No answer comes before all three are tapped; yellow is twice on this die.
    held: list[Route] = []
    page.route("**/api/layouts", lambda route: held.append(route))
    for face in ("Y4", "O2", "G3"):
        page.locator(f'[data-face="{face}"]').click(force=True)
    # Pressing does not wait for what is sent; asking the page hears of it.
    until(lambda: page.evaluate("0") or len(held) == 3)
    for route in held:
        route.continue_()
    page.unroute("**/api/layouts")
    expect(page.locator(".dice-how .trouble")).to_be_visible()
    enter_dice(page, [["Y1", "O2", "G3"]])
    expect(page.locator(".dice-how .trouble")).to_have_count(0)
    expect(page.locator('.board-face[aria-pressed="true"]')).to_have_count(3)
