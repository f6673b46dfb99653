"""`charidice sheet` and `charidice picture`: score sheets to print, and a finished game as a picture."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from charidice.cli.arguments import record_of
from charidice.cli.exit_codes import OK
from charidice.messages import Catalog
from charidice.paper.pad import blank_pad, filled_pad
from charidice.paper.picture import picture_png, picture_svg
from charidice.record import GameRecord
from charidice.record.files import check_new, write_new
from charidice.rules.errors import Refused

PICTURES: dict[str, Callable[[GameRecord, Catalog], str | bytes]] = {".svg": picture_svg, ".png": picture_png}


class UnknownPicture(Refused):
    """A file whose name says nothing about its form."""


def sheet(options: Namespace, texts: Catalog) -> int:
    """Write blank sheets, or those of a finished game."""
    check_new(options.output)
    if options.file is None:
        made = blank_pad(texts, options.players, options.paper, options.per_page)
    else:
        made = filled_pad(record_of(options), texts, options.paper, options.per_page)
    return _write(options.output, made, texts)


def picture(options: Namespace, texts: Catalog) -> int:
    """Write a picture of a finished game."""
    draw = PICTURES.get(options.output.suffix.lower())
    if draw is None:
        raise UnknownPicture("unknown-picture", path=options.output)
    check_new(options.output)
    return _write(options.output, draw(record_of(options), texts), texts)


def _write(path: Path, content: str | bytes, texts: Catalog) -> int:
    write_new(path, content)
    print(texts.say("paper.written", path=path))
    return OK
