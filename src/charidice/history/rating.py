"""A rating from the losses of decisions, which leaves out the luck of the dice.

A game's loss per decision is divided by that of the sparrow, the weakest bot, at a table of as many sparrows: so games
with two, three and four players are on one scale. From there

    rating = 100 - 50 * (loss per decision) / (the sparrow's loss per decision)

so that perfect play is 100 and the sparrow is 50. A person's ratio is estimated from the newest games, as the mean of
normal observations with unknown variance, each game weighted by its decisions, and a conjugate prior: somebody who
plays like the magpie, the bot in the middle, known as well as from two games. The interval is that of Student's t.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import NamedTuple

from charidice.history.games import Losses
from charidice.history.statistics import Appearance
from charidice.rules.ruleset import ROUNDS
from charidice.strategy.bots.levels import LEVELS, Level

PERFECT, SPARROW = 100.0, 50.0
RECENT = 20
"""The number of newest games that count."""
# The mean loss per decision of each bot at a table of its equals, in chance of victory, by number of players:
# charidice study rating --games 60 --seed 1
ANCHORS: dict[int, dict[Level, float]] = {
    2: {"sparrow": 0.02906, "squirrel": 0.02069, "magpie": 0.01455, "fox": 0.00239, "owl": 0.0},
    3: {"sparrow": 0.02440, "squirrel": 0.01862, "magpie": 0.01150, "fox": 0.00317, "owl": 0.0},
    4: {"sparrow": 0.02157, "squirrel": 0.01607, "magpie": 0.01022, "fox": 0.00198, "owl": 0.0},
}
# The prior: its mean is that of the magpie. Its weight in decisions lets its interval reach from the sparrow to perfect
# play; its spread of a single decision is that of the magpie (the same command), known as well as from ten games.
PRIOR_DECISIONS = 60
PRIOR_SPREAD = 2.1
PRIOR_GAMES = 10
# The 97.5 % quantile of the normal distribution.
WITHIN_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95 % interval."""

    value: float
    low: float
    high: float
    games: int
    """The number of games it is estimated from."""


class Ratio(NamedTuple):
    """The losses of a game compared with the sparrow's."""

    decisions: int
    mean: float


def rating_of(ratio: float) -> float:
    return PERFECT - (PERFECT - SPARROW) * ratio


def bot_ratio(level: Level) -> float:
    """The mean ratio of a bot over all numbers of players."""
    return fsum(of[level] / of["sparrow"] for of in ANCHORS.values()) / len(ANCHORS)


def bot_ratings() -> dict[Level, float]:
    return {level: rating_of(bot_ratio(level)) for level in LEVELS}


def nearest_bot(value: float) -> Level:
    """The bot whose rating is nearest."""
    ratings = bot_ratings()
    return min(LEVELS, key=lambda level: abs(ratings[level] - value))


def counts(played: Appearance) -> bool:
    """Whether a game is rated: seven rounds without house rules, as the anchors were measured."""
    return played.game.rounds == ROUNDS and not played.game.house_rules and played.losses.decisions > 0


def ratio(losses: Losses, players: int) -> Ratio:
    return Ratio(losses.decisions, losses.total / losses.decisions / ANCHORS[players]["sparrow"])


def rating(played: Iterable[Appearance]) -> Rating | None:
    """The rating by the newest of these seats, given oldest first; None if no game counts."""
    counted = [each for each in played if counts(each)][-RECENT:]
    return estimate([ratio(each.losses, len(each.game.seats)) for each in counted]) if counted else None


def estimate(games: Sequence[Ratio]) -> Rating:
    """The normal-inverse-gamma posterior of the mean (Murphy, Conjugate Bayesian analysis of the Gaussian, 2007)."""
    prior = bot_ratio("magpie")
    decisions = sum(game.decisions for game in games)
    mean = fsum(game.decisions * game.mean for game in games) / decisions if decisions else prior
    weight = PRIOR_DECISIONS + decisions
    centre = (PRIOR_DECISIONS * prior + decisions * mean) / weight
    freedom = PRIOR_GAMES + len(games)
    squares = PRIOR_GAMES * PRIOR_SPREAD**2
    squares += fsum(game.decisions * (game.mean - mean) ** 2 for game in games)
    squares += PRIOR_DECISIONS * decisions / weight * (mean - prior) ** 2
    margin = student_t(freedom) * sqrt(squares / freedom / weight)
    high, low = rating_of(max(centre - margin, 0.0)), rating_of(centre + margin)
    return Rating(rating_of(centre), low, high, len(games))


def student_t(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by its expansion around the normal one; good to 0.001 from ten degrees on."""
    z = WITHIN_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
