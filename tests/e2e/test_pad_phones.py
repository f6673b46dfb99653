"""A game on the score pads of two phones, one of which is offline for a round."""

from random import Random

import pytest
from playwright.sync_api import Page, Response, expect

from charidice.pad.entries import ByDice, ByPoints, EnteredRoll, PadEntry
from charidice.pad.pad import Pad
from charidice.rules.dice import read_faces
from charidice.rules.ruleset import ROUNDS, Ruleset

from .conftest import NewPage, Server
from .padding import (
    Turn,
    by_dice,
    by_points,
    correct_gift,
    handed_in,
    pad_of,
    random_turn,
    turn,
    two_phones,
)

NAMES = ("Lena", "Florian", "Ola", "Marko")
BOXES = ("points", "bonus", "received", "given")


def is_by_dice(round_: int, seat: int) -> bool:
    return (round_ + seat) % 2 == 1


def expected_pad(turns: list[list[Turn]]) -> Pad:
    """The pad as it is without phones and network."""
    pad = Pad(NAMES, Ruleset(len(turns)))
    for round_, row in enumerate(turns, 1):
        for seat, each in enumerate(row):
            faces, scored = (read_faces(" ".join(some)) for some in (each.faces, each.scored))
            dice = ByDice((EnteredRoll(faces),), scored)
            value = dice if is_by_dice(round_, seat) else ByPoints(*each.boxes)
            pad.add(PadEntry(f"{round_}-{seat}", round_, seat, value))
    return pad


def enter(page: Page, round_: int, seat: int, each: Turn) -> None:
    expect(page.locator(".glance-seats li").nth(seat)).to_have_attribute("aria-current", "true")
    if is_by_dice(round_, seat):
        by_dice(page, each.faces, each.scored)
    else:
        by_points(page, *each.boxes)
    handed_in(page)


def shows(page: Page, pad: Pad) -> None:
    """The whole pad, box by box, and how it ends."""
    assert pad.results
    assert pad.winners
    for result, name in zip(pad.results, NAMES, strict=True):
        rank = page.locator(".ranks li", has_text=name)
        expect(rank.locator(".total")).to_contain_text(str(result.total))
        expect(rank.locator(".charity dd")).to_have_text([f"+{result.charity}"] if result.charity else [])
    expect(page.locator(".ranks li.won bdi")).to_have_text([NAMES[seat] for seat in pad.winners])
    page.locator("#bar-menu").click()
    page.locator("button.menu-entry", has_text="Score sheets").click()
    for seat, sheet in enumerate(pad.sheets):
        shown = page.locator("dialog .sheet").nth(seat)
        for box in BOXES:
            expect(shown.locator(f"tbody td.{box}")).to_have_text([str(number) for number in getattr(sheet, box)])
        expect(shown.locator(".charity dd")).to_have_text(str(pad.results[seat].charity))
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("rounds", [3, pytest.param(ROUNDS, marks=pytest.mark.long)])
def test_a_game_on_two_phones_of_which_one_is_offline_for_a_round(
    new_page: NewPage, server: Server, rounds: int
) -> None:
    here, there = two_phones(new_page, server, *NAMES, rounds=rounds)
    rng = Random(4)
    turns = [[random_turn(rng) for _ in NAMES] for _ in range(rounds)]
    pad = expected_pad(turns)
    arrived: list[tuple[int, int]] = []

    def note(response: Response) -> None:
        entry = response.request.post_data_json if response.url.endswith("/entries") else None
        if entry:
            arrived.append((entry["round"], entry["seat"]))

    there.on("response", note)
    for seat, each in enumerate(turns[0]):
        enter((here, there)[seat // 2], 1, seat, each)
    # In round 2 one phone has no network; its people go on, and so does somebody at the other one.
    expect(there.locator("[data-turn='1-3'] b")).to_be_visible()
    arrived.clear()
    there.context.set_offline(True)
    first, second, third, fourth = turns[1]
    by_points(there, *first.boxes)
    by_dice(there, second.faces, second.scored)
    sums = "{} + {}, donates {}".format(*second.boxes)
    expect(there.locator("#announcer")).to_contain_text(f"Round 2, Florian: {sums}")
    by_points(there, *third.boxes)
    here.locator("[data-turn='2-3']").click()
    by_dice(here, fourth.faces, fourth.scored, place="dialog")
    handed_in(here)
    expect(there.locator("pad-screen")).to_have_attribute("data-waiting", "3")
    expect(there.locator(".pad-note.offline")).to_contain_text("3 turns are waiting on this device")
    expect(there.locator("[data-turn='2-1']")).to_have_attribute(
        "aria-label", f"Round 2, Florian: {sums}, not sent yet"
    )
    assert turn(here, 2, 0) == ""
    assert arrived == []
    # The page may have been told of the last one before its own request is answered.
    with there.expect_response(lambda _: len(arrived) == 3):
        there.context.set_offline(False)
    handed_in(there)
    assert arrived == [(2, 0), (2, 1), (2, 2)]
    for round_, row in enumerate(turns[2:], 3):
        for seat, each in enumerate(row):
            enter((there, here)[seat // 2], round_, seat, each)
    for page in (here, there):
        shows(page, pad)
    # In round 3 somebody else had given more: the bonus goes to them.
    given = [sheet.total_given for sheet in pad.sheets]
    last = given.index(min(given))
    more = max(given) - min(given) + turns[2][last].option.gift + 1
    correct_gift(there, 3, last, more)
    points, bonus, _ = turns[2][last].boxes
    pad.add(PadEntry("corrected", 3, last, ByPoints(points, bonus, more), frozenset({f"3-{last}"})))
    assert pad.results
    assert [bool(result.charity) for result in pad.results] == [seat == last for seat in pad.seats]
    for page in (here, there):
        shows(page, pad)
    table = here.url.split("/")[-1]
    entered = [each for row in pad_of(server, table)["turns"] for each in row]
    kinds = ["dice" if isinstance(each.value, ByDice) else "points" for each in pad.turns]
    assert [each["value"]["by"] for each in entered] == kinds
    assert [(each["round"], each["seat"]) for each in entered if each["trace"]] == [(3, last)]
