"""Plots: their coordinates are the figures, and nothing depends on colours."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from charidice.messages import catalog
from charidice.show.charts import Scale
from charidice.show.svg import apart
from charidice.study.plots import CURVES, PLOTS, WIDEST
from charidice.study.positions import AHEAD, LATER_ROUNDS, ROUNDS
from charidice.study.solution import LEADS, distribution, gift_worth, giving_worth

SVG = "{http://www.w3.org/2000/svg}"


def parsed(subject: str, language: str = "en") -> ET.Element:
    return ET.fromstring(PLOTS[subject](catalog(language)))


def polylines(svg: ET.Element) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in (point.split(",") for point in line.attrib["points"].split())]
        for line in svg.iter(f"{SVG}polyline")
    ]


def scale(svg: ET.Element, labels: tuple[str, str], number: int = 0) -> tuple[float, float]:
    """The height on the page of two labelled values."""
    places = [
        [float(text.attrib["y"]) - 5 for text in svg.iter(f"{SVG}text") if text.text == label] for label in labels
    ]
    return places[0][number], places[1][number]


def assert_heights(line: list[tuple[float, float]], values: list[float], ends: tuple[float, float], top: float) -> None:
    bottom, high = ends
    found = [(bottom - y) / (bottom - high) * top for _, y in line]
    assert found == pytest.approx(values, abs=0.01 * top)


def test_the_lines_of_giving_are_its_values() -> None:
    svg = parsed("giving")
    for line, ahead in zip(polylines(svg), reversed(AHEAD), strict=True):
        assert_heights(line, [giving_worth(round_, ahead) for round_ in LATER_ROUNDS], scale(svg, ("0", "10")), 10)


def test_the_lines_of_the_gift_are_its_values() -> None:
    svg = parsed("gift")
    worth = [gift_worth(round_) for round_ in ROUNDS]
    lines = polylines(svg)
    for seat in (0, 1):
        ends = scale(svg, ("0.0", "2.0"))
        assert_heights(lines[seat], [each.points[seat] for each in worth], ends, 2)
        assert_heights(lines[2 + seat], [100 * each.chance[seat] for each in worth], ends, 2)


def test_the_bars_of_a_turn_are_its_distribution() -> None:
    svg = parsed("turn")
    bars = [float(bar.attrib["height"]) for bar in svg.iter(f"{SVG}rect") if bar.attrib["class"] == "bar"]
    points, gifts = distribution()
    assert len(bars) < len(points) + len(gifts)
    zero, high = scale(svg, ("0%", "20%"))
    assert [0.2 * height / (zero - high) for height in bars[: len(points)]] == pytest.approx(points.tolist(), abs=0.001)


def test_bars_stand_side_by_side_from_the_left() -> None:
    svg = parsed("turn")
    bars = [float(bar.attrib["x"]) for bar in svg.iter(f"{SVG}rect") if bar.attrib["class"] == "bar"]
    points, _ = distribution()
    steps = [after - before for before, after in pairwise(bars[: len(points)])]
    assert min(steps) > 0
    assert max(steps) - min(steps) < 0.3


def test_each_line_has_its_own_marks_at_the_labelled_leads() -> None:
    svg = parsed("chances")
    for number, line in enumerate(polylines(svg)):
        [group] = [
            each for each in svg.iter(f"{SVG}g") if each.attrib.get("class") == f"series-{number}" and len(each) > 2
        ]
        marks = [each.attrib["transform"] for each in group.iter(f"{SVG}path")]
        at = [place for lead, place in zip(range(-WIDEST, WIDEST + 1, 2), line, strict=True) if lead in LEADS]
        assert marks == [f"translate({x} {y})" for x, y in at]


@pytest.mark.parametrize("subject", PLOTS)
def test_a_plot_is_light_and_dark_and_needs_no_colours(subject: str, language: str) -> None:
    svg = parsed(subject, language)
    style = "".join(svg.find(f"{SVG}style").itertext())  # type: ignore[union-attr]
    assert "prefers-color-scheme: dark" in style
    series = {group.attrib["class"] for group in svg.iter(f"{SVG}g") if group.attrib.get("class")}
    marks = {path.attrib["d"] for path in svg.iter(f"{SVG}path")}
    dashes = {
        found for name in series for found in re.findall(rf"\.{name} \.line {{[^}}]*dasharray: ([^}}]+)}}", style)
    }
    assert len(marks) == len(dashes) == len(series)
    # Each line has its label beside it; nothing is loaded from anywhere.
    assert len(series) == {"giving": len(AHEAD), "gift": 2, "turn": 0, "chances": len(CURVES)}[subject]
    assert "href" not in PLOTS[subject](catalog(language))


def test_labels_keep_apart() -> None:
    assert apart([100, 101, 150], 0, 200) == [100, 120, 150]
    assert apart([0, 0, 0], 6, 200) == [6, 26, 46]
    assert apart([190, 199, 200], 0, 200) == [160, 180, 200]


def test_ticks_are_round() -> None:
    assert Scale(0, 17).more_ticks() == [0, 5, 10, 15]
    assert Scale(0, 0.2).more_ticks() == pytest.approx([0, 0.05, 0.1, 0.15, 0.2])
