import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ..waiting import PATIENCE, until

HERE = Path(__file__).parent
KNOWN = (os.environ.get("CHARIDICE_CHROMIUM", ""), *(HERE / "chromium-names").read_text().split())
CHROMIUM = next((found for found in map(shutil.which, KNOWN) if found), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
# What the page reports of itself: anything the content security policy had to stop.
WATCH = """
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
"""


# What a browser says about a refusal, and when a server is gone for a while.
REFUSED = re.compile("the server responded with a status of (4|503)")
GONE = re.compile("net::ERR_|WebSocket connection to .* failed")

expect.set_options(timeout=PATIENCE * 1000)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def answers(address: str) -> bool:
    try:
        httpx.get(address)
        return True
    except httpx.TransportError:
        return False


class Server:
    """A server that can be killed, frozen, and started again on the same port and database."""

    def __init__(self, folder: Path, pace: float = 0.05, haste: float = 1, program: str = "serve.py") -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        how = (self.port, folder / "tables.db", pace, haste)
        self._command = [sys.executable, str(HERE / program), *map(str, how)]
        self.start()

    def start(self, *later: str) -> None:
        self._process = subprocess.Popen([*self._command, *later])
        until(lambda: answers(f"{self.address}/healthz"))

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """Suspend the process: its connections stay open, without responses."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)


# Not for the session: Playwright leaves an event loop running, and other tests of the same process need their own.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "there is no Chromium; `make test` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()


NewPage = Callable[..., Page]
# What the pages of one test may be connected to.
OWN_ENDS = ("own_server", "hasty_server", "cheating_server", "proxy", "slow_proxy", "service")


@pytest.fixture
def new_page(chromium: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Opens separate browsers at an address; an error in any of them fails the test."""
    # Set up first, they are torn down last: a page that still fetches something would complain that they are gone.
    for name in OWN_ENDS:
        if name in request.fixturenames:
            request.getfixturevalue(name)
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(path: str = "/", at: Server = server, offline_expected: bool = False, **options: object) -> Page:
        # Only the test of the service worker wants it: it fetches every file again.
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        wanted = {**usual, "viewport": {"width": 360, "height": 640}, **options}
        context = chromium.new_context(**wanted)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(WATCH)
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

    yield open_page
    for context in contexts:
        context.close()
    # Refusals are answers, not troubles; a browser still complains about their status.
    told = [text for text in troubles if not REFUSED.search(text)]
    assert not told


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """For a test that kills it."""
    server = Server(tmp_path)
    yield server
    server.kill()
