"""The charts of a review as SVG, in percentages, so that charts scale to any width and texts keep their size."""

from collections.abc import Callable, Iterable

from markupsafe import Markup

from charidice.coach.reviews.charts import AccountChart, AccountRow, Curve, Mark, RoundBars, Tick
from charidice.coach.reviews.html.markup import join, tag


def curve_chart(curve: Curve, link: Callable[[int], str]) -> Markup:
    """Mistakes link to `link` of their turn's index."""
    lines = [
        tag("polyline", points=_points(curve.places, heights), class_=f"seat-line seat-{seat}")
        for seat, heights in enumerate(curve.lines)
    ]
    drawing = tag(
        "svg",
        tag("title", curve.title),
        tag("desc", curve.description),
        *map(_level, curve.levels),
        *(tag("line", x1=f"{end}%", x2=f"{end}%", y1="0", y2="100%", class_="grid") for end in curve.round_ends),
        tag("svg", *lines, viewBox="0 0 100 100", preserveAspectRatio="none", class_="lines"),
        *map(_beside, curve.levels),
        *(tag("a", _mark(mark), href=link(mark.turn)) for mark in curve.marks),
        class_="curve",
        role="group",
    )
    return join(drawing, _axis(curve.rounds))


def round_chart(chart: RoundBars) -> Markup:
    drawing = tag(
        "svg",
        tag("title", chart.title),
        tag("desc", chart.description),
        *map(_level, chart.levels),
        *(
            tag("rect", x=f"{b.x}%", y=f"{b.y}%", width=f"{b.width}%", height=f"{b.height}%", class_=f"bar {b.kind}")
            for b in chart.bars
        ),
        *map(_beside, chart.levels),
        tag("line", x1="0", x2="100%", y1=f"{chart.zero}%", y2=f"{chart.zero}%", class_="zero"),
        class_="rounds",
        role="img",
    )
    return join(drawing, _axis(chart.rounds))


def account_bar(chart: AccountChart, row: AccountRow) -> Markup:
    """One row of an account, for a cell of a table; the number beside it says the same."""
    return tag(
        "svg",
        tag("line", x1=f"{chart.zero}%", x2=f"{chart.zero}%", y1="0", y2="100%", class_="zero"),
        tag("rect", x=f"{row.x}%", width=f"{row.width}%", y="15%", height="70%", class_=f"bar {row.kind}"),
        class_="part",
        aria_hidden="true",
    )


def _points(places: Iterable[float], heights: Iterable[float]) -> str:
    return " ".join(f"{x},{y}" for x, y in zip(places, heights, strict=True))


def _mark(mark: Mark) -> Markup:
    place = {"x": f"{mark.x}%", "y": f"{mark.y}%"}
    return tag("text", tag("title", mark.title), mark.symbol, class_=f"mark {mark.grade}", **place)


def _level(tick: Tick) -> Markup:
    return tag("line", x1="0", x2="100%", y1=f"{tick.at}%", y2=f"{tick.at}%", class_="grid")


def _beside(tick: Tick) -> Markup:
    """The value of a level line."""
    return tag("text", tick.label, x="100%", y=f"{tick.at}%", dx="6", class_="tick beside")


def _axis(rounds: Iterable[Tick]) -> Markup:
    labels = (tag("text", tick.label, x=f"{tick.at}%", y="15", class_="tick middle") for tick in rounds)
    return tag("svg", *labels, class_="axis", aria_hidden="true")
