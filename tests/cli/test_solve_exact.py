"""`charidice solve victory --exact`: every state of two players, here and on a cluster."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from charidice.messages import catalog

from .running import Run

pytestmark = pytest.mark.slow
SHORT = ("--rounds", "1")


@pytest.fixture
def lead(run: Run, tmp_path: Path) -> Path:
    assert run("solve", "lead", *SHORT, "-o", tmp_path / "lead", "--processes", "1").code == 0
    return tmp_path / "lead"


def solve(run: Run, lead: Path, folder: Path, *where: str) -> str:
    answer = run("solve", "victory", *SHORT, "-o", lead, "--exact", folder, *where)
    assert (answer.code, answer.err) == (0, "")
    return answer.out


def test_here_and_on_a_cluster_every_state_is_the_same(run: Run, lead: Path, tmp_path: Path, scheduler: str) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    told = solve(run, lead, here, "--processes", "1")
    assert told.startswith("victory, every position: the player who starts wins 31.6785% of the games.")
    assert told.splitlines()[0] == solve(run, lead, there, "--cluster", scheduler).splitlines()[0]
    for level in ("1.npy", "2.npy"):
        np.testing.assert_allclose(np.load(here / level), np.load(there / level), atol=1e-6)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["lead", "--exact", "x"], "exact-is-for-victory"),
        (["--exact", "x"], "exact-is-for-victory"),
        (["lead", "--cluster", "tcp://127.0.0.1:1"], "cluster-needs-exact"),
    ],
)
def test_what_does_not_go_together_is_refused(run: Run, words: Sequence[str], code: str, tmp_path: Path) -> None:
    answer = run("solve", *words, "-o", tmp_path)
    assert answer.code == 2
    assert catalog("en").say(f"refused.{code}") in answer.err
    assert list(tmp_path.iterdir()) == []
