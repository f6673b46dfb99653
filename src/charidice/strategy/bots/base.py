"""The base class of bots that users write."""

from abc import ABC, abstractmethod
from random import Random

from charidice.rules.moves import Action
from charidice.rules.strict import Node


class Bot(ABC):
    """A bot of your own: write `choose`, and name it as FILE.py:Class wherever bots play.

    >>> from charidice import Node, new_game
    >>> class Whim(Bot):
    ...     def choose(self, node):
    ...         return self.rng.choice(node.actions)
    >>> Whim(Random(1)).choose(Node.of(new_game(2)))
    Roll(keep=())
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        """The RNG for all random choices, so that games can be repeated."""

    @classmethod  # noqa: B027  (most bots have nothing to load)
    def load(cls) -> None:
        """Called once in every process, before the first game, and may take a minute: read models and tables here."""

    @abstractmethod
    def choose(self, node: Node) -> Action:
        """Choose one of the legal actions, `node.actions`, for the seat `node.player`; `node.state` is the whole game.

        Called for every decision of the active player, and of the recipient after each roll while they may ask for the
        greatest of gifts: then `node.asking` is true, and the actions are AskGift and DeclineGift.
        """
