"""A review for the browser: the coach's page as data, and every state of the game."""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

import brotli
from pydantic_core import to_json

from charidice.coach.reviews.model import Review, Values
from charidice.coach.reviews.reviewer import review
from charidice.messages import catalog
from charidice.record import GameRecord, RecordError, read_position, write_position
from charidice.record.jsonform import write_event
from charidice.rules.dice import Dice
from charidice.rules.moves import GiftAsked, GiftDeclined, Rolled, Stopped
from charidice.rules.state import GameState
from charidice.show.reviews.page import ReviewPage, review_page
from charidice.web.jobs.games import GameToRead
from charidice.web.table.view import game_view
from charidice.web.wire import GameEvent, GameView

# Requests for one game come in several languages, and from everybody at a finished table.
CACHE_SIZE = 8
# A higher quality would take as long as the review itself.
BROTLI_QUALITY = 5


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """The data of the review screen: `steps[n]`, `values[n]` and `positions[n]` are of the game after n events."""

    players: tuple[str, ...]
    pledged: bool
    page: ReviewPage
    values: list[Values]
    events: list[GameEvent]
    steps: list[GameView]
    positions: list[str | None]
    """None where somebody entered boxes by hand that no position has."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review as it is sent, and the state of its dice by the record."""

    content: bytes
    compressed: dict[str, bytes]
    commitment: str | None

    @property
    def size(self) -> int:
        return len(self.content) + sum(map(len, self.compressed.values()))


def reviewed(game: GameToRead, language: str) -> Reviewed:
    """The review of a game; RecordError has the reason why a text is no record."""
    record = game.record
    content = review_json(record, language)
    compressed = {"br": brotli.compress(content, quality=BROTLI_QUALITY), "gzip": gzip.compress(content, mtime=0)}
    return Reviewed(content, compressed, record.pledge.commitment if record.pledge else None)


def review_json(record: GameRecord, language: str) -> bytes:
    return to_json(review_answer(record, language))


def review_answer(record: GameRecord, language: str) -> ReviewAnswer:
    found = cached_review(record.public())
    dice_set = record.dice_set
    return ReviewAnswer(
        record.players,
        record.pledge is not None,
        review_page(found, catalog(language)),
        [found.objectives[0].start, *(moment.values[0] for moment in found.moments)],
        cast(list[GameEvent], [write_event(each.event, each.seat, dice_set) for each in found.moments]),
        [*_steps(found)],
        [_position(state) for state in (*(moment.state for moment in found.moments), found.record.state)],
    )


def _position(state: GameState) -> str | None:
    position = write_position(state)
    try:
        read_position(position)
    except RecordError:
        return None
    return position


def cached_review(record: GameRecord) -> Review:
    """The review of a game, computed once whatever its players are called."""
    return replace(_review(record.named(map(str, range(len(record.players))))), record=record)


@lru_cache(maxsize=CACHE_SIZE)
def _review(record: GameRecord) -> Review:
    return review(record)


def _steps(found: Review) -> Iterator[GameView]:
    """The game before each event, and after the last."""
    kept: Dice = ()
    for moment in found.moments:
        yield game_view(moment.state, kept)
        if not isinstance(moment.event, GiftAsked | GiftDeclined | Stopped):
            # Dice stay kept until the next roll or the end of the turn.
            kept = moment.event.keep if isinstance(moment.event, Rolled) else ()
    yield game_view(found.record.state, kept)
