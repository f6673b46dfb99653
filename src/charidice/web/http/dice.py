"""The dice of your own box: the faces that follow from those entered, and saved sets."""

from pathlib import Path

from fastapi import APIRouter, Request

from charidice.box.layout import dice_set_of, known_faces, possible_faces
from charidice.box.saved import remove_set, save_set, saved_sets
from charidice.rules.dice import DiceSet, Face
from charidice.web.http.coach import asked
from charidice.web.http.openapi import returns
from charidice.web.http.visitors import ThisVisitor, is_from_this_machine
from charidice.web.models import DiceSetToRemove, DiceSetToSave, DiceToComplete
from charidice.web.refusals import WebRefused
from charidice.web.wire import LayoutView, SavedDiceSets

dice = APIRouter()


@dice.post("/layouts", summary="Complete the faces of a dice set", **returns(LayoutView))
async def complete(body: DiceToComplete, request: Request, visitor: ThisVisitor) -> LayoutView:
    entered = tuple(tuple(map(Face.read, faces)) for faces in body.dice)
    # A cost in moves: the search takes up to twenty times as long as one.
    possible = await asked(request, visitor, possible_faces, entered)
    known = known_faces(possible)
    return {
        "dice": [
            {"faces": list(map(str, faces)), "possible": list(map(str, others))}
            for faces, others in zip(known, possible, strict=True)
        ],
        "layout": str(dice_set_of(known)) if known == possible else None,
    }


# Not async, so that the disk blocks no other request.
@dice.get("/dice-sets", summary="The dice sets saved on this computer", **returns(SavedDiceSets))
def dice_sets(request: Request) -> SavedDiceSets:
    path = _dice_file(request)
    return _sets(path) if path else {"sets": None}


@dice.post("/dice-sets", summary="Save a dice set on this computer", **returns(SavedDiceSets))
def save(body: DiceSetToSave, request: Request) -> SavedDiceSets:
    path = _own_dice_file(request)
    save_set(body.name, DiceSet.read(body.dice), path)
    return _sets(path)


@dice.post("/dice-sets/remove", summary="Remove a dice set from this computer", **returns(SavedDiceSets))
def remove(body: DiceSetToRemove, request: Request) -> SavedDiceSets:
    path = _own_dice_file(request)
    remove_set(body.name, path)
    return _sets(path)


def _sets(path: Path) -> SavedDiceSets:
    return {"sets": [{"name": name, "dice": str(dice_set)} for name, dice_set in saved_sets(path).items()]}


def _own_dice_file(request: Request) -> Path:
    if path := _dice_file(request):
        return path
    raise WebRefused("no-such-page")


def _dice_file(request: Request) -> Path | None:
    """The owner's file; None for everybody else, whose sets stay in their browsers."""
    path: Path | None = request.app.state.rooms.settings.dice_file
    return path if is_from_this_machine(request) else None
