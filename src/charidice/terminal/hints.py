"""HintStages, one stage more each time."""

from pathlib import Path

from charidice.installed import NotInstalled, needing
from charidice.rules.state import GameState
from charidice.show.telling import Teller


class HintStages:
    """Remembers which stages have been shown for the current decision."""

    def __init__(self, teller: Teller, command: str, solution: Path | None) -> None:
        self._teller = teller
        self._command = command
        """The command for a hint."""
        self._solution = solution
        """As in `Coach.of`."""
        self._decision: tuple[GameState, int] | None = None
        self._stages: tuple[str, ...] = ()
        """The stage shown last and the following ones."""

    def next(self, state: GameState, player: int) -> str:
        """The next stage: where to look, which dice, the move, the reason; the last one repeats."""
        if self._decision == (state, player):
            self._stages = self._stages[1:] or self._stages
        else:
            self._stages = self._ask_coach(state, player)
            self._decision = state, player
        hint, *more = self._stages
        return self._teller.catalog.say("play.hint", hint=hint, command=self._command) if more else hint

    def _ask_coach(self, state: GameState, player: int) -> tuple[str, ...]:
        # NumPy loads slowly, and many games are played without hints.
        try:
            with needing():
                from charidice.coach import Coach
                from charidice.show.hints.stages import stages
        except NotInstalled as missing:
            # A game goes on without hints.
            return (self._teller.catalog.refusal(missing),)

        hint = Coach.of(state.setup, self._solution).hint(state, player)
        return stages(hint, state, self._teller.catalog, self._teller.players, self._teller.faces)
