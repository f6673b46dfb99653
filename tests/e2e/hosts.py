"""A host of static files, as a school has one."""

import functools
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

# Below the root, as on most hosts of such sites.
PLACE = "/club/charidice/"
TABLES = "/static/tables/"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    # Five connections may wait by default; a page asks for more files at once, and a busy machine would refuse some.
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A page that is closed leaves files half read.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Host:
    """Any host of static files."""

    handler: type[Quiet] = Quiet
    kind: type[Server] = Server

    def __init__(self, folder: Path) -> None:
        serve = functools.partial(self.handler, directory=str(folder))
        self._server = self.kind(("127.0.0.1", 0), serve)
        self.address = f"http://127.0.0.1:{self._server.server_port}{PLACE}".rstrip("/")
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Handing(Quiet):
    """Hands out tables as its host says."""

    server: "SlowServer"

    def send_head(self) -> Any:
        if TABLES in self.path and not self.server.has_tables:
            return self.send_error(404)
        return super().send_head()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if TABLES not in self.path:
            return super().copyfile(source, outputfile)
        content, sent = source.read(), 0
        while sent < len(content):
            end = self.server.allowed(sent, len(content))
            outputfile.write(content[sent:end])
            sent = end
        return None


class SlowServer(Server):
    has_tables = True
    percent = 100

    def allow(self, percent: int) -> None:
        with self.changed:
            self.percent = percent
            self.changed.notify_all()

    def allowed(self, sent: int, length: int) -> int:
        """Up to which byte a table may be sent, once that is more than what has been sent."""
        with self.changed:
            self.changed.wait_for(lambda: length * self.percent > sent * 100)
            return -(-length * self.percent // 100)

    def server_activate(self) -> None:
        self.changed = threading.Condition()
        super().server_activate()


class SlowHost(Host):
    """A host that hands out the solver's tables no further than a test says, or has none for a while."""

    handler, kind = Handing, SlowServer
    _server: SlowServer

    def hand_out(self, percent: int) -> None:
        self._server.has_tables = True
        self._server.allow(percent)

    def lose_tables(self) -> None:
        self._server.has_tables = False

    def close(self) -> None:
        self._server.allow(100)
        super().close()
