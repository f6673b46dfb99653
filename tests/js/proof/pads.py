"""Score pads: the browser's engine finds the same possible scores and dice, and folds entries to the same pad."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from pydantic_core import to_json

from charidice.box.layout import FacesByDie, dice_set_of, known_faces, possible_faces
from charidice.messages import DEFAULT
from charidice.pad.pad import Pad
from charidice.pad.possible import possible_scores
from charidice.record import dump_json, write_position
from charidice.rules.dice import ALL_NUMBERS, LETTERS, DiceSet, Face, read_faces
from charidice.rules.errors import Refused
from charidice.rules.scoring import scoring_options
from charidice.web.events import Created, Entry, Seat, Started, TableEvent, write
from charidice.web.http.pads import options
from charidice.web.models import NewEntry, TableSettings
from charidice.web.table import decide
from charidice.web.table.pad_view import pad_summary, pad_turn_view
from charidice.web.table.room import Room
from charidice.web.table.table import Table
from tests.js.proof import Proof, Question, equals
from tests.js.proof.rules import words_of
from tests.rules.squares import random_dice_set

FACES = [f"{letter}{number}" for letter in LETTERS for number in ALL_NUMBERS]
Sent = dict[str, Any]
"""An entry or its value, as phones send it."""
CODES = ["no-such-bonus", "no-such-points", "not-together", "received-differs", "second-gift", "other-dice"]


def scores(_: Random) -> Iterator[Question]:
    for free_giving in (False, True):
        yield Question(free_giving, equals([list(score) for score in sorted(possible_scores(free_giving))]))


def folds(rng: Random) -> Iterator[Question]:
    """Entries that phones hand in: late, twice, against each other, corrected, odd, and some that are refused."""
    while True:
        yield _of_entries(rng)


def _of_entries(rng: Random) -> Question:
    table = Table("here-1", bytes(32))
    dice = None if rng.random() < 0.5 else str(random_dice_set(rng))
    free, late = rng.random() < 0.3, rng.random() < 0.2
    settings = TableSettings(pad=True, dice=dice, rounds=rng.randint(1, 3), free_giving=free, late_asking=late)
    seats = tuple(Seat(True, f"Player {seat + 1}", 0) for seat in range(rng.randint(2, 4)))
    order = tuple(rng.sample(range(len(seats)), len(seats)))
    # Mostly one turn after the other, so that there is a record; some pads have one turn that is always entered again.
    busy = rng.random() < 0.05
    apply(table, Created(host=0, language=DEFAULT, settings=settings, seats=seats, browsers=("me",)))
    apply(table, Started(order=order, entropy=("",) * len(seats)))
    assert table.pad
    sent: list[Sent] = []
    for step in range(130 if busy else rng.randint(1, 14) * len(seats)):
        coming = table.pad.next_turn
        if busy:
            turn = table.pad.turn(1, 0)
        else:
            turn = coming if coming and rng.random() < 0.7 else rng.choice(table.pad.turns)
        entry = _entry(table.pad, turn.round, turn.seat, step, sent, rng)
        sent.append(rng.choice(sent) if sent and rng.random() < 0.03 else entry)
        _enter(table, sent[-1])
    return _question(settings, seats, order, sent, rng)


def apply(table: Table, event: TableEvent, move_id: str | None = None) -> None:
    table.apply(Entry(table.seq + 1, move_id, "", event))


def _enter(table: Table, sent: Sent) -> object:
    """The event of an entry and the pad after it, or why it is refused."""
    try:
        event = decide.enter(Room(table), NewEntry.model_validate(sent), 0)
    except Refused as refused:
        return words_of(refused)
    if event:
        apply(table, event, event.entry)
    return [event and json.loads(write(event, table.dice_set)), table.stage, _view(table)]


def _question(
    settings: TableSettings, seats: tuple[Seat, ...], order: tuple[int, ...], sent: list[Sent], rng: Random
) -> Question:
    created = {
        "event": "created",
        "language": DEFAULT,
        "settings": settings.model_dump(),
        "seats": [{"name": seat.name, "bot": None} for seat in seats],
    }
    opening = [created, {"event": "started", "order": order, "withheld": []}]
    faces = [",".join(rng.sample(FACES, 6)) for _ in range(2)] + [rng.choice(("", "B1,B1,B2,B3,B4,B5", "B1,X2"))]

    def expected() -> object:
        table = Table("here-1", bytes(32))
        apply(table, Created(host=0, language=DEFAULT, settings=settings, seats=seats, browsers=("me",)))
        apply(table, Started(order=order, entropy=("",) * len(seats)))
        shown = [_enter(table, each) for each in sent]
        assert table.pad
        before = [table.pad.state_before(turn) for turn in table.pad.turns]
        return {
            "shown": shown,
            "record": dump_json(table.pad.record),
            "before": [state and write_position(state) for state in before],
            "options": [_options(table, six) for six in faces],
        }

    return Question({"opening": opening, "entries": sent, "faces": faces}, equals(expected))


def _options(table: Table, faces: str) -> object:
    try:
        return json.loads(to_json(asyncio.run(options(faces, Room(table), asked=True))))
    except Refused as refused:
        return words_of(refused)


def _view(table: Table) -> object:
    pad = table.pad
    assert pad
    turns = [pad_turn_view(table, turn) for turn in pad.turns]
    rounds = [turns[first : first + len(pad.seats)] for first in range(0, len(turns), len(pad.seats))]
    return json.loads(to_json({**pad_summary(pad), "turns": rounds}))


def _entry(pad: Pad, round_: int, seat: int, step: int, sent: list[Sent], rng: Random) -> Sent:
    known = [entry.id for entry in pad.turn(round_, seat).standing]
    # A phone may not have seen what others have entered, and may have seen what is not here yet.
    seen = [each for each in known if rng.random() < 0.9]
    if rng.random() < 0.1:
        seen += [f"entry-{rng.randint(0, step + 8):03}" for _ in range(rng.randint(1, 6))]
    if rng.random() < 0.03:
        round_, seat = rng.choice(((0, 0), (round_, 3), (4, 0), (round_, seat)))
    value = _value(pad, rng)
    before = [each["value"] for each in sent if (each["round"], each["seat"]) == (round_, seat)]
    if before and rng.random() < 0.2:
        # The same once more; whoever confirms it says nothing else.
        value = {**rng.choice(before), "confirmed": rng.sample(CODES, 2)}
        if value["by"] == "nothing":
            del value["confirmed"]
    entry = {"entry": f"entry-{step:03}", "round": max(1, round_), "seat": seat, "value": value}
    return entry if rng.random() < 0.1 else {**entry, "replaces": list(dict.fromkeys(seen))}


def _value(pad: Pad, rng: Random) -> Sent:
    kind = rng.random()
    if kind < 0.05:
        return {"by": "nothing"}
    asked = rng.random() < 0.2
    more: Sent = {"asked": asked} if asked or rng.random() < 0.5 else {}
    if rng.random() < 0.2:
        more["confirmed"] = rng.sample(CODES, rng.randint(1, 3))
    dice_set, free = pad.opening.dice_set, pad.opening.ruleset.free_giving
    rolls = _rolls(dice_set, rng)
    faces = list(rolls[-1]["faces"])
    option = rng.choice(scoring_options(" ".join(faces), dice_set, pad.opening.ruleset))
    shown = [str(face) for face in dice_set.faces(dice_set.numbers(read_faces(" ".join(faces))))]
    scored = [shown[die] for die in option.dice]
    if kind < 0.5:
        gift = option.doubled_gift if asked else option.gift
        boxes = {"points": option.points, "bonus": option.bonus, "gift": gift}
        if rng.random() < 0.3:
            boxes[rng.choice(list(boxes))] += rng.choice((1, 2, 5, 10, 40))
        if rng.random() < 0.2:
            boxes["received"] = rng.choice((gift, gift + 1))
        return {"by": "points", **boxes, **more}
    if kind < 0.55:
        faces = rng.sample(FACES, 6) if rng.random() < 0.7 else [rng.choice(FACES) for _ in range(rng.randint(5, 6))]
        scored = rng.sample(faces, rng.randint(0, len(faces))) if rng.random() < 0.5 else _one_way(faces, free, rng)
        return {"by": "dice", "rolls": [{"faces": faces}], "scored": scored, **more}
    if kind < 0.6:
        scored = rng.sample(FACES, rng.randint(0, 3))
    if rng.random() < 0.4:
        every = {"every": rng.random() < 0.9, "asked_after": rng.randint(0, 2)}
        return {"by": "dice", "rolls": rolls, "scored": scored, **every, **more}
    return {"by": "dice", "rolls": rolls[-1:], "scored": scored, **more}


def _one_way(faces: list[str], free: bool, rng: Random) -> list[str]:
    """One die of each colour, or all of a colour: often a way to score, whatever dice they are on."""
    by_colour = {face[0]: face for face in faces}
    return list(by_colour.values())[: None if not free else rng.randint(1, 6)]


def _rolls(dice_set: DiceSet, rng: Random) -> list[dict[str, list[str]]]:
    """The rolls of a turn, now and then with a die that changes though it is kept."""
    numbers, rolls = [rng.randint(1, 6) for _ in range(6)], list[dict[str, list[str]]]()
    keep: list[int] = []
    for _ in range(rng.randint(1, 3)):
        numbers = [n if die in keep and rng.random() < 0.98 else rng.randint(1, 6) for die, n in enumerate(numbers)]
        faces = [str(face) for face in dice_set.faces(tuple(numbers))]
        rolls.append({"faces": rng.sample(faces, 6), "keep": [faces[die] for die in keep]})
        keep = sorted(rng.sample(range(6), rng.randint(0, 5)))
    return rolls


def layouts(rng: Random) -> Iterator[Question]:
    """Dice that are entered face by face, rightly and with slips: the same faces follow, or the same is refused."""
    while True:
        dice_set, share = random_dice_set(rng), rng.choice((0.1, 0.3, 0.5, 0.9))
        faces = [[dice_set.face(die, number) for number in ALL_NUMBERS] for die in range(6)]
        entered = [[face for face in each if rng.random() < share] for each in faces]
        for _ in range(rng.choice((0, 0, 1, 2))):
            rng.choice(entered).append(Face.read(rng.choice(FACES)))
        known = tuple(tuple(dict.fromkeys(each)) for each in entered)
        yield Question([list(map(str, each)) for each in known], equals(_completed(known)))


def _completed(entered: FacesByDie) -> object:
    try:
        possible = possible_faces(entered)
    except Refused as refused:
        return words_of(refused)
    known = known_faces(possible)
    both = zip(known, possible, strict=True)
    dice = [{"faces": list(map(str, faces)), "possible": list(map(str, others))} for faces, others in both]
    return {"dice": dice, "layout": str(dice_set_of(known)) if known == possible else None}


PROOFS = [
    Proof("pads.layouts", layouts, 60, 3_000),
    Proof("pads.scores", scores, 2, 2),
    Proof("pads.folds", folds, 40, 10_000),
]
