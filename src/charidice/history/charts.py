"""The charts of a person's history as data: coordinates are percentages of a chart from its left and its top.

Each has a table with the same numbers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from charidice.coach.reviews.charts import Scale, Tick
from charidice.history.games import DecisionKind
from charidice.history.rating import RECENT, Rating, bot_ratings, counts, rating
from charidice.history.statistics import Gift, Played, Statistics
from charidice.messages import Catalog

MOST_GAMES = 50
"""Those of a chart over time; more would be too narrow to see on a phone."""
MOST_DATES = 3
LOWEST_RATING = 40.0
BAR, GAP = 0.7, 0.15


@dataclass(frozen=True, slots=True)
class HistoryBar:
    x: float
    y: float
    width: float
    height: float
    kind: Literal["rise", "fall", "whole"]


@dataclass(frozen=True, slots=True)
class ChartPoint:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class HistoryMark(ChartPoint):
    filled: bool


@dataclass(frozen=True, slots=True)
class DateTick:
    at: float
    date: str


@dataclass(frozen=True, slots=True)
class DataRow:
    date: str | None
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataTable:
    heads: tuple[str, ...]
    """With one for the date, if the rows have one."""
    rows: tuple[DataRow, ...]


@dataclass(frozen=True, slots=True)
class HistoryChart:
    """Bars, or a line with marks and a band around it."""

    name: str
    title: str
    note: str
    levels: tuple[Tick, ...]
    dates: tuple[DateTick, ...]
    """Below a chart over time."""
    labels: tuple[Tick, ...]
    """Below any other."""
    zero: float | None
    bars: tuple[HistoryBar, ...]
    line: tuple[ChartPoint, ...]
    band: tuple[ChartPoint, ...]
    """A polygon."""
    marks: tuple[HistoryMark, ...]
    table: DataTable


class Charts:
    """The charts of one person in one language."""

    def __init__(self, texts: Catalog, played: Sequence[Played], found: Statistics) -> None:
        self._texts = texts
        self._played = played
        self._found = found

    def all(self) -> list[HistoryChart]:
        charts = (self.rating(), self.points(), self.losses(), self.luck(), self.gifts())
        return [chart for chart in charts if chart]

    def rating(self) -> HistoryChart | None:
        """After each game, with its interval, and the ratings of the bots as levels."""
        counted = [each for each in self._played if counts(each)]
        ends = range(max(0, len(counted) - MOST_GAMES), len(counted))
        shown = [(counted[at], _rated(counted[max(0, at + 1 - RECENT) : at + 1])) for at in ends]
        if not shown:
            return None
        scale = Scale(min(LOWEST_RATING, *(found.low for _, found in shown)), 100.0)
        places = _places(len(shown))
        upper = _line(places, scale, [found.high for _, found in shown])
        lower = _line(places, scale, [found.low for _, found in shown])
        middle = _line(places, scale, [found.value for _, found in shown])
        number = self._texts.number
        rows = [
            DataRow(each.game.at, (number(found.value), f"{number(found.low)}–{number(found.high)}"))
            for each, found in shown
        ]
        return self._over_time(
            "rating",
            [each for each, _ in shown],
            levels=tuple(
                Tick(scale.y(value), self._texts.say(f"bot.{level}")) for level, value in bot_ratings().items()
            ),
            line=middle,
            band=(*upper, *reversed(lower)),
            marks=tuple(HistoryMark(point.x, point.y, filled=True) for point in middle),
            rows=rows,
        )

    def points(self) -> HistoryChart | None:
        """The total of each game; a victory is a filled mark."""
        shown = self._played[-MOST_GAMES:]
        totals = [each.seat.total for each in shown]
        scale = Scale.around([0.0, *totals])
        line = _line(_places(len(shown)), scale, totals)
        won = [bool(each.seat.victory) for each in shown]
        say = self._texts.say
        rows = [
            DataRow(each.game.at, (str(each.seat.total), say("history.won") if each.seat.victory else ""))
            for each in shown
        ]
        return self._over_time(
            "points",
            shown,
            levels=self._levels(scale),
            line=line,
            marks=tuple(HistoryMark(point.x, point.y, filled) for point, filled in zip(line, won, strict=True)),
            rows=rows,
        )

    def luck(self) -> HistoryChart | None:
        shown = [each for each in self._played if each.luck is not None][-MOST_GAMES:]
        lucks = [100 * (each.luck or 0) for each in shown]
        if not shown:
            return None
        scale = Scale.around([0.0, *lucks])
        rows = [DataRow(each.game.at, (self._change(luck),)) for each, luck in zip(shown, lucks, strict=True)]
        levels, bars = self._levels(scale, signed=True), _bars(lucks, scale)
        return self._over_time("luck", shown, levels=levels, zero=scale.y(0), bars=bars, rows=rows)

    def losses(self) -> HistoryChart | None:
        """Per decision, by kind of decision."""
        if not self._found.reviewed:
            return None
        found = [self._found.losses[kind] for kind in DecisionKind]
        means = [100 * (losses.mean or 0) for losses in found]
        names = [self._texts.say(f"history.kind-of-decision.{kind}") for kind in DecisionKind]
        number = self._texts.number
        rows = [
            DataRow(None, (name, str(losses.decisions), number(mean, 2), number(100 * losses.total, 1)))
            for name, losses, mean in zip(names, found, means, strict=True)
        ]
        return self._by_name("losses", names, means, rows)

    def gifts(self) -> HistoryChart | None:
        """In which round the greatest of gifts was asked for."""
        gifts = self._found.gifts
        if not gifts:
            return None
        times = Counter(gift.asked.round for gift in gifts)
        rounds = range(1, max(each.game.rounds for each in self._played) + 1)
        rows = [DataRow(None, self._asked_in(str(round_), gifts, round_)) for round_ in rounds if times[round_]]
        return self._by_name("gifts", [*map(str, rounds)], [times[round_] for round_ in rounds], rows)

    def _asked_in(self, name: str, gifts: Sequence[Gift], round_: int) -> tuple[str, ...]:
        those = [gift for gift in gifts if gift.asked.round == round_]
        points = [gift.asked.gift for gift in those if gift.asked.gift is not None]
        gains = [gift.gain for gift in those if gift.gain is not None]
        mean = self._texts.number(sum(points) / len(points), 1) if points else "–"
        gain = self._change(100 * sum(gains) / len(gains)) if gains else "–"
        return name, str(len(those)), mean, gain

    def _over_time(
        self,
        name: str,
        shown: Sequence[Played],
        *,
        levels: tuple[Tick, ...],
        rows: Sequence[DataRow],
        line: tuple[ChartPoint, ...] = (),
        band: tuple[ChartPoint, ...] = (),
        marks: tuple[HistoryMark, ...] = (),
        bars: tuple[HistoryBar, ...] = (),
        zero: float | None = None,
    ) -> HistoryChart:
        places = _places(len(shown))
        step = max(1, (len(shown) - 1) / (MOST_DATES - 1))
        ticked = dict.fromkeys(min(round(step * number), len(shown) - 1) for number in range(MOST_DATES))
        dates = tuple(DateTick(places[at], shown[at].game.at) for at in ticked)
        words = self._words(name)
        return HistoryChart(name, *words, levels, dates, (), zero, bars, line, band, marks, self._table(name, rows))

    def _by_name(
        self, name: str, names: Sequence[str], values: Sequence[float], rows: Sequence[DataRow]
    ) -> HistoryChart:
        scale = Scale.around([0.0, *values])
        labels = tuple(map(Tick, _places(len(names)), names))
        levels, words = self._levels(scale), self._words(name)
        bars = _bars(values, scale, kind="whole")
        table = self._table(name, rows)
        return HistoryChart(name, *words, levels, (), labels, scale.y(0), bars, (), (), (), table)

    def _words(self, name: str) -> tuple[str, str]:
        return self._texts.say(f"history.chart.{name}"), self._texts.say(f"history.chart.{name}.note")

    def _table(self, name: str, rows: Sequence[DataRow]) -> DataTable:
        heads = self._texts.say(f"history.chart.{name}.heads").split("|")
        return DataTable(tuple(heads), tuple(rows))

    def _levels(self, scale: Scale, signed: bool = False) -> tuple[Tick, ...]:
        number = self._texts.number
        ticks = scale.ticks()
        digits = 0 if all(tick == round(tick) for tick in ticks) else 1
        return tuple(Tick(scale.y(tick), number(tick, digits, signed=signed)) for tick in ticks)

    def _change(self, points: float) -> str:
        return self._texts.number(points, 1, signed=True)


def _rated(played: Sequence[Played]) -> Rating:
    found = rating(played)
    assert found
    return found


def _places(count: int) -> list[float]:
    """The middles of so many columns."""
    return [round(100 * (number + 0.5) / count, 2) for number in range(count)]


def _line(places: Sequence[float], scale: Scale, values: Sequence[float]) -> tuple[ChartPoint, ...]:
    return tuple(ChartPoint(x, scale.y(value)) for x, value in zip(places, values, strict=True))


def _bars(values: Sequence[float], scale: Scale, kind: Literal["whole"] | None = None) -> tuple[HistoryBar, ...]:
    width = 100 / len(values)
    found = []
    for number, value in enumerate(values):
        if value:
            y, height = scale.column(value)
            sort: Literal["rise", "fall", "whole"] = kind or ("rise" if value > 0 else "fall")
            found.append(HistoryBar(round(width * (number + GAP), 2), y, round(width * BAR, 2), height, sort))
    return tuple(found)
