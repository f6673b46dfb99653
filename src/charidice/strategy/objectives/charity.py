"""The probability of giving the most in the whole game, from the gift distributions of independent turns.

Assumes that a player who wants the charity bonus maximises the gift of every turn and that all others maximise points.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from charidice.rules.dice import DiceSet
from charidice.rules.engine import new_game
from charidice.rules.ruleset import ROUNDS_ALLOWED, Ruleset
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn


class GiftSums(NamedTuple):
    """By number of turns: the distribution of the sum of their gifts."""

    selfish: tuple[Floats, ...]
    """With turns that maximise points."""
    generous: tuple[Floats, ...]
    """With turns that maximise the gift."""


@lru_cache(maxsize=4)
def gift_sums(dice_set: DiceSet, free_giving: bool) -> GiftSums:
    found = outcomes(dice_set, free_giving)
    start = new_game(2, Ruleset(free_giving=free_giving), dice_set)

    def sums(played_for: Ints) -> tuple[Floats, ...]:
        chance = forecast(SolvedTurn.for_active(found, played_for.astype(np.float64)), start).plain
        of_one_turn = np.asarray(np.bincount(found.gift, chance), np.float64)
        added = [np.ones(1)]
        for _ in ROUNDS_ALLOWED:
            added.append(np.convolve(added[-1], of_one_turn))
        return tuple(added)

    return GiftSums(sums(found.total), sums(found.gift))


def charity_chances(state: GameState, gifts: Ints) -> Floats:
    """By the gift of the coming turn and by seat: the probability that nobody gives more in the whole game."""
    setup, active, seats = state.setup, state.active, range(len(state.sheets))
    rounds = setup.ruleset.rounds
    sums = gift_sums(setup.dice_set, setup.ruleset.free_giving)
    size = max(sheet.total_given for sheet in state.sheets) + len(sums.selfish[rounds]) + int(gifts.max())

    def finally_given(seat: int, sums: tuple[Floats, ...]) -> Floats:
        """The distribution of the final total given, without the gift of this turn."""
        sheet = state.sheets[seat]
        chance = sums[rounds - len(sheet.points) - (seat == active)]
        return np.pad(chance, (sheet.total_given, size - sheet.total_given - len(chance)))

    at_most = [np.cumsum(finally_given(seat, sums.selfish)) for seat in seats]
    columns = []
    for seat in seats:
        own = finally_given(seat, sums.generous)
        rivals = np.prod([at_most[other] for other in seats if other not in (seat, active)], axis=0)
        shifted, fixed = (own, rivals) if seat == active else (at_most[active], own * rivals)
        columns.append([shifted[: size - gift] @ fixed[gift:] for gift in gifts.tolist()])
    return np.array(columns).T
