"""The data of a review: the regret of each decision, the luck of each roll, and the values after every event.

Everything is given once per objective; the first one grades the decisions. Values are by seat. Only luck and losses
change them, so for every seat

    result - start = own luck + others' luck - own losses + others' losses + unseen

Unseen is the change in turns with real dice whose rolls were not entered.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import NamedTuple

from charidice.record import GameRecord
from charidice.rules.moves import Action, AskGift, DeclineGift, Event, Laid, Noted, Rolled
from charidice.rules.state import GameState
from charidice.strategy.objectives.contest import Truth

Values = tuple[float, ...]
"""By seat."""


class Grade(StrEnum):
    """How good a decision was."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


CLEAR_MISTAKES = frozenset({Grade.MISTAKE, Grade.BLUNDER})


# The least loss of each grade. People begin to notice a percentage point; seven turn a close game. A point of
# lead is worth about three quarters of a percentage point, so the same numbers serve where only the lead is known.
LEAST_LOSS = {
    "victory": {Grade.BLUNDER: 0.07, Grade.MISTAKE: 0.03, Grade.INACCURACY: 0.01},
    "lead": {Grade.BLUNDER: 7.0, Grade.MISTAKE: 3.0, Grade.INACCURACY: 1.0},
}


def grade(objective: str, loss: float) -> Grade:
    return next((grade for grade, least in LEAST_LOSS[objective].items() if loss >= least), Grade.GOOD)


class ReviewObjective(NamedTuple):
    """An objective of the review, and the values at the start of the game."""

    name: str
    truth: Truth
    sum: float | None
    start: Values
    error: float | None = None
    """The standard error of the values, if it has been measured."""


class Judgement(NamedTuple):
    """A decision evaluated for one objective; values are the deciding player's."""

    best: Action
    value: float
    """Of the chosen move."""
    rival: float
    """Of the best alternative."""
    changes: Values
    """The change of the values by seat: minus the loss for the player, plus the loss for a single opponent."""

    @property
    def best_value(self) -> float:
        return max(self.value, self.rival)

    @property
    def loss(self) -> float:
        return self.best_value - self.value


class Decision(NamedTuple):
    """A choice between at least two moves; `DeclineGift` also means not asking, without saying so."""

    seat: int
    state: GameState
    """The state it was made in."""
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
        """Whether the recipient decides, to ask or not."""
        return isinstance(self.action, AskGift | DeclineGift)


class Moment(NamedTuple):
    """An event with the decisions that led to it, in order, and the values after it."""

    state: GameState
    """Before the event."""
    event: Event
    seat: int
    """The seat that caused it."""
    decisions: tuple[Decision, ...]
    luck: tuple[Values, ...]
    """By objective, for a roll: the values after it minus the expected ones; empty for other events."""
    values: tuple[Values, ...]
    """By objective, after the event."""
    unseen: tuple[Values, ...] = ()
    """By objective, where rolls are not known: the change that cannot be split into luck and losses."""

    @property
    def roll(self) -> int:
        """The number of rolls in the turn, this one included."""
        return self.state.turn.rolls + isinstance(self.event, Rolled)


class Account(NamedTuple):
    """The result of one seat broken down by cause, for one objective."""

    start: float
    result: float
    """The final value; in an unfinished game, the current one."""
    own_luck: float
    """Of the seat's own rolls."""
    others_luck: float
    """The others' luck, as it changed the value of this seat."""
    own_losses: float
    others_losses: float
    """The gain of this seat by the others' losses; can be negative with three or more players."""
    unseen: float = 0.0
    """The change for this seat in turns whose rolls are not known."""

    @property
    def luck(self) -> float:
        return self.own_luck + self.others_luck

    @property
    def without_luck(self) -> float:
        """The result minus all luck."""
        return self.result - self.luck


class Gifts(NamedTuple):
    """Gifts of finished turns: actual points, and points expected before each turn under optimal play."""

    points: int
    expected: float | None
    """None if one of the turns was entered without its dice."""

    @property
    def luck(self) -> float | None:
        return None if self.expected is None else self.points - self.expected


class AskingChance(NamedTuple):
    """A chance to ask for the greatest of gifts."""

    round: int
    roll: int
    asked: bool
    gains: tuple[float, ...]
    """By objective: the value of asking minus that of waiting, to the recipient."""


class GreatestGift(NamedTuple):
    """How a seat used the greatest of gifts."""

    chances: tuple[AskingChance, ...]
    brought: int | None
    """The doubled gift; None if it was not asked for, or if that turn is not over yet."""
    unseen: int | None = None
    """The round of asking, if the moment within the turn is not known."""
    all_known: bool = True
    """False if there may have been chances in turns whose rolls are not known."""

    @property
    def used(self) -> AskingChance | None:
        return next((chance for chance in self.chances if chance.asked), None)

    @property
    def best(self) -> AskingChance | None:
        """The chance where asking gained the most, by the first objective; None if not all chances are known."""
        return max(self.chances, key=lambda chance: chance.gains[0], default=None) if self.all_known else None


class PlayerReview(NamedTuple):
    """The summary of one seat."""

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
        """The share of good decisions; None before the first decision."""
        return self.grades[Grade.GOOD] / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Review:
    """A record with its evaluation."""

    record: GameRecord
    objectives: tuple[ReviewObjective, ...]
    moments: tuple[Moment, ...]
    players: tuple[PlayerReview, ...]
    """By seat."""

    @property
    def noted(self) -> int:
        """The number of turns entered without their dice."""
        return sum(isinstance(moment.event, Noted) for moment in self.moments)

    @property
    def laid(self) -> int:
        """The number of turns entered with their last roll only."""
        return sum(isinstance(moment.event, Laid) for moment in self.moments)

    @property
    def is_complete(self) -> bool:
        """Whether every roll of every turn is known."""
        return not (self.noted or self.laid)

    def knows_luck(self, seats: Iterable[int]) -> bool:
        """Whether a roll of these seats is known, or every roll, as in a game without rolls yet."""
        return self.is_complete or any(moment.luck and moment.seat in seats for moment in self.moments)

    def knows_decisions(self, seats: Iterable[int]) -> bool:
        """Whether a decision of these seats is known, or every decision."""
        return self.is_complete or any(self.players[seat].decisions for seat in seats)

    def __str__(self) -> str:
        decisions = sum(len(moment.decisions) for moment in self.moments)
        return f"review of {', '.join(self.record.players)}: {self.record.state}, decisions {decisions}"

    def _repr_html_(self) -> str:
        # Found by its name, since this layer does not know how a review is drawn.
        framed: Callable[[Review], str] = import_module("charidice.show.html.page").framed
        return framed(self)
