"""The example that learns: it does, its gradients are right, and it plays in the arena."""

import re
import shutil
from pathlib import Path
from random import Random

import numpy as np
import pytest

import learner
from charidice import CannotPlay, Ruleset, Setup
from charidice.arena import deal_dice, play_game
from charidice.encoding import N_ACTIONS, encode
from charidice.rl.gymnasium import CharidiceEnv
from charidice.strategy.bots.team import Team
from learner import HEAD_OF, Exam, Floats, Ints, Network, train


@pytest.fixture(scope="module")
def exam() -> Exam:
    return Exam.prepare(count=120, seed=2)


@pytest.mark.slow
def test_a_few_seconds_of_training_lower_the_regret(exam: Exam) -> None:
    before, *_, after = (exam.of(progress.network) for progress in train(steps=600, reports=2))
    assert before > 0.04
    assert after < 0.75 * before


def test_the_exam_knows_good_players_from_bad_ones(exam: Exam) -> None:
    best = exam.regrets.argmin(axis=1)
    assert exam.mean(best) == 0
    assert 0 < exam.of_bot("fox") < exam.of_bot("magpie") < exam.of_bot("sparrow")


def test_the_same_seed_gives_the_same_player() -> None:
    (*_, first), (*_, again), (*_, other) = (train(steps=20, seed=seed, games=16) for seed in (1, 1, 2))
    for name, weights in first.network.weights.items():
        assert (weights == again.network.weights[name]).all()
    assert (first.network.weights["heads"] != other.network.weights["heads"]).any()
    assert first.decisions == again.decisions


def loss(network: Network, seen: Floats, actions: Ints, targets: Floats) -> float:
    values = network.values(seen)[np.arange(len(actions)), actions]
    return float(((values - targets) ** 2).mean() / 2)


def test_the_gradients_are_those_of_the_loss(exam: Exam) -> None:
    """By small differences, for actions of every head."""
    rng = np.random.default_rng(1)
    network = Network(rng, hidden=8)
    # In 64 bits, which are fine enough for small differences.
    network.weights = {name: rng.normal(size=weights.shape) for name, weights in network.weights.items()}
    actions = np.array([*rng.choice(N_ACTIONS, 100), 128, 129, 130])
    assert set(HEAD_OF[actions].tolist()) == set(HEAD_OF.tolist())
    seen, targets = exam.seen[: len(actions)].astype(np.float64), rng.normal(size=len(actions))
    found = network.gradients(seen, actions, targets)
    for name, weights in network.weights.items():
        for place in rng.choice(weights.size, 12, replace=False):
            before = weights.flat[place]
            around = []
            for step in (-1e-6, 1e-6):
                weights.flat[place] = before + step
                around.append(loss(network, seen, actions, targets))
            weights.flat[place] = before
            assert found[name].flat[place] == pytest.approx((around[1] - around[0]) / 2e-6, abs=1e-6), name


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    """A copy of the example, with a network that knows hardly anything, beside it."""
    (*_, progress) = train(steps=20, games=16)
    progress.network.save(tmp_path / "learner.npz")
    return Path(shutil.copy(learner.__file__, tmp_path))


@pytest.mark.parametrize("ruleset", [Ruleset(3), Ruleset(3, free_giving=True, late_asking=True)])
def test_the_trained_bot_plays_by_all_rules(trained: Path, ruleset: Ruleset) -> None:
    team = Team.of([f"{trained}:Learner", "magpie", "sparrow"])
    for deal in range(2):
        assert play_game(team(Random(deal)), Setup(3, ruleset), deal_dice(1, deal)).is_over


def test_a_saved_network_values_as_before(trained: Path, exam: Exam) -> None:
    network = Network.load(trained.with_suffix(".npz"))
    (*_, progress) = train(steps=20, games=16)
    assert (network.values(exam.seen) == progress.network.values(exam.seen)).all()


def test_a_network_of_another_encoding_is_refused(trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "VERSION", 2)
    with pytest.raises(ValueError, match="version 1 of the encoding"):
        Network.load(trained.with_suffix(".npz"))


def test_without_a_trained_network_the_bot_says_what_to_do(trained: Path) -> None:
    trained.with_suffix(".npz").unlink()
    with pytest.raises(CannotPlay, match=r"python learner\.py"):
        play_game(Team.of([f"{trained}:Learner", "magpie"])(Random(1)), Setup(2), deal_dice(1, 1))


def test_the_page_about_it_shows_that_it_beats_the_magpie() -> None:
    """The whole training takes minutes: what the page says about it has to agree with itself."""
    page = Path(learner.__file__).parents[1].joinpath("learning.md").read_text("utf-8")
    share, low, high = map(float, re.findall(r"(\d+\.\d)\s%", page)[:3])
    assert 50 < low < share < high
    regrets = [float(found) for found in re.findall(r"^ +\d+ +\d+ +(\d\.\d\d)$", page, re.MULTILINE)]
    (magpie,) = map(float, re.findall(r"for comparison: magpie (\d\.\d\d)", page))
    assert len(regrets) == 21
    assert regrets[-1] < magpie < regrets[0]


def test_a_class_that_is_misspelt_is_told_with_the_only_bot_of_the_file(trained: Path) -> None:
    with pytest.raises(CannotPlay) as refused:
        Team.of([f"{trained}:Lerner", "magpie"]).check(Setup(2))
    assert refused.value.values["allowed"] == ("Learner",)


@pytest.mark.long
def test_regret_on_ones_own_path_misleads_as_the_page_says() -> None:
    """Random moves and the sparrow: in games of their own against the magpie, and in the same positions."""
    exam = Exam.prepare()
    legal = np.isfinite(exam.regrets)
    (sparrow,) = Team.of(["sparrow"])(Random(1))
    env, path = CharidiceEnv("magpie", regret=True), []
    for bot in (None, sparrow):
        rng, regrets = np.random.default_rng(1), []
        for seed in range(60):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                choice = bot.choose(env.episode.node) if bot else None
                action = encode(choice) if choice else rng.choice(info["action_mask"].nonzero()[0])
                _, _, over, _, info = env.step(np.int64(action))
                regrets.append(info["regret"])
        path.append(100 * np.mean(regrets))
    at_random = 100 * float((np.where(legal, exam.regrets, 0).sum(axis=1) / legal.sum(axis=1)).mean())
    page = Path(learner.__file__).parents[1].joinpath("environments.md").read_text("utf-8")
    (told,) = re.findall(
        r"regret of (\S+) percentage points, hardly more than .* (\S+); .* it is (\S+) against (\S+)\. ",
        page,
    )
    assert [f"{value:.1f}" for value in (*path, at_random, 100 * exam.of_bot("sparrow"))] == list(told)
