"""A short journey in Firefox and WebKit; Chromium plays all the other tests."""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..waiting import until
from .axe import complaints_in
from .conftest import NOWHERE, NewPage, Server
from .drivers import Driver, firefox, webkit
from .hosts import Host
from .playing import OPTION, ROLL, SCORE, new_table, shown, take_turn

# Whether the worker keeps all tables of the solver.
ALL_KEPT = """(window.looking ??= setInterval(async () => {
    const { tables } = JSON.parse(document.documentElement.dataset.constants);
    const kept = await Promise.all(tables.map((table) => caches.match(`./static/${table}`)));
    window.allKept = kept.every(Boolean);
}, 200), window.allKept === true)"""
# Registers the worker as an app does that was installed on this device.
INSTALLED = """(window.matchMedia = (query) => ({ matches: query === "(display-mode: standalone)" }),
    import(new URL("shell/worker.js", document.querySelector("script[type=module]").src)).then(
        ({ registerWorker }) => registerWorker()), true)"""
OPEN_TABLE = """(import(new URL("shell/new-tables.js", document.querySelector("script[type=module]").src)).then(
    ({ openTable }) => openTable(%s, { start: "seat", first: 0, wait: 0, ...%s })), true)"""
LENA, OLA = ({"who": "here", "name": name} for name in ("Lena", "Ola"))
OWL = {"who": "bot", "bot": "owl"}
TABLE = """(import(new URL("shell/new-tables.js", document.querySelector("script[type=module]").src)).then(
    ({ openTable }) => openTable(%s, { start: "seat", first: 0, ...%s })), true)"""
LENA = {"who": "here", "name": "Lena"}
OWL = {"who": "bot", "bot": "owl"}
OLA = {"who": "here", "name": "Ola"}
TABLE = 'document.querySelector("table-screen")?.dataset'


def shows(page: Driver, selector: str) -> None:
    until(lambda: page.value(f"document.querySelector({selector!r})?.checkVisibility()"))


def words(page: Driver, selector: str) -> list[str]:
    return re.findall(r"\w+", str(page.value(f"document.querySelector({selector!r})?.innerText")))


def presses(page: Driver, selector: str) -> None:
    shows(page, f"{selector}:enabled, a{selector}")
    page.click(selector)


def moves(page: Driver, *presses_in_turn: str) -> None:
    """Press what makes a move, and see the table change."""
    seq = page.value(f"{TABLE}.seq")
    for selector in presses_in_turn:
        presses(page, selector)
    # Where the tutor asks whether it is meant, it is.
    meant = "document.querySelector('[data-action=do-it]')?.click()"
    until(lambda: page.value(f'{meant}, {TABLE}.seq !== "{seq}" && {TABLE}.busy === "false"'))


def takes_turn(page: Driver) -> None:
    shows(page, ROLL)
    moves(page, ROLL)
    moves(page, OPTION, SCORE)


def opens_table(page: Driver, *seats: Mapping[str, str], **settings: object) -> None:
    page.value(OPEN_TABLE % (json.dumps(seats), json.dumps(settings)))


def reloads(page: Driver) -> None:
    page.value("(window.isBefore = true, setTimeout(() => location.reload()), true)")
    until(lambda: page.value("window.isBefore !== true"))
    shows(page, '[data-action="play-now"]')


def looks_back(page: Driver, *names: str) -> None:
    """From the end of a game to its review."""
    # A press while the points are counted up would only end that.
    shows(page, ".end:not(.counting)")
    presses(page, '[data-action="review"]')
    until(lambda: {*names} <= set(words(page, 'review-screen[data-state="shown"]')))


def history_has(page: Driver, games: int) -> None:
    presses(page, "#bar-menu")
    presses(page, '[href*="/history"]')
    until(lambda: page.value("document.querySelectorAll('.history-game').length") == games)


@pytest.mark.parametrize("browser", [firefox, webkit])
def test_a_journey_from_the_start_page_over_a_table_online_to_the_review(
    browser: Callable[[Path], AbstractContextManager[Driver]], new_page: NewPage, server: Server, tmp_path: Path
) -> None:
    host = new_page(NOWHERE)
    new_table(host, "Lena", "link", rounds=1)
    with browser(tmp_path) as guest:
        guest.open(server.address)
        presses(guest, '[data-action="play-now"]')
        takes_turn(guest)

        guest.open(host.locator('[data-link="join"]').input_value())
        shows(guest, 'input[name="name"]')
        guest.write('input[name="name"]', "Ola")
        presses(guest, '[data-action="join"]')
        host.locator('[data-action="start"]:enabled').click()
        host.wait_for_selector('table-screen[data-stage="playing"]')
        take_turn(host)
        takes_turn(guest)
        expect(host.locator("table-screen")).to_have_attribute("data-stage", "over")
        assert guest.value(f"{TABLE}.seq") == shown(host, "seq")

        looks_back(guest, "Lena", "Ola")


@pytest.mark.parametrize("browser", [firefox, webkit])
def test_a_whole_score_pad_without_a_server(
    browser: Callable[[Path], AbstractContextManager[Driver]], host: Host, tmp_path: Path
) -> None:
    with browser(tmp_path) as page:
        page.open(f"{host.address}/#pad")
        for seat, name in enumerate(("Lena", "Ola")):
            shows(page, f"#seat-{seat}-name")
            page.write(f"#seat-{seat}-name", name)
        page.click("label:has(#start-seat)")
        presses(page, "#new-create")
        shows(page, ".face-board")
        for face in ("B1", "B2", "B3", "B4", "B6", "P6"):
            presses(page, f'[data-face="{face}"]')
        presses(page, ".entry-way")
        presses(page, ".pad-entry .save-entry")
        page.click("label:has(#enter-by-points)")
        for place in range(1, 14):
            for chip in ("bonus-25", "points-10", "gift-24"):
                presses(page, f".pad-entry [data-chip={chip}]")
            presses(page, ".pad-entry .save-entry")
            entered = f'document.querySelectorAll(".turn-cell:not(.empty)").length === {place + 1}'
            until(lambda entered=entered: page.value(entered))  # type: ignore[misc]
            if place == 5:
                page.open(str(page.value("location.href")))
                shows(page, ".pad-entry .chips.points")
        shows(page, ".end:not(.counting)")
        # Both have given the most.
        total = 14 * 24 // 2 + 7 * 35 + 30
        assert f"{total}" in words(page, ".end .total")


@pytest.mark.parametrize("browser", [firefox, webkit])
def test_a_game_against_the_owl_is_played_and_reviewed_without_a_network(
    browser: Callable[[Path], AbstractContextManager[Driver]], host: Host, tmp_path: Path
) -> None:
    with browser(tmp_path) as page:
        page.open(f"{host.address}/")
        shows(page, '[data-action="play-now"]')
        # From the first visit on, once everything is kept.
        until(lambda: page.value(ALL_KEPT))
        host.close()
        reloads(page)
        opens_table(page, LENA, OWL, rounds=2, speed="fast")
        for _ in range(2):
            takes_turn(page)
        looks_back(page, "Lena", "Owl")
        history_has(page, 1)


@pytest.mark.long
@pytest.mark.parametrize("browser", [firefox, webkit])
def test_an_installed_page_of_a_server_needs_it_only_for_the_first_visit(
    browser: Callable[[Path], AbstractContextManager[Driver]], own_server: Server, tmp_path: Path
) -> None:
    with browser(tmp_path) as page:
        page.open(own_server.address)
        shows(page, '[data-action="play-now"]')
        page.value(INSTALLED)
        until(lambda: page.value(ALL_KEPT))
        own_server.kill()
        reloads(page)
        opens_table(page, LENA, OWL, rounds=2, speed="fast")
        for _ in range(2):
            shows(page, ROLL)
            moves(page, ROLL)
            presses(page, '[data-action="hint"]')
            for _ in range(3):
                presses(page, '[data-action="hint-more"]')
            until(lambda: {"chance", "victory"} <= set(words(page, ".hint")))
            presses(page, '[data-action="hint-shut"]')
            moves(page, OPTION, SCORE)
        looks_back(page, "Lena", "Owl")
        assert complaints_in(page) == ""
        history_has(page, 1)

        opens_table(page, LENA, OLA, rounds=1, pad=True)
        for turns in (1, 2):
            for face in ("B1", "B2", "B3", "B4", "B6", "P6"):
                presses(page, f'.pad-entry .face-board [data-face="{face}"]')
            presses(page, ".entry-way")
            presses(page, '[data-action="pad-hint"]')
            until(lambda: words(page, ".entry-hint"))
            presses(page, ".pad-entry .save-entry")
            entered = f'document.querySelectorAll(".turn-cell:not(.empty)").length === {turns}'
            until(lambda entered=entered: page.value(entered))  # type: ignore[misc]
        looks_back(page, "Lena", "Ola")
        assert complaints_in(page) == ""
        history_has(page, 2)
