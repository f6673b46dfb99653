"""What each command does."""

import json
import os
import shutil
import sys
import textwrap
from argparse import Namespace
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from charidice.chance import UnfairDice, check_dice
from charidice.cli.parser import parser, ruleset_of
from charidice.columns import aligned
from charidice.match import Match
from charidice.messages import Catalog, rules_clauses
from charidice.record import GameRecord, RecordError, dump_json, dump_notation, load, write_position
from charidice.rules.dice import DiceSet, Numbers, read_roll
from charidice.rules.engine import evolve
from charidice.rules.errors import Refused
from charidice.rules.scoring import ScoringOption, ScoringTable, scoring_table
from charidice.rules.state import Setup
from charidice.strategy.bots.external import BotFailed, is_external
from charidice.strategy.bots.levels import Bot
from charidice.terminal.console import Console, Quit, command_line
from charidice.terminal.opening import ask_players, new_match, offer_to_resume, resume
from charidice.terminal.play import TerminalGame
from charidice.terminal.saves import FileTrouble, new_path, read_text
from charidice.terminal.seats import bot_names, check_people, seated_bots
from charidice.terminal.words import Teller

OK, UNFAIR, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
RULES_WIDTH = 80
OPTIONS_FORMAT, OPTIONS_VERSION = "charidice-options", 1


class CannotCheck(Refused):
    """A game whose dice there is nothing to check against, or not yet."""


def open_in_browser(options: Namespace, texts: Catalog) -> int:
    # The web framework takes a while to load, and only a server needs it.
    from charidice.cli import serving

    return serving.at_home(options, texts)


def serve(options: Namespace, texts: Catalog) -> int:
    from charidice.cli import serving

    return serving.on_a_server(options, texts)


def play(options: Namespace, texts: Catalog) -> int:
    console = Console(texts)
    table = None
    try:
        console.tell("play.welcome")
        table = _table(options, console)
        console.tell("play.welcome.help")
        table.play()
    except (Quit, KeyboardInterrupt, BotFailed) as stop:
        if table and table.is_saved:
            own = [word for bot in dict.fromkeys(options.bots) if is_external(bot) for word in ("--bot", bot)]
            console.write("")
            console.tell("play.saved", command=command_line("play", "--resume", table.path, *own))
        if isinstance(stop, BotFailed):
            raise
        return OK if isinstance(stop, Quit) else INTERRUPTED
    return OK


def _table(options: Namespace, console: Console) -> TerminalGame:
    """The table of a resumed game or of a new one."""
    path: Path | None = options.save
    if path and path.exists():
        raise FileTrouble("file-exists", path=path)
    found = None
    if options.resume is not None:
        found = resume(Path(options.resume) if options.resume else None)
    elif not options.names and path is None:
        found = offer_to_resume(console)
    if found:
        match, path = found[0], path or found[1]
        bots = seated_bots(match.bots, match.state.setup, options.bots, options.think_time)
        console.tell("play.resumed")
    else:
        match, bots = _new_table(options, console)
    teller = Teller(console.texts, match.players, _painted(), options.spoken)
    return TerminalGame(match, teller, path or new_path(datetime.now()), console, bots)


def _new_table(options: Namespace, console: Console) -> tuple[Match, dict[int, Bot]]:
    """A new game and the bots in it."""
    ruleset = ruleset_of(options)
    given = tuple(options.names), tuple(options.bots)
    people, named = given if any(given) else ask_players(console)
    check_people(len(people))
    seats = (*[None] * len(people), *named)
    bots = seated_bots(seats, Setup(len(seats), ruleset, options.dice), named, options.think_time)
    names = (*people, *bot_names(named, people, console.texts))
    return new_match(console, names, ruleset, options.dice, options.my_dice, options.words, seats), bots


def options_of_a_roll(options: Namespace, texts: Catalog) -> int:
    """Print the legal ways to score one roll, or one roll a line."""
    dice_set: DiceSet = options.dice
    table = scoring_table(dice_set, options.free_giving)
    if options.roll == ["-"]:
        _answer_lines(sys.stdin or (), table, dice_set)
        return OK
    numbers = read_roll(" ".join(options.roll), dice_set)
    if options.json:
        print(_json_options(table, numbers))
    else:
        _print_options(list(table.options(numbers).values()), dice_set, numbers, texts)
    return OK


def _answer_lines(lines: Iterable[str], table: ScoringTable, dice_set: DiceSet) -> None:
    for number, line in enumerate(lines, 1):
        try:
            answer = _json_options(table, read_roll(line, dice_set))
        except Refused as refused:
            sys.stdout.flush()
            raise RecordError(refused.code, **{**refused.values, "line": number}) from refused
        sys.stdout.write(answer + "\n")


def _json_options(table: ScoringTable, numbers: Numbers) -> str:
    options = [
        {
            "dice": option.dice,
            "kind": option.kind,
            "points": option.points,
            "bonus": option.bonus,
            "gift": option.gift,
        }
        for option in table.options(numbers).values()
    ]
    return json.dumps({"format": OPTIONS_FORMAT, "version": OPTIONS_VERSION, "options": options})


def _print_options(found: list[ScoringOption], dice_set: DiceSet, numbers: Numbers, texts: Catalog) -> None:
    faces = dice_set.faces(numbers)
    teller = Teller(texts, (), _painted())
    print(texts.say("options.title", faces=teller.faces(faces)))
    boxes = ("box.points", "box.bonus", "box.sum")
    heads = ("options.head.dice", *boxes, "options.head.gift", "options.head.doubled", "options.head.kind")
    rows: list[list[object]] = [list(map(texts.say, heads))]
    for option in found:
        chosen = teller.faces(faces[die] for die in option.dice)
        values = (option.points, option.bonus, option.total, option.gift, option.doubled_gift)
        rows.append([chosen, *values, teller.kind(option, faces)])
    print("\n".join(aligned(rows, "<>>>>><")))


def rules(options: Namespace, texts: Catalog) -> int:
    clauses = rules_clauses(texts)
    if options.markdown:
        print("\n".join([f"# {texts.say('rules')}", *(_markdown_clause(*clause) for clause in clauses)]))
        return OK
    width = min(shutil.get_terminal_size().columns, RULES_WIDTH)
    print(texts.say("rules").upper())
    for number, text in clauses:
        if "." not in number:
            print(f"\n{number}  {text}\n")
        else:
            # A clause that ends in 0 introduces the others and has no number of its own.
            label = (
                "     " if number.endswith(".0") else f"{number:<5}" if number.count(".") == 1 else f"     {number}  "
            )
            print(textwrap.fill(text, width, initial_indent=label, subsequent_indent=" " * len(label)))
    return OK


def _markdown_clause(number: str, text: str) -> str:
    if "." not in number:
        return f"\n## {number}. {text}\n"
    if number.endswith(".0"):
        return f"{text}\n"
    return f"{'  ' * (number.count('.') - 1)}- **{number}** {text}"


def replay(options: Namespace, texts: Catalog) -> int:
    record = _read_record(options.file)
    if options.form:
        # Whoever shows a game that goes on must not show its coming dice.
        sys.stdout.write(FORMS[options.form](record.public()))
        return OK
    teller = Teller(texts, record.players, _painted(), options.spoken)
    state = record.start
    for event in record.events:
        if state.turn.rolls == 0:
            print(f"\n{teller.turn(state)}")
        for line in teller.event(state, event):
            print(f"  {line}")
        state = evolve(state, event)
    print()
    Console(texts).show(teller.sheets(state))
    if state.is_over:
        Console(texts).show(teller.result(state))
    else:
        print(texts.say("replay.position", position=write_position(state)))
    return OK


def verify(options: Namespace, texts: Catalog) -> int:
    """Check the dice of a finished game; also a record that cannot have been played fails."""
    record = _read_record(options.file)
    try:
        if record.pledge is None:
            raise CannotCheck("no-pledge")
        if not record.state.is_over:
            raise CannotCheck("game-not-over")
        count = check_dice(record.pledge, record.start, record.events)
    except CannotCheck as reason:
        print(texts.refusal(reason), file=sys.stderr)
        return UNFAIR
    except UnfairDice as unfair:
        print(texts.say("verify.unfair"), texts.refusal(unfair, record.players), sep="\n", file=sys.stderr)
        return UNFAIR
    print(texts.say("verify.fair", count=count))
    return OK


def solve(options: Namespace, texts: Catalog) -> int:
    # NumPy takes a while to load, and only what reckons needs it.
    from charidice.cli.solving import solve_tables

    return solve_tables(options, texts)


def study(options: Namespace, texts: Catalog) -> int:
    from charidice.cli.study import study

    return study(options, texts)


def value(options: Namespace, texts: Catalog) -> int:
    from charidice.cli.value import value

    return value(options, texts)


def hint(options: Namespace, texts: Catalog) -> int:
    from charidice.cli import coaching

    return coaching.hint(options, texts)


def review(options: Namespace, texts: Catalog) -> int:
    from charidice.cli import reviewing

    return reviewing.review(_read_record(options.file), options, texts)


def simulate(options: Namespace, texts: Catalog) -> int:
    from charidice.cli import simulation

    return simulation.simulate(options, texts)


def check_bot(options: Namespace, texts: Catalog) -> int:
    from charidice.cli import checking

    return checking.check_bot(options, texts)


def completion(options: Namespace, texts: Catalog) -> int:
    from charidice.cli.completion import script

    print(script(parser(texts), options.shell))
    return OK


def _read_record(name: str) -> GameRecord:
    return load((sys.stdin.read() if sys.stdin else "") if name == "-" else read_text(Path(name)))


def _painted() -> bool:
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


FORMS: dict[str, Callable[[GameRecord], str]] = {
    "notation": dump_notation,
    "json": dump_json,
    "position": lambda record: write_position(record.state) + "\n",
}
COMMANDS: dict[str, Callable[[Namespace, Catalog], int]] = {
    "serve": serve,
    "play": play,
    "options": options_of_a_roll,
    "rules": rules,
    "replay": replay,
    "verify": verify,
    "solve": solve,
    "study": study,
    "value": value,
    "hint": hint,
    "review": review,
    "simulate": simulate,
    "check-bot": check_bot,
    "completion": completion,
}
