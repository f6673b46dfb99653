"""The coach's hints and warnings, worked out in a process of its own."""

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from charidice.coach import Coach
from charidice.coach.moves import move_fields
from charidice.coach.reviews.model import CLEAR_MISTAKES, grade
from charidice.messages import catalog
from charidice.rules.dice import Face
from charidice.rules.engine import verify
from charidice.rules.moves import Action, Score, Stop
from charidice.rules.state import GameState, Setup
from charidice.show.hints.brief import Brief, brief
from charidice.show.hints.stages import stages
from charidice.strategy.analysis import Analysis
from charidice.web.jobs.worker import Worker
from charidice.web.models import Move
from charidice.web.refusals import WebRefused
from charidice.web.table import decide
from charidice.web.table.room import Room
from charidice.web.table.seating import names
from charidice.web.wire import BriefView, ChanceView, HintView, MoveView


# Bounded, because the dice set and the house rules of a setup are chosen by visitors.
@lru_cache(maxsize=16)
def _coach(setup: Setup) -> Coach:
    return Coach.of(setup)


def hint(state: GameState, player: int, language: str, players: list[str]) -> HintView:
    """The coach's hint: stages in words, a brief reason, the dice it is about, and the move."""
    found = _coach(state.setup).hint(state, player)
    texts = catalog(language)

    def spoken(faces: Iterable[Face]) -> str:
        return texts.join(map(texts.face, faces))

    return {
        "stages": stages(found, state, texts, players, spoken),
        "brief": _brief_view(brief(found, state, texts)),
        "dice": found.dice,
        "action": cast(MoveView, move_fields(found.action)) if found.action else None,
    }


def _brief_view(found: Brief | None) -> BriefView | None:
    if found is None:
        return None
    chances: list[ChanceView] = [
        {"label": chance.label, "share": chance.share, "percent": chance.percent} for chance in found.chances
    ]
    return {"lines": found.lines, "chances": chances}


async def ask_if_sure(coach: Worker, room: Room, move: Move, language: str) -> None:
    """At a table with a tutor: refuse a clear mistake whose player has not said to be sure.

    Thinks without the room's lock: the move is decided later, and refused if it is stale or illegal.
    """
    table = room.table
    if table.settings.hints != "tutor" or move.sure or table.match is None or room.priority_seconds:
        return
    # A busy coach does not delay the game.
    is_silent = move.action == "undo" or (move.action == "decline" and not table.match.state.turn.stopped)
    if is_silent or not table.is_next(move) or coach.is_full:
        return
    question = (table.match.state, move.seat, decide.action_of(move), language, names(table.seats, language))
    if move.action == "roll" and not table.match.state.turn.rolls:
        # No other move is legal, and the first one of a game would wait for the coach's process to start.
        coach.prepare(warning, *question)
        return
    if comment := await coach.run(warning, *question):
        refused = WebRefused("clear-mistake")
        refused.details["hint"] = comment
        raise refused


def warning(state: GameState, player: int, action: Action, language: str, players: list[str]) -> str | None:
    """The coach's comment on a mistake or blunder, by the chance of victory it loses; None for any other move."""
    if verify(state, player, action):
        return None
    values = Analysis(state, _coach(state.setup).victory).action_values(player)
    if grade("victory", max(values.values()) - values[action]) not in CLEAR_MISTAKES:
        return None
    better = hint(state, player, language, players)
    look = better["stages"][0]
    if isinstance(action, Score | Stop) and better["action"] and better["action"]["action"] == "roll":
        # A hint about the dice that are scored anyway would not say what to change.
        return f"{catalog(language).say('web.tutor.roll-on')} {look}"
    return look
