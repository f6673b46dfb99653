"""The bot protocol and the names of the built-in bots, without NumPy: help texts and games of people start faster."""

from typing import Literal, Protocol, get_args

from charidice.rules.moves import Action, AskGift, DeclineGift
from charidice.rules.state import GameState

# Weakest first.
Level = Literal["sparrow", "squirrel", "magpie", "fox", "owl"]
LEVELS: tuple[Level, ...] = get_args(Level)
# For experiments: not offered as levels.
RESEARCH = ("thrifty", "lead", "shares")


class Chooser(Protocol):
    """What plays on a seat: a `Bot`, or any other object with its `choose`.

    Called as the active player whenever there is something to do, and as the recipient after each roll while they
    may ask for the greatest of gifts.
    """

    def choose(self, state: GameState, player: int) -> Action | None:
        """A legal action; None, from the recipient only, means not asking now."""
        ...


def recipient_action(state: GameState, asks: bool) -> Action | None:
    """The recipient's choice as an action; after a stop (8.2) declining must be said."""
    if asks:
        return AskGift()
    return DeclineGift() if state.turn.stopped else None
