"""Whole games of the batch engine are the engine's games, event by event, with the same fair dice."""

from itertools import product
from random import Random

import numpy as np
import pytest

from charidice.batch.dice import fair_deals, random_deals
from charidice.batch.levels import policies_named
from charidice.batch.planner import PairPolicy
from charidice.batch.playing import Policy, play
from charidice.batch.policies import GreedyPolicy, PointsPolicy, UniformPolicy
from charidice.batch.scoring import scoring
from charidice.rules import STANDARD, STANDARD_DICE, DiceSet, Ruleset
from charidice.rules.state import Setup
from charidice.strategy.bots.external import CannotPlay
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.points import Fox, Magpie, Thrifty
from charidice.strategy.bots.team import OBJECTIVES, bot_named
from charidice.strategy.objectives.contest import Lead, Victory, objective_for
from charidice.strategy.turn.solver import has_numba

from .following import check, dice_of

OTHER_DICE = DiceSet.read("BYGPKO PBYKOG OGKBYP KOBGPY YKPOGB GPOYBK")
SETUPS = {
    "standard": Setup(2),
    "three": Setup(3),
    "four": Setup(4, STANDARD, OTHER_DICE),
    "free giving": Setup(2, Ruleset(free_giving=True)),
    "late asking": Setup(3, Ruleset(late_asking=True)),
    "one round": Setup(4, Ruleset(rounds=1)),
    "all house rules": Setup(2, Ruleset(rounds=9, free_giving=True, late_asking=True), OTHER_DICE),
}
POLICIES: dict[str, tuple[Policy, Chooser | None]] = {
    "uniform": (UniformPolicy(3), None),
    "magpie": (GreedyPolicy(), Magpie()),
    "fox": (PointsPolicy(), Fox()),
    "thrifty": (PointsPolicy(0.5), Thrifty(0.5)),
}
CASES = list(product(SETUPS, POLICIES))


def played_alike(setup: Setup, name: str, games: int, seed: int) -> None:
    policy, bot = POLICIES[name]
    dice = dice_of(games, seed)
    played = play([policy] * setup.players, fair_deals(setup, dice))
    check(played, dice, [bot] * setup.players if bot else None)


@pytest.mark.parametrize(("setup", "policy"), CASES)
def test_games_are_those_of_the_engine(setup: str, policy: str) -> None:
    played_alike(SETUPS[setup], policy, 12, seed=1)


@pytest.mark.long
@pytest.mark.parametrize(("setup", "policy"), CASES)
def test_ten_thousand_games_are_those_of_the_engine(setup: str, policy: str) -> None:
    played_alike(SETUPS[setup], policy, -(-10_000 // len(CASES)), seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("games", [6, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("compiled", [False, True], ids=["NumPy", "Numba"])
@pytest.mark.parametrize(("name", "rounds"), [("owl", 7), ("lead", 2)])
def test_games_of_planners_are_those_of_the_engine(name: str, compiled: bool, rounds: int, games: int) -> None:
    """With and without Numba, to the last bit: ties are broken alike."""
    setup, dice = Setup(2, Ruleset(rounds=rounds)), dice_of(games, seed=5)
    objective = objective_for(OBJECTIVES[name], setup)
    assert isinstance(objective, Lead | Victory)
    planner: Policy = PairPolicy(objective, compiled and has_numba())
    bot = bot_named(name, Random(0))
    check(play((planner, planner), fair_deals(setup, dice)), dice, [bot] * 2)
    # Against somebody who plays otherwise, other positions come up.
    other: Policy = GreedyPolicy()
    check(play((planner, other), fair_deals(setup, dice)), dice, [bot, Magpie()])


def test_different_policies_sit_at_one_table() -> None:
    dice = dice_of(20)
    policies, bots = zip(*(POLICIES[name] for name in ("magpie", "fox", "thrifty")), strict=True)
    played = play(policies, fair_deals(Setup(3), dice))
    check(played, dice, bots)


def test_a_choice_at_random_takes_all_legal_ones_alike() -> None:
    """Games of one round, whose first decision has 63 sets to keep and, in this roll, four ways to score."""
    setup, games = Setup(2, Ruleset(rounds=1)), 120_000
    deals = random_deals(setup, games, np.random.default_rng(1))
    roll = 0  # all ones: of six equal dice, six colours; four, five or six of them are scored
    deals.rolls[0, 0] = roll
    played = play([UniformPolicy(5)] * 2, deals)
    options = int(np.diff(scoring(STANDARD_DICE, False).starts[roll : roll + 2])[0])
    keeps = np.bincount(played.keeps[0, 0], minlength=64)
    expected = games / (63 + options)
    assert np.abs(keeps[:63] - expected).max() < 5 * np.sqrt(expected)
    assert abs(keeps[63] - options * expected) < 5 * np.sqrt(options * expected)
    scored = np.bincount(played.scored[0, played.keeps[0, 0] == 63], minlength=64)
    assert np.count_nonzero(scored) == options
    assert np.abs(scored[scored > 0] - expected).max() < 5 * np.sqrt(expected)
    # Half of the recipients ask after roll 1.
    assert abs((played.asked_after[0] == 1).mean() - 1 / 2) < 0.01


def test_games_do_not_depend_on_how_they_are_divided() -> None:
    deals = random_deals(Setup(3), 100, np.random.default_rng(2))
    policies: list[Policy] = [UniformPolicy(1), PointsPolicy(), UniformPolicy(2)]
    together = play(policies, deals)
    parts = [
        play(policies, deals._replace(rolls=deals.rolls[:, :, at : at + 30], first=at)) for at in range(0, 100, 30)
    ]
    assert np.array_equal(together.totals, np.concatenate([part.totals for part in parts], axis=1))


def test_6_3_victories_are_shared() -> None:
    played = play([GreedyPolicy()] * 2, random_deals(Setup(2), 3000, np.random.default_rng(3)))
    assert set(np.unique(played.shares)) == {0, 0.5, 1}
    assert np.all(played.shares.sum(axis=0) == 1)


def test_every_seat_needs_a_policy() -> None:
    with pytest.raises(ValueError, match="2 policies for 3 seats"):
        play([GreedyPolicy()] * 2, random_deals(Setup(3), 1, np.random.default_rng(1)))


def test_bots_that_do_not_play_here_are_named() -> None:
    deals = random_deals(Setup(3), 1, np.random.default_rng(1))
    with pytest.raises(CannotPlay) as refused:
        policies_named(["fox", "owl", "magpie"], deals)
    assert refused.value.code == "not-in-batch"
    assert refused.value.values["text"] == "owl"
    assert len(policies_named(["fox", "owl"], random_deals(Setup(2), 1, np.random.default_rng(1)))) == 2
