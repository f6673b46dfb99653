"""Pages as a PDF with its fonts embedded."""

from collections.abc import Sequence

from charidice.installed import needing
from charidice.show.paper.drawing import Box, Dot, Line, Page, Shape, Text
from charidice.show.paper.typesetting import font_file

with needing():
    from fpdf import FPDF
    from fpdf.enums import RenderStyle

FAMILY = "Open Sans"
POINTS = 72 / 25.4


def pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    document = FPDF(unit="mm")
    document.set_auto_page_break(False)
    document.set_margin(0)
    document.set_title(title)
    document.set_lang(language)
    document.set_creator("Charidice")
    for bold in (False, True):
        document.add_font(FAMILY, "B" if bold else "", font_file(bold))
    for page in pages:
        # The page has its width and height; "portrait" does not swap them.
        document.add_page(orientation="portrait", format=(page.width, page.height))
        for shape in page.shapes:
            _draw(document, shape)
    return bytes(document.output())


def _draw(document: FPDF, shape: Shape) -> None:
    match shape:
        case Box(area, fill, edge, width, radius):
            document.set_line_width(width)
            if fill:
                document.set_fill_color(fill)
            if edge:
                document.set_draw_color(edge)
            style = RenderStyle.DF if fill and edge else RenderStyle.F if fill else RenderStyle.D
            document.rect(*area, style=style, round_corners=radius > 0, corner_radius=radius)
        case Line(points, colour, width, dashes):
            document.set_line_width(width)
            document.set_draw_color(colour)
            if dashes:
                document.set_dash_pattern(*dashes)
            document.polyline(points)
            document.set_dash_pattern()
        case Dot((x, y), radius, fill):
            document.set_fill_color(fill)
            document.circle(x, y, radius, style=RenderStyle.F)
        case Text(words, x, baseline, size, _, bold, colour):
            document.set_font(FAMILY, "B" if bold else "", size * POINTS)
            document.set_text_color(colour)
            document.text(x, baseline, words)
