"""`charidice completion`: scripts for bash, zsh and fish that also complete files, folders and bots."""

import argparse
import shlex
from collections.abc import Iterator

import shtab

from charidice.cli.arguments import BOT_NAMES
from charidice.cli.exit_codes import OK
from charidice.cli.parser import Parser, parser
from charidice.messages import Catalog
from charidice.strategy.bots.external import installed_bots

# By the names of the arguments.
FILES = frozenset({"file", "save", "resume", "html", "parquet", "db", "source", "target", "result", "client"})
FOLDERS = frozenset({"out", "solution"})
BOTS = frozenset({"bot", "bots", "contestants"})

# Without an action for an argument, zsh would offer no switches in its place either.
NOTHING = {"zsh": "_nothing"}


def bot_or_file() -> dict[str, object]:
    """A bot of ours, an installed one, or a file with one. For bash, shtab recognises files by the function's name."""
    names = " ".join((*BOT_NAMES, *map(shlex.quote, installed_bots())))
    return {
        "bash": "_charidice_bot_files",
        "zsh": "_charidice_bots",
        "fish": "(_charidice_bots)",
        "preamble": {
            "bash": f"""
_charidice_bot_files() {{
  compgen -W {shlex.quote(names)} -- "$1"
  compgen -f -X '!*.py' -- "$1"
  compgen -d -- "$1"
}}
""",
            "zsh": f"""
_charidice_bots() {{
  _alternative {shlex.quote(f"bots:bot:({names})")} 'files:file:_files -g "*.py"'
}}
""",
            "fish": f"""
function _charidice_bots
  printf '%s\\n' {names}
  # It offers other files, too, only later in the list.
  __fish_complete_suffix .py | string match --regex '^[^\\t]*(?:\\.py|/)(?:\\t.*)?$'
end
""",
        },
    }


def completion(options: argparse.Namespace, texts: Catalog) -> int:
    print(script(parser(texts), options.shell))
    return OK


def script(root: Parser, shell: str) -> str:
    offered = {FILES: shtab.FILE, FOLDERS: shtab.DIRECTORY, BOTS: bot_or_file()}
    for action in _arguments(root):
        known = next((what for names, what in offered.items() if action.dest in names), None)
        if known or not (action.option_strings or action.choices):
            vars(action)["complete"] = known or NOTHING
    written = str(shtab.complete(root, shell))
    # shtab writes "any number of arguments" so that zsh would offer nothing else.
    return written.replace('"(*)::', '"*:').replace('"(*):', '"*:') if shell == "zsh" else written


def _arguments(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for subcommand in action.choices.values():
                yield from _arguments(subcommand)
        else:
            yield action
