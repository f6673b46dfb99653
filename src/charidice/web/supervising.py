"""Runs server processes on one socket; one that dies is started again, and clients wait for it meanwhile."""

import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import wait
from time import monotonic
from types import FrameType

from charidice.processes import wait_for_parent
from charidice.web.app import create_app
from charidice.web.door.logs import SALT, set_up_logging
from charidice.web.serving import SHUTDOWN_SECONDS, serve
from charidice.web.settings import Settings

# Seconds between two starts of a worker.
SHORTEST_LIFE = 0.5
# After a signal to stop, workers have SHUTDOWN_SECONDS to answer requests, and this to end.
ENDING_SECONDS = 1.0
# Workers are forked from a process that has loaded the program and does nothing else, so that a new one serves at once.
# Not from this one, since threads and event loops do not survive that.
PROCESSES = get_context("spawn") if sys.platform == "win32" else get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__, "psycopg"])
logger = logging.getLogger("charidice.web")


def supervise(
    settings: Settings, bound: socket.socket, ready: Callable[[], None], proxies: str | None, number: int
) -> None:
    """Serve with several workers until a signal; calls `ready` when all of them have started."""
    with bound, _stopped_by_signals() as stopped:
        workers = [ServerProcess(_of_worker(settings, index), bound, proxies) for index in range(number)]
        try:
            while not stopped.is_set() and not all(worker.has_started.wait(0.05) for worker in workers):
                _restart_dead(workers)
            if not stopped.is_set():
                ready()
            while not stopped.is_set():
                # The timeout only bounds how late a signal or a pause before a restart is noticed.
                wait([worker.process.sentinel for worker in workers], timeout=0.2)
                _restart_dead(workers)
        finally:
            for worker in workers:
                worker.process.terminate()
            for worker in workers:
                worker.end()


def _of_worker(settings: Settings, index: int) -> Settings:
    """Each worker serves its metrics on a port of its own."""
    return replace(settings, metrics_port=settings.metrics_port + index) if settings.metrics_port else settings


def _restart_dead(workers: list["ServerProcess"]) -> None:
    for worker in workers:
        worker.restart_if_dead()


class ServerProcess:
    """A worker: a server process, and its successors."""

    def __init__(self, settings: Settings, bound: socket.socket, proxies: str | None) -> None:
        self.has_started = PROCESSES.Event()
        self._arguments = settings, bound, proxies, self.has_started, bytes(SALT)
        self._start()

    def _start(self) -> None:
        self._started_at = monotonic()
        self.process = PROCESSES.Process(target=_work, args=self._arguments)
        self.process.start()

    def restart_if_dead(self) -> None:
        if not self.process.is_alive() and monotonic() - self._started_at > SHORTEST_LIFE:
            logger.warning("worker %s ended with %s, and is replaced", self.process.pid, self.process.exitcode)
            self._start()

    def end(self) -> None:
        self.process.join(SHUTDOWN_SECONDS + ENDING_SECONDS)
        self.process.kill()
        self.process.join()


def _work(settings: Settings, bound: socket.socket, proxies: str | None, started: threading.Event, salt: bytes) -> None:
    """The main function of a worker."""
    set_up_logging(verbose=True)
    SALT[:] = salt
    threading.Thread(target=_end_with_parent, daemon=True).start()
    serve(create_app(settings), settings, bound, started.set, proxies)


def _end_with_parent() -> None:
    wait_for_parent()
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _stopped_by_signals() -> Iterator[threading.Event]:
    """An event that SIGTERM and Ctrl-C set."""
    stopped = threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopped.set()

    before = {each: signal.signal(each, stop) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stopped
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
