"""A table is the fold of its log; the room around it and all rooms of a server add nothing to what has happened."""

import ast
import asyncio
import json
from collections.abc import Callable, Coroutine
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import pytest
from pydantic_core import to_json

from charidice.web.door.tokens import digest
from charidice.web.events import Entry
from charidice.web.models import ChangedSettings, Join, Move, NewTable
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.storage import Addition, LogConflict, Storage
from charidice.web.table import decide, presence
from charidice.web.table import rooms as rooms_module
from charidice.web.table import table as table_module
from charidice.web.table.listeners import Listener
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.table import Table
from charidice.web.table.view import presence_json, table_view, update_json

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
        for number, action in enumerate(("roll", "pass", "roll")):
            move = {"move_id": f"move-{number:04}", "seq": room.table.seq, "seat": number % 2, "action": action}
            await rooms.move(room, Move.model_validate(move), "en")
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


def test_the_view_that_is_sent_is_the_view_of_the_table_at_every_event(database: str) -> None:
    """Its JSON is put together from parts that are kept as long as they hold."""

    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        table = room.table

        def compare() -> None:
            view = json.loads(update_json(room, table.seq - 1, type="update"))["view"]
            assert view == json.loads(to_json(table_view(room)))

        async def move(seat: int, action: str, **more: object) -> None:
            sent = {"move_id": f"move-id-{table.seq}", "seq": table.seq, "seat": seat, "action": action, **more}
            await rooms.move(room, Move.model_validate(sent), "en")
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


def test_nothing_is_written_for_a_room_without_listeners(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Mock(side_effect=update_json)
    monkeypatch.setattr(rooms_module, "update_json", written)

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
