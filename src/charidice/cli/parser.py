"""All commands in one table, and the parser of their arguments, with help and errors in the player's language."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from charidice import __version__
from charidice.cli import arguments
from charidice.messages import LANGUAGES, Catalog
from charidice.rules.errors import Refused


class Command(NamedTuple):
    name: str
    add_arguments: Callable[[argparse.ArgumentParser, Catalog], None]
    run: str
    """The module of this package and its function, imported only to run: NumPy and the web framework load slowly."""


COMMANDS = (
    Command("serve", arguments.add_serve, "serve:on_a_server"),
    Command("tables", arguments.add_tables, "tables:tables"),
    Command("backup", arguments.add_backup, "databases:backup"),
    Command("restore", arguments.add_backup, "databases:restore"),
    Command("move-database", arguments.add_move_database, "databases:move_database"),
    Command("play", arguments.add_play, "play:play"),
    Command("dice", arguments.add_dice, "dice:dice"),
    Command("options", arguments.add_options, "options:show_options"),
    Command("rules", arguments.add_rules, "rules:rules"),
    Command("replay", arguments.add_replay, "replay:replay"),
    Command("verify", arguments.add_file, "replay:verify"),
    Command("value", arguments.add_value, "value:value"),
    Command("hint", arguments.add_hint, "hint:hint"),
    Command("review", arguments.add_review, "review:review"),
    Command("history", arguments.add_history, "history:history"),
    Command("sheet", arguments.add_sheet, "paper:sheet"),
    Command("picture", arguments.add_picture, "paper:picture"),
    Command("solve", arguments.add_solve, "solve:solve_tables"),
    Command("study", arguments.add_study, "study:study"),
    Command("simulate", arguments.add_simulate, "simulate:simulate"),
    Command("check-bot", arguments.add_check_bot, "check_bot:check_bot"),
    Command("mcp", arguments.add_mcp, "mcp:mcp"),
    Command("agents", arguments.add_agents, "agents:agents"),
    Command("exercises", arguments.add_exercises, "exercises:exercises"),
    Command("conformance", arguments.add_conformance, "exercises:conformance"),
    Command("docs", arguments.add_docs, "serve:documentation"),
    Command("completion", arguments.add_completion, "completion:completion"),
)
WITHOUT_COMMAND = "serve:at_home"
# Switches of the game in the browser, and those that may also precede a command.
BROWSER_SWITCHES = ("host", "port", "db", "no_browser", "lan")
SWITCHES_BEFORE: dict[str | None, tuple[str, ...]] = {
    None: BROWSER_SWITCHES,
    "serve": ("host", "port", "db"),
    "docs": BROWSER_SWITCHES,
    **dict.fromkeys(("tables", "backup", "restore"), ("db",)),
}


def asked_language(words: Sequence[str]) -> str | None:
    """The language of --lang, needed before the arguments are parsed because help and errors are in it too."""
    asked = None
    for word, following in pairwise([*words, ""]):
        if word == "--":
            break
        if word == "--lang":
            asked = following
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    if asked is not None and asked not in LANGUAGES:
        raise Refused("unknown-language", text=asked, allowed=LANGUAGES)
    return asked


class Parser(argparse.ArgumentParser):
    """An argument parser with the texts of a catalog and without abbreviated switches."""

    texts: Catalog

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        hint = self.texts.say("cli.error.try-help", program=self.prog)
        self.exit(2, f"{self.texts.say('cli.error', program=self.prog, message=message)}\n{hint}\n")


def parser(texts: Catalog) -> Parser:
    """The parser of all commands; without one, the game opens in the browser."""
    _translate_argparse(texts)
    Parser.texts = texts
    say = texts.say
    common = Parser(add_help=False)
    common.add_argument("--lang", choices=LANGUAGES, metavar="LANG", help=say("cli.lang"))
    common.add_argument("-h", "--help", action="help", help=say("cli.help"))

    root = Parser(
        prog="charidice",
        description=say("cli.about"),
        epilog=f"{say('cli.exit-codes')} {say('cli.unofficial')}",
        parents=[common],
        add_help=False,
    )
    root.add_argument("--version", action="version", version=f"charidice {__version__}", help=say("cli.version"))
    where = root.add_mutually_exclusive_group()
    where.add_argument("--lan", action="store_true", help=say("cli.lan"))
    arguments.add_listening(root, where, texts, None)
    root.add_argument("--no-browser", action="store_true", help=say("cli.no-browser"))
    root.set_defaults(run=WITHOUT_COMMAND)
    commands = root.add_subparsers(title=say("cli.commands"), metavar="COMMAND", dest="command")

    for command in COMMANDS:
        about = say(f"cli.{command.name}")
        added = commands.add_parser(command.name, help=about, description=about, parents=[common], add_help=False)
        command.add_arguments(added, texts)
        added.set_defaults(run=command.run)
    _translate_values([root, *commands.choices.values()], texts)
    return root


def check_switches(root: Parser, options: argparse.Namespace) -> None:
    """Exit with an error if a command was given a switch of the game in the browser, which it would ignore."""
    taken = SWITCHES_BEFORE.get(options.command, ())
    for name in BROWSER_SWITCHES:
        if name not in taken and getattr(options, name) not in (None, False):
            message = root.texts.say("cli.error.not-together", text=options.command)
            root.error(root.texts.say("cli.error.at", argument=f"--{name.replace('_', '-')}", message=message))


def _translate_values(commands: Iterable[argparse.ArgumentParser], texts: Catalog) -> None:
    """Translate the placeholders of values in the help, like FILE; commands share some switches."""
    for action in {action for command in commands for action in command._actions}:
        if isinstance(action.metavar, str):
            action.metavar = texts.say(f"cli.metavar.{action.metavar.lower()}")


def _translate_argparse(texts: Catalog) -> None:
    """Translate the texts of argparse itself, which looks each of them up by the name `_`."""
    say = texts.say
    translations = {
        "usage: ": say("cli.usage"),
        "options": say("cli.switches"),
        "positional arguments": say("cli.arguments"),
        "unrecognized arguments: %s": say("cli.error.unknown-argument", text="%s"),
        "the following arguments are required: %s": say("cli.error.missing", text="%s"),
        "expected one argument": say("cli.error.needs-value"),
        "expected at least one argument": say("cli.error.needs-value"),
        "invalid choice: %(value)r (choose from %(choices)s)": say(
            "cli.error.not-a-choice", text="%(value)s", choices="%(choices)s"
        ),
        "not allowed with argument %s": say("cli.error.not-together", text="%s"),
        "ignored explicit argument %r": say("cli.error.takes-no-value", text="%s"),
        "argument %(argument_name)s: %(message)s": say(
            "cli.error.at", argument="%(argument_name)s", message="%(message)s"
        ),
    }
    vars(argparse)["_"] = lambda text: translations.get(text, text)
