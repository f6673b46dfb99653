"""The built-in bots as policies: with the same dice they play the same games."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from charidice.batch.dice import Deals
from charidice.batch.planner import PairPolicy
from charidice.batch.playing import Policy
from charidice.batch.policies import GreedyPolicy, PointsPolicy, TablePolicy
from charidice.batch.whims import WhimsicalPolicy
from charidice.rules.state import Setup
from charidice.strategy.bots.external import CannotPlay
from charidice.strategy.bots.points import Magpie, Thrifty
from charidice.strategy.bots.team import BOTS, OBJECTIVES
from charidice.strategy.bots.whims import Whimsical
from charidice.strategy.objectives.contest import Lead, Victory, is_solved, objective_for
from charidice.strategy.turn.solver import has_numba

_BOTS = {name: make(Random(0)) for name, make in BOTS.items()}  # noqa: S311  (meant to be repeated)
TABLE_POLICIES: dict[str, TablePolicy] = {
    name: GreedyPolicy() if isinstance(bot, Magpie) else PointsPolicy(bot.weight)
    for name, bot in _BOTS.items()
    if isinstance(bot, Magpie | Thrifty)
}
"""The policies of bots that look at nothing but their turn."""
_ALWAYS = tuple(name for name, bot in _BOTS.items() if name in TABLE_POLICIES or isinstance(bot, Whimsical))


def _policy(name: str, seeds: Sequence[int], setup: Setup, solution: Path | None) -> Policy:
    """`seeds` are those of the bot's RNG, by game."""
    if name in TABLE_POLICIES:
        return TABLE_POLICIES[name]
    bot = _BOTS[name]
    if isinstance(bot, Whimsical):
        return WhimsicalPolicy([Whimsical(bot.mood.whims, Random(seed)) for seed in seeds])  # noqa: S311
    objective = objective_for(OBJECTIVES[name], setup, solution)
    assert isinstance(objective, Lead | Victory), "a game of two that is solved"
    return PairPolicy(objective, has_numba())


def seated_policies(
    names: Sequence[str], seating: int, setup: Setup, seeds: Sequence[Sequence[int]], solution: Path | None = None
) -> list[Policy]:
    """By seat: the policy of the bot that sits there, if all are shifted by `seating` seats.

    `seeds` are those of the bots' RNGs, by game and bot; `solution` as in `objective_for`.
    """
    # Equal planners share their solved turns.
    shared: dict[str, Policy] = {}
    policies = []
    for seat in range(len(names)):
        bot = (seat - seating) % len(names)
        name, own = names[bot], [of_game[bot] for of_game in seeds]
        policy = shared.get(name) or _policy(name, own, setup, solution)
        if name in OBJECTIVES:
            shared[name] = policy
        policies.append(policy)
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
            known = (*_ALWAYS, *(OBJECTIVES if is_solved(deals.setup) else ()))
            raise CannotPlay("not-in-batch", text=name, allowed=known)
    rng = Random(seed)  # noqa: S311  (meant to be repeated)
    seeds = [[rng.getrandbits(64) for _ in names] for _ in range(deals.games)]
    return seated_policies(names, 0, deals.setup, seeds)


def can_play(names: Sequence[str], setup: Setup, solution: Path | None = None) -> bool:
    """Whether all bots of these names have policies in this game; planners do where it is solved."""
    return all(name in _ALWAYS or (name in OBJECTIVES and is_solved(setup, solution)) for name in names)


def deals_together(names: Sequence[str]) -> int:
    """The number of deals to play at once: fast, and the memory of solved turns is bounded."""
    return 64 if OBJECTIVES.keys() & set(names) else 512
