"""What a visit to the start page fetches, and what becomes of it without a connection or with a newer server."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import catalog

from ..waiting import until
from .conftest import NOWHERE, NewPage, Server
from .playing import new_table
from .proxies import SlowProxy, slow_proxy_to

REQUESTS, BYTES = 16, 70_000
PLAY = '[data-action="play-now"]'
REST = "/css/rest.css"
ENGLISH = catalog("en")


@pytest.fixture
def slow_proxy(server: Server) -> Iterator[SlowProxy]:
    with slow_proxy_to(server.port) as slow_proxy:
        yield slow_proxy


def is_ahead_fetched(page: Page) -> bool:
    """Whether the page has all that it fetches when it is idle."""
    return bool(page.evaluate("customElements.get('new-table') !== undefined"))


def test_a_first_visit_takes_few_requests_and_bytes_and_another_one_the_page_alone(
    new_page: NewPage, slow_proxy: SlowProxy
) -> None:
    page = new_page("/", at=slow_proxy)
    page.locator(PLAY).wait_for()
    until(lambda: is_ahead_fetched(page))
    exchanges = [*slow_proxy.exchanges]
    named = {"/", "/api/tables", *re.findall(r'(?:href|src)="([^"]+)"', page.request.get(page.url).text())}
    first = [exchange for exchange in exchanges if exchange.path in named]
    assert len(first) <= REQUESTS, first
    assert sum(exchange.received for exchange in first) < BYTES
    others = [exchange.path.split("/", 3)[3] for exchange in exchanges if exchange.path not in named]
    # The table comes when the page is idle.
    assert others.index("js/table/table-screen.js") < 3
    assert {"css/rest.css", "texts/en.json", "js/shell/menu.js", "js/start/new-table.js"} <= {*others}

    slow_proxy.exchanges.clear()
    again = page.context.new_page()
    again.goto(page.url)
    again.locator(PLAY).wait_for()
    until(lambda: is_ahead_fetched(again))
    assert {exchange.path for exchange in slow_proxy.exchanges} == {"/", "/api/tables"}


def test_the_worker_comes_after_everything_that_the_page_fetches(new_page: NewPage, slow_proxy: SlowProxy) -> None:
    page = new_page("/", at=slow_proxy, service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    paths = [exchange.path.split("?")[0] for exchange in slow_proxy.exchanges]
    asked, fetched = paths.index("/sw.js"), [path.split("/", 3)[-1] for path in paths]
    for name in ("css/first.css", "js/main.js", "css/rest.css", "js/table/felt.js", "js/start/new-table.js"):
        assert fetched.index(name) < asked
    # Out of the browser's own cache, what the page has fetched is not fetched again.
    assert fetched.count("js/table/felt.js") == 1


def test_the_start_page_is_whole_before_anything_else_has_come(new_page: NewPage) -> None:
    page = new_page(NOWHERE, offline_expected=True)
    new_table(page, "Lena", "@owl")
    page.context.route(
        re.compile(r"/(rest\.css|table/.*\.js|start/new-table\.js|texts/.*)$"), lambda route: route.abort()
    )
    page.goto(page.url.split("table/")[0])
    expect(page.locator(".recent .game")).to_contain_text(ENGLISH.say("bot.owl"))
    page.locator("#bar-menu").click()
    expect(page.locator("dialog .menu-settings")).to_be_visible()
    page.locator("dialog .shut").click()
    page.locator('[data-action="new-table"]').click()
    expect(page.locator(".toast")).to_have_text(ENGLISH.say("web.unreachable"))
    expect(page.locator(PLAY)).to_be_visible()


def test_what_could_not_be_fetched_ahead_is_fetched_when_it_is_wanted(new_page: NewPage) -> None:
    page = new_page("/rules", offline_expected=True)
    ahead = re.compile(r"/(rest\.css|felt\.js|texts/.*)$")
    page.context.route(ahead, lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith("felt.js")):
        page.goto(page.url.replace("rules", ""))
    page.context.unroute(ahead)
    page.locator(PLAY).click()
    page.wait_for_selector('table-screen[data-stage="playing"]')
    assert page.locator(f"link[href$='{REST}']").evaluate("link => link.sheet.cssRules.length > 0")


def test_a_page_that_was_open_while_the_server_was_updated_loads_anew_where_modules_do_not_fit(
    new_page: NewPage,
) -> None:
    page = new_page("/")
    old = page.evaluate("performance.timeOrigin")
    newer = 'import { neverHeardOf } from "../lib/dom.js"; neverHeardOf();'
    page.context.route(
        "**/learn/rules-screen.js",
        lambda route: route.fulfill(body=newer, content_type="text/javascript"),
        times=1,
    )
    page.locator('a[href="/rules"]').click()
    page.wait_for_selector("rules-screen .clause")
    assert page.evaluate("performance.timeOrigin") > old


def test_a_new_build_takes_the_place_of_the_old_one_and_opens_offline(new_page: NewPage, own_server: Server) -> None:
    page = new_page(NOWHERE, at=own_server, offline_expected=True, service_workers="allow")
    earlier = f"charidice /static/{12 * '0'}/"
    page.evaluate("name => caches.open(name).then(() => null)", earlier)
    page.goto(own_server.address)

    def kept() -> list[str]:
        page.locator(PLAY).wait_for()
        names: list[str] = page.evaluate("navigator.serviceWorker.ready.then(() => caches.keys())")
        return names

    def build() -> str:
        found = re.search("/static/[0-9a-f]+/", page.locator("script").get_attribute("src") or "")
        assert found
        return found[0]

    old = build()
    assert kept() == [earlier, f"charidice {old}"]
    own_server.kill()
    own_server.start("later")

    def reloaded() -> str:
        page.reload()
        return build()

    # While the server is slow to answer, the old page is shown.
    until(lambda: reloaded() != old)
    new = build()
    # Pages that are open still need the files of the build before, and nobody those of an earlier one.
    until(lambda: kept() == [f"charidice {old}", f"charidice {new}"])
    own_server.kill()
    page.reload()
    assert build() == new
    expect(page.locator("body")).to_contain_text(ENGLISH.say("web.offline.now"))
    page.locator('a[href="/rules"]').first.click()
    page.wait_for_selector("rules-screen .clause")
    own_server.start("later")
