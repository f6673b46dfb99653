"""The score pad on one phone: turns by dice and by points, the rulebooks' examples, corrections, the coach."""

from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES
from charidice.rules.dice import STANDARD_DICE, read_faces
from charidice.rules.ruleset import ROUNDS

from ..waiting import PATIENCE, until
from .axe import complaints
from .conftest import NOWHERE, NewPage, Server
from .languages import outside, switch_language
from .my_dice import OWN
from .padding import (
    SAVE,
    boxes_of,
    by_dice,
    by_points,
    choose_way,
    correct_gift,
    handed_in,
    open_pad,
    pad_of,
    random_turn,
    tap_faces,
)
from .playing import wait_until_still
from .test_accessibility import LOOKS

MOST_TAPS = {"dice": 8, "points": 5}


def test_7_1_to_7_3_the_examples_of_the_rulebooks(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    table = open_pad(page, "Lena", "Florian", "Marko")
    lena = ["B1", "B2", "B3", "B4", "B6", "P6"]
    assert by_dice(page, lena, ["B2", "B3", "B4", "B6"]) <= MOST_TAPS["dice"]
    wanted = {"points": 15, "bonus": 15, "gift": 13, "received": 13, "asked": False}
    assert boxes_of(server, table, 1, 0) == wanted
    florian = ["O2", "G2", "B2", "K2", "G6", "P6"]
    assert by_dice(page, florian, ["O2", "G2", "B2", "K2"]) <= MOST_TAPS["dice"]
    assert boxes_of(server, table, 1, 1) == {"points": 8, "bonus": 15, "gift": 24, "received": 24, "asked": False}
    # A 2 and a 5 make 12, and doubled 24.
    by_dice(page, ["B1", "B3", "B4", "B6", "Y2", "Y5"], ["B1", "B3", "B4", "B6"], asked=True)
    assert boxes_of(server, table, 1, 2) == {"points": 14, "bonus": 15, "gift": 24, "received": 24, "asked": True}
    assert not pad_of(server, table)["sheets"][0]["has_gift"]
    # The other choices of 7.1 and 7.2: a turn entered is chosen again in its dialog.
    page.locator(".turn-cell").first.click()
    page.wait_for_selector("dialog .entry-way")
    page.locator("dialog [data-option]", has_text="10 + 25 = 35").click()
    page.locator(f"dialog {SAVE}").click()
    until(lambda: boxes_of(server, table, 1, 0)["gift"] == 24)
    page.locator(".turn-cell").nth(1).click()
    page.wait_for_selector("dialog .entry-way")
    page.locator("dialog [data-option]", has_text="18 + 0 = 18").click()
    page.locator(f"dialog {SAVE}").click()
    until(lambda: boxes_of(server, table, 1, 1)["gift"] == 2)


def test_7_4_boxes_that_no_dice_can_make_are_said_and_added_up(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    table = open_pad(page, "Marko", "Lena", rounds=1)
    choose_way(page, "points")
    for gift, points, bonus in ((60, 126, 75), (22, 10, 0)):
        if page.locator('[data-action="type-entry"]').inner_text() == "Type numbers":
            page.locator('[data-action="type-entry"]').click()
        for box, number in {"points": points, "bonus": bonus, "gift": gift}.items():
            page.locator(f"#typed-{box}").fill(str(number))
        page.locator(SAVE).click()
    results = until(lambda: [sheet["result"] for sheet in pad_of(server, table)["sheets"]], all)
    assert (results[0]["points"], results[0]["bonus"], results[0]["received"]) == (126, 75, 22)
    assert (results[0]["charity"], results[0]["total"]) == (20, 243)
    complaints = pad_of(server, table)["turns"][0][0]["complaints"]
    assert [each["code"] for each in complaints] == ["no-such-bonus"]


@pytest.mark.parametrize("rounds", [3, pytest.param(ROUNDS, marks=pytest.mark.long)])
def test_a_game_half_by_dice_half_by_points_with_a_correction_that_moves_the_charity_bonus(
    new_page: NewPage, server: Server, rounds: int
) -> None:
    page = new_page(NOWHERE, locale="de-DE")
    names = ("Lena", "Marko", "Florian", "Ola")
    table = open_pad(page, *names, rounds=rounds)
    rng = Random(4)
    turns = [[random_turn(rng) for _ in names] for _ in range(rounds)]
    taps: dict[str, list[int]] = {"dice": [], "points": []}
    for round_, row in enumerate(turns, 1):
        for seat, turn in enumerate(row):
            if (round_ + seat) % 2:
                taps["dice"].append(by_dice(page, turn.faces, turn.scored))
            else:
                taps["points"].append(by_points(page, *turn.boxes))
            handed_in(page)
            found = boxes_of(server, table, round_, seat)
            assert (found["points"], found["bonus"], found["gift"]) == turn.boxes
    assert {kind: len(each) for kind, each in taps.items()} == {"dice": 2 * rounds, "points": 2 * rounds}
    assert max(taps["dice"]) <= MOST_TAPS["dice"]
    assert max(taps["points"]) <= MOST_TAPS["points"]
    given = [sum(row[seat].option.gift for row in turns) for seat in range(4)]
    pad = pad_of(server, table)
    assert [sheet["total_given"] for sheet in pad["sheets"]] == given
    assert not [turn["complaints"] for row in pad["turns"] for turn in row if turn["complaints"]]
    first = given.index(max(given))
    assert [bool(sheet["result"]["charity"]) for sheet in pad["sheets"]] == [seat == first for seat in range(4)]
    # In round 3 somebody else had given more: the bonus goes to them.
    other = (first + 1) % 4
    more = given[first] - given[other] + turns[2][other].option.gift + 1
    correct_gift(page, 3, other, more)
    pad = until(lambda: pad_of(server, table), lambda now: now["sheets"][other]["result"]["charity"])
    assert [bool(sheet["result"]["charity"]) for sheet in pad["sheets"]] == [seat == other for seat in range(4)]
    recipient = (other + 1) % 4
    before = turns[2][other].option.gift
    received = sum(row[other].option.gift for row in turns)
    assert sum(pad["sheets"][recipient]["received"]) == received - before + more
    (was,) = pad["turns"][2][other]["trace"]
    assert was["boxes"]["gift"] == before
    # The dialog shows what was changed, and the record says so.
    page.locator(".turn-cell").nth(2 * 4 + other).click()
    expect(page.locator("dialog .trace li")).to_have_count(1)
    expect(page.locator("dialog .trace li")).to_contain_text(str(before))
    record = httpx.get(f"{server.address}/api/tables/{table}/record", timeout=PATIENCE).json()
    assert [(each["round"], each["seat"]) for each in record["corrections"]] == [(3, other)]


def test_what_cannot_lie_there_greys_out_as_faces_are_tapped(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    table = open_pad(page, "Lena", "Marko")
    free = page.locator('.board-face[aria-disabled="false"][aria-pressed="false"]')
    for tapped, face in enumerate(("B1", "B2", "B3", "B4", "B6"), 1):
        tap_faces(page, face)
        expect(free).to_have_count(6 * (6 - tapped))
    assert len({STANDARD_DICE.die_of(face) for face in read_faces(" ".join(faces_of(free)))}) == 1
    # Y1 is on the die of B4. Nobody has entered the layout of this box, so a second tap takes it nevertheless.
    page.locator('[data-face="Y1"]').click(force=True)
    expect(page.locator(".entry-note")).to_have_text(
        "Here, the yellow 1 and the blue 4 are on the same die. If your dice are different, tap it once more."
    )
    page.locator('[data-face="Y1"]').click(force=True)
    page.wait_for_selector(".entry-way")
    page.locator(".entry-way").first.click()
    page.locator(SAVE).click()
    boxes_of(server, table, 1, 0)
    assert [each["code"] for each in pad_of(server, table)["turns"][0][0]["complaints"]] == ["other-dice"]


def faces_of(found: Any) -> list[str]:
    faces: list[str] = found.evaluate_all("(all) => all.map((each) => each.dataset.face ?? each.dataset.slot)")
    return faces


def test_with_the_dice_of_ones_own_box_two_faces_of_a_die_are_never_taken(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", dice=OWN)
    tap_faces(page, "Y1")
    for _ in range(2):
        page.locator('[data-face="O2"]').click(force=True)
        expect(page.locator(".entry-note")).to_have_text("The orange 2 and the yellow 1 are on the same die.")
    expect(page.locator(".entry-die")).to_have_count(1)
    # On our dice O1 and B3 are on one die, in this box they are not.
    tap_faces(page, "O1", "B3")
    expect(page.locator(".entry-die")).to_have_count(3)


def test_dice_that_are_scored_can_be_tapped_and_faces_taken_back(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    table = open_pad(page, "Lena", "Marko")
    tap_faces(page, "B1", "B2", "B3", "K1")
    page.locator('[data-slot="K1"]').click()
    tap_faces(page, "B4", "B6", "P6")
    page.wait_for_selector(".entry-way")
    expect(page.locator(SAVE)).to_have_attribute("aria-disabled", "true")
    for face in ("B1", "B2", "B3", "B4"):
        page.locator(f'[data-slot="{face}"]').click()
    expect(page.locator('.entry-way[aria-pressed="true"]')).to_contain_text("10 + 25 = 35")
    expect(page.locator('[data-slot="P6"]')).to_have_attribute("aria-label", "purple 6, gift")
    page.locator(SAVE).click()
    assert boxes_of(server, table, 1, 0)["gift"] == 24


def test_the_coach_says_what_to_keep_and_only_the_rest_is_entered_anew(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    table = open_pad(page, "Lena", "Marko", rounds=1)
    tap_faces(page, "B3", "O2", "B1", "K1", "Y3", "B2")
    page.locator('[data-action="pad-hint"]').click()
    page.wait_for_selector('[data-action="roll-again"] .die')
    numbers = page.locator('[data-action="roll-again"] .die').evaluate_all(
        "(dice) => dice.map((die) => die.textContent.match(/[1-6]/)[0])"
    )
    assert len(numbers) > 1
    assert numbers == sorted(numbers)
    page.locator('[data-action="roll-again"]').click()
    kept = faces_of(page.locator("[data-slot]"))
    assert 0 < len(kept) < 6
    while page.locator("[data-slot]").count() < 6:
        page.locator('.board-face[aria-disabled="false"][aria-pressed="false"]').first.click()
    page.wait_for_selector(".entry-way")
    page.locator(".entry-way").first.click()
    page.locator(SAVE).click()
    value = until(lambda: pad_of(server, table)["turns"][0][0]["value"])
    assert value["every"]
    assert [sorted(roll["keep"]) for roll in value["rolls"]] == [[], sorted(kept)]


def test_a_hint_is_given_anew_in_another_language(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", rounds=1)
    advised(page)
    expect(page.locator(".entry-hint")).to_contain_text("blue")
    switch_language(page, "de")
    expect(page.locator(".entry-hint")).to_contain_text("blau")


def test_a_turn_is_corrected_the_way_it_was_entered(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    by_points(page, 10, 25, 24)
    by_dice(page, ["B1", "B2", "B3", "B4", "B6", "P6"], ["B2", "B3", "B4", "B6"])
    page.locator("[data-turn='1-0']").click()
    expect(page.locator("dialog #correct-by-points")).to_be_checked()
    expect(page.locator("dialog .entry-box b")).to_have_text(["10", "25", "24"])
    page.keyboard.press("Escape")
    page.locator("[data-turn='1-1']").click()
    expect(page.locator("dialog #correct-by-dice")).to_be_checked()
    expect(page.locator('dialog .entry-way[aria-pressed="true"]')).to_contain_text("15 + 15 = 30")
    # An empty turn is entered as the one before.
    page.keyboard.press("Escape")
    page.locator("[data-turn='2-0']").click()
    expect(page.locator("dialog #correct-by-dice")).to_be_checked()


def test_a_turn_is_entered_by_keyboard_alone(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE, viewport={"width": 1440, "height": 900})
    table = open_pad(page, "Lena", "Marko")
    page.locator('[data-face="Y1"]').focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    for key in ("Enter", *("ArrowRight", "Space") * 5):
        page.keyboard.press(key)
    page.wait_for_selector(".entry-way")
    page.locator(".entry-way").first.focus()
    page.keyboard.press("Enter")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.action") == "save-entry":
            break
    page.keyboard.press("Enter")
    # All six of a colour.
    assert boxes_of(server, table, 1, 0)["bonus"] == 50


def test_the_keyboard_keeps_its_place_from_the_sixth_face_to_the_next_turn(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    choose_way(page, "dice")
    for face in ("B1", "B2", "B3", "B4", "B6"):
        page.locator(f'.board-face[data-face="{face}"]').press("Enter")
        expect(page.locator(f'.board-face[data-face="{face}"]')).to_be_focused()
    # The board goes away: now it is about the ways to score.
    page.locator('.board-face[data-face="P6"]').press("Enter")
    ways = page.locator(".pad-entry .entry-way")
    expect(ways.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(ways.first).to_be_focused()
    expect(ways.first).to_have_attribute("aria-pressed", "true")
    page.locator(".pad-entry .more").press("Enter")
    expect(page.locator(".pad-entry .more")).to_be_focused()
    expect(page.locator(".pad-entry .more")).to_have_attribute("aria-expanded", "true")
    page.locator("[data-action=pad-hint]").press("Enter")
    expect(page.locator(".entry-coach [data-roll='1']")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".entry-coach [data-roll='2']")).to_be_focused()
    page.locator("[data-action=remove-face]").press("Enter")
    expect(page.locator('.board-face[data-face="P6"]')).to_be_focused()


def test_the_next_turn_begins_at_the_top_however_far_down_the_last_one_was_entered(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    choose_way(page, "dice")
    tap_faces(page, "B1", "B2", "B3", "B4", "B6", "P6")
    page.locator(".pad-entry .more").click()
    page.locator(".pad-entry .entry-way").last.click()
    page.locator(f".pad-entry {SAVE}").click()
    expect(page.locator("#entry-title")).to_contain_text("Marko")
    expect(page.locator("#entry-title")).to_be_in_viewport(ratio=1)
    expect(page.locator('.board-face[data-face="Y1"]')).to_be_in_viewport(ratio=1)


def tapping(page: Page) -> None:
    tap_faces(page, "B1", "B2", "B3")
    page.locator('[data-face="G2"]').click(force=True)
    page.wait_for_selector(".entry-note .complaint")


def choosing(page: Page) -> None:
    tap_faces(page, "B1", "B2", "B3", "B4", "B6", "P6")
    page.locator(".entry-way").nth(1).click()


def advised(page: Page) -> None:
    choosing(page)
    page.locator('[data-action="pad-hint"]').click()
    page.wait_for_selector(".entry-hint p")


def correcting(page: Page) -> None:
    choosing(page)
    page.locator(SAVE).click()
    page.locator(".turn-cell").first.click()
    page.wait_for_selector("dialog .entry-way")


@pytest.mark.parametrize("state", [tapping, correcting], ids=lambda state: state.__name__)
def test_entering_by_dice_in_every_language_light_and_dark(new_page: NewPage, state: Callable[[Page], None]) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Aleksandra", "Maximilian", "Marko", "Katarzyna")
    state(page)
    for language in LANGUAGES:
        switch_language(page, language)
        if page.locator("dialog").count():
            # A dialog is in the language in which it was opened.
            page.keyboard.press("Escape")
            page.locator(".turn-cell").first.click()
            page.wait_for_selector("dialog .entry-way")
        wait_until_still(page)
        assert outside(page) == [], language
    for theme, width, height in LOOKS:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": height})
        wait_until_still(page)
        assert complaints(page) == "", theme
