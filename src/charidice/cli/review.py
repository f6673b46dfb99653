"""`charidice review`: the effect of every decision and every roll of a game."""

import sys
from argparse import ArgumentParser, Namespace

from charidice.cli.arguments import add_file, add_output, add_solution, add_switches, record_of
from charidice.cli.exit_codes import OK
from charidice.coach.reviews.jsonform import dump_review
from charidice.coach.reviews.reviewer import review as review_of
from charidice.messages import Catalog
from charidice.record.files import check_new, write_new
from charidice.show.html.page import page
from charidice.show.reviews.report import report
from charidice.strategy.objectives.contest import objectives_of
from charidice.terminal.console import Console, screen_width


def add_arguments(review: ArgumentParser, texts: Catalog) -> None:
    add_file(review, texts)
    forms = review.add_mutually_exclusive_group()
    add_switches(forms, texts, "json")
    add_output(forms, texts.say("cli.review.output"))
    add_solution(review, texts)


def review(options: Namespace, texts: Catalog) -> int:
    """Print the review of a record as text or JSON, or write it as a page."""
    if options.output:
        check_new(options.output, ".html", ".htm")
    record = record_of(options)
    found = review_of(record, objectives_of(record.start.setup, options.solution))
    if options.output:
        write_new(options.output, page(found, texts))
        print(texts.say("review.written", path=options.output))
    elif options.json:
        sys.stdout.write(dump_review(found))
    else:
        Console(texts).show(report(found, texts, screen_width()))
    return OK
