"""A page as a PNG."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from math import dist

from charidice.installed import needing
from charidice.show.paper.drawing import Box, Dot, Line, Page, Point, Shape, Text
from charidice.show.paper.typesetting import font_file

with needing():
    from PIL import Image, ImageDraw, ImageFont

# Drawn larger and scaled down, for smooth lines.
OVERSAMPLING = 2


def png(page: Page, pixels: int) -> bytes:
    """The bytes of a PNG file, so many pixels wide."""
    scale = OVERSAMPLING * pixels / page.width
    image = Image.new("RGB", (round(page.width * scale), round(page.height * scale)), "white")
    pen = ImageDraw.Draw(image)
    for shape in page.shapes:
        _draw(pen, shape, scale)
    file = BytesIO()
    image.reduce(OVERSAMPLING).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, scale: float) -> None:
    match shape:
        case Box(area, fill, edge, width, radius):
            corners = [area.x * scale, area.y * scale, area.right * scale, area.bottom * scale]
            thick = max(1, round(width * scale)) if edge else 0
            pen.rounded_rectangle(corners, radius * scale, fill, edge, thick)
        case Line(points, colour, width, dashes):
            for part in _dashed(points, dashes) if dashes else [points]:
                pen.line([(x * scale, y * scale) for x, y in part], colour, max(1, round(width * scale)), joint="curve")
        case Dot((x, y), radius, fill):
            pen.circle((x * scale, y * scale), radius * scale, fill)
        case Text(words, x, baseline, size, _, bold, colour):
            font = ImageFont.truetype(str(font_file(bold)), size * scale, layout_engine=ImageFont.Layout.BASIC)
            pen.text((x * scale, baseline * scale), words, colour, font, anchor="ls")


def _dashed(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """The dashes along a line: lengths that are drawn and left out by turns."""
    number, left, part = 0, dashes[0], [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        length, done = dist((x0, y0), (x1, y1)), 0.0
        while length - done > left:
            done += left
            at = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length)
            if number % 2 == 0:
                yield [*part, at]
            number, part = number + 1, [at]
            left = dashes[number % len(dashes)]
        left -= length - done
        part.append((x1, y1))
    if number % 2 == 0:
        yield part
