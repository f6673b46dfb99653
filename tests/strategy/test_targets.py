"""The probability of reaching a target: known cases, and the recursion it satisfies."""

from itertools import pairwise

import numpy as np
import pytest

from charidice.rules import STANDARD_DICE
from charidice.strategy.goals import targets
from charidice.strategy.goals.targets import Chances, target_chances
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import Sweeps, turn_value

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


def test_only_what_can_be_needed_is_solved_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = []

    def counted(found: Outcomes, utility: Floats, sweeps: Sweeps) -> Floats:
        solved.append(utility.shape[1])
        return turn_value(found, utility, sweeps=sweeps)

    monkeypatch.setattr(targets, "turn_value", counted)
    chances = Chances(FOUND)
    for _ in range(2):
        chances.of(2, np.array([20]))
    # The first of two turns brings 6 at least, and the last one too: from 7 to 14 it is in question.
    assert solved == [8, 1]
