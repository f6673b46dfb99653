"""`charidice completion` in the shells themselves: commands, switches, choices, files, folders and bots."""

import os
import pty
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from charidice.cli import completion
from charidice.cli.parser import parser
from charidice.messages import LANGUAGES, catalog

from .running import read_terminal

Complete = Callable[[Path, str], set[str]]
TIMEOUT = 300


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place with files to complete, and a script for each shell."""
    for name in ("game-one.json", "my_bot.py"):
        (tmp_path / name).touch()
    (tmp_path / "tables").mkdir()
    (tmp_path / "scripts").mkdir()
    return tmp_path


def script(folder: Path, shell: str, language: str = "en") -> Path:
    # zsh finds it by this name.
    path = folder / "scripts" / ("_charidice" if shell == "zsh" else f"charidice.{shell}")
    path.write_text(completion.script(parser(catalog(language)), shell), "utf-8")
    return path


def in_bash(folder: Path, line: str) -> set[str]:
    words = [*line.split(), ""] if line.endswith(" ") else line.split()
    # `complete -p` names the function that bash itself would call.
    calls = f"""
        source {script(folder, "bash")}
        function=$(complete -p charidice | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        COMP_WORDS=({" ".join(map(repr, words))})
        COMP_CWORD={len(words) - 1}
        COMP_LINE={line!r}
        COMP_POINT=${{#COMP_LINE}}
        "$function" charidice "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}"
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    return _lines(["bash", "--norc", "--noprofile", "-c", calls], folder)


def in_fish(folder: Path, line: str) -> set[str]:
    calls = f"source {script(folder, 'fish')}; complete -C {line!r}"
    return {offer.split("\t")[0] for offer in _lines(["fish", "--no-config", "-c", calls], folder)}


def _lines(command: list[str], folder: Path) -> set[str]:
    environment = os.environ | {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    done = subprocess.run(command, capture_output=True, cwd=folder, env=environment, text=True, timeout=TIMEOUT)
    assert (done.returncode, done.stderr) == (0, "")
    return set(done.stdout.splitlines())


def in_zsh(folder: Path, line: str) -> set[str]:
    """What a line at the prompt becomes when Tab completes it; the command itself only shows what it was given."""
    path = script(folder, "zsh")
    setup = f"""
        PS1=''; unsetopt prompt_cr prompt_sp; fpath=({path.parent} $fpath)
        autoload -U compinit; compinit -u -D
        charidice() {{ print -r -- "<${{@[-1]}}>" }}
    """
    (folder / ".zshrc").write_text(setup)
    environment = os.environ | {"ZDOTDIR": str(folder), "TERM": "dumb"}
    controller, terminal = pty.openpty()
    shell = subprocess.Popen(
        ["zsh", "-d", "-i"], stdin=terminal, stdout=terminal, stderr=terminal, cwd=folder, env=environment
    )
    os.close(terminal)
    os.write(controller, f"{line}\t\nexit\n".encode())
    sent = read_terminal(controller)
    shell.wait(TIMEOUT)
    # First the line that was typed, then what the command says.
    _, _, told = sent.rpartition("<")
    return {told.partition(">")[0]}


every_shell = pytest.mark.parametrize("complete", [in_bash, in_fish, in_zsh], ids=["bash", "fish", "zsh"])


@every_shell
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("charidice opt", "options"),
        ("charidice --lang d", "de"),
        ("charidice replay --form nota", "notation"),
        ("charidice completion zs", "zsh"),
        ("charidice replay game-o", "game-one.json"),
        ("charidice review game-o", "game-one.json"),
        ("charidice play --resume game-o", "game-one.json"),
        ("charidice solve --out tab", "tables"),
        ("charidice play --bot spar", "sparrow"),
        ("charidice play --bot my", "my_bot.py"),
        ("charidice simulate squi", "squirrel"),
        ("charidice simulate fox my", "my_bot.py"),
        ("charidice check-bot my", "my_bot.py"),
        ("charidice tables rem", "remove"),
        ("charidice restore game-o", "game-one.json"),
        ("charidice options --fr", "--free-giving"),
        ("charidice options B1 B2 --fr", "--free-giving"),
        ("charidice play Anna --late", "--late-asking"),
        ("charidice serve --wor", "--workers"),
        ("charidice mcp --bot spar", "sparrow"),
        ("charidice mcp --result game-o", "game-one.json"),
    ],
)
def test_the_shell_completes(folder: Path, complete: Complete, line: str, offered: str) -> None:
    assert {offer.rstrip("/") for offer in complete(folder, line)} == {offered}


@pytest.mark.parametrize("complete", [in_bash, in_fish], ids=["bash", "fish"])
def test_only_python_files_and_folders_may_hold_a_bot(folder: Path, complete: Complete) -> None:
    (folder / "my_notes.txt").touch()
    (folder / "my_bots").mkdir()
    assert {offer.rstrip("/") for offer in complete(folder, "charidice play --bot my")} == {"my_bot.py", "my_bots"}


@pytest.mark.parametrize("complete", [in_bash, in_fish], ids=["bash", "fish"])
def test_all_that_fits_is_offered(folder: Path, complete: Complete) -> None:
    assert {"sparrow", "squirrel", "magpie", "fox", "owl", "my_bot.py"} <= complete(folder, "charidice play --bot ")
    assert {"play", "simulate", "check-bot", "completion"} <= complete(folder, "charidice ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_can_read_its_script(folder: Path, shell: str, language: str) -> None:
    path = script(folder, shell, language)
    done = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True, timeout=TIMEOUT)
    assert (done.returncode, done.stderr) == (0, "")
