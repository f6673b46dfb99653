"""What the fox loses in games."""

import numpy as np
import pytest

from charidice.messages import catalog
from charidice.study.games import Sample, losses, mean_and_margin
from charidice.study.losses import SMALL, Mistake, total
from charidice.study.mistakes import COMMONEST, FoxMistakes, mistakes

SAMPLE = Sample(6, seed=4)


def test_the_table_adds_up_to_all_losses() -> None:
    found = losses(FoxMistakes(), SAMPLE).mean(axis=1)
    *kinds, small, together = mistakes(catalog("en"), SAMPLE).records()
    assert len(kinds) == COMMONEST + 1
    counts = [float(row["per_game"] or 0) for row in kinds]
    assert counts[:COMMONEST] == sorted(counts[:COMMONEST], reverse=True)
    assert sum(counts) == pytest.approx(found[:, len(Mistake) : SMALL].sum(axis=1).mean())
    costs = [float(row["cost"] or 0) for row in (*kinds, small)]
    assert all(cost >= 0 for cost in costs)
    assert sum(costs) == pytest.approx(float(together["cost"] or 0))
    assert together["cost"] == pytest.approx(100 * total(found).mean())
    assert together["margin"] == pytest.approx(100 * 1.96 * total(found).std(ddof=1) / np.sqrt(len(found)), rel=1e-3)
    for row in kinds:
        assert float(row["per_game"] or 0) * float(row["each"] or 0) == pytest.approx(row["cost"])


def test_two_processes_find_the_same() -> None:
    alone, together = (losses(FoxMistakes(), Sample(4, seed=9, processes=count)) for count in (1, 2))
    assert alone.tolist() == together.tolist()


def test_one_deal_is_as_uncertain_as_it_is_large() -> None:
    assert mean_and_margin(np.array([0.25])) == (0.25, 0.25)
