"""`charidice study`: facts about the two-player game, as small tables and plots."""

import csv
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable

from charidice.cli.arguments import PLAYED_SUBJECTS, PLOTTED_SUBJECTS, STUDY_GAMES
from charidice.cli.exit_codes import OK
from charidice.cli.progress import progress
from charidice.messages import Catalog
from charidice.record.files import check_new, write_new
from charidice.rules.errors import Refused
from charidice.study.asking import asking, thumb
from charidice.study.games import Sample
from charidice.study.mistakes import mistakes
from charidice.study.opening import opening
from charidice.study.plots import PLOTS
from charidice.study.rating import rating
from charidice.study.solution import chances, combinations, gift, giving, turn
from charidice.study.table import Table

FORMAT, VERSION = "charidice-study", 1
SOLVED: dict[str, Callable[[Catalog], Table]] = {
    "gift": gift,
    "combinations": combinations,
    "giving": giving,
    "opening": opening,
    "asking": asking,
    "turn": turn,
    "chances": chances,
}
PLAYED: dict[str, Callable[[Catalog, Sample], Table]] = {"mistakes": mistakes, "thumb": thumb, "rating": rating}


def study(options: Namespace, texts: Catalog) -> int:
    """Print one of the tables, or write its plot."""
    subject = options.subject
    if subject not in PLAYED and (options.games or options.seed):
        raise Refused("study-is-solved", subject=subject, allowed=PLAYED_SUBJECTS)
    if options.svg:
        return _plot(options, texts)
    sample = {"games": options.games or STUDY_GAMES, "seed": options.seed or 1} if subject in PLAYED else {}
    table = _played(subject, sample, texts) if sample else SOLVED[subject](texts)
    if options.json:
        head = {"format": FORMAT, "version": VERSION, "subject": subject}
        print(json.dumps(head | sample | {"rows": table.records()}))
    elif options.csv:
        writer = csv.DictWriter(sys.stdout, list(table.heads), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table.records())
    else:
        print("\n".join(table.lines()))
    return OK


def _played(subject: str, sample: dict[str, int], texts: Catalog) -> Table:
    with progress(texts) as report:
        return PLAYED[subject](texts, Sample(**sample, processes=os.cpu_count() or 1, report=report))


def _plot(options: Namespace, texts: Catalog) -> int:
    if options.subject not in PLOTS:
        raise Refused("study-without-plot", subject=options.subject, allowed=PLOTTED_SUBJECTS)
    check_new(options.svg)
    write_new(options.svg, PLOTS[options.subject](texts))
    print(texts.say("study.written", path=options.svg))
    return OK
