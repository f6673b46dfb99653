"""The built-in bots as policies: with the same dice they play the same games."""

from collections.abc import Callable, Sequence

from charidice.batch.planner import PairPolicy
from charidice.batch.play import Policy
from charidice.batch.policies import GreedyPolicy, PointsPolicy
from charidice.batch.whims import WhimsicalPolicy
from charidice.rules.state import Setup
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


def can_play(names: Sequence[str], setup: Setup) -> bool:
    """Whether all bots of these names have policies in this game; those that plan, where it is solved."""
    return all(name in LEVEL_POLICIES or (name in OBJECTIVES and is_solved(setup)) for name in names)


def deals_together(names: Sequence[str]) -> int:
    """How many deals to play at a time: enough to be fast, few enough for the memory of solved turns."""
    return 64 if OBJECTIVES.keys() & set(names) else 512
