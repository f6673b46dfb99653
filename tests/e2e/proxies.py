"""A way to the server on which connections can go dead without being closed, as in a tunnel."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65_536


class Proxy:
    """Passes bytes on to a port; `cut` lets every connection to a WebSocket fall silent, and none of them notices."""

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
