"""Bots that play every turn for points and ignore the rest of the game."""

from functools import lru_cache

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as np

from charidice.rules.dice import DICE, DiceSet
from charidice.rules.moves import Action, Roll
from charidice.rules.state import GameState
from charidice.strategy.bots.levels import recipient_action
from charidice.strategy.turn.asking import asks_selfish_giver
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn, score_or_stop


class Magpie:
    """Greedy: keeps the dice of the best sum on the table and rerolls the others, so it never loses that sum.

    Asks after roll 2 if the other dice make a gift of at least 12; in the last round, for any gift.
    """

    ASKS_FROM = 12

    def choose(self, state: GameState, player: int) -> Action | None:
        if player != state.active:
            last = state.round == state.setup.ruleset.rounds
            settled = state.turn.rolls > 1 or state.turn.stopped
            return recipient_action(state, settled and state.options[0].gift >= (1 if last else self.ASKS_FROM))
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

    def choose(self, state: GameState, player: int) -> Action | None:
        if player != state.active:
            return recipient_action(state, asks_selfish_giver(state))
        weight = self.weight * 2 if state.turn.asked else self.weight
        return turn_for_points(state.setup.dice_set, state.setup.ruleset.free_giving, weight).best_action(state)


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
