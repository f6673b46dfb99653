"""A review for the browser: the coach's page as data, and every state of the game."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from pydantic_core import to_json

from charidice.coach.reviews.model import Review, Values
from charidice.coach.reviews.page import ReviewPage, review_page
from charidice.coach.reviews.reviewer import review
from charidice.match import Match
from charidice.messages import catalog
from charidice.record import GameRecord
from charidice.record.jsonform import event_fields
from charidice.web.table.view import game_view
from charidice.web.wire import GameEvent, GameView

# A game is requested again in another language, and by everybody at a table that has just finished.
CACHE_SIZE = 8


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """The data of the review screen; `steps[n]` is the game after n events, `values[n]` its value by seat."""

    players: tuple[str, ...]
    pledged: bool
    page: ReviewPage
    values: list[Values]
    events: list[GameEvent]
    steps: list[GameView]


def review_json(record: GameRecord, language: str) -> bytes:
    return to_json(review_answer(record, language))


def review_answer(record: GameRecord, language: str) -> ReviewAnswer:
    reviewed = _reviewed(record.public())
    return ReviewAnswer(
        record.players,
        record.pledge is not None,
        review_page(reviewed, catalog(language)),
        [reviewed.views[0].start, *(moment.values[0] for moment in reviewed.moments)],
        cast(list[GameEvent], event_fields(record.start, record.events)),
        _steps(record),
    )


@lru_cache(maxsize=CACHE_SIZE)
def _reviewed(record: GameRecord) -> Review:
    return review(record)


def _steps(record: GameRecord) -> list[GameView]:
    # Without the pledge, which a match would check.
    match = Match(replace(record, events=(), pledge=None))
    views = [game_view(match.state)]
    for event in record.events:
        match.append(event)
        views.append(game_view(match.state, match.kept))
    return views
