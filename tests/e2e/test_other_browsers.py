"""A short journey in Firefox and WebKit; Chromium plays all the other tests."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..waiting import until
from .conftest import NewPage, Server
from .drivers import Driver, firefox, webkit
from .playing import OPTION, ROLL, SCORE, new_table, shown, take_turn

TABLE = 'document.querySelector("table-screen")?.dataset'


def shows(page: Driver, selector: str) -> None:
    until(lambda: page.value(f"document.querySelector({selector!r})?.checkVisibility()"))


def words(page: Driver, selector: str) -> list[str]:
    return str(page.value(f"document.querySelector({selector!r})?.innerText")).split()


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


@pytest.mark.parametrize("browser", [firefox, webkit])
def test_a_journey_from_the_start_page_over_a_table_online_to_its_end(
    browser: Callable[[Path], AbstractContextManager[Driver]], new_page: NewPage, server: Server, tmp_path: Path
) -> None:
    host = new_page("/")
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
