"""The charts of a person's history as data, each with a table of the same numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charidice.history.games import DecisionKind
from charidice.history.rating import RECENT, Rating, bot_ratings, counts, rating
from charidice.history.statistics import Appearance, Gift, Statistics
from charidice.messages import Catalog
from charidice.show.charts import BLANK, Bar, BarKind, Chart, Mark, Scale, Tick

MOST_GAMES = 50
"""The most games of a chart over time; more would be too narrow to see on a phone."""
MOST_DATES = 3
LEAST_GAMES = 2
"""The fewest games of a chart."""
LOWEST_RATING = 40.0
NEAR = 2
"""The number of bots in a chart of the nearest ones."""
BAR, GAP = 0.7, 0.15


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
    """Includes the head of the dates, if the rows have dates."""
    rows: tuple[DataRow, ...]


@dataclass(frozen=True, slots=True)
class HistoryChart:
    """A chart with its words and its table."""

    name: str
    note: str
    chart: Chart
    dates: tuple[DateTick, ...]
    """The labels of a chart over time, which the browser writes in its own time zone."""
    table: DataTable


class Charts:
    """The charts of one person in one language."""

    def __init__(self, texts: Catalog, played: Sequence[Appearance], found: Statistics) -> None:
        self._texts = texts
        self._played = played
        self._found = found

    def all(self) -> list[HistoryChart]:
        if len(self._played) < LEAST_GAMES:
            return []
        charts = (self.rating(), self.points(), self.losses(), self.luck(), self.gifts())
        return [chart for chart in charts if chart]

    def rating(self, *, near: bool = False) -> HistoryChart | None:
        """After each game, with its interval, and the ratings of the bots as levels: all of them, or the near ones."""
        counted = [each for each in self._played if counts(each)]
        ends = range(max(0, len(counted) - MOST_GAMES), len(counted))
        shown = [(counted[at], _rated(counted[max(0, at + 1 - RECENT) : at + 1])) for at in ends]
        if len(shown) < LEAST_GAMES:
            return None
        bots, now = bot_ratings(), shown[-1][1].value
        if near:
            bots = dict(sorted(bots.items(), key=lambda each: abs(each[1] - now))[:NEAR])
        lowest = min(bots.values()) if near else LOWEST_RATING
        scale = Scale(min(lowest, *(found.low for _, found in shown)), 100.0)
        places = _places(len(shown))
        middle = _heights(scale, [found.value for _, found in shown])
        number = self._texts.number
        rows = [
            DataRow(each.game.at, (number(found.value), f"{number(found.low)}–{number(found.high)}"))
            for each, found in shown
        ]
        return self._over_time(
            "rating",
            [each for each, _ in shown],
            rows,
            levels=tuple(Tick(scale.y(value), self._texts.say(f"bot.{level}")) for level, value in bots.items()),
            places=places,
            lines=(middle,),
            band=(
                _heights(scale, [found.high for _, found in shown]),
                _heights(scale, [found.low for _, found in shown]),
            ),
            marks=tuple(Mark.spot(x, y, kind="filled") for x, y in zip(places, middle, strict=True)),
        )

    def points(self) -> HistoryChart | None:
        """The total of each game; a victory is a filled mark."""
        shown = self._played[-MOST_GAMES:]
        totals = [each.seat.total for each in shown]
        scale = Scale.around([0.0, *totals])
        places, heights = _places(len(shown)), _heights(scale, totals)
        kinds = ["filled" if each.seat.victory else "" for each in shown]
        say = self._texts.say
        rows = [
            DataRow(each.game.at, (str(each.seat.total), say("history.won") if each.seat.victory else ""))
            for each in shown
        ]
        return self._over_time(
            "points",
            shown,
            rows,
            levels=self._levels(scale),
            places=places,
            lines=(heights,),
            marks=tuple(Mark.spot(x, y, kind=kind) for x, y, kind in zip(places, heights, kinds, strict=True)),
        )

    def luck(self) -> HistoryChart | None:
        shown = [each for each in self._played if each.luck is not None][-MOST_GAMES:]
        lucks = [100 * (each.luck or 0) for each in shown]
        if len(shown) < LEAST_GAMES:
            return None
        scale = Scale.around([0.0, *lucks])
        rows = [DataRow(each.game.at, (self._change(luck),)) for each, luck in zip(shown, lucks, strict=True)]
        levels, bars = self._levels(scale, signed=True), _bars(lucks, scale)
        return self._over_time("luck", shown, rows, levels=levels, bars=bars, zero=scale.y(0))

    def losses(self) -> HistoryChart | None:
        """Per decision, by kind of decision."""
        if self._found.reviewed < LEAST_GAMES:
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
        """The number of greatest gifts by the round of asking."""
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
        shown: Sequence[Appearance],
        rows: Sequence[DataRow],
        *,
        levels: tuple[Tick, ...],
        places: tuple[float, ...] = (),
        lines: tuple[tuple[float, ...], ...] = (),
        band: tuple[tuple[float, ...], ...] = (),
        marks: tuple[Mark, ...] = (),
        bars: tuple[Bar, ...] = (),
        zero: float | None = None,
    ) -> HistoryChart:
        middles = _places(len(shown))
        step = max(1, (len(shown) - 1) / (MOST_DATES - 1))
        ticked = dict.fromkeys(min(round(step * number), len(shown) - 1) for number in range(MOST_DATES))
        dates = tuple(DateTick(middles[at], shown[at].game.at) for at in ticked)
        chart = Chart(self._title(name), "", places, lines, band, bars, marks, levels, (), (), zero)
        return HistoryChart(name, self._note(name), chart, dates, self._table(name, rows))

    def _by_name(
        self, name: str, names: Sequence[str], values: Sequence[float], rows: Sequence[DataRow]
    ) -> HistoryChart:
        scale = Scale.around([0.0, *values])
        chart = replace(
            BLANK,
            title=self._title(name),
            bars=_bars(values, scale, kind="whole"),
            levels=self._levels(scale),
            labels=tuple(map(Tick, _places(len(names)), names)),
            zero=scale.y(0),
        )
        return HistoryChart(name, self._note(name), chart, (), self._table(name, rows))

    def _title(self, name: str) -> str:
        return self._texts.say(f"history.chart.{name}")

    def _note(self, name: str) -> str:
        return self._texts.say(f"history.chart.{name}.note")

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


def _rated(played: Sequence[Appearance]) -> Rating:
    found = rating(played)
    assert found
    return found


def _places(count: int) -> tuple[float, ...]:
    """The middles of so many columns."""
    return tuple(round(100 * (number + 0.5) / count, 2) for number in range(count))


def _heights(scale: Scale, values: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(scale.y, values))


def _bars(values: Sequence[float], scale: Scale, kind: BarKind | None = None) -> tuple[Bar, ...]:
    width = 100 / len(values)
    return tuple(
        Bar(*scale.column(width * (number + GAP), width * BAR, value), kind or ("rise" if value > 0 else "fall"))
        for number, value in enumerate(values)
        if value
    )
