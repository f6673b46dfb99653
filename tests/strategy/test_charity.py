"""The probability of giving the most."""

from itertools import product

import numpy as np
import pytest

from charidice.rules import STANDARD_DICE, Ruleset, Sheet, new_game
from charidice.strategy.objectives.charity import charity_chances, gift_sums
from charidice.strategy.turn.asking import selfish_giver
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn

from .states import random_states

FOUND = outcomes(STANDARD_DICE, False)


def test_the_gifts_of_turns_add_up() -> None:
    selfish, generous = gift_sums(STANDARD_DICE, False)
    expected = float(FOUND.orbits.shares @ selfish_giver(STANDARD_DICE, False).gift[0])
    most = float(SolvedTurn.for_active(FOUND, FOUND.gift.astype(np.float64)).values.start[0])
    for sums, mean in ((selfish, expected), (generous, most)):
        for turns, chance in enumerate(sums):
            assert chance.sum() == pytest.approx(1)
            assert chance @ np.arange(len(chance)) == pytest.approx(turns * mean)


def test_the_chance_of_the_bonus_is_that_of_all_gifts_to_come() -> None:
    """Before the last turns of the second and of the third player, gift by gift."""
    sheets = tuple(Sheet((9,), (0,), (), (given,)) for given in (12, 20, 5))
    state = new_game(3, Ruleset(2))._replace(round=2, sheets=sheets)
    selfish, generous = (dict(enumerate(sums[1].tolist())) for sums in gift_sums(STANDARD_DICE, False))
    gifts = np.array([0, 7, 24, 50])
    found = charity_chances(state, gifts)
    for gift, chances in zip(gifts.tolist(), found, strict=True):
        expected = [0.0, 0.0, 0.0]
        for second, third in product(selfish, repeat=2):
            given = 12 + gift, 20 + second, 5 + third
            ways = (
                selfish[second] * selfish[third],
                generous[second] * selfish[third],
                selfish[second] * generous[third],
            )
            for seat in range(3):
                expected[seat] += ways[seat] * (given[seat] == max(given))
        assert chances == pytest.approx(expected)


def test_a_larger_gift_helps_the_giver_alone() -> None:
    for state in random_states(5, players=4)[::20]:
        if not state.is_over:
            found = charity_chances(state, np.arange(100))
            change = np.diff(found, axis=0)
            assert (change[:, state.active] > -1e-9).all()
            assert (np.delete(change, state.active, axis=1) < 1e-9).all()
            assert (found > -1e-9).all()
            assert (found < 1 + 1e-9).all()
