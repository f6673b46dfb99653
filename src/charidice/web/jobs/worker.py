"""Heavy work in a process of its own, so that nobody's move waits for it."""

import asyncio
import os
import pickle
import signal
import sys
import traceback
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from charidice.processes import received
from charidice.web.metrics import JOBS
from charidice.web.refusals import WebRefused, busy

T = TypeVar("T")

# The timeout of a job, longer than any page waits.
JOB_SECONDS = 120
SIZE_BYTES = 8
# Seconds between two checks of low-priority work whether it may begin.
IDLE_SECONDS = 0.1
_MAIN = "from charidice.web.jobs.worker import main; main()"


class Worker:
    """A process that does one job at a time, with a short queue; further jobs are refused.

    It is started on first need, and again after its death. A job whose caller is cancelled leaves the queue; if it is
    under way, it ends with the process, since nothing else can stop it. Every server process has workers of its own.
    """

    def __init__(self, most_waiting: int, seconds: float, niceness: int = 0) -> None:
        """`seconds` is roughly what a job takes, from which a refusal says when to try again."""
        self._most_waiting = most_waiting
        self._niceness = niceness
        self._seconds = seconds
        self._jobs = 0
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._is_closed = False

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a function of a module in the process; its exceptions are raised here."""
        self.check_open()
        if self.is_full:
            raise self.busy()
        self._jobs += 1
        try:
            with JOBS.track_inprogress():
                async with self._turn:
                    return await self._do(work, arguments)
        finally:
            self._jobs -= 1

    def prepare(self, work: Callable[..., object], *arguments: object) -> None:
        """Start the process, unless it runs, with a job whose answer nobody needs: the next one finds data loaded."""
        if self._process is None and self._preparing is None and not self.is_full:
            self._preparing = asyncio.create_task(self._prepare(work, arguments))

    async def _prepare(self, work: Callable[..., object], arguments: tuple[object, ...]) -> None:
        # What prevents it is told to whoever asks for the next job.
        with suppress(Exception):
            await self.run(work, *arguments)
        self._preparing = None

    async def run_when_idle(self, work: Callable[..., T], *arguments: object) -> T:
        """The same at low priority: starts when the queue is empty, and takes no place in it."""
        while self._jobs or self._turn.locked():
            await asyncio.sleep(IDLE_SECONDS)
        async with self._turn:
            return await self._do(work, arguments)

    @property
    def is_full(self) -> bool:
        return self._is_closed or self._jobs > self._most_waiting

    def busy(self) -> WebRefused:
        return busy(self._seconds * max(1, self._jobs))

    def check_open(self) -> None:
        if self._is_closed:
            raise self.busy()

    def stop(self) -> None:
        """Refuse all jobs from now on, the one under way too."""
        self._is_closed = True
        if self._process and self._process.returncode is None:
            self._process.kill()

    async def close(self) -> None:
        self.stop()
        # The process of a cancelled job may still be ending.
        async with self._turn:
            if self._process:
                await _end(self._process)

    async def _do(self, work: Callable[..., T], arguments: tuple[object, ...]) -> T:
        # The worker may have been stopped meanwhile.
        self.check_open()
        process = self._process
        if process is None or process.returncode is not None:
            # -P: no file in the current folder can shadow a module of ours.
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-c", _MAIN, str(self._niceness), stdin=PIPE, stdout=PIPE
            )
            if self._is_closed:
                # Stopped while it started.
                process.kill()
        assert process.stdin
        assert process.stdout
        try:
            async with asyncio.timeout(JOB_SECONDS):
                process.stdin.write(pickle.dumps((work, arguments)))
                await process.stdin.drain()
                size = int.from_bytes(await process.stdout.readexactly(SIZE_BYTES))
                answer = pickle.loads(await process.stdout.readexactly(size))  # noqa: S301  (from a process of ours)
        except BaseException as error:
            # Otherwise the next job would read this answer.
            self._process = None
            await _end(process)
            if isinstance(error, Exception):
                self.check_open()
            raise
        if isinstance(answer, Exception):
            raise answer
        result: T = answer
        return result


async def _end(process: Process) -> None:
    assert process.stdin
    if process.returncode is None:
        process.kill()
    process.stdin.close()
    await process.wait()


def main() -> None:
    """The main function of the process: does jobs until its input ends, at the latest with the server."""
    # Ctrl-C is for the server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(int(sys.argv[1]))
    jobs, answers = received(sys.stdin.buffer), os.fdopen(os.dup(1), "wb")
    # Standard output is for answers only, so a job's output is redirected.
    os.dup2(2, 1)
    # After the end of the server nobody reads an answer.
    with suppress(BrokenPipeError):
        while True:
            work, arguments = jobs.get()
            try:
                answer = work(*arguments)
            except Exception as error:
                error.add_note(traceback.format_exc())
                answer = error
            data = pickle.dumps(answer)
            answers.write(len(data).to_bytes(SIZE_BYTES) + data)
            answers.flush()
