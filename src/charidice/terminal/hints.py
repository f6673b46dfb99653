"""Hints at the table, a little more each time one is asked for."""

from charidice.rules.state import GameState
from charidice.terminal.words import Teller


class Hints:
    """The coach behind the players, who remembers what has been told about a decision."""

    def __init__(self, teller: Teller, command: str) -> None:
        self._teller = teller
        self._command = command
        """What is typed for a hint."""
        self._decision: tuple[GameState, int] | None = None
        self._stages: tuple[str, ...] = ()
        """From the one told last on."""

    def next(self, state: GameState, player: int) -> str:
        """Where to look, then which dice, the move, the reason; whoever asks on is told the reason again."""
        if self._decision == (state, player):
            self._stages = self._stages[1:] or self._stages
        else:
            self._stages = self._ask_coach(state, player)
            self._decision = state, player
        hint, *more = self._stages
        return self._teller.catalog.say("play.hint", hint=hint, command=self._command) if more else hint

    def _ask_coach(self, state: GameState, player: int) -> tuple[str, ...]:
        # NumPy takes a while to load, and many play without hints.
        from charidice.coach import Coach, stages

        hint = Coach.of(state.setup).hint(state, player)
        return stages(hint, state, self._teller.catalog, self._teller.players, self._teller.faces)
