"""Whole games in a real browser."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from charidice.chance import check_dice
from charidice.messages import LANGUAGES, catalog
from charidice.record import load_json

from .conftest import NOWHERE, NewPage, Server
from .languages import in_languages_and_sizes
from .playing import (
    ROLL,
    is_my_turn,
    mean_it,
    my_seats,
    new_table,
    play_ahead,
    play_to_the_end,
    press_roll,
    roll,
    score,
    shown,
    table_of,
    take_turn,
    view,
    wait_for_change,
    wait_for_my_turn,
    wait_until_still,
)
from .test_online import started


def test_a_whole_game_against_a_bot_from_one_click_to_the_record(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page("/")
    page.locator('[data-action="play-now"]').click()
    page.wait_for_selector('table-screen[data-stage="playing"]')
    take_turn(page, rolls=2)
    play_ahead(page, rounds=6)
    play_to_the_end(page)
    expect(page.locator('[data-action="review"]')).to_be_visible()
    page.locator('[data-action="more"]').click()
    with page.expect_download() as download:
        page.locator('[data-action="save"]').click()
    path = tmp_path / "record.json"
    download.value.save_as(path)
    record = load_json(path.read_text("utf-8"))
    assert record.state.is_over
    assert record.pledge
    assert record.pledge.entropy[0] or record.pledge.entropy[1], "the browser has mixed in words of its own"
    assert check_dice(record.pledge, record.start, record.events) > 7 * 2 * 6


def test_four_people_on_one_device_survive_reload_closing_and_a_restart_of_the_server(
    new_page: NewPage, own_server: Server
) -> None:
    page = new_page(NOWHERE, at=own_server, offline_expected=True)
    new_table(page, "Anna", "Ben", "Ola", "Florian Maximilian", rounds=1)
    assert my_seats(page) == ["0", "1", "2", "3"]
    roll(page)
    dice = page.locator("[data-die]").evaluate_all("dice => dice.map((die) => die.getAttribute('aria-label'))")
    page.reload()
    page.wait_for_selector('table-screen[data-stage="playing"]')
    again = page.locator("[data-die]").evaluate_all("dice => dice.map((die) => die.getAttribute('aria-label'))")
    assert again == dice
    score(page)
    # Closing the page and coming back through the list of recent games.
    page.goto(own_server.address)
    own_server.kill()
    own_server.start()
    page.reload()
    page.locator("a[data-table]").first.click()
    page.wait_for_selector('table-screen[data-stage="playing"]')
    assert shown(page, "active") == "1"
    play_to_the_end(page)
    game = view(own_server, table_of(page))["game"]
    assert isinstance(game, dict)
    assert game["winners"]


def test_three_browsers_online_lose_nothing_by_reload_offline_or_kill(new_page: NewPage, own_server: Server) -> None:
    host = new_page(NOWHERE, at=own_server, offline_expected=True)
    new_table(host, "Lena", "link", "link", rounds=2)
    link = host.locator('[data-link="join"]').input_value()
    guests = [new_page(link.removeprefix(own_server.address), at=own_server, offline_expected=True) for _ in range(2)]
    for guest, name in zip(guests, ("Marko", "Ola"), strict=True):
        guest.locator('input[name="name"]').fill(name)
        guest.locator('[data-action="join"]').click()
        guest.wait_for_selector('table-screen[data-mine]:not([data-mine=""])')
    host.locator('[data-action="start"]').click()
    pages = [host, *guests]
    for page in pages:
        page.wait_for_selector('table-screen[data-stage="playing"]')
    for turn, active in enumerate(pages * 2):
        assert wait_for_my_turn(active)
        if turn == 1:
            active.reload()
            wait_for_my_turn(active)
        if turn == 2:
            active.context.set_offline(True)
            expect(active.locator(".offline-banner")).to_be_visible()
            active.context.set_offline(False)
        if turn == 3:
            roll(active)
            before = view(own_server, table_of(active))
            own_server.kill()
            own_server.start()
            after = view(own_server, table_of(active))
            assert {**after, "seats": None} == {**before, "seats": None}
            score(active)
        else:
            take_turn(active)
    totals = set()
    for page in pages:
        expect(page.locator("table-screen")).to_have_attribute("data-stage", "over")
        totals.add(shown(page, "seq"))
    assert len(totals) == 1, "everybody has seen everything"


def two_online(new_page: NewPage, server: Server, wait: int) -> tuple[Page, Page]:
    """The active player's page, and the recipient's."""
    host, guest = started(new_page, server, wait=wait)
    return (host, guest) if is_my_turn(host) else (guest, host)


def test_the_greatest_gift_asked_in_time(new_page: NewPage, server: Server) -> None:
    active, recipient = two_online(new_page, server, wait=30)
    roll(active)
    # The roll waits for the recipient, who asks: then it is not sent, and the active player sees it at once.
    press_roll(active)
    seq = shown(active, "seq")
    recipient.locator('[data-action="ask"]').click()
    recipient.locator('[data-action="ask-sure"]').click()
    wait_for_change(active, seq)
    game = view(server, table_of(active))["game"]
    assert isinstance(game, dict)
    assert game["asked"]
    assert game["rolls"] == 1
    roll(active)
    game = view(server, table_of(active))["game"]
    assert isinstance(game, dict)
    assert game["rolls"] == 2


def test_not_this_turn_lets_the_active_player_go_on_at_once(new_page: NewPage, server: Server) -> None:
    active, recipient = two_online(new_page, server, wait=30)
    roll(active)
    seq = shown(active, "seq")
    press_roll(active)
    recipient.locator('[data-action="decline"]').click()
    wait_for_change(active, seq)
    active.wait_for_function(
        "seq => Number(document.querySelector('table-screen')?.dataset.seq) === Number(seq) + 2", arg=seq
    )
    game = view(server, table_of(active))["game"]
    assert isinstance(game, dict)
    assert game["passed"]
    assert game["rolls"] == 2


def test_the_greatest_gift_asked_too_late(new_page: NewPage, server: Server) -> None:
    active, recipient = two_online(new_page, server, wait=0)
    for _ in range(3):
        roll(active)
    expect(recipient.locator("table-screen")).to_have_attribute("data-seq", shown(active, "seq"))
    expect(recipient.locator('[data-action="ask"]:visible:not([disabled])')).to_have_count(0)
    told = recipient.evaluate(
        """async () => {
            const table = document.querySelector("table-screen");
            const answer = await fetch(`/api/tables/${location.pathname.split("/")[2]}/moves`, {
                method: "POST", headers: {"Content-Type": "application/json"},
                body: JSON.stringify({move_id: "too-late-1", seq: Number(table.dataset.seq), action: "ask",
                    seat: Number(table.dataset.mine)}),
            });
            return (await answer.json()).error.code;
        }"""
    )
    assert told == "too-late-to-ask"


def test_a_whole_game_by_keyboard_only(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@squirrel", rounds=1)
    while wait_for_my_turn(page):
        for key in ("Space", "1", "3", "Space"):
            seq = shown(page, "seq")
            page.keyboard.press(key)
            if key == "Space":
                mean_it(page)
                wait_for_change(page, seq)
        seq = shown(page, "seq")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        wait_for_change(page, seq)
    expect(page.locator("table-screen")).to_have_attribute("data-stage", "over")


def test_the_keyboard_asks_takes_back_hints_and_helps(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    roll(page)
    page.keyboard.press("h")
    expect(page.locator("table-screen")).to_contain_text(re.compile("[a-z]{4}"))
    seq = shown(page, "seq")
    page.keyboard.press("g")
    expect(page.locator('[data-action="ask-sure"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('[data-action="ask-sure"]')).to_be_hidden()
    expect(page.locator('[data-action="ask"]')).to_be_focused()
    page.keyboard.press("g")
    page.locator('[data-action="ask-sure"]').click()
    wait_for_change(page, seq)
    game = view(server, table_of(page))["game"]
    assert isinstance(game, dict)
    assert game["asked"]
    page.keyboard.press("Escape")
    score(page)
    seq = shown(page, "seq")
    page.keyboard.press("u")
    wait_for_change(page, seq)
    game = view(server, table_of(page))["game"]
    assert isinstance(game, dict)
    assert game["active"] == 0


HEARD = "([heard, words]) => heard.join(' ').includes(words)"


def test_a_whole_turn_can_be_followed_by_ear(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    heard = page.evaluate_handle(
        """() => {
            const heard = [];
            new MutationObserver(() => heard.push(document.getElementById("announcer").textContent))
                .observe(document.getElementById("announcer"), {childList: true, characterData: true, subtree: true});
            return heard;
        }"""
    )
    roll(page)
    page.wait_for_function(HEARD, arg=[heard, "Lena rolls 6 dice"])
    faces = page.locator("[data-die]").evaluate_all("dice => dice.map((die) => die.getAttribute('aria-label'))")
    assert all(re.search("yellow|orange|green|blue|purple|black", label) for label in faces)
    options = page.locator("[data-option]").evaluate_all(
        "rows => rows.map((row) => row.getAttribute('aria-label') ?? row.textContent)"
    )
    assert all(re.search(r"\d", option) for option in options)
    score(page)
    page.wait_for_function(HEARD, arg=[heard, "Lena scores"])
    # A voice pauses before the next sentence.
    page.wait_for_function(HEARD, arg=[heard, catalog("en").say("web.table.turn-of", name="Marko") + ". "])


def test_languages_are_switched_without_reload_and_kept(new_page: NewPage) -> None:
    page = new_page("/")
    page.evaluate("window.sameDocument = true")
    for language in LANGUAGES:
        page.locator("select[name=language]").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator('[data-action="play-now"]')).to_contain_text(catalog(language).say("web.start.play"))
    assert page.evaluate("window.sameDocument") is True
    new_table(page, "Lena", "@magpie", rounds=1)
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[-1])
    roll(page)
    # Phones first: nothing scrolls sideways, and the page not at all during a turn.
    for language in in_languages_and_sizes(page, LANGUAGES, (360, 640)):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), language
    score(page)
    play_to_the_end(page)


def test_dominated_ways_to_score_are_folded_and_pointing_lights_the_dice(new_page: NewPage) -> None:
    page = new_page(NOWHERE, viewport={"width": 1440, "height": 900})
    new_table(page, "Lena", "Marko")
    roll(page)
    option = page.locator("[data-option]").first
    option.hover()
    wanted = sorted((option.get_attribute("data-option") or "").split("-"))
    lit = page.locator("[data-die].lit").evaluate_all("dice => dice.map((die) => die.dataset.die)")
    assert sorted(lit) == wanted
    # What comes to lie under a mouse that rests is not pointed at.
    roll_button = page.locator(ROLL)
    roll_button.focus()
    seq = shown(page, "seq")
    roll_button.press("Enter")
    mean_it(page)
    wait_for_change(page, seq)
    wait_until_still(page)
    expect(page.locator(".tray.lighting")).to_have_count(0)
    option.hover(position={"x": 12, "y": 12})
    expect(page.locator(".tray.lighting")).to_have_count(1)


def test_the_record_of_a_table_can_be_resumed_from_the_list(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@owl")
    table = table_of(page)
    page.goto(server.address)
    expect(page.locator(f'a[data-table="{table}"]')).to_be_visible()
    assert json.loads(page.evaluate("async () => (await fetch('/api/tables')).text()"))["tables"][0]["table"] == table
