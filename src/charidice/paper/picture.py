"""A finished game as a picture: who won, all sheets, and the chance of victory from the first roll to the last."""

from collections.abc import Iterator, Sequence

from charidice.coach.reviews.charts import Curve, curve
from charidice.coach.reviews.model import Review
from charidice.coach.reviews.turns import turns
from charidice.coach.reviews.words import ReviewWords
from charidice.messages import Catalog
from charidice.paper.drawing import SOFT, WHITE, Area, Box, Line, Page, Shape
from charidice.paper.finished import require_finished
from charidice.paper.png import png
from charidice.paper.sheet import filled_sheets, printed_names, sheet_shapes
from charidice.paper.svg import svg
from charidice.paper.typesetting import set_text
from charidice.rules.sheet import results, winners

PIXELS = 1440
FELT, FELT_INK, PAPER, RULE = "#1f4d3c", "#eaf3ec", "#fbf6e9", "#d9cdb0"
# By seat, as in a review: a colour and a way to dash the line.
LINES: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("#3464c0", ()),
    ("#b35f00", (4, 1.8)),
    ("#872967", (1.2, 1.8)),
    ("#23795c", (5, 1.6, 1.2, 1.6)),
)
SIDE_BY_SIDE = {2: 2, 3: 3, 4: 2}
SHEET_WIDTH, ROUND_HEIGHT, REST_HEIGHT = 92.0, 8.0, 52.0
GAP, BANNER, CHART = 6.0, 26.0, 76.0


def picture_svg(review: Review, texts: Catalog) -> str:
    return svg(picture_page(review, texts), _title(review, texts), texts.language, PIXELS)


def picture_png(review: Review, texts: Catalog) -> bytes:
    return png(picture_page(review, texts), PIXELS)


def picture_page(review: Review, texts: Catalog) -> Page:
    record = review.record
    require_finished(record)
    sheets = filled_sheets(record, texts)
    across = SIDE_BY_SIDE[len(sheets)]
    down = -(-len(sheets) // across)
    high = REST_HEIGHT + ROUND_HEIGHT * record.ruleset.rounds
    width = across * SHEET_WIDTH + (across + 1) * GAP
    height = BANNER + down * high + CHART + (down + 2) * GAP
    shapes: list[Shape] = [Box(Area(0, 0, width, height), PAPER)]
    shapes += _banner(Area(0, 0, width, BANNER), review, texts)
    for seat, filled in enumerate(sheets):
        x = GAP + seat % across * (SHEET_WIDTH + GAP)
        y = BANNER + GAP + seat // across * (high + GAP)
        shapes.append(Box(Area(x, y, SHEET_WIDTH, high), WHITE, RULE, 0.4, 2.5))
        shapes += sheet_shapes(Area(x, y, SHEET_WIDTH, high).inset(3), texts, record.ruleset.rounds, filled)
    chart = Area(GAP, height - CHART - GAP, width - 2 * GAP, CHART)
    shapes.append(Box(chart, WHITE, RULE, 0.4, 2.5))
    words = ReviewWords(review, texts)
    shapes += _chart(chart.inset(4), curve(words, turns(review)), [filled.name for filled in sheets])
    return Page(width, height, tuple(shapes))


def _title(review: Review, texts: Catalog) -> str:
    names = texts.join(printed_names(review.record.players, texts))
    return f"{texts.say('web.title')}: {names}"


def _victory(review: Review, texts: Catalog) -> str:
    final = results(review.record.state.sheets)
    best = winners(final)
    names = printed_names(review.record.players, texts)
    points = texts.say("points", count=final[best[0]].total)
    return texts.say("play.winner", count=len(best), players=texts.join(names[seat] for seat in best), points=points)


def _banner(area: Area, review: Review, texts: Catalog) -> Iterator[Shape]:
    yield Box(area, FELT)
    title, victory = area.inset(GAP, 3).rows(45, 55)
    yield from set_text(title, texts.say("web.title"), 6, bold=True, colour=FELT_INK)
    yield from set_text(victory, _victory(review, texts), 7, bold=True, colour=FELT_INK)


def _chart(area: Area, shown: Curve, names: Sequence[str]) -> Iterator[Shape]:
    title, legend, plot, axis = area.rows(8, 7, 48, 5)
    yield from set_text(title, shown.title, 4.6, bold=True)
    for seat, cell in enumerate(legend.columns(*[1] * len(names), gap=4)):
        yield _line(seat, ((cell.x, cell.centre[1]), (cell.x + 12, cell.centre[1])))
        yield from set_text(Area(cell.x + 14, cell.y, cell.width - 14, cell.height), names[seat], 4)
    plot = Area(plot.x, plot.y + 2, plot.width - 16, plot.height - 2)

    def at(x: float, y: float) -> tuple[float, float]:
        return plot.x + plot.width * x / 100, plot.y + plot.height * y / 100

    for level in shown.levels:
        yield Line((at(0, level.at), at(100, level.at)), RULE)
        beside = Area(plot.right + 1.5, at(0, level.at)[1] - 2.5, 14.5, 5)
        yield from set_text(beside, level.label, 3.4, colour=SOFT)
    for end in shown.round_ends:
        yield Line((at(end, 0), at(end, 100)), RULE)
    for seat, heights in enumerate(shown.lines):
        yield _line(seat, tuple(at(x, y) for x, y in zip(shown.places, heights, strict=True)))
    for tick in shown.rounds:
        x, _ = at(tick.at, 0)
        yield from set_text(Area(x - 5, axis.y, 10, axis.height), tick.label, 3.4, align="centre", colour=SOFT)


def _line(seat: int, points: tuple[tuple[float, float], ...]) -> Line:
    colour, dashes = LINES[seat]
    return Line(points, colour, 0.9, dashes)
