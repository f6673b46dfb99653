"""The history of a browser: its games, what they say about people, and files to keep."""

import asyncio
import io
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic_core import to_json

from charidice.history.backup import checked_name, dump_backup, read_names
from charidice.history.games import GameKind
from charidice.history.page import MOST_PEOPLE, Choice, HistoryWords, PersonPage, PersonRow
from charidice.history.people import Aliases, Person, name_key
from charidice.history.rows import write_csv
from charidice.messages import catalog
from charidice.record import dump_json
from charidice.web.http.history_work import History, HistoryWork, KeptGame
from charidice.web.http.openapi import returns, returns_file
from charidice.web.http.visitors import AllRooms, ThisVisitor
from charidice.web.models import CallPeople, DeleteGames, ImportGames
from charidice.web.settings import Settings
from charidice.web.store.history import HistoryStore
from charidice.web.store.storage import timestamp
from charidice.web.wire import Empty, RecordView

MOST_LINES = 1000
NAMES_AT_ONCE = 100
"""Written in one transaction, so that moves need not wait for long."""
history_routes = APIRouter(prefix="/history")


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
    others: int
    """How many other browsers keep it."""
    deleted_on: str | None
    """When the server will delete it, if nobody plays on."""


@dataclass(frozen=True, slots=True)
class Retention:
    """After how many days without an event the server deletes games; None keeps them."""

    unfinished: float
    finished: float | None


@dataclass(frozen=True, slots=True)
class HistoryAnswer:
    games: list[HistoryLine]
    """The newest that fit, as many as were asked for."""
    count: int
    """How many fit."""
    total: int
    """How many there are."""
    years: list[int]
    people: list[PersonRow]
    """Of the games that fit all but the choice of a person, those with most games."""
    more_people: int
    """How many others there are."""
    person: PersonPage | None
    waiting: int
    """How many games are still to be worked out."""
    retention: Retention


@dataclass(frozen=True, slots=True)
class RefusedGame:
    number: int
    """0-based index in the request."""
    message: str


@dataclass(frozen=True, slots=True)
class ImportAnswer:
    added: int
    known: int
    refused: list[RefusedGame]


@dataclass(frozen=True, slots=True)
class BackupGame:
    id: str
    at: str | None
    kind: GameKind | None
    mine: list[int]
    record: RecordView


@dataclass(frozen=True, slots=True)
class BackupFile:
    format: Literal["charidice-history"]
    version: Literal[1]
    names: dict[str, str]
    games: list[BackupGame]


@dataclass(frozen=True, slots=True)
class CalledPerson:
    key: str
    """Of the person who has the first of the names now."""


async def work_of(request: Request) -> HistoryWork:
    work: HistoryWork = request.app.state.history_work
    return work


ThisWork = Annotated[HistoryWork, Depends(work_of)]
When = Annotated[str, Query(max_length=40, pattern="^[0-9T:.Z-]*$", description="ISO 8601, in UTC")]
NO_HISTORY = History([], Aliases({}), 0)


@history_routes.get("", summary="The games of this browser, and what they say about people", **returns(HistoryAnswer))
async def show_history(
    work: ThisWork,
    rooms: AllRooms,
    visitor: ThisVisitor,
    person: Annotated[str, Query(max_length=1000)] = "",
    is_bot: bool = False,
    kind: GameKind | None = None,
    players: int | None = None,
    finished: bool | None = None,
    since: When = "",
    until: When = "",
    most: Annotated[int, Query(ge=1, le=MOST_LINES)] = 20,
) -> Response:
    found = await work.history(visitor.browser) if visitor.browser else NO_HISTORY
    chosen = Person(person, is_bot) if person else None
    choice = Choice(chosen, kind, players, finished, since, until)
    answer = await asyncio.to_thread(_answer, found, choice, most, visitor.language, rooms.settings)
    response = Response(to_json(answer), media_type="application/json")
    visitor.set_cookie(response, renew=True)
    return response


@history_routes.post("/names", summary="Rename somebody, join several names, or undo that", **returns(CalledPerson))
async def call_people(body: CallPeople, rooms: AllRooms, visitor: ThisVisitor) -> CalledPerson:
    called = None if body.called is None else checked_name(body.called.strip())
    keys = {name_key(checked_name(name)) for name in body.names}
    if visitor.browser:
        await rooms.hourly.call_people(rooms.histories, visitor.browser, keys, called, visitor.address)
    return CalledPerson(name_key(body.names[0] if called is None else called))


@history_routes.post("/delete", summary="Delete games from this browser’s history", **returns(Empty))
async def delete_games(body: DeleteGames, work: ThisWork, visitor: ThisVisitor) -> Empty:
    if visitor.browser:
        for game in body.games:
            await work.delete(visitor.browser, game)
    return {}


@history_routes.post("/import", summary="Add games of a backup, or records", **returns(ImportAnswer))
async def import_games(body: ImportGames, work: ThisWork, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    names, browser = read_names(body.names), visitor.new_or_known()
    found = await work.add(browser, body.games, visitor.language, visitor.address)
    for start in range(0, len(names), NAMES_AT_ONCE):
        part = dict([*names.items()][start : start + NAMES_AT_ONCE])
        # Names given here already count more than those of a backup.
        await rooms.histories.run(HistoryStore.save_names, browser, part, replace=False)
    refused = [RefusedGame(number, message) for number, message in found.refused]
    response = Response(to_json(ImportAnswer(found.added, found.known, refused)), media_type="application/json")
    visitor.set_cookie(response)
    return response


@history_routes.get("/backup", summary="The whole history as a file to keep", **returns(BackupFile))
async def backup(work: ThisWork, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    names = await rooms.histories.run(HistoryStore.names, visitor.browser) if visitor.browser else {}

    async def pieces() -> AsyncIterator[str]:
        *head, end = dump_backup(Aliases(names), [])
        for piece in head:
            yield piece
        before = "\n"
        if visitor.browser:
            async for line in work.saved_games(visitor.browser):
                yield before + line
                before = ",\n"
        yield end

    return StreamingResponse(pieces(), media_type="application/json", headers=_attached("json"))


@history_routes.get("/csv", summary="All games as a table, a row for each seat", **returns_file("text/csv"))
async def csv_file(work: ThisWork, visitor: ThisVisitor) -> Response:
    found = await work.history(visitor.browser) if visitor.browser else NO_HISTORY
    text = await asyncio.to_thread(_csv, found)
    return Response(text, media_type="text/csv", headers=_attached("csv"))


@history_routes.get("/imported/{game}/record", summary="The record of an imported game", **returns(RecordView))
async def imported_record(game: str, work: ThisWork, visitor: ThisVisitor) -> Response:
    saved = await work.imported_record(visitor.browser, game)
    headers = {"Content-Disposition": 'attachment; filename="charidice.json"'}
    return Response(dump_json(saved.record), media_type="application/json", headers=headers)


def _answer(found: History, choice: Choice, most: int, language: str, settings: Settings) -> HistoryAnswer:
    by_id = {kept.game.id: kept for kept in found.games}
    games, aliases = [kept.game for kept in by_id.values()], found.aliases
    everybody = HistoryWords(catalog(language), replace(choice, person=None).games(games, aliases), aliases)
    fitting = choice.games(games, aliases)
    listed = sorted(fitting, key=lambda game: game.at, reverse=True)
    years = {int(game.at[:4]) for game in games}
    people = everybody.people(MOST_PEOPLE, choice.person)
    return HistoryAnswer(
        [_line(by_id[game.id], settings) for game in listed[:most]],
        len(fitting),
        len(games),
        sorted(years, reverse=True),
        people,
        len(everybody.names) - len(people),
        everybody.page(choice.person) if choice.person in everybody.names else None,
        found.waiting,
        Retention(settings.unfinished_days, settings.finished_days),
    )


def _line(kept: KeptGame, settings: Settings) -> HistoryLine:
    game = kept.game
    days = None if kept.imported else settings.finished_days if game.finished else settings.unfinished_days
    gone = None if days is None else timestamp(datetime.fromisoformat(game.at) + timedelta(days=days))
    seats = [HistorySeat(seat.name, seat.bot, seat.total, seat.victory > 0) for seat in game.seats]
    return HistoryLine(
        game.id, game.at, game.kind, kept.imported, game.finished, seats, [*kept.mine], kept.others, gone
    )


def _csv(found: History) -> str:
    file = io.StringIO()
    write_csv([kept.game for kept in found.games], found.aliases, file)
    return file.getvalue()


def _attached(ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="charidice-{datetime.now(UTC):%Y-%m-%d}.{ending}"'}
