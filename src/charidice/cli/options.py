"""`charidice options`: the legal ways to score a roll."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from charidice.cli.arguments import add_house_rules, add_switches
from charidice.cli.exit_codes import OK
from charidice.messages import Catalog
from charidice.record import RecordError
from charidice.rules.dice import DiceSet, Numbers, read_roll
from charidice.rules.errors import Refused
from charidice.rules.scoring import ScoringOption, ScoringTable, scoring_table, with_faces
from charidice.show.columns import aligned
from charidice.show.options import option_fields
from charidice.show.telling import Teller
from charidice.terminal.console import face_writer

FORMAT, VERSION = "charidice-options", 1
# A longer line is read in parts, of which the first is no roll.
LINE_LIMIT = 1000


def add_arguments(options: ArgumentParser, texts: Catalog) -> None:
    options.add_argument("roll", nargs="+", metavar="FACE", help=texts.say("cli.roll"))
    add_switches(options, texts, "json")
    add_house_rules(options, texts)


def show_options(options: Namespace, texts: Catalog) -> int:
    """Print the options of one roll, or of one roll per line of standard input."""
    dice_set: DiceSet = options.dice
    table = scoring_table(dice_set, options.free_giving)
    if options.roll == ["-"]:
        stdin = sys.stdin
        _write_lines(iter(lambda: stdin.readline(LINE_LIMIT), "") if stdin else (), table, dice_set)
        return OK
    numbers = read_roll(" ".join(options.roll), dice_set)
    if options.json:
        print(_json_options(table, " ".join(options.roll), dice_set))
    else:
        _print_options(list(table.options(numbers).values()), dice_set, numbers, texts)
    return OK


def _write_lines(lines: Iterable[str], table: ScoringTable, dice_set: DiceSet) -> None:
    for number, line in enumerate(lines, 1):
        try:
            found = _json_options(table, line, dice_set)
        except Refused as refused:
            sys.stdout.flush()
            raise RecordError(refused.code, **{**refused.values, "line": number}) from refused
        sys.stdout.write(found + "\n")


def _json_options(table: ScoringTable, text: str, dice_set: DiceSet) -> str:
    numbers = read_roll(text, dice_set)
    found = with_faces(table.options(numbers).values(), dict(enumerate(dice_set.faces(numbers))))
    return json.dumps({"format": FORMAT, "version": VERSION, "options": [option_fields(option) for option in found]})


def _print_options(found: list[ScoringOption], dice_set: DiceSet, numbers: Numbers, texts: Catalog) -> None:
    faces = dice_set.faces(numbers)
    teller = Teller(texts, (), face_writer())
    print(texts.say("options.title", faces=teller.faces(faces)))
    boxes = ("box.points", "box.bonus", "box.sum")
    heads = ("options.head.dice", *boxes, "options.head.gift", "options.head.doubled", "options.head.kind")
    rows: list[list[object]] = [list(map(texts.say, heads))]
    for option in found:
        chosen = teller.faces(faces[die] for die in option.dice)
        values = (option.points, option.bonus, option.total, option.gift, option.doubled_gift)
        rows.append([chosen, *values, teller.kind(option, faces)])
    print("\n".join(aligned(rows, "<>>>>><")))
