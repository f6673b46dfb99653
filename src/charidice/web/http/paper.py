"""Files to print or to send: score sheets, and pictures of finished games."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from charidice.rules.ruleset import PLAYERS
from charidice.web.http.coach import require_reviewable, worked_out
from charidice.web.http.history import ThisWork
from charidice.web.http.openapi import returns_file
from charidice.web.http.visitors import AllRooms, ThisRoom, ThisVisitor, Visitor
from charidice.web.jobs import drawings
from charidice.web.jobs.games import GameToRead, game_of_table, game_of_text
from charidice.web.models import Paper, PictureForm
from charidice.web.refusals import WebRefused

PDF = "application/pdf"
PICTURES = {"png": "image/png", "svg": "image/svg+xml"}

paper = APIRouter()


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over."""

    id: str
    game: GameToRead


async def finished_table(room: ThisRoom, visitor: ThisVisitor) -> Finished:
    if room.table.stage != "over":
        raise WebRefused("not-over")
    return Finished(room.table.id, game_of_table(room.table, visitor.language))


async def finished_import(game: str, work: ThisWork, rooms: AllRooms, visitor: ThisVisitor) -> Finished:
    record = await work.imported_record(visitor.asker, game)
    if not record.is_over:
        raise WebRefused("not-over")
    await require_reviewable(rooms, record.commitment, visitor)
    return Finished(game, game_of_text(record.text))


FinishedTable = Annotated[Finished, Depends(finished_table)]
FinishedImport = Annotated[Finished, Depends(finished_import)]


@paper.get("/sheets", summary="Blank score sheets, and the rules in short", **returns_file(PDF))
async def blank_sheets(
    request: Request,
    visitor: ThisVisitor,
    players: Annotated[int, Query(ge=PLAYERS[0], le=PLAYERS[-1])] = PLAYERS[-1],
    paper: Paper = "a4",
) -> Response:
    form = (players, paper, visitor.language)
    drawn = await worked_out(request, visitor, form, drawings.blank_sheets, *form)
    return _file(drawn, PDF, "charidice.pdf")


@paper.get("/tables/{table}/sheets", summary="The score sheets of a finished game", **returns_file(PDF))
async def filled_sheets(request: Request, game: FinishedTable, visitor: ThisVisitor, paper: Paper = "a4") -> Response:
    return await _sheets(request, game, visitor, paper)


@paper.get(
    "/tables/{table}/picture",
    summary="A finished game as a picture: the result and the best roll",
    **returns_file(*PICTURES.values()),
)
async def picture(request: Request, game: FinishedTable, visitor: ThisVisitor, form: PictureForm = "png") -> Response:
    return await _picture(request, game, visitor, form)


@paper.get(
    "/history/imported/{game}/sheets",
    summary="The score sheets of an imported game, if it is over",
    **returns_file(PDF),
)
async def imported_sheets(
    request: Request, game: FinishedImport, visitor: ThisVisitor, paper: Paper = "a4"
) -> Response:
    return await _sheets(request, game, visitor, paper)


@paper.get(
    "/history/imported/{game}/picture",
    summary="An imported game as a picture",
    **returns_file(*PICTURES.values()),
)
async def imported_picture(
    request: Request, game: FinishedImport, visitor: ThisVisitor, form: PictureForm = "png"
) -> Response:
    return await _picture(request, game, visitor, form)


async def _sheets(request: Request, game: Finished, visitor: Visitor, paper: Paper) -> Response:
    form = (paper, visitor.language)
    drawn = await worked_out(request, visitor, (game.game.key, *form), drawings.filled_sheets, game.game, *form)
    return _file(drawn, PDF, f"charidice-{game.id}.pdf")


async def _picture(request: Request, game: Finished, visitor: Visitor, form: PictureForm) -> Response:
    key = (game.game.key, form, visitor.language)
    drawn = await worked_out(request, visitor, key, drawings.picture, game.game, form, visitor.language)
    return _file(drawn, PICTURES[form], f"charidice-{game.id}.{form}")


def _file(drawn: drawings.Drawn, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(drawn.content, media_type=media_type, headers=headers)
