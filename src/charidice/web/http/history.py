"""The history of a browser: its games, statistics of people, and downloads."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic_core import to_json

from charidice.history.backup import checked_name, dump_backup
from charidice.history.choosing import GameFilter
from charidice.history.games import GameKind
from charidice.history.people import Aliases, Person, name_key
from charidice.web.http.coach import while_connected
from charidice.web.http.openapi import returns, returns_file
from charidice.web.http.visitors import AllRooms, ThisVisitor
from charidice.web.jobs.history_answers import HistoryAnswer, HistoryQuestion
from charidice.web.jobs.history_work import Asker, HistoryWork
from charidice.web.models import CallPeople, DeleteGames, ImportGames
from charidice.web.store.history import HistoryStore
from charidice.web.wire import Empty, RecordView

MOST_LINES = 1000
history_routes = APIRouter(prefix="/history")


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


@history_routes.get("", summary="The games of this browser, and what they say about people", **returns(HistoryAnswer))
async def show_history(
    request: Request,
    work: ThisWork,
    visitor: ThisVisitor,
    person: Annotated[str, Query(max_length=1000)] = "",
    is_bot: bool = False,
    kind: Annotated[list[GameKind] | None, Query(max_length=len(GameKind))] = None,
    players: int | None = None,
    finished: bool | None = None,
    since: When = "",
    until: When = "",
    most: Annotated[int, Query(ge=1, le=MOST_LINES)] = 20,
    me: Annotated[str, Query(max_length=1000, description="The name of the person at this browser")] = "",
) -> Response:
    chosen = Person(person, is_bot) if person else None
    choice = GameFilter(chosen, tuple(kind or ()), players, finished, since, until)
    question = HistoryQuestion(choice, most, me, visitor.language)
    body = await while_connected(request, work.answer(visitor.asker, question))
    response = Response(body, media_type="application/json")
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
        await work.delete(visitor.browser, body.games)
    return {}


@history_routes.post("/import", summary="Add games of a backup, or records", **returns(ImportAnswer))
async def import_games(body: ImportGames, work: ThisWork, visitor: ThisVisitor) -> Response:
    asker = Asker(visitor.new_or_known(), visitor.address)
    found = await work.add(asker, body.games, body.names, visitor.language)
    refused = [RefusedGame(number, message) for number, message in found.refused]
    response = Response(to_json(ImportAnswer(found.added, found.known, refused)), media_type="application/json")
    visitor.set_cookie(response)
    return response


@history_routes.get("/backup", summary="The whole history as a file to keep", **returns(BackupFile))
async def backup(request: Request, work: ThisWork, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    lines = work.backup_lines(visitor.asker)
    # Checked first: a refusal cannot follow the start of the answer, and should read nothing else.
    first = await while_connected(request, _next(lines))
    names = await rooms.histories.run(HistoryStore.names, visitor.browser) if visitor.browser else {}

    async def pieces() -> AsyncIterator[str]:
        *head, end = dump_backup(Aliases(names), [first] if first else [])
        for piece in head:
            yield piece
        async with aclosing(lines):
            async for line in lines:
                yield f",\n{line}"
        yield end

    return StreamingResponse(pieces(), media_type="application/json", headers=_attached("json"))


@history_routes.get("/csv", summary="All games as a table, a row for each seat", **returns_file("text/csv"))
async def csv_file(request: Request, work: ThisWork, visitor: ThisVisitor) -> Response:
    text = await while_connected(request, work.csv_table(visitor.asker))
    return Response(text, media_type="text/csv", headers=_attached("csv"))


@history_routes.get("/imported/{game}/record", summary="The record of an imported game", **returns(RecordView))
async def imported_record(request: Request, game: str, work: ThisWork, visitor: ThisVisitor) -> Response:
    record = await while_connected(request, work.imported_record(visitor.asker, game))
    headers = {"Content-Disposition": 'attachment; filename="charidice.json"'}
    return Response(record.text, media_type="application/json", headers=headers)


async def _next(lines: AsyncIterator[str]) -> str | None:
    return await anext(lines, None)


def _attached(ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="charidice-{datetime.now(UTC):%Y-%m-%d}.{ending}"'}
