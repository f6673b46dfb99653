"""The plots of the studies that people would rather look at."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from charidice.messages import Catalog
from charidice.strategy.tables.lead import PLAYERS
from charidice.study.positions import AHEAD, LATER_ROUNDS, ROUNDS, before_round
from charidice.study.solution import BIN, LEADS, MORE, chances_by_lead, distribution, gift_worth, giving_worth
from charidice.study.svg import Axis, Level, Line, Panel, Tick, drawing, round_ticks

WIDEST = 80
"""The largest lead in the plot of chances."""
CURVES = (2, 4, 6, 7)
"""The rounds whose chances are drawn."""


def giving_plot(texts: Catalog) -> str:
    lines = [
        Line(texts.number(ahead, signed=True), [(round_, giving_worth(round_, ahead)) for round_ in LATER_ROUNDS])
        for ahead in reversed(AHEAD)
    ]
    y = _from_zero(texts.say("plot.points-of-lead"), _heights(lines), texts.number)
    level = Level(MORE, texts.say("plot.giving.cost"))
    panel = Panel(_rounds(texts, LATER_ROUNDS), y, lines, level=level, labels=texts.say("plot.giving.ahead"))
    return drawing(texts.say("plot.giving"), [panel])


def gift_plot(texts: Catalog) -> str:
    worth = [gift_worth(round_) for round_ in ROUNDS]
    panels = []
    for label, values in (
        ("plot.points-of-lead", [each.points for each in worth]),
        ("plot.percentage-points", [[100 * chance for chance in each.chance] for each in worth]),
    ):
        lines = [
            Line(
                texts.say("player.number", number=seat + 1),
                [(round_, of_seats[seat]) for round_, of_seats in zip(ROUNDS, values, strict=True)],
            )
            for seat in range(PLAYERS)
        ]
        y = _from_zero(texts.say(label), _heights(lines), partial(texts.number, digits=1))
        panels.append(Panel(_rounds(texts, ROUNDS), y, lines))
    return drawing(texts.say("plot.gift"), panels)


def turn_plot(texts: Catalog) -> str:
    panels = []
    for label, shares in zip(("study.points-and-bonus", "options.head.gift"), distribution(), strict=True):
        last = int(np.flatnonzero(shares)[-1]) + 1
        bars = [(BIN * number, BIN * (number + 1), share) for number, share in enumerate(shares[:last].tolist())]
        ticks = [Tick(at, texts.number(at)) for at in round_ticks(0, BIN * last)]
        y = _from_zero(texts.say("plot.share-of-turns"), shares.tolist(), texts.percent)
        panels.append(Panel(Axis(texts.say(label), 0, BIN * last, ticks), y, bars=bars))
    return drawing(texts.say("plot.turn"), panels)


def chances_plot(texts: Catalog) -> str:
    leads = np.arange(-WIDEST, WIDEST + 1, 2)
    lines = [
        Line(
            texts.say("plot.chances.turns", count=before_round(round_).turns_left),
            list(zip(leads.tolist(), chances_by_lead(round_, leads).tolist(), strict=True)),
            frozenset(LEADS),
        )
        for round_ in reversed(CURVES)
    ]
    x = [Tick(at, texts.number(at, signed=True)) for at in LEADS]
    y = [Tick(at, texts.percent(at)) for at in (0, 0.25, 0.5, 0.75, 1)]
    axes = Axis(texts.say("plot.chances.lead"), -WIDEST, WIDEST, x), Axis(texts.say("plot.chances.chance"), 0, 1, y)
    return drawing(texts.say("plot.chances"), [Panel(*axes, lines)])


PLOTS: dict[str, Callable[[Catalog], str]] = {
    "giving": giving_plot,
    "gift": gift_plot,
    "turn": turn_plot,
    "chances": chances_plot,
}


def _heights(lines: Sequence[Line]) -> list[float]:
    return [y for line in lines for _, y in line.points]


def _rounds(texts: Catalog, rounds: Sequence[int]) -> Axis:
    ticks = [Tick(round_, texts.number(round_)) for round_ in rounds]
    return Axis(texts.say("plot.before-round"), rounds[0], rounds[-1], ticks)


def _from_zero(label: str, values: Sequence[float], shown: Callable[[float], str]) -> Axis:
    """An axis from 0 to the next tick above all values."""
    ticks = round_ticks(0, 1.15 * max(values))
    return Axis(label, 0, max(ticks[-1], max(values)), [Tick(at, shown(at)) for at in ticks])
