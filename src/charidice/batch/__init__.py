"""Thousands of games at once: whole games between policies, and games that are stepped through by anybody's choices."""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    from charidice.batch.dice import Deals, fair_deals, random_deals
    from charidice.batch.games import OVER, Games
    from charidice.batch.levels import policies_named
    from charidice.batch.playing import PlayedGames, Policy, Turns, play
    from charidice.batch.policies import GreedyPolicy, PointsPolicy, UniformPolicy
    from charidice.batch.scoring import ALL, DICE_OF, NUMBERS_OF, Scoring, mask_of, scoring
    from charidice.batch.sheets import Sheets

__all__ = [
    "ALL",
    "DICE_OF",
    "NUMBERS_OF",
    "OVER",
    "Deals",
    "Games",
    "GreedyPolicy",
    "PlayedGames",
    "PointsPolicy",
    "Policy",
    "Scoring",
    "Sheets",
    "Turns",
    "UniformPolicy",
    "fair_deals",
    "mask_of",
    "play",
    "policies_named",
    "random_deals",
    "scoring",
]
