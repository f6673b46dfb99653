"""What can happen at a table: every event has a form in the log, and shows only what it declares."""

import json
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import cast, get_args, get_type_hints

import pytest

from charidice.rules.dice import STANDARD_DICE
from charidice.rules.moves import GiftAsked, GiftDeclined, Rolled, Scored, Stopped
from charidice.web.events import (
    BotPlays,
    Created,
    Entered,
    Entry,
    Left,
    Passed,
    PersonPlays,
    Played,
    Public,
    RematchOpened,
    Renamed,
    Revealed,
    Seat,
    Seated,
    SeatsMoved,
    SettingsChanged,
    Started,
    Starting,
    TableEvent,
    Undone,
    Visibility,
    public,
    public_fields,
    read,
    write,
)
from charidice.web.models import PadPoints, TableSettings

SECRET = "5ec2e7"
LENA = Seat(True, "Lena", 0, birthday=SECRET, words=SECRET)
EXAMPLES: list[TableEvent] = [
    Created(
        host=0,
        language="pl",
        settings=TableSettings(rounds=3),
        seats=(LENA, Seat(True), Seat(False, bot="owl")),
        browsers=(SECRET,),
        origin=SECRET,
    ),
    Seated(seat=1, name="Żółć 🎲", holder=1, birthday=SECRET, words=SECRET, browser=SECRET),
    Renamed(seat=1, name="Ola"),
    Left(seat=1, by=0),
    BotPlays(seat=1, bot="fox"),
    PersonPlays(seat=1),
    Starting(order=(1, 2, 0), commitments=("ab" * 32, None, None)),
    Revealed(holder=1, words=SECRET, commitment=SECRET),
    Started(order=(1, 2, 0), entropy=("", "", SECRET), withheld=(1,)),
    SettingsChanged(speed="fast", wait=5, hints="tutor"),
    Passed(seat=1),
    Undone(seat=0),
    RematchOpened(table="again"),
    SeatsMoved(holder=1, to=0, browser=SECRET),
    Entered(
        entry="entry-1",
        round=1,
        seat=0,
        value=PadPoints(by="points", points=10, bonus=25, gift=24),
        replaces=("entry-0",),
        holder=0,
    ),
    Played(0, Rolled((1, 2), (1, 2, 3, 4, 5, 6))),
    Played(0, Scored((0, 1, 2, 3), 10, 15, 11)),
    Played(1, GiftAsked()),
    Played(0, Stopped()),
    Played(1, GiftDeclined()),
]


def name(value: object) -> str:
    return type(value.event if isinstance(value, Played) else value).__name__


@pytest.mark.parametrize("event", EXAMPLES, ids=name)
def test_an_event_is_read_as_it_was_written(event: TableEvent) -> None:
    assert read(write(event, STANDARD_DICE), STANDARD_DICE) == event


@pytest.mark.parametrize("event", EXAMPLES, ids=name)
def test_what_is_private_is_not_shown(event: TableEvent) -> None:
    shown = public(Entry(7, None, "now", event), STANDARD_DICE)
    assert shown is not None
    assert {"seq", "at", "event"} <= set(shown)
    assert SECRET not in str(shown)


def test_there_is_an_example_of_every_event() -> None:
    assert {type(event) for event in EXAMPLES} == set(get_args(TableEvent))
    private = {type(event) for event in EXAMPLES if SECRET in write(event, STANDARD_DICE)}
    assert private == {Created, Seated, Revealed, Started, SeatsMoved}


@pytest.mark.parametrize("event", get_args(TableEvent), ids=lambda event: event.__name__)
def test_every_field_declares_who_may_see_it(event: type) -> None:
    hints = get_type_hints(event, include_extras=True)
    for each in fields(event):
        declared = [mark for mark in getattr(hints[each.name], "__metadata__", ()) if isinstance(mark, Visibility)]
        assert len(declared) == 1, f"{event.__name__}.{each.name} is neither Public nor Private"


def test_what_is_not_declared_is_private() -> None:
    @dataclass(frozen=True)
    class Undeclared:
        event: str = "undeclared"
        seat: int = 0

    @dataclass(frozen=True)
    class HalfDeclared:
        event: Public[str] = "half-declared"
        seat: int = 0

    assert public(Entry(0, None, "now", cast(TableEvent, Undeclared())), STANDARD_DICE) is None
    assert public_fields(HalfDeclared) == {"event"}


def test_the_speed_of_an_earlier_log_is_a_changed_setting() -> None:
    text = '{"event": "speed", "speed": "slow"}'
    assert read(text, STANDARD_DICE) == SettingsChanged(event="speed", speed="slow")


@pytest.mark.parametrize(("version", "events"), [("0001", 23), ("0002", 23), ("0003", 15)])
def test_the_log_has_the_form_it_always_had(version: str, events: int) -> None:
    rows = (Path(__file__).parent / "databases" / f"{version}.sql").read_text("utf-8")
    bodies = [found.replace("''", "'") for found in re.findall(r"""INSERT INTO "event" .*,'({.*})'\);""", rows)]
    assert len(bodies) == events
    for body in bodies:
        if version == "0001" and json.loads(body)["event"] == "created":
            # Since then it holds who opened the table, and the settings have become more.
            continue
        before, now = json.loads(body), json.loads(write(read(body, STANDARD_DICE), STANDARD_DICE))
        if before["event"] == "created":
            # The settings may become more: those that are new say what was always so.
            added = {name: now["settings"].pop(name) for name in {*now["settings"]} - {*before["settings"]}}
            assert not any(added.values())
        assert {name: now[name] for name in before} == before
        assert {name: value for name, value in now.items() if value not in (None, [])}.keys() <= before.keys()
