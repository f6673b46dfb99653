"""A page as SVG that stands alone, with the letters it uses embedded."""

from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO

from charidice.installed import needing
from charidice.show.paper.drawing import Box, Dot, Line, Page, Shape, Text
from charidice.show.paper.typesetting import font_file, width

with needing():
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from markupsafe import Markup

    from charidice.show.html.markup import tag

FAMILY = "Charidice Open Sans"
DIGITS = 2


def svg(page: Page, title: str, language: str, pixels: int) -> str:
    """The text of an SVG file, so many pixels wide."""
    drawing = tag(
        "svg",
        tag("title", title),
        tag("style", Markup("".join(_fonts(page)))),  # noqa: S704  (ours)
        *map(_element, page.shapes),
        xmlns="http://www.w3.org/2000/svg",
        lang=language,
        width=pixels,
        height=round(pixels * page.height / page.width),
        viewBox=f"0 0 {_short(page.width)} {_short(page.height)}",
        # Advances that are not rounded to pixels.
        text_rendering="geometricPrecision",
        font_family=f"'{FAMILY}', 'Open Sans', sans-serif",
    )
    return f"{drawing}\n"


def _fonts(page: Page) -> Iterator[str]:
    for bold in (False, True):
        used = "".join(text.words for text in page.texts if text.bold == bold)
        if used:
            source = f"data:font/ttf;base64,{b64encode(_subset(used, bold)).decode()}"
            weight = "bold" if bold else "normal"
            yield f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};src:url({source})}}"


def _subset(used: str, bold: bool) -> bytes:
    options = Options(layout_features=[], legacy_kern=False, hinting=False, name_IDs=[], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(text=used)
    with TTFont(font_file(bold)) as font:
        subsetter.subset(font)
        file = BytesIO()
        font.save(file)
    return file.getvalue()


def _element(shape: Shape) -> Markup:
    match shape:
        case Box(area, fill, edge, stroke, radius):
            return tag(
                "rect",
                **{name: _short(value) for name, value in area._asdict().items()},
                rx=_short(radius) if radius else None,
                fill=fill or "none",
                stroke=edge,
                stroke_width=_short(stroke) if edge else None,
            )
        case Line(points, colour, stroke, dashes):
            return tag(
                "polyline",
                points=" ".join(f"{_short(x)},{_short(y)}" for x, y in points),
                fill="none",
                stroke=colour,
                stroke_width=_short(stroke),
                stroke_dasharray=" ".join(map(_short, dashes)) if dashes else None,
                stroke_linejoin="round",
            )
        case Dot((x, y), radius, fill):
            return tag("circle", cx=_short(x), cy=_short(y), r=_short(radius), fill=fill)
        case Text(words, x, baseline, size, _, bold, colour):
            return tag(
                "text",
                words,
                x=_short(x),
                y=_short(baseline),
                font_size=_short(size),
                font_weight="bold" if bold else None,
                fill=colour,
                # As wide as it was measured, also where a program shows another font.
                textLength=_short(width(words, size, bold)),
                lengthAdjust="spacingAndGlyphs",
            )


def _short(number: float) -> str:
    return f"{number:.{DIGITS}f}".rstrip("0").rstrip(".")
