"""Summarises a review for the history."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path

from charidice.coach.reviews.model import CLEAR_MISTAKES, Decision, Review
from charidice.history.games import DecisionKind, GameReview, Losses, SeatReview
from charidice.rules.moves import Laid, Noted
from charidice.strategy.table_names import TABLES

# Decimal places: more than the values are accurate to.
DIGITS = 6
VERSION_LENGTH = 16
_KINDS = {1: DecisionKind.FIRST_KEEP, 2: DecisionKind.SECOND_KEEP}


def kind_of_decision(decision: Decision) -> DecisionKind:
    if decision.is_answer:
        return DecisionKind.ASKING
    turn = decision.state.turn
    return DecisionKind.SCORING if turn.stopped else _KINDS.get(turn.rolls, DecisionKind.SCORING)


def summary_of(review: Review, stand_ins: Sequence[frozenset[int]] = (), solution: Path | None = None) -> GameReview:
    """The summary of a review, which was made by the tables of the folder `solution`, or by the bundled ones.

    `stand_ins`: by event, the seats that a bot played for a person; their decisions are left out.
    """
    by_bots = stand_ins or [frozenset[int]()] * len(review.moments)
    losses: list[dict[DecisionKind, Losses]] = [{} for _ in review.players]
    costly = [0] * len(review.players)
    for moment, away in zip(review.moments, by_bots, strict=True):
        for decision in moment.decisions:
            if decision.seat not in away:
                kind, of_seat = kind_of_decision(decision), losses[decision.seat]
                of_seat[kind] = of_seat.get(kind, Losses()) + Losses(1, decision.loss)
                costly[decision.seat] += decision.grade in CLEAR_MISTAKES
    unseen = sum(isinstance(moment.event, Laid | Noted) for moment in review.moments)
    seats = []
    for player, found, mistakes in zip(review.players, losses, costly, strict=True):
        used = player.greatest_gift.used
        rounded = {kind: Losses(each.decisions, round(each.total, DIGITS)) for kind, each in found.items()}
        luck = None if unseen else round(player.accounts[0].luck, DIGITS)
        seats.append(SeatReview(rounded, luck, round(used.gains[0], DIGITS) if used else None, mistakes))
    return GameReview(tables_version(solution), tuple(seats), unseen)


@lru_cache
def tables_version(folder: Path | None = None) -> str:
    """A digest of the tables that reviews are made with."""
    files = folder or resources.files("charidice.strategy").joinpath("tables")
    found = hashlib.sha256()
    for name in TABLES:
        table = files.joinpath(f"{name}.npz")
        found.update(table.read_bytes() if table.is_file() else b"")
    return found.hexdigest()[:VERSION_LENGTH]
