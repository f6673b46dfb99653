"""The figures of the pages on strategy: the commands that print them, and `make figures`, which prints them again."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import charidice

DOCS = Path(charidice.__file__).parents[2] / "docs"
PAGES = (DOCS / "playing-well.md", DOCS / "solution.md")
# A command in a block of text, and its output.
SHOWN = re.compile(r"^\$ charidice (.*)\n((?:[^$\n`].*\n)*)", re.MULTILINE)
# A command that writes a plot.
PLOTTED = re.compile(r"^    charidice (study \w+ -o (docs/images/[\w.-]+))$", re.MULTILINE)


def blocks(text: str) -> list[str]:
    return re.findall(r"```text\n(.*?)```", text, re.DOTALL)


def shown_commands() -> list[tuple[str, str]]:
    """Every command in the documents with its output."""
    return [found for page in PAGES for block in blocks(page.read_text("utf-8")) for found in SHOWN.findall(block)]


def plots() -> list[tuple[str, Path]]:
    """Every command that writes a plot, and its file."""
    found = [each for page in PAGES for each in PLOTTED.findall(page.read_text("utf-8"))]
    return [(command, DOCS.parent / path) for command, path in found]


def printed(command: str) -> str:
    arguments = [sys.executable, "-m", "charidice", *shlex.split(command), "--lang", "en"]
    return subprocess.run(
        arguments, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8", cwd=DOCS.parent
    ).stdout


def renew() -> None:
    """Some take minutes, so each is written as soon as it is there."""
    for command, old in shown_commands():
        head, new = f"$ charidice {command}\n", printed(command)
        for page in PAGES:
            page.write_text(page.read_text("utf-8").replace(head + old, head + new), "utf-8")
        sys.stdout.write(head + new)
    for command, path in plots():
        path.unlink(missing_ok=True)
        sys.stdout.write(printed(command))


if __name__ == "__main__":
    renew()
