"""The price of kindness: how much more a player gave than by the best decision, and what that cost."""

from collections.abc import Iterator
from typing import NamedTuple

from charidice.coach.reviews.model import Decision, Grade, Review
from charidice.rules.moves import Score
from charidice.rules.state import GameState

LEAST_MORE = 8
"""What the gift of a turn is worth on average; less than this hardly anybody calls kind."""


class Kindness(NamedTuple):
    """A score that gave more than the best one, for a small loss."""

    decision: Decision
    more: int
    """Points given beyond those of the best decision, doubled where asked for."""


def kindest(review: Review, seat: int) -> Kindness | None:
    """The score with which a seat gave the most more than by the best decision; None if none was worth telling."""
    return max(_found(review, seat), key=lambda kindness: kindness.more, default=None)


def _found(review: Review, seat: int) -> Iterator[Kindness]:
    for moment in review.moments:
        for decision in moment.decisions:
            best = decision.judgements[0].best
            # A loss that is not small is a mistake, and no kindness.
            if decision.seat != seat or decision.grade is not Grade.GOOD:
                continue
            if isinstance(decision.action, Score) and isinstance(best, Score):
                more = _gift(decision.state, decision.action) - _gift(decision.state, best)
                if more >= LEAST_MORE:
                    yield Kindness(decision, more)


def _gift(state: GameState, action: Score) -> int:
    return state.setup.scoring.options(state.turn.numbers)[action.dice].gift_if(state.turn.asked)
