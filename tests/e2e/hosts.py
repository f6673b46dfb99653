"""A host of static files, as a school has one."""

import functools
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

# Below the root, as on most hosts of such sites.
PLACE = "/club/charidice/"


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

    def __init__(self, folder: Path) -> None:
        serve = functools.partial(Quiet, directory=str(folder))
        self._server = Server(("127.0.0.1", 0), serve)
        self.address = f"http://127.0.0.1:{self._server.server_port}{PLACE}".rstrip("/")
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
