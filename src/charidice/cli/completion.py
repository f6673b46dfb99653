"""`charidice completion`: scripts for bash, zsh and fish that also complete files, folders and bots."""

import argparse
import shlex
from argparse import ArgumentParser

import shtab

from charidice.cli.arguments import BOT_NAMES
from charidice.cli.exit_codes import OK
from charidice.cli.parser import Program, parser
from charidice.messages import Catalog
from charidice.strategy.bots.external import installed_bots

SHELLS = ("bash", "zsh", "fish")
# By the placeholders of the values.
FILES = ("FILE", "DATABASE", "FROM", "TO", "COMMAND")
FOLDERS = ("FOLDER",)
BOTS = ("BOT",)

# Without an action for an argument, zsh would offer no switches in its place either.
NOTHING = {"zsh": "_nothing"}


def add_arguments(completion: ArgumentParser, texts: Catalog) -> None:
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=texts.say("cli.shell"))


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


def script(root: Program, shell: str) -> str:
    offered = {FILES: shtab.FILE, FOLDERS: shtab.DIRECTORY, BOTS: bot_or_file()}
    for action in (action for command in root.by_name.values() for action in command._actions):
        kind = vars(action).get("kind")
        known = next((what for kinds, what in offered.items() if kind in kinds), None)
        if isinstance(action, argparse._SubParsersAction):
            continue
        if known or not (action.option_strings or action.choices):
            vars(action)["complete"] = known or NOTHING
    written = str(shtab.complete(root, shell))
    # shtab writes "any number of arguments" so that zsh would offer nothing else.
    return written.replace('"(*)::', '"*:').replace('"(*):', '"*:') if shell == "zsh" else written
