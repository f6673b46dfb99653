import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from charidice.web.http.static_site import write_site

from ..ports import free_ports
from ..waiting import PATIENCE, until
from .hosts import PLACE, Host, SlowHost

HERE = Path(__file__).parent
KNOWN = (os.environ.get("CHARIDICE_CHROMIUM", ""), *(HERE / "chromium-names").read_text().split())
CHROMIUM = next((found for found in map(shutil.which, KNOWN) if found), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--process-per-site", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
# What the page reports of itself: anything the content security policy had to stop.
WATCH = """
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
"""


# What a browser says about a refusal, and when a server is gone for a while.
REFUSED = re.compile("the server responded with a status of (4|503)")
GONE = re.compile("net::ERR_|WebSocket connection to .* failed")

# Of a context, and what a page may have of its own. A service worker fetches every file again: only its tests want it.
USUAL: dict[str, Any] = {
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",
    "viewport": {"width": 360, "height": 640},
}
LOOK = ("color_scheme", "reduced_motion", "forced_colors")
# What a test leaves in a context, beside cookies.
STORED = "local_storage,indexeddb,cache_storage,service_workers"
# Names the dice that tables opened by a page have.
SEED = "X-Seed"
# A page of a server with nothing on it.
NOWHERE = "/healthz"

expect.set_options(timeout=PATIENCE * 1000)


def answers(address: str) -> bool:
    try:
        httpx.get(address)
        return True
    except httpx.TransportError:
        return False


class Server:
    """A server that can be killed, frozen, and started again on the same port and database."""

    def __init__(self, folder: Path, pace: float = 0.05, haste: float = 1, program: str = "serve.py") -> None:
        (self.port,) = free_ports(1)
        self.address = f"http://127.0.0.1:{self.port}"
        how = (self.port, folder / "tables.db", pace, haste)
        self._command = [sys.executable, str(HERE / program), *map(str, how)]
        self.start()

    def start(self, *later: str) -> None:
        self._later = later
        self._process = subprocess.Popen([*self._command, *later])
        until(lambda: answers(f"{self.address}/healthz"))

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def be_as_usual(self) -> None:
        """After a test that has killed or frozen it, or started a later build."""
        self.thaw()
        if self._later or self._process.poll() is not None:
            self.kill()
            self.start()

    def freeze(self) -> None:
        """Suspend the process: its connections stay open, without responses."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)


class Contexts:
    """Contexts of one browser that tests use in turn, blank but for the cache: modules are fetched once.

    Each keeps one empty page open, in whose process its other pages run.
    """

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._idle: dict[str, list[Page]] = {}

    def page(self, address: str, options: dict[str, Any]) -> Page:
        """An empty page for a server, in a context with these options."""
        if idle := self._idle.get(f"{address} {options}"):
            return idle.pop().context.new_page()
        context = self._chromium.new_context(**options)
        context.new_page().goto(address + NOWHERE)
        return context.new_page()

    def give_back(self, context: BrowserContext, address: str, options: dict[str, Any]) -> None:
        empty, *pages = context.pages
        # A clock that a test has stopped stays with its context.
        if not all(page.evaluate("() => String(setTimeout).includes('[native code]')") for page in pages):
            return context.close()
        for page in pages:
            page.close()
        session = context.new_cdp_session(empty)
        session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": STORED})
        session.detach()
        context.clear_cookies()
        context.unroute_all()
        context.set_offline(False)
        return self._idle.setdefault(f"{address} {options}", []).append(empty)


# Not for the session: Playwright leaves an event loop running, and other tests of the same process need their own.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "there is no Chromium; `make test` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def serving(**how: Any) -> Any:
    """A fixture: one server for all tests of a process, of which each has tables of its own."""

    @pytest.fixture(scope="session")
    def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
        server = Server(tmp_path_factory.mktemp("server"), **how)
        yield server
        server.kill()

    return serve


server = serving()
# Its bots pause for longer than anybody would watch, unless they are told to skip it.
slow_server = serving(pace=600)
# So many seconds of absence go by in one: nobody waits a minute for a minute.
hasty_server = serving(haste=30)
# For tests that kill it.
mortal_server = serving()


@pytest.fixture
def own_server(mortal_server: Server) -> Server:
    mortal_server.be_as_usual()
    return mortal_server


@pytest.fixture(scope="session")
def site_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game as files."""
    folder = tmp_path_factory.mktemp("files")
    write_site(folder / PLACE.strip("/"))
    return folder


@pytest.fixture
def host(site_files: Path) -> Iterator[Host]:
    """A static site."""
    host = Host(site_files)
    yield host
    host.close()


@pytest.fixture
def slow_host(site_files: Path) -> Iterator[SlowHost]:
    """A static site whose tables come as far as a test says."""
    host = SlowHost(site_files)
    yield host
    host.close()


@pytest.fixture(scope="package")
def contexts(chromium: Browser) -> Contexts:
    return Contexts(chromium)


NewPage = Callable[..., Page]
# What the pages of one test may be connected to.
OWN_ENDS = ("proxy", "slow_proxy", "cheating_server", "service", "host", "slow_host")


@pytest.fixture
def new_page(
    chromium: Browser, contexts: Contexts, server: Server, request: pytest.FixtureRequest
) -> Iterator[NewPage]:
    """Opens separate browsers at an address; an error in any of them fails the test."""
    # Set up first, they are torn down last: a page that still fetches something would complain that they are gone.
    for name in OWN_ENDS:
        if name in request.fixturenames:
            request.getfixturevalue(name)
    closing = ExitStack()
    troubles: list[str] = []

    def open_page(path: str = "/", at: Server = server, offline_expected: bool = False, **options: Any) -> Page:
        viewport = options.pop("viewport", None)
        look = {name: options.pop(name) for name in LOOK if name in options}
        wanted = {**USUAL, **options}
        # A proxy has another address each time, and a service worker may come back by itself.
        if isinstance(at, Server) and wanted["service_workers"] == "block":
            page = contexts.page(at.address, wanted)
            closing.callback(contexts.give_back, page.context, at.address, wanted)
        else:
            page = chromium.new_context(**wanted).new_page()
            closing.callback(page.context.close)
        page.set_default_timeout(PATIENCE * 1000)
        if viewport:
            page.set_viewport_size(viewport)
        if look:
            page.emulate_media(**look)
        page.add_init_script(WATCH)
        page.set_extra_http_headers({SEED: request.node.name})
        page.on("pageerror", lambda error: troubles.append(f"{path}: {error}"))
        page.on(
            "console",
            lambda message: (
                troubles.append(f"{path}: {message.text}")
                if message.type == "error" and not (offline_expected and GONE.search(message.text))
                else None
            ),
        )
        page.goto(at.address + path)
        return page

    with closing:
        yield open_page
    # Refusals are answers, not troubles; a browser still complains about their status.
    told = [text for text in troubles if not REFUSED.search(text)]
    assert not told
