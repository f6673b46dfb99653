"""The example with MaskablePPO. It needs PyTorch, so it trains only where sb3-contrib is installed."""

import re
from pathlib import Path
from typing import Any

import pytest

from learner import Exam

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "maskable_ppo.py"


@pytest.fixture
def maskable_ppo() -> Any:
    pytest.importorskip("sb3_contrib")
    return __import__("maskable_ppo")


def test_some_seconds_of_training_lower_the_regret(maskable_ppo: Any) -> None:
    exam, model = Exam.prepare(count=120, seed=2), maskable_ppo.new_model(seed=1)
    before = maskable_ppo.measured(model, exam, games=2)
    model.learn(30_000)
    after = maskable_ppo.measured(model, exam, games=2)
    # An illegal answer would have an infinite regret.
    assert after.exam < 0.9 * before.exam
    assert after.decisions >= 30_000


def test_the_page_shows_that_it_learns() -> None:
    """The whole training takes minutes: what the page says about it has to agree with itself."""
    page = EXAMPLE.parents[1].joinpath("learning.md").read_text("utf-8")
    rows = re.findall(r"^ +(\d+) +(\d+\.\d)% +(\d\.\d\d) +(\d\.\d\d)$", page, re.MULTILINE)
    decisions, victories, path, exam = (list(map(float, column)) for column in zip(*rows, strict=True))
    assert decisions[0] == 0
    assert decisions == sorted(decisions)
    assert victories[0] < victories[-1]
    assert exam[-1] < exam[0]
    # What the page warns of: before any training its own path looks better than it is.
    assert path[0] < 0.75 * exam[0]
