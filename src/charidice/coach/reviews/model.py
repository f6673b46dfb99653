"""A record looked back on: what each decision lost, what each roll brought, and what became of the chance to win.

Everything is told once for each objective, the first of which grades the decisions. A value is always one for every
seat. Luck and losses are the only things that change it, so for every seat

    result - start = own luck + others' luck - own losses + others' losses
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from charidice.record import GameRecord
from charidice.rules.moves import Action, AskGift, DeclineGift, Event, Rolled
from charidice.rules.state import GameState
from charidice.strategy.goals.objectives import Truth

Values = tuple[float, ...]
"""By seat."""


class Grade(StrEnum):
    """How good a decision was."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


# The least loss of each grade. A percentage point is what people begin to notice, seven turn a close game. A point of
# lead is worth about three quarters of a percentage point, so the same numbers serve where only the lead is known.
LEAST_LOSS = {
    "victory": {Grade.BLUNDER: 0.07, Grade.MISTAKE: 0.03, Grade.INACCURACY: 0.01},
    "lead": {Grade.BLUNDER: 7.0, Grade.MISTAKE: 3.0, Grade.INACCURACY: 1.0},
}


def grade(objective: str, loss: float) -> Grade:
    return next((grade for grade, least in LEAST_LOSS[objective].items() if loss >= least), Grade.GOOD)


class View(NamedTuple):
    """An objective that the game is seen with, and the values at its start."""

    name: str
    truth: Truth
    sum: float | None
    start: Values


class Judgement(NamedTuple):
    """A decision seen with one objective; the values are those of whoever decided."""

    best: Action
    value: float
    """Of what was done."""
    rival: float
    """Of the best that could have been done instead."""
    changes: Values
    """What the decision changed for every seat: to whoever made it less the loss, to one opponent plus the loss."""

    @property
    def best_value(self) -> float:
        return max(self.value, self.rival)

    @property
    def loss(self) -> float:
        return self.best_value - self.value


class Decision(NamedTuple):
    """A choice between at least two moves. `DeclineGift` stands for letting a chance to ask go by, also silently."""

    seat: int
    state: GameState
    """What lay there when it was made."""
    action: Action
    judgements: tuple[Judgement, ...]
    """By objective."""
    grade: Grade

    @property
    def loss(self) -> float:
        """By the first objective."""
        return self.judgements[0].loss

    @property
    def is_answer(self) -> bool:
        """To ask for the greatest of gifts, or to wait."""
        return isinstance(self.action, AskGift | DeclineGift)


class Moment(NamedTuple):
    """An event, with the decisions that led to it in their order, and the values after it."""

    state: GameState
    """Before the event."""
    event: Event
    seat: int
    """Whose doing it was."""
    decisions: tuple[Decision, ...]
    luck: tuple[Values, ...]
    """By objective, of a roll: how the values after it differ from those expected; nothing otherwise."""
    values: tuple[Values, ...]
    """By objective, after the event."""

    @property
    def roll(self) -> int:
        """The number of rolls in the turn, this one included."""
        return self.state.turn.rolls + isinstance(self.event, Rolled)


class Account(NamedTuple):
    """Where the result of one seat comes from, seen with one objective."""

    start: float
    result: float
    """What the game brought; while it goes on, what it is worth now."""
    own_luck: float
    """Of the seat's own rolls."""
    others_luck: float
    """What the rolls of the others changed for this seat."""
    own_losses: float
    others_losses: float
    """What the others' losses brought this seat; among three or more it may be less than nothing."""

    @property
    def luck(self) -> float:
        return self.own_luck + self.others_luck

    @property
    def without_luck(self) -> float:
        """The result that the decisions alone would have made."""
        return self.result - self.luck


class Gifts(NamedTuple):
    """Gifts of finished turns: the points, and those expected before each turn if all played it well."""

    points: int
    expected: float

    @property
    def luck(self) -> float:
        return self.points - self.expected


class Chance(NamedTuple):
    """A chance to ask for the greatest of gifts."""

    round: int
    roll: int
    asked: bool
    gains: tuple[float, ...]
    """By objective: what asking is worth to the recipient, compared with waiting."""


class GreatestGift(NamedTuple):
    """How a seat used its greatest of gifts."""

    chances: tuple[Chance, ...]
    brought: int | None
    """The doubled gift; None if it was not asked for, or if that turn is not over yet."""

    @property
    def used(self) -> Chance | None:
        return next((chance for chance in self.chances if chance.asked), None)

    @property
    def best(self) -> Chance | None:
        """The chance where asking was worth the most by the first objective."""
        return max(self.chances, key=lambda chance: chance.gains[0], default=None)


class PlayerReview(NamedTuple):
    """What the game says about one seat."""

    accounts: tuple[Account, ...]
    """By objective."""
    grades: dict[Grade, int]
    received: Gifts
    given: Gifts
    greatest_gift: GreatestGift

    @property
    def decisions(self) -> int:
        return sum(self.grades.values())

    @property
    def accuracy(self) -> float | None:
        """The share of good decisions; None as long as there are none."""
        return self.grades[Grade.GOOD] / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Review:
    """A record with all that can be said about it."""

    record: GameRecord
    views: tuple[View, ...]
    moments: tuple[Moment, ...]
    players: tuple[PlayerReview, ...]
    """By seat."""
