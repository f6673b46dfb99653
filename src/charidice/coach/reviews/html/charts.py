"""The charts of a review as SVG. Places are percentages, so a chart takes any width and its texts keep their size."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

from markupsafe import Markup

from charidice.coach.reviews.html.markup import join, tag
from charidice.coach.reviews.model import Account, Decision, Grade, Values
from charidice.coach.reviews.turns import ReviewedTurn
from charidice.coach.reviews.words import SYMBOLS, ReviewWords

MARKED = (Grade.MISTAKE, Grade.BLUNDER)
MOST_TICKS = 3
LEAST_BAR = 0.7
"""Thinner bars, in percent of the chart, would not be seen."""


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

    def bar(self, start: float, end: float) -> tuple[float, float]:
        """Where the bar between two values begins, and its length."""
        begins, ends = sorted((self(start), self(end)))
        return begins, max(round(ends - begins, 2), LEAST_BAR)

    def ticks(self) -> list[float]:
        """A few round values."""
        steps = (size * 10.0**power for power in range(-3, 4) for size in (1, 2, 5))
        step = next(step for step in steps if self.high - self.low <= MOST_TICKS * step)
        return [number * step for number in range(ceil(self.low / step), floor(self.high / step) + 1)]


def curve(words: ReviewWords, turns: Sequence[ReviewedTurn], link: Callable[[int], str]) -> Markup:
    """The values of all seats after every event; mistakes are marked and lead to `link` of their turn's number."""
    review = words.review
    seats = range(len(review.record.players))
    places = [0.0, *_places(turns)]
    values = [review.views[0].start, *(moment.values[0] for moment in review.moments)]
    scale, ticks = _value_scale(review.views[0].name, values)
    lines = [
        tag("polyline", points=_points(places, [scale(of[seat]) for of in values]), class_=f"line seat-{seat}")
        for seat in seats
    ]
    marks = [
        tag("a", _mark(words, decision, place, scale(of[decision.seat])), href=link(number))
        for (number, decision), place, of in zip(_decisions(turns), places, values, strict=False)
        if decision
    ]
    about = (
        f"{words.player(seat)}: {words.value(values[0][seat])} → {words.value(values[-1][seat])}" for seat in seats
    )
    drawing = tag(
        "svg",
        tag("title", words.catalog.say(f"review.objective.{review.views[0].name}")),
        tag("desc", "; ".join(about)),
        *(_level(scale(tick)) for tick in ticks),
        *(_upright(place) for place in _round_ends(turns)),
        tag("svg", *lines, viewBox="0 0 100 100", preserveAspectRatio="none", class_="lines"),
        *(_tick(_label(words, tick), scale(tick)) for tick in ticks),
        *marks,
        class_="curve",
        role="group",
    )
    return join(drawing, _axis(turns))


def by_round(words: ReviewWords, turns: Sequence[ReviewedTurn], seat: int, scale: Scale) -> Markup:
    """A seat's luck and losses in each of its turns, as bars from a line in the middle."""
    rounds = luck_and_losses(turns, seat)
    width = 100 / max(len(rounds), 1)
    bars = []
    for number, (luck, loss) in enumerate(rounds):
        for value, left, kind in ((luck, 0.16, "luck"), (-loss, 0.52, "loss")):
            if not value:
                continue
            top, height = scale.bar(value, 0)
            place = {"x": f"{width * (number + left):.2f}%", "width": f"{width * 0.32:.2f}%"}
            bars.append(
                tag("rect", y=f"{100 - top - height:.2f}%", height=f"{height:.2f}%", class_=f"bar {kind}", **place)
            )
    told = (f"{number}: {words.change(luck)} / {words.change(-loss)}" for number, (luck, loss) in enumerate(rounds, 1))
    ticks = [tick for tick in scale.ticks() if tick]
    zero = f"{100 - scale(0):.2f}%"
    drawing = tag(
        "svg",
        tag("title", f"{words.catalog.say('review.by-round')}: {words.player(seat)}"),
        tag("desc", "; ".join(told)),
        *(_level(scale(tick)) for tick in ticks),
        *bars,
        *(_tick(words.amount(tick, digits=0), scale(tick)) for tick in ticks),
        tag("line", x1="0", x2="100%", y1=zero, y2=zero, class_="zero"),
        class_="rounds",
        role="img",
    )
    return join(drawing, _axis([turn for turn in turns if turn.start.active == seat]))


def luck_and_losses(turns: Sequence[ReviewedTurn], seat: int) -> list[tuple[float, float]]:
    """Of each turn of the seat: the luck of its rolls, and all that the seat lost since its turn before."""
    found, lost = [], 0.0
    for turn in turns:
        lost += sum(decision.loss for moment in turn.moments for decision in moment.decisions if decision.seat == seat)
        if turn.start.active == seat:
            luck = sum(moment.luck[0][seat] for moment in turn.moments if moment.luck)
            found.append((luck, lost))
            lost = 0.0
    if lost and found:
        found[-1] = found[-1][0], found[-1][1] + lost
    return found


def account_scale(accounts: Sequence[Account]) -> Scale:
    """With room for every sum on the way from start to result."""
    return Scale.around([end for account in accounts for bar in account_bars(account) for end in bar])


def account_bars(account: Account) -> list[tuple[float, float]]:
    """From start to result: each part begins where the one before it ends."""
    bars, at = [(0.0, account.start)], account.start
    for part in (account.own_luck, account.others_luck, -account.own_losses, account.others_losses):
        bars.append((at, at + part))
        at += part
    return [*bars, (0.0, account.result)]


def account_bar(start: float, end: float, scale: Scale, kind: str) -> Markup:
    """One row of an account, for a cell of a table; the number beside it says the same."""
    left, width = scale.bar(start, end)
    zero = f"{scale(0):.2f}%"
    return tag(
        "svg",
        tag("line", x1=zero, x2=zero, y1="0", y2="100%", class_="zero"),
        tag("rect", x=f"{left:.2f}%", width=f"{width:.2f}%", y="15%", height="70%", class_=f"bar {kind}"),
        class_="part",
        aria_hidden="true",
    )


def _places(turns: Sequence[ReviewedTurn]) -> Iterator[float]:
    """How far along the chart each event is: all turns are equally wide."""
    for number, turn in enumerate(turns):
        for count in range(1, len(turn.moments) + 1):
            yield round(100 * (number + count / len(turn.moments)) / len(turns), 2)


def _value_scale(name: str, values: Sequence[Values]) -> tuple[Scale, list[float]]:
    """The scale of the curve, and the values that have a line."""
    if name == "victory":
        return Scale(0.0, 1.0), [0.0, 0.25, 0.5, 0.75, 1.0]
    reach = max(10.0, *(abs(value) for of in values for value in of))
    scale = Scale(-reach, reach)
    return scale, scale.ticks()


def _label(words: ReviewWords, tick: float) -> str:
    victory = words.review.views[0].name == "victory"
    return words.catalog.percent(tick) if victory else words.catalog.number(tick, signed=True)


def _points(places: Sequence[float], heights: Sequence[float]) -> str:
    return " ".join(f"{place},{100 - height:.2f}" for place, height in zip(places, heights, strict=True))


def _decisions(turns: Sequence[ReviewedTurn]) -> Iterator[tuple[int, Decision | None]]:
    """For every event the number of its turn and the worst decision that led to it, if that has to be marked."""
    for number, turn in enumerate(turns):
        for moment in turn.moments:
            worst = max(moment.decisions, key=lambda decision: decision.loss, default=None)
            yield number, worst if worst and worst.grade in MARKED else None


def _mark(words: ReviewWords, decision: Decision, place: float, height: float) -> Markup:
    told = f"{words.player(decision.seat)}: {words.grade(decision.grade)} {words.loss(decision)}"
    symbol = SYMBOLS[decision.grade]
    return tag(
        "text", tag("title", told), symbol, x=f"{place}%", y=f"{100 - height:.2f}%", class_=f"mark {decision.grade}"
    )


def _level(height: float) -> Markup:
    y = f"{100 - height:.2f}%"
    return tag("line", x1="0", x2="100%", y1=y, y2=y, class_="grid")


def _tick(label: str, height: float) -> Markup:
    """The value of a level line, beside it."""
    return tag("text", label, x="100%", y=f"{100 - height:.2f}%", dx="6", class_="tick beside")


def _upright(place: float) -> Markup:
    return tag("line", x1=f"{place}%", x2=f"{place}%", y1="0", y2="100%", class_="grid")


def _round_ends(turns: Sequence[ReviewedTurn]) -> list[float]:
    return [round(100 * end / len(turns), 2) for _, _, end in _rounds(turns)]


def _rounds(turns: Sequence[ReviewedTurn]) -> list[tuple[int, int, int]]:
    """Every round with the numbers of its first turn and of the one after its last."""
    rounds = [turn.start.round for turn in turns]
    return [
        (number, rounds.index(number), len(rounds) - rounds[::-1].index(number)) for number in dict.fromkeys(rounds)
    ]


def _axis(turns: Sequence[ReviewedTurn]) -> Markup:
    """The numbers of the rounds below a chart."""
    found = _rounds(turns)
    labels = [
        tag("text", number, x=f"{50 * (first + end) / len(turns):.2f}%", y="15", class_="tick middle")
        for number, first, end in found
        # Side by side they would touch each other on a phone.
        if len(found) <= 10 or number % 2
    ]
    return tag("svg", *labels, class_="axis", aria_hidden="true")
