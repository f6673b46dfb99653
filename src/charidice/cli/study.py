"""`charidice study`: facts about the two-player game, as small tables and plots."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from charidice.cli.arguments import add_output, add_seed, add_switches, whole_number
from charidice.cli.exit_codes import OK
from charidice.cli.progress import progress
from charidice.messages import Catalog
from charidice.record.files import check_new, write_new
from charidice.rules.errors import Refused
from charidice.show.columns import write_csv
from charidice.show.figures import FigureTable
from charidice.study.asking import asking, thumb
from charidice.study.games import Sample
from charidice.study.mistakes import mistakes
from charidice.study.opening import opening
from charidice.study.plots import PLOTS
from charidice.study.rating import rating
from charidice.study.solution import chances, combinations, gift, giving, turn

FORMAT, VERSION = "charidice-study", 1
SOLVED: dict[str, Callable[[Catalog], FigureTable]] = {
    "gift": gift,
    "combinations": combinations,
    "giving": giving,
    "opening": opening,
    "asking": asking,
    "turn": turn,
    "chances": chances,
}
PLAYED: dict[str, Callable[[Catalog, Sample], FigureTable]] = {"mistakes": mistakes, "thumb": thumb, "rating": rating}
SUBJECTS = (*SOLVED, *PLAYED)
GAMES = 2000


def add_arguments(study: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    subjects = say("cli.subject", subjects=", ".join(SUBJECTS))
    study.add_argument("subject", choices=SUBJECTS, metavar="SUBJECT", help=subjects)
    games = say("cli.study.games", games=GAMES, subjects=", ".join(PLAYED))
    study.add_argument("--games", type=number, metavar="N", help=games)
    add_seed(study, texts, None)
    forms = study.add_mutually_exclusive_group()
    add_switches(forms, texts, "json", "csv")
    add_output(forms, say("cli.study.output", subjects=", ".join(PLOTS)))


def study(options: Namespace, texts: Catalog) -> int:
    """Print one of the tables, or write its plot."""
    subject = options.subject
    if subject not in PLAYED and (options.games or options.seed):
        raise Refused("study-is-solved", subject=subject, allowed=tuple(PLAYED))
    if options.output:
        return _plot(options, texts)
    sample = {"games": options.games or GAMES, "seed": options.seed or 1} if subject in PLAYED else {}
    table = _played(subject, sample, texts) if sample else SOLVED[subject](texts)
    if options.json:
        head = {"format": FORMAT, "version": VERSION, "subject": subject}
        print(json.dumps(head | sample | {"rows": table.records()}))
    elif options.csv:
        write_csv(table.records(), sys.stdout)
    else:
        print("\n".join(table.lines()))
    return OK


def _played(subject: str, sample: dict[str, int], texts: Catalog) -> FigureTable:
    with progress(texts) as report:
        return PLAYED[subject](texts, Sample(**sample, processes=os.cpu_count() or 1, report=report))


def _plot(options: Namespace, texts: Catalog) -> int:
    if options.subject not in PLOTS:
        raise Refused("study-without-plot", subject=options.subject, allowed=tuple(PLOTS))
    check_new(options.output, ".svg")
    write_new(options.output, PLOTS[options.subject](texts))
    print(texts.say("study.written", path=options.output))
    return OK
