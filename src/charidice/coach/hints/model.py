"""The data of a hint: where to look, which dice, the move, and the quantities behind it."""

from enum import StrEnum
from typing import NamedTuple

from charidice.rules.dice import Colour, Dice
from charidice.rules.moves import Action
from charidice.rules.scoring import COLOUR_BONUS, Kind
from charidice.strategy.objectives.contest import Truth

# Chances of victory closer than this count as equal.
SAME_VICTORY = 0.0005
WITH_BONUS = tuple(kind for kind in Kind if kind is Kind.SAME_NUMBER or COLOUR_BONUS.get(kind))


class Look(StrEnum):
    """Where to look, or why there is nothing to choose."""

    OVER = "over"
    NOT_YOUR_TURN = "not-your-turn"
    ANSWER_FIRST = "answer-first"
    """Late asking (8.2): the recipient must ask or decline first."""
    FIRST_ROLL = "first-roll"
    ASK_LATER = "ask-later"
    """Nothing is lost by letting the giver roll first (5.5)."""
    COLOUR = "colour"
    NUMBER = "number"
    COLOURS = "colours"
    KIND = "kind"
    """A combination that is not obvious from the kept dice."""
    ANEW = "anew"
    """Nothing is worth keeping."""
    ENOUGH = "enough"
    """Scoring now is worth more than another roll."""
    GIFT = "gift"
    """The greatest of gifts."""


class Verdict(StrEnum):
    """Whether to ask for the greatest of gifts.

    NOW if that is worth more than not asking; else WAIT if a better moment can still come; else NOT.
    """

    NOW = "now"
    WAIT = "wait"
    NOT = "not"


class Prospect(NamedTuple):
    """One of the best moves, with the expected outcome of the turn under optimal play."""

    action: Action
    victory: float
    """The chance, or the share, of victory."""
    lead: float | None
    """The expected final lead, where it is known exactly."""
    points: float
    """Expected points of the active player, bonus included."""
    gift: float
    """Expected gift, doubled where asked for."""
    kinds: dict[Kind, float]
    """The probability that the turn ends with each kind."""
    most_given: float
    """The probability that nobody has given more than the active player after this turn (6.1)."""
    spread: float
    """The standard deviation of points minus gift."""
    asked: float
    """The probability that the gift of this turn will be doubled."""


class Hint(NamedTuple):
    """The coach's advice to a player; `DeclineGift` also means not asking now, without saying so."""

    player: int
    look: Look
    about: Colour | Kind | int | None = None
    """The colour, kind or number to look at."""
    dice: Dice = ()
    """The dice to keep or score; when the question is whether to ask, those of the giver's best move."""
    prospects: tuple[Prospect, ...] = ()
    """The best few moves, the best first; none if there is nothing to choose."""
    verdict: Verdict | None = None
    giver: Action | None = None
    """When the question is whether to ask: the giver's best move if not asked."""
    truth: Truth | None = None
    """The accuracy of the chances of victory; all else is exact."""
    makes_no_difference: bool = False
    """Whether all moves have the same chance of victory."""
    error: float | None = None
    """The standard error of the chances of victory, if it has been measured."""

    @property
    def action(self) -> Action | None:
        return self.prospects[0].action if self.prospects else None
