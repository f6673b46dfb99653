"""The anchors of the rating: bots among their equals."""

import pytest

from charidice.study.rating import Equals


def test_the_owl_loses_nothing_and_the_sparrow_the_same_each_time() -> None:
    owl, sparrow = Equals("owl", 2, seed=1), Equals("sparrow", 2, seed=1)
    assert [losses.total for losses in owl.losses(0)] == pytest.approx([0, 0], abs=1e-4)
    found = sparrow.losses(0)
    assert found == sparrow.losses(0)
    assert all(losses.decisions > 10 and losses.total > 0 for losses in found)
    assert found != sparrow.losses(1)
