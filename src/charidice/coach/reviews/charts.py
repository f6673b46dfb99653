"""The charts of a review as data: coordinates are percentages of a chart from its left and its top."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal, NamedTuple

from charidice.coach.reviews.model import Decision, Grade, Values
from charidice.coach.reviews.turns import ReviewedTurn
from charidice.coach.reviews.words import SYMBOLS, ReviewWords, capital

MARKED = (Grade.MISTAKE, Grade.BLUNDER)
MOST_TICKS = 3
LEAST_BAR = 0.7
"""Thinner bars, in percent of the chart, would be invisible."""
BarKind = Literal["luck", "loss"]


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled coordinate on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mistake on the curve of the player who made it."""

    x: float
    y: float
    grade: Grade
    symbol: str
    title: str
    turn: int
    """0-based index of the turn it was made in."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The values of all seats after every event."""

    title: str
    description: str
    places: tuple[float, ...]
    """By number of events, all turns equally wide."""
    lines: tuple[tuple[float, ...], ...]
    """By seat, a height for every place."""
    levels: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    round_ends: tuple[float, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    kind: BarKind


@dataclass(frozen=True, slots=True)
class RoundBars:
    """A seat's luck and losses in each of its turns, as bars from a line in the middle."""

    title: str
    description: str
    zero: float
    levels: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A part of an account as a bar, and as numbers by objective."""

    name: str
    kind: Literal["whole", "rise", "fall"]
    x: float
    width: float
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AccountChart:
    """From the start to the result."""

    zero: float
    objectives: tuple[str, ...]
    rows: tuple[AccountRow, ...]


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

    def column(self, value: float) -> tuple[float, float]:
        """The top and the height of the upright bar between 0 and a value."""
        bottom, height = self.bar(value, 0)
        return round(100 - bottom - height, 2), height

    def ticks(self) -> list[float]:
        """A few round values."""
        steps = (size * 10.0**power for power in range(-3, 4) for size in (1, 2, 5))
        step = next(step for step in steps if self.high - self.low <= MOST_TICKS * step)
        return [number * step for number in range(ceil(self.low / step), floor(self.high / step) + 1)]


def curve(words: ReviewWords, turns: Sequence[ReviewedTurn]) -> Curve:
    review = words.review
    seats = range(len(review.record.players))
    places = (0.0, *_places(turns))
    values = [review.objectives[0].start, *(moment.values[0] for moment in review.moments)]
    scale, ticks = _value_scale(review.objectives[0].name, values)
    changes = (
        f"{words.player(seat)}: {words.value(values[0][seat])} → {words.value(values[-1][seat])}" for seat in seats
    )
    return Curve(
        words.objective(),
        "; ".join(changes),
        places,
        tuple(tuple(scale.y(of[seat]) for of in values) for seat in seats),
        tuple(Tick(scale.y(tick), words.value(tick, digits=0)) for tick in ticks),
        _axis(turns),
        tuple(round(100 * end / len(turns), 2) for _, _, end in _rounds(turns)),
        tuple(
            Mark(
                place,
                scale.y(of[decision.seat]),
                decision.grade,
                SYMBOLS[decision.grade],
                f"{words.player(decision.seat)}: {words.grade(decision.grade)} {words.loss(decision)}",
                number,
            )
            for (number, decision), place, of in zip(_worst(turns), places, values, strict=False)
            if decision
        ),
    )


def round_bars(words: ReviewWords, turns: Sequence[ReviewedTurn]) -> list[RoundBars | None]:
    """By seat, all with the same scale; None for a seat of which neither luck nor decisions are known."""
    by_seat = [_luck_and_losses(turns, seat) for seat in range(len(words.review.players))]
    scale = Scale.around([0.0, *(value for parts in by_seat for known in parts for value in known.values())])
    levels = tuple(Tick(scale.y(tick), words.amount(tick, digits=0)) for tick in scale.ticks() if tick)
    return [
        RoundBars(
            f"{words.catalog.say('review.by-round')}: {words.player(seat)}",
            "; ".join(
                f"{number}: {' / '.join(map(words.change, known.values()))}"
                for number, known in enumerate(parts, 1)
                if known
            ),
            scale.y(0),
            levels,
            _axis([turn for turn in turns if turn.start.active == seat]),
            tuple(_bars(parts, scale)),
        )
        if words.review.knows_luck([seat]) or words.review.knows_decisions([seat])
        else None
        for seat, parts in enumerate(by_seat)
    ]


def account_charts(words: ReviewWords) -> list[AccountChart | None]:
    """By seat, all with the same scale, and room for every sum on the way; None if nothing on the way is known."""
    players, objectives = words.review.players, tuple(map(words.objective, range(len(words.review.objectives))))
    seats = range(len(players))
    scale = Scale.around([end for seat in seats for bar in _account_bars(words, seat) for end in bar])
    return [
        AccountChart(scale(0), objectives, tuple(_account_rows(words, seat, scale))) if words.parts(seat) else None
        for seat in seats
    ]


def _account_rows(words: ReviewWords, seat: int, scale: Scale) -> Iterator[AccountRow]:
    columns = []
    for number, account in enumerate(words.review.players[seat].accounts):
        parts = (words.amount(part, number) for _, part in words.parts(seat, number))
        columns.append([words.value(account.start, number), *parts, words.value(account.result, number)])
    names = [words.start_name(), *(name for name, _ in words.parts(seat)), words.result_name()]
    for row, (name, (start, end)) in enumerate(zip(names, _account_bars(words, seat), strict=True)):
        kind: Literal["whole", "rise", "fall"] = "rise" if end >= start else "fall"
        values = tuple(column[row] for column in columns)
        yield AccountRow(capital(name), "whole" if row in (0, len(names) - 1) else kind, *scale.bar(start, end), values)


def _account_bars(words: ReviewWords, seat: int) -> list[tuple[float, float]]:
    """From start to result: each part begins where the one before it ends."""
    account = words.review.players[seat].accounts[0]
    bars, at = [(0.0, account.start)], account.start
    for _, part in words.parts(seat):
        bars.append((at, at + part))
        at += part
    return [*bars, (0.0, account.result)]


def _luck_and_losses(turns: Sequence[ReviewedTurn], seat: int) -> list[dict[BarKind, float]]:
    """For each turn of the seat: the luck of its rolls, and minus the losses of the seat since its last turn.

    Of a turn whose rolls nobody wrote down, only what is known.
    """
    found: list[dict[BarKind, float]] = []
    lost: float | None = None
    for turn in turns:
        made = [decision for moment in turn.moments for decision in moment.decisions if decision.seat == seat]
        if made or turn.is_known:
            lost = (lost or 0.0) + sum(decision.loss for decision in made)
        if turn.start.active == seat:
            known: dict[BarKind, float] = {}
            if turn.is_known:
                known["luck"] = sum(moment.luck[0][seat] for moment in turn.moments if moment.luck)
            if lost is not None:
                known["loss"] = -lost
            found.append(known)
            lost = None
    if lost and found:
        found[-1]["loss"] = found[-1].get("loss", 0.0) - lost
    return found


def _bars(parts: Sequence[dict[BarKind, float]], scale: Scale) -> Iterator[Bar]:
    width = 100 / max(len(parts), 1)
    for number, known in enumerate(parts):
        for kind, value in known.items():
            if value:
                left = 0.16 if kind == "luck" else 0.52
                yield _bar(width * (number + left), width * 0.32, value, scale, kind)


def _bar(x: float, width: float, value: float, scale: Scale, kind: BarKind) -> Bar:
    y, height = scale.column(value)
    return Bar(round(x, 2), y, round(width, 2), height, kind)


def _places(turns: Sequence[ReviewedTurn]) -> Iterator[float]:
    """The horizontal coordinate of each event."""
    for number, turn in enumerate(turns):
        for count in range(1, len(turn.moments) + 1):
            yield round(100 * (number + count / len(turn.moments)) / len(turns), 2)


def _value_scale(name: str, values: Sequence[Values]) -> tuple[Scale, list[float]]:
    """The scale of the curve, and the values with a grid line."""
    if name == "victory":
        return Scale(0.0, 1.0), [0.0, 0.25, 0.5, 0.75, 1.0]
    reach = max(10.0, *(abs(value) for of in values for value in of))
    scale = Scale(-reach, reach)
    return scale, scale.ticks()


def _worst(turns: Sequence[ReviewedTurn]) -> Iterator[tuple[int, Decision | None]]:
    """For every event the index of its turn and the worst decision that led to it, if that is marked."""
    for number, turn in enumerate(turns):
        for moment in turn.moments:
            worst = max(moment.decisions, key=lambda decision: decision.loss, default=None)
            yield number, worst if worst and worst.grade in MARKED else None


def _rounds(turns: Sequence[ReviewedTurn]) -> list[tuple[int, int, int]]:
    """Every round with the index of its first turn and of the one after its last."""
    rounds = [turn.start.round for turn in turns]
    return [
        (number, rounds.index(number), len(rounds) - rounds[::-1].index(number)) for number in dict.fromkeys(rounds)
    ]


def _axis(turns: Sequence[ReviewedTurn]) -> tuple[Tick, ...]:
    """The numbers of the rounds below a chart."""
    found = _rounds(turns)
    return tuple(
        Tick(round(50 * (first + end) / len(turns), 2), str(number))
        for number, first, end in found
        # More labels would overlap on a phone.
        if len(found) <= 10 or number % 2
    )
