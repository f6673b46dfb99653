"""Plots as SVG that stands alone: light and dark, and readable without colours."""

from collections.abc import Iterator, Sequence
from itertools import starmap
from textwrap import wrap
from typing import NamedTuple

from charidice.installed import STRATEGY, needing
from charidice.show.charts import Panel

with needing(STRATEGY):
    from markupsafe import Markup

from charidice.show.html.markup import join, tag

WIDTH = 760
_HEIGHT = 250
_LEFT, _RIGHT, _GAP = 64, 20, 36
_LINE = 20
"""The height of a line of text, and the least distance of two labels."""
_TITLE_LETTERS, _LETTER = 64, 8.2
_SAMPLE = 34
"""The length of the sample of a line beside its label."""
_BESIDE = 14
"""The distance of the labels of the lines from the axes."""
_STYLE = Markup("""
svg { --paper: #fbf6e9; --ink: #22262b; --soft: #5b5f63; --rule: #d9cdb0;
  --series-0: #1d5fa8; --series-1: #b3541e; --series-2: #2f7457; --series-3: #872967; --series-4: #22262b }
@media (prefers-color-scheme: dark) { svg { --paper: #1e211f; --ink: #ece7da; --soft: #b3b4ab; --rule: #454a42;
  --series-0: #8fc0ff; --series-1: #ffb27a; --series-2: #7cc9a6; --series-3: #f0a3d3; --series-4: #ece7da } }
text { font: 15px system-ui, sans-serif; fill: var(--ink) } .title { font-size: 18px; font-weight: 600 }
.soft { fill: var(--soft) } .grid { stroke: var(--rule) } .axis { stroke: var(--soft) }
.level { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 1 3 } .paper { fill: var(--paper) }
.line { fill: none; stroke-width: 2.5; stroke-linejoin: round } .mark { stroke: var(--paper) }
.bar { fill: var(--series-0) }
""")
_SERIES = Markup(""".series-{0} .line {{ stroke: var(--series-{0}); stroke-dasharray: {1} }}
.series-{0} .mark {{ fill: var(--series-{0}) }}
""")
_DASHES = ("none", "9 4", "2 4", "12 4 2 4", "5 2")
# A circle, a square, a triangle, a diamond and a cross, around 0.
_MARKS = (
    "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z",
    "M-5,-5h10v10h-10z",
    "M0,-6l6,11h-12z",
    "M0,-7l7,7l-7,7l-7,-7z",
    "M-6,-2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",
)


def drawing(title: str, panels: Sequence[Panel]) -> str:
    """A document with some panels side by side."""
    lines = wrap(title, _TITLE_LETTERS)
    top = _LINE * (len(lines) + 2) + 22
    right = _RIGHT + _room(panels[-1])
    width = (WIDTH - right - _LEFT - (len(panels) - 1) * (_LEFT + _GAP)) / len(panels)
    height = top + _HEIGHT + 2 * _LINE + 18
    parts = [
        tag("title", title),
        tag("style", _STYLE, *starmap(_SERIES.format, enumerate(_DASHES))),
        tag("rect", class_="paper", width=WIDTH, height=height),
        *(tag("text", line, x=20, y=30 + 22 * number, class_="title") for number, line in enumerate(lines)),
    ]
    for number, panel in enumerate(panels):
        box = _Box(_LEFT + number * (width + _LEFT + _GAP), top, width, _HEIGHT)
        parts += _panel(panel, box, labelled=number == len(panels) - 1)
    svg = tag(
        "svg",
        *(join(part, "\n") for part in parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
    )
    return f"{svg}\n"


def _room(panel: Panel) -> float:
    """The width of the labels of the lines."""
    labels = [*panel.names, *([panel.level.label] if panel.level else [])]
    heading = _LETTER * len(panel.heading or "")
    return _BESIDE + max(heading, _SAMPLE + 8 + _LETTER * max(map(len, labels))) if labels else 0


class _Box(NamedTuple):
    """The place of a panel's axes, in pixels."""

    left: float
    top: float
    width: float
    height: float

    def x(self, percent: float) -> float:
        return round(self.left + percent / 100 * self.width, 1)

    def y(self, percent: float) -> float:
        return round(self.top + percent / 100 * self.height, 1)

    @property
    def right(self) -> float:
        return round(self.left + self.width, 1)

    @property
    def bottom(self) -> float:
        return self.top + self.height


def _panel(panel: Panel, box: _Box, labelled: bool) -> Iterator[Markup]:
    chart = panel.chart
    for tick in chart.levels:
        y = box.y(tick.at)
        yield tag("line", x1=box.left, x2=box.right, y1=y, y2=y, class_="grid")
        yield tag("text", tick.label, x=box.left - 8, y=y + 5, text_anchor="end", class_="soft")
    for tick in chart.labels:
        x = box.x(tick.at)
        yield tag("line", x1=x, x2=x, y1=box.bottom, y2=box.bottom + 5, class_="axis")
        yield tag("text", tick.label, x=x, y=box.bottom + 22, text_anchor="middle", class_="soft")
    yield tag("text", panel.y, x=box.left - 44, y=box.top - 18)
    yield tag("text", panel.x, x=round(box.left + box.width / 2, 1), y=box.bottom + 46, text_anchor="middle")
    for bar in chart.bars:
        left, top = box.x(bar.x), box.y(bar.y)
        width, height = box.x(bar.x + bar.width) - left, box.y(bar.y + bar.height) - top
        yield tag("rect", x=left + 1, y=top, width=round(width - 2, 1), height=round(height, 1), class_="bar")
    if panel.level:
        y = box.y(panel.level.at)
        yield tag("line", x1=box.left, x2=box.right, y1=y, y2=y, class_="level")
    yield tag("line", x1=box.left, x2=box.right, y1=box.bottom, y2=box.bottom, class_="axis")
    for number, heights in enumerate(chart.lines):
        points = " ".join(f"{box.x(x)},{box.y(y)}" for x, y in zip(chart.places, heights, strict=True))
        marks = (_mark(number, box.x(mark.x), box.y(mark.y)) for mark in chart.marks if mark.line == number)
        yield tag("g", tag("polyline", points=points, class_="line"), *marks, class_=f"series-{number}")
    if labelled and panel.names:
        yield from _labels(panel, box)


def _mark(line: int, x: float, y: float) -> Markup:
    return tag("path", d=_MARKS[line], transform=f"translate({x} {y})", class_="mark")


def _labels(panel: Panel, box: _Box) -> Iterator[Markup]:
    """The names beside the ends of the lines, each with a sample of its line; they never overlap."""
    labelled = [(name, heights[-1]) for name, heights in zip(panel.names, panel.chart.lines, strict=True)]
    labelled += [(panel.level.label, panel.level.at)] if panel.level else []
    ends = [box.y(height) for _, height in labelled]
    order = sorted(range(len(ends)), key=lambda number: (ends[number], number))
    left = box.right + _BESIDE
    for number, y in zip(order, apart([ends[number] for number in order], box.top + 6, box.bottom), strict=True):
        is_level = number == len(panel.names)
        sample = tag("line", x1=left, x2=left + _SAMPLE, y1=y, y2=y, class_="level" if is_level else "line")
        mark = "" if is_level else _mark(number, left + _SAMPLE / 2, y)
        yield tag("g", sample, mark, class_=None if is_level else f"series-{number}")
        yield tag("text", labelled[number][0], x=left + _SAMPLE + 8, y=y + 5)
    if panel.heading:
        yield tag("text", panel.heading, x=left, y=box.top - 18, class_="soft")


def apart(places: Sequence[float], low: float, high: float) -> list[float]:
    """Sorted places moved as little as it takes to be a line of text apart, between low and high."""
    found = [max(place, low) for place in places]
    for number in range(1, len(found)):
        found[number] = max(found[number], found[number - 1] + _LINE)
    for number in reversed(range(len(found))):
        limit = high if number == len(found) - 1 else found[number + 1] - _LINE
        found[number] = round(min(found[number], limit), 1)
    return found
