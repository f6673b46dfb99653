"""TCP proxies: one whose connections go dead without closing, as in a tunnel, and a slow one."""

import asyncio
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

CHUNK = 65_536
PACKET = 1_460


class Proxy:
    """Forwards bytes to a port; `cut` silences every WebSocket connection without closing it."""

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._server = socket.create_server(("127.0.0.1", 0))
        self._silent: set[socket.socket] = set()
        self._live: set[socket.socket] = set()
        self._open: list[socket.socket] = []
        self.address = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._silent |= self._live

    def close(self) -> None:
        for each in (self._server, *self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._server.accept()
                server = socket.create_connection(self._target)
                self._open += browser, server
                threading.Thread(target=self._pass_on, args=(browser, server, browser), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(server, browser, browser), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, browser: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if b"upgrade: websocket" in data.lower():
                    self._live.add(browser)
                if browser not in self._silent:
                    target.sendall(data)
        if browser not in self._silent:
            with suppress(OSError):
                target.shutdown(socket.SHUT_WR)


@contextmanager
def proxy_to(port: int) -> Iterator[Proxy]:
    proxy = Proxy(port)
    try:
        yield proxy
    finally:
        proxy.close()


@dataclass
class Exchange:
    """A request, and how many bytes came back, headers included."""

    path: str
    received: int = 0


class SlowProxy:
    """Passes bytes on, `latency` seconds a round trip and at most `rate` bytes a second each way, and counts them."""

    def __init__(self, port: int, latency: float, rate: float) -> None:
        self.port, self._latency, self._rate = port, latency, rate
        self._free = {"up": 0.0, "down": 0.0}
        self.address = ""
        self.exchanges: list[Exchange] = []

    async def run(self, opened: threading.Event) -> None:
        self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        opened.set()
        await self._ended.wait()
        server.close()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)

    async def _connect(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self._latency)  # The handshake takes a round trip, too.
        server, to_server = await asyncio.open_connection("127.0.0.1", self.port)
        own: list[Exchange] = []
        there, back = self._pass_on(browser, to_server, "up", own), self._pass_on(server, to_browser, "down", own)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(there, back)
        for end in (to_browser, to_server):
            end.transport.abort()

    async def _pass_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, way: str, own: list[Exchange]
    ) -> None:
        clock = asyncio.get_running_loop()
        while data := await source.read(PACKET):
            self._count(data, way, own)
            self._free[way] = max(clock.time(), self._free[way]) + len(data) / self._rate
            clock.call_at(self._free[way] + self._latency / 2, _write, target, data)
        clock.call_at(max(clock.time(), self._free[way]) + self._latency / 2, target.close)

    def _count(self, data: bytes, way: str, own: list[Exchange]) -> None:
        """What comes back on a connection belongs to the last request that went there; within TLS none is seen."""
        if way == "down":
            for last in own[-1:]:
                last.received += len(data)
        elif asked := re.match(rb"[A-Z]+ (\S+) HTTP/", data):
            own.append(Exchange(asked[1].decode()))
            self.exchanges.append(own[-1])


def _write(target: asyncio.StreamWriter, data: bytes) -> None:
    """Unless it has gone meanwhile."""
    if not target.is_closing():
        target.write(data)


@contextmanager
def slow_proxy_to(port: int, latency: float = 0, rate: float = float("inf")) -> Iterator[SlowProxy]:
    proxy, opened = SlowProxy(port, latency, rate), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(proxy.run(opened)))
    thread.start()
    opened.wait()
    try:
        yield proxy
    finally:
        proxy.close()
        thread.join()
