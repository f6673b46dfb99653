"""Playing online: who comes, who goes, who follows."""

from functools import partial
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, Route, expect

from charidice.messages import catalog

from .conftest import NOWHERE, NewPage, Server
from .playing import (
    NOTICED,
    gather_notices,
    is_my_turn,
    new_table,
    play_to_the_end,
    roll,
    score,
    shown,
    table_of,
    take_turn,
)

SAY = catalog("en").say


def join(new_page: NewPage, server: Server, host: Page, name: str) -> Page:
    link = host.locator('[data-link="join"]').input_value()
    guest = new_page(link.removeprefix(server.address))
    guest.locator('input[name="name"]').fill(name)
    guest.locator('[data-action="join"]').click()
    guest.wait_for_selector('table-screen[data-mine]:not([data-mine=""])')
    assert "#join" not in guest.url, "the code is no longer in the address"
    return guest


def ask(page: Page, path: str, **body: object) -> Any:
    """What the server answers to a browser."""
    answer = page.request.post(urljoin(page.url, f"/api/tables{path}"), data=body)
    assert answer.ok, answer.text()
    return answer.json()


def started(new_page: NewPage, server: Server, **settings: object) -> tuple[Page, Page]:
    """A host and a guest, before the first roll; neither has pressed anything."""
    host, guest = new_page(NOWHERE), new_page(NOWHERE)
    seats = [{"who": "here", "name": "Lena"}, {"who": "link"}]
    table = ask(host, "", seats=seats, settings={"start": "seat", "wait": 0, **settings})["view"]["table"]
    link = host.request.get(f"{server.address}/api/tables/{table}/invitation").json()["join"]
    ask(guest, f"/{table}/join", code=link.partition("#join=")[2], name="Ola")
    ask(host, f"/{table}/start")
    for page in (host, guest):
        page.goto(f"{server.address}/table/{table}")
        page.wait_for_selector('table-screen[data-stage="playing"]')
    return host, guest


def test_the_page_that_moves_is_sent_its_move_once(new_page: NewPage, server: Server) -> None:
    told: tuple[list[str], list[str]] = [], []
    pages = started(new_page, server)
    for page, frames in zip(pages, told, strict=True):
        with page.expect_websocket() as connecting:
            page.reload()
        connecting.value.on("framereceived", partial(list.append, frames))
        # A heartbeat comes only after the page is followed.
        connecting.value.wait_for_event("framereceived", lambda frame: '"presence"' in frame)
    host, guest = pages
    roll(host)
    guest.wait_for_function("seq => document.querySelector('table-screen').dataset.seq === seq", arg=shown(host, "seq"))
    assert [sum('"rolled"' in frame for frame in frames) for frames in told] == [0, 1]


def test_the_form_opens_a_table_with_a_link_and_a_link_to_watch(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    page.locator('[data-action="new-table"]').click()
    page.locator('[data-seat="0"] input[name="name"]').fill("Lena")
    page.locator('[data-seat="1"] select[name="who"]').select_option("link")
    page.locator('[data-action="add-seat"]').click()
    page.locator('[data-seat="2"] select[name="who"]').select_option("bot")
    page.locator('[data-seat="2"] select[name="bot"]').select_option("owl")
    page.locator('[data-action="create"]').click()
    page.wait_for_selector('table-screen[data-stage="lobby"]')
    assert page.locator('[data-link="watch"]').input_value() == f"{server.address}/table/{table_of(page)}"
    watcher = new_page(f"/table/{table_of(page)}")
    watcher.wait_for_selector('table-screen[data-stage="lobby"]')
    expect(watcher.locator('[data-action="start"]')).to_have_count(0)
    guest = join(new_page, server, page, "Ola")
    page.locator('[data-action="start"]').click()
    for each in (page, guest, watcher):
        each.wait_for_selector('table-screen[data-stage="playing"]')
    assert shown(watcher, "mine") == ""
    expect(watcher.locator('[data-action="roll"]:visible')).to_have_count(0)


def test_an_invitation_that_comes_too_late_says_so_before_one_watches(new_page: NewPage, server: Server) -> None:
    host = new_page(NOWHERE)
    new_table(host, "Lena", "link", rounds=1)
    link = host.locator('[data-link="join"]').input_value().removeprefix(server.address)
    early = new_page(link)
    expect(early.locator('[data-action="join"]')).to_be_visible()
    guest = join(new_page, server, host, "Ola")
    expect(early.locator(".way-in")).to_contain_text(SAY("web.lobby.full"))
    host.locator('[data-action="start"]').click()
    # Whoever has read in the lobby that it is full watches at once.
    expect(early.locator(".seats")).to_be_visible()
    late = new_page(link)
    expect(late.locator("h1")).to_have_text(SAY("web.lobby.too-late.playing"))
    expect(late.locator(".seats")).to_have_count(0)
    roll(host)
    expect(late.locator("table-screen")).to_have_attribute("data-seq", shown(host, "seq"))
    expect(late.locator(".seats")).to_have_count(0)
    late.locator('[data-action="watch"]').click()
    expect(late.locator(".seats")).to_be_visible()
    assert "#join" not in late.url
    score(host)
    play_to_the_end(guest)
    after = new_page(link)
    expect(after.locator("h1")).to_have_text(SAY("web.lobby.too-late.over"))


def test_title_and_icon_say_whose_turn_it_is(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server)
    icon = "() => document.querySelector('link[rel=icon]').href"
    assert host.title().startswith("●")
    assert guest.title().startswith("Lena")
    assert host.evaluate(icon) != guest.evaluate(icon)
    take_turn(host)
    expect(guest.locator("table-screen")).to_have_attribute("data-seq", shown(host, "seq"))
    assert guest.title().startswith("●")
    assert host.title().startswith("Ola")


def test_everybody_reads_their_own_language_at_one_table(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server)
    guest.locator("#bar button").first.click()
    guest.locator("select[name=language]").select_option("pl")
    expect(guest.locator("html")).to_have_attribute("lang", "pl")
    guest.keyboard.press("Escape")
    roll(host)
    expect(guest.locator("table-screen")).to_have_attribute("data-seq", shown(host, "seq"))
    expect(guest.locator("#bar")).to_contain_text(catalog("pl").say("web.table.round", round=1, rounds=7))
    expect(host.locator("#bar")).to_contain_text(catalog("en").say("web.table.round", round=1, rounds=7))


def count_sounds(page: Page) -> None:
    page.evaluate(
        """() => {
            window.sounds = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...when) {
                window.sounds += 1;
                start.apply(this, when);
            };
        }"""
    )


def want_sound(page: Page) -> None:
    """Switch sounds on, which are counted, and wait for the sample: two notes."""
    page.locator("#bar button").first.click()
    page.locator("[name=sound]").check(force=True)
    page.wait_for_function("() => window.sounds === 2")
    page.keyboard.press("Escape")


def test_a_sound_says_that_it_is_your_turn_if_you_want_one(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server)
    for page in (host, guest):
        count_sounds(page)
    want_sound(guest)
    before = guest.evaluate("() => window.sounds")
    take_turn(host)
    expect(guest.locator("table-screen")).to_have_attribute("data-active", "1")
    guest.wait_for_function("before => window.sounds > before", arg=before)
    before = guest.evaluate("() => window.sounds")
    guest.locator("#bar-menu").click()
    guest.locator('dialog a[href="/"]').click()
    guest.locator("a[data-table]").first.click()
    guest.wait_for_selector('table-screen[data-active="1"]')
    assert guest.evaluate("() => window.sounds") == before, "whoever opens the table sees it"
    take_turn(guest)
    expect(host.locator("table-screen")).to_have_attribute("data-active", "0")
    assert host.evaluate("() => window.sounds") == 0


def test_reactions_are_seen_by_the_others(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server)
    guest.locator(".reaction-button").click()
    guest.locator('[data-reaction="clap"]').click()
    expect(host.locator("#announcer")).to_contain_text("Ola")


def test_a_seat_moves_to_another_device_with_the_personal_link(new_page: NewPage, server: Server) -> None:
    _, old = started(new_page, server)
    open_people(old)
    old.locator('[data-action="personal-link"]').click()
    link = old.locator('[data-link="personal"]').input_value()
    new = new_page(link.removeprefix(server.address))
    new.wait_for_selector('table-screen[data-mine="1"]')
    assert "#move" not in new.url
    old.wait_for_selector('table-screen[data-mine=""]')


def open_people(page: Page) -> None:
    """The dialog with the players and the links, from the menu of the bar."""
    page.locator("#bar button").first.click()
    page.get_by_role("button", name="People and links").click()
    page.wait_for_selector("dialog[open]")


def test_a_rematch_takes_everybody_along_and_the_start_passes_on(new_page: NewPage, server: Server) -> None:
    host, guest = started(new_page, server, rounds=1)
    take_turn(host)
    play_to_the_end(guest)
    first = table_of(host)
    count_sounds(host)
    want_sound(host)
    before = host.evaluate("() => window.sounds")
    gather_notices(host)
    guest.locator('[data-action="rematch"]').click()
    guest.wait_for_selector('table-screen[data-stage="playing"]')
    host.wait_for_function(NOTICED, arg=SAY("web.table.rematch-offered"))
    expect(host).to_have_title(SAY("web.table.title.rematch", title=SAY("web.title")))
    assert host.evaluate("() => window.sounds") > before
    host.locator('[data-action="join-rematch"]').click()
    host.wait_for_selector('table-screen[data-stage="playing"]')
    assert table_of(host) == table_of(guest) != first
    assert is_my_turn(guest), "whoever sat left of the starter starts now"


@pytest.mark.parametrize("neighbour", ["@owl", "link"])
def test_nobody_is_told_of_a_rematch_that_they_want_themselves(
    neighbour: str, new_page: NewPage, server: Server
) -> None:
    if neighbour == "link":
        page, guest = started(new_page, server, rounds=1)
        take_turn(page)
        play_to_the_end(guest)
    else:
        page = new_page(NOWHERE)
        new_table(page, "Lena", neighbour, rounds=1)
        play_to_the_end(page)
    expect(page.locator("table-screen")).to_have_attribute("data-stage", "over")
    gather_notices(page)
    count_sounds(page)
    want_sound(page)
    before = page.evaluate("window.sounds")

    def answer_late(route: Route) -> None:
        """After the table has heard of it, and before the next one is shown."""
        answer = route.fetch()
        expect(page.locator('[data-action="join-rematch"]')).to_be_visible()
        assert page.evaluate("window.sounds") == before
        route.fulfill(response=answer)

    page.route("**/rematch", answer_late)
    first = table_of(page)
    page.locator('[data-action="rematch"]').click()
    page.wait_for_function("first => !location.pathname.endsWith(first)", arg=first)
    assert page.evaluate("notices.filter((words) => words)") == []


def test_names_with_markup_from_right_to_left_and_with_emoji_do_no_harm(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    names = ["<img src=x onerror=alert(1)>", "مرحبا بالعالم", "👩‍👩‍👧‍👦🎲🎁", "W" * 40]
    new_table(page, *names)
    roll(page)
    assert page.locator("table-screen img").count() == 0
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    for name in names:
        expect(page.locator("table-screen")).to_contain_text(name)
    score(page)


def test_who_presses_again_because_no_answer_came_has_one_seat(new_page: NewPage) -> None:
    host = new_page(NOWHERE)
    new_table(host, "Lena", "link", "link")
    code = host.locator('[data-link="join"]').input_value().partition("/table/")[2]
    guest = new_page(f"/table/{code}", offline_expected=True)
    guest.locator('input[name="name"]').fill("Ola")

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    guest.route("**/join", lose_the_answer, times=1)
    guest.locator('[data-action="join"]').click()
    expect(guest.locator(".lobby .error")).not_to_be_empty()
    guest.locator('[data-action="join"]').click()
    guest.wait_for_selector('table-screen[data-mine="1"]')
    expect(host.locator(".lobby-seats li.open")).to_have_count(1)
