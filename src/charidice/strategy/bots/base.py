"""The base class of bots that users write."""

from abc import ABC, abstractmethod
from random import Random

from charidice.rules.moves import Action
from charidice.rules.state import GameState


class Bot(ABC):
    """A bot of your own: write `choose`, and name it as FILE.py:Class wherever bots play.

    >>> from charidice import Roll, Score, new_game
    >>> class First(Bot):
    ...     def choose(self, state, player):
    ...         if player != state.active:
    ...             return None
    ...         return Score(state.options[0].dice) if state.turn.rolls else Roll()
    >>> First(Random(1)).choose(new_game(2), 0)
    Roll(keep=())
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        """The only source of chance to use: games can then be repeated."""

    @classmethod  # noqa: B027  (most bots have nothing to load)
    def load(cls) -> None:
        """Called once in every process, before the first game, and may take a minute: read models and tables here."""

    @abstractmethod
    def choose(self, state: GameState, player: int) -> Action | None:
        """A legal action of this player, who sits on seat `player`.

        Called as the active player whenever there is something to do, and as the recipient after each roll while they
        may ask for the greatest of gifts; None, from the recipient only, means not asking now.
        """
