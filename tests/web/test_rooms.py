"""A table is the fold of its log; the room around it and all rooms of a server add nothing to what has happened."""

import ast
import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import pytest

from charidice.pad.entries import PadEntry
from charidice.rules import Roll, engine
from charidice.web.door.tokens import digest
from charidice.web.events import Entry
from charidice.web.models import ChangedSettings, Join, Move, NewEntry, NewTable
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.storage import Addition, LogConflict, Storage, timestamp
from charidice.web.table import changes, decide, presence
from charidice.web.table import rooms as rooms_module
from charidice.web.table import table as table_module
from charidice.web.table.entries import replayed
from charidice.web.table.listeners import Listener
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.table import Table
from charidice.web.table.view import message_json, presence_json, update_json

from .clocks import Calendar
from .servers import url_of

ANNA, BEN = digest("anna"), digest("ben")
NEW = NewTable.model_validate(
    {"seats": [{"who": "here", "name": "Anna"}, {"who": "link"}], "settings": {"start": "seat", "wait": 0}}
)


def with_rooms(database: str | Path, play: Callable[[Rooms], Coroutine[None, None, None]], **settings: float) -> None:
    """Lets a server play, with a database or a folder for one."""

    async def run() -> None:
        rooms = Rooms(Settings(url_of(database), **settings))  # type: ignore[arg-type]
        await rooms.open()
        try:
            await play(rooms)
        finally:
            await rooms.close()

    asyncio.run(run())


async def two_people(rooms: Rooms) -> Room:
    room = await rooms.create(decide.create(NEW, ANNA, "en"))
    await rooms.change(room, decide.join, Join(code=room.table.join_code, name="Ben"), BEN)
    return room


def state_of(table: Table) -> dict[str, object]:
    game = table.match and table.match.record
    return {name: value for name, value in vars(table).items() if name != "match"} | {"game": game}


def test_a_table_read_back_is_the_table_that_was_played(database: str) -> None:
    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        await rooms.change(room, decide.start)
        await rooms.change(room, decide.change_settings, ChangedSettings(speed="fast"))
        for number, action in enumerate(("roll", "decline", "roll")):
            move = {"move_id": f"move-{number:04}", "seq": room.table.seq, "seat": number % 2, "action": action}
            await rooms.move(room, Move.model_validate(move))
        code = await rooms.personal_link(room, 1)
        await rooms.move_here(room, code, ANNA)
        again = Table(room.table.id, room.table.seed)
        for entry in room.table.log:
            again.apply(entry)
        rooms._loaded.clear()
        read_back = (await rooms.get(room.table.id)).table
        assert read_back is not room.table
        assert state_of(read_back) == state_of(again) == state_of(room.table)
        assert read_back.browsers == {0: ANNA, 1: ANNA}

    with_rooms(database, play)


def test_the_view_of_every_moment_is_that_of_the_table_read_back(tmp_path: Path) -> None:
    """Its JSON is kept in parts: each is written anew when what it shows has changed."""
    settings = {"start": "seat", "wait": 0, "rounds": 2}
    here = [{"who": "here", "name": name} for name in ("Anna", "Ben")]

    async def play(rooms: Rooms) -> None:
        new = NewTable.model_validate({"seats": here, "settings": settings})
        room = await rooms.create(decide.create(new, ANNA, "en"))
        await rooms.change(room, decide.start)
        while room.table.stage != "over":
            stored = rooms.storage.load(room.table.id)
            assert stored
            assert update_json(room, -1) == update_json(Room(replayed(stored)), -1)
            assert room.table.match
            state = room.table.match.state
            what = {"action": "score", "dice": [*state.options[0].dice]} if state.turn.rolls else {"action": "roll"}
            seq = room.table.seq
            move = {"move_id": f"move-{seq:04}", "seq": seq, "seat": state.active, **what}
            await rooms.move(room, Move.model_validate(move))

    with_rooms(tmp_path, play, motion=False)


def test_a_move_is_checked_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Mock(side_effect=engine._PROBLEMS[Roll])
    monkeypatch.setitem(engine._PROBLEMS, Roll, checked)

    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        await rooms.change(room, decide.start)
        await rooms.move(room, Move(move_id="the-move", seq=room.table.seq, seat=0, action="roll"))
        assert room.table.match
        assert room.table.match.state.turn.rolls == 1
        checked.assert_called_once()

    with_rooms(database, play)


def test_events_have_the_date_of_the_servers_calendar(database: str) -> None:
    async def play() -> None:
        rooms = Rooms(Settings(url_of(database)), now=(calendar := Calendar()))
        await rooms.open()
        room = await two_people(rooms)
        assert room.table.log[-1].at == timestamp(calendar.now)
        await rooms.close()

    asyncio.run(play())


def test_rooms_without_listeners_leave_the_cache_and_are_read_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "CACHED_ROOMS", 4)

    async def play(rooms: Rooms) -> None:
        watched, idle, *_ = [await two_people(rooms) for _ in range(4)]
        watched.listeners.add(Listener(None))
        await two_people(rooms)
        assert watched.table.id in rooms._loaded
        assert idle.table.id not in rooms._loaded
        again = await rooms.get(idle.table.id)
        assert again is not idle
        assert state_of(again.table) == state_of(idle.table)

    with_rooms(database, play)


def test_nothing_happens_that_was_not_written(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move of seats is one commit: when that fails, seats, listeners, index and link are as before."""

    def fail(storage: Storage, additions: list[Addition]) -> list[LogConflict | None]:
        raise OSError("disk full")

    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        listener = Listener(1)
        room.listeners.add(listener)
        code = await rooms.personal_link(room, 1)
        before = state_of(room.table)
        with monkeypatch.context() as full:
            full.setattr(Storage, "append_many", fail)
            with pytest.raises(OSError, match="disk full"):
                await rooms.move_here(room, code, digest("phone"))
        assert state_of(room.table) == before
        assert not listener._queue
        assert [found.table.id for found in await rooms.recent(BEN)] == [room.table.id]
        await rooms.move_here(room, code, digest("phone"))
        assert room.table.browsers == {0: ANNA, 1: digest("phone")}
        assert await rooms.recent(BEN) == []
        assert len(room.listeners) == 0, "whoever had the seats comes back without them"
        with pytest.raises(WebRefused, match="wrong-code"):
            await rooms.move_here(room, code, digest("thief"))

    with_rooms(database, play)


def test_what_another_process_wrote_is_read_before_anything_else_happens(database: str) -> None:
    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        other = Rooms(rooms.settings)
        await other.change(await other.get(room.table.id), decide.start)
        with pytest.raises(WebRefused, match="already-started"):
            await rooms.change(room, decide.rename, 1, "Bob")
        assert room.table.stage == "playing"
        assert await rooms.get(room.table.id) is room
        await other.close()

    with_rooms(database, play)


def test_a_heartbeat_is_written_once_for_all_who_listen(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()
    monkeypatch.setattr(presence, "presence_json", lambda room: json.dumps(next(numbers)))

    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        listeners = [Listener(None) for _ in range(5)]
        for listener in listeners:
            room.listeners.add(listener)
        for _ in range(2):
            heard = await asyncio.gather(*(listener.next() for listener in listeners))
            assert len(set(heard)) == 1

    with_rooms(database, play, heartbeat=0.01)


def assert_current(room: Room) -> None:
    """What is sent, put together from parts that are kept, is what a new room sends, which has kept none."""
    new = Room(room.table)
    new.listeners = room.listeners
    assert json.loads(update_json(room, -1)) == json.loads(update_json(new, -1))


def test_the_view_that_is_sent_is_the_view_of_the_table_at_every_event(database: str) -> None:
    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        table = room.table

        def compare() -> None:
            assert_current(room)

        async def move(seat: int, action: str, **more: object) -> None:
            sent = {"move_id": f"move-id-{table.seq}", "seq": table.seq, "seat": seat, "action": action, **more}
            await rooms.move(room, Move.model_validate(sent))
            compare()

        compare()
        await rooms.change(room, decide.start)
        while table.stage != "over":
            assert table.match
            seat = table.match.state.active
            await move(seat, "roll")
            if table.match.state.round == 2:
                await move(table.match.state.recipient, "ask")
            dice = [*table.match.state.options[0].dice]
            await move(seat, "score", dice=dice)
            if table.match.state.round == 3 and table.stage == "playing":
                await move(seat, "undo")
                await rooms.change(room, decide.change_settings, ChangedSettings(speed="fast"))
                compare()
                room.listeners.add(Listener(1))
                compare()
                await move(seat, "score", dice=dice)
        compare()

    with_rooms(database, play, heartbeat=1000)


def test_the_pad_that_is_sent_is_the_pad_at_every_entry(database: str) -> None:
    seats = [{"who": "here", "name": name} for name in ("Anna", "Ben")]
    new = NewTable.model_validate({"seats": seats, "settings": {"pad": True, "rounds": 3, "start": "seat"}})

    async def play(rooms: Rooms) -> None:
        room = await rooms.create(decide.create(new, ANNA, "en"))
        await rooms.change(room, decide.start)
        pad = room.table.pad
        assert pad

        async def enter(round_: int, seat: int, replaces: Sequence[PadEntry] = (), **more: object) -> None:
            value = {"by": "points", "points": 10, "bonus": 0, "gift": 11, **more}
            sent = {"entry": f"entry-id-{len(pad.entries):08}", "round": round_, "seat": seat, "value": value}
            replaced = [entry.id for entry in replaces]
            await rooms.enter(room, NewEntry.model_validate({**sent, "replaces": replaced}), lambda: 0)
            assert_current(room)

        def complained() -> set[tuple[int, int]]:
            return {(turn.round, turn.seat) for turn in pad.turns if turn.complaints}

        await enter(2, 1, asked=True, gift=22)
        await enter(1, 1, asked=True, gift=22)
        assert complained() == {(2, 1)}, "the gift was asked for twice"
        await enter(1, 1, points=50)
        assert complained() == set(), "nobody knows yet"
        await enter(1, 1, replaces=[*pad.turn(1, 1).standing])
        await enter(1, 0, points=49)
        assert complained() == {(1, 0)}, "49 points without a bonus"
        for turn in ((2, 0), (3, 1)):
            await enter(*turn)
        assert not pad.is_over
        await enter(3, 0)
        assert room.table.stage == "over"

    with_rooms(database, play, heartbeat=1000)


def test_nothing_is_written_for_a_room_without_listeners(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Mock(side_effect=message_json)
    monkeypatch.setattr(changes, "message_json", written)

    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        assert not written.called
        room.listeners.add(Listener(0))
        await rooms.change(room, decide.start)
        assert written.called

    with_rooms(database, play)


def test_who_is_there_is_told_in_one_form_and_worked_out_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        room.listeners.add(Listener(0))
        told = json.loads(presence_json(room))
        worked_out = Mock(side_effect=room.presence)
        monkeypatch.setattr(room, "presence", worked_out)
        view = json.loads(update_json(room, -1))["view"]
        assert worked_out.call_count == 1
        assert view["hosts"] == told["hosts"]
        for seat, there in zip(view["seats"], told["seats"], strict=True):
            assert seat | there == seat
            assert there["online"] == (seat["name"] == "Anna")

    with_rooms(database, play)


def test_a_table_knows_no_clock_no_lock_and_nobody_who_listens() -> None:
    around = {"asyncio", "time", "json", "listeners", "room", "rooms", "bots", "view", "store"}
    code = ast.parse(Path(table_module.__file__).read_text("utf-8"))
    modules = [node.module or "" for node in ast.walk(code) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(code) if isinstance(node, ast.Import) for alias in node.names]
    assert not around & {part for module in modules for part in module.split(".")}


def test_an_event_out_of_turn_is_not_applied() -> None:
    table, opening = Table("t", bytes(32)), decide.create(NEW, ANNA, "en")
    table.apply(Entry(0, None, "now", opening))
    before = state_of(table)
    with pytest.raises(AssertionError):
        table.apply(Entry(0, None, "now", opening))
    assert state_of(table) == before


def test_a_key_sent_twice_at_once_opens_one_table(tmp_path: Path) -> None:
    async def play(rooms: Rooms) -> None:
        created = decide.create(NEW, ANNA, "en")
        found = await asyncio.gather(*(rooms.create(created, "here", "a-key-of-mine") for _ in range(3)))
        assert len({room.table.id for room in found}) == 1
        assert [room.table.id for room in await rooms.recent(ANNA)] == [found[0].table.id]

    with_rooms(tmp_path, play)
