"""The words of every browser are in the dice, and the page says what that proves."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from charidice.chance import Pledge, check_dice
from charidice.messages import catalog
from charidice.record import load_json

from ..waiting import PATIENCE
from .conftest import NewPage, Server
from .playing import NOTICED, gather_notices, play_to_the_end, table_of, take_turn
from .test_online import join

ENGLISH = catalog("en")


@pytest.fixture
def cheating_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, program="serve_cheating.py")
    yield server
    server.kill()


def open_table(host: Page, guests: int) -> None:
    """Open a table of one round for guests, in the form's way: this browser commits to words as well."""
    host.evaluate(
        """async (guests) => {
            const script = document.querySelector("script[type=module]").src;
            const { openTable } = await import(new URL("shell/new-tables.js", script));
            const seats = [{ who: "here", name: "Lena" }, ...Array(guests).fill({ who: "link" })];
            await openTable(seats, { start: "seat", wait: 0, rounds: 1 });
        }""",
        guests,
    )
    host.wait_for_selector('table-screen[data-stage="lobby"]')


def lobby(new_page: NewPage, server: Server) -> tuple[Page, Page]:
    """A host and a guest at a table of one round, before the start."""
    host = new_page("/")
    open_table(host, 1)
    guest = join(new_page, server, host, "Ola")
    host.wait_for_selector('[data-action="start"]:not([disabled])')
    return host, guest


def pledge_of(server: Server, table: str) -> Pledge:
    record = load_json(httpx.get(f"{server.address}/api/tables/{table}/record", timeout=PATIENCE).text)
    assert record.pledge
    if record.pledge.seed:
        assert check_dice(record.pledge, record.start, record.events)
    return record.pledge


def kept(page: Page, commitment: str | None) -> str:
    """The words that a browser keeps for a commitment."""
    words: str = json.loads(page.evaluate("localStorage.getItem('charidice:words')"))[commitment]["words"]
    return words


def test_the_words_of_both_browsers_are_in_the_dice_and_in_those_of_the_rematch(
    new_page: NewPage, server: Server
) -> None:
    host, guest = lobby(new_page, server)
    host.locator('[data-action="start"]').click()
    for page in (host, guest):
        page.wait_for_selector('table-screen[data-stage="playing"]')
    first = table_of(host)
    pledge = pledge_of(server, first)
    assert pledge.entropy == tuple(map(kept, (host, guest), pledge.word_commitments))
    take_turn(host)
    play_to_the_end(guest)

    guest.locator('[data-action="rematch"]').click()
    guest.wait_for_selector('table-screen[data-stage="playing"]')
    # The host is still looking at the result.
    assert table_of(host) == first
    rematch = pledge_of(server, table_of(guest))
    assert rematch.entropy == tuple(map(kept, (guest, host), rematch.word_commitments))
    assert not {*rematch.entropy} & {*pledge.entropy}

    for page in (host, guest):
        page.goto(f"{server.address}/fair-dice/{first}")
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "fair")
        expect(page.locator(".proof")).to_have_text(ENGLISH.say("web.fair.promised"))


@pytest.mark.parametrize("revealed", [False, True], ids=["gone", "reloaded"])
def test_a_browser_that_is_gone_at_the_start_is_named_and_one_that_reloads_is_not_missed(
    new_page: NewPage, server: Server, revealed: bool
) -> None:
    host, guest = lobby(new_page, server)
    table = table_of(host)
    guest.goto(f"{server.address}/rules")
    host.locator('[data-action="start"]').click()
    expect(host.locator(".starting-now")).to_have_text(ENGLISH.say("web.lobby.starting"))
    expect(host.locator(".lobby-seats li").nth(1)).to_contain_text(ENGLISH.say("web.lobby.awaited"))
    if revealed:
        guest.goto(f"{server.address}/table/{table}")
    host.wait_for_selector('table-screen[data-stage="playing"]')
    missing = ENGLISH.say("web.table.event.withheld", player="Ola")
    expect(host.locator(".toast", has_text=missing)).to_have_count(0 if revealed else 1)
    pledge = pledge_of(server, table)
    assert pledge.withheld == (() if revealed else (1,))
    if revealed:
        return
    guest.goto(f"{server.address}/table/{table}")
    take_turn(host)
    play_to_the_end(guest)
    withheld = ENGLISH.say("fair.withheld", player="Ola") + ENGLISH.say("fair.choice", count=2)
    seen, without = ENGLISH.say("web.fair.promised.seen"), ENGLISH.say("web.fair.without-mine")
    for page, proof in ((host, seen + withheld), (guest, seen + without + withheld)):
        page.goto(f"{server.address}/fair-dice/{table}")
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "fair")
        expect(page.locator(".proof")).to_have_text(proof)


def test_every_honest_page_notices_a_server_that_chooses_among_the_words(
    new_page: NewPage, cheating_server: Server
) -> None:
    host = new_page("/", at=cheating_server)
    open_table(host, 2)
    guests = {name: join(partial(new_page, at=cheating_server), cheating_server, host, name) for name in ("Ola", "Ben")}
    pages = {"Lena": host, **guests}
    host.wait_for_selector('[data-action="start"]:not([disabled])')
    for page in pages.values():
        gather_notices(page)
    host.locator('[data-action="start"]').click()
    for page in pages.values():
        page.wait_for_selector('table-screen[data-stage="playing"]')
    table = table_of(host)
    withheld = pledge_of(cheating_server, table).withheld
    # It left out somebody's words, and all dice match the record nevertheless.
    assert withheld
    missing = [name for seat, name in enumerate(pages) if seat in withheld]
    left_out = ENGLISH.say("web.table.event.words-left-out")
    for name in missing:
        pages[name].wait_for_function(NOTICED, arg=left_out)
    for name, page in pages.items():
        take_turn(page)
        assert page.evaluate(NOTICED, left_out) == (name in missing)
    host.wait_for_selector('table-screen[data-stage="over"]')
    for name, page in pages.items():
        page.goto(f"{cheating_server.address}/fair-dice/{table}")
        verdict = page.locator("[data-verdict]")
        if name in missing:
            expect(verdict).to_have_attribute("data-verdict", "doubtful")
            expect(verdict).to_contain_text(ENGLISH.say("web.fair.reason.words-missing"))
        else:
            expect(verdict).to_have_attribute("data-verdict", "fair")
        expect(verdict).to_contain_text(ENGLISH.say("fair.choice", count=2 ** len(missing)))
        for claim in ("fair.proved", "web.fair.promised"):
            expect(verdict).not_to_contain_text(ENGLISH.say(claim))


def test_a_page_whose_seal_the_server_dropped_does_not_say_that_nobody_could_choose(
    new_page: NewPage, server: Server
) -> None:
    def without_seal(route: Route) -> None:
        sent = route.request.post_data_json
        assert sent
        assert sent.pop("commitment")
        route.continue_(post_data=json.dumps(sent))

    def deceived(*arguments: object, **options: object) -> Page:
        page = new_page(*arguments, **options)
        page.route("**/join", without_seal)
        return page

    host = new_page("/")
    open_table(host, 1)
    guest = join(deceived, server, host, "Ola")
    host.locator('[data-action="start"]').click()
    take_turn(host)
    play_to_the_end(guest)
    table = table_of(guest)
    for page, proof in ((host, ["web.fair.promised"]), (guest, ["web.fair.promised.seen", "web.fair.without-mine"])):
        page.goto(f"{server.address}/fair-dice/{table}")
        expect(page.locator(".proof")).to_have_text("".join(map(ENGLISH.say, proof)))
