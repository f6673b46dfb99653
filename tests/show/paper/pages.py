"""Finished games to draw, and what a rendered PDF shows."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import pypdfium2
from PIL import Image

from charidice.record import GameRecord
from charidice.rules.ruleset import Ruleset
from charidice.show.paper.drawing import Area, Page, Text
from charidice.show.paper.typesetting import BELOW, CAPITALS, ELLIPSIS, LEAST, height, width

from ...coach.games import game

POINTS = 72 / 25.4
# In millimetres: what rounding may move.
TOLERANCE = 0.06


@cache
def finished(players: int, rounds: int = 7) -> GameRecord:
    return game(players, ["magpie"] * players, ruleset=Ruleset(rounds))


def box_of(text: Text) -> Area:
    """What a text takes by the metrics of its font."""
    top = text.baseline - (CAPITALS + BELOW) * text.size
    return Area(text.x, top, width(text.words, text.size, text.bold), height(1, text.size))


def is_inside(inner: Area, outer: Area, tolerance: float = TOLERANCE) -> bool:
    return (
        inner.x >= outer.x - tolerance
        and inner.y >= outer.y - tolerance
        and inner.right <= outer.right + tolerance
        and inner.bottom <= outer.bottom + tolerance
    )


def check_layout(page: Page, margin: float, shortened: bool = False) -> None:
    """Every text stays in its box, is whole and not too small, and covers no other; every box is on the page."""
    whole = Area(0, 0, page.width, page.height).inset(margin)
    texts = list(page.texts)
    assert texts
    for text in texts:
        assert is_inside(box_of(text), text.room), text
        assert is_inside(text.room, whole), text
        assert text.size >= LEAST * 0.99
        assert shortened or ELLIPSIS not in text.words, text
    boxes = [Area(*box_of(text)).inset(0.02, BELOW * text.size) for text in texts]
    assert [pair for pair in combinations(boxes, 2) if overlap(*pair)] == []


def overlap(one: Area, other: Area) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


class Glyph(NamedTuple):
    sign: str
    area: Area


def glyphs(data: bytes, number: int) -> list[Glyph]:
    """Every visible character of a page, in the order it is drawn, and where it is, in millimetres."""
    page = pypdfium2.PdfDocument(data)[number]
    text = page.get_textpage()
    found = []
    for index in range(text.count_chars()):
        sign = text.get_text_range(index, 1)
        if sign.strip():
            left, bottom, right, top = (value / POINTS for value in text.get_charbox(index))
            found.append(Glyph(sign, Area(left, page.get_height() / POINTS - top, right - left, top - bottom)))
    return found


def greys(data: bytes, number: int, dots_per_mm: float = 12) -> Image.Image:
    """A page as a black and white printer has it."""
    found: Image.Image = pypdfium2.PdfDocument(data)[number].render(scale=dots_per_mm / POINTS).to_pil().convert("L")
    return found


def contrast(image: Image.Image, area: Area, dots_per_mm: float = 12) -> float:
    """The contrast ratio of WCAG between the darkest and the lightest spot of an area."""
    cut = [round(each * dots_per_mm) for each in (area.x, area.y, area.right, area.bottom)]
    darkest, lightest = image.crop((cut[0], cut[1], cut[2], cut[3])).getextrema()
    assert isinstance(darkest, int)
    assert isinstance(lightest, int)
    return (_luminance(lightest) + 0.05) / (_luminance(darkest) + 0.05)


def _luminance(grey: int) -> float:
    share = grey / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
