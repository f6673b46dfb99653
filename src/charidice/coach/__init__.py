"""Advice on a game: hints while it is played, and the review of a record."""

from charidice.coach.advice import Coach
from charidice.coach.brief import brief
from charidice.coach.hints import Hint, Look, Prospect, Verdict
from charidice.coach.page import page
from charidice.coach.report import report
from charidice.coach.review import Grade, Review
from charidice.coach.review_json import dump_review
from charidice.coach.reviewer import review
from charidice.coach.stages import stages

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
