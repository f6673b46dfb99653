"""The built-in bots as policies: with the same dice they play the same games."""

from collections.abc import Callable, Sequence
from random import Random

from charidice.batch.dice import Deals
from charidice.batch.planner import PairPolicy
from charidice.batch.playing import Policy
from charidice.batch.policies import GreedyPolicy, PointsPolicy
from charidice.batch.whims import WhimsicalPolicy
from charidice.rules.state import Setup
from charidice.strategy.bots.external import CannotPlay
from charidice.strategy.bots.points import Fox, Thrifty
from charidice.strategy.bots.team import OBJECTIVES
from charidice.strategy.bots.whims import SPARROW, SQUIRREL
from charidice.strategy.goals.objectives import Lead, Victory, is_solved, objective_for
from charidice.strategy.turn.solver import fastest_sweeps

# Each takes the seeds of the RNGs of its bots, by game.
MakePolicy = Callable[[Sequence[int]], Policy]
LEVEL_POLICIES: dict[str, MakePolicy] = {
    "sparrow": lambda seeds: WhimsicalPolicy(SPARROW, seeds),
    "squirrel": lambda seeds: WhimsicalPolicy(SQUIRREL, seeds),
    "magpie": lambda seeds: GreedyPolicy(),
    "fox": lambda seeds: PointsPolicy(Fox().weight),
    "thrifty": lambda seeds: PointsPolicy(Thrifty().weight),
}


def _planner(name: str, setup: Setup) -> Policy:
    objective = objective_for(OBJECTIVES[name], setup)
    assert isinstance(objective, Lead | Victory), "a game of two that is solved"
    return PairPolicy(objective, fastest_sweeps())


def seated_policies(names: Sequence[str], seating: int, setup: Setup, seeds: Sequence[Sequence[int]]) -> list[Policy]:
    """By seat: the policy of the bot that sits there, if all are shifted by so many seats.

    `seeds` are those of the bots' RNGs, by game and bot.
    """
    # Planners of a kind solve their turns once for all of them.
    planners = {name: _planner(name, setup) for name in set(names) & OBJECTIVES.keys()}
    policies = []
    for seat in range(len(names)):
        bot = (seat - seating) % len(names)
        own = [of_game[bot] for of_game in seeds]
        policies.append(planners.get(names[bot]) or LEVEL_POLICIES[names[bot]](own))
    return policies


def policies_named(names: Sequence[str], deals: Deals, seed: int = 0) -> list[Policy]:
    """The built-in bots of these names as policies for these deals, one for each seat; the seed is for their whims.

    >>> import numpy as np
    >>> from charidice import Setup
    >>> from charidice.batch import play, random_deals
    >>> deals = random_deals(Setup(2), 1000, np.random.default_rng(1))
    >>> play(policies_named(["fox", "magpie"], deals), deals).shares.mean(axis=1).round(2).tolist()
    [0.76, 0.24]
    """
    for name in names:
        if not can_play([name], deals.setup):
            known = (*LEVEL_POLICIES, *(OBJECTIVES if is_solved(deals.setup) else ()))
            raise CannotPlay("not-in-batch", text=name, allowed=known)
    rng = Random(seed)  # noqa: S311  (meant to be repeated)
    seeds = [[rng.getrandbits(64) for _ in names] for _ in range(deals.games)]
    return seated_policies(names, 0, deals.setup, seeds)


def can_play(names: Sequence[str], setup: Setup) -> bool:
    """Whether all bots of these names have policies in this game; those that plan, where it is solved."""
    return all(name in LEVEL_POLICIES or (name in OBJECTIVES and is_solved(setup)) for name in names)


def deals_together(names: Sequence[str]) -> int:
    """How many deals to play at a time: enough to be fast, few enough for the memory of solved turns."""
    return 64 if OBJECTIVES.keys() & set(names) else 512
