"""Advice on a game: hints while it is played, and the review of a record; `charidice.show` puts them into words."""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    from charidice.coach.hints.advice import Coach
    from charidice.coach.hints.model import Hint, Look, Prospect, Verdict
    from charidice.coach.reviews.jsonform import dump_review
    from charidice.coach.reviews.model import Grade, Review
    from charidice.coach.reviews.reviewer import review

__all__ = [
    "Coach",
    "Grade",
    "Hint",
    "Look",
    "Prospect",
    "Review",
    "Verdict",
    "dump_review",
    "review",
]
