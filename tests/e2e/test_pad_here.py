"""Score pads on one device: on a static site, while the server is away, and put online later."""

import re
from random import Random
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES, catalog
from charidice.pad.pad import Pad

from ..pad.turns import as_points, enter
from ..pad.turns import by_dice as dice_of
from ..waiting import until
from .axe import complaints
from .conftest import NewPage, Server
from .hosts import Host
from .languages import outside, switch_language
from .my_dice import OWN_DICE, TO_PRESS, enter_dice
from .padding import (
    by_dice,
    by_points,
    correct_gift,
    fill_in_form,
    handed_in,
    pad_of,
    random_turn,
    ready,
    tap_faces,
    totals,
    turn,
)
from .playing import controlled, lose_answer
from .test_hints_here import GO
from .test_layout import nothing_sideways

ENGLISH = catalog("en")
ONLINE = "dialog [data-action=put-online]"
CREATE = """async ([names, settings]) => {
    const { src } = document.querySelector("script[type=module]");
    const { postHere } = await import(new URL("lib/api.js", src));
    const { go } = await import(new URL("shell/router.js", src));
    const seats = names.map((name) => ({ who: "here", name }));
    const wanted = { pad: true, start: "seat", first: 0, ...settings };
    const { view } = await postHere("/api/tables", { seats, settings: wanted });
    await go(`/pad/${view.table}`);
    return view.table;
}"""


def open_here(page: Page, *names: str, **settings: object) -> str:
    """A pad on this device, as it is opened while the server is away."""
    table: str = page.evaluate(CREATE, [list(names), settings])
    ready(page)
    return table


def offer(page: Page) -> None:
    page.locator("#bar-menu").click()
    page.locator(".menu-entry", has_text=ENGLISH.say("web.pad.online")).click()
    expect(page.locator(ONLINE)).to_be_visible()


def ids(pad: dict[str, object]) -> list[tuple[list[str], list[str]]]:
    """The entries of each turn, those that stand and those replaced."""
    turns = [each for row in pad["turns"] for each in row]  # type: ignore[attr-defined]
    return [(each["standing"], [before["entry"] for before in each["trace"]]) for each in turns]


def pad_here(page: Page, table: str) -> dict[str, object]:
    pad: dict[str, object] = page.evaluate(
        """async (table) => {
            const { src } = document.querySelector("script[type=module]");
            const { get } = await import(new URL("lib/api.js", src));
            return (await get(`/api/tables/${table}`)).view.pad;
        }""",
        table,
    )
    return pad


def test_a_whole_game_on_a_static_site_asks_no_server(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    page.locator("[data-action=keep-score]").click()
    page.locator("[data-action=add-seat]").click()
    names = ("Lena", "Marko", "Florian")
    for seat, name in enumerate(names):
        page.locator(f"#seat-{seat}-name").fill(name)
    page.locator("#start-seat").check()
    page.locator("#new-create").click()
    rng, pad = Random(5), Pad(names)
    for place in range(3 * 7):
        round_, seat = place // 3 + 1, place % 3
        played = random_turn(rng)
        asks = place == 5
        value = dice_of(" ".join(played.faces), " ".join(played.scored), asks)
        if place % 2:
            by_dice(page, played.faces, played.scored, asked=asks)
            enter(pad, round_, seat, value)
        else:
            points, bonus, gift = played.boxes
            by_points(page, points, bonus, gift)
            enter(pad, round_, seat, as_points(value))
        if place == 9:
            page.reload()
            expect(page.locator(".turn-cell:not(.empty)")).to_have_count(10)
        if place < 20:
            assert totals(page) == [str(sheet.subtotal) for sheet in pad.sheets]
    assert pad.results
    assert pad.winners
    winners = [names[seat] for seat in pad.winners]
    expect(page.locator(".ranks .won bdi")).to_have_text(winners)
    shown = sorted((result.total for result in pad.results), reverse=True)
    expect(page.locator(".ranks .total")).to_have_text([f"total: {total}" for total in shown])
    # Sheets, picture and review come from here.
    page.locator("[data-action=more]").click()
    expect(page.locator("dialog [data-action=save]")).to_be_visible()
    expect(page.locator("dialog [data-action=print]")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-action=picture]").click()
    expect(page.locator(".picture img")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-action=review]").click()
    expect(page.locator('review-screen[data-state="shown"]')).to_contain_text(f"{shown[0]} points")
    # It is among the recent games, and no server was asked for anything.
    page.goto(f"{host.address}/")
    expect(page.locator(".recent li")).to_have_count(1)
    expect(page.locator(".recent li")).to_contain_text(f"{shown[0]} points")
    assert asked == []


def test_hints_questions_and_corrections_come_from_this_device(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "Lena", "Marko")
    page.locator("[data-action=type-entry]").click()
    for box, number in (("points", 50), ("bonus", 0), ("gift", 3)):
        page.locator(f"#typed-{box}").fill(str(number))
    page.keyboard.press("Enter")
    expect(page.locator(".pad-note.complaint")).to_contain_text("the points can’t be 50")
    page.locator(".pad-note.complaint [data-action=keep]").click()
    handed_in(page)
    expect(page.locator(".pad-note.complaint")).to_have_count(0)
    correct_gift(page, 1, 0, 5)
    handed_in(page)
    page.locator("[data-turn='1-0']").click()
    expect(page.locator("dialog .trace li")).to_contain_text("50 + 0, donates 3")
    page.keyboard.press("Escape")
    page.locator("label:has(#enter-by-dice)").click()
    tap_faces(page, "B1", "B2", "B3", "B4", "B6", "P6")
    page.locator("[data-action=pad-hint]").click()
    expect(page.locator(".entry-hint")).to_contain_text("chance of victory")
    # Nobody can join there, and nothing offers it.
    page.locator("#bar-menu").click()
    expect(page.locator(".menu-entry").first).to_be_visible()
    for key in ("web.table.people", "web.pad.online"):
        expect(page.locator(".menu-entry", has_text=ENGLISH.say(key))).to_have_count(0)


def test_the_dice_of_ones_own_box_need_no_server(new_page: NewPage, host: Host) -> None:
    page = new_page("/?/my-dice#enter", at=host)
    page.wait_for_selector(TO_PRESS)
    enter_dice(page, OWN_DICE)
    page.locator("#dice-name").fill("Our box")
    page.locator('[data-action="save"]').click()
    page.wait_for_selector(".dice-sets [data-set]")
    fill_in_form(page, host.address, "Lena", "Marko")
    page.locator("label:has(#enter-by-dice)").click()
    # These two are on one die there, but not in the standard set.
    tap_faces(page, OWN_DICE[1][0])
    page.locator(f'[data-face="{OWN_DICE[1][2]}"]').click(force=True)
    expect(page.locator(".entry-note")).to_contain_text("are on the same die")


def test_two_tabs_keep_one_pad(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "Lena", "Marko")
    other = page.context.new_page()
    other.goto(page.url)
    by_points(page, 10, 0, 3)
    expect(other.locator("[data-turn='1-0'] b")).to_have_text("10")
    by_points(other, 11, 0, 3)
    expect(page.locator("[data-turn='1-1'] b")).to_have_text("11")
    assert totals(page) == totals(other) == ["13", "14"]


def test_on_a_full_device_a_turn_says_so_and_the_others_stay(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "Lena", "Marko")
    by_points(page, 10, 0, 3)
    handed_in(page)
    page.evaluate(
        """() => {
            window.add = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };
        }"""
    )
    by_points(page, 11, 0, 3)
    expect(page.locator(".pad-note.refused")).to_contain_text(ENGLISH.say("refused.device-full"))
    page.evaluate("() => { IDBObjectStore.prototype.add = window.add; }")
    by_points(page, 11, 0, 3)
    handed_in(page)
    expect(page.locator(".pad-note.refused")).to_have_count(0)
    page.reload()
    expect(page.locator(".turn-cell:not(.empty) b")).to_have_text(["10", "11"])


def test_a_pad_begun_while_the_server_is_away_goes_online_with_every_turn(
    new_page: NewPage, own_server: Server
) -> None:
    page = new_page("/", at=own_server, offline_expected=True, service_workers="allow")
    controlled(page)
    own_server.kill()
    fill_in_form(page, own_server.address, "Lena", "Marko")
    expect(page.locator(".toast")).to_have_text(ENGLISH.say("web.start.here"))
    by_points(page, 10, 0, 3)
    by_points(page, 11, 0, 3)
    correct_gift(page, 1, 0, 5)
    handed_in(page)
    here = page.url.split("/")[-1]
    entered = ids(pad_here(page, here))
    # Online, but without a server: it says so, and nothing is lost.
    offer(page)
    page.locator(ONLINE).click()
    expect(page.locator("dialog .trouble")).to_have_text(ENGLISH.say("web.pad.online.needs-network"))
    own_server.start()
    page.locator(ONLINE).dblclick()
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_url(lambda url: "/pad/" in url and "here-" not in url)
    there = page.url.split("/")[-1]
    until(lambda: ids(pad_of(own_server, there)), lambda arrived: arrived == entered)
    assert turn(page, 1, 0).startswith("10")
    # Others can join now.
    page.locator("#bar-menu").click()
    page.locator(".menu-entry", has_text="People and links").click()
    link = page.locator("[data-link=write]").input_value()
    page.keyboard.press("Escape")
    second = new_page(link.removeprefix(own_server.address), at=own_server)
    second.locator(".pad-note.joining button", has_text="Marko").click()
    by_points(second, 12, 0, 3)
    expect(page.locator("[data-turn='2-0'] b")).to_have_text("12")
    # The old address leads there, and the game is listed once.
    page.goto(f"{own_server.address}/pad/{here}")
    page.wait_for_url(f"**/pad/{there}")
    page.goto(f"{own_server.address}/")
    expect(page.locator(".recent li")).to_have_count(1)


@pytest.mark.parametrize("cut", ["create", "start", "entries"])
def test_cut_off_on_the_way_and_pressed_again_it_is_one_pad_with_every_entry_once(
    new_page: NewPage, server: Server, cut: str
) -> None:
    page = new_page("/", offline_expected=True)
    here = open_here(page, "Lena", "Marko", "Mia", rounds=2)
    for points in (10, 11, 12, 13):
        by_points(page, points, 0, 3)
    correct_gift(page, 1, 1, 7)
    correct_gift(page, 1, 1, 8)
    handed_in(page)
    entered = ids(pad_here(page, here))
    path = {"create": "**/api/tables", "start": "**/api/tables/*/start", "entries": "**/api/tables/*/entries"}[cut]
    lost = lose_answer(page, path)
    offer(page)
    page.locator(ONLINE).click()
    until(lambda: page.evaluate("0") or lost)
    if cut != "entries":
        expect(page.locator("dialog .trouble")).not_to_be_empty()
        page.reload()
        offer(page)
        page.locator(ONLINE).click()
    page.wait_for_url(lambda url: "/pad/" in url and "here-" not in url)
    there = page.url.split("/")[-1]
    # The route runs only while the page is asked something.
    until(lambda: page.evaluate("0") or ids(pad_of(server, there)), lambda arrived: arrived == entered)
    expect(page.locator(".glance-seats bdi")).to_have_text(["Lena", "Marko", "Mia"])
    tables = page.request.get(urljoin(server.address, "/api/tables")).json()["tables"]
    assert [each["table"] for each in tables] == [there]


def test_a_tab_left_open_follows_and_brings_what_it_has(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    open_here(page, "Lena", "Marko")
    other = page.context.new_page()
    other.goto(page.url)
    by_points(page, 10, 0, 3)
    expect(other.locator("[data-turn='1-0'] b")).to_have_text("10")
    offer(page)
    page.locator(ONLINE).click()
    other.wait_for_url(lambda url: "/pad/" in url and "here-" not in url)
    by_points(other, 11, 0, 3)
    expect(page.locator("[data-turn='1-1'] b")).to_have_text("11")


def test_a_finished_pad_that_was_added_to_the_history_and_put_online_counts_once(new_page: NewPage) -> None:
    page = new_page("/")
    table = open_here(page, "Lena", "Marko", rounds=1)
    by_points(page, 10, 0, 3)
    by_points(page, 11, 0, 3)
    handed_in(page)
    page.evaluate(GO, "/history")
    page.locator("[data-action=unsent]").click()
    expect(page.locator(".history-game")).to_have_attribute("data-game", re.compile("^imported-"))
    page.evaluate(GO, f"/pad/{table}")
    offer(page)
    page.locator(ONLINE).click()
    page.wait_for_url(lambda url: "/pad/" in url and "here-" not in url)
    handed_in(page)
    there = page.url.split("/")[-1]
    page.evaluate(GO, "/history")
    expect(page.locator(".history-game")).to_have_count(1)
    expect(page.locator(".history-game")).to_have_attribute("data-game", there)
    expect(page.locator(".record-games .value")).to_have_text("1")
    expect(page.locator(".history-unsent")).to_have_count(0)


def test_what_is_said_about_it_fits_a_phone_in_every_language(new_page: NewPage) -> None:
    page = new_page("/")
    open_here(page, "Lena", "Marko")
    for language in LANGUAGES:
        switch_language(page, language)
        page.locator("#bar-menu").click()
        page.locator(".menu-entry", has_text=catalog(language).say("web.pad.online")).click()
        expect(page.locator("dialog:has([data-action=put-online])")).to_contain_text(
            catalog(language).say("web.pad.online.why")
        )
        assert outside(page) == [], language
        nothing_sideways(page)
        assert complaints(page) == "", language
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
