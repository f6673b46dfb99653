"""Advice on a game: hints while it is played, and the review of a record."""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    from charidice.coach.hints.advice import Coach
    from charidice.coach.hints.brief import brief
    from charidice.coach.hints.model import Hint, Look, Prospect, Verdict
    from charidice.coach.hints.stages import stages
    from charidice.coach.reviews.html.page import page
    from charidice.coach.reviews.jsonform import dump_review
    from charidice.coach.reviews.model import Grade, Review
    from charidice.coach.reviews.report import report
    from charidice.coach.reviews.reviewer import review

__all__ = [
    "Coach",
    "Grade",
    "Hint",
    "Look",
    "Prospect",
    "Review",
    "Verdict",
    "brief",
    "dump_review",
    "page",
    "report",
    "review",
    "stages",
]
