"""Playing for an objective: every turn is solved for it, and the greatest of gifts is asked for when that pays."""

from collections.abc import Callable

from charidice.rules.moves import Action, Roll
from charidice.rules.state import GameState, Setup
from charidice.strategy.analysis import Analysis
from charidice.strategy.bots.levels import answer
from charidice.strategy.goals.objectives import Objective


class Planner:
    """A player without whims, who expects all others to play for the same; the objective may depend on the game."""

    def __init__(self, objective_of: Callable[[Setup], Objective]) -> None:
        self.objective_of = objective_of

    def choose(self, state: GameState, player: int) -> Action | None:
        if player == state.active and state.turn.rolls == 0:
            return Roll()
        analysis = Analysis(state, self.objective_of(state.setup))
        if player == state.active:
            return analysis.turn.best_action(state)
        return answer(state, analysis.should_ask)
