"""When to ask for the greatest of gifts, if all givers maximise the points of their own turn.

Asking doubles the gift of one turn, once per game, so it is an optimal stopping problem: ask when the expected gift
exceeds the value of keeping the option for later turns. After roll 1 it never pays to ask unless the giver will score
these dice: after roll 2 the recipient knows more and can still ask.
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from charidice.rules.dice import DiceSet
from charidice.rules.ruleset import ROLLS, ROUNDS_ALLOWED
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Bools, Floats
from charidice.strategy.turn.orbits import orbits, roll_index
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.sweeps import SCORES, expectation

# Far below a tenth of a point, far above rounding errors.
_MARGIN = 1e-9


class SelfishGiver(NamedTuple):
    """The gifts of a giver who maximises points and, among equals, gives less."""

    gift: tuple[Floats, Floats, Floats]
    """By orbit of rolls, after roll 1, 2 and 3: the expected gift."""
    scored_gift: Floats
    """By orbit of rolls: the gift if these dice are scored."""
    stops: Bools
    """By orbit of rolls: whether the giver scores after roll 1."""
    chance: tuple[float, ...]
    """By the giver's turns left: the value of the right to ask, used optimally."""


def asks_selfish_giver(state: GameState) -> bool:
    """Whether to ask in a state in which the recipient may."""
    setup, turn = state.setup, state.turn
    asks = asks_by_orbit(setup.dice_set, setup.ruleset.free_giving, setup.ruleset.rounds - state.round)
    at = orbits(setup.dice_set).of_roll[roll_index(turn.numbers)]
    return bool(asks[ROLLS - 1 if turn.stopped else turn.rolls - 1, at])


def asks_by_roll(dice_set: DiceSet, free_giving: bool, turns_left: int) -> Bools:
    """After roll 1, after roll 2 and after a stop (8.2), and by roll: whether to ask in a turn of this giver.

    `turns_left` counts the giver's turns after this one.
    """
    return asks_by_orbit(dice_set, free_giving, turns_left)[:, orbits(dice_set).of_roll]


@lru_cache(maxsize=128)
def asks_by_orbit(dice_set: DiceSet, free_giving: bool, turns_left: int) -> Bools:
    """The same by orbit of rolls."""
    giver = selfish_giver(dice_set, free_giving)
    later = giver.chance[turns_left] + _MARGIN
    first, second, _ = giver.gift
    return np.stack([(first > later) & giver.stops, second > later, giver.scored_gift > later])


@lru_cache(maxsize=4)
def selfish_giver(dice_set: DiceSet, free_giving: bool) -> SelfishGiver:
    found = outcomes(dice_set, free_giving)
    turn = SolvedTurn.for_active(found, found.total.astype(np.float64))
    scored = found.gift[turn.values.plain.scored].astype(np.float64)
    second, _ = _followed(turn, 2, scored, scored)
    first, stops = _followed(turn, 1, second, scored)
    chance = [0.0]
    for _ in ROUNDS_ALLOWED:
        # Optimal stopping: ask after roll 2, or after roll 1 if the giver then scores.
        kept = chance[-1]
        best, _ = _followed(turn, 1, np.maximum(second, kept), np.maximum(scored, kept))
        chance.append(float(turn.orbits.shares @ best))
    assert all(less < more for less, more in pairwise(chance))
    return SelfishGiver((first, second, scored), scored, stops, tuple(chance))


def _followed(turn: SolvedTurn, rolls: int, rolled: Floats, scored: Floats) -> tuple[Floats, Bools]:
    """By orbit of rolls, after roll 1 or 2: the mean of a quantity under the optimal policy, and where that scores.

    `rolled` is the quantity after the next roll, `scored` the quantity if the dice on the table are scored.
    """
    rows = turn.values.plain.policy(rolls)
    stops = rows == SCORES
    return np.where(stops, scored, expectation(turn.orbits, rolled[:, None])[rows, 0]), stops
