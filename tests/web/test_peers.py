"""Several processes serve the tables of one PostgreSQL database; here each is a `Rooms` of one event loop."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import func, make_url, select

from charidice.rules.engine import evolve, new_game
from charidice.rules.moves import AskGift, DeclineGift, Rolled, Scored
from charidice.rules.strict import Node
from charidice.web.app import create_app
from charidice.web.door.tokens import digest
from charidice.web.metrics import CONFLICTS
from charidice.web.models import Join, Move, NewTable
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store import peers
from charidice.web.store.peers import CHANNEL, LONGEST_NOTICE, Message, _notices
from charidice.web.store.storage import Storage, StoredEvent
from charidice.web.store.writer import Writer
from charidice.web.table import cleaning, decide, room, rooms
from charidice.web.table.bots import Bots, Choice
from charidice.web.table.cleaning import Cleaning
from charidice.web.table.listeners import SHOWN, TOUCHED, Listener
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.thinking import choose

from ..waiting import PATIENCE, eventually
from .chaos import CUT
from .postgres import Postgres
from .servers import Browser, done, serving

ANNA, BEN = digest("anna"), digest("ben")
Play = Callable[..., Coroutine[None, None, None]]


def new_table(*bots: str, **settings: object) -> NewTable:
    seats = [{"who": "here", "name": "Anna"}, *({"who": "bot", "bot": bot} for bot in bots)]
    if not bots:
        seats.append({"who": "link"})
    return NewTable.model_validate({"seats": seats, "settings": {"start": "seat", "wait": 0, **settings}})


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    with postgres.new_database() as url:
        yield url


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "POLL_SECONDS", 0.05)


def with_processes(database: str, play: Play, number: int = 3, **settings: Any) -> None:
    async def run() -> None:
        chosen = {"pace": 0.0, "motion": False, "heartbeat": 0.05, **settings}
        processes = [Rooms(Settings(database, **chosen)) for _ in range(number)]
        for process in processes:
            await process.open()
        try:
            await play(*processes)
        finally:
            for process in processes:
                await process.close()

    asyncio.run(run())


async def everywhere(processes: tuple[Rooms, ...], new: NewTable) -> list[Room]:
    """The rooms of a new game for two, one at each process."""
    first = await processes[0].create(decide.create(new, ANNA, "en"))
    if any(seat.is_open for seat in first.table.seats):
        await processes[0].change(first, decide.join, Join(code=first.table.join_code, name="Ben"), BEN)
    found = [await process.get(first.table.id) for process in processes]
    await processes[0].change(first, decide.start)
    await eventually(lambda: all(each.table.match for each in found))
    return found


def move(seq: int, number: int = 0, seat: int = 0, **what: object) -> Move:
    return Move.model_validate({"move_id": f"move-{number:04}", "seq": seq, "seat": seat, "action": "roll", **what})


async def heard(listener: Listener, kind: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await listener.next() or "{}")
            if message["type"] == kind:
                return message


def test_what_happens_at_one_process_is_heard_at_all(database: str) -> None:
    async def play(*processes: Rooms) -> None:
        here, there, other = await everywhere(processes, new_table())
        listener = Listener(None)
        there.listeners.add(listener)
        await processes[0].move(here, move(here.table.seq))
        update = await heard(listener, "update")
        assert [event["event"] for event in update["events"]] == ["rolled"]
        assert update["view"]["seq"] == here.table.seq == there.table.seq
        await processes[1].move(there, move(there.table.seq, 1, 1, action="ask"))
        await eventually(lambda: here.table.seq == other.table.seq == there.table.seq)
        assert here.table.log == there.table.log == other.table.log

    with_processes(database, play)


def test_the_same_move_sent_ten_times_to_three_processes_is_made_once(database: str) -> None:
    async def play(*processes: Rooms) -> None:
        found = await everywhere(processes, new_table())
        seq = found[0].table.seq
        sent = [
            process.move(each, move(seq)) for _ in range(10) for process, each in zip(processes, found, strict=True)
        ]
        await asyncio.gather(*sent)
        stored = processes[0].storage.load(found[0].table.id)
        assert stored
        assert [event.seq for event in stored.events] == [*range(seq + 2)]
        await eventually(lambda: all(each.table.seq == seq + 1 for each in found))

    with_processes(database, play)


def test_of_two_moves_for_one_seq_one_wins_and_the_other_gets_the_missing_event(database: str) -> None:
    async def play(*processes: Rooms) -> None:
        found = await everywhere(processes, new_table())
        seq = found[0].table.seq
        sent = [
            process.move(each, move(seq, number))
            for number, (process, each) in enumerate(zip(processes, found, strict=True))
        ]
        conflicts = CONFLICTS._value.get()
        outcomes = await asyncio.gather(*sent, return_exceptions=True)
        assert sorted(map(type, outcomes), key=str) == [type(None), WebRefused, WebRefused]
        assert CONFLICTS._value.get() > conflicts
        for outcome, each in zip(outcomes, found, strict=True):
            if isinstance(outcome, WebRefused):
                assert outcome.code == "stale"
                assert [event["event"] for event in each.table.events_since(seq)] == ["rolled"]

    with_processes(database, play)


def test_a_bots_turn_is_played_by_one_process(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choosing: list[tuple[Bots, int]] = []
    choose = Bots._choose

    async def noted(bots: Bots, here: Room, node: Node) -> Choice:
        if not node.asking:
            choosing.append((bots, here.table.seq))
        return await choose(bots, here, node)

    monkeypatch.setattr(Bots, "_choose", noted)

    async def play(*processes: Rooms) -> None:
        found = await everywhere(processes, new_table("sparrow", "sparrow", first=1, rounds=1))
        await eventually(lambda: all(each.table.awaited == 2 for each in found))
        assert len({bots for bots, _ in choosing}) == 1
        assert len(choosing) == len({seq for _, seq in choosing})
        assert found[0].table.log == found[1].table.log == found[2].table.log

    with_processes(database, play)


def test_a_bot_decides_once_however_many_processes_ask_it(database: str) -> None:
    async def play(*processes: Rooms) -> None:
        found = await everywhere(processes, new_table("sparrow"))
        chances = []
        for number in range(2):
            here = found[number]
            await processes[number].move(here, move(here.table.seq, number))
            await eventually(lambda: len({each.table.seq for each in found}) == 1)
            assert len({each.table.chance_of(1) for each in found}) == 1
            chances.append(here.table.chance_of(1))
        assert chances[0] != chances[1]

    with_processes(database, play)
    node = Node.of(evolve(new_game(2), Rolled((), (1, 2, 3, 4, 5, 6))))
    answers = [[choose("sparrow", node, bytes([chance])) for chance in range(100)] for _ in range(2)]
    assert answers[0] == answers[1]
    assert {*answers[0]} == {AskGift(), DeclineGift()}


def test_a_bots_turn_is_taken_over_from_a_process_that_is_gone(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(first: Rooms, second: Rooms) -> None:
        paused, pausing = asyncio.Event(), list[Room]()

        def pause(here: Room, _: float) -> float:
            pausing.append(here)
            return 0.0 if paused.is_set() else 3600.0

        monkeypatch.setattr(room.Room, "pause", pause)
        found = await everywhere((first, second), new_table("sparrow", first=1, rounds=1))
        # Only the process that has the lease gets as far as a pause.
        playing, *_ = await eventually(lambda: pausing)
        gone, left = (first, second) if playing is found[0] else (second, first)
        # What kill -9 does: nothing is said, and the connections end.
        for task in (*gone._tasks._running, *gone._peers._tasks):  # type: ignore[attr-defined]
            task.cancel()
        await gone._peers._leases.close()  # type: ignore[attr-defined]
        paused.set()
        here = await left.get(found[0].table.id)
        await eventually(lambda: here.table.awaited == 1)
        assert isinstance(here.table.just_played, Scored)

    with_processes(database, play, number=2)


def test_old_tables_are_deleted_by_one_process_at_a_time_and_by_another_when_it_dies(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleaning, "TURN_SECONDS", 0.01)
    cleaned = AsyncMock()
    monkeypatch.setattr(Cleaning, "_clean", cleaned)

    async def run() -> None:
        cleans, waits = peers.peers_of(database), peers.peers_of(database)
        assert await cleans.lease("cleaning")
        tried = AsyncMock(side_effect=waits.lease)
        monkeypatch.setattr(waits, "lease", tried)
        writer = Writer(Storage(database))
        turn = asyncio.ensure_future(Cleaning(Settings(database), writer, waits).clean())
        await eventually(lambda: tried.await_count > 1)
        cleaned.assert_not_awaited()
        # As with kill -9: the connection ends.
        await cleans.close()
        await turn
        cleaned.assert_awaited_once()
        await waits.close()
        await writer.close()

    asyncio.run(run())


def test_events_whose_notice_was_lost_are_found(
    database: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("charidice.web.store.peers._notices", lambda *_: [])

    async def play(*processes: Rooms) -> None:
        here, there, other = await everywhere(processes, new_table())
        await processes[0].move(here, move(here.table.seq))
        await eventually(lambda: there.table.seq == other.table.seq == here.table.seq)

    with_processes(database, play)


async def no_poll(_: Rooms) -> None:
    """Only notices count."""


def test_all_tables_that_are_behind_are_read_together(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rooms, "_poll", no_poll)
    monkeypatch.setattr("charidice.web.store.peers._notices", lambda *_: [])
    queries: list[int] = []
    events_after = Storage.events_after

    def noted(storage: Storage, seqs: list[tuple[str, int]]) -> list[list[StoredEvent] | None]:
        queries.append(len(seqs))
        return events_after(storage, seqs)

    async def play(first: Rooms, second: Rooms) -> None:
        created = [await first.create(decide.create(new_table("sparrow"), ANNA, "en")) for _ in range(5)]
        behind = [await second.get(here.table.id) for here in created]
        for here in created:
            await first.change(here, decide.start)
        monkeypatch.setattr(Storage, "events_after", noted)
        for here in created:
            second.on_event(here.table.id, here.table.seq)
        await eventually(lambda: all(room.table.match for room in behind))
        assert queries == [len(created)]

    with_processes(database, play, number=2)


def test_what_others_did_is_applied_after_what_is_being_decided_here(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(first: Rooms, second: Rooms) -> None:
        here, there = await everywhere((first, second), new_table())
        seq, followed = there.table.seq, asyncio.Event()
        follow = second._follow

        async def noted(room: Room) -> None:
            followed.set()
            await follow(room)

        monkeypatch.setattr(second, "_follow", noted)
        async with there.lock:
            await first.move(here, move(seq))
            await asyncio.wait_for(followed.wait(), PATIENCE)
            assert there.table.seq == seq
        await eventually(lambda: there.table.log == here.table.log)

    with_processes(database, play, number=2)


async def reactions_cross(sender: Rooms, here: Room, there: Room) -> None:
    listener = Listener(None)
    there.listeners.add(listener)

    def is_heard() -> bool:
        sender.publish(here, {"type": "reaction", "seat": 0, "reaction": "clap"})
        return any("reaction" in (message or "") for message in listener._queue)

    await eventually(is_heard)


def test_a_connection_for_notices_that_is_cut_is_opened_again(
    database: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(*processes: Rooms) -> None:
        here, there, _ = await everywhere(processes, new_table())
        postgres.run(CUT)
        monkeypatch.setattr(Rooms, "_poll", no_poll)
        await reactions_cross(processes[0], here, there)

    with_processes(database, play)


def test_what_happens_soon_after_a_notice_shares_the_next(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[list[tuple[str, int]]] = []
    pausing, over = asyncio.Event(), asyncio.Event()
    passing = asyncio.sleep

    def noted(sender: str, events: list[tuple[str, int]], messages: list[tuple[str, Message]]) -> list[str]:
        sent.append(events)
        return _notices(sender, events, messages)

    async def pause(seconds: float) -> None:
        if seconds == peers.NOTICE_PAUSE:
            pausing.set()
            await over.wait()
        else:
            await passing(seconds)

    monkeypatch.setattr(peers, "NOTICE_PAUSE", 3.25)
    monkeypatch.setattr(peers, "_notices", noted)
    monkeypatch.setattr(asyncio, "sleep", pause)

    async def play(process: Rooms) -> None:
        process._peers.publish_event("a", 0)
        await eventually(pausing.is_set)
        process._peers.publish_event("b", 1)
        await passing(0)
        process._peers.publish_event("c", 2)
        assert sent == [[("a", 0)]]
        over.set()
        await eventually(lambda: len(sent) > 1)
        assert sent == [[("a", 0)], [("b", 1), ("c", 2)]]

    with_processes(database, play, number=1, heartbeat=3600.0)


@pytest.mark.parametrize("payload", ["hello", "[]", '["me", [], [["table", {"type": "unheard of"}]]]'])
def test_a_notice_that_cannot_be_read_is_ignored(database: str, payload: str) -> None:
    async def play(first: Rooms, second: Rooms) -> None:
        here, there = await everywhere((first, second), new_table())
        with first.storage.writing() as connection:
            connection.execute(select(func.pg_notify(CHANNEL, payload)))
        await reactions_cross(first, here, there)

    with_processes(database, play, number=2)


def test_presence_is_that_of_all_processes(database: str) -> None:
    async def play(first: Rooms, second: Rooms) -> None:
        here, there = await everywhere((first, second), new_table(away=15))
        listener = Listener(1)
        there.listeners.add(listener)
        there.listeners.receive(listener, SHOWN)
        there.listeners.receive(listener, TOUCHED)
        second.presence.changed(there)
        await eventually(lambda: here.presence()["seats"][1]["online"])
        assert here.listeners.gone_since(1) is None
        assert here.listeners.touched_at(1) > here.listeners._began
        there.listeners.remove(listener)
        second.presence.changed(there)
        await eventually(lambda: not here.presence()["seats"][1]["online"])
        assert here.listeners.gone_since(1) is not None

    with_processes(database, play, number=2)


def test_whoever_was_at_a_process_that_is_gone_is_not_there(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charidice.web.table.listeners.PEER_TIMEOUT", 0.5)

    async def play(first: Rooms, second: Rooms) -> None:
        here, there = await everywhere((first, second), new_table())
        listener = Listener(1)
        there.listeners.add(listener)
        there.listeners.receive(listener, SHOWN)
        await eventually(lambda: 1 in here.listeners.holders())
        for task in (*second._tasks._running, *second._peers._tasks):  # type: ignore[attr-defined]
            task.cancel()
        await eventually(lambda: 1 not in here.listeners.holders())
        assert here.listeners.gone_since(1) is not None

    with_processes(database, play, number=2)


def test_reactions_considering_and_skipping_cross_processes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    skipped: list[Room] = []
    monkeypatch.setattr(Room, "skip", lambda here: skipped.append(here))

    async def play(first: Rooms, second: Rooms) -> None:
        here, there = await everywhere((first, second), new_table(wait=30))
        listener = Listener(None)
        there.listeners.add(listener)
        first.publish(here, {"type": "reaction", "seat": 1, "reaction": "clap"})
        assert (await heard(listener, "reaction"))["seat"] == 1
        first.publish(here, {"type": "considering", "seat": 1, "considering": True})
        await heard(listener, "wait")
        assert there.priority_seconds > 0
        first.publish(here, {"type": "skip"})
        await eventually(lambda: there in skipped)
        assert skipped == [here, there]

    with_processes(database, play, number=2)


def test_any_process_answers_any_request_as_if_it_had_known_all_along(database: str) -> None:
    with ExitStack() as stack:
        # No notices and no looking: what is not yet known is asked for.
        stack.enter_context(pytest.MonkeyPatch.context()).setattr(Rooms, "on_event", lambda *_: None)
        stack.enter_context(pytest.MonkeyPatch.context()).setattr(rooms, "POLL_SECONDS", 3600)
        settings = Settings(database, messages=10_000, heartbeat=3600.0)
        first, second = (
            f"http://127.0.0.1:{stack.enter_context(serving(create_app(settings), settings))}" for _ in range(2)
        )
        lena, ola = stack.enter_context(Browser(first)), stack.enter_context(Browser(second))
        table = lena.open_table("Lena", "link")["table"]
        assert ola.view(table)["seats"][1]["name"] is None
        code = done(lena.get(f"/tables/{table}/invitation"))["join"].rpartition("=")[2]
        ola.client.base_url = first
        ola.ask(f"/tables/{table}/join", code=code, name="Ola")
        ola.client.base_url = second
        assert ola.ask(f"/tables/{table}/seats/1/name", name="Ola 2")["view"]["seats"][1]["name"] == "Ola 2"
        view = lena.ask(f"/tables/{table}/start")["view"]
        view = lena.moved(view, 0, "roll")
        lena.client.base_url = second
        assert lena.moved(view, 0, "roll", keep=[0])["game"]["rolls"] == 2
        assert lena.move(view, 0, "roll").json()["error"]["code"] == "stale"


def test_what_waits_while_there_is_no_connection_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "MOST_MESSAGES", 3)
    waiting = peers.Peers(make_url("postgresql://nobody@nowhere/nothing"))
    for number in range(100):
        waiting.publish(f"table-{number}", {"type": "skip"})
        waiting.publish_event("table", number)
    assert [table for table, _ in waiting._messages] == ["table-97", "table-98", "table-99"]
    assert waiting._events == {"table": 99}


@pytest.mark.parametrize("number", [0, 1, 3000])
def test_notices_are_as_long_as_postgresql_takes_them(number: int) -> None:
    events = [(f"table-{each:010}", each) for each in range(number)]
    messages: list[tuple[str, Message]] = [(table, {"type": "skip"}) for table, _ in events]
    notices = _notices("sender", events, messages)
    assert all(len(notice) <= LONGEST_NOTICE for notice in notices)
    read = [json.loads(notice) for notice in notices]
    assert [tuple(event) for _, events, _ in read for event in events] == events
    assert [(table, message) for _, _, messages in read for table, message in messages] == messages
