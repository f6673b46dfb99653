"""The moments of a review by turn and by roll, as people read a game."""

from typing import NamedTuple

from charidice.coach.review import Decision, Grade, Moment, Review, Values
from charidice.rules.engine import action_of, evolve
from charidice.rules.moves import Action, GiftAsked, GiftDeclined, Rolled
from charidice.rules.state import GameState


class Step(NamedTuple):
    """Something done after a roll; forced moves are no decisions."""

    seat: int
    action: Action
    decision: Decision | None


class ReviewedRoll(NamedTuple):
    """A roll and what was done after it."""

    state: GameState
    luck: tuple[Values, ...]
    steps: tuple[Step, ...]


class ReviewedTurn(NamedTuple):
    """A turn, finished or not."""

    start: GameState
    before: tuple[Values, ...]
    after: tuple[Values, ...]
    """By objective: the values before and after it."""
    rolls: tuple[ReviewedRoll, ...]
    moments: tuple[Moment, ...]


def turns(review: Review) -> list[ReviewedTurn]:
    """Silent waiting is left out unless it was wrong."""
    found: list[ReviewedTurn] = []
    values = tuple(view.start for view in review.views)
    for moments in _by_turn(review):
        found.append(ReviewedTurn(moments[0].state, values, moments[-1].values, tuple(_rolls(moments)), tuple(moments)))
        values = moments[-1].values
    return found


def _by_turn(review: Review) -> list[list[Moment]]:
    turns: list[list[Moment]] = []
    for moment in review.moments:
        if moment.state.turn.rolls == 0:
            turns.append([])
        turns[-1].append(moment)
    return turns


def _rolls(moments: list[Moment]) -> list[ReviewedRoll]:
    rolls: list[ReviewedRoll] = []
    for moment in moments:
        if rolls:
            rolls[-1] = rolls[-1]._replace(steps=rolls[-1].steps + tuple(_steps(moment)))
        if isinstance(moment.event, Rolled):
            rolls.append(ReviewedRoll(evolve(moment.state, moment.event), moment.luck, ()))
    return rolls


def _steps(moment: Moment) -> list[Step]:
    answers = isinstance(moment.event, GiftAsked | GiftDeclined)
    waited = [
        Step(decision.seat, decision.action, decision)
        for decision in moment.decisions
        if not answers and decision.is_answer and decision.grade is not Grade.GOOD
    ]
    action = action_of(moment.event)
    judged = next((decision for decision in moment.decisions if decision.action == action), None)
    return [*waited, Step(moment.seat, action, judged)]
