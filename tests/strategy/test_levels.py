"""The owl beats the level below: fewer games than docs/solution.md reports; test_arena.py has the other levels."""

import pytest

from charidice.arena import Performance, play_deals
from charidice.rules.state import Setup
from charidice.strategy.bots.team import Team


def match(*names: str, deals: int) -> Performance:
    """How the first bot did, every deal played in every seating."""
    return play_deals(Team.of(names), deals * len(names), Setup(len(names)), seed=1, processes=2).bots[0]


def test_the_owl_beats_the_fox() -> None:
    assert match("owl", "fox", deals=30).victories.mean > 0.53


@pytest.mark.long
def test_the_owl_beats_the_fox_for_sure() -> None:
    assert (match("owl", "fox", deals=250).victories.low or 0) > 0.5


@pytest.mark.long
def test_one_owl_among_three_foxes_gets_more_than_its_share() -> None:
    assert match("owl", "fox", "fox", "fox", deals=100).victories.mean > 0.26
