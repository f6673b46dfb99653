"""Sums up games for histories: with a review in the process for reviews, else in that for histories."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from charidice.history.backup import SavedGame, dump_game, read_game, read_names
from charidice.history.games import Game, game_of, kind_of
from charidice.history.reviewing import summary_of
from charidice.messages import catalog
from charidice.rules.errors import Refused
from charidice.web.jobs.reviews import cached_review
from charidice.web.store.storage import StoredTable
from charidice.web.table.entries import replayed
from charidice.web.table.histories import GAME_SUMMARY, GameSummary, stand_ins, summary_of_table

IMPORTED = "imported-"
"""The prefix of the ids of imported games."""
ID_LENGTH = 32


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game to import."""

    id: str
    game: Game
    events: int
    body: str
    summary: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    message: str
    """Why, in the reader's language."""


def sum_up(tables: Sequence[StoredTable]) -> dict[str, tuple[int, str]]:
    """By table: the seq, and the summary without a review."""
    return {stored.id: (stored.events[-1].seq, _written(summary_of_table(replayed(stored)))) for stored in tables}


def sum_up_reviewed(stored: StoredTable) -> tuple[int, str]:
    """The seq, and the summary with the review of a finished game."""
    table = replayed(stored)
    summary = summary_of_table(table)
    if summary.game and summary.game.finished and table.record:
        review = summary_of(cached_review(table.record.public()), stand_ins(table))
        summary = replace(summary, game=replace(summary.game, review=review))
    return stored.events[-1].seq, _written(summary)


def sum_up_imported(body: str, summary: str) -> str:
    """The summary of an imported game, with its review."""
    found = GAME_SUMMARY.validate_json(summary)
    assert found.game
    review = summary_of(cached_review(read_game(body).record))
    return _written(replace(found, game=replace(found.game, review=review)))


def read_import(
    texts: Sequence[str], names: Mapping[str, str], now: str, language: str
) -> tuple[list[ReadGame | Unreadable], dict[str, str]]:
    """Games and names to import; games without a time get the time of the import. Raises RecordError for a name."""
    return _read_games(texts, now, language), read_names(names)


def _read_games(texts: Sequence[str], now: str, language: str) -> list[ReadGame | Unreadable]:
    found: list[ReadGame | Unreadable] = []
    for text in texts:
        try:
            found.append(_read(text, now))
        except Refused as refused:
            found.append(Unreadable(catalog(language).refusal(refused)))
    return found


def _read(text: str, now: str) -> ReadGame:
    saved = read_game(text)
    record = saved.record.public()
    kind = saved.kind or kind_of(record)
    saved = SavedGame(record, saved.id, saved.at or now, kind, saved.mine)
    id_ = imported_id(saved.key)
    game = game_of(record, IMPORTED + id_, saved.key, saved.at or now, kind)
    holders = tuple(0 if seat in saved.mine else None for seat in range(len(record.players)))
    return ReadGame(id_, game, len(record.events), dump_game(saved), _written(GameSummary(game, holders)))


def hidden_by(summary: str | None) -> str | None:
    """The id of the imported game that the summary of a table hides, since it is the same game."""
    game = GAME_SUMMARY.validate_json(summary).game if summary else None
    return imported_id(game.key) if game else None


def imported_id(key: str) -> str:
    """The id of the imported game with a key."""
    return sha256(key.encode()).hexdigest()[:ID_LENGTH]


def _written(summary: GameSummary) -> str:
    return GAME_SUMMARY.dump_json(summary).decode()
