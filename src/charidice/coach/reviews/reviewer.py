"""Makes a review: walks through a record and sums up every seat."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from charidice.chance import Recorded
from charidice.coach.reviews.model import (
    Account,
    AskingChance,
    Decision,
    Gifts,
    Grade,
    GreatestGift,
    Moment,
    PlayerReview,
    Review,
    ReviewObjective,
)
from charidice.coach.reviews.walk import values_at, walk
from charidice.record import GameRecord
from charidice.record.recorded import record_of
from charidice.rules.moves import AskGift, Laid, Noted, Scored
from charidice.rules.state import GameState
from charidice.strategy.objectives.contest import Objective, measured_error, objectives_of, solved_turn, start_of_turn


def review(record: GameRecord | Recorded, objectives: Sequence[Objective] | None = None) -> Review:
    """Review a game, finished or not; by default for all objectives that its rules allow."""
    record = record_of(record)
    chosen = tuple(objectives_of(record.start.setup) if objectives is None else objectives)
    reviewed = tuple(
        ReviewObjective(
            objective.name,
            objective.truth,
            objective.sum,
            values_at(record.start, objective),
            measured_error(objective, record.start),
        )
        for objective in chosen
    )
    moments: list[Moment] = []
    gifts: list[_Gift] = []
    for moment in walk(record, chosen):
        moments.append(moment)
        if isinstance(moment.event, Scored | Noted):
            gifts.append(_gift(moment.state, moment.event, chosen[0]))
    players = tuple(
        PlayerReview(
            tuple(account(reviewed, moments, seat, number) for number in range(len(reviewed))),
            _grades(moments, seat),
            _sum((gift.received, gift.expected) for gift in gifts if gift.recipient == seat),
            _sum((gift.given, gift.expected) for gift in gifts if gift.giver == seat),
            _greatest_gift(moments, seat),
        )
        for seat in range(len(record.players))
    )
    return Review(record, reviewed, tuple(moments), players)


def account(objectives: Sequence[ReviewObjective], moments: Sequence[Moment], seat: int, number: int) -> Account:
    """The breakdown of a seat's result, for the objective of this index."""
    own_luck = others_luck = own_losses = others_losses = unseen = 0.0
    for moment in moments:
        if moment.unseen:
            unseen += moment.unseen[number][seat]
        if moment.luck and moment.seat == seat:
            own_luck += moment.luck[number][seat]
        elif moment.luck:
            others_luck += moment.luck[number][seat]
        for decision in moment.decisions:
            judgement = decision.judgements[number]
            if decision.seat == seat:
                own_losses += judgement.loss
            else:
                others_losses += judgement.changes[seat]
    start = objectives[number].start[seat]
    result = moments[-1].values[number][seat] if moments else start
    return Account(start, result, own_luck, others_luck, own_losses, others_losses, unseen)


class _Gift(NamedTuple):
    giver: int
    recipient: int
    given: int
    received: int
    expected: float | None


def _gift(state: GameState, event: Scored | Noted, objective: Objective) -> _Gift:
    if isinstance(event, Noted):
        return _Gift(state.active, state.recipient, event.gift, event.received, None)
    start = start_of_turn(state)
    turn = solved_turn(objective, start)
    return _Gift(state.active, state.recipient, event.gift, event.gift, turn.expected_gift(start))


def _sum(gifts: Iterable[tuple[int, float | None]]) -> Gifts:
    listed = list(gifts)
    known = [expected for _, expected in listed if expected is not None]
    return Gifts(sum(points for points, _ in listed), sum(known) if len(known) == len(listed) else None)


def _grades(moments: Sequence[Moment], seat: int) -> dict[Grade, int]:
    grades = Counter(decision.grade for moment in moments for decision in moment.decisions if decision.seat == seat)
    return {grade: grades[grade] for grade in Grade}


def _greatest_gift(moments: Sequence[Moment], seat: int) -> GreatestGift:
    chances, brought, unseen, all_known = [], None, None, True
    for moment in moments:
        if isinstance(moment.event, Laid | Noted) and moment.state.recipient == seat:
            all_known &= not moment.state.sheets[seat].has_gift
            if moment.event.asked:
                unseen = moment.state.round
                brought = moment.event.received if isinstance(moment.event, Noted) else None
        chances += [_chance(decision) for decision in moment.decisions if decision.seat == seat and decision.is_answer]
        if isinstance(moment.event, Scored) and moment.state.turn.asked and moment.state.recipient == seat:
            brought = moment.event.gift
    return GreatestGift(tuple(chances), brought, unseen, all_known)


def _chance(decision: Decision) -> AskingChance:
    asked = isinstance(decision.action, AskGift)
    gains = (judged.value - judged.rival for judged in decision.judgements)
    turn = decision.state
    return AskingChance(turn.round, turn.turn.rolls, asked, tuple(gain if asked else -gain for gain in gains))
