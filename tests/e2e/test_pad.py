"""The score pad on phones: entering, correcting, two phones of which one is offline, conflicts."""

import re
from datetime import datetime, timedelta
from itertools import product
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from .conftest import NOWHERE, NewPage, Server
from .my_dice import OWN_DICE, TO_PRESS, enter_dice
from .padding import (
    by_points,
    enter,
    fill_in_form,
    handed_in,
    open_pad,
    pad_of,
    ready,
    tap_faces,
    totals,
    turn,
    two_phones,
)


def choose(page: Page, place: str, bonus: int, points: int, gift: int) -> None:
    """Tap the boxes of a turn in a dialog."""
    page.locator(f"{place} [data-box=points]").click()
    page.locator(f"{place} [data-chip=bonus-{bonus}]").click()
    page.locator(f"{place} [data-chip=points-{points}]").click()
    page.locator(f"{place} [data-chip=gift-{gift}]").click()
    page.locator(f"{place} .save-entry").click()


def test_7_1_a_turn_by_points_takes_at_most_five_taps(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", "Florian")
    assert by_points(page, 10, 25, 24) == 4
    assert by_points(page, 15, 15, 13) == 4
    assert by_points(page, 10, 0, 3) == 3
    assert by_points(page, 10, 25, 48, asked=True) == 5
    # Only one gift goes with these; it is chosen already.
    assert by_points(page, 6, 60, 0) == 3
    handed_in(page)
    assert totals(page) == [str(total) for total in (35 + 3 + 35, 30 + 24 + 48 + 66, 10 + 13)]
    expect(page.locator(".glance-seats li").nth(2)).to_have_attribute("aria-current", "true")
    expect(page.locator(".glance-seats .twice").nth(1)).to_have_class("twice spent")


def test_what_cannot_be_is_pointed_out_and_can_be_corrected(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    ready(page)
    page.locator("[data-action=type-entry]").click()
    for box, number in (("points", "10"), ("bonus", "20"), ("gift", "24"), ("received", "20")):
        page.locator(f"#typed-{box}").fill(number)
    page.keyboard.press("Enter")
    complaints = page.locator(".pad-note.complaint")
    expect(complaints).to_contain_text("There’s no bonus of 20. Donated: 24, received: 20")
    complaints.locator("[data-action=change]").click()
    page.locator("dialog #typed-bonus").fill("25")
    page.locator("dialog #typed-received").fill("")
    page.locator("dialog .save-entry").click()
    expect(complaints).to_have_count(0)
    assert turn(page, 1, 0).startswith("35")
    handed_in(page)
    page.locator("[data-turn='1-0']").click()
    expect(page.locator("dialog .trace li")).to_contain_text("10 + 20, donates 24, received 20")


def test_6_1_a_correction_in_round_three_moves_the_charity_bonus(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", "Florian", "Mia", rounds=3)
    for round_, seat in product((1, 2), range(4)):
        enter(page, round_, seat, (10, 0, 3))
    for gift in (5, 3, 3, 3):
        by_points(page, 10, 0, gift)
    expect(page.locator(".victory")).to_contain_text("Lena")
    expect(page.locator(".ranks li", has_text="Lena")).to_contain_text("+20")
    page.locator("[data-turn='3-2']").click()
    choose(page, "dialog", 0, 10, 6)
    expect(page.locator(".ranks li", has_text="Florian")).to_contain_text("+20")
    expect(page.locator(".ranks li", has_text="Lena")).not_to_contain_text("+20")
    handed_in(page)
    assert "✎" in turn(page, 3, 2)
    page.locator("[data-action=review]").click()
    expect(page.locator("review-screen")).to_contain_text("1 turn was corrected afterwards.")


def test_6_1_and_6_3_whoever_ties_shares_the_charity_bonus_and_the_victory(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", "Florian", rounds=1)
    by_points(page, 13, 15, 3)
    by_points(page, 10, 0, 5)
    # Marko has given 5 so far, and so does Florian then.
    expect(page.locator(".giving")).to_contain_text("Most donated: Marko, 5")
    by_points(page, 7, 0, 5)
    expect(page.locator(".victory")).to_contain_text("Lena and Marko")
    expect(page.locator(".victory")).to_contain_text("33 points")
    expect(page.locator(".most-given")).to_contain_text("Marko and Florian")
    expect(page.locator(".ranks .total")).to_have_text(["total: 33", "total: 33", "total: 32"])
    expect(page.locator(".ranks .won bdi")).to_have_text(["Lena", "Marko"])
    expect(page.locator(".ranks .won .icon")).to_have_count(2)
    expect(page.locator(".ranks .charity dd")).to_have_text(["+20", "+20"])
    # A point more in a gift, and nothing is shared any more.
    page.locator("[data-turn='1-2']").click()
    page.locator("dialog [data-chip=gift-6]").click()
    page.locator("dialog .save-entry").click()
    expect(page.locator(".ranks .won bdi")).to_have_text(["Lena"])
    expect(page.locator(".ranks .charity dd")).to_have_text(["+20"])


def test_while_two_lead_in_giving_both_are_named(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    by_points(page, 10, 0, 5)
    by_points(page, 11, 0, 5)
    expect(page.locator(".giving")).to_contain_text("Most donated: Lena and Marko, 5 each")


def test_a_phone_that_is_offline_for_a_round_loses_nothing(new_page: NewPage, server: Server) -> None:
    here, there = two_phones(new_page, server, "Lena", "Marko")
    by_points(here, 10, 0, 3)
    expect(there.locator("[data-turn='1-0'] b")).to_have_text("10")
    there.context.set_offline(True)
    by_points(there, 11, 0, 3)
    by_points(there, 12, 0, 3)
    expect(there.locator("pad-screen")).to_have_attribute("data-waiting", "2")
    expect(there.locator(".pad-note.offline")).to_contain_text("2 turns are waiting on this device")
    assert totals(there) == [str(10 + 3 + 12), str(11 + 3 + 3)]
    there.context.set_offline(False)
    handed_in(there)
    for page in (here, there):
        expect(page.locator("[data-turn='2-0'] b")).to_have_text("12")
        assert totals(page) == [str(10 + 3 + 12), str(11 + 3 + 3)]


def test_without_a_network_odd_turns_are_asked_about_and_the_last_one_ends_the_game(
    new_page: NewPage, server: Server
) -> None:
    page = new_page(NOWHERE, offline_expected=True)
    table = open_pad(page, "Lena", "Marko", rounds=1)
    by_points(page, 10, 0, 3)
    handed_in(page)
    page.context.set_offline(True)
    expect(page.locator("pad-screen")).to_have_attribute("data-connected", "false")
    page.locator("[data-action=type-entry]").click()
    for box, number in (("points", 50), ("bonus", 0), ("gift", 5)):
        page.locator(f"#typed-{box}").fill(str(number))
    page.keyboard.press("Enter")
    expect(page.locator(".victory")).to_have_text("Marko wins with 73 points!")
    question = page.locator(".pad-note.complaint")
    expect(question).to_contain_text("the points can’t be 50")
    question.locator("[data-action=keep]").click()
    expect(question).to_have_count(0)
    expect(page.locator("pad-screen")).to_have_attribute("data-waiting", "2")
    page.context.set_offline(False)
    handed_in(page)
    expect(page.locator(".victory")).to_have_text("Marko wins with 73 points!")
    assert [sheet["result"]["total"] for sheet in pad_of(server, table)["sheets"]] == [15, 73]


def test_two_phones_that_entered_the_same_turn_choose(new_page: NewPage, server: Server) -> None:
    here, there = two_phones(new_page, server, "Lena", "Marko")
    there.context.set_offline(True)
    by_points(there, 12, 0, 3)
    by_points(here, 10, 0, 3)
    handed_in(here)
    there.context.set_offline(False)
    handed_in(there)
    for page in (here, there):
        expect(page.locator(".pad-note.conflict [data-action=choose]")).to_have_count(2)
        assert turn(page, 1, 0).startswith("!")
    here.locator(".pad-note.conflict [data-action=choose]", has_text="12").click()
    for page in (here, there):
        expect(page.locator(".pad-note.conflict")).to_have_count(0)
        expect(page.locator("[data-turn='1-0'] b")).to_have_text("12")


def test_the_round_can_be_read_across_the_table(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", "Florian", "Mia")
    by_points(page, 10, 25, 24)
    page.locator("[data-action=enlarge]").click()
    height = page.locator(".glance-seats .sum").first.evaluate(
        "element => parseFloat(getComputedStyle(element).fontSize)"
    )
    assert height >= 48
    expect(page.locator(".giving")).to_contain_text("37 more points")
    expect(page.locator(".pad-entry")).to_be_hidden()


def test_a_whole_turn_by_keyboard(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko")
    ready(page)
    page.locator("[data-chip=bonus-25]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-turn='1-0'] b")).to_have_text("35")
    expect(page.locator("#announcer")).to_contain_text("Round 1, Lena: 10 + 25, donates 2")


def test_the_pad_opens_again_from_the_start_page_with_the_names_remembered(new_page: NewPage, server: Server) -> None:
    page = new_page()
    fill_in_form(page, server.address, "Zoe", "Marko")
    by_points(page, 10, 25, 24)
    handed_in(page)
    page.goto(server.address)
    page.locator("recent-games a[data-table]").first.click()
    expect(page.locator("[data-turn='1-0'] b")).to_have_text("35")
    page.goto(f"{server.address}/#pad")
    expect(page.locator("#seat-0-name")).to_have_value("Zoe")
    expect(page.locator("#seat-1-name")).to_have_value("Marko")


def test_2_1_the_next_birthday_starts_with_the_dice_of_ones_own_box(new_page: NewPage, server: Server) -> None:
    page = new_page("/my-dice#enter")
    page.wait_for_selector(TO_PRESS)
    enter_dice(page, OWN_DICE)
    page.locator("#dice-name").fill("Our box")
    page.locator('[data-action="save"]').click()
    page.wait_for_selector(".dice-sets [data-set]")
    page.goto(server.address)
    page.locator('[data-action="keep-score"]').click()
    expect(page.locator("#start-birthday")).to_be_checked()
    # Marko's is tomorrow, Lena's was yesterday.
    today = datetime.now().date()
    for seat, (name, day) in enumerate((("Lena", today - timedelta(days=1)), ("Marko", today + timedelta(days=1)))):
        page.locator(f"#seat-{seat}-name").fill(name)
        page.locator(f"#seat-{seat}-birthday-day").select_option(str(day.day))
        page.locator(f"#seat-{seat}-birthday-month").select_option(str(day.month))
    page.locator("#new-dice").select_option("Our box")
    page.locator("#new-create").click()
    expect(page.locator(".entry-head b")).to_have_text("Marko")
    tap_faces(page, "Y1")
    page.locator('[data-face="O2"]').click(force=True)
    expect(page.locator(".entry-note")).to_have_text("The orange 2 and the yellow 1 are on the same die.")


def test_a_whole_game_by_the_accessibility_tree_alone(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    names = ("Lena", "Marko", "Florian")
    open_pad(page, *names)
    faces = ["blue 1", "blue 2", "blue 3", "blue 4", "blue 6", "purple 6"]

    def press(role: Literal["button", "checkbox", "radio"], name: str | re.Pattern[str], place: Locator) -> None:
        """By keyboard, found by role and name."""
        place.get_by_role(role, name=name, exact=isinstance(name, str)).press("Enter" if role == "button" else " ")

    for round_ in range(1, 8):
        for seat, name in enumerate(names):
            neighbour = names[(seat + 1) % 3]
            entry = page.get_by_role("region", name=f"{name} The gift goes to {neighbour}")
            expect(entry).to_be_visible()
            if round_ % 2:
                press("radio", "Dice", entry)
                for face in faces:
                    press("button", face, entry)
                if (round_, seat) == (3, 0):
                    press("checkbox", f"{neighbour} has asked for the greatest of gifts", entry)
                press("button", re.compile(r"^10 \+ 25 = 35"), entry)
            else:
                press("radio", "Points", entry)
                press("button", "25", entry.get_by_role("group", name="Bonus"))
                press("button", "10", entry.get_by_role("group", name="Points"))
                press("button", "24", entry.get_by_role("group", name="Donated"))
            press("button", "Save turn", entry)
            doubled = (round_, seat) == (3, 0)
            told = f"Round {round_}, {name}: 10 + 25, donates {48 if doubled else 24}"
            expect(page.locator("#announcer")).to_contain_text(told)
            expect(page.get_by_role("cell", name=told)).to_be_visible()
    expect(page.get_by_role("heading", name="Lena wins with 443 points!")).to_be_focused()
