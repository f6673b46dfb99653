"""The data of a review: the regret of each decision, the luck of each roll, and the values after every event.

Everything is given once per objective; the first one grades the decisions. Values are by seat. Only luck and losses
change them, so for every seat

    result - start = own luck + others' luck - own losses + others' losses + unseen

Unseen is what changed in turns with real dice whose rolls nobody wrote down.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from charidice.messages import catalog
from charidice.record import GameRecord
from charidice.rules.moves import Action, AskGift, DeclineGift, Event, Laid, Noted, Rolled
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
    """How far those are off, as a rule, if that has been measured."""


class Judgement(NamedTuple):
    """A decision evaluated for one objective; values are those of the player who decided."""

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
        """Whether it is the recipient's, to ask or not."""
        return isinstance(self.action, AskGift | DeclineGift)


class Moment(NamedTuple):
    """An event with the decisions that led to it, in order, and the values after it."""

    state: GameState
    """Before the event."""
    event: Event
    seat: int
    """Who caused it."""
    decisions: tuple[Decision, ...]
    luck: tuple[Values, ...]
    """By objective, for a roll: the values after it minus the expected ones; empty for other events."""
    values: tuple[Values, ...]
    """By objective, after the event."""
    unseen: tuple[Values, ...] = ()
    """By objective, where rolls were not written down: the change that nobody can split into luck and losses."""

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
    """What the rolls of the others changed for this seat."""
    own_losses: float
    others_losses: float
    """What this seat gained by the others' losses; can be negative with three or more players."""
    unseen: float = 0.0
    """What changed for this seat in turns whose rolls were not written down."""

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
    """None if one of the turns was written down without its dice."""

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
    """The round in which it was asked for, if nobody wrote down when in the turn."""
    all_known: bool = True
    """False if there may have been chances in turns whose rolls nobody wrote down."""

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
        """How many turns were written down without their dice."""
        return sum(isinstance(moment.event, Noted) for moment in self.moments)

    @property
    def laid(self) -> int:
        """Of how many turns only the last roll is known."""
        return sum(isinstance(moment.event, Laid) for moment in self.moments)

    @property
    def is_complete(self) -> bool:
        """Whether every roll of every turn is known."""
        return not (self.noted or self.laid)

    def knows_luck(self, seats: Iterable[int]) -> bool:
        """Whether there is a known roll of these seats; a game without rolls yet has no luck, which is known, too."""
        return self.is_complete or any(moment.luck and moment.seat in seats for moment in self.moments)

    def knows_decisions(self, seats: Iterable[int]) -> bool:
        """Whether there is a known decision of these seats, or nothing is left to know."""
        return self.is_complete or any(self.players[seat].decisions for seat in seats)

    def __str__(self) -> str:
        decisions = sum(len(moment.decisions) for moment in self.moments)
        return f"review of {', '.join(self.record.players)}: {self.record.state}, decisions {decisions}"

    def _repr_html_(self) -> str:
        from html import escape

        from charidice.coach.reviews.html.page import page

        # A page with styles of its own.
        told = escape(page(self, catalog("en")))
        return f'<iframe srcdoc="{told}" style="width: 100%; height: 40em; border: 0"></iframe>'
