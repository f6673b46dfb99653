"""The plots of the studies that people would rather look at."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from charidice.messages import Catalog
from charidice.show.charts import Axis, Panel, Scale, Series, Tick
from charidice.show.svg import drawing
from charidice.show.words import player_name
from charidice.strategy.tables.lead import PLAYERS
from charidice.study.positions import AHEAD, LATER_ROUNDS, ROUNDS, before_round
from charidice.study.solution import BIN, LEADS, MORE, chances_by_lead, distribution, gift_worth, giving_worth

WIDEST = 80
"""The largest lead in the plot of chances."""
CURVES = (2, 4, 6, 7)
"""The rounds whose chances are drawn."""


def giving_plot(texts: Catalog) -> str:
    lines = [
        Series(texts.number(ahead, signed=True), [giving_worth(round_, ahead) for round_ in LATER_ROUNDS])
        for ahead in reversed(AHEAD)
    ]
    y = Axis.from_zero(texts.say("plot.points-of-lead"), _heights(lines), texts.number)
    level = Tick(MORE, texts.say("plot.giving.cost"))
    heading = texts.say("plot.giving.ahead")
    panel = Panel.of_lines(_rounds(texts, LATER_ROUNDS), y, LATER_ROUNDS, lines, level, heading)
    return drawing(texts.say("plot.giving"), [panel])


def gift_plot(texts: Catalog) -> str:
    worth = [gift_worth(round_) for round_ in ROUNDS]
    panels = []
    for label, values in (
        ("plot.points-of-lead", [each.points for each in worth]),
        ("plot.percentage-points", [[100 * chance for chance in each.chance] for each in worth]),
    ):
        lines = [Series(player_name(texts, seat), [of_seats[seat] for of_seats in values]) for seat in range(PLAYERS)]
        y = Axis.from_zero(texts.say(label), _heights(lines), partial(texts.number, digits=1))
        panels.append(Panel.of_lines(_rounds(texts, ROUNDS), y, ROUNDS, lines))
    return drawing(texts.say("plot.gift"), panels)


def turn_plot(texts: Catalog) -> str:
    panels = []
    for label, shares in zip(("study.points-and-bonus", "options.head.gift"), distribution(), strict=True):
        last = int(np.flatnonzero(shares)[-1]) + 1
        scale = Scale(0, BIN * last)
        x = Axis(texts.say(label), scale, [Tick(at, texts.number(at)) for at in scale.more_ticks()])
        y = Axis.from_zero(texts.say("plot.share-of-turns"), shares.tolist(), texts.percent)
        panels.append(Panel.of_bars(x, y, range(0, BIN * last + 1, BIN), shares[:last].tolist()))
    return drawing(texts.say("plot.turn"), panels)


def chances_plot(texts: Catalog) -> str:
    leads = np.arange(-WIDEST, WIDEST + 1, 2)
    lines = [
        Series(
            texts.say("plot.chances.turns", count=before_round(round_).turns_left),
            chances_by_lead(round_, leads).tolist(),
            LEADS,
        )
        for round_ in reversed(CURVES)
    ]
    at_leads = [Tick(at, texts.number(at, signed=True)) for at in LEADS]
    at_chances = [Tick(at, texts.percent(at)) for at in (0, 0.25, 0.5, 0.75, 1)]
    x = Axis(texts.say("plot.chances.lead"), Scale(-WIDEST, WIDEST), at_leads)
    y = Axis(texts.say("plot.chances.chance"), Scale(0, 1), at_chances)
    return drawing(texts.say("plot.chances"), [Panel.of_lines(x, y, leads.tolist(), lines)])


PLOTS: dict[str, Callable[[Catalog], str]] = {
    "giving": giving_plot,
    "gift": gift_plot,
    "turn": turn_plot,
    "chances": chances_plot,
}


def _heights(lines: Sequence[Series]) -> list[float]:
    return [height for line in lines for height in line.heights]


def _rounds(texts: Catalog, rounds: Sequence[int]) -> Axis:
    ticks = [Tick(round_, texts.number(round_)) for round_ in rounds]
    return Axis(texts.say("plot.before-round"), Scale(rounds[0], rounds[-1]), ticks)
