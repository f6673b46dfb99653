"""Glicko-2 gives the numbers of Glickman's paper."""

import pytest

from charidice.coach.trainer.glicko import Answer, Skill, after_period

PLAYER = Skill(1500, 200, 0.06)


def test_the_example_of_the_paper() -> None:
    after = after_period(PLAYER, [Answer(1400, 30, 1), Answer(1550, 100, 0), Answer(1700, 300, 0)])
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_period_without_answers_makes_a_rating_less_certain_up_to_a_bound() -> None:
    after = after_period(PLAYER, [])
    assert (after.rating, after.volatility) == (PLAYER.rating, PLAYER.volatility)
    # The last step of the paper.
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert after_period(Skill(1500, 350, 0.06), []).deviation == 350


def test_better_answers_are_rated_higher_and_many_make_the_interval_narrow() -> None:
    good, bad = (after_period(PLAYER, [Answer(1500, 60, worth)] * 10) for worth in (0.9, 0.2))
    assert bad.rating < PLAYER.rating < good.rating
    low, high = good.interval
    assert high - low < PLAYER.interval[1] - PLAYER.interval[0]
    assert low < good.rating < high


def test_a_surprise_makes_a_rating_volatile() -> None:
    calm = after_period(Skill(1500, 50, 0.06), [Answer(1500, 30, 0.5)] * 20)
    surprised = after_period(Skill(1500, 50, 0.06), [Answer(1500, 30, 1)] * 20)
    assert calm.volatility < 0.06 < surprised.volatility
