"""`charidice review`: what every decision and every roll of a game changed."""

import sys
from argparse import Namespace

from charidice.cli.arguments import record_of
from charidice.cli.exit_codes import OK
from charidice.coach.reviews.html.page import page
from charidice.coach.reviews.jsonform import dump_review
from charidice.coach.reviews.report import report
from charidice.coach.reviews.reviewer import review as review_of
from charidice.messages import Catalog
from charidice.record.files import check_new, write_new
from charidice.terminal.console import Console, screen_width


def review(options: Namespace, texts: Catalog) -> int:
    """Print the review of a record as text or JSON, or write it as a page."""
    if options.html:
        check_new(options.html)
    found = review_of(record_of(options))
    if options.html:
        write_new(options.html, page(found, texts))
        print(texts.say("review.written", path=options.html))
    elif options.json:
        sys.stdout.write(dump_review(found))
    else:
        Console(texts).show(report(found, texts, screen_width()))
    return OK
