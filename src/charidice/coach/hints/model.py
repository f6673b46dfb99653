"""What a hint is: where to look, which dice, the move, and the exact quantities behind it. No words yet."""

from enum import StrEnum
from typing import NamedTuple

from charidice.rules.dice import Colour, Dice
from charidice.rules.moves import Action
from charidice.rules.scoring import COLOUR_BONUS, Kind
from charidice.strategy.goals.objectives import Truth

# Moves whose chances of victory are this close make no difference to it.
SAME_VICTORY = 0.0005
WITH_BONUS = tuple(kind for kind in Kind if kind is Kind.SAME_NUMBER or COLOUR_BONUS.get(kind))


class Look(StrEnum):
    """Where to look, or why there is nothing to choose."""

    OVER = "over"
    NOT_YOUR_TURN = "not-your-turn"
    ANSWER_FIRST = "answer-first"
    """Late asking (8.2): the recipient has to answer the stop."""
    FIRST_ROLL = "first-roll"
    ASK_LATER = "ask-later"
    """Nothing is lost by letting the giver roll first (5.5)."""
    COLOUR = "colour"
    NUMBER = "number"
    COLOURS = "colours"
    KIND = "kind"
    """A combination that the kept dice alone do not give away."""
    ANEW = "anew"
    """Nothing is worth keeping."""
    ENOUGH = "enough"
    """What lies there is worth more than another roll."""
    GIFT = "gift"
    """The greatest of gifts."""


class Verdict(StrEnum):
    """Whether to ask for the greatest of gifts.

    Now, if that is worth more than letting this chance go by; else wait, if a moment in which it is worth more can
    still come; else not.
    """

    NOW = "now"
    WAIT = "wait"
    NOT = "not"


class Prospect(NamedTuple):
    """One of the best moves, with what this turn then brings on average if all play on well."""

    action: Action
    victory: float
    """The chance of victory, or the share of it."""
    lead: float | None
    """The expected lead at the end, where it is known exactly."""
    points: float
    """What the active player makes, bonus included."""
    gift: float
    """What the active player gives, doubled where it is asked for."""
    kinds: dict[Kind, float]
    """The chance to end the turn with each kind of combination."""
    most_given: float
    """The chance that no one will have given more than the active player after this turn (6.1)."""
    spread: float
    """How far points less gift are from their average: the standard deviation."""
    asked: float
    """The chance that the gift of this turn will be doubled."""


class Hint(NamedTuple):
    """What the coach has to say to a player; `DeclineGift` stands for letting a chance to ask go by, also silently."""

    player: int
    look: Look
    about: Colour | Kind | int | None = None
    """The colour, kind or number to look at."""
    dice: Dice = ()
    """To be kept or scored; when the question is whether to ask: by the giver, who does best so."""
    prospects: tuple[Prospect, ...] = ()
    """The best few moves, the best first; none if there is nothing to choose."""
    verdict: Verdict | None = None
    giver: Action | None = None
    """When the question is whether to ask: what the giver does best if not asked."""
    truth: Truth | None = None
    """How true the chances of victory are; all else is exact."""
    makes_no_difference: bool = False
    """Every move has the same chance of victory: it is decided, or nothing hangs on this."""

    @property
    def action(self) -> Action | None:
        return self.prospects[0].action if self.prospects else None
