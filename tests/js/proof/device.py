"""A table that lives in a browser shows what a server would show: the same log, the same view."""

import json
from collections.abc import Iterator
from random import Random

from pydantic_core import to_json

from charidice.chance import RandomDice
from charidice.rules.engine import actor, decide, legal_actions
from charidice.rules.moves import Event
from charidice.web.events import (
    Created,
    Entry,
    Passed,
    Played,
    Seat,
    SettingsChanged,
    Started,
    TableEvent,
    Undone,
    write,
)
from charidice.web.models import TableSettings
from charidice.web.table.table import Table
from charidice.web.table.view import game_view
from tests.js.proof import Proof, Question, equals
from tests.rules.squares import random_dice_set

SEED = bytes(32)
LEVELS = ("sparrow", "fox")


def views(rng: Random) -> Iterator[Question]:
    while True:
        yield _of_log(rng)


def _of_log(rng: Random) -> Question:
    table = Table("here-1", SEED)
    dice = None if rng.random() < 0.5 else str(random_dice_set(rng))
    settings = TableSettings(
        rounds=rng.randint(1, 3), free_giving=rng.random() < 0.4, late_asking=rng.random() < 0.4, dice=dice, wait=5
    )
    players = rng.randint(2, 4)
    bots = [None, *(rng.choice((None, *LEVELS)) for _ in range(players - 1))]
    seats = tuple(Seat(False, bot=bot) if bot else Seat(True, f"Player {seat + 1}", 0) for seat, bot in enumerate(bots))
    order = tuple(rng.sample(range(players), players))
    log: list[object] = []
    shown: list[object] = []

    def add(event: TableEvent, told: dict[str, object] | None = None) -> None:
        table.apply(Entry(table.seq + 1, None, "", event))
        log.append(told or json.loads(write(event, table.dice_set)))
        shown.append([table.stage, _view(table)])

    created: dict[str, object] = {
        "event": "created",
        "language": "en",
        "settings": settings.model_dump(),
        "seats": [{"name": seat.name, "bot": seat.bot} for seat in seats],
    }
    add(Created(host=0, language="en", settings=settings, seats=seats, browsers=("me",)), created)
    add(Started(order=order, entropy=("",) * players), {"event": "started", "order": order, "withheld": []})
    while table.stage == "playing":
        add(_next(table, rng))
    return Question({"seed": SEED.hex(), "log": log}, equals(shown))


def _next(table: Table, rng: Random) -> TableEvent:
    """Anything that can happen now."""
    assert table.match
    state = table.match.state
    seat = table.match.last_actor
    if seat is not None and table.match.why_not_undo(seat) is None and rng.random() < 0.2:
        return Undone(seat=seat)
    if state.may_be_asked and not table.passed and table.seats[state.recipient].bot is None and rng.random() < 0.2:
        return Passed(seat=state.recipient)
    if rng.random() < 0.05:
        return SettingsChanged(speed=rng.choice(("slow", "fast")), wait=rng.choice((None, 0, 7)))
    players = [state.recipient] if rng.random() < 0.3 else [state.active]
    legal = [(player, action) for player in players for action in legal_actions(state, player)]
    legal = legal or [(state.active, action) for action in legal_actions(state, state.active)]
    legal = legal or [(state.recipient, action) for action in legal_actions(state, state.recipient)]
    player, action = rng.choice(legal)
    event: Event = decide(state, player, action, RandomDice(rng))
    return Played(actor(state, event), event)


def _view(table: Table) -> object:
    if table.match is None:
        return None
    may = [table.may(seat) for seat in range(len(table.seats))]
    return json.loads(to_json(game_view(table.match.state, table.match.kept, table.passed, 0, may)))


PROOFS = [Proof("device.views", views, 60, 5_000)]
