"""Charts as SVG, in percentages, so that charts scale to any width and texts keep their size."""

from collections.abc import Callable, Iterable

from markupsafe import Markup

from charidice.show.charts import Bar, Chart, Mark, Tick
from charidice.show.html.markup import join, tag


def chart_svg(chart: Chart, kind: str, role: str, link: Callable[[int], str] = str) -> Markup:
    """Marks link to `link` of their turn's index."""
    lines = (
        tag("polyline", points=_points(chart.places, heights), class_=f"seat-line seat-{number}")
        for number, heights in enumerate(chart.lines)
    )
    parts = [
        tag("title", chart.title),
        tag("desc", chart.description),
        *map(_level, chart.levels),
        *(tag("line", x1=f"{x}%", x2=f"{x}%", y1="0", y2="100%", class_="grid") for x in chart.uprights),
        *map(_bar, chart.bars),
        tag("svg", *lines, viewBox="0 0 100 100", preserveAspectRatio="none", class_="lines") if chart.lines else "",
        *map(_beside, chart.levels),
        *(_mark(mark) if mark.turn is None else tag("a", _mark(mark), href=link(mark.turn)) for mark in chart.marks),
        "" if chart.zero is None else _level(Tick(chart.zero, ""), "zero"),
    ]
    return join(tag("svg", *parts, class_=kind, role=role), _axis(chart.labels))


def account_bar(zero: float, bar: Bar) -> Markup:
    """One row of an account, for a cell of a table; the number beside it is the same."""
    line = tag("line", x1=f"{zero}%", x2=f"{zero}%", y1="0", y2="100%", class_="zero")
    return tag("svg", line, _bar(bar), class_="part", aria_hidden="true")


def _points(places: Iterable[float], heights: Iterable[float]) -> str:
    return " ".join(f"{x},{y}" for x, y in zip(places, heights, strict=True))


def _bar(bar: Bar) -> Markup:
    place = {"x": f"{bar.x}%", "y": f"{bar.y}%", "width": f"{bar.width}%", "height": f"{bar.height}%"}
    return tag("rect", class_=f"bar {bar.kind}", **place)


def _mark(mark: Mark) -> Markup:
    if not mark.symbol:
        return tag("circle", cx=f"{mark.x}%", cy=f"{mark.y}%", r="4", class_=f"spot {mark.kind}".strip())
    place = {"x": f"{mark.x}%", "y": f"{mark.y}%"}
    return tag("text", tag("title", mark.title), mark.symbol, class_=f"mark {mark.kind}", **place)


def _level(tick: Tick, kind: str = "grid") -> Markup:
    return tag("line", x1="0", x2="100%", y1=f"{tick.at}%", y2=f"{tick.at}%", class_=kind)


def _beside(tick: Tick) -> Markup:
    """The value of a level line."""
    return tag("text", tick.label, x="100%", y=f"{tick.at}%", dx="6", class_="tick beside")


def _axis(ticks: Iterable[Tick]) -> Markup:
    labels = (tag("text", tick.label, x=f"{tick.at}%", y="15", class_="tick middle") for tick in ticks)
    return tag("svg", *labels, class_="axis", aria_hidden="true")
