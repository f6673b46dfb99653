"""What browsers are told about their histories: computed by the process for histories, as it is sent."""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from pydantic_core import to_json

from charidice.history.backup import SavedGame, dump_game, read_game
from charidice.history.choosing import GameFilter, OwnSeats, owner
from charidice.history.games import Game, GameKind, KnownGames
from charidice.history.people import Aliases
from charidice.history.reviewing import tables_version
from charidice.history.rows import rows
from charidice.messages import catalog
from charidice.record import dump_json
from charidice.show.columns import write_csv
from charidice.show.histories.mine import Mine, MyGames
from charidice.show.histories.page import MOST_PEOPLE, HistoryWords, PersonPage, PersonRow
from charidice.web.store.history import KeptTable
from charidice.web.store.storage import StoredTable, timestamp
from charidice.web.table.entries import replayed
from charidice.web.table.histories import GAME_SUMMARY, summary_of_table


class StoredHistory(NamedTuple):
    """A history as stored: summaries of games, and names."""

    tables: Sequence[KeptTable] = ()
    imported: Sequence[str] = ()
    names: Mapping[str, str] = {}
    failed: frozenset[str] = frozenset()
    """Games that cannot be reviewed."""


class HistoryQuestion(NamedTuple):
    choice: GameFilter
    most: int
    """How many games to list."""
    name: str
    """Of the person at the browser; may be empty."""
    language: str


@dataclass(frozen=True, slots=True)
class HistorySeat:
    name: str
    bot: str | None
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A game in the list."""

    game: str
    at: str
    kind: GameKind
    imported: bool
    finished: bool
    seats: list[HistorySeat]
    mine: list[int]
    me: int | None
    """The seat of the person whose history it is."""
    went: list[str]
    """Short remarks on the game of that person."""
    others: int
    """How many other browsers keep it."""
    deleted_on: str | None
    """The day of deletion, without further moves."""


@dataclass(frozen=True, slots=True)
class Retention:
    """After how many days without an event the server deletes games; None keeps them."""

    unfinished: float
    finished: float | None


@dataclass(frozen=True, slots=True)
class HistoryAnswer:
    games: list[HistoryLine]
    """The newest matching games, as many as requested."""
    count: int
    """The number of matching games."""
    total: int
    """The number of all games."""
    years: list[int]
    people: list[PersonRow]
    """The people with most games, whichever person is chosen."""
    more_people: int
    """The number of further people."""
    person: PersonPage | None
    mine: Mine | None
    """The summary of all games, whichever are chosen; None while a person is."""
    waiting: int
    """The number of games still to be computed."""
    retention: Retention


class Answered(NamedTuple):
    body: bytes
    """A HistoryAnswer as JSON."""
    waiting: int


class ImportedRecord(NamedTuple):
    text: str
    is_over: bool
    commitment: str | None


@dataclass(frozen=True, slots=True)
class _KeptGame:
    """A game in the history of a browser."""

    game: Game
    mine: tuple[int, ...]
    """The seats of the browser."""
    imported: bool = False
    others: int = 0
    """How many other browsers keep it."""


def answer(history: StoredHistory, question: HistoryQuestion, retention: Retention) -> Answered:
    choice, texts = question.choice, catalog(question.language)
    by_id = {kept.game.id: kept for kept in _kept(history)}
    games, aliases = [kept.game for kept in by_id.values()], Aliases(history.names)
    me = owner((OwnSeats(kept.game, kept.mine) for kept in by_id.values()), aliases, question.name)
    my_games = MyGames(texts, me, games, aliases) if me else None
    everybody = HistoryWords(texts, replace(choice, person=None).games(games, aliases), aliases)
    fitting = choice.games(games, aliases)
    listed = sorted(fitting, key=lambda game: game.at, reverse=True)
    people = everybody.people(MOST_PEOPLE, choice.person)
    waiting = sum(not table.is_summed_up for table in history.tables) + sum(1 for _ in _unreviewed(games, history))
    found = HistoryAnswer(
        [_line(by_id[game.id], my_games, retention) for game in listed[: question.most]],
        len(fitting),
        len(games),
        sorted({int(game.at[:4]) for game in games}, reverse=True),
        people,
        len(everybody.names) - len(people),
        everybody.page(choice.person) if choice.person in everybody.names else None,
        my_games.summary() if my_games and not choice.person else None,
        waiting,
        retention,
    )
    return Answered(to_json(found), waiting)


def csv_table(history: StoredHistory) -> str:
    file = io.StringIO()
    write_csv(rows([kept.game for kept in _kept(history)], Aliases(history.names)), file)
    return file.getvalue()


def unreviewed(history: StoredHistory) -> list[str]:
    """The ids of finished games without a review by the current tables."""
    return [*_unreviewed((kept.game for kept in _kept(history)), history)]


def known_games(history: StoredHistory) -> tuple[set[str], KnownGames]:
    """The keys of tables, and all games."""
    kept = [*_kept(history)]
    return {each.game.key for each in kept if not each.imported}, KnownGames(each.game for each in kept)


def backup_lines(tables: Sequence[tuple[StoredTable, tuple[int, ...]]]) -> list[str]:
    """The lines of started tables, each given with the holder numbers of the browser."""
    return [line for stored, holders in tables if (line := _backup_line(stored, holders))]


def number_of_events(body: str) -> int:
    """The number of events of an imported game."""
    return len(read_game(body).record.events)


def imported_record(body: str) -> ImportedRecord:
    record = read_game(body).record
    return ImportedRecord(dump_json(record), record.state.is_over, record.pledge.commitment if record.pledge else None)


def _kept(history: StoredHistory) -> Iterator[_KeptGame]:
    keys: set[str] = set()
    for table in history.tables:
        summary = GAME_SUMMARY.validate_json(table.summary) if table.summary else None
        if summary and summary.game:
            mine = tuple(seat for seat, holder in enumerate(summary.holders) if holder in table.holders)
            if mine:
                keys.add(summary.game.key)
                yield _KeptGame(summary.game, mine, others=table.others)
    for each in history.imported:
        summary = GAME_SUMMARY.validate_json(each)
        # A score pad may be imported first and put online later.
        if summary.game and summary.game.key not in keys:
            mine = tuple(seat for seat, holder in enumerate(summary.holders) if holder is not None)
            yield _KeptGame(summary.game, mine, imported=True)


def _unreviewed(games: Iterable[Game], history: StoredHistory) -> Iterator[str]:
    for game in games:
        is_current = game.review is not None and game.review.tables == tables_version()
        if game.finished and not is_current and game.id not in history.failed:
            yield game.id


def _line(kept: _KeptGame, my_games: MyGames | None, retention: Retention) -> HistoryLine:
    game = kept.game
    me = my_games.seat(game) if my_games else None
    went = [*my_games.went(game, me)] if my_games and me is not None and game.finished else []
    days = None if kept.imported else retention.finished if game.finished else retention.unfinished
    gone = None if days is None else timestamp(datetime.fromisoformat(game.at) + timedelta(days=days))
    seats = [HistorySeat(seat.name, seat.bot, seat.total, seat.victory > 0) for seat in game.seats]
    return HistoryLine(
        game.id, game.at, game.kind, kept.imported, game.finished, seats, [*kept.mine], me, went, kept.others, gone
    )


def _backup_line(stored: StoredTable, holders: tuple[int, ...]) -> str | None:
    table = replayed(stored)
    game = summary_of_table(table).game
    if table.record is None or game is None:
        return None
    mine = tuple(at for at, seat in enumerate(table.seats) if seat.holder in holders)
    return dump_game(SavedGame(table.record.public(), table.game_id, game.at, game.kind, mine))
