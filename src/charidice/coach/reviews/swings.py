"""The moments of a game that changed its chances most: rolls, decisions, and turns whose rolls are not known."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from charidice.coach.reviews.model import Decision, Grade, Moment
from charidice.coach.reviews.turns import ReviewedTurn

MOST = 3
SwingKind = Literal["lucky", "unlucky", "decision", "strong", "weak"]


class Swing(NamedTuple):
    """A change of a seat's chances, and its cause."""

    kind: SwingKind
    seat: int
    change: float
    """Of the first objective, for that seat."""
    turn: int
    """0-based index of its turn."""
    events: int
    """The number of events up to and including it."""
    moment: Moment
    decision: Decision | None = None


def swings(turns: Sequence[ReviewedTurn]) -> list[Swing]:
    """The greatest changes, at most one of a turn, in the order of the game.

    The costliest decision is always among them, because luck teaches nothing.
    """
    found = sorted(_all(turns), key=lambda each: abs(each.change), reverse=True)
    costliest = next((each for each in found if each.decision), None)
    chosen = {costliest.turn: costliest} if costliest else {}
    for each in found:
        if len(chosen) < MOST:
            chosen.setdefault(each.turn, each)
    return sorted(chosen.values(), key=lambda each: each.events)


def _all(turns: Sequence[ReviewedTurn]) -> Iterator[Swing]:
    events = 0
    for number, turn in enumerate(turns):
        yield from _of_turn(number, turn, events)
        events += len(turn.moments)


def _of_turn(number: int, turn: ReviewedTurn, before: int) -> Iterator[Swing]:
    for events, moment in enumerate(turn.moments, before + 1):
        if moment.luck and (luck := moment.luck[0][moment.seat]):
            yield Swing("lucky" if luck > 0 else "unlucky", moment.seat, luck, number, events, moment)
        if moment.unseen and (change := moment.unseen[0][moment.seat]):
            yield Swing("strong" if change > 0 else "weak", moment.seat, change, number, events, moment)
        for decision in moment.decisions:
            if decision.grade is not Grade.GOOD:
                yield Swing("decision", decision.seat, -decision.loss, number, events, moment, decision)
