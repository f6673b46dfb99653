"""The bot protocol and the names of the built-in bots, without NumPy: help texts and games of people start faster."""

from typing import Literal, Protocol, get_args

from charidice.rules.moves import Action
from charidice.rules.strict import Node

# Weakest first.
Level = Literal["sparrow", "squirrel", "magpie", "fox", "owl"]
LEVELS: tuple[Level, ...] = get_args(Level)
# Bots for experiments, not offered as levels.
RESEARCH = ("thrifty", "lead", "shares")


class Chooser(Protocol):
    """Decides for a seat: a `Bot`, or any other object with its `choose`."""

    def choose(self, node: Node) -> Action:
        """One of `node.actions`, for the seat `node.player`."""
        ...
