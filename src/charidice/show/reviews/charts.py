"""The charts of a review as data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from charidice.coach.reviews.model import CLEAR_MISTAKES, Decision, Values
from charidice.coach.reviews.turns import ReviewedTurn
from charidice.show.charts import BLANK, Bar, BarKind, Chart, Mark, Scale, Tick
from charidice.show.reviews.words import SYMBOLS, ReviewWords
from charidice.show.words import capital


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A part of an account as a bar, and as numbers by objective."""

    name: str
    bar: Bar
    """Level with its row."""
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AccountChart:
    """From the start to the result."""

    zero: float
    objectives: tuple[str, ...]
    rows: tuple[AccountRow, ...]


def curve(words: ReviewWords, turns: Sequence[ReviewedTurn]) -> Chart:
    """The values of all seats after every event, all turns equally wide; the marks are mistakes."""
    review = words.review
    seats = range(len(review.record.players))
    places = (0.0, *_places(turns))
    values = [review.objectives[0].start, *(moment.values[0] for moment in review.moments)]
    scale, ticks = _value_scale(review.objectives[0].name, values)
    changes = (
        f"{words.player(seat)}: {words.value(values[0][seat])} → {words.value(values[-1][seat])}" for seat in seats
    )
    return replace(
        BLANK,
        title=words.objective(),
        description="; ".join(changes),
        places=places,
        lines=tuple(tuple(scale.y(of[seat]) for of in values) for seat in seats),
        levels=tuple(Tick(scale.y(tick), words.value(tick, digits=0)) for tick in ticks),
        labels=_axis(turns),
        uprights=tuple(round(100 * end / len(turns), 2) for _, _, end in _rounds(turns)),
        marks=tuple(
            Mark(
                place,
                scale.y(of[decision.seat]),
                decision.seat,
                decision.grade,
                SYMBOLS[decision.grade],
                f"{words.player(decision.seat)}: {words.grade(decision.grade)} {words.loss(decision)}",
                number,
            )
            for (number, decision), place, of in zip(_worst(turns), places, values, strict=False)
            if decision
        ),
    )


def round_bars(words: ReviewWords, turns: Sequence[ReviewedTurn]) -> list[Chart | None]:
    """By seat, the luck and losses in each of its turns, all with the same scale.

    None for a seat of which neither luck nor decisions are known.
    """
    by_seat = [_luck_and_losses(turns, seat) for seat in range(len(words.review.players))]
    scale = Scale.around([0.0, *(value for parts in by_seat for known in parts for value in known.values())])
    levels = tuple(Tick(scale.y(tick), words.amount(tick, digits=0)) for tick in scale.ticks() if tick)
    return [
        replace(
            BLANK,
            title=f"{words.catalog.say('review.by-round')}: {words.player(seat)}",
            description="; ".join(
                f"{number}: {' / '.join(map(words.change, known.values()))}"
                for number, known in enumerate(parts, 1)
                if known
            ),
            bars=tuple(_bars(parts, scale)),
            levels=levels,
            labels=_axis([turn for turn in turns if turn.start.active == seat]),
            zero=scale.y(0),
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
        kind: BarKind = "whole" if row in (0, len(names) - 1) else "rise" if end >= start else "fall"
        left, width = scale.bar(start, end)
        yield AccountRow(capital(name), Bar(left, 15, width, 70, kind), tuple(column[row] for column in columns))


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

    A turn whose rolls are not known has no luck.
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
                yield Bar(*scale.column(width * (number + left), width * 0.32, value), kind)


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
            yield number, worst if worst and worst.grade in CLEAR_MISTAKES else None


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
