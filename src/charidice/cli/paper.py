"""`charidice sheet` and `charidice picture`: score sheets to print, and a finished game as a picture."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from charidice.cli.arguments import add_file, add_output, record_of, whole_number
from charidice.cli.exit_codes import OK
from charidice.messages import Catalog
from charidice.record import GameRecord
from charidice.record.files import check_new, write_new
from charidice.rules.ruleset import PLAYERS
from charidice.show.paper.names import PAPERS, PER_PAGE
from charidice.show.paper.picture import picture_png, picture_svg
from charidice.show.paper.printed import blank_pdf, filled_pdf

PICTURES: dict[str, Callable[[GameRecord, Catalog], str | bytes]] = {".svg": picture_svg, ".png": picture_png}


def add_sheet(sheet: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts)
    whose = sheet.add_mutually_exclusive_group()
    whose.add_argument("file", nargs="?", metavar="FILE", help=say("cli.sheet.file"))
    most = PLAYERS[-1]
    about = say("cli.players", players=most)
    whose.add_argument("--players", type=number, choices=PLAYERS, default=most, metavar="N", help=about)
    about = say("cli.paper", papers=", ".join(PAPERS))
    sheet.add_argument("--paper", choices=PAPERS, default=PAPERS[0], metavar="PAPER", help=about)
    sheet.add_argument("--per-page", type=number, choices=PER_PAGE, metavar="N", help=say("cli.per-page"))
    add_output(sheet, say("cli.sheet.output"), required=True)


def add_picture(picture: ArgumentParser, texts: Catalog) -> None:
    add_file(picture, texts)
    add_output(picture, texts.say("cli.picture.output"), required=True)


def sheet(options: Namespace, texts: Catalog) -> int:
    """Write blank sheets, or those of a finished game."""
    check_new(options.output, ".pdf")
    if options.file is None:
        made = blank_pdf(texts, options.players, options.paper, options.per_page)
    else:
        made = filled_pdf(record_of(options), texts, options.paper, options.per_page)
    return _write(options.output, made, texts)


def picture(options: Namespace, texts: Catalog) -> int:
    """Write a picture of a finished game."""
    check_new(options.output, *PICTURES)
    draw = PICTURES[options.output.suffix.lower()]
    return _write(options.output, draw(record_of(options), texts), texts)


def _write(path: Path, content: str | bytes, texts: Catalog) -> int:
    write_new(path, content)
    print(texts.say("paper.written", path=path))
    return OK
