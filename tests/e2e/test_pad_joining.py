"""Who writes on a score pad: seats of guests who stay away, and phones that join later."""

from playwright.sync_api import expect

from .conftest import NOWHERE, NewPage, Server
from .padding import PHONE, by_points, handed_in, open_pad, ready
from .test_layout import nothing_sideways


def test_the_lobby_of_a_pad_offers_no_bot_but_to_write_for_somebody(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "", rounds=1)
    expect(page.locator("[data-action=start]")).to_be_disabled()
    expect(page.locator("[data-action=seat-bot]")).to_have_count(0)
    page.locator("[data-action=write-here]").click()
    page.locator("dialog input[name=name]").fill("Marko")
    page.locator("dialog [data-action=save-name]").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".lobby-seats .seat-name").nth(1)).to_have_text("Marko")
    page.locator("[data-action=start]").click()
    by_points(page, 10, 0, 3)
    by_points(page, 11, 0, 3)
    expect(page.locator(".victory")).to_contain_text("Marko")
    # A name given to somebody else is not one's own.
    page.goto(f"{server.address}/#new")
    expect(page.locator("#seat-0-name")).not_to_have_value("Marko")


def test_a_second_phone_joins_a_running_pad_and_writes(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", "Mia")
    by_points(page, 10, 0, 3)
    handed_in(page)
    page.locator("#bar-menu").click()
    page.locator(".menu-entry", has_text="People and links").click()
    link = page.locator("[data-link=write]").input_value()
    expect(page.locator("[data-action=seat-bot]")).to_have_count(0)
    page.keyboard.press("Escape")
    second = new_page(link.removeprefix(server.address), viewport=PHONE)
    note = second.locator(".pad-note.joining")
    expect(note).to_contain_text("Choose your name")
    expect(note.locator("button")).to_have_text(["Lena", "Marko", "Mia"])
    expect(second.locator(".pad-entry")).to_be_hidden()
    nothing_sideways(second)
    note.locator("button", has_text="Marko").click()
    ready(second)
    assert "join" not in second.url
    by_points(second, 11, 0, 3)
    expect(page.locator("[data-turn='1-1'] b")).to_have_text("11")
    # The first one goes on writing, for everybody.
    by_points(page, 12, 0, 3)
    expect(second.locator("[data-turn='1-2'] b")).to_have_text("12")
    second.locator("[data-turn='1-2']").click()
    second.locator("dialog [data-chip=gift-4]").click()
    second.locator("dialog .save-entry").click()
    expect(page.locator("[data-turn='1-2'] small")).to_have_text("→4")


def test_whoever_comes_when_everybody_writes_reads_so_and_watches(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "")
    link = page.locator("[data-link=join]").first.input_value().removeprefix(server.address)
    guest = new_page(link)
    guest.locator("#join-name").fill("Marko")
    guest.locator("#join-send").click()
    page.locator("[data-action=start]").click()
    ready(guest)
    late = new_page(link)
    expect(late.locator(".pad-note.joining")).to_contain_text("All seats are already taken.")
    expect(late.locator(".pad-note.joining button")).to_have_count(0)
