"""Child processes end with their parent, whichever signal ends it: the real commands, killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from .family import command, descendants, heed_signals, is_gone, processor_seconds
from .waiting import PATIENCE, until

pytestmark = pytest.mark.slow

SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
CHARIDICE = (sys.executable, "-m", "charidice")
# Its games never end, and neither do the processes it starts: one forked, one that runs another program.
STUCK = """
import multiprocessing
import subprocess
import time

from charidice import Bot, Roll


class Stuck(Bot):
    def choose(self, node):
        multiprocessing.get_context("fork").Process(target=time.sleep, args=(3600,)).start()
        subprocess.Popen(["sleep", "3600"])
        time.sleep(3600)
"""
# The nanny of each worker is in this process.
CLUSTER = """
import time

from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        print(cluster.scheduler_address, flush=True)
        time.sleep(3600)
"""


@contextmanager
def started(*words: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    nothing = subprocess.DEVNULL
    command = [*CHARIDICE, *map(str, words)]
    with subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, preexec_fn=heed_signals) as process:
        try:
            yield process
        finally:
            process.kill()


def started_by(process: subprocess.Popen[Any], part: str) -> list[int]:
    """The descendants whose command has this part."""
    return [each for each in descendants(process.pid) if part in command(each)]


def end_and_see_all_gone(process: subprocess.Popen[Any], how: signal.Signals) -> None:
    family = descendants(process.pid)
    assert family
    process.send_signal(how)
    assert process.wait(PATIENCE) == -how
    try:
        until(lambda: all(map(is_gone, family)))
    finally:
        for orphan in family:
            with suppress(ProcessLookupError):
                os.kill(orphan, signal.SIGKILL)


@pytest.mark.parametrize(
    ("command", "how"),
    [
        *(("simulate owl owl --games 1000000 --processes 2", how) for how in SIGNALS),
        ("study mistakes --games 1000000", signal.SIGTERM),
        ("solve lead --processes 2 -o {folder}", signal.SIGHUP),
        ("solve victory --exact {folder} --processes 2", signal.SIGKILL),
    ],
)
def test_workers_end_with_the_command(command: str, how: signal.Signals, tmp_path: Path) -> None:
    with started(*command.format(folder=tmp_path).split()) as process:
        # One that works, not one that is still starting: it has used a second, however long that takes.
        until(lambda: any(processor_seconds(worker) > 1 for worker in started_by(process, "spawn_main")))
        end_and_see_all_gone(process, how)


@pytest.mark.parametrize(("processes", "how"), [(1, signal.SIGTERM), (2, signal.SIGHUP), (2, signal.SIGKILL)])
def test_external_bots_end_with_the_command_and_what_they_started_too(
    processes: int, how: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(STUCK)
    words = ("--think-time", "3600", "--processes", str(processes))
    with started("simulate", f"{tmp_path / 'own.py'}:Stuck", "fox", *words) as process:
        # The last thing that the bot of each process starts.
        until(lambda: len(started_by(process, "sleep 3600")) == processes)
        end_and_see_all_gone(process, how)


def test_external_bots_on_a_cluster_end_with_its_workers(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(STUCK)
    (tmp_path / "cluster.py").write_text(CLUSTER)
    with subprocess.Popen([sys.executable, tmp_path / "cluster.py"], stdout=subprocess.PIPE, text=True) as cluster:
        assert cluster.stdout
        words = ("--think-time", "3600", "--cluster", cluster.stdout.readline().strip())
        with started("simulate", f"{tmp_path / 'own.py'}:Stuck", "fox", *words):
            until(lambda: len(started_by(cluster, "sleep 3600")) == 1)
            end_and_see_all_gone(cluster, signal.SIGKILL)


@pytest.mark.parametrize("how", SIGNALS)
def test_a_client_ends_with_the_evaluation_and_so_does_what_it_started(how: signal.Signals) -> None:
    with started("agents", "--", "sh", "-c", "sleep 3600; true") as process:
        until(lambda: [each for each in started_by(process, "sleep 3600") if command(each) == "sleep 3600"])
        end_and_see_all_gone(process, how)
