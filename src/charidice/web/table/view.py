"""The public view of a table as plain data; the browser displays it and computes no rule."""

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from pydantic_core import to_json

from charidice.rules.dice import ALL_DICE, Dice, DiceSet, Numbers
from charidice.rules.ruleset import DOUBLED_NUMBERS
from charidice.rules.scoring import Kind, ScoringOption, best_first, scoring_table
from charidice.rules.sheet import Result, Sheet, results, winners
from charidice.rules.state import GameState
from charidice.web.models import MoveName
from charidice.web.table.opening import twins
from charidice.web.table.pad_view import pad_view, result_view
from charidice.web.table.room import Room
from charidice.web.table.table import Table
from charidice.web.wire import (
    GameView,
    OptionView,
    Presence,
    PresenceMessage,
    SeatView,
    SheetView,
    StartingView,
    View,
)

# Every event makes a view, and its scoring options cost the most.
CACHE_SIZE = 5_000


def update_json(room: Room, since: int, /, **more: object) -> str:
    """The events after seq `since` and the view as JSON, after the fields in `more`.

    They are large and the same for everybody, so their JSON is cached.
    """
    table, presence = room.table, room.presence()
    view, events = (table.seq, presence, _wait(room)), (table.seq, since)
    if room.cached_view[0] != view:
        room.cached_view = view, to_json(table_view(room, presence)).decode()
    if room.cached_events[0] != events:
        room.cached_events = events, to_json(table.events_since(since)).decode()
    head = to_json({**more, "events": None}).decode().removesuffix("null}")
    return f'{head}{room.cached_events[1]},"view":{room.cached_view[1]}}}'


def presence_json(room: Room) -> str:
    message: PresenceMessage = {"type": "presence", **room.presence()}
    return to_json(message).decode()


def table_view(room: Room, presence: Presence) -> View:
    table = room.table
    return {
        "table": table.id,
        "seq": table.seq,
        "stage": table.stage,
        "host": table.host,
        "hosts": presence["hosts"],
        "commitment": table.commitment,
        "starting": _starting_view(table),
        "rematch": table.rematch,
        "settings": table.settings,
        "seats": seats_view(table, presence),
        "game": _game_of(room),
        "pad": pad_view(table),
    }


def _starting_view(table: Table) -> StartingView | None:
    starting = table.starting
    if starting is None:
        return None
    return {"order": starting.order, "commitments": starting.commitments, "waiting": table.unrevealed}


def seats_view(table: Table, presence: Presence) -> list[SeatView]:
    return [
        {
            "seat": index,
            "name": seat.name,
            "person": seat.person,
            "bot": seat.bot,
            "holder": seat.holder,
            "twin": twin,
            "recipient": (index + 1) % len(table.seats),
            **there,
        }
        for index, (seat, twin, there) in enumerate(
            zip(table.seats, twins(table.seats), presence["seats"], strict=True)
        )
    ]


def _game_of(room: Room) -> GameView | None:
    table = room.table
    if table.match is None:
        return None
    may = [table.may(seat) for seat in range(len(table.seats))]
    return game_view(table.match.state, table.kept, table.passed, _wait(room), may)


def _wait(room: Room) -> int:
    return round(room.priority_seconds * 1000)


def game_view(
    state: GameState,
    kept: Dice = (),
    passed: bool = False,
    wait: int = 0,
    may: Sequence[Sequence[MoveName]] | None = None,
) -> GameView:
    """The view of a game state; the parameters are the fields that do not follow from it."""
    turn, setup = state.turn, state.setup
    final = results(state.sheets) if state.is_over else None
    return {
        "round": min(state.round, setup.ruleset.rounds),
        "rounds": setup.ruleset.rounds,
        "active": state.active,
        "recipient": state.recipient,
        "rolls": turn.rolls,
        "rolls_left": 0 if final else state.rolls_left,
        "faces": list(map(str, state.faces)),
        "kept": kept,
        "asked": turn.asked,
        "stopped": turn.stopped,
        "declined": turn.declined,
        "passed": passed,
        "wait": wait,
        "options": options_view(setup.dice_set, turn.numbers, setup.ruleset.free_giving, turn.asked)
        if turn.numbers
        else (),
        "may": may if may is not None else [[] for _ in state.sheets],
        "sheets": [_sheet(sheet, final[seat] if final else None) for seat, sheet in enumerate(state.sheets)],
        "winners": winners(final) if final else None,
    }


@lru_cache(maxsize=CACHE_SIZE)
def options_view(
    dice_set: DiceSet, numbers: Numbers, free_giving: bool = False, asked: bool = False
) -> tuple[OptionView, ...]:
    """The scoring options, highest sum first, dominated ones marked as folded."""
    return shown_options(tuple(scoring_table(dice_set, free_giving).options(numbers).values()), numbers, asked)


def shown_options(options: Sequence[ScoringOption], numbers: Numbers, asked: bool) -> tuple[OptionView, ...]:
    _, folded = best_first(options)
    return tuple(
        {
            "dice": option.dice,
            # A plain string: an enumeration takes as long to encode as all the rest of an option.
            "kind": cast(Kind, option.kind.value),
            "group": "colour" if option.kind.is_one_colour else "colours",
            "points": option.points,
            "bonus": option.bonus,
            "total": option.total,
            "gift": option.doubled_gift if asked else option.gift,
            "gives": [die for die in ALL_DICE if die not in option.dice],
            "doubled": [die for die in ALL_DICE if die not in option.dice and numbers[die] in DOUBLED_NUMBERS],
            "folded": option in folded,
        }
        for option in options
    )


def _sheet(sheet: Sheet, result: Result | None) -> SheetView:
    return {
        "points": sheet.points,
        "bonus": sheet.bonus,
        "received": sheet.received,
        "given": sheet.given,
        "has_gift": sheet.has_gift,
        "subtotal": sheet.subtotal,
        "total_given": sheet.total_given,
        "result": result_view(result) if result else None,
    }
