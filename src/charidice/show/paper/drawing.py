"""A page as data: shapes in millimetres from its top left, drawn by pdf.py, svg.py and png.py."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

Point = tuple[float, float]

INK, SOFT, WHITE = "#22262b", "#5b5f63", "#ffffff"


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, across: float, down: float | None = None) -> "Area":
        down = across if down is None else down
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def columns(self, *shares: float, gap: float = 0) -> list["Area"]:
        """Side by side, as wide as their shares."""
        unit, x, found = (self.width - gap * (len(shares) - 1)) / sum(shares), self.x, []
        for share in shares:
            found.append(Area(x, self.y, unit * share, self.height))
            x += unit * share + gap
        return found

    def rows(self, *shares: float, gap: float = 0) -> list["Area"]:
        """One below the other, as high as their shares."""
        turned = Area(self.y, self.x, self.height, self.width).columns(*shares, gap=gap)
        return [Area(y, x, width, height) for x, y, height, width in turned]


@dataclass(frozen=True, slots=True)
class Box:
    area: Area
    fill: str | None = None
    edge: str | None = None
    width: float = 0.25
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[Point, ...]
    colour: str = INK
    width: float = 0.25
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Dot:
    centre: Point
    radius: float
    fill: str = INK


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text from a point on its baseline."""

    words: str
    x: float
    baseline: float
    size: float
    """Of the font, in millimetres."""
    room: Area
    """The box that it must not leave."""
    bold: bool = False
    colour: str = INK


Shape = Box | Line | Dot | Text


@dataclass(frozen=True, slots=True)
class Page:
    width: float
    height: float
    shapes: tuple[Shape, ...]

    @property
    def texts(self) -> Iterator[Text]:
        return (shape for shape in self.shapes if isinstance(shape, Text))


def dotted(area: Area, step: float, radius: float, colour: str = INK) -> Iterator[Shape]:
    """Rows of dots, all of them within the area."""
    across, down = int((area.width - 2 * radius) / step) + 1, int((area.height - 2 * radius) / step) + 1
    x, y = (centre - step * (count - 1) / 2 for centre, count in zip(area.centre, (across, down), strict=True))
    for row in range(down):
        yield from (Dot((x + step * column, y + step * row), radius, colour) for column in range(across))


def hatched(area: Area, step: float, slope: int, colour: str = INK, width: float = 0.25) -> Iterator[Shape]:
    """Parallel lines, cut off at the edges: rising (1), falling (-1) or level (0)."""
    if slope == 0:
        for number in range(1, int(area.height / step + 0.5)):
            y = area.y + number * step
            yield Line(((area.x, y), (area.right, y)), colour, width)
        return
    reach = area.width + area.height
    for number in range(1, int(reach / step) + 1):
        # The line through this point of the upper edge, or of its continuation, cut at the left and right edges.
        start = number * step
        left, right = max(0.0, start - area.height), min(start, area.width)
        if slope == 1:
            ends = ((area.x + left, area.y + start - left), (area.x + right, area.y + start - right))
        else:
            ends = ((area.x + left, area.bottom - start + left), (area.x + right, area.bottom - start + right))
        yield Line(ends, colour, width)
