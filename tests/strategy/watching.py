"""A wrapper that checks every choice of a bot against the rules."""

from charidice.rules import Action, Node
from charidice.strategy.bots.levels import Chooser


class Watched:
    """A bot that may choose only what is in the list of legal actions."""

    def __init__(self, bot: Chooser) -> None:
        self._bot = bot
        self.choices = 0

    def choose(self, node: Node) -> Action:
        action = self._bot.choose(node)
        assert action in node.actions
        self.choices += 1
        return action
