"""Walks through a record event by event, in the strict order of play (5.5), evaluating every step."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from charidice.coach.reviews.model import Decision, Judgement, Moment, Values, grade
from charidice.record import GameRecord
from charidice.rules.engine import action_of, actor, evolve
from charidice.rules.moves import (
    Action,
    AskGift,
    DeclineGift,
    Event,
    GiftAsked,
    GiftDeclined,
    Laid,
    Noted,
    Rolled,
    Scored,
    Stopped,
)
from charidice.rules.state import GameState
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import Objective


def walk(record: GameRecord, objectives: Sequence[Objective]) -> Iterator[Moment]:
    """Every event of the record; values change only by the losses and the luck that come with it."""
    state = record.start
    walkers = [_Walker(objective, state) for objective in objectives]
    turn: list[Moment] = []
    for event in record.events:
        decisions = _decisions(state, event, walkers)
        after = evolve(state, event)
        luck = tuple(walker.roll(after) for walker in walkers) if isinstance(event, Rolled) else ()
        unseen = tuple(walker.skip(after) for walker in walkers) if isinstance(event, Laid | Noted) else ()
        if isinstance(event, Scored | Stopped):
            for walker in walkers:
                walker.look_anew(after)
        values = tuple(walker.values for walker in walkers)
        turn.append(Moment(state, event, actor(state, event), decisions, luck, values, unseen))
        if isinstance(event, Scored | Noted):
            yield from _settled(turn, walkers)
            turn = []
        state = after
    if turn:
        yield from _settled(turn, walkers)


def values_at(start: GameState, objective: Objective) -> Values:
    """The values by seat where a game begins, which may be in the middle of a turn."""
    return Analysis(start, objective).seats


def _decisions(state: GameState, event: Event, walkers: Sequence["_Walker"]) -> tuple[Decision, ...]:
    """The decisions that led to an event; none for an event entered by hand, whose decisions are unknown."""
    if isinstance(event, Laid | Noted):
        return ()
    made: list[tuple[int, Action]] = []
    if state.recipient_decides and not isinstance(event, GiftAsked | GiftDeclined):
        # Before the active player moves, a silent recipient has declined to ask.
        made.append((state.recipient, DeclineGift()))
    if isinstance(event, GiftAsked) and not state.turn.rolls:
        for walker in walkers:
            walker.look_ahead(state)
    if state.turn.rolls or isinstance(event, GiftAsked):
        made.append((actor(state, event), action_of(event)))
    return tuple(decision for decider, move in made if (decision := _decided(state, decider, move, walkers)))


def _settled(turn: Sequence[Moment], walkers: Sequence["_Walker"]) -> Iterator[Moment]:
    """The moments of a turn; all unanticipated changes are added to the luck of the last roll.

    If the rolls are unknown, they are added to the unseen change.
    """
    last = max((number for number, moment in enumerate(turn) if moment.luck or moment.unseen), default=None)
    for number, moment in enumerate(turn):
        if number == last:
            rest = [walker.settle() for walker in walkers]
            luck, unseen = (
                tuple(_added(values, more) for values, more in zip(part, rest, strict=False))
                for part in (moment.luck, moment.unseen)
            )
            moment = moment._replace(luck=luck, unseen=unseen)
        yield moment


def _decided(state: GameState, seat: int, action: Action, walkers: Sequence["_Walker"]) -> Decision | None:
    judgements = tuple(judged for walker in walkers if (judged := walker.decide(state, seat, action)))
    if not judgements:
        return None
    return Decision(seat, state, action, judgements, grade(walkers[0].objective.name, judgements[0].loss))


class _Asking(NamedTuple):
    """The recipient's choice in a state: the values by seat of asking and of not asking."""

    state: GameState
    answers: dict[Action, Values]

    def best(self) -> Values:
        return max(self.answers.values(), key=lambda values: values[self.state.recipient])


class _Walker:
    """Follows a game for one objective; `values` are the current ones."""

    def __init__(self, objective: Objective, start: GameState) -> None:
        self.objective = objective
        self.values = values_at(start, objective)
        self._unplanned: Values = (0.0,) * len(self.values)
        self._asking: _Asking | None = None

    def decide(self, state: GameState, seat: int, action: Action) -> Judgement | None:
        """Evaluate a move and take the values after it; None for a forced move, which changes nothing."""
        answers: dict[Action, Values] = {}
        if seat != state.active:
            answers = self._answers(state).answers
            moves = {answer: values[seat] for answer, values in answers.items()}
        else:
            moves = Analysis(state, self.objective).action_values(seat)
        value = moves.pop(action)
        if not moves:
            return None
        other = max(moves, key=lambda move: moves[move])
        before, is_best = self.values, value >= moves[other]
        if answers:
            self.values = answers[action]
        elif not is_best:
            # The values already assume the best move of the active player.
            self.values = self._moved(state, action, value)
        return Judgement(action if is_best else other, value, moves[other], _less(self.values, before))

    def roll(self, state: GameState) -> Values:
        """The luck of a roll: the values under optimal play after it, minus the values before."""
        before = self.values
        self.values = self._answers(state).best() if state.recipient_decides else Analysis(state, self.objective).seats
        return _less(self.values, before)

    def skip(self, state: GameState) -> Values:
        """The change of the values over unknown rolls: in a whole turn, or up to its last roll."""
        if state.turn.rolls:
            return self.roll(state)
        before, self.values = self.values, self.objective.before_turn(state)
        return _less(self.values, before)

    def look_anew(self, state: GameState) -> None:
        """After a turn or a stop, take the values of the position instead of those of the solved turn.

        They differ by the tie-break of equal chances, and with three and four players by the error of the networks.
        """
        self._see(self._answers(state).best() if state.recipient_decides else self.objective.before_turn(state))

    def look_ahead(self, state: GameState) -> None:
        """Take the values of the solved turn when the recipient asks before its first roll."""
        self._see(self._answers(state).best())

    def _see(self, values: Values) -> None:
        self._unplanned = _added(self._unplanned, _less(values, self.values))
        self.values = values

    def settle(self) -> Values:
        """All unanticipated changes since the last call."""
        rest, self._unplanned = self._unplanned, (0.0,) * len(self.values)
        return rest

    def _moved(self, state: GameState, action: Action, value: float) -> Values:
        """The values after a move of the active player, to whom it is worth `value`."""
        analysis = Analysis(state, self.objective)
        if self.objective.sum is None:
            return analysis.turn.seats(state, action)
        return analysis.both(value)

    def _answers(self, state: GameState) -> _Asking:
        if self._asking is None or self._asking.state is not state:
            ask, wait = Analysis(state, self.objective).asking
            self._asking = _Asking(state, {AskGift(): ask, DeclineGift(): wait})
        return self._asking


def _added(values: Values, more: Values) -> Values:
    return tuple(value + other for value, other in zip(values, more, strict=True))


def _less(values: Values, other: Values) -> Values:
    return tuple(value - before for value, before in zip(values, other, strict=True))
