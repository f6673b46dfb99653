"""A review for the browser: the coach's page as data, and every state of the game."""

import gzip
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

import brotli
from pydantic_core import to_json

from charidice.coach.reviews.model import Review, Values
from charidice.coach.reviews.page import ReviewPage, review_page
from charidice.coach.reviews.reviewer import review
from charidice.match import Match
from charidice.messages import catalog
from charidice.record import GameRecord, load
from charidice.record.jsonform import event_fields
from charidice.web.table.view import game_view
from charidice.web.wire import GameEvent, GameView

# A game is requested again in another language, and by everybody at a table that has just finished.
CACHE_SIZE = 8
# The best one would take as long as the review itself.
BROTLI_QUALITY = 5


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """The data of the review screen; `steps[n]` is the game after n events, `values[n]` its value by seat."""

    players: tuple[str, ...]
    pledged: bool
    page: ReviewPage
    values: list[Values]
    events: list[GameEvent]
    steps: list[GameView]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review as it is sent, and what the record says of its dice."""

    content: bytes
    compressed: dict[str, bytes]
    commitment: str | None

    @property
    def size(self) -> int:
        return len(self.content) + sum(map(len, self.compressed.values()))


def reviewed(text: str, language: str) -> Reviewed:
    """The review of a record in either form; RecordError says why it is none."""
    record = load(text)
    content = review_json(record, language)
    compressed = {"br": brotli.compress(content, quality=BROTLI_QUALITY), "gzip": gzip.compress(content, mtime=0)}
    return Reviewed(content, compressed, record.pledge.commitment if record.pledge else None)


def review_json(record: GameRecord, language: str) -> bytes:
    return to_json(review_answer(record, language))


def review_answer(record: GameRecord, language: str) -> ReviewAnswer:
    found = cached_review(record.public())
    return ReviewAnswer(
        record.players,
        record.pledge is not None,
        review_page(found, catalog(language)),
        [found.objectives[0].start, *(moment.values[0] for moment in found.moments)],
        cast(list[GameEvent], event_fields(record.start, record.events)),
        _steps(record),
    )


@lru_cache(maxsize=CACHE_SIZE)
def cached_review(record: GameRecord) -> Review:
    return review(record)


def _steps(record: GameRecord) -> list[GameView]:
    # Without the pledge, which a match would check.
    match = Match(replace(record, events=(), pledge=None))
    views = [game_view(match.state)]
    for event in record.events:
        match.append(event)
        views.append(game_view(match.state, match.kept))
    return views
