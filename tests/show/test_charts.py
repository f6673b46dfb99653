"""Charts of histories and reviews: their coordinates are the figures, and both drawers take them as they are."""

from dataclasses import replace
from itertools import pairwise

import pytest

from charidice.coach.reviews.model import CLEAR_MISTAKES
from charidice.coach.reviews.reviewer import review
from charidice.coach.reviews.turns import turns
from charidice.history.people import Aliases, Person
from charidice.history.rating import rating
from charidice.history.statistics import seats_of, statistics
from charidice.messages import catalog
from charidice.rules import Ruleset
from charidice.show.charts import BLANK, Bar, Chart, Mark, Tick
from charidice.show.histories.charts import Charts, HistoryChart
from charidice.show.html.charts import chart_svg
from charidice.show.reviews.page import review_page

from ..coach.games import game as played_game
from ..history.games import game, reviewed, seat

ANNA = Person("anna")
NOBODY = Aliases({})
# Two chances of Anna's, two of them victories, and their luck.
EVENING = [
    game(
        seat("Anna", total, victory=victory),
        seat("Ben", 150),
        id=str(number),
        at=f"2026-01-0{number}T12:00:00.000+00:00",
        review=reviewed(0.01 * number, 0, luck=luck),
    )
    for number, (total, victory, luck) in enumerate([(200, 1.0, 0.3), (100, 0.0, -0.2), (180, 1.0, 0.1)], 1)
]


@pytest.fixture(scope="module")
def charts() -> dict[str, HistoryChart]:
    played = seats_of(ANNA, EVENING, NOBODY)
    found = statistics(played, NOBODY)
    assert found
    return {chart.name: chart for chart in Charts(catalog("en"), played, found).all()}


def height_of(chart: Chart, label: str) -> float:
    return next(tick.at for tick in chart.levels if tick.label == label)


def test_points_rise_with_the_totals_and_victories_are_filled(charts: dict[str, HistoryChart]) -> None:
    chart = charts["points"].chart
    [heights] = chart.lines
    zero, hundred = height_of(chart, "0"), height_of(chart, "100")
    assert [100 * (zero - height) / (zero - hundred) for height in heights] == pytest.approx([200, 100, 180], abs=0.2)
    assert [(mark.x, mark.y, mark.kind) for mark in chart.marks] == list(
        zip(chart.places, heights, ["filled", "", "filled"], strict=True)
    )


def test_a_rating_lies_within_its_band(charts: dict[str, HistoryChart]) -> None:
    chart = charts["rating"].chart
    [middle], (upper, lower) = chart.lines, chart.band
    assert all(high < value < low for high, value, low in zip(upper, middle, lower, strict=True))
    last = rating(seats_of(ANNA, EVENING, NOBODY))
    assert last
    per_point = (middle[-1] - upper[-1]) / (last.high - last.value)
    assert lower[-1] - middle[-1] == pytest.approx(per_point * (last.value - last.low), abs=0.05)
    assert [mark.kind for mark in chart.marks] == ["filled"] * 3


def test_luck_rises_and_falls_from_the_line_of_zero(charts: dict[str, HistoryChart]) -> None:
    chart = charts["luck"].chart
    assert [bar.kind for bar in chart.bars] == ["rise", "fall", "rise"]
    assert [bar.y + bar.height if bar.kind == "rise" else bar.y for bar in chart.bars] == pytest.approx(
        [chart.zero] * 3
    )
    assert [bar.height for bar in chart.bars] == pytest.approx(
        [chart.bars[2].height * times for times in (3, 2, 1)], 0.01
    )


def test_dates_are_below_their_games(charts: dict[str, HistoryChart]) -> None:
    chart = charts["points"]
    assert [(tick.at, tick.date) for tick in chart.dates] == list(
        zip(chart.chart.places, (each.at for each in EVENING), strict=True)
    )


def test_the_curve_of_a_review_has_its_rounds_and_mistakes() -> None:
    found = review(played_game(2, ("sparrow", "sparrow"), whims=0, ruleset=Ruleset(3)))
    chart = review_page(found, catalog("en")).curve
    assert chart.uprights == pytest.approx((100 / 3, 200 / 3, 100), abs=0.01)
    assert [tick.label for tick in chart.labels] == ["1", "2", "3"]
    assert [tick.at for tick in chart.labels] == pytest.approx([100 / 6, 50, 500 / 6], abs=0.01)
    reviewed_turns = turns(found)
    assert len(chart.marks) > 2
    for mark in chart.marks:
        assert mark.turn is not None
        mistakes = [each for moment in reviewed_turns[mark.turn].moments for each in moment.decisions]
        assert mark.kind in {each.grade for each in mistakes if each.grade in CLEAR_MISTAKES and each.seat == mark.line}
        assert mark.y == chart.lines[mark.line][chart.places.index(mark.x)]


def test_an_account_leads_from_the_start_to_the_result() -> None:
    found = review(played_game(2, ("sparrow", "owl"), whims=0, ruleset=Ruleset(2)))
    for card in review_page(found, catalog("en")).players:
        assert card.account
        bars = [row.bar for row in card.account.rows]
        assert [bars[0].kind, bars[-1].kind] == ["whole", "whole"]
        assert {bar.kind for bar in bars[1:-1]} <= {"rise", "fall"}
        for before, after in pairwise(bars):
            ends = {round(end, 1) for bar in (before, after) for end in (bar.x, bar.x + bar.width)}
            assert len(ends) < 4, "each bar begins where the one before it ends"


def test_the_page_draws_all_of_a_chart() -> None:
    chart = replace(
        BLANK,
        title="What",
        description="how",
        places=(0.0, 100.0),
        lines=((10.0, 20.0), (30.0, 40.0)),
        bars=(Bar(1.0, 2.0, 3.0, 4.0, "loss"),),
        marks=(Mark(0.0, 10.0, 0, "blunder", "??", "Anna", 3), Mark.spot(100.0, 20.0)),
        levels=(Tick(25.0, "quarter"),),
        uprights=(50.0,),
        labels=(Tick(75.0, "round"),),
        zero=60.0,
    )
    drawn = str(chart_svg(chart, "curve", "group", "#turn-{}".format))
    for part in (
        "<title>What</title><desc>how</desc>",
        '<polyline points="0.0,10.0 100.0,20.0" class="seat-line seat-0">',
        '<polyline points="0.0,30.0 100.0,40.0" class="seat-line seat-1">',
        '<rect class="bar loss" x="1.0%" y="2.0%" width="3.0%" height="4.0%">',
        '<a href="#turn-3">',
        'class="mark blunder"',
        '<circle cx="100.0%" cy="20.0%" r="4" class="spot">',
        "quarter",
        'x1="50.0%" x2="50.0%"',
        "round",
        'y1="60.0%" y2="60.0%" class="zero"',
    ):
        assert part in drawn, part
    assert drawn.count("<a ") == 1
