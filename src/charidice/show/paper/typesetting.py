"""Text set into areas, measured by the font that is embedded: Open Sans, with all letters of the five languages."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

from charidice.installed import needing
from charidice.show.paper.drawing import INK, Area, Text

with needing():
    from fontTools.ttLib import TTFont

Align = Literal["left", "centre", "right"]

# In ems. Accents reach as far above capitals as other letters reach below the baseline.
CAPITALS, BELOW, LEADING = 0.714, 0.26, 1.3
# In millimetres, 6 points: nothing is set smaller.
LEAST = 2.12
SHRINKING = 0.96
ELLIPSIS = "…"


def font_file(bold: bool) -> Path:
    name = f"OpenSans-{'Bold' if bold else 'Regular'}.ttf"
    return Path(str(resources.files("ttf_opensans").joinpath("ttf", name)))


@cache
def _advances(bold: bool) -> dict[int, float]:
    """The width of every character, in ems."""
    with TTFont(font_file(bold), lazy=True) as font:
        widths, unit = font["hmtx"].metrics, font["head"].unitsPerEm
        return {code: widths[glyph][0] / unit for code, glyph in font.getBestCmap().items()}


def can_be_set(words: str) -> bool:
    """Whether the font has all its characters."""
    return all(ord(character) in _advances(False) for character in words)


def width(words: str, size: float, bold: bool = False) -> float:
    advances = _advances(bold)
    return size * sum(advances[ord(character)] for character in words)


def height(lines: int, size: float) -> float:
    """The height of lines of text, accents and descenders included."""
    return size * (CAPITALS + 2 * BELOW + (lines - 1) * LEADING)


def fitting_size(area: Area, words: str, size: float, bold: bool = False, most_lines: int = 1) -> float:
    """The largest font size, up to `size` but at least LEAST, at which words fit into an area."""
    size = max(size, LEAST)
    while size * SHRINKING >= LEAST and not _fits(area, _broken(words, area.width, size, bold, most_lines), size, bold):
        size *= SHRINKING
    return size


def _fits(area: Area, lines: list[str], size: float, bold: bool) -> bool:
    return height(len(lines), size) <= area.height and all(width(line, size, bold) <= area.width for line in lines)


def _broken(words: str, most: float, size: float, bold: bool, most_lines: int) -> list[str]:
    """Break words into lines; the last line takes all remaining words."""
    lines = wrapped(words, most, size, bold)
    return [*lines[: most_lines - 1], " ".join(lines[most_lines - 1 :])] if len(lines) > most_lines else lines


def set_text(
    area: Area,
    words: str,
    size: float,
    *,
    bold: bool = False,
    colour: str = INK,
    align: Align = "left",
    most_lines: int = 1,
    at_top: bool = False,
) -> list[Text]:
    """Words in an area, smaller if they need to be, and cut short if they do not fit even then."""
    if not words:
        return []
    size = fitting_size(area, words, size, bold, most_lines)
    lines = [
        _cut_short(line, lambda part: width(part, size, bold) <= area.width)
        for line in _broken(words, area.width, size, bold, most_lines)
    ]
    free = 0 if at_top else (area.height - height(len(lines), size)) / 2
    baseline = area.y + free + (BELOW + CAPITALS) * size
    offset = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
    return [
        Text(
            line,
            area.x + offset * (area.width - width(line, size, bold)),
            baseline + number * LEADING * size,
            size,
            area,
            bold,
            colour,
        )
        for number, line in enumerate(lines)
    ]


def wrapped(words: str, most: float, size: float, bold: bool = False) -> list[str]:
    """Words in lines of at most this width, as far as single words allow."""
    return list(_lines(words, lambda line: width(line, size, bold) <= most))


def _lines(words: str, fits: Callable[[str], bool]) -> Iterator[str]:
    line = ""
    # Not at no-break spaces.
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if line and not fits(longer):
            yield line
            longer = word
        line = longer
    yield line


def _cut_short(words: str, fits: Callable[[str], bool]) -> str:
    if fits(words):
        return words
    while words and not fits(words + ELLIPSIS):
        words = words[:-1].rstrip()
    return words + ELLIPSIS
