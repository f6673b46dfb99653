"""The moments of a review grouped by turn and roll."""

from collections.abc import Iterator
from typing import NamedTuple

from charidice.coach.reviews.model import Decision, Grade, Moment, Review, Values
from charidice.rules.engine import action_of, evolve
from charidice.rules.moves import Action, GiftAsked, GiftDeclined, Laid, Noted, Rolled
from charidice.rules.state import START_OF_TURN, GameState


class Step(NamedTuple):
    """A move after a roll; forced moves have no decision."""

    seat: int
    action: Action
    decision: Decision | None
    events: int
    """The number of events up to and including it."""


class ReviewedRoll(NamedTuple):
    """A roll and the moves after it."""

    events: int
    """The number of events up to and including the roll."""
    state: GameState
    luck: tuple[Values, ...]
    """Empty if the rolls before it are not known, so that its luck is not."""
    steps: tuple[Step, ...]


class ReviewedTurn(NamedTuple):
    """A turn, finished or not."""

    start: GameState
    before: tuple[Values, ...]
    after: tuple[Values, ...]
    """By objective: the values before and after it."""
    opening: tuple[Step, ...]
    """Moves before the first roll: the recipient may have asked already."""
    rolls: tuple[ReviewedRoll, ...]
    moments: tuple[Moment, ...]
    events: int
    """The number of events up to its end."""

    @property
    def is_known(self) -> bool:
        """Whether all its rolls are known."""
        return not any(isinstance(moment.event, Laid | Noted) for moment in self.moments)

    @property
    def noted(self) -> Noted | None:
        """The boxes of a turn that was entered without its dice."""
        event = self.moments[-1].event
        return event if isinstance(event, Noted) else None


def turns(review: Review) -> list[ReviewedTurn]:
    found: list[ReviewedTurn] = []
    values = tuple(objective.start for objective in review.objectives)
    events = 0
    for moments in _by_turn(review):
        opening = tuple(_opening(moments, events))
        rolls = tuple(_rolls(moments, events))
        events += len(moments)
        after = moments[-1].values
        found.append(ReviewedTurn(moments[0].state, values, after, opening, rolls, tuple(moments), events))
        values = after
    return found


def steps(moment: Moment, events: int) -> list[Step]:
    """The moves of a moment; not asking is left out unless it was a mistake."""
    answers = isinstance(moment.event, GiftAsked | GiftDeclined)
    waited = [
        Step(decision.seat, decision.action, decision, events)
        for decision in moment.decisions
        if not answers and decision.is_answer and decision.grade is not Grade.GOOD
    ]
    action = action_of(moment.event)
    judged = next((decision for decision in moment.decisions if decision.action == action), None)
    return [*waited, Step(moment.seat, action, judged, events)]


def _by_turn(review: Review) -> list[list[Moment]]:
    turns: list[list[Moment]] = []
    for moment in review.moments:
        # A game may begin in the middle of a turn.
        if not turns or moment.state.turn == START_OF_TURN:
            turns.append([])
        turns[-1].append(moment)
    return turns


def _opening(moments: list[Moment], before: int) -> Iterator[Step]:
    for events, moment in enumerate(moments, before + 1):
        if moment.state.turn.rolls or isinstance(moment.event, Rolled | Laid | Noted):
            return
        yield from steps(moment, events)


def _rolls(moments: list[Moment], before: int) -> list[ReviewedRoll]:
    start = moments[0].state
    # The dice that lay on the table when the game began.
    rolls = [ReviewedRoll(before, start, (), ())] if start.turn.rolls else []
    for events, moment in enumerate(moments, before + 1):
        if rolls:
            rolls[-1] = rolls[-1]._replace(steps=(*rolls[-1].steps, *steps(moment, events)))
        if isinstance(moment.event, Rolled | Laid):
            rolls.append(ReviewedRoll(events, evolve(moment.state, moment.event), moment.luck, ()))
    return rolls
