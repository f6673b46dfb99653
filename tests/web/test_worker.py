"""Heavy work in a process of its own."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from charidice.record import RecordError, load
from charidice.web.app import REVIEW_NICENESS
from charidice.web.jobs import worker as module
from charidice.web.jobs.worker import Worker
from charidice.web.refusals import WebRefused

from ..waiting import PATIENCE, until


def with_worker(use: Callable[[Worker], Coroutine[None, None, None]], most_waiting: int = 1, niceness: int = 0) -> None:
    async def run() -> None:
        worker = Worker(most_waiting, 2.0, niceness)
        try:
            await use(worker)
        finally:
            await worker.close()

    asyncio.run(run())


class LongJob:
    """A job that is under way until the test ends it: it reads a pipe."""

    def __init__(self, folder: Path) -> None:
        self.pipe = folder / "pipe"
        os.mkfifo(self.pipe)

    def begin(self, worker: Worker) -> "asyncio.Task[str]":
        return asyncio.ensure_future(worker.run(Path.read_text, self.pipe))

    async def under_way(self) -> IO[bytes]:
        """The other end of the pipe, once the job reads it."""
        return await asyncio.to_thread(self.pipe.open, "wb", buffering=0)


def test_work_is_done_by_one_other_process() -> None:
    async def use(worker: Worker) -> None:
        numbers = {await worker.run(os.getpid) for _ in range(2)}
        assert len(numbers) == 1
        assert os.getpid() not in numbers

    with_worker(use)


def test_reviews_give_way_to_everything_else() -> None:
    async def use(worker: Worker) -> None:
        there = await worker.run(os.getpriority, os.PRIO_PROCESS, 0)
        assert there == os.getpriority(os.PRIO_PROCESS, 0) + 5

    with_worker(use, niceness=5)
    assert REVIEW_NICENESS > 0


def test_what_goes_wrong_in_a_job_is_raised_here_and_the_process_goes_on() -> None:
    async def use(worker: Worker) -> None:
        before = await worker.run(os.getpid)
        with pytest.raises(RecordError, match="unknown-version") as refused:
            await worker.run(load, '{"format": "charidice", "version": 99}')
        assert refused.value.values["version"] == 99
        with pytest.raises(ValueError, match="invalid literal") as failed:
            await worker.run(int, "x")
        assert "Traceback" in failed.value.__notes__[0]
        assert await worker.run(os.getpid) == before

    with_worker(use)


def test_a_process_that_died_is_replaced() -> None:
    async def use(worker: Worker) -> None:
        before = await worker.run(os.getpid)
        with pytest.raises(asyncio.IncompleteReadError):
            await worker.run(os._exit, 1)
        assert await worker.run(os.getpid) != before

    with_worker(use)


def test_what_goes_beyond_a_short_queue_is_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    async def use(worker: Worker) -> None:
        job = LongJob(tmp_path)
        first = job.begin(worker)
        with await job.under_way() as pipe:
            second = asyncio.ensure_future(worker.run(os.getpid))
            await asyncio.sleep(0)
            with pytest.raises(WebRefused, match="busy") as refused:
                await worker.run(os.getpid)
            assert refused.value.details == {"wait": 4000}
            pipe.write(b"done")
        assert await first == "done"
        assert await second == await worker.run(os.getpid)

    with_worker(use)


def test_a_job_given_up_leaves_the_queue(tmp_path: Path) -> None:
    async def use(worker: Worker) -> None:
        job = LongJob(tmp_path)
        first = job.begin(worker)
        with await job.under_way():
            second = asyncio.ensure_future(worker.run(os._exit, 1))
            await asyncio.sleep(0)
            second.cancel()
            with suppress(asyncio.CancelledError):
                await second
            third = asyncio.ensure_future(worker.run(os.getpid))
        assert await first == ""
        assert await third

    with_worker(use)


def test_a_job_given_up_while_it_is_under_way_is_stopped(tmp_path: Path) -> None:
    async def use(worker: Worker) -> None:
        job = LongJob(tmp_path)
        before = await worker.run(os.getpid)
        given_up = job.begin(worker)
        with await job.under_way() as pipe:
            given_up.cancel()
            with suppress(asyncio.CancelledError):
                await given_up
            with pytest.raises(BrokenPipeError):
                pipe.write(b"nobody reads this")
        assert await worker.run(os.getpid) != before

    with_worker(use)


def test_closing_waits_for_the_process_of_a_job_given_up(tmp_path: Path) -> None:
    async def use(worker: Worker) -> None:
        process = await worker.run(os.getpid)
        job = LongJob(tmp_path)
        task = job.begin(worker)
        with await job.under_way():
            task.cancel()
            await asyncio.sleep(0)
            await worker.close()
            with pytest.raises(ProcessLookupError):
                os.kill(process, 0)

    with_worker(use)


SERVER_KILLED = """
import asyncio, os, signal
from charidice.web.jobs.worker import Worker

async def use():
    print(await Worker(1, 1.0).run(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(use())
"""


def test_it_ends_with_the_server_even_with_one_that_is_killed() -> None:
    # The worker shares the pipe of the errors, which ends with its last writer.
    server = subprocess.run([sys.executable, "-c", SERVER_KILLED], capture_output=True, timeout=PATIENCE, check=False)
    assert server.returncode == -signal.SIGKILL
    assert server.stdout.strip().isdigit()
    assert server.stderr == b""


BUSY_SERVER = """
import asyncio, sys
from pathlib import Path
from charidice.web.jobs.worker import Worker

asyncio.run(Worker(1, 1.0).run(Path.read_text, Path(sys.argv[1])))
"""


def test_it_ends_with_a_killed_server_in_the_middle_of_a_job_too(tmp_path: Path) -> None:
    job = LongJob(tmp_path)
    with subprocess.Popen([sys.executable, "-c", BUSY_SERVER, job.pipe]) as server, job.pipe.open("wb", 0) as pipe:
        server.kill()
        until(lambda: nobody_reads(pipe))


def nobody_reads(pipe: IO[bytes]) -> bool:
    try:
        pipe.write(b" ")
    except BrokenPipeError:
        return True
    return False


def test_ctrl_c_is_for_the_server() -> None:
    async def use(worker: Worker) -> None:
        number = await worker.run(os.getpid)
        os.kill(number, signal.SIGINT)
        assert await worker.run(os.getpid) == number

    with_worker(use)


def test_a_job_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(worker: Worker) -> None:
        before = await worker.run(os.getpid)
        with monkeypatch.context() as impatient:
            impatient.setattr(module, "JOB_SECONDS", 0.0)
            with pytest.raises(TimeoutError):
                await LongJob(tmp_path).begin(worker)
        assert await worker.run(os.getpid) != before

    with_worker(use)


def test_a_worker_that_is_closed_while_it_starts_does_not_finish_the_job(tmp_path: Path) -> None:
    async def use(worker: Worker) -> None:
        job = LongJob(tmp_path).begin(worker)
        # Its process is being started; nobody ever writes what the job reads.
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await worker.close()
        with pytest.raises(WebRefused, match="busy"):
            await job

    with_worker(use)
