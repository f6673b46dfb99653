"""The probability of reaching a target: known cases, and the recursion it satisfies."""

from itertools import pairwise

import numpy as np
import pytest

from charidice.rules import STANDARD_DICE
from charidice.strategy.objectives.targets import Chances, target_chances
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn

FOUND = outcomes(STANDARD_DICE, False)


def test_the_highest_score_takes_six_sixes_in_every_turn() -> None:
    """The probability of six sixes after three rolls if every six is kept; 96 is 36 and a bonus of 60."""
    sixes = (1 - (5 / 6) ** 3) ** 6
    chances = target_chances(STANDARD_DICE, False)
    for turns in range(4):
        limit = chances.of(turns, np.array([96 * turns, 96 * turns + 1]))
        assert limit.tolist() == pytest.approx([sixes**turns, 0], rel=1e-4, abs=0)


def test_two_turns_are_a_turn_before_the_last() -> None:
    chances = Chances(FOUND)
    for needed in (30, 61, 80, 120):
        turn = SolvedTurn.for_active(FOUND, chances.of(1, needed - FOUND.total))
        assert chances.of(2, np.array([needed]))[0] == pytest.approx(float(turn.values.start[0]), abs=1e-6)


@pytest.mark.parametrize("free_giving", [False, True])
def test_a_higher_target_is_never_likelier_and_more_turns_never_make_it_less_likely(free_giving: bool) -> None:
    chances = target_chances(STANDARD_DICE, free_giving)
    by_turns = [chances.of(turns, np.arange(-5, 130)) for turns in range(4)]
    for fewer, more in pairwise(by_turns):
        assert (np.diff(more) < 1e-6).all()
        assert (more - fewer > -1e-6).all()
    # Six is the least that a roll can bring.
    assert (by_turns[3][: 5 + 18 + 1] == 1).all()
    assert (by_turns[0] == (np.arange(-5, 130) <= 0)).all()
