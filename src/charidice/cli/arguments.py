"""The arguments of every command, and how their values are read."""

import re
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace, _ActionsContainer
from collections.abc import Callable, Sequence
from pathlib import Path

from charidice.messages import Catalog
from charidice.paper.names import PAPERS, PER_PAGE
from charidice.record import GameRecord, dump_json, dump_notation, load, write_position
from charidice.record.files import read_record
from charidice.record.game import RECORD_LIMIT
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.ruleset import PLAYERS, ROUNDS, Ruleset
from charidice.saved_dice import dice_file, read_dice
from charidice.strategy.bots.external import THINK_TIME
from charidice.strategy.bots.levels import LEVELS, RESEARCH
from charidice.strategy.tables.names import SEVERAL, TABLES

FORMS: dict[str, Callable[[GameRecord], str]] = {
    "notation": dump_notation,
    "json": dump_json,
    "position": lambda record: write_position(record.state) + "\n",
}
BOT_NAMES = (*LEVELS, *RESEARCH)
OBJECTIVES = ("victory", "lead", "points", "target", "charity")
STAGES = range(1, 5)
PLAYED_SUBJECTS = ("mistakes", "thumb", "rating")
SUBJECTS = ("gift", "combinations", "giving", "opening", "asking", "turn", "chances", *PLAYED_SUBJECTS)
PLOTTED_SUBJECTS = ("giving", "gift", "turn", "chances")
STUDY_GAMES = 2000
TABLE_ACTIONS = ("list", "show", "export", "remove")
DICE_ACTIONS = ("list", "show", "save", "remove")
SHELLS = ("bash", "zsh", "fish")
HOST = "127.0.0.1"
PORT = 8166
MOST_PORTS = 65535
UNFINISHED_DAYS = 30
SOCKETS = 100
NEW_TABLES = 60
MOST_SECONDS = 86400
AGENT_GAMES = 20
AGENTS_OPPONENT = "fox"


def add_listening(command: ArgumentParser, where: _ActionsContainer, texts: Catalog, default: str | None) -> None:
    say, port = texts.say, _port(texts)
    where.add_argument("--host", default=default, metavar="ADDRESS", help=say("cli.host", host=HOST))
    command.add_argument("--port", type=port, default=default, metavar="N", help=say("cli.port", port=PORT))
    _add_db(command, texts, default)


def _add_db(command: ArgumentParser, texts: Catalog, default: str | None) -> None:
    command.add_argument("--db", default=default, metavar="DATABASE", help=texts.say("cli.db"))


def add_serve(serve: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    serve.add_argument("--url", type=_web_address(texts), metavar="URL", help=say("cli.url"))
    # Without a default here, the same switch before the command counts.
    add_listening(serve, serve, texts, SUPPRESS)
    serve.add_argument("--workers", type=number, metavar="N", help=say("cli.workers"))
    serve.add_argument("--proxy", default=HOST, metavar="ADDRESS", help=say("cli.proxy", host=HOST))
    days = say("cli.keep-unfinished", days=UNFINISHED_DAYS)
    serve.add_argument("--keep-unfinished", type=number, default=UNFINISHED_DAYS, metavar="DAYS", help=days)
    serve.add_argument("--keep-finished", type=number, metavar="DAYS", help=say("cli.keep-finished"))
    tables = say("cli.tables-per-address", tables=NEW_TABLES)
    serve.add_argument("--tables-per-address", type=number, default=NEW_TABLES, metavar="N", help=tables)
    sockets = say("cli.sockets-per-address", sockets=SOCKETS)
    serve.add_argument("--sockets-per-address", type=number, default=SOCKETS, metavar="N", help=sockets)
    serve.add_argument("--bots", nargs="+", default=[], metavar="BOT", help=say("cli.serve.bots"))
    serve.add_argument("--metrics", type=_port(texts), metavar="N", help=say("cli.metrics"))


def add_backup(command: ArgumentParser, texts: Catalog) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help=texts.say("cli.backup.file"))
    _add_db(command, texts, SUPPRESS)


def add_move_database(move: ArgumentParser, texts: Catalog) -> None:
    for name in ("source", "target"):
        move.add_argument(name, metavar="DATABASE", help=texts.say(f"cli.move-database.{name}"))


def add_tables(tables: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    _add_action(tables, TABLE_ACTIONS, say("cli.tables.action", actions=", ".join(TABLE_ACTIONS)))
    tables.add_argument("tables", nargs="*", metavar="TABLE", help=say("cli.tables.tables"))
    tables.add_argument("--json", action="store_true", help=say("cli.json"))
    _add_db(tables, texts, SUPPRESS)


def _add_action(command: ArgumentParser, actions: Sequence[str], about: str) -> None:
    command.add_argument("action", nargs="?", choices=actions, default=actions[0], metavar="ACTION", help=about)


def add_dice(dice: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    _add_action(dice, DICE_ACTIONS, say("cli.dice.action", actions=", ".join(DICE_ACTIONS)))
    dice.add_argument("name", nargs="?", metavar="NAME", help=say("cli.dice.name"))
    dice.add_argument("layout", nargs="*", metavar="DICE", help=say("cli.dice.layout"))
    dice.add_argument("--json", action="store_true", help=say("cli.json"))


def add_play(play: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    play.add_argument("names", nargs="*", metavar="NAME", help=say("cli.names"))
    _add_bot(play, texts, say("cli.bot", bots=", ".join(BOT_NAMES)))
    _add_think_time(play, texts)
    play.add_argument("--my-dice", action="store_true", help=say("cli.my-dice"))
    play.add_argument("--words", action="store_true", help=say("cli.words"))
    play.add_argument("--spoken", action="store_true", help=say("cli.spoken"))
    _add_rounds(play, texts)
    _add_house_rules(play, texts)
    _add_solution(play, texts)
    play.add_argument("--resume", nargs="?", const="", metavar="FILE", help=say("cli.resume"))
    play.add_argument("--save", type=Path, metavar="FILE", help=say("cli.save"))


def _add_bot(command: ArgumentParser, texts: Catalog, about: str) -> None:
    name = _bot_name(texts)
    command.add_argument("--bot", action="append", type=name, default=[], dest="bots", metavar="BOT", help=about)


def _add_think_time(command: ArgumentParser, texts: Catalog) -> None:
    about = texts.say("cli.think-time", seconds=f"{THINK_TIME:g}")
    command.add_argument("--think-time", type=_seconds(texts), default=THINK_TIME, metavar="N", help=about)


def add_options(options: ArgumentParser, texts: Catalog) -> None:
    options.add_argument("roll", nargs="+", metavar="FACE", help=texts.say("cli.roll"))
    options.add_argument("--json", action="store_true", help=texts.say("cli.json"))
    _add_house_rules(options, texts)


def add_rules(rules: ArgumentParser, texts: Catalog) -> None:
    rules.add_argument("--markdown", action="store_true", help=texts.say("cli.markdown"))


def add_replay(replay: ArgumentParser, texts: Catalog) -> None:
    add_file(replay, texts)
    forms = replay.add_mutually_exclusive_group()
    forms.add_argument("--form", choices=FORMS, metavar="FORM", help=texts.say("cli.form"))
    forms.add_argument("--spoken", action="store_true", help=texts.say("cli.spoken"))


def add_file(command: ArgumentParser, texts: Catalog) -> None:
    command.add_argument("file", metavar="FILE", help=texts.say("cli.file"))


def _add_objective(command: ArgumentParser, texts: Catalog) -> None:
    say, first = texts.say, OBJECTIVES[0]
    command.add_argument("--objective", choices=OBJECTIVES, default=first, metavar="NAME", help=say("cli.objective"))
    command.add_argument("--target", type=_whole_number(texts, least=1), metavar="N", help=say("cli.target"))


def add_exercises(exercises: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    exercises.add_argument("--count", type=number, default=100, metavar="N", help=say("cli.exercises.count"))
    exercises.add_argument("--seed", type=number, default=1, metavar="N", help=say("cli.seed"))
    exercises.add_argument("--players", type=number, default=2, metavar="N", help=say("cli.exercises.players"))
    _add_objective(exercises, texts)
    _add_solution(exercises, texts)
    _add_rounds(exercises, texts)
    _add_house_rules(exercises, texts)


def add_conformance(conformance: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    conformance.add_argument("out", type=Path, metavar="FOLDER", help=say("cli.conformance.out"))
    conformance.add_argument("--count", type=number, default=40, metavar="N", help=say("cli.conformance.count"))
    conformance.add_argument("--seed", type=number, default=1, metavar="N", help=say("cli.seed"))


def add_value(value: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    value.add_argument("position", nargs="?", metavar="POSITION", help=say("cli.position"))
    _add_objective(value, texts)
    value.add_argument("--moves", action="store_true", help=say("cli.moves"))
    value.add_argument("--json", action="store_true", help=say("cli.json"))
    _add_solution(value, texts)


def _add_solution(command: ArgumentParser, texts: Catalog) -> None:
    command.add_argument("--solution", type=Path, metavar="FOLDER", help=texts.say("cli.solution"))


def add_history(history: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    history.add_argument("files", nargs="+", type=Path, metavar="FILE", help=say("cli.history.files"))
    forms = history.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=say("cli.json"))
    forms.add_argument("--csv", action="store_true", help=say("cli.csv"))
    _add_solution(history, texts)


def add_review(review: ArgumentParser, texts: Catalog) -> None:
    add_file(review, texts)
    forms = review.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=texts.say("cli.json"))
    forms.add_argument("--html", type=Path, metavar="FILE", help=texts.say("cli.html"))
    _add_solution(review, texts)


def add_sheet(sheet: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts)
    whose = sheet.add_mutually_exclusive_group()
    whose.add_argument("file", nargs="?", metavar="FILE", help=say("cli.sheet.file"))
    most = PLAYERS[-1]
    about = say("cli.players", players=most)
    whose.add_argument("--players", type=number, choices=PLAYERS, default=most, metavar="N", help=about)
    about = say("cli.paper", papers=", ".join(PAPERS))
    sheet.add_argument("--paper", choices=PAPERS, default=PAPERS[0], metavar="PAPER", help=about)
    sheet.add_argument("--per-page", type=number, choices=PER_PAGE, metavar="N", help=say("cli.per-page"))
    _add_output(sheet, say("cli.output"))


def add_picture(picture: ArgumentParser, texts: Catalog) -> None:
    add_file(picture, texts)
    _add_output(picture, texts.say("cli.picture.output"))


def _add_output(command: ArgumentParser, about: str) -> None:
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=about)


def add_hint(hint: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    hint.add_argument("position", metavar="POSITION", help=say("cli.hint.position"))
    hint.add_argument("--stage", type=number, choices=STAGES, metavar="N", help=say("cli.hint.stage"))
    hint.add_argument("--player", type=number, metavar="N", help=say("cli.hint.player"))
    forms = hint.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=say("cli.json"))
    forms.add_argument("--spoken", action="store_true", help=say("cli.spoken"))
    _add_solution(hint, texts)


def add_solve(solve: ArgumentParser, texts: Catalog) -> None:
    short = (f"{name} (= {' '.join(tables)})" for name, tables in SEVERAL.items())
    tables = texts.say("cli.solve.tables", tables=", ".join([*TABLES, *short]))
    solve.add_argument("tables", nargs="*", type=_table(texts), metavar="TABLE", help=tables)
    solve.add_argument("--out", default=".", metavar="FOLDER", help=texts.say("cli.out"))
    solve.add_argument("--processes", type=_whole_number(texts, least=1), metavar="N", help=texts.say("cli.processes"))
    solve.add_argument("--exact", type=Path, metavar="FOLDER", help=texts.say("cli.exact"))
    solve.add_argument("--cluster", metavar="ADDRESS", help=texts.say("cli.solve.cluster"))
    _add_rounds(solve, texts)
    _add_house_rules(solve, texts)


def add_study(study: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    subjects = say("cli.subject", subjects=", ".join(SUBJECTS))
    study.add_argument("subject", choices=SUBJECTS, metavar="SUBJECT", help=subjects)
    games = say("cli.study.games", games=STUDY_GAMES, subjects=", ".join(PLAYED_SUBJECTS))
    study.add_argument("--games", type=number, metavar="N", help=games)
    study.add_argument("--seed", type=number, metavar="N", help=say("cli.seed"))
    forms = study.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=say("cli.json"))
    forms.add_argument("--csv", action="store_true", help=say("cli.csv"))
    svg = say("cli.svg", subjects=", ".join(PLOTTED_SUBJECTS))
    forms.add_argument("--svg", type=Path, metavar="FILE", help=svg)


def add_simulate(simulate: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    simulate.add_argument(
        "contestants", nargs="*", type=_bot_name(texts), metavar="BOT", help=say("cli.bots", bots=", ".join(BOT_NAMES))
    )
    _add_bot(simulate, texts, say("cli.bot-too"))
    simulate.add_argument("--games", type=number, default=1000, metavar="N", help=say("cli.games"))
    simulate.add_argument("--round-robin", action="store_true", help=say("cli.round-robin"))
    simulate.add_argument("--seed", type=number, default=1, metavar="N", help=say("cli.seed"))
    simulate.add_argument("--deal", type=_whole_number(texts), metavar="N", help=say("cli.deal"))
    _add_think_time(simulate, texts)
    simulate.add_argument("--processes", type=number, metavar="N", help=say("cli.processes"))
    forms = simulate.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=say("cli.json"))
    forms.add_argument("--csv", action="store_true", help=say("cli.csv"))
    simulate.add_argument("--parquet", type=Path, metavar="FILE", help=say("cli.parquet"))
    simulate.add_argument("--cluster", metavar="ADDRESS", help=say("cli.cluster"))
    _add_solution(simulate, texts)
    _add_rounds(simulate, texts)
    _add_house_rules(simulate, texts)


def add_check_bot(check: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    check.add_argument("bot", metavar="BOT", help=say("cli.check-bot.bot"))
    check.add_argument("--seed", type=_whole_number(texts, least=1), default=1, metavar="N", help=say("cli.seed"))
    _add_think_time(check, texts)


def add_mcp(mcp: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    _add_opponents(mcp, texts)
    mcp.add_argument("--seat", type=number, default=1, metavar="N", help=say("cli.mcp.seat"))
    mcp.add_argument("--seed", type=number, metavar="N", help=say("cli.seed"))
    mcp.add_argument("--deal", type=_whole_number(texts), default=0, metavar="N", help=say("cli.mcp.deal"))
    mcp.add_argument("--result", type=Path, metavar="FILE", help=say("cli.mcp.result"))


def add_agents(agents: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, _whole_number(texts, least=1)
    agents.add_argument("client", nargs="+", metavar="COMMAND", help=say("cli.agents.client"))
    agents.add_argument("--games", type=number, default=AGENT_GAMES, metavar="N", help=say("cli.agents.games"))
    _add_opponents(agents, texts)
    players = say("cli.agents.players")
    agents.add_argument("--players", type=number, choices=PLAYERS, metavar="N", help=players)
    agents.add_argument("--seed", type=number, default=1, metavar="N", help=say("cli.seed"))
    limit = say("cli.agents.time-limit")
    agents.add_argument("--time-limit", type=_seconds(texts), metavar="N", help=limit)
    agents.add_argument("--out", type=Path, metavar="FOLDER", help=say("cli.agents.out"))
    agents.add_argument("--json", action="store_true", help=say("cli.json"))


def _add_opponents(command: ArgumentParser, texts: Catalog) -> None:
    """The bots that an agent plays against, and what else is fixed for all its games."""
    about = texts.say("cli.agents.bot", bot=AGENTS_OPPONENT, bots=", ".join(BOT_NAMES))
    _add_bot(command, texts, about)
    command.add_argument("--hints", action="store_true", help=texts.say("cli.agents.hints"))
    _add_think_time(command, texts)
    _add_solution(command, texts)
    _add_rounds(command, texts)
    _add_house_rules(command, texts)


def add_docs(docs: ArgumentParser, texts: Catalog) -> None:
    add_listening(docs, docs, texts, SUPPRESS)
    docs.add_argument("--no-browser", action="store_true", default=SUPPRESS, help=texts.say("cli.no-browser"))


def add_completion(completion: ArgumentParser, texts: Catalog) -> None:
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=texts.say("cli.shell"))


def _add_rounds(command: ArgumentParser, texts: Catalog) -> None:
    number = _whole_number(texts)
    command.add_argument("--rounds", type=number, default=ROUNDS, metavar="N", help=texts.say("cli.rounds"))
    command.add_argument("--late-asking", action="store_true", help=texts.say("cli.late-asking"))


def _add_house_rules(command: ArgumentParser, texts: Catalog) -> None:
    """The dice set and free giving, which decide the ways to score."""
    dice_set = _dice_set(texts)
    command.add_argument("--dice", type=dice_set, default=STANDARD_DICE, metavar="DICE", help=texts.say("cli.layout"))
    command.add_argument("--free-giving", action="store_true", help=texts.say("cli.free-giving"))


def ruleset_of(options: Namespace) -> Ruleset:
    return Ruleset(options.rounds, options.free_giving, options.late_asking)


def record_of(options: Namespace) -> GameRecord:
    """The record in the file that was named; `-` is standard input."""
    if options.file == "-":
        # One more than allowed, so that a longer text is refused without reading all of it.
        return load(sys.stdin.read(RECORD_LIMIT + 1) if sys.stdin else "")
    return read_record(Path(options.file))


def rule_words(options: Namespace) -> list[str]:
    """The switches that give the same house rules and dice again."""
    words = [] if options.rounds == ROUNDS else ["--rounds", str(options.rounds)]
    words += [f"--{name.replace('_', '-')}" for name in ("free_giving", "late_asking") if getattr(options, name)]
    return words if options.dice == STANDARD_DICE else [*words, "--dice", str(options.dice)]


def _bot_name(texts: Catalog) -> Callable[[str], str]:
    """A bot by its name, by its name in this language, or as FILE.py:Class."""
    names = {texts.say(f"bot.{level}").casefold(): level for level in LEVELS}
    return lambda text: names.get(text.casefold(), text)


def _seconds(texts: Catalog) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            seconds = float(text.replace(",", "."))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= MOST_SECONDS:
            raise ArgumentTypeError(texts.say("cli.error.not-seconds", text=text, most=MOST_SECONDS))
        return seconds

    return read


def _whole_number(texts: Catalog, least: int = 0) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal():
            raise ArgumentTypeError(texts.say("cli.error.not-a-number", text=text))
        if int(text) < least:
            raise ArgumentTypeError(texts.say("cli.error.too-small", text=text, least=least))
        return int(text)

    return read


def _port(texts: Catalog) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) > MOST_PORTS:
            raise ArgumentTypeError(texts.say("cli.error.not-a-port", text=text))
        return int(text)

    return read


def _web_address(texts: Catalog) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not re.fullmatch(r"https?://([\w.-]+|\[[\da-f:]+\])(:\d+)?/?", text, re.IGNORECASE):
            raise ArgumentTypeError(texts.say("cli.error.not-an-address", text=text))
        return text.rstrip("/")

    return read


def _table(texts: Catalog) -> Callable[[str], str]:
    """Instead of `choices`, with which argparse would refuse an empty list."""

    allowed = (*TABLES, *SEVERAL)

    def read(text: str) -> str:
        if text not in allowed:
            raise ArgumentTypeError(texts.say("cli.error.not-a-choice", text=text, choices=", ".join(allowed)))
        return text

    return read


def _dice_set(texts: Catalog) -> Callable[[str], DiceSet]:
    def read(text: str) -> DiceSet:
        try:
            return read_dice(text, dice_file())
        except Refused as refused:
            raise ArgumentTypeError(texts.refusal(refused)) from refused

    return read
