"""Ratings of players and exercises by Glicko-2 (Glickman, Example of the Glicko-2 system, 2022).

An answer is a game against the exercise, and its worth the result. A period is a day: all its answers count together,
and a day without any makes the rating a little less certain.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

MEAN, SCALE = 1500.0, 173.7178
# The system constant: how much the volatility may change.
TAU = 0.5
ACCURACY = 0.000001
# The 97.5 % quantile of the normal distribution.
WITHIN_95 = 1.959964
MOST_DEVIATION = 350.0


class Skill(NamedTuple):
    """A rating with its standard deviation and volatility."""

    rating: float = MEAN
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[float, float]:
        """Of 95 %."""
        margin = WITHIN_95 * self.deviation
        return self.rating - margin, self.rating + margin


class Answer(NamedTuple):
    """An exercise, as an opponent, and the result against it."""

    rating: float
    deviation: float
    worth: float


def after_period(skill: Skill, answers: Sequence[Answer]) -> Skill:
    """The rating after a period with these answers."""
    deviation = skill.deviation / SCALE
    if not answers:
        return skill._replace(deviation=min(SCALE * sqrt(deviation**2 + skill.volatility**2), MOST_DEVIATION))
    own = (skill.rating - MEAN) / SCALE
    information = gain = 0.0
    for answer in answers:
        weight = 1 / sqrt(1 + 3 * (answer.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (own - (answer.rating - MEAN) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (answer.worth - expected)
    variance = 1 / information
    volatility = _volatility(skill.volatility, deviation, variance, variance * gain)
    before = deviation**2 + volatility**2
    after = 1 / sqrt(1 / before + 1 / variance)
    return Skill(MEAN + SCALE * (own + after**2 * gain), SCALE * after, volatility)


def _volatility(volatility: float, deviation: float, variance: float, change: float) -> float:
    """Step 5 of the paper, by the Illinois algorithm."""
    start = log(volatility**2)

    def slope(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        return exp(x) * (change**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if change**2 > deviation**2 + variance:
        high = log(change**2 - deviation**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > ACCURACY:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
