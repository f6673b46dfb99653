"""A way to the database that can be closed, as when a machine or a network hangs."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import make_url

CHUNK = 65_536


class Gate:
    """Passes bytes from a port on to a Unix socket while it is open; closed, it keeps them, and whoever connects."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._server = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self._is_open = threading.Event()
        self._is_open.set()
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def url_of(self, database: str) -> str:
        """The URL of a database of this PostgreSQL, through the gate."""
        way = make_url(database).set(host="127.0.0.1", port=self.port, query={})
        return way.render_as_string(hide_password=False)

    def close(self) -> None:
        self._is_open.clear()

    def open(self) -> None:
        self._is_open.set()

    def end(self) -> None:
        self.open()
        for each in (self._server, *self._sockets):
            _end(each)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                self._sockets.append(client)
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        self._is_open.wait()
        server = socket.socket(socket.AF_UNIX)
        self._sockets.append(server)
        try:
            server.connect(self._path)
        except OSError:  # It does not run.
            return _end(client)
        threading.Thread(target=self._pass_on, args=(server, client), daemon=True).start()
        return self._pass_on(client, server)

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                self._is_open.wait()
                target.sendall(data)
        self._is_open.wait()
        for each in (source, target):
            _end(each)


def _end(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def gate_to(path: str) -> Iterator[Gate]:
    gate = Gate(path)
    try:
        yield gate
    finally:
        gate.end()
