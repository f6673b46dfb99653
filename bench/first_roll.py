"""How long a visitor of the game as files waits for the first roll: from the visit to the dice, over a slow network.

    make bench

From nginx with TLS, HTTP/2 and gzip, as most hosts of static sites are, through a proxy with 400 ms a round trip and
400 kbit/s. Chromium's own throttling would leave out the service worker.
"Play now" is pressed as soon as it is there, then "Roll". A first visit has an empty cache; the next one comes once the
service worker keeps all files, in a browser that begins anew.
"""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from playwright.sync_api import Playwright, sync_playwright
from tests.e2e.proxies import SlowProxy, slow_proxy_to
from tests.ports import free_ports
from tests.waiting import PATIENCE, until

from bench.page import LINES, SWITCHES, browser_path
from charidice.web.http.static_site import write_site

LIMITS = {"cold": 4.0, "warm": 1.0}
TRIES = 3
SLOW = LINES["400 ms, 400 kbit/s"]
# Root's files are for root alone, and nginx gives up its rights.
USER = "user root;" if os.geteuid() == 0 else ""
NGINX = """daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors; {user}
events {{ worker_connections 100; }}
http {{
    include /etc/nginx/mime.types; access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    gzip on; gzip_comp_level 6;
    gzip_types application/javascript application/json application/manifest+json text/css image/svg+xml;
    server {{
        listen 127.0.0.1:{port} ssl http2; ssl_certificate {folder}/certificate; ssl_certificate_key {folder}/key;
        root {folder}/site;
    }}
}}
"""
MAKE_CERTIFICATE = shlex.split("openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost")
# Presses what leads to the first roll, each once it is there, and notes the seconds since the visit began.
PRESS = """(() => {
    const steps = ["play-now", "roll"];
    const pressing = setInterval(() => {
        const { seq, busy } = document.querySelector("table-screen")?.dataset ?? {};
        const now = performance.now() / 1000;
        if (!steps.length && seq !== window.seq) {
            window.rolled = now;
            clearInterval(pressing);
        }
        const button = document.querySelector(`[data-action=${steps[0]}]:not([aria-disabled=true])`);
        if (!button || busy === "true") return;
        window.pressed = { ...window.pressed, [steps.shift()]: now };
        window.seq = seq;
        button.click();
    }, 20);
})()"""

FOUND = """(() => {
    const of = (kind) => performance.getEntriesByType(kind);
    const all = [...of("navigation"), ...of("resource")];
    const there = all.filter(({ responseEnd }) => responseEnd < 1000 * window.rolled);
    const bytes = there.reduce((sum, { transferSize, encodedBodySize }) => sum + (transferSize && encodedBodySize), 0);
    return { pressed: window.pressed, rolled: window.rolled, files: there.length, bytes };
})()"""


@contextmanager
def host() -> Iterator[int]:
    """The port of a static site."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    with tempfile.TemporaryDirectory() as name:
        folder, (port,) = Path(name), free_ports(1)
        write_site(folder / "site")
        keys = "-keyout", folder / "key", "-out", folder / "certificate"
        subprocess.run([*MAKE_CERTIFICATE, *keys], check=True, capture_output=True)
        settings = folder / "nginx.conf"
        settings.write_text(NGINX.format(folder=folder, port=port, user=USER))
        with subprocess.Popen([nginx, "-c", settings, "-e", folder / "errors"]) as process:
            try:
                until(lambda: answers(port))
                yield port
            finally:
                process.terminate()


def answers(port: int) -> bool:
    try:
        return httpx.get(f"https://127.0.0.1:{port}/", verify=False).is_success
    except httpx.TransportError:
        return False


class Visit(NamedTuple):
    pressed: dict[str, float]
    rolled: float
    files: int
    bytes: int
    """What was fetched until the dice were there, without headers."""


def visit(playwright: Playwright, folder: str, proxy: SlowProxy) -> Visit:
    """A visit in a browser that begins anew with what the folder has kept, until its service worker keeps all."""
    args = [*SWITCHES, "--ignore-certificate-errors"]
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=browser_path(), args=args, reduced_motion="reduce"
    )
    page = context.pages[0]
    # Not through the proxy: the time that a new browser takes for itself is not the page's.
    page.goto(f"https://127.0.0.1:{proxy.port}/static/preview.png")
    page.add_init_script(PRESS)
    page.goto(proxy.address.replace("http:", "https:"))
    page.wait_for_function("() => window.rolled", timeout=PATIENCE * 1000)
    found = Visit(**page.evaluate(FOUND))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.close()
    return found


def visits(playwright: Playwright, port: int) -> tuple[Visit, Visit]:
    """A first visit and another one, each the quickest of several."""
    found = []
    for _ in range(TRIES):
        with slow_proxy_to(port, **SLOW) as proxy, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            found.append([visit(playwright, folder, proxy) for _ in range(2)])
    cold, warm = (min(each, key=lambda visit: visit.rolled) for each in zip(*found, strict=True))
    return cold, warm


def main() -> None:
    with host() as port, sync_playwright() as playwright:
        for (when, limit), done in zip(LIMITS.items(), visits(playwright, port), strict=True):
            play, roll = done.pressed["play-now"], done.pressed["roll"]
            print(f"first roll, {when}: {done.rolled:.2f} s, {done.rolled / limit:.2f} of {limit} s;", end=" ")
            print(f"play at {play:.2f} s, roll at {roll:.2f} s;", end=" ")
            print(f"{done.files} files, {done.bytes / 1000:.0f} kB")


if __name__ == "__main__":
    main()
