"""Arguments that several commands share, and how their values are read."""

import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace, _ActionsContainer
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from charidice.box.saved import dice_file, read_dice_set
from charidice.messages import Catalog
from charidice.record import GameRecord, load
from charidice.record.files import read_record
from charidice.record.game import RECORD_LIMIT
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.ruleset import ROUNDS, Ruleset
from charidice.strategy.bots.external import THINK_TIME
from charidice.strategy.bots.levels import LEVELS, RESEARCH

BOT_NAMES = (*LEVELS, *RESEARCH)
OBJECTIVES = ("victory", "lead", "points", "target", "charity")
HOST = "127.0.0.1"
PORT = 8166
MOST_PORTS = 65535
MOST_SECONDS = 86400


def add_listening(command: ArgumentParser, where: _ActionsContainer, texts: Catalog, default: str | None) -> None:
    say = texts.say
    where.add_argument("--host", default=default, metavar="ADDRESS", help=say("cli.host", host=HOST))
    command.add_argument(
        "--port", type=port_number(texts), default=default, metavar="N", help=say("cli.port", port=PORT)
    )
    add_db(command, say("cli.database"), default)


def add_db(command: ArgumentParser, about: str, default: str | None) -> None:
    command.add_argument("--db", default=default, metavar="DATABASE", help=about)


def add_switches(command: _ActionsContainer, texts: Catalog, *names: str) -> None:
    for name in names:
        command.add_argument(f"--{name}", action="store_true", help=texts.say(f"cli.{name}"))


def add_seed(command: ArgumentParser, texts: Catalog, default: int | None = 1) -> None:
    number = whole_number(texts, least=1)
    command.add_argument("--seed", type=number, default=default, metavar="N", help=texts.say("cli.seed"))


def add_json_below(command: ArgumentParser, texts: Catalog) -> None:
    """Without a default, since the same switch may precede the last word of the command."""
    command.add_argument("--json", action="store_true", default=SUPPRESS, help=texts.say("cli.json"))


def add_bot(command: ArgumentParser, texts: Catalog, about: str) -> None:
    name = bot_reader(texts)
    command.add_argument("--bot", action="append", type=name, default=[], dest="bots", metavar="BOT", help=about)


def add_think_time(command: ArgumentParser, texts: Catalog) -> None:
    about = texts.say("cli.think-time", seconds=f"{THINK_TIME:g}")
    command.add_argument("--think-time", type=number_of_seconds(texts), default=THINK_TIME, metavar="N", help=about)


def add_file(command: ArgumentParser, texts: Catalog) -> None:
    command.add_argument("file", metavar="FILE", help=texts.say("cli.file"))


def add_objective(command: ArgumentParser, texts: Catalog) -> None:
    say, first = texts.say, OBJECTIVES[0]
    command.add_argument("--objective", choices=OBJECTIVES, default=first, metavar="NAME", help=say("cli.objective"))
    command.add_argument("--target", type=whole_number(texts, least=1), metavar="N", help=say("cli.target"))


def add_solution(command: ArgumentParser, texts: Catalog) -> None:
    command.add_argument("--solution", type=_absolute, metavar="FOLDER", help=texts.say("cli.solution"))


def _absolute(text: str) -> Path:
    """Child processes may have another current folder."""
    return Path(text).absolute()


def add_output(command: _ActionsContainer, about: str, metavar: str = "FILE", **settings: Any) -> None:
    command.add_argument("-o", "--output", type=Path, metavar=metavar, help=about, **settings)


def add_rounds(command: ArgumentParser, texts: Catalog) -> None:
    number = whole_number(texts)
    command.add_argument("--rounds", type=number, default=ROUNDS, metavar="N", help=texts.say("cli.rounds"))
    add_switches(command, texts, "late-asking")


def add_house_rules(command: ArgumentParser, texts: Catalog) -> None:
    """The dice set and free giving, which decide the ways to score."""
    dice_set = _dice_set(texts)
    command.add_argument("--dice", type=dice_set, default=STANDARD_DICE, metavar="DICE", help=texts.say("cli.layout"))
    add_switches(command, texts, "free-giving")


def ruleset_of(options: Namespace) -> Ruleset:
    return Ruleset(options.rounds, options.free_giving, options.late_asking)


def record_of(options: Namespace) -> GameRecord:
    """The record in the file that was named; `-` is standard input."""
    if options.file == "-":
        # One character more than allowed shows that the text is too long.
        return load(sys.stdin.read(RECORD_LIMIT + 1) if sys.stdin else "")
    return read_record(Path(options.file))


def rule_switches(options: Namespace) -> list[str]:
    """The switches that give the same house rules and dice again."""
    switches = [] if options.rounds == ROUNDS else ["--rounds", str(options.rounds)]
    switches += [f"--{name.replace('_', '-')}" for name in ("free_giving", "late_asking") if getattr(options, name)]
    return switches if options.dice == STANDARD_DICE else [*switches, "--dice", str(options.dice)]


def bot_reader(texts: Catalog) -> Callable[[str], str]:
    """A bot by its name, by its name in this language, or as FILE.py:Class."""
    names = {texts.say(f"bot.{level}").casefold(): level for level in LEVELS}
    return lambda text: names.get(text.casefold(), text)


def not_a_choice(texts: Catalog, text: str, choices: Iterable[object]) -> str:
    """Why a word is refused: with the nearest of the choices, or with all of them."""
    names = [str(choice) for choice in choices]
    if nearest := get_close_matches(text, names, 1):
        return texts.say("cli.error.mistyped", text=text, nearest=nearest[0])
    return texts.say("cli.error.not-a-choice", text=text, choices=texts.join(names, "list.or"))


def number_of_seconds(texts: Catalog) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            seconds = float(text.replace(",", "."))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= MOST_SECONDS:
            raise ArgumentTypeError(texts.say("cli.error.not-seconds", text=text, most=MOST_SECONDS))
        return seconds

    return read


def whole_number(texts: Catalog, least: int = 0) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal():
            raise ArgumentTypeError(texts.say("cli.error.not-a-number", text=text))
        if int(text) < least:
            raise ArgumentTypeError(texts.say("cli.error.too-small", text=text, least=least))
        return int(text)

    return read


def port_number(texts: Catalog) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) > MOST_PORTS:
            raise ArgumentTypeError(texts.say("cli.error.not-a-port", text=text))
        return int(text)

    return read


def _dice_set(texts: Catalog) -> Callable[[str], DiceSet]:
    def read(text: str) -> DiceSet:
        try:
            return read_dice_set(text, dice_file())
        except Refused as refused:
            raise ArgumentTypeError(texts.refusal(refused)) from refused

    return read
