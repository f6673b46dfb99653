"""`charidice completion` in the shells themselves: commands, switches, choices, files, folders and bots."""

import os
import pty
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from charidice.cli import completion
from charidice.cli.parser import parser
from charidice.messages import LANGUAGES, catalog

from ..waiting import PATIENCE
from .running import read_terminal

# What is offered for each line; one start of a shell for all of them.
Complete = Callable[[Path, list[str]], list[set[str]]]
END = "that is all"


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


def in_bash(folder: Path, lines: list[str]) -> list[set[str]]:
    # `complete -p` names the function that bash itself would call.
    calls = f"""
        source {script(folder, "bash")}
        function=$(complete -p charidice | sed 's/.*-F \\([^ ]*\\).*/\\1/')
    """
    for line in lines:
        words = [*line.split(), ""] if line.endswith(" ") else line.split()
        calls += f"""
            COMP_WORDS=({" ".join(map(repr, words))})
            COMP_CWORD={len(words) - 1}
            COMP_LINE={line!r}
            COMP_POINT=${{#COMP_LINE}}
            COMPREPLY=()
            "$function" charidice "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}"
            printf '%s\\n' "${{COMPREPLY[@]}}" {END!r}
        """
    return _offers(["bash", "--norc", "--noprofile", "-c", calls], folder)


def in_fish(folder: Path, lines: list[str]) -> list[set[str]]:
    calls = f"source {script(folder, 'fish')}\n" + "".join(f"complete -C {line!r}; echo {END}\n" for line in lines)
    found = _offers(["fish", "--no-config", "-c", calls], folder)
    return [{offer.split("\t")[0] for offer in offers} for offers in found]


def _offers(command: list[str], folder: Path) -> list[set[str]]:
    environment = os.environ | {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    done = subprocess.run(command, capture_output=True, cwd=folder, env=environment, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    return [set(offers.splitlines()) for offers in done.stdout.split(f"{END}\n")[:-1]]


def in_zsh(folder: Path, lines: list[str]) -> list[set[str]]:
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
    os.write(controller, "".join(f"{line}\t\n" for line in [*lines, "exit"]).encode())
    sent = read_terminal(controller)
    shell.wait(PATIENCE)
    return [{told} for told in re.findall(r"^<(.*)>\s*$", sent, re.MULTILINE)]


every_shell = pytest.mark.parametrize("complete", [in_bash, in_fish, in_zsh], ids=["bash", "fish", "zsh"])


OFFERED = {
    "charidice opt": "options",
    "charidice --lang d": "de",
    "charidice replay --form nota": "notation",
    "charidice completion zs": "zsh",
    "charidice replay game-o": "game-one.json",
    "charidice review game-o": "game-one.json",
    "charidice play --resume game-o": "game-one.json",
    "charidice solve -o tab": "tables",
    "charidice play --bot spar": "sparrow",
    "charidice play --bot my": "my_bot.py",
    "charidice simulate squi": "squirrel",
    "charidice simulate fox my": "my_bot.py",
    "charidice check-bot my": "my_bot.py",
    "charidice db tables rem": "remove",
    "charidice db restore game-o": "game-one.json",
    "charidice options --fr": "--free-giving",
    "charidice options B1 B2 --fr": "--free-giving",
    "charidice play Anna --late": "--late-asking",
    "charidice serve --wor": "--workers",
    "charidice mcp --bot spar": "sparrow",
    "charidice mcp -o game-o": "game-one.json",
}


@every_shell
def test_the_shell_completes(folder: Path, complete: Complete) -> None:
    offered = [{offer.rstrip("/") for offer in offers} for offers in complete(folder, [*OFFERED])]
    assert dict(zip(OFFERED, offered, strict=True)) == {line: {word} for line, word in OFFERED.items()}


@pytest.mark.parametrize("complete", [in_bash, in_fish], ids=["bash", "fish"])
def test_all_that_fits_is_offered(folder: Path, complete: Complete) -> None:
    (folder / "my_notes.txt").touch()
    (folder / "my_bots").mkdir()
    mine, bots, commands = complete(folder, [f"charidice {words}" for words in ("play --bot my", "play --bot ", "")])
    assert {offer.rstrip("/") for offer in mine} == {"my_bot.py", "my_bots"}, "Python files and folders"
    assert {"sparrow", "squirrel", "magpie", "fox", "owl", "my_bot.py"} <= bots
    assert {"play", "simulate", "check-bot", "completion"} <= commands


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_can_read_its_script(folder: Path, shell: str, language: str) -> None:
    path = script(folder, shell, language)
    done = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
