"""The addresses of score pads: enter a turn, see the ways to score six faces, ask the coach about them."""

import asyncio
from functools import cache
from typing import Annotated

from fastapi import Query, Request, Response
from pydantic_core import to_json

from charidice.pad.entries import EnteredRoll, options_of_faces
from charidice.pad.pad import Pad
from charidice.pad.possible import possible_scores
from charidice.rules.dice import Face, read_faces
from charidice.rules.engine import asked_for
from charidice.rules.ruleset import ROLLS, ROUNDS_ALLOWED
from charidice.rules.state import GameState, Turn
from charidice.web.http.api import api, change, respond
from charidice.web.http.assets import Asset
from charidice.web.http.coach import advised
from charidice.web.http.openapi import returns
from charidice.web.http.visitors import AllRooms, ThisRoom, ThisVisitor
from charidice.web.models import NewEntry, SeatNumber
from charidice.web.refusals import WebRefused
from charidice.web.table import decide
from charidice.web.table.view import options_view
from charidice.web.wire import HintView, Options, PossibleScores

SixFaces = Annotated[str, Query(max_length=100, examples=["B1,B2,B3,B4,B6,P6"])]


@change("/tables/{table}/entries", summary="Enter or correct a turn on a score pad")
async def enter(body: NewEntry, room: ThisRoom, rooms: AllRooms, visitor: ThisVisitor) -> Response:
    """Anybody with a seat enters for every seat: one phone may serve all."""
    await asyncio.to_thread(possible_scores, room.table.settings.free_giving)
    await rooms.enter(room, body, lambda: visitor.require_some_seat(room.table))
    # Pads are drawn from the view alone.
    return respond(room, visitor, room.table.seq)


@api.get(
    "/tables/{table}/options",
    summary="The ways to score six faces, given in any order, by the dice and house rules of a score pad",
    **returns(Options),
)
async def options(faces: SixFaces, room: ThisRoom, asked: bool = False) -> Options:
    pad = decide.pad_of(room.table)
    shown = _in_order(pad, read_faces(faces))
    found = options_of_faces(shown, pad.opening.ruleset.free_giving)
    numbers = tuple(face.number for face in shown)
    return {"faces": list(map(str, shown)), "options": options_view(found, numbers, asked)}


@api.get("/scores", summary="All that any six dice can bring", **returns(PossibleScores))
async def scores(request: Request, free_giving: bool = False) -> Response:
    # The first time it takes a moment, which should not hold up a game.
    return await asyncio.to_thread(lambda: _scores(free_giving).respond(request))


@cache
def _scores(free_giving: bool) -> Asset:
    by_points: dict[tuple[int, int], list[int]] = {}
    for points, bonus, gift in sorted(possible_scores(free_giving)):
        by_points.setdefault((points, bonus), []).append(gift)
    found: PossibleScores = {
        "scores": [{"points": points, "bonus": bonus, "gifts": gifts} for (points, bonus), gifts in by_points.items()]
    }
    return Asset(to_json(found), "application/json")


@api.get("/tables/{table}/pad-hint", summary="The coach's hint for faces on the table, in stages", **returns(HintView))
async def hint(
    round: Annotated[int, Query(ge=ROUNDS_ALLOWED[0], le=ROUNDS_ALLOWED[-1])],
    seat: SeatNumber,
    faces: SixFaces,
    rolls: Annotated[int, Query(ge=1, le=ROLLS)],
    room: ThisRoom,
    visitor: ThisVisitor,
    request: Request,
    asked: bool = False,
) -> HintView:
    visitor.require_some_seat(room.table)
    pad = decide.pad_of(room.table)
    state = _state(pad, round, seat)
    numbers = pad.opening.dice_set.numbers(read_faces(faces))
    state = state._replace(turn=Turn(rolls, numbers))
    return await advised(room, visitor, request, asked_for(state) if asked else state, seat)


def _state(pad: Pad, round_: int, seat: int) -> GameState:
    pad.require_turn(round_, seat)
    state = pad.state_before(pad.turn(round_, seat))
    if state is None:
        raise WebRefused("pad-gaps")
    return state


def _in_order(pad: Pad, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """By die, unless they are of other dice than those of the pad."""
    six, dice_set = EnteredRoll(faces).faces, pad.opening.dice_set
    return six if pad.of_other_dice(six) else dice_set.faces(dice_set.numbers(six))
