"""Bots that play every turn for points and ignore the rest of the game."""

from functools import lru_cache

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as np

from charidice.rules.dice import DICE, DiceSet
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll
from charidice.rules.state import Setup
from charidice.rules.strict import Node
from charidice.strategy.turn.asking import asks_selfish_giver
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn, score_or_stop


class Magpie:
    """Greedy: keeps the dice of the best sum on the table and rerolls the others, so it never loses that sum.

    Asks after roll 2 if the other dice make a gift of at least 12; in the last round, for any gift.
    """

    @staticmethod
    def asks_from(last_round: bool) -> int:
        """The smallest gift that is worth asking."""
        return 1 if last_round else 12

    def choose(self, node: Node) -> Action:
        state = node.state
        if node.asking:
            last = state.round == state.setup.ruleset.rounds
            settled = state.turn.rolls > 1 or state.turn.stopped
            asks = settled and state.options[0].gift >= self.asks_from(last)
            return AskGift() if asks else DeclineGift()
        if state.turn.rolls == 0:
            return Roll()
        best = state.options[0]
        if state.rolls_left and len(best.dice) < DICE:
            return Roll(best.dice)
        return score_or_stop(state, best.dice)


class Thrifty:
    """Plays every turn optimally for its own points minus `weight` times the gift.

    It does not anticipate being asked, but once it is, the gift weighs double. It asks as if the giver were selfish.
    """

    def __init__(self, weight: float = 0.5) -> None:
        self.weight = weight

    def choose(self, node: Node) -> Action:
        state = node.state
        if node.asking:
            return AskGift() if asks_selfish_giver(state) else DeclineGift()
        return self.turn(state.setup, state.turn.asked).best_action(state)

    def turn(self, setup: Setup, asked: bool) -> SolvedTurn:
        """Every turn of a game, after the recipient has asked or not."""
        weight = self.weight * (2 if asked else 1)
        return turn_for_points(setup.dice_set, setup.ruleset.free_giving, weight)


class Fox(Thrifty):
    """Plays every turn optimally for its own points and bonus: the benchmark. Asks as if the giver did the same."""

    def __init__(self) -> None:
        super().__init__(weight=0.0)


@lru_cache(maxsize=8)
def turn_for_points(dice_set: DiceSet, free_giving: bool, weight: float) -> SolvedTurn:
    """A turn solved for own points minus `weight` times the gift: the same for every turn of every game."""
    found = outcomes(dice_set, free_giving)
    utility = found.total.astype(np.float64) - weight * found.gift
    return SolvedTurn.for_active(found, utility)
