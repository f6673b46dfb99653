"""Runs one server process: listening socket, limits of the process, startup and shutdown."""

import errno
import gc
import math
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import uvicorn
from fastapi import FastAPI
from prometheus_client import start_http_server

from charidice.messages import os_error_name
from charidice.rules.errors import Refused
from charidice.web.door.connections import Connections, HttpConnection, LiveConnection
from charidice.web.metrics import LOOP_LAG
from charidice.web.settings import Settings

FRAME_LIMIT = 8 * 1024
# The time to finish requests after a signal to stop.
SHUTDOWN_SECONDS = 8
# Milliseconds after which a connection ends whose client acknowledges nothing, or reads nothing.
UNACKNOWLEDGED = 20_000
# Open files besides connections: the databases, the files of the program, and some to spare.
OTHER_FILES = 100
# Every page replaces some of its objects with each heartbeat, so young collections are short only if they are frequent.
# A full one stops everybody, for a second with 6,000 pages; this makes it rare.
COLLECTION_THRESHOLDS = (1_000, 2, 1_000)
# Connections that may wait to be accepted, and how many asyncio accepts in a row: the others of a group that come
# together are left to other workers.
BACKLOG, ACCEPTED_IN_A_ROW = 2_048, 1
# Seconds between two ticks of uvicorn.
TICK_SECONDS = 0.1
NEIGHBOURS = 10
# TEST-NET-1 (RFC 5737): connecting a UDP socket sends nothing, but reveals the local address of the default route.
ELSEWHERE = ("192.0.2.1", 9)


class CannotServe(Refused):
    """An address or a port that cannot be used."""


def listen(host: str, port: int, neighbours: int = 0) -> socket.socket:
    """A socket listening on this port, or on the first free one of the next few."""
    for candidate in range(port, port + neighbours + 1):
        try:
            return _bound(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotServe("cannot-listen", host=host, port=candidate, detail=os_error_name(error)) from error
    raise CannotServe("port-taken", port=port)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            # Otherwise two programs can share the port on Windows.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Accepted sockets inherit it.
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED)
        bound.bind(address)
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound


def serve(
    app: FastAPI, settings: Settings, bound: socket.socket, ready: Callable[[], None], proxies: str | None = None
) -> None:
    """Serve until a signal; calls `ready` after startup. Trusts X-Forwarded-For headers from `proxies` only."""

    def started() -> None:
        _collect_garbage_quietly()
        ready()

    connections = min(settings.connections, _open_files(settings.connections + OTHER_FILES) - OTHER_FILES)
    with bound, _metrics(settings.metrics_port), suppress(KeyboardInterrupt):
        Server(app, replace(settings, connections=connections), started, proxies).run(sockets=[bound])


@contextmanager
def _metrics(port: int | None) -> Iterator[None]:
    """Serve the metrics to this machine alone, on a port that no proxy forwards."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, "127.0.0.1")
    except OSError as error:
        raise CannotServe("port-taken", port=port) from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _collect_garbage_quietly() -> None:
    """Exclude what is loaded from all further garbage collections, and make these rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)


def _open_files(wanted: int) -> int:
    """Raise the limit of open files of this process as far as allowed; returns the limit, at most the one wanted."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    except (OSError, ValueError):  # macOS has further limits.
        return soft
    return files


class Server(uvicorn.Server):
    def __init__(self, app: FastAPI, settings: Settings, ready: Callable[[], None], proxies: str | None = None) -> None:
        config = uvicorn.Config(
            app,
            http=HttpConnection,
            ws=LiveConnection,
            ws_max_size=FRAME_LIMIT,
            # Updates are a few kilobytes; compression would cost more memory and time per listener than it saves.
            ws_per_message_deflate=False,
            # Pages reply to heartbeats (http/live.py), which shows more than a reply of the browser to a ping.
            ws_ping_interval=None,
            # asyncio has one number for both.
            backlog=ACCEPTED_IN_A_ROW,
            server_header=False,
            access_log=False,
            log_config=None,
            proxy_headers=proxies is not None,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        super().__init__(config)
        per_address = settings.connections_per_address if proxies is None else settings.connections
        self.server_state.connections = Connections(settings.connections, per_address)
        self._app = app
        self._ready = ready
        self._ticked = math.inf

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for bound in sockets or ():
                bound.listen(BACKLOG)
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Requests that wait for their turn are refused, and long work is given up; other apps have none.
        if stopping := getattr(self._app.state, "stopping", None):
            stopping.set()
        for worker in getattr(self._app.state, "workers", ()):
            worker.stop()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        now = time.monotonic()
        LOOP_LAG.observe(max(0.0, now - self._ticked - TICK_SECONDS))
        self._ticked = now
        return await super().on_tick(counter)


def address_at_home() -> str | None:
    """The LAN address of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith(("127.", "0.")) else address


def names_at_home() -> tuple[str, ...]:
    """The host names of this machine in the LAN."""
    name = socket.gethostname().partition(".")[0].lower()
    return (name, f"{name}.local") if name else ()
