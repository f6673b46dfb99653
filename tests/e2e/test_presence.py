"""Presence of players, and lost connections."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import catalog

from .conftest import NOWHERE, NewPage, Server
from .playing import ROLL, is_my_turn, new_table, roll, shown, table_of, view
from .proxies import Proxy, proxy_to
from .test_layout import apart

# A page says within this time, in milliseconds, that something is the matter.
SAID_WITHIN = 10_000
SAY = catalog("en").say


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    with proxy_to(server.port) as proxy:
        yield proxy


def join(new_page: NewPage, host: Page, name: str, at: Server | Proxy) -> Page:
    code = host.locator('[data-link="join"]').input_value().partition("/table/")[2]
    guest = new_page(f"/table/{code}", at=at, offline_expected=True)
    guest.clock.install()
    guest.reload()
    guest.locator('input[name="name"]').fill(name)
    guest.locator('[data-action="join"]').click()
    guest.wait_for_selector('table-screen[data-mine]:not([data-mine=""])')
    return guest


def started(new_page: NewPage, server: Server, at: Server | Proxy, **settings: object) -> tuple[Page, Page]:
    """A host, and a guest who comes another way if need be."""
    host = new_page(NOWHERE, at=server, offline_expected=True)
    new_table(host, "Lena", "link")
    guest = join(new_page, host, "Ola", at)
    host.locator('[data-action="start"]:not([disabled])').click()
    for page in (host, guest):
        page.wait_for_selector('table-screen[data-stage="playing"]')
    return host, guest


def test_a_frozen_server_is_noticed_and_a_move_made_meanwhile_happens_once(
    new_page: NewPage, own_server: Server
) -> None:
    page = new_page(NOWHERE, at=own_server, offline_expected=True)
    page.clock.install()
    new_table(page, "Lena", "Marko")
    banner = page.locator(".connection")
    expect(banner).to_be_hidden()
    seq = int(shown(page, "seq"))
    own_server.freeze()
    page.locator(ROLL).click()
    page.clock.run_for(SAID_WITHIN)
    expect(banner).to_have_text(SAY("web.table.away"))
    for width, height in ((360, 640), (568, 320), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        apart(page, ".connection", ".seat", "#bar-menu", "[data-die]", ROLL)
    # The move is sent again and again, and again without an answer.
    page.clock.run_for(2 * SAID_WITHIN)
    own_server.thaw()
    page.clock.run_for(SAID_WITHIN)
    expect(banner).to_be_hidden()
    expect(page.locator("table-screen")).to_have_attribute("data-seq", str(seq + 1))
    expect(page.locator("table-screen")).to_have_attribute("data-busy", "false")
    assert view(own_server, table_of(page))["seq"] == seq + 1


def test_a_request_without_an_answer_ends_in_words(new_page: NewPage, own_server: Server) -> None:
    page = new_page(NOWHERE, at=own_server, offline_expected=True)
    page.clock.install()
    new_table(page, "Lena", "link")
    own_server.freeze()
    page.locator('[data-action="seat-bot"]').click()
    page.clock.run_for(SAID_WITHIN)
    expect(page.locator(".lobby .error")).to_have_text(SAY("web.unreachable"))
    own_server.thaw()


def test_a_connection_that_is_dead_and_not_closed_is_noticed(new_page: NewPage, server: Server, proxy: Proxy) -> None:
    host, guest = started(new_page, server, proxy)
    proxy.cut()
    roll(host)
    assert shown(guest, "seq") != shown(host, "seq"), "the news got lost on the way"
    banners = guest.evaluate_handle(
        """() => {
            const seen = new Set();
            const banner = document.querySelector(".connection");
            const observer = new MutationObserver(() => seen.add(banner.textContent));
            observer.observe(banner, { subtree: true, childList: true });
            return seen;
        }"""
    )
    guest.clock.run_for(SAID_WITHIN)
    expect(guest.locator("table-screen")).to_have_attribute("data-seq", shown(host, "seq"))
    expect(guest.locator(".connection")).to_be_hidden()
    assert SAY("web.table.away") in banners.evaluate("seen => [...seen]")


def test_a_page_catches_up_when_there_is_reason_to(new_page: NewPage, server: Server, proxy: Proxy) -> None:
    host, guest = started(new_page, server, proxy)
    # Time stands still: the page cannot know by the silence.
    guest.clock.pause_at(guest.evaluate("Date.now() + 500"))
    for sign in ("online", "pageshow", "visibilitychange"):
        proxy.cut()
        roll(host)
        assert shown(guest, "seq") != shown(host, "seq"), "the news got lost on the way"
        guest.evaluate("sign => (sign === 'visibilitychange' ? document : window).dispatchEvent(new Event(sign))", sign)
        expect(guest.locator("table-screen")).to_have_attribute("data-seq", shown(host, "seq"))


def test_when_the_host_leaves_the_others_play_on_with_a_bot_and_the_host_takes_the_seat_back(
    new_page: NewPage, hasty_server: Server
) -> None:
    host, guest = started(new_page, hasty_server, hasty_server)
    address = host.url
    host.goto("about:blank")
    badge = guest.locator('[data-seat="0"] .absent')
    expect(badge).to_be_visible()
    expect(badge).to_have_text(SAY("web.table.seat.away.badge"))
    assert SAY("web.table.seat.away") in (guest.locator('button[data-seat="0"]').get_attribute("aria-label") or "")
    offer = guest.locator(".absence")
    expect(offer).to_contain_text(SAY("web.table.absent", name="Lena"))
    offer.locator('[data-action="seat-bot"]').click()
    guest.wait_for_selector('table-screen[data-active="1"]')
    expect(badge).to_be_hidden()
    host.goto(address)
    expect(host.locator(".absence")).to_contain_text(SAY("web.table.replaced"))
    expect(host.locator("table-screen")).to_have_attribute("data-mine", "")
    host.locator('.absence [data-action="seat-person"]').click()
    host.wait_for_selector('table-screen[data-mine="0"]')
    expect(host.locator(".absence")).to_be_hidden()


def test_somebody_who_does_nothing_in_their_turn_can_be_replaced_and_a_touch_is_a_sign_of_life(
    new_page: NewPage, hasty_server: Server
) -> None:
    host, guest = started(new_page, hasty_server, hasty_server)
    expect(guest.locator(".absence")).to_contain_text(SAY("web.table.absent", name="Lena"))
    assert is_my_turn(host)
    expect(host.locator(".absence")).to_be_hidden()
    host.mouse.move(100, 100)
    host.mouse.move(120, 120)
    expect(guest.locator(".absence")).to_be_hidden()
    expect(guest.locator(".absence")).to_be_visible()


@pytest.mark.parametrize("others", [1, 2, 3])
def test_the_badge_of_somebody_away_covers_no_name(others: int, new_page: NewPage, hasty_server: Server) -> None:
    page = new_page(NOWHERE, at=hasty_server)
    new_table(page, "Lena", "link", *["@fox"] * (others - 1))
    guest = join(new_page, page, "Ola", hasty_server)
    page.locator('[data-action="start"]:not([disabled])').click()
    guest.wait_for_selector('table-screen[data-stage="playing"]')
    page.goto("about:blank")
    expect(guest.locator(".absent:visible")).to_have_count(1)
    for width, height in ((360, 640), (568, 320), (740, 360), (820, 1180), (1440, 900)):
        guest.set_viewport_size({"width": width, "height": height})
        apart(guest, ".seat .absent", ".seat .who bdi", ".seat .twice")


def test_a_watcher_is_offered_nothing(new_page: NewPage, hasty_server: Server) -> None:
    host, guest = started(new_page, hasty_server, hasty_server)
    watcher = new_page(f"/table/{table_of(host)}", at=hasty_server)
    expect(guest.locator(".absence")).to_be_visible()
    expect(watcher.locator('[data-seat="0"] .absent')).to_be_visible()
    expect(watcher.locator(".absence")).to_be_hidden()


def test_when_the_host_is_away_a_guest_starts_the_game(new_page: NewPage, hasty_server: Server) -> None:
    host = new_page(NOWHERE, at=hasty_server, offline_expected=True)
    new_table(host, "Lena", "link")
    guest = join(new_page, host, "Ola", hasty_server)
    expect(guest.locator('[data-action="start"]')).to_have_count(0)
    host.goto("about:blank")
    expect(guest.locator(".lobby")).to_contain_text(SAY("web.lobby.host-away", host="Lena"))
    guest.locator('[data-action="start"]').click()
    guest.wait_for_selector('table-screen[data-stage="playing"]')


def test_before_the_start_a_guest_changes_the_name_is_removed_or_leaves(new_page: NewPage, server: Server) -> None:
    host = new_page(NOWHERE)
    new_table(host, "Lena", "link", "link")
    ola, ben = (join(new_page, host, name, server) for name in ("Ola", "Ben"))
    expect(ola.locator('[data-action="remove"]')).to_have_count(0)
    ola.locator('[data-action="rename"]').click()
    name = ola.locator('dialog input[name="name"]')
    name.fill("\N{ZERO WIDTH SPACE}")
    ola.locator('[data-action="save-name"]').click()
    expect(ola.locator("dialog .error")).not_to_be_empty()
    name.fill("Aleksandra")
    ola.locator('[data-action="save-name"]').click()
    for page in (host, ola, ben):
        expect(page.locator(".lobby-seats")).to_contain_text("Aleksandra")
    ola.locator('[data-action="rename"]').click()
    expect(name).to_have_value("Aleksandra")
    ola.keyboard.press("Escape")
    host.get_by_role("button", name=SAY("web.lobby.remove.who", name="Aleksandra")).click()
    expect(ola.locator(".toast")).to_have_text(SAY("web.lobby.removed"))
    expect(ola.locator("table-screen")).to_have_attribute("data-mine", "")
    expect(ola.locator(".lobby")).to_contain_text(SAY("web.lobby.watching"))
    ben.locator('[data-action="leave"]').click()
    ben.wait_for_selector("start-screen")
    expect(host.locator(".lobby-seats li.open")).to_have_count(2)
    expect(host.locator('[data-link="join"]')).to_be_visible()


POST = """([path, body]) => fetch(
    path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)}
).then((answer) => answer.json())"""


@pytest.mark.parametrize("pad", [False, True])
def test_a_page_says_that_its_table_was_deleted(pad: bool, new_page: NewPage, server: Server, proxy: Proxy) -> None:
    page = new_page("/", at=proxy, offline_expected=True)
    page.clock.install()
    page.reload()
    seats = [{"who": "here", "name": name} for name in ("Lena", "Marko")]
    opened = page.evaluate(POST, ["/api/tables", {"seats": seats, "settings": {"pad": pad}}])["view"]["table"]
    page.evaluate(POST, [f"/api/tables/{opened}/start", {}])
    page.goto(f"{proxy.address}/{'pad' if pad else 'table'}/{opened}")
    page.wait_for_selector(f"{'pad' if pad else 'table'}-screen[data-stage='playing']")
    page.evaluate(POST, ["/api/history/delete", {"games": [opened]}])
    proxy.cut()
    page.clock.run_for(SAID_WITHIN)
    expect(page.locator("body")).to_contain_text(SAY("web.pad.gone" if pad else "web.table.gone"))
