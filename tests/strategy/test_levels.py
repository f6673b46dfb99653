"""Each level beats the one below it: fewer games than docs/strategy.md reports, but enough to see it."""

from itertools import pairwise

import pytest

from charidice.arena import Performance, play_deals
from charidice.rules.state import Setup
from charidice.strategy.bots.levels import LEVELS
from charidice.strategy.bots.team import Team

TOP = LEVELS[-2:]


def match(*names: str, deals: int) -> Performance:
    """How the first bot did, every deal played in every seating."""
    return play_deals(Team.of(names), deals * len(names), Setup(len(names)), seed=1, processes=2).bots[0]


@pytest.mark.parametrize(("lower", "upper"), [pair for pair in pairwise(LEVELS) if pair != TOP])
def test_each_level_beats_the_one_below(lower: str, upper: str) -> None:
    assert (match(upper, lower, deals=200).victories.low or 0) > 0.55


def test_the_owl_beats_the_fox() -> None:
    victories = match("owl", "fox", deals=250).victories
    assert victories.mean > 0.53
    assert (victories.low or 0) > 0.5


def test_one_owl_among_three_foxes_gets_more_than_its_share() -> None:
    assert match("owl", "fox", "fox", "fox", deals=100).victories.mean > 0.26
