"""The public view of a table as plain data; the browser displays it and computes no rule."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import cast

from pydantic_core import to_json

from charidice.pad.pad import PadTurn
from charidice.rules.dice import Dice, Numbers
from charidice.rules.scoring import Choices, ScoringOption
from charidice.rules.sheet import results, winners
from charidice.rules.state import GameState
from charidice.show.options import shown_options
from charidice.web.models import MoveName
from charidice.web.table.pad_view import pad_summary, pad_turn_view
from charidice.web.table.room import Room
from charidice.web.table.seating import twins
from charidice.web.table.sheet_view import sheet_view
from charidice.web.table.table import Table
from charidice.web.wire import (
    AroundView,
    BeginningView,
    GameView,
    OptionView,
    Presence,
    PresenceMessage,
    SeatView,
    SheetView,
    StartingView,
    TurnView,
)

CACHE_SIZE = 5_000


def update_json(room: Room, since: int, /, **more: object) -> str:
    """The events after seq `since` and the view as JSON, after the fields in `more`.

    They are large and the same for everybody, and a move changes little of the view, so the JSON is cached in parts.
    """
    table, presence, wait = room.table, room.presence(), _wait(room)
    view = _cached(room, "view", (table.seq, presence, wait), lambda: _view_json(room, presence, wait))
    return f'{_open(_json({**more, "events": None}), "null")}{_events_json(room, since)},"view":{view}}}'


def message_json(room: Room, since: int, /, **more: object) -> str:
    """The same as a message over the WebSocket."""
    return update_json(room, since, type="update", since=since, **more)


def _events_json(room: Room, since: int) -> str:
    known, table = room.events_json, room.table
    # An event never changes, so it is encoded once; a private one is empty.
    known += [_json(fields) if fields else "" for fields in map(table.public, table.log[len(known) :])]
    return f"[{','.join(filter(None, known[max(since, -1) + 1 :]))}]"


def _cached(room: Room, name: str, key: object, make: Callable[[], str]) -> str:
    found = room.cached_json.get(name)
    if found is None or found[0] != key:
        found = room.cached_json[name] = key, make()
    return found[1]


def _json(value: object) -> str:
    return to_json(value).decode()


def _open(text: str, last: str = "") -> str:
    """The text of an object without its end, to add fields."""
    return text.removesuffix(f"{last}}}")


def _view_json(room: Room, presence: Presence, wait: int) -> str:
    table = room.table
    around = (table.around_seq, table.stage, presence)
    head = _cached(room, "around", around, lambda: _around_json(room, presence))
    return f'{head},"seq":{table.seq},"game":{_game_json(room, wait)}}}'


def _around_json(room: Room, presence: Presence) -> str:
    return f'{_open(_json(around_view(room.table, presence)))},"pad":{_pad_json(room)}'


def _pad_json(room: Room) -> str:
    pad = room.table.pad
    if pad is None:
        return "null"
    turns = [
        _cached(room, f"turn {place}", turn, partial(_turn_json, room, turn)) for place, turn in enumerate(pad.turns)
    ]
    seats = len(pad.seats)
    rounds = (f"[{','.join(turns[first : first + seats])}]" for first in range(0, len(turns), seats))
    return f'{_open(_json(pad_summary(pad)))},"turns":[{",".join(rounds)}]}}'


def _turn_json(room: Room, turn: PadTurn) -> str:
    return _json(pad_turn_view(room.table, turn))


def _game_json(room: Room, wait: int) -> str:
    match = room.table.match
    if match is None:
        return "null"
    state = match.state
    head = _open(_json(turn_view(state, match.kept, room.table.passed, wait, _may(room.table))))
    turn = state.turn
    options = "[]"
    if turn.numbers:
        options = _options_json(state.setup.scoring.choices(turn.numbers), turn.numbers, turn.asked)
    sheets = _cached(room, "sheets", (state.sheets, state.is_over), lambda: _json(_sheets_view(state)))
    return f'{head},"options":{options},"sheets":{sheets}}}'


# Of all rolls, so that tables share them, with other dice sets too, none of which is kept here.
@lru_cache(maxsize=CACHE_SIZE)
def _options_json(choices: Choices, numbers: Numbers, asked: bool) -> str:
    return _json(options_view(choices.options(numbers), numbers, asked))


def presence_json(room: Room) -> str:
    message: PresenceMessage = {"type": "presence", **room.presence()}
    return _json(message)


def around_view(table: Table, presence: Presence) -> AroundView:
    return {
        "table": table.id,
        "stage": table.stage,
        "host": table.host,
        "hosts": presence["hosts"],
        "commitment": table.commitment,
        "starting": _starting_view(table),
        "begins": _beginning_view(table),
        "rematch": table.rematch,
        "settings": table.settings,
        "seats": seats_view(table, presence),
    }


def _starting_view(table: Table) -> StartingView | None:
    starting = table.starting
    if starting is None:
        return None
    return {"order": starting.order, "commitments": starting.commitments, "waiting": table.unrevealed}


def _beginning_view(table: Table) -> BeginningView | None:
    position = table.position
    if position is None or table.has_started:
        return None
    return {"round": position.round, "totals": [sheet.subtotal for sheet in position.sheets]}


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


def _may(table: Table) -> list[list[MoveName]]:
    return [table.may(seat) for seat in range(len(table.seats))]


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
    turn = state.turn
    return {
        **turn_view(state, kept, passed, wait, may if may is not None else [[] for _ in state.sheets]),
        "options": _options_view(state) if turn.numbers else (),
        "sheets": _sheets_view(state),
    }


def turn_view(state: GameState, kept: Dice, passed: bool, wait: int, may: Sequence[Sequence[MoveName]]) -> TurnView:
    turn, rounds = state.turn, state.setup.ruleset.rounds
    return {
        "round": min(state.round, rounds),
        "rounds": rounds,
        "active": state.active,
        "recipient": state.recipient,
        "rolls": turn.rolls,
        "rolls_left": 0 if state.is_over else state.rolls_left,
        "faces": state.setup.dice_set.texts(turn.numbers) if turn.numbers else (),
        "kept": kept,
        "asked": turn.asked,
        "stopped": turn.stopped,
        "declined": turn.declined,
        "passed": passed,
        "wait": wait,
        "may": may,
        "winners": winners(results(state.sheets)) if state.is_over else None,
    }


def _options_view(state: GameState) -> tuple[OptionView, ...]:
    numbers = state.turn.numbers
    return options_view(state.setup.scoring.choices(numbers).options(numbers), numbers, state.turn.asked)


def options_view(options: Sequence[ScoringOption], numbers: Numbers, asked: bool) -> tuple[OptionView, ...]:
    return tuple(cast(OptionView, option._asdict()) for option in shown_options(options, numbers, asked))


def _sheets_view(state: GameState) -> list[SheetView]:
    if not state.is_over:
        return [sheet_view(sheet) for sheet in state.sheets]
    return [sheet_view(sheet, result) for sheet, result in zip(state.sheets, results(state.sheets), strict=True)]
