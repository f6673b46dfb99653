"""Firefox and WebKit, each through the protocol that it speaks without help, as far as a short journey needs them."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection

from ..ports import free_ports
from ..waiting import PATIENCE, until
from ..web.servers import connected
from .conftest import answers

WIDTH, HEIGHT = 360, 640
# Nothing moves, and nothing is asked of its maker's servers.
PREFERENCES = """user_pref("ui.prefersReducedMotion", 1);
user_pref("app.normandy.enabled", false);
user_pref("messaging-system.rsexperimentloader.enabled", false);
user_pref("services.settings.server", "data:,");
"""
COVERED = "element click intercepted"
# Whether an element lies still, and a press on its middle reaches it.
IN_REACH = """(async (element) => {
    if (!element) return false;
    element.scrollIntoView({ block: "nearest" });
    const place = () => JSON.stringify(element.getBoundingClientRect());
    const before = place();
    await new Promise(requestAnimationFrame);
    const { x, y, width, height } = element.getBoundingClientRect();
    return before === place() && element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})(%s)"""


class Driver(Protocol):
    def open(self, address: str) -> None: ...

    def value(self, expression: str) -> Any:
        """What a JavaScript expression is in the page: text, a number, a truth value or nothing."""

    def click(self, selector: str) -> None: ...

    def write(self, selector: str, text: str) -> None: ...


class Firefox:
    """Speaks WebDriver BiDi with a Firefox; whatever its console reports as an error is kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count()
        self.errors: list[str] = []
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._tab = self._call("browsingContext.create", type="tab")["context"]
        viewport = {"width": WIDTH, "height": HEIGHT}
        self._call("browsingContext.setViewport", context=self._tab, viewport=viewport)

    def _call(self, method: str, **params: object) -> dict[str, Any]:
        call = next(self._ids)
        self._socket.send(json.dumps({"id": call, "method": method, "params": params}))
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("id") == call:
                assert message["type"] == "success", message
                answer: dict[str, Any] = message["result"]
                return answer
            if message["params"].get("level") == "error":
                self.errors.append(message["params"]["text"])

    def _evaluate(self, expression: str) -> dict[str, Any]:
        answer = self._call("script.evaluate", expression=expression, target={"context": self._tab}, awaitPromise=True)
        assert answer["type"] == "success", answer
        result: dict[str, Any] = answer["result"]
        return result

    def _press(self, kind: str, *actions: Mapping[str, object]) -> None:
        self._call("input.performActions", context=self._tab, actions=[{"type": kind, "id": kind, "actions": actions}])

    def open(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def value(self, expression: str) -> Any:
        return self._evaluate(expression).get("value")

    def click(self, selector: str) -> None:
        """As soon as it lies still and nothing lies above it."""
        element = f"document.querySelector({json.dumps(selector)})"
        until(lambda: self.value(IN_REACH % element))
        origin = {"type": "element", "element": {"sharedId": self._evaluate(element)["sharedId"]}}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}
        self._press("pointer", move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def write(self, selector: str, text: str) -> None:
        self.click(selector)
        self._press("key", *({"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")))


class WebKit:
    """Speaks WebDriver with a WebKit."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._session = "/session"
        self._session += "/" + self._call("", capabilities={})["sessionId"]
        self._call("/window/rect", width=WIDTH, height=HEIGHT)

    def _call(self, command: str, *, mishap: str = "", **params: object) -> Any:
        """The value, or the mishap if that one is what happened."""
        value = self._client.post(self._session + command, json=params).json()["value"]
        if isinstance(value, dict) and "error" in value:
            assert value["error"] == mishap, value
            return mishap
        return value

    def _act(self, selector: str, action: str, **params: Any) -> Any:
        (element,) = self._call("/element", using="css selector", value=selector).values()
        return self._call(f"/element/{element}/{action}", **params)

    def open(self, address: str) -> None:
        self._call("/url", url=address)

    def value(self, expression: str) -> Any:
        return self._call("/execute/sync", script=f"return {expression}", args=[])

    def click(self, selector: str) -> None:
        """As soon as nothing that passes lies above it."""
        until(lambda: self._act(selector, "click", mishap=COVERED) != COVERED)

    def write(self, selector: str, text: str) -> None:
        self._act(selector, "value", text=text)


def program(*names: str) -> str:
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, f"there is no {names[0]}; `make test` installs it"
    return found


@contextmanager
def ending(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    with process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    (folder / "user.js").write_text(PREFERENCES)
    command = [program("firefox-esr", "firefox"), "--headless", "--no-remote", "--profile", str(folder)]
    command += ["--remote-debugging-port", "0"]
    log = folder / "errors.txt"
    # A file takes whatever it writes; it would stop at a full pipe that nobody reads.
    with log.open("w") as errors, ending(subprocess.Popen(command, stderr=errors, text=True)) as process:
        address = until(lambda: re.search(r"ws://\S+(?=\s)", log.read_text()) or process.poll() is not None)
        assert isinstance(address, re.Match), log.read_text()
        with connected(f"{address[0]}/session") as socket:
            driver = Firefox(socket)
            yield driver
    assert not driver.errors, driver.errors


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """On a screen of its own that nobody sees."""
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
    command = [program("Xvfb"), "-displayfd", "1", "-nolisten", "tcp"]
    with ending(subprocess.Popen(command, stdout=subprocess.PIPE, text=True)) as screen:
        assert screen.stdout
        display = f":{screen.stdout.readline().strip()}"
        environment = {**os.environ, "DISPLAY": display, "XDG_CONFIG_HOME": str(folder)}
        (port,) = free_ports(1)
        address = f"http://127.0.0.1:{port}"
        with ending(subprocess.Popen([program("WebKitWebDriver"), f"--port={port}"], env=environment, text=True)):
            until(lambda: answers(f"{address}/status"))
            with httpx.Client(base_url=address, timeout=PATIENCE) as client:
                yield WebKit(client)
