"""Positions to study are legal, and what they say they are."""

import numpy as np
import pytest

from charidice.rules import legal_actions
from charidice.strategy.tables.lead import Pair
from charidice.strategy.tables.victory import victory_solution
from charidice.study.positions import AHEAD, LATER_ROUNDS, ROUNDS, before_reply, before_round, evened, position


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_position_is_the_pair_it_was_made_from(round_: int) -> None:
    pairs = [before_round(round_)]
    if round_ in LATER_ROUNDS:
        pairs += [found for ahead in AHEAD for found in (before_round(round_, ahead), before_reply(round_, ahead))]
    for pair in pairs:
        for gifts in ((True, True), (True, False), (False, True)):
            wanted = pair._replace(has_gift=gifts[0], other_has_gift=gifts[1])
            state = position(wanted)
            assert Pair.of(state) == wanted
            assert state.round == round_
            assert legal_actions(state, state.active)


def test_the_giver_is_ahead_whoever_it_is() -> None:
    assert (before_round(5, 10).own, before_round(5, 10).other) == (42, 32)
    assert (before_reply(5, 10).own, before_reply(5, 10).other) == (42, 40)


def test_an_evened_position_is_as_even_as_a_point_allows() -> None:
    for pair in (before_round(4, -20), before_reply(6, 10), before_round(7)):
        even = evened(pair)
        chances = [victory_solution().chance_of(even._replace(difference=even.difference + by)) for by in (-1, 0, 1)]
        assert np.abs(np.array(chances) - 0.5).argmin() == 1
