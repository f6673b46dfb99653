"""What the command line answers, here and in a process of its own."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Answer]


def environment(tmp_path: Path, **others: str) -> dict[str, str]:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | home | others


def in_a_process(tmp_path: Path, *words: str | Path, stdin: str = "", **others: str) -> Answer:
    command = [sys.executable, "-m", "charidice", *map(str, words)]
    done = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        env=environment(tmp_path, **others),
        encoding="utf-8",
        timeout=60,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def on_a_terminal(tmp_path: Path, *words: str, **others: str) -> str:
    """What a terminal is sent."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "charidice", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(tmp_path, **others),
    )
    os.close(slave)
    sent = b""
    try:
        while chunk := os.read(master, 4096):
            sent += chunk
    except OSError:
        pass  # so Linux says that the other side has closed
    os.close(master)
    assert process.wait(timeout=60) == 0
    return sent.decode()
