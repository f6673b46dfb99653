"""What a bot is, and the names of ours: known without NumPy, which a help text or a game of people need not load."""

from typing import Protocol

from charidice.rules.moves import Action, AskGift, DeclineGift
from charidice.rules.state import GameState

# From the first to beat to the last.
LEVELS = ("sparrow", "squirrel", "magpie", "fox", "owl")
# Players that answer a question about the game.
RESEARCH = ("thrifty", "lead", "shares")


class Bot(Protocol):
    """Somebody who plays: asked as the active player while there is something to do, and as the recipient after each
    roll in which the greatest of gifts may be asked for."""

    def choose(self, state: GameState, player: int) -> Action | None:
        """A legal action; None only from the recipient, who lets this chance to ask go by."""
        ...


def answer(state: GameState, asks: bool) -> Action | None:
    """The recipient's choice as an action; a stop (8.2) wants an answer in any case."""
    if asks:
        return AskGift()
    return DeclineGift() if state.turn.stopped else None
