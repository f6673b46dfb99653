"""Runs the command line in this process, in English, with a temporary home."""

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from charidice.cli import main

from .running import Answer, Run


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An English environment, and a terminal too wide to break lines."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    for name, value in {"LANG": "en_GB.UTF-8", "COLUMNS": "2000", **home}.items():
        monkeypatch.setenv(name, value)
    # The command line translates argparse for its whole process, which here is that of all tests.
    monkeypatch.setattr(argparse, "_", vars(argparse)["_"])


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a Dask cluster."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line, with what is typed into it and what it answers."""

    def answer(*words: str | Path, stdin: str = "") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            code = main(list(map(str, words)))
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else -1
        return Answer(code, *capsys.readouterr())

    return answer
