"""The parser of all commands and their arguments, with help and errors in the player's language."""

import argparse
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, NoReturn

from charidice import __version__
from charidice.cli.arguments import add_listening, not_a_choice
from charidice.cli.commands import BROWSER_SWITCHES, COMMANDS, GROUPS, WITHOUT_COMMAND, Command
from charidice.messages import LANGUAGES, Catalog
from charidice.rules.errors import Refused


def asked_language(arguments: Sequence[str]) -> str | None:
    """The language of --lang, needed before the arguments are parsed because help and errors are in it too."""
    asked = None
    for word, following in pairwise([*arguments, ""]):
        if word == "--":
            break
        if word == "--lang":
            asked = following
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    if asked is not None and asked not in LANGUAGES:
        raise Refused("unknown-language", text=asked, allowed=LANGUAGES)
    return asked


class HelpFormatter(argparse.HelpFormatter):
    """Lists the commands below a command without a line for their placeholder."""

    def _format_action(self, action: argparse.Action) -> str:
        if isinstance(action, argparse._SubParsersAction):
            return "".join(map(self._format_action, action._get_subactions()))
        return super()._format_action(action)


class Parser(argparse.ArgumentParser):
    """An argument parser with the texts of a catalog, suggestions and examples, and without abbreviated switches."""

    texts: Catalog
    examples: tuple[str, ...] = ()
    command: Command | None = None
    """The command whose arguments are not added yet."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=HelpFormatter, add_help=False, allow_abbrev=False)

    def parse_known_args(self, args: Any = None, namespace: Any = None, *more: Any) -> Any:
        self.complete()
        return super().parse_known_args(args, namespace, *more)

    def complete(self) -> None:
        """Add the arguments of the command."""
        if self.command:
            command, self.command = self.command, None
            command.function(command.add_arguments)(self, self.texts)
            self.add_common()

    def add_common(self) -> None:
        """Add the switches of all commands, and translate the placeholders of values, like FILE."""
        say = self.texts.say
        self.add_argument("-h", "--help", action="help", help=say("cli.switch.help"))
        self.add_argument("--lang", choices=LANGUAGES, metavar="LANG", help=say("cli.lang"))
        for action in self._actions:
            if isinstance(action.metavar, str) and not isinstance(action, argparse._SubParsersAction):
                # The English one, for completion.
                vars(action)["kind"] = action.metavar
                action.metavar = say(f"cli.metavar.{action.metavar.lower()}")

    def error(self, message: str) -> NoReturn:
        hint = self.texts.say("cli.error.try-help", program=self.prog)
        self.exit(2, f"{self.texts.say('cli.error', program=self.prog, message=message)}\n{hint}\n")

    def format_help(self) -> str:
        lines = (f"  charidice {example}" for example in self.examples)
        return super().format_help() + "\n".join(("", f"{self.texts.say('cli.examples')}:", *lines, ""))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, not_a_choice(self.texts, str(value), action.choices))


class Program(Parser):
    """The parser of the program, whose help has the commands in groups."""

    commands: "argparse._SubParsersAction[Parser]"
    by_name: dict[str, Parser]
    """All parsers; the name of this one is empty."""

    def format_help(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        lines = {line.dest: line for line in self.commands._get_subactions()}
        for group, commands in GROUPS.items():
            formatter.start_section(self.texts.say(f"cli.group.{group}"))
            formatter.add_arguments(lines[name] for name in dict.fromkeys(each.name.split()[0] for each in commands))
            formatter.end_section()
        formatter.start_section(self._optionals.title)
        formatter.add_arguments(self._optionals._group_actions)
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


def parser(texts: Catalog, on_demand: bool = False) -> Program:
    """The parser of all commands; without one, the game opens in the browser.

    `on_demand`: a command has its arguments only once it is named.
    """
    _translate_argparse(texts)
    Parser.texts = texts
    say = texts.say
    root = Program(
        prog="charidice", description=say("cli.about"), epilog=f"{say('cli.exit-codes')} {say('cli.unofficial')}"
    )
    where = root.add_mutually_exclusive_group()
    where.add_argument("--lan", action="store_true", help=say("cli.lan"))
    add_listening(root, where, texts, None)
    root.add_argument("--no-browser", action="store_true", help=say("cli.no-browser"))
    root.add_argument("--version", action="version", version=f"charidice {__version__}", help=say("cli.version"))
    root.add_common()
    root.set_defaults(command=WITHOUT_COMMAND)
    titles: dict[str, Any] = {"title": say("cli.commands"), "metavar": say("cli.metavar.command")}
    root.commands = root.add_subparsers(**titles, parser_class=Parser)
    root.by_name = {"": root}
    below = {"": root.commands}

    def add(name: str) -> Parser:
        group, _, last = name.rpartition(" ")
        if group not in root.by_name:
            add(group).add_common()
        if group not in below:
            below[group] = root.by_name[group].add_subparsers(**titles, required=group not in COMMANDS)
        about = say(f"cli.{name.replace(' ', '.')}")
        sentence = f"{about[0].upper()}{about[1:]}."
        root.by_name[name] = added = below[group].add_parser(last, help=about, description=sentence)
        # Of a group, the examples of its commands.
        added.examples = tuple(e.examples[0] for e in COMMANDS.values() if e.name.rpartition(" ")[0] == name)
        return added

    for command in COMMANDS.values():
        added = add(command.name)
        added.command, added.examples = command, command.examples
        added.set_defaults(command=command)
        if not on_demand:
            added.complete()
    return root


def parse(root: Program, arguments: Sequence[str]) -> argparse.Namespace:
    """The options; exits with an error if a switch is unknown, or would be ignored by this command."""
    options: argparse.Namespace
    options, unknown = root.parse_known_args(arguments)
    command = root.by_name[options.command.name]
    if unknown:
        switches = {switch.lstrip("-"): switch for action in command._actions for switch in action.option_strings}
        mistyped = unknown[0].partition("=")[0].lstrip("-") if unknown[0].startswith("-") else ""
        text = " ".join(unknown)
        if nearest := get_close_matches(mistyped, switches, 1):
            command.error(root.texts.say("cli.error.mistyped-argument", text=text, nearest=switches[nearest[0]]))
        command.error(root.texts.say("cli.error.unknown-argument", text=text))
    for name in BROWSER_SWITCHES:
        if name not in options.command.before and getattr(options, name) not in (None, False):
            message = root.texts.say("cli.error.not-together", text=options.command.name)
            root.error(root.texts.say("cli.error.at", argument=f"--{name.replace('_', '-')}", message=message))
    return options


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
        "not allowed with argument %s": say("cli.error.not-together", text="%s"),
        "ignored explicit argument %r": say("cli.error.takes-no-value", text="%s"),
        "argument %(argument_name)s: %(message)s": say(
            "cli.error.at", argument="%(argument_name)s", message="%(message)s"
        ),
    }
    vars(argparse)["_"] = lambda text: translations.get(text, text)
