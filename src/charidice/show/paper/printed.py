"""Score sheets as a PDF, two or four to a page, with the rules in short on the last page."""

from collections.abc import Iterator, Sequence

from charidice.messages import Catalog
from charidice.record import GameRecord
from charidice.rules.ruleset import ROUNDS
from charidice.show.paper.drawing import SOFT, Area, Line, Page, Shape
from charidice.show.paper.finished import require_finished
from charidice.show.paper.names import PER_PAGE
from charidice.show.paper.pdf import pdf
from charidice.show.paper.rules_page import rules_shapes
from charidice.show.paper.sheet import filled_sheets, sheet_shapes
from charidice.show.sheets import ShownSheet

# Width and height, upright, in millimetres; printers leave the margin white.
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 9.0


def blank_pdf(texts: Catalog, players: int, paper: str, per_page: int | None = None) -> bytes:
    """A page of blank sheets, or as many as the players need."""
    per_page = per_page or _usual(players)
    count = -(-players // per_page) * per_page
    return _pdf(texts, paper, per_page, ROUNDS, [None] * count)


def filled_pdf(record: GameRecord, texts: Catalog, paper: str, per_page: int | None = None) -> bytes:
    """The sheets of a finished game."""
    require_finished(record)
    sheets = filled_sheets(record, texts)
    return _pdf(texts, paper, per_page or _usual(len(sheets)), record.ruleset.rounds, sheets)


def _usual(players: int) -> int:
    return next(count for count in PER_PAGE if players <= count)


def _pdf(texts: Catalog, paper: str, per_page: int, rounds: int, sheets: Sequence[ShownSheet | None]) -> bytes:
    pages = sheet_pages(texts, paper, per_page, rounds, sheets)
    return pdf(pages, f"{texts.say('web.title')}: {texts.say('web.table.sheets')}", texts.language)


def sheet_pages(
    texts: Catalog, paper: str, per_page: int, rounds: int, sheets: Sequence[ShownSheet | None]
) -> list[Page]:
    """Two sheets side by side on a page turned sideways, or two by two on an upright one."""
    width, height = SIZES[paper] if per_page == 4 else SIZES[paper][::-1]
    whole = Area(0, 0, width, height)
    pages = [
        Page(width, height, tuple(_sheets_page(whole, texts, per_page, rounds, sheets[first : first + per_page])))
        for first in range(0, len(sheets), per_page)
    ]
    rules = tuple(rules_shapes(whole.inset(MARGIN * 1.5), texts))
    return [*pages, Page(width, height, rules)]


def _sheets_page(
    whole: Area, texts: Catalog, per_page: int, rounds: int, sheets: Sequence[ShownSheet | None]
) -> Iterator[Shape]:
    rows = whole.rows(*[1] * (per_page // 2))
    cells = [cell for row in rows for cell in row.columns(1, 1)]
    for cell, filled in zip(cells, sheets, strict=False):
        yield from sheet_shapes(cell.inset(MARGIN), texts, rounds, filled)
    # Where to cut.
    across, down = whole.centre
    yield Line(((across, 2), (across, whole.height - 2)), SOFT, dashes=(2, 2))
    if len(rows) > 1:
        yield Line(((2, down), (whole.width - 2, down)), SOFT, dashes=(2, 2))
