"""Files to print or to send: score sheets, and pictures of finished games."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from charidice.rules.ruleset import PLAYERS
from charidice.web.http import drawings
from charidice.web.http.coach import record_text, worked_out
from charidice.web.http.openapi import returns_file
from charidice.web.http.visitors import ThisRoom, ThisVisitor
from charidice.web.models import Paper, PictureForm
from charidice.web.refusals import WebRefused
from charidice.web.table.table import Table

PDF = "application/pdf"
PICTURES = {"png": "image/png", "svg": "image/svg+xml"}

paper = APIRouter()


@paper.get("/sheets", summary="Blank score sheets, and the rules in short", **returns_file(PDF))
async def blank_sheets(
    request: Request,
    visitor: ThisVisitor,
    players: Annotated[int, Query(ge=PLAYERS[0], le=PLAYERS[-1])] = PLAYERS[-1],
    paper: Paper = "a4",
) -> Response:
    drawn = await worked_out(request, visitor, drawings.blank_sheets, str(players), paper, visitor.language)
    return _file(drawn, PDF, "charidice.pdf")


@paper.get("/tables/{table}/sheets", summary="The score sheets of a finished game", **returns_file(PDF))
async def filled_sheets(request: Request, room: ThisRoom, visitor: ThisVisitor, paper: Paper = "a4") -> Response:
    text = _finished(room.table, visitor.language)
    drawn = await worked_out(request, visitor, drawings.filled_sheets, text, paper, visitor.language)
    return _file(drawn, PDF, f"charidice-{room.table.id}.pdf")


@paper.get(
    "/tables/{table}/picture",
    summary="A finished game as a picture: the score sheets and the chance of victory",
    **returns_file(*PICTURES.values()),
)
async def picture(request: Request, room: ThisRoom, visitor: ThisVisitor, form: PictureForm = "png") -> Response:
    text = _finished(room.table, visitor.language)
    drawn = await worked_out(request, visitor, drawings.picture, text, form, visitor.language)
    return _file(drawn, PICTURES[form], f"charidice-{room.table.id}.{form}")


def _finished(table: Table, language: str) -> str:
    if table.stage != "over":
        raise WebRefused("not-over")
    return record_text(table, language)


def _file(drawn: drawings.Drawn, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(drawn.content, media_type=media_type, headers=headers)
