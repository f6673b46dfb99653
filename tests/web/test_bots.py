"""Bots think while their table goes on, decide before others act, and survive a database that does not."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from charidice.rules import AskGift, DeclineGift, Node, Roll
from charidice.web.jobs.coaching import ask_if_sure
from charidice.web.jobs.worker import Worker
from charidice.web.models import ChangedSettings, Move, NewTable
from charidice.web.refusals import WebRefused
from charidice.web.store import engine
from charidice.web.table import bots, decide, thinking
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms

from ..waiting import PATIENCE, until
from .test_rooms import ANNA, with_rooms

PERSON, FOX = {"who": "here", "name": "Anna"}, {"who": "bot", "bot": "fox"}


class Thinker:
    """Thinks until it is told what to think; keeps the decisions it was asked for."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[Node] = SimpleQueue()
        self.answers: SimpleQueue[object] = SimpleQueue()

    def __call__(self, _: object, node: Node, __: object) -> object:
        self.asked.put(node)
        # Longer than anybody waits for it.
        return self.answers.get(timeout=2 * PATIENCE)

    async def question(self) -> Node:
        """The decision that is being thought about."""
        return await asyncio.to_thread(self.asked.get, True, PATIENCE)


@pytest.fixture
def fox(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    thinker = Thinker()
    monkeypatch.setattr(thinking, "choose", thinker)
    yield thinker
    # No thread stays behind.
    for _ in range(bots.THREADS):
        thinker.answers.put(None)


async def started(rooms: Rooms, *seats: dict[str, str], **settings: object) -> Room:
    new = {"seats": list(seats), "settings": {"start": "seat", "wait": 0, **settings}}
    room = await rooms.create(decide.create(NewTable.model_validate(new), ANNA, "en"))
    await rooms.change(room, decide.start)
    return room


def move(rooms: Rooms, room: Room, action: str, later: int = 0, **more: object) -> "asyncio.Task[None]":
    seq = room.table.seq + later
    body = {"move_id": f"move-{action}-{seq}", "seq": seq, "seat": 0, "action": action, **more}
    return asyncio.ensure_future(rooms.move(room, Move.model_validate(body)))


def events(room: Room) -> list[str]:
    kinds = (entry.event.event for entry in room.table.log)
    return [kind if isinstance(kind, str) else type(kind).__name__ for kind in kinds]


def test_a_table_goes_on_while_its_bot_thinks(tmp_path: Path, fox: Thinker) -> None:
    async def play(rooms: Rooms) -> None:
        room = await started(rooms, PERSON, FOX)
        rolled = move(rooms, room, "roll")
        await fox.question()
        async with asyncio.timeout(PATIENCE):
            await rooms.change(room, decide.change_settings, ChangedSettings(speed="fast"))
        assert events(room)[-2:] == ["Rolled", "settings"]
        fox.answers.put(AskGift())
        await fox.question()
        assert events(room)[-1] == "settings", "what was chosen at one seq is not played at another"
        fox.answers.put(AskGift())
        await rolled
        assert events(room)[-1] == "GiftAsked", "but nobody is cut short by setting the speed"

    with_rooms(tmp_path, play)


def test_nobody_acts_before_a_bot_has_decided_whether_to_ask(tmp_path: Path, fox: Thinker) -> None:
    async def play(rooms: Rooms) -> None:
        room = await started(rooms, PERSON, FOX)
        rolled = move(rooms, room, "roll")
        # Sent blindly, before the answer to the first roll.
        again = move(rooms, room, "roll", later=1)
        await fox.question()
        fox.answers.put(AskGift())
        await rolled
        with pytest.raises(WebRefused, match="stale"):
            await again
        assert events(room)[-2:] == ["Rolled", "GiftAsked"]

    with_rooms(tmp_path, play)


def test_whoever_moved_hears_the_answer_with_it_and_moves_on_after_a_no(tmp_path: Path, fox: Thinker) -> None:
    async def play(rooms: Rooms) -> None:
        room = await started(rooms, PERSON, FOX)
        rolled = move(rooms, room, "roll")
        await fox.question()
        assert not rolled.done()
        fox.answers.put(DeclineGift())
        await rolled
        again = move(rooms, room, "roll")
        node = await fox.question()
        assert (node.state.turn.rolls, node.player) == (2, 1), "after its no it is asked again only after the next roll"
        fox.answers.put(DeclineGift())
        await again

    with_rooms(tmp_path, play)


def test_a_bot_thinks_anew_when_it_is_asked_for_the_gift_meanwhile(tmp_path: Path, fox: Thinker) -> None:
    async def play(rooms: Rooms) -> None:
        room = await started(rooms, FOX, PERSON)
        before = await fox.question()
        async with asyncio.timeout(PATIENCE):
            await move(rooms, room, "ask", seat=1)
        fox.answers.put(Roll())
        after = await fox.question()
        assert events(room)[-1] == "GiftAsked"
        assert after.state.turn.asked
        assert not before.state.turn.asked
        fox.answers.put(Roll())
        await fox.question()
        assert events(room)[-1] == "Rolled"

    with_rooms(tmp_path, play, pace=0.0)


class SlowCoach(Worker):
    """Thinks until it is told what to say."""

    def __init__(self) -> None:
        super().__init__(0, 1.0)
        self.thinks, self.says = asyncio.Event(), asyncio.Event()

    async def run(self, *_: object) -> None:  # type: ignore[override]
        self.thinks.set()
        await self.says.wait()


def question(room: Room) -> Move:
    return Move(move_id="question", seq=room.table.seq, seat=0, action="roll")


async def rolled(rooms: Rooms) -> Room:
    """A table with a tutor, after the first roll: there is something to decide."""
    room = await started(rooms, PERSON, {"who": "here", "name": "Ben"}, hints="tutor", wait=0)
    await rooms.move(room, Move(move_id="first-roll", seq=room.table.seq, seat=0, action="roll"))
    return room


def test_a_table_goes_on_while_the_tutor_thinks(tmp_path: Path) -> None:
    async def play(rooms: Rooms) -> None:
        coach = SlowCoach()
        room = await rolled(rooms)
        rolling = question(room)
        asked = asyncio.ensure_future(ask_if_sure(coach, room, rolling, "en"))
        await coach.thinks.wait()
        await rooms.change(room, decide.change_settings, ChangedSettings(speed="slow"))
        coach.says.set()
        await asked
        with pytest.raises(WebRefused, match="stale"):
            await rooms.move(room, rolling)

    with_rooms(tmp_path, play)


def test_no_move_waits_for_a_tutor_who_is_busy(tmp_path: Path) -> None:
    async def play(rooms: Rooms) -> None:
        coach = SlowCoach()
        coach.stop()
        room = await rolled(rooms)
        await ask_if_sure(coach, room, question(room), "en")
        assert not coach.thinks.is_set()

    with_rooms(tmp_path, play)


def test_the_first_roll_of_a_turn_does_not_wait_for_the_tutor_who_gets_ready_meanwhile(tmp_path: Path) -> None:
    async def play(rooms: Rooms) -> None:
        coach = SlowCoach()
        room = await started(rooms, PERSON, {"who": "here", "name": "Ben"}, hints="tutor")
        await asyncio.wait_for(ask_if_sure(coach, room, question(room), "en"), PATIENCE)
        await coach.thinks.wait()
        coach.says.set()

    with_rooms(tmp_path, play)


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[sqlite3.Connection]:
    """Another program's connection, to lock the database with; nobody waits for it."""
    monkeypatch.setattr(engine, "BUSY_MS", 0)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        yield connection


def test_a_bot_tries_again_until_the_database_is_free(
    tmp_path: Path, fox: Thinker, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "RETRY_SECONDS", (0.0,) * 3)

    async def play(rooms: Rooms) -> None:
        room = await started(rooms, FOX, PERSON)
        await fox.question()
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            fox.answers.put(Roll())
            await fox.question()
            assert events(room)[-1] == "started"
        other.rollback()
        fox.answers.put(Roll())
        await fox.question()
        assert events(room)[-1] == "Rolled"

    with_rooms(tmp_path, play, pace=0.0)


def test_a_bot_that_gave_up_goes_on_when_somebody_comes_to_the_table(
    tmp_path: Path, fox: Thinker, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "RETRY_SECONDS", ())

    async def play(rooms: Rooms) -> None:
        room = await started(rooms, FOX, PERSON)
        await fox.question()
        other.execute("BEGIN IMMEDIATE")
        fox.answers.put(Roll())
        await asyncio.to_thread(until, lambda: not room.bots_at_work)
        other.rollback()
        await rooms.get(room.table.id)
        await fox.question()
        assert events(room)[-1] == "started"

    with_rooms(tmp_path, play, pace=0.0)


def test_a_move_is_acknowledged_though_the_bot_cannot_ask_yet(
    tmp_path: Path, fox: Thinker, other: sqlite3.Connection
) -> None:
    async def play(rooms: Rooms) -> None:
        room = await started(rooms, PERSON, FOX)
        rolled = move(rooms, room, "roll")
        await fox.question()
        other.execute("BEGIN IMMEDIATE")
        fox.answers.put(AskGift())
        await rolled
        await fox.question()
        other.rollback()
        fox.answers.put(AskGift())
        await asyncio.to_thread(until, lambda: not room.bots_at_work)
        assert events(room)[-2:] == ["Rolled", "GiftAsked"]

    with_rooms(tmp_path, play)
