"""Without a network: rules, help and lessons work, and what needs it says so."""

from playwright.sync_api import Page, expect

from charidice.messages import catalog

from .conftest import NOWHERE, NewPage, Server
from .padding import by_points, handed_in, open_pad
from .playing import controlled

ENGLISH = catalog("en")
PREPARED = """() => customElements.get("rules-screen") &&
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("lessons.json"))"""


def shows_combinations(page: Page, place: str) -> None:
    expect(page.locator(f"{place} .combinations li")).to_have_count(7)
    expect(page.locator(f"{place} .error")).to_have_count(0)


def test_rules_and_tutorial_work_offline_and_the_rest_says_what_it_needs(new_page: NewPage, own_server: Server) -> None:
    page = new_page("/", at=own_server, offline_expected=True, service_workers="allow")
    controlled(page)
    own_server.kill()
    page.goto(f"{own_server.address}/rules")
    shows_combinations(page, "rules-screen")
    expect(page.locator(".example-result[data-allowed=true]")).to_have_count(page.locator(".example").count())
    page.goto(f"{own_server.address}/tutorial")
    expect(page.locator("tutorial-screen h1")).to_be_visible()
    expect(page.locator("tutorial-screen .error")).to_have_count(0)
    page.goto(f"{own_server.address}/history")
    expect(page.locator("history-screen .trouble")).to_have_text(ENGLISH.say("web.history.needs-network"))
    page.goto(f"{own_server.address}/")
    expect(page.locator(".recent")).to_contain_text(ENGLISH.say("web.start.recent.needs-network"))
    page.locator("[data-action=friend]").click()
    expect(page.locator(".play-now .trouble")).to_have_text(ENGLISH.say("web.start.needs-network"))
    page.goto(f"{own_server.address}/#pad")
    page.locator("#seat-1-who").select_option("link")
    page.locator("#new-create").click()
    expect(page.locator(".new-table-form [role=alert]")).to_have_text(ENGLISH.say("web.start.needs-network"))
    assert "table" not in ENGLISH.say("web.unreachable")
    own_server.start()


def test_the_pad_has_help_and_rules_without_a_network(new_page: NewPage) -> None:
    # As over plain http, without a service worker.
    page = new_page(NOWHERE, offline_expected=True)
    open_pad(page, "Lena", "Marko")
    by_points(page, 10, 0, 3)
    handed_in(page)
    page.wait_for_function(PREPARED)
    page.context.set_offline(True)
    page.locator("#bar-help").click()
    shows_combinations(page, "dialog")
    expect(page.locator("dialog")).to_contain_text("Tap the six faces on the table")
    page.locator('dialog a[href="/rules"]').click()
    shows_combinations(page, "rules-screen")
    # What was entered is still there.
    page.go_back()
    expect(page.locator("[data-turn='1-0'] b")).to_have_text("10")
    page.context.set_offline(False)
