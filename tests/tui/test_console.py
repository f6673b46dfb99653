"""Commands are told as they can be typed."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from charidice.tui.console import command_line


def test_a_program_on_the_search_path_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert command_line("verify", Path("my games/a.json")) == "charidice verify 'my games/a.json'"


def test_a_program_elsewhere_is_told_by_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", [os.path.abspath(".venv/bin/charidice")])
    assert command_line("play", "--resume") == ".venv/bin/charidice play --resume"


def test_a_module_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["/somewhere/charidice/__main__.py"])
    assert command_line("rules") == f"{sys.executable} -m charidice rules"
