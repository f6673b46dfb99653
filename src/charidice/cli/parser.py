"""The arguments of every command, with help and errors in the player's language."""

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from charidice import __version__
from charidice.messages import LANGUAGES, Catalog
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.ruleset import ROUNDS, Ruleset
from charidice.strategy.bots.external import THINK_TIME
from charidice.strategy.bots.levels import LEVELS, RESEARCH
from charidice.strategy.tables.names import TABLES

FORMS = ("notation", "json", "position")
BOT_NAMES = (*LEVELS, *RESEARCH)
OBJECTIVES = ("victory", "lead", "points", "target", "charity")
STAGES = range(1, 5)
SUBJECTS = ("gift", "combinations", "giving")
SHELLS = ("bash", "zsh", "fish")
HOST = "127.0.0.1"
PORT = 8166
MOST_PORTS = 65535
UNFINISHED_DAYS = 30
MOST_SECONDS = 86400
# What the game in the browser takes, and no other command; the first three may stand before or after `serve`.
BROWSER_SWITCHES = ("host", "port", "db", "no_browser", "lan")
SERVER_SWITCHES = BROWSER_SWITCHES[:3]


def asked_language(words: Sequence[str]) -> str | None:
    """The language of --lang, needed before the arguments are read, since it is also that of the help."""
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
    """An argument parser that speaks the language of a catalog, and takes no switch cut short."""

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
    _add_listening(root, where, texts, None)
    root.add_argument("--no-browser", action="store_true", help=say("cli.no-browser"))
    commands = root.add_subparsers(title=say("cli.commands"), metavar="COMMAND", dest="command")

    def command(name: str) -> Parser:
        about = say(f"cli.{name}")
        return commands.add_parser(name, help=about, description=about, parents=[common], add_help=False)

    _add_serve(command("serve"), texts)
    _add_play(command("play"), texts)
    _add_options(command("options"), texts)
    rules = command("rules")
    rules.add_argument("--markdown", action="store_true", help=say("cli.markdown"))
    replay = command("replay")
    replay.add_argument("file", metavar="FILE", help=say("cli.file"))
    replay.add_argument("--form", choices=FORMS, metavar="FORM", help=say("cli.form"))
    replay.add_argument("--spoken", action="store_true", help=say("cli.spoken"))
    command("verify").add_argument("file", metavar="FILE", help=say("cli.file"))
    _add_value(command("value"), texts)
    _add_hint(command("hint"), texts)
    _add_review(command("review"), texts)
    _add_solve(command("solve"), texts)
    subjects = say("cli.subject", subjects=", ".join(SUBJECTS))
    command("study").add_argument("subject", choices=SUBJECTS, metavar="SUBJECT", help=subjects)
    _add_simulate(command("simulate"), texts)
    _add_check_bot(command("check-bot"), texts)
    completion = command("completion")
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=say("cli.shell"))
    _translate_values([root, *commands.choices.values()], texts)
    return root


def check_switches(root: Parser, options: argparse.Namespace) -> None:
    """End with an error if a command was given a switch of the game in the browser, which it would not heed."""
    heeded = {None: BROWSER_SWITCHES, "serve": SERVER_SWITCHES}.get(options.command, ())
    for name in BROWSER_SWITCHES:
        if name not in heeded and getattr(options, name) not in (None, False):
            message = root.texts.say("cli.error.not-together", text=options.command)
            root.error(root.texts.say("cli.error.at", argument=f"--{name.replace('_', '-')}", message=message))


def _add_listening(command: Parser, where: argparse._ActionsContainer, texts: Catalog, default: str | None) -> None:
    say, port = texts.say, _port(texts)
    where.add_argument("--host", default=default, metavar="ADDRESS", help=say("cli.host", host=HOST))
    command.add_argument("--port", type=port, default=default, metavar="N", help=say("cli.port", port=PORT))
    command.add_argument("--db", type=Path, default=default, metavar="FILE", help=say("cli.db"))


def _add_serve(serve: Parser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    serve.add_argument("--url", type=_web_address(texts), metavar="URL", help=say("cli.url"))
    # Left out, they are what stands before the command.
    _add_listening(serve, serve, texts, argparse.SUPPRESS)
    serve.add_argument("--proxy", default=HOST, metavar="ADDRESS", help=say("cli.proxy", host=HOST))
    days = say("cli.keep-unfinished", days=UNFINISHED_DAYS)
    serve.add_argument("--keep-unfinished", type=number, default=UNFINISHED_DAYS, metavar="DAYS", help=days)
    serve.add_argument("--keep-finished", type=number, metavar="DAYS", help=say("cli.keep-finished"))


def _add_play(play: Parser, texts: Catalog) -> None:
    say = texts.say
    play.add_argument("names", nargs="*", metavar="NAME", help=say("cli.names"))
    _add_bot(play, texts, say("cli.bot", bots=", ".join(BOT_NAMES)))
    _add_think_time(play, texts)
    play.add_argument("--my-dice", action="store_true", help=say("cli.my-dice"))
    play.add_argument("--words", action="store_true", help=say("cli.words"))
    play.add_argument("--spoken", action="store_true", help=say("cli.spoken"))
    _add_rounds(play, texts)
    _add_house_rules(play, texts)
    play.add_argument("--resume", nargs="?", const="", metavar="FILE", help=say("cli.resume"))
    play.add_argument("--save", type=Path, metavar="FILE", help=say("cli.save"))


def _add_bot(command: Parser, texts: Catalog, about: str) -> None:
    name = _bot_name(texts)
    command.add_argument("--bot", action="append", type=name, default=[], dest="bots", metavar="BOT", help=about)


def _add_think_time(command: Parser, texts: Catalog) -> None:
    about = texts.say("cli.think-time", seconds=f"{THINK_TIME:g}")
    command.add_argument("--think-time", type=_seconds(texts), default=THINK_TIME, metavar="N", help=about)


def _add_options(options: Parser, texts: Catalog) -> None:
    options.add_argument("roll", nargs="+", metavar="FACE", help=texts.say("cli.roll"))
    options.add_argument("--json", action="store_true", help=texts.say("cli.json"))
    _add_house_rules(options, texts)


def _add_value(value: Parser, texts: Catalog) -> None:
    say = texts.say
    value.add_argument("position", nargs="?", metavar="POSITION", help=say("cli.position"))
    value.add_argument(
        "--objective", choices=OBJECTIVES, default=OBJECTIVES[0], metavar="NAME", help=say("cli.objective")
    )
    value.add_argument("--target", type=_whole_number(texts, least=1), metavar="N", help=say("cli.target"))
    value.add_argument("--moves", action="store_true", help=say("cli.moves"))
    value.add_argument("--json", action="store_true", help=say("cli.json"))
    value.add_argument("--solution", metavar="FOLDER", help=say("cli.solution"))


def _add_review(review: Parser, texts: Catalog) -> None:
    review.add_argument("file", metavar="FILE", help=texts.say("cli.file"))
    forms = review.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=texts.say("cli.json"))
    forms.add_argument("--html", type=Path, metavar="FILE", help=texts.say("cli.html"))


def _add_hint(hint: Parser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    hint.add_argument("position", metavar="POSITION", help=say("cli.hint.position"))
    hint.add_argument("--stage", type=number, choices=STAGES, metavar="N", help=say("cli.hint.stage"))
    hint.add_argument("--player", type=number, metavar="N", help=say("cli.hint.player"))
    hint.add_argument("--json", action="store_true", help=say("cli.json"))
    hint.add_argument("--spoken", action="store_true", help=say("cli.spoken"))


def _add_solve(solve: Parser, texts: Catalog) -> None:
    tables = texts.say("cli.tables", tables=", ".join(TABLES))
    solve.add_argument("tables", nargs="*", type=_table(texts), metavar="TABLE", help=tables)
    solve.add_argument("--out", default=".", metavar="FOLDER", help=texts.say("cli.out"))
    solve.add_argument("--processes", type=_whole_number(texts, least=1), metavar="N", help=texts.say("cli.processes"))
    _add_rounds(solve, texts)
    _add_house_rules(solve, texts)


def _add_simulate(simulate: Parser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    simulate.add_argument(
        "contestants", nargs="*", type=_bot_name(texts), metavar="BOT", help=say("cli.bots", bots=", ".join(BOT_NAMES))
    )
    _add_bot(simulate, texts, say("cli.bot-too"))
    simulate.add_argument("--games", type=number, default=1000, metavar="N", help=say("cli.games"))
    simulate.add_argument("--seed", type=number, default=1, metavar="N", help=say("cli.seed"))
    simulate.add_argument("--deal", type=_whole_number(texts), metavar="N", help=say("cli.deal"))
    _add_think_time(simulate, texts)
    simulate.add_argument("--processes", type=number, metavar="N", help=say("cli.processes"))
    simulate.add_argument("--json", action="store_true", help=say("cli.json"))
    simulate.add_argument("--csv", action="store_true", help=say("cli.csv"))
    simulate.add_argument("--parquet", type=Path, metavar="FILE", help=say("cli.parquet"))
    simulate.add_argument("--cluster", metavar="ADDRESS", help=say("cli.cluster"))
    _add_rounds(simulate, texts)
    _add_house_rules(simulate, texts)


def _add_check_bot(check: Parser, texts: Catalog) -> None:
    say = texts.say
    check.add_argument("bot", metavar="BOT", help=say("cli.check-bot.bot"))
    check.add_argument("--seed", type=_whole_number(texts, least=1), default=1, metavar="N", help=say("cli.seed"))
    _add_think_time(check, texts)


def _add_rounds(command: Parser, texts: Catalog) -> None:
    number = _whole_number(texts)
    command.add_argument("--rounds", type=number, default=ROUNDS, metavar="N", help=texts.say("cli.rounds"))
    command.add_argument("--late-asking", action="store_true", help=texts.say("cli.late-asking"))


def _add_house_rules(command: Parser, texts: Catalog) -> None:
    """What decides the ways to score: the dice set, and whether giving is free."""
    dice_set = _dice_set(texts)
    command.add_argument("--dice", type=dice_set, default=STANDARD_DICE, metavar="DICE", help=texts.say("cli.layout"))
    command.add_argument("--free-giving", action="store_true", help=texts.say("cli.free-giving"))


def ruleset_of(options: argparse.Namespace) -> Ruleset:
    """The house rules that were asked for."""
    return Ruleset(options.rounds, options.free_giving, options.late_asking)


def rule_words(options: argparse.Namespace) -> list[str]:
    """What asks for the same house rules and dice again."""
    words = [] if options.rounds == ROUNDS else ["--rounds", str(options.rounds)]
    words += [f"--{name.replace('_', '-')}" for name in ("free_giving", "late_asking") if getattr(options, name)]
    return words if options.dice == STANDARD_DICE else [*words, "--dice", str(options.dice)]


def _bot_name(texts: Catalog) -> Callable[[str], str]:
    """A bot by its own name, by the one it has in this language, or a file of one's own."""
    names = {texts.say(f"bot.{level}").casefold(): level for level in LEVELS}
    return lambda text: names.get(text.casefold(), text)


def _seconds(texts: Catalog) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            seconds = float(text.replace(",", "."))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= MOST_SECONDS:
            raise argparse.ArgumentTypeError(texts.say("cli.error.not-seconds", text=text, most=MOST_SECONDS))
        return seconds

    return read


def _whole_number(texts: Catalog, least: int = 0) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal():
            raise argparse.ArgumentTypeError(texts.say("cli.error.not-a-number", text=text))
        if int(text) < least:
            raise argparse.ArgumentTypeError(texts.say("cli.error.too-small", text=text, least=least))
        return int(text)

    return read


def _port(texts: Catalog) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) > MOST_PORTS:
            raise argparse.ArgumentTypeError(texts.say("cli.error.not-a-port", text=text))
        return int(text)

    return read


def _web_address(texts: Catalog) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not re.fullmatch(r"https?://([\w.-]+|\[[\da-f:]+\])(:\d+)?/?", text, re.IGNORECASE):
            raise argparse.ArgumentTypeError(texts.say("cli.error.not-an-address", text=text))
        return text.rstrip("/")

    return read


def _table(texts: Catalog) -> Callable[[str], str]:
    """argparse cannot do it by `choices`: it would refuse an empty list."""

    def read(text: str) -> str:
        if text not in TABLES:
            raise argparse.ArgumentTypeError(texts.say("cli.error.not-a-choice", text=text, choices=", ".join(TABLES)))
        return text

    return read


def _dice_set(texts: Catalog) -> Callable[[str], DiceSet]:
    def read(text: str) -> DiceSet:
        try:
            return DiceSet.read(text)
        except Refused as refused:
            raise argparse.ArgumentTypeError(texts.refusal(refused)) from refused

    return read


def _translate_values(commands: Iterable[argparse.ArgumentParser], texts: Catalog) -> None:
    """What stands for a value in the help, like FILE, in this language; some switches are shared by all commands."""
    for action in {action for command in commands for action in command._actions}:
        if isinstance(action.metavar, str):
            action.metavar = texts.say(f"cli.metavar.{action.metavar.lower()}")


def _translate_argparse(texts: Catalog) -> None:
    """Let argparse say its own few texts in this language: it looks each of them up by the name `_`."""
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
