"""A bot that maximises an objective: it solves every turn for it and asks for the greatest of gifts when that pays."""

from collections.abc import Callable

from charidice.rules.moves import Action, Roll
from charidice.rules.state import GameState, Setup
from charidice.strategy.analysis import Analysis
from charidice.strategy.goals.objectives import Objective


class Planner:
    """Deterministic; assumes that all others maximise the same objective, which may depend on the game's setup."""

    def __init__(self, objective_of: Callable[[Setup], Objective]) -> None:
        self.objective_of = objective_of

    def choose(self, state: GameState, player: int) -> Action | None:
        if player == state.active and state.turn.rolls == 0:
            return Roll()
        return Analysis(state, self.objective_of(state.setup)).best(player)
