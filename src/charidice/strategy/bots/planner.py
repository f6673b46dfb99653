"""A bot that maximises an objective: it solves every turn for it and asks for the greatest of gifts when that pays."""

from collections.abc import Callable

from charidice.rules.moves import Action, Roll
from charidice.rules.state import Setup
from charidice.rules.strict import Node
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import Objective


class Planner:
    """Deterministic; assumes that all others maximise the same objective, which may depend on the game's setup."""

    def __init__(self, objective_of: Callable[[Setup], Objective]) -> None:
        self.objective_of = objective_of

    def choose(self, node: Node) -> Action:
        if node.state.turn.rolls == 0:
            return Roll()
        assert node.player is not None
        return Analysis(node, self.objective_of(node.state.setup)).best(node.player)
