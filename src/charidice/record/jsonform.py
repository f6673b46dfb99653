"""The JSON form of a record; all versions stay readable.

Version 2 adds events entered by hand, version 3 the position where the game began.
"""

import json
from collections import Counter
from dataclasses import replace
from typing import Any, TypeVar

from charidice.chance import Pledge, Recorded
from charidice.record.game import (
    VERSION,
    Correction,
    GameRecord,
    RecordError,
    check_bot_name,
    check_name,
    check_size,
    read_seed,
    reading,
)
from charidice.record.position import read_position, write_position
from charidice.record.recorded import record_of
from charidice.rules.dice import DICE, DiceSet, Face, Numbers
from charidice.rules.engine import actor, evolve, impossible, new_game
from charidice.rules.moves import Event, GiftAsked, GiftDeclined, Laid, Noted, Rolled, Scored, Stopped, rolled, scored
from charidice.rules.ruleset import Ruleset
from charidice.rules.state import GameState

FORMAT = "charidice"
PLAIN_EVENTS: dict[str, Event] = {"gift-asked": GiftAsked(), "stopped": Stopped(), "gift-declined": GiftDeclined()}
PLAIN_NAMES = {event: name for name, event in PLAIN_EVENTS.items()}
EVENT_NAMES = frozenset({"rolled", "scored", "laid", "noted", *PLAIN_EVENTS})
BY_HAND = frozenset({"laid", "noted"})
FIELDS = ("format", "version", "players", "bots", "dice", "house_rules", "pledge", "events")
# By version, what it adds.
ADDED = {2: "corrections", 3: "begins_at"}
BOXES = ("points", "bonus", "gift", "received")

T = TypeVar("T")


def dump_json(record: GameRecord | Recorded) -> str:
    """The record of a game as JSON, one line per event."""
    record = record_of(record)
    head = {
        "format": FORMAT,
        "version": record.version,
        "players": record.players,
        **({"bots": record.bots} if any(record.bots) else {}),
        "dice": str(record.dice_set).split(),
        "house_rules": {
            "rounds": record.ruleset.rounds,
            "free_giving": record.ruleset.free_giving,
            "late_asking": record.ruleset.late_asking,
        },
        **({"begins_at": write_position(record.begins_at)} if record.begins_at else {}),
        "pledge": record.pledge and _pledge_fields(record.pledge),
        **({"corrections": list(map(_correction_fields, record.corrections))} if record.corrections else {}),
    }
    lines = [f"  {json.dumps(name)}: {_one_line(value)}," for name, value in head.items()]
    events = ",\n".join(f"    {_one_line(fields)}" for fields in event_fields(record.start, record.events))
    return "\n".join(["{", *lines, f'  "events": [\n{events}\n  ]' if events else '  "events": []', "}", ""])


def event_fields(start: GameState, events: tuple[Event, ...]) -> list[dict[str, object]]:
    """Each event as JSON fields, with the seat that caused it."""
    rows = []
    state = start
    for event in events:
        rows.append(write_event(event, actor(state, event), state.setup.dice_set))
        state = evolve(state, event)
    return rows


def write_event(event: Event, seat: int, dice_set: DiceSet) -> dict[str, object]:
    if isinstance(event, Rolled):
        return {"seat": seat, "event": "rolled", "keep": event.keep, "faces": dice_set.texts(event.numbers)}
    if isinstance(event, Scored):
        written = {"points": event.points, "bonus": event.bonus, "gift": event.gift}
        return {"seat": seat, "event": "scored", "dice": event.dice, **written}
    if isinstance(event, Laid):
        return {"seat": seat, "event": "laid", "faces": dice_set.texts(event.numbers), "asked": event.asked}
    if isinstance(event, Noted):
        return {"seat": seat, "event": "noted", **_boxes(event)}
    return {"seat": seat, "event": PLAIN_NAMES[event]}


def reread_event(fields: dict[str, Any], dice_set: DiceSet) -> Event:
    """Read an event that `write_event` wrote; rolls and scores skip the checks of `read_event`."""
    kind = fields["event"]
    if kind == "rolled":
        return rolled(tuple(fields["keep"]), tuple(int(face[1]) for face in fields["faces"]))
    if kind == "scored":
        return scored(tuple(fields["dice"]), fields["points"], fields["bonus"], fields["gift"])
    return read_event(Reader(fields, ""), dice_set)


def parse_json(text: str, **hooks: Any) -> Any:
    """A JSON value; RecordError names the place of a mistake. The hooks are those of `json.loads`."""
    try:
        data = json.loads(text, **hooks)
        require_whole_characters(data)
    except json.JSONDecodeError as error:
        raise RecordError("not-json", line=error.lineno, column=error.colno) from None
    except RecordError:
        raise
    except (RecursionError, ValueError):
        # Nested too deeply, or a number of thousands of digits.
        raise RecordError("not-json", line=1, column=1) from None
    return data


def load_json(text: str) -> GameRecord:
    """Read a JSON record; RecordError names the wrong line or field."""
    check_size(text)
    data = parse_json(text, object_pairs_hook=_no_field_twice, parse_constant=_no_constant)
    root = Reader(data, "")
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError("not-a-record", field="format", expected=FORMAT)
    version = root.get("version", int)
    if version not in range(1, VERSION + 1):
        raise RecordError("unknown-version", field="version", version=version, known=VERSION)
    root.only((*FIELDS, *(name for since, name in ADDED.items() if since <= version)))
    players = tuple(map(_read_name, root["players"].items()))
    with reading("dice"):
        dice_set = DiceSet.read(" ".join(word.value(str) for word in root["dice"].items()))
    with reading("house_rules"):
        ruleset = _read_ruleset(root["house_rules"])
    with reading("players"):
        new_game(len(players), ruleset, dice_set)
    begins_at = read_position(root.get("begins_at", str)) if "begins_at" in data else None
    with reading("begins_at"):
        GameRecord(players, ruleset, dice_set, begins_at=begins_at)
    bots = tuple(map(_read_bot, root["bots"].items())) if "bots" in data else ()
    with reading("bots"):
        opening = GameRecord(players, ruleset, dice_set, bots=bots, begins_at=begins_at)
    pledge = None if root["pledge"].data is None else _read_pledge(root["pledge"])
    with reading("pledge.entropy"):
        opening = replace(opening, pledge=pledge)
    if version == 1:
        _require_no_handwriting(root["events"])
    record = opening.after(*_read_events(root["events"], opening.start))
    with reading("pledge"):
        record.check_dice()
    if "corrections" not in data:
        return record
    with reading("corrections"):
        return replace(record, corrections=tuple(map(_read_correction, root["corrections"].items())))


class Reader:
    """A JSON value with its path, so that every error can name it."""

    def __init__(self, data: Any, place: str) -> None:
        self.data = data
        self.place = place

    def __getitem__(self, name: str) -> "Reader":
        place = f"{self.place}.{name}" if self.place else name
        if name not in self.value(dict):
            raise RecordError("field-missing", field=place)
        return Reader(self.data[name], place)

    def items(self) -> "list[Reader]":
        return [Reader(item, f"{self.place}[{index}]") for index, item in enumerate(self.value(list))]

    def value(self, kind: type[T]) -> T:
        # A bool is an int to isinstance, but not in a record.
        if type(self.data) is not kind:
            raise RecordError("field-wrong-type", field=self.place, expected=kind.__name__)
        return self.data

    def get(self, name: str, kind: type[T]) -> T:
        return self[name].value(kind)

    def only(self, names: tuple[str, ...]) -> None:
        for name in self.value(dict):
            if name not in names:
                raise RecordError("unknown-field", field=f"{self.place}.{name}" if self.place else name)


def _read_ruleset(rules: Reader) -> Ruleset:
    rules.only(("rounds", "free_giving", "late_asking"))
    return Ruleset(rules.get("rounds", int), rules.get("free_giving", bool), rules.get("late_asking", bool))


def _read_name(item: Reader) -> str:
    name = item.value(str)
    with reading(item.place):
        check_name(name)
    return name


def _read_bot(item: Reader) -> str | None:
    bot = None if item.data is None else item.value(str)
    with reading(item.place):
        check_bot_name(bot)
    return bot


def _read_pledge(pledge: Reader) -> Pledge:
    pledge.only(("commitment", "word_commitments", "entropy", "seed"))
    with reading("pledge.commitment"):
        read = Pledge(pledge.get("commitment", str))
    with reading("pledge.entropy"):
        read = replace(read, entropy=tuple(words.value(str) for words in pledge["entropy"].items()))
    if "word_commitments" in pledge.data:
        with reading("pledge.word_commitments"):
            read = replace(read, word_commitments=tuple(map(_read_commitment, pledge["word_commitments"].items())))
    with reading("pledge.seed"):
        seed = None if pledge["seed"].data is None else read_seed(pledge.get("seed", str))
        return replace(read, seed=seed)


def _read_commitment(item: Reader) -> str | None:
    return None if item.data is None else item.value(str)


def _read_events(events: Reader, state: GameState) -> tuple[list[Event], GameState]:
    read: list[Event] = []
    for item in events.items():
        with reading(item.place):
            event = read_event(item, state.setup.dice_set)
            if problem := impossible(state, event):
                raise problem
        if item.get("seat", int) != actor(state, event):
            raise RecordError("wrong-seat", field=f"{item.place}.seat", expected=actor(state, event))
        read.append(event)
        state = evolve(state, event)
    return read, state


def read_event(item: Reader, dice_set: DiceSet) -> Event:
    """An event from its fields in a record; does not check legality."""
    kind = item.get("event", str)
    if kind == "rolled":
        item.only(("seat", "event", "keep", "faces"))
        return Rolled(_read_indices(item["keep"]), _read_numbers(item["faces"], dice_set))
    if kind == "scored":
        item.only(("seat", "event", "dice", "points", "bonus", "gift"))
        points, bonus, gift = (item.get(name, int) for name in ("points", "bonus", "gift"))
        return Scored(_read_indices(item["dice"]), points, bonus, gift)
    if kind == "laid":
        item.only(("seat", "event", "faces", "asked"))
        return Laid(_read_numbers(item["faces"], dice_set), item.get("asked", bool))
    if kind == "noted":
        item.only(("seat", "event", *BOXES, "asked"))
        return _read_boxes(item)
    item.only(("seat", "event"))
    if kind not in PLAIN_EVENTS:
        raise RecordError("unknown-event", field=f"{item.place}.event", allowed=(*sorted(EVENT_NAMES),))
    return PLAIN_EVENTS[kind]


def _require_no_handwriting(events: Reader) -> None:
    for item in events.items():
        if item.get("event", str) in BY_HAND:
            raise RecordError("unknown-event", field=f"{item.place}.event", allowed=(*sorted(EVENT_NAMES - BY_HAND),))


def _read_boxes(item: Reader) -> Noted:
    points, bonus, gift, received = (item.get(name, int) for name in BOXES)
    return Noted(points, bonus, gift, received, item.get("asked", bool))


def _read_correction(item: Reader) -> Correction:
    item.only(("round", "seat", "was"))
    was = item["was"]
    if was.data is not None:
        was.only((*BOXES, "asked"))
    boxes = None if was.data is None else _read_boxes(was)
    return Correction(item.get("round", int), item.get("seat", int), boxes)


def _read_numbers(faces: Reader, dice_set: DiceSet) -> Numbers:
    return dice_set.numbers([Face.read(face.value(str)) for face in faces.items()])


def _read_indices(dice: Reader) -> tuple[int, ...]:
    indices = tuple(die.value(int) for die in dice.items())
    if list(indices) != sorted(set(indices)) or not set(indices) <= set(range(DICE)):
        raise RecordError("not-dice-indices", field=dice.place)
    return indices


def _pledge_fields(pledge: Pledge) -> dict[str, object]:
    return {
        "commitment": pledge.commitment,
        **({"word_commitments": pledge.word_commitments} if pledge.word_commitments else {}),
        "entropy": pledge.entropy,
        "seed": pledge.seed and pledge.seed.hex(),
    }


def _correction_fields(correction: Correction) -> dict[str, object]:
    was = correction.was and _boxes(correction.was)
    return {"round": correction.round, "seat": correction.seat, "was": was}


def _boxes(noted: Noted) -> dict[str, object]:
    return {**{name: getattr(noted, name) for name in BOXES}, "asked": noted.asked}


def _one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _no_field_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name, _ in pairs if times[name] > 1)
        require_whole_characters(twice)
        raise RecordError("field-twice", field=twice)
    return fields


def require_whole_characters(data: object) -> None:
    """Refuse lone surrogates: JSON can escape them, but no text with one can be encoded, not even an error."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise RecordError("lone-surrogate", text=f"\\u{ord(error.object[error.start]):04x}") from None


def _no_constant(name: str) -> object:
    raise RecordError("not-a-number", field=name)
