"""Child processes that end with their parent, however it ends: with an error, by a signal, or killed.

Each child watches a pipe whose write end only its parent holds; the operating system closes it when the parent ends.
Children are spawned, never forked from the parent: a forked one would hold the write ends of all others.
"""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, TypeVar

T = TypeVar("T")

HAS_GROUPS = sys.platform != "win32"
"""Whether a process can lead a group, which is killed with one call."""
OWN_GROUP = 0 if HAS_GROUPS else None
"""`process_group` of a child that leads its own: Ctrl-C at the terminal is then for its parent alone."""
# The output of `leash` if its command cannot be started.
UNSTARTABLE = b"unstartable"
_LEASH = "from charidice.processes import leash; leash()"
# Standard error, as a file descriptor.
STANDARD_ERROR = 2


@contextmanager
def workers(processes: int, initializer: Callable[..., None] | None = None, *arguments: object) -> Iterator[Executor]:
    """A process pool, killed on any exception; its workers leave Ctrl-C to this process."""
    pool = _Pool(processes, get_context("spawn"), _start_worker, (initializer, arguments))
    try:
        yield pool
    except BaseException:
        for process in list(pool._processes.values()):
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    def submit(self, work: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        """Workers are started here as they are needed, and inherit that Ctrl-C is blocked."""
        with _without_interrupts():
            return super().submit(work, *arguments, **named)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(initializer: Callable[..., None] | None, arguments: Sequence[object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_after_parent, daemon=True).start()
    if initializer:
        initializer(*arguments)


def _exit_after_parent() -> None:
    wait_for_parent()
    # The main thread is busy, or waits for work in a queue that its siblings hold open.
    os._exit(1)


def wait_for_parent() -> None:
    """In a process of `multiprocessing`: return when the parent has ended."""
    parent = parent_process()
    assert parent
    parent.join()


def received(messages: IO[bytes]) -> SimpleQueue[Any]:
    """The objects that the parent sends, pickled. When the parent ends, this process is killed with its group."""
    queue: SimpleQueue[Any] = SimpleQueue()

    def receive() -> None:
        try:
            while True:
                queue.put(pickle.load(messages))  # noqa: S301  (from the process that started this one)
        finally:
            end_own_group()

    Thread(target=receive, daemon=True).start()
    return queue


def end_own_group() -> None:
    """End this process at once, and the processes it has started if it leads a group."""
    if HAS_GROUPS and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def end_group(leader: subprocess.Popen[Any]) -> None:
    """Kill a child that was started with OWN_GROUP, and all its group; does not wait."""
    if not HAS_GROUPS:
        leader.kill()
    # Once the child was waited for, its id may belong to another process.
    elif leader.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader.pid, signal.SIGKILL)


def on_a_leash(command: Sequence[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a foreign program. It cannot watch a pipe of ours, so a process in between does.

    That process ends when `stdin` is closed, and has the exit code of the program. If the program cannot be started, it
    writes UNSTARTABLE to `stdout`. The output of the program goes to standard error.
    """
    return subprocess.Popen(  # noqa: S603  (it is what the user asked for)
        [sys.executable, "-P", "-c", _LEASH, *command],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=OWN_GROUP,
    )


def leash() -> None:
    """The main function of the process in between."""
    try:
        program = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=STANDARD_ERROR)  # noqa: S603
    except OSError:
        os.write(1, UNSTARTABLE)
        return

    def end_with_input() -> None:
        os.read(0, 1)
        program.kill()
        end_own_group()

    Thread(target=end_with_input, daemon=True).start()
    code = program.wait()
    # The exit code that shells give to a program ended by a signal.
    os._exit(code if code >= 0 else 128 - code)
