"""The pages while the server cannot reach its database: words instead of an error, and afterwards all goes on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from charidice.messages import catalog

from ..web.gate import Gate, gate_to
from ..web.postgres import Postgres
from ..web.processes import Service, serving
from .conftest import NewPage
from .playing import new_table, press_roll, shown, wait_for_change


@pytest.fixture
def gate(postgres: Postgres) -> Iterator[Gate]:
    with gate_to(postgres.socket) as gate:
        yield gate


@pytest.fixture
def service(postgres: Postgres, gate: Gate) -> Iterator[Service]:
    with postgres.new_database() as database, serving(gate.url_of(database), workers=1) as service:
        yield service
        gate.open()


def test_during_an_outage_of_the_database_pages_say_so_in_words_and_go_on_afterwards(
    new_page: NewPage, service: Service, gate: Gate
) -> None:
    away = catalog("en").say("refused.database-away")
    page = new_page("/", at=service, offline_expected=True)
    new_table(page, "Lena", "Marko")
    table, seq = page.url, shown(page, "seq")
    gate.close()
    press_roll(page)
    banner = page.locator(".connection")
    expect(banner).to_have_text(away)
    start = new_page("/", at=service, offline_expected=True)
    start.locator("[data-action=friend]").click()
    expect(start.locator("body")).to_contain_text(away)
    gate.open()
    wait_for_change(page, seq)
    expect(banner).to_be_hidden()
    assert int(shown(page, "seq")) == int(seq) + 1
    page.goto(table)
    expect(page.locator("table-screen")).to_have_attribute("data-seq", str(int(seq) + 1))
