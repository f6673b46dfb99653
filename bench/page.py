"""The first view of the game: its weight as it comes over the wire, and whether one round of requests is enough.

    make bench

A Chromium with an empty cache opens the start page. Every file counts as it is sent, packed; what their headers add is
told beside it. After the page itself everything must be fetched at once, so every file must be named in the page; what
a file asks for in turn would be a second round. What the service worker puts by afterwards for playing without a
connection is no part of it.
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
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

LIMIT_KB = 150
BROWSERS = (Path(__file__).parents[1] / "tests" / "e2e" / "chromium-names").read_text().split()
SWITCHES = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
READY = "main h1"


@contextmanager
def server() -> Iterator[str]:
    """The address of a server without any games."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "charidice", "--no-browser", "--port", "0", "--db", f"{folder}/tables.db"]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        assert process.stdout is not None
        try:
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address
            yield address[0]
        finally:
            process.terminate()
            process.wait()


def browser_path() -> str:
    named = os.environ.get("CHARIDICE_CHROMIUM")
    return next(path for name in (named, *BROWSERS) if name and (path := shutil.which(name)))


class Fetched(NamedTuple):
    address: str
    content: int
    whole: int
    """Bytes, without and with the headers."""


def first_view(url: str) -> tuple[str, list[Fetched]]:
    """The page, and everything that was fetched for it."""
    contents: dict[str, tuple[str, int]] = {}
    fetched: list[Fetched] = []

    def answered(event: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
        address = event["response"]["url"].removeprefix(url)
        contents[event["requestId"]] = address, int(headers.get("content-length", 0))

    def finished(event: dict[str, Any]) -> None:
        fetched.append(Fetched(*contents[event["requestId"]], int(event["encodedDataLength"])))

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=SWITCHES)
        context = browser.new_context(locale="en-GB", service_workers="block")
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.responseReceived", answered)
        network.on("Network.loadingFinished", finished)
        answer = page.goto(f"{url}/")
        assert answer
        page.wait_for_selector(READY)
        page.wait_for_load_state("networkidle")
        text = answer.text()
        browser.close()
    return text, fetched


def main() -> None:
    with server() as url:
        page, fetched = first_view(url)
    named = {"/", *re.findall(r'(?:href|src)="([^"]+)"', page)}
    late = [file.address for file in fetched if file.address not in named]
    weight = sum(file.content for file in fetched) / 1000
    headers = sum(file.whole - file.content for file in fetched) / 1000
    print(f"first view: {weight:.0f} kB, {weight / LIMIT_KB:.2f} of {LIMIT_KB} kB; {len(fetched)} files", end=" ")
    print(f"with {headers:.0f} kB of headers")
    print(f"after the first round: {', '.join(late) or 'nothing'}")


if __name__ == "__main__":
    main()
