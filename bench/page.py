"""What the start page costs: requests, bytes as they come over the wire, and the time until "Play now" can be pressed.

    make bench

A Chromium opens the page with an empty cache, and again with what it has kept: without a service worker, as on plain
http at home, and with it; at once, and through a proxy with 400 ms a round trip and 400 kbit/s. The proxy is one of
ours, because Chromium's own throttling leaves out the service worker. What the page fetches ahead when it is idle, and
what the worker keeps for being offline, is told apart.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Playwright, sync_playwright
from tests.e2e.proxies import Exchange, SlowProxy, slow_proxy_to

LIMIT_REQUESTS, LIMIT_KB = 16, 70
LIMITS = {"cold": 2.5, "warm": 0.9}
TRIES = 3
LINES: dict[str, dict[str, float]] = {"plain": {}, "400 ms, 400 kbit/s": {"latency": 0.4, "rate": 50_000}}
BROWSERS = (Path(__file__).parents[1] / "tests" / "e2e" / "chromium-names").read_text().split()
SWITCHES = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
PLAY = "[data-action=play-now]"
# When the button was there, by the clock that begins with the visit.
WATCH = f"""new MutationObserver((_, observer) => {{
    if (!document.querySelector("{PLAY}")) return;
    window.playable = performance.now();
    observer.disconnect();
}}).observe(document, {{ childList: true, subtree: true }})"""


@contextmanager
def server() -> Iterator[int]:
    """The port of a server without any games."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "charidice", "--no-browser", "--port", "0", "--db", f"{folder}/tables.db"]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        assert process.stdout is not None
        try:
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address
            yield urlsplit(address[0]).port or 0
        finally:
            process.terminate()
            process.wait()


def browser_path() -> str:
    named = os.environ.get("CHARIDICE_CHROMIUM")
    return next(path for name in (named, *BROWSERS) if name and (path := shutil.which(name)))


class Visit(NamedTuple):
    seconds: float
    first: list[Exchange]
    later: list[Exchange]
    """What was fetched for the first view, manifest and icon included, and what afterwards."""


def visit(playwright: Playwright, folder: str, proxy: SlowProxy, worker: bool) -> Visit:
    """Opens the page in a browser that begins anew with the cache in the folder, until it has nothing left to fetch."""
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=browser_path(), args=SWITCHES, service_workers="allow" if worker else "block"
    )
    page = context.pages[0]
    # Not through the proxy: the time that a new browser takes for itself is not the page's.
    page.goto(f"http://127.0.0.1:{proxy.port}/healthz")
    seen = proxy.exchanges
    seen.clear()
    page.add_init_script(WATCH)
    answer = page.goto(f"{proxy.address}/")
    assert answer
    page.wait_for_function("() => window.playable")
    page.wait_for_load_state("networkidle")
    if worker:
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    seconds = page.evaluate("window.playable") / 1000
    named = ["/", "/api/tables", *re.findall(r'(?:href|src)="([^"]+)"', answer.text())]
    context.close()
    first = [next(each for each in seen if each.path == path) for path in {each.path for each in seen} & {*named}]
    return Visit(seconds, first, [each for each in seen if each not in first])


def visits(playwright: Playwright, port: int, how: dict[str, float], worker: bool) -> tuple[Visit, Visit]:
    """A first visit and another one, each the quickest of several."""
    found = []
    for _ in range(TRIES):
        with slow_proxy_to(port, **how) as proxy, tempfile.TemporaryDirectory() as folder:
            found.append([visit(playwright, folder, proxy, worker) for _ in range(2)])
    cold, warm = (min(each, key=lambda visit: visit.seconds) for each in zip(*found, strict=True))
    return cold, warm


def kilobytes(exchanges: list[Exchange]) -> float:
    return sum(each.received for each in exchanges) / 1000


def main() -> None:
    with server() as port, sync_playwright() as playwright:
        for name, how in LINES.items():
            for worker in (False, True):
                print(f"{name}, {'with' if worker else 'without'} service worker:")
                found = visits(playwright, port, how, worker)
                for (when, limit), done in zip(LIMITS.items(), found, strict=True):
                    print(f"  {when}: {done.seconds:.2f} s, {done.seconds / limit:.2f} of {limit} s;", end=" ")
                    print(f"{len(done.first)} of {LIMIT_REQUESTS} requests,", end=" ")
                    print(f"{kilobytes(done.first):.1f} of {LIMIT_KB} kB;", end=" ")
                    print(f"later {len(done.later)} requests, {kilobytes(done.later):.1f} kB")


if __name__ == "__main__":
    main()
