"""Every block of code in the documents runs, or is checked otherwise, for a reason that is given here."""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from charidice.cli.parser import parser
from charidice.messages import catalog

from .cli.clients import GREEDY
from .site import ROOT
from .test_docs import DOCUMENTS, bots_in_documents

PLAYTHROUGHS = ROOT / "tests" / "playthroughs"
FENCED = re.compile(r"^```(\S*).*\n((?:.*\n)*?)```$", re.MULTILINE)
# A command and what it prints.
SHOWN = re.compile(r"^\$ (.*)\n((?:[^$].*\n)*)", re.MULTILINE)
# Lines for a shell that are not run, by the reason and what checks them instead.
REASONS = {
    "it installs; tests/cli/test_distributions.py installs the same": (
        "make play",
        "pipx install charidice",
        "uvx charidice",
    ),
    "it installs a server; tests/web/test_deploy.py checks the unit, runs the proxy and builds the container": (
        "make dist",
        "python3 -m venv /opt/charidice",
        "/opt/charidice/bin/pip install '.[game,postgres]' ./game",
        "cp deploy/charidice.service /etc/systemd/system/",
        "cp deploy/nginx.conf /etc/nginx/conf.d/charidice.conf",
        "systemctl enable --now charidice",
        "systemctl reload nginx",
        "curl https://charidice.example/readyz",
        "podman build -f deploy/Containerfile -t charidice .",
    ),
    "this is it": ("make test",),
    "the tests need no network": (
        "git clone https://github.com/charidice/charidice.git",
        "git clone https://github.com/charidice/charidice.git && cd charidice",
        "cd charidice",
        "git pull",
        ". .venv/bin/activate",
        'export PIP_FIND_LINKS="$PWD/dist"',
    ),
    "it serves until Ctrl-C; tests/cli/test_serve.py, tests/web/test_deploy.py and test_workers.py stop it": (
        "charidice serve --url https://charidice.example --db postgresql://charidice@/charidice",
        "charidice serve --workers 4 --url https://charidice.example --db postgresql://charidice@db.example/charidice",
    ),
    "it changes the machine's database server; tests/web/test_copying.py has one of its own": (
        "createuser charidice && createdb -O charidice charidice",
        "charidice db move /var/lib/charidice/charidice.db postgresql://charidice@/charidice",
    ),
    "it trains for minutes, and they need what it has learned; tests/rl/test_learner.py trains and plays for seconds": (
        "OPENBLAS_NUM_THREADS=1 python learner.py --svg regret.svg",
        "charidice check-bot learner.py:Learner",
        "charidice simulate learner.py:Learner magpie --games 2000",
        "charidice play Anna --bot learner.py:Learner",
    ),
    "it needs PyTorch, a gigabyte; tests/rl/test_maskable_ppo.py trains for seconds where sb3-contrib is installed": (
        "pip install sb3-contrib",
        "OMP_NUM_THREADS=1 python maskable_ppo.py",
    ),
}
NOT_RUN = {line for lines in REASONS.values() for line in lines}
# Blocks of text with something to check, and what checks them.
TEXTS = {
    "terminal.md": "test_docs.py: what the terminal shows",
    "agents.md": "TextArena is not installed here; agents/test_textarena.py plays the same environment",
    "evaluation.md": "cli/test_agents.py: shorter games of the same client",
    "luck-and-skill.md": "test_rating.py: takes minutes, so its numbers are compared with those of the program",
    "learning.md": "rl/test_learner.py and test_maskable_ppo.py: take minutes, so their numbers have to agree",
    "records.md": "test_docs.py: is read as notation and as a position",
    "playing-well.md": "test_docs.py: what the program prints",
    "solution.md": "test_docs.py: what the program prints, or for what takes hours, consistent with the rest",
}


class Block(NamedTuple):
    page: str
    language: str
    text: str


@cache
def blocks() -> tuple[Block, ...]:
    return tuple(
        Block(page.name, language, text)
        for page in DOCUMENTS
        for language, text in FENCED.findall(page.read_text("utf-8"))
        # A directive of the site, which its build runs.
        if not language.startswith("{")
    )


def lines(language: str) -> list[tuple[str, str]]:
    """Every line of the blocks in a language, with its page and without comments."""
    found = [(block.page, line) for block in blocks() if block.language == language for line in block.text.splitlines()]
    return [(page, re.sub(r"\s+#.*", "", line)) for page, line in found]


class Shell:
    """Runs lines in one folder, which has finished games, the bots of the documents, and the program by its name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "games").mkdir()
        for name in ("two-players", "against-bots"):
            shutil.copy(PLAYTHROUGHS / f"{name}.json", folder / "games")
        shutil.copy(PLAYTHROUGHS / "two-players.json", folder / "game.json")
        for name, source in bots_in_documents():
            (folder / f"{name.lower()}.py").write_text(source, "utf-8")
        program = folder / "bin" / "charidice"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m charidice "$@"\n')
        program.chmod(0o755)

    def run(self, line: str) -> str:
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        own = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder), "LANG": "C.UTF-8"}
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env={"PATH": path, "PYTHONPATH": str(ROOT / "src"), **own},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        assert "Traceback" not in done.stderr
        return done.stdout


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_every_block_is_of_a_kind_that_is_checked() -> None:
    kinds = {"python", "console", "sh", "text", "toml", "json"}
    assert [block for block in blocks() if block.language not in kinds] == []
    assert {block.page for block in blocks() if block.language == "text"} == set(TEXTS)
    assert len(blocks()) > 40


def test_every_python_block_is_a_doctest_or_plays() -> None:
    """Doctests run because pytest collects these pages; bots play in test_docs.py, the client in cli/test_agents.py."""
    bots = {GREEDY, *(source for _, source in bots_in_documents())}
    collected = {"README.md", *(path.name for path in (ROOT / "docs").glob("*.md"))}
    for block in blocks():
        if block.language == "python":
            assert block.page in collected
            assert ">>> " in block.text or block.text in bots, block


def test_commands_stand_in_blocks_that_are_run() -> None:
    """Those of the pages on strategy are indented; test_docs.py parses, plots or simulates them."""
    for page in DOCUMENTS:
        found = re.findall(r"^ {4,}\$? ?(?:charidice|python|pip|pipx|make) .*$", page.read_text("utf-8"), re.MULTILINE)
        assert page.name in ("playing-well.md", "solution.md") or found == []


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted({block.page for block in blocks() if block.language == "console"}))
def test_what_a_console_shows_is_what_is_printed(page: str, shell: Shell) -> None:
    shown = [
        each
        for block in blocks()
        if (block.page, block.language) == (page, "console")
        for each in SHOWN.findall(block.text)
    ]
    assert shown
    for line, printed in shown:
        assert shell.run(line) == printed, line


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted({page for page, line in lines("sh") if line not in NOT_RUN}))
def test_every_line_for_a_shell_succeeds(page: str, shell: Shell) -> None:
    for where, line in lines("sh"):
        if where == page and line not in NOT_RUN:
            shell.run(line)


def test_whatever_is_not_run_is_still_there_and_is_a_command() -> None:
    assert {line for _, line in lines("sh")} >= NOT_RUN
    for line in NOT_RUN:
        program, *words = shlex.split(line)
        if program == "charidice":
            parser(catalog("en")).parse_args(words)


def test_configurations_can_be_read() -> None:
    (package,) = (block for block in blocks() if block.language == "toml")
    assert tomllib.loads(package.text)["project"]["entry-points"]["charidice.bots"]
    (server,) = (json.loads(block.text)["mcpServers"] for block in blocks() if block.language == "json")
    parser(catalog("en")).parse_args(server["charidice"]["args"])


def test_every_command_named_in_a_sentence_exists_with_its_switches() -> None:
    root = parser(catalog("en"))
    (commands,) = (action for action in root._actions if isinstance(action, argparse._SubParsersAction))
    named = 0
    for page in DOCUMENTS:
        # The changelog may name what has gone since.
        text = "" if page.name == "CHANGELOG.md" else page.read_text("utf-8")
        for line in re.findall(r"`charidice ([^`]+)`", text):
            # What follows `--` is somebody else's command.
            words = line.partition(" -- ")[0].split()
            command = commands.choices.get(words[0], root)
            assert command is not root or words[0].startswith("-") or words[0] == "COMMAND", f"{page.name}: {line}"
            switches = {word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)}
            known = {*command._option_string_actions, *root._option_string_actions}
            assert switches <= known, f"{page.name}: {line}"
            named += 1
    assert named > 60
