"""Commands are shown as they can be typed, and lines wrap between words."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from charidice.terminal.console import PAINTED, command_line, wrapped


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


FACES = " ".join(f"\x1b[48;5;221;38;5;16m {face} \x1b[0m" for face in ("Y1", "O6", "P2", "B6"))


def test_a_painted_line_is_as_long_as_it_is_seen() -> None:
    line = f"Keep {FACES}. Roll the others."
    seen = len(PAINTED.sub(r"\1", line))
    assert wrapped(line, seen) == line
    assert "\n" in wrapped(line, seen - 1)


@pytest.mark.parametrize("width", range(8, 50))
def test_a_line_is_broken_between_words_and_painted_faces_stay_whole(width: int) -> None:
    line = f"  Keep {FACES}. Roll the others."
    first, *others = wrapped(line, width).split("\n")
    assert all(len(PAINTED.sub(r"\1", part)) <= width for part in (first, *others))
    assert first.startswith("  Keep")
    assert all(part.startswith("    ") for part in others)
    assert PAINTED.findall("\n".join((first, *others))) == PAINTED.findall(line)
