"""Charts as data: scales, axes, lines and bars, drawn by svg.py, by html/ and by the browser."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, floor
from typing import Literal, NamedTuple, Self

LEAST_BAR = 0.7
"""Thinner bars, in percent of the chart, would be invisible."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled value or coordinate on an axis."""

    at: float
    label: str


class Scale(NamedTuple):
    """From values to percentages of a chart."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Sequence[float]) -> "Scale":
        """With room for all these values and for 0."""
        low, high = min(0.0, *values), max(0.0, *values)
        return cls(low, high if high > low else low + 1)

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0.0), 1.0), 2)

    def y(self, value: float) -> float:
        """The same from the top."""
        return round(100 - self(value), 2)

    def bar(self, start: float, end: float) -> tuple[float, float]:
        """The start and the length of the bar between two values."""
        begins, ends = sorted((self(start), self(end)))
        return begins, max(round(ends - begins, 2), LEAST_BAR)

    def column(self, left: float, width: float, value: float) -> tuple[float, float, float, float]:
        """The left, top, width and height of the upright bar between 0 and a value."""
        bottom, height = self.bar(value, 0)
        return round(left, 2), round(100 - bottom - height, 2), round(width, 2), height

    def ticks(self) -> list[float]:
        """A few round values, for small charts."""
        return self._ticks(3, (1, 2, 5))

    def more_ticks(self) -> list[float]:
        return self._ticks(6, (1, 2, 2.5, 5))

    def _ticks(self, most: int, sizes: Sequence[float]) -> list[float]:
        """The steps are one of these sizes times a power of ten."""
        steps = (size * 10.0**power for power in range(-3, 4) for size in sizes)
        step = next(step for step in steps if self.high - self.low <= most * step)
        return [number * step for number in range(ceil(self.low / step), floor(self.high / step) + 1)]


class Axis(NamedTuple):
    """An axis with a few labelled values."""

    label: str
    scale: Scale
    ticks: Sequence[Tick]
    """At values, not at percentages."""

    @classmethod
    def from_zero(cls, label: str, values: Sequence[float], shown: Callable[[float], str]) -> "Axis":
        """From 0 to the next tick above all values."""
        ticks = Scale(0, 1.15 * max(values)).more_ticks()
        return cls(label, Scale(0, max(ticks[-1], *values)), [Tick(at, shown(at)) for at in ticks])

    @property
    def levels(self) -> tuple[Tick, ...]:
        """The ticks of an upright axis as percentages."""
        return tuple(Tick(self.scale.y(tick.at), tick.label) for tick in self.ticks)

    @property
    def labels(self) -> tuple[Tick, ...]:
        """The ticks of a horizontal axis as percentages."""
        return tuple(Tick(self.scale(tick.at), tick.label) for tick in self.ticks)


BarKind = Literal["whole", "rise", "fall", "luck", "loss"]


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    kind: BarKind


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of a line that stands out."""

    x: float
    y: float
    line: int
    kind: str
    """The grade of a mistake, or `filled`."""
    symbol: str
    title: str
    turn: int | None
    """0-based index of the turn that it leads to."""

    @classmethod
    def spot(cls, x: float, y: float, line: int = 0, kind: str = "") -> Self:
        """A mark without words."""
        return cls(x, y, line, kind, "", "", None)


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines, bars or both; coordinates are percentages from its left and its top."""

    title: str
    description: str
    """For screen readers; empty beside a table with the same numbers."""
    places: tuple[float, ...]
    """The horizontal coordinates of the points of every line."""
    lines: tuple[tuple[float, ...], ...]
    """By line, a height for every place."""
    band: tuple[tuple[float, ...], ...]
    """Upper and lower heights around a line; empty without a band."""
    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]
    levels: tuple[Tick, ...]
    """Horizontal grid lines, labelled at their side."""
    uprights: tuple[float, ...]
    """Vertical grid lines."""
    labels: tuple[Tick, ...]
    """Below the chart."""
    zero: float | None
    """The line that bars begin at."""


BLANK = Chart("", "", (), (), (), (), (), (), (), (), None)


class Series(NamedTuple):
    """A named line of a panel, in values."""

    label: str
    heights: Sequence[float]
    marked: Collection[float] | None = None
    """The values on the horizontal axis with a mark; None for all."""


class Panel(NamedTuple):
    """A chart with words beside its axes and lines."""

    chart: Chart
    x: str
    y: str
    names: Sequence[str]
    """By line."""
    level: Tick | None
    """A horizontal line for comparison."""
    heading: str | None
    """Above the names of the lines."""

    @classmethod
    def of_lines(
        cls,
        x: Axis,
        y: Axis,
        at: Sequence[float],
        lines: Sequence[Series],
        level: Tick | None = None,
        heading: str | None = None,
    ) -> Self:
        """Lines with a height at each of these values of the horizontal axis."""
        heights = [tuple(map(y.scale.y, line.heights)) for line in lines]
        chart = replace(
            BLANK,
            title=y.label,
            places=tuple(x.scale(value) for value in at),
            lines=tuple(heights),
            marks=tuple(
                Mark.spot(x.scale(value), height, number)
                for number, line in enumerate(lines)
                for value, height in zip(at, heights[number], strict=True)
                if line.marked is None or value in line.marked
            ),
            levels=y.levels,
            labels=x.labels,
        )
        level = Tick(y.scale.y(level.at), level.label) if level else None
        return cls(chart, x.label, y.label, [line.label for line in lines], level, heading)

    @classmethod
    def of_bars(cls, x: Axis, y: Axis, ends: Sequence[float], heights: Sequence[float]) -> Self:
        """A bar between each two neighbouring ends."""
        places = [x.scale(end) for end in ends]
        bars = (
            Bar(left, y.scale.y(height), right - left, y.scale(height), "whole")
            for (left, right), height in zip(pairwise(places), heights, strict=True)
        )
        chart = replace(BLANK, title=y.label, bars=tuple(bars), levels=y.levels, labels=x.labels)
        return cls(chart, x.label, y.label, (), None, None)
