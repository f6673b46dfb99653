"""Runs the command line in this process, in a subprocess, and on a terminal."""

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ..family import heed_signals
from ..waiting import PATIENCE

CHARIDICE = (sys.executable, "-m", "charidice")


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Answer]


def environment(tmp_path: Path, **others: str) -> dict[str, str]:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | home | others


def in_a_process(tmp_path: Path, *words: str | Path, stdin: str = "", **others: str) -> Answer:
    command = [*CHARIDICE, *map(str, words)]
    # The code under test, also where another version is installed.
    path = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    done = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        env=environment(tmp_path, **path, **others),
        encoding="utf-8",
        timeout=PATIENCE,
        preexec_fn=heed_signals,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def on_a_terminal(tmp_path: Path, *words: str, **others: str) -> str:
    """What a terminal is sent."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*CHARIDICE, *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(tmp_path, **others),
    )
    os.close(slave)
    sent = read_terminal(master)
    assert process.wait(PATIENCE) == 0
    return sent


class Process:
    """The program in a process of its own, with a browser that only notes what it was to open."""

    def __init__(self, home: Path, *command: str | Path) -> None:
        self.opened = home / "opened.txt"
        browser = home / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" > {self.opened}\n')
        browser.chmod(0o755)
        self.process = subprocess.Popen(
            [*command, "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(home, PYTHONUNBUFFERED="1", BROWSER=f"{browser} %s"),
            preexec_fn=heed_signals,
        )
        assert self.process.stdout is not None
        ready = self.process.stdout.readline()
        found = re.search(r"http://\S+", ready)
        assert found, ready
        self.url = found[0]

    def interrupt(self) -> Answer:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return Answer(self.process.returncode, out, err)


@contextmanager
def started(home: Path, *command: str | Path) -> Iterator[Process]:
    process = Process(home, *(command or CHARIDICE))
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.process.kill()
            process.process.communicate()


def read_terminal(controller: int) -> str:
    """What is written to a pseudo-terminal until the other side closes it."""
    sent = b""
    try:
        while chunk := os.read(controller, 4096):
            sent += chunk
    except OSError:
        pass  # so Linux says that the other side has closed
    os.close(controller)
    return sent.decode()
