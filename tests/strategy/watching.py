"""A wrapper that checks every choice of a bot against the rules."""

from charidice.rules import Action, GameState, legal_actions
from charidice.strategy.bots.levels import Chooser


class Watched:
    """A bot that may choose only what is in the list of legal actions."""

    def __init__(self, bot: Chooser) -> None:
        self._bot = bot
        self.choices = 0

    def choose(self, state: GameState, player: int) -> Action | None:
        action = self._bot.choose(state, player)
        legal: tuple[Action | None, ...] = legal_actions(state, player)
        if player == state.recipient and not state.turn.stopped:
            legal = (*legal, None)
        assert action in legal
        self.choices += 1
        return action
