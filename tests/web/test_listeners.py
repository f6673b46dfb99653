"""Listeners: places for those with a seat, and presence that does not drown everybody."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest
from fastapi import WebSocketDisconnect

from charidice.web.clock import real
from charidice.web.http import live
from charidice.web.models import Move
from charidice.web.refusals import WebRefused
from charidice.web.table import decide, presence, view
from charidice.web.table import room as room_module
from charidice.web.table.listeners import QUEUE_LIMIT, Listener, Listeners
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms

from ..waiting import eventually
from .servers import Browser, closing, news
from .test_rooms import two_people, with_rooms

NewBrowser = Callable[..., Browser]


def heard(listener: Listener) -> list[str | None]:
    """The messages that wait for a listener."""

    async def read() -> list[str | None]:
        return [await listener.next() for _ in range(len(listener._queue))]

    return asyncio.run(read())


def test_watchers_leave_places_for_everybody_with_a_seat(browser: NewBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "MOST_WATCHERS", 3)
    host, guest, *watchers = (browser() for _ in range(6))
    table = host.open_table("Lena", "link")["table"]
    guest.ask(f"/tables/{table}/join", code=host.join_code(table), name="Ola")
    with ExitStack() as sockets:
        assert news(sockets.enter_context(host.live(table)))["me"] == 0
        for watcher in watchers[:3]:
            assert news(sockets.enter_context(watcher.live(table)))["me"] is None
        assert closing(sockets.enter_context(watchers[3].live(table))) == live.TOO_MANY_MESSAGES
        for page in range(4):
            player = (host, guest)[page % 2]
            assert news(sockets.enter_context(player.live(table)))["me"] == page % 2


PAGE, OTHER = "a" * 32, "b" * 32


def test_an_answer_is_not_sent_to_its_page_once_more(browser: NewBrowser) -> None:
    host, watcher = browser(), browser()
    view = host.started("Lena", "Marko")
    table, seq = view["table"], view["seq"]
    with host.live(table, page=PAGE) as here, host.live(table, page=OTHER) as there, watcher.live(table) as beside:
        assert [news(each)["since"] for each in (here, there, beside)] == [-1] * 3
        rolled = host.moved(view, 0, "roll", page=PAGE)
        assert [news(each)["events"][0]["event"] for each in (there, beside)] == ["rolled"] * 2
        host.moved(rolled, 0, "roll", page=OTHER)
        for each, since in ((here, seq + 1), (beside, seq + 1)):
            assert (told := news(each))["since"] == since
            assert [event["seq"] for event in told["events"]] == [seq + 2]


def test_a_page_whose_move_is_refused_is_sent_what_happened_meanwhile(
    browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = browser()
    view = host.started("Lena", "Marko")
    decided = decide.move

    async def interrupted(rooms: Rooms, room: Room, *rest: object) -> None:
        await rooms.change(room, lambda room: decided(room, Move(**move)))
        raise WebRefused("recipient-may-ask", recipient=1)

    move = {"move_id": "from-another-page", "seq": view["seq"], "seat": 0, "action": "roll"}
    with host.live(view["table"], page=PAGE) as here:
        news(here)
        with monkeypatch.context() as interrupting:
            interrupting.setattr(Rooms, "move", interrupted)
            assert host.move(view, 0, "roll", page=PAGE).status_code == 409
        told = news(here)
        assert (told["since"], [event["event"] for event in told["events"]]) == (view["seq"], ["rolled"])
        # It is no longer left out.
        host.moved(told["view"], 0, "roll")
        assert news(here)["since"] == view["seq"] + 1


def test_who_left_before_the_start_watches_like_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "MOST_WATCHERS", 0)

    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        assert [room.has_place_for(holder) for holder in (0, 1, None)] == [True, True, False]
        await rooms.change(room, decide.leave, 1, by=1)
        assert [room.has_place_for(holder) for holder in (0, 1, None)] == [True, False, False]

    with_rooms(tmp_path, play)


def test_slow_listeners_are_dropped_and_no_others() -> None:
    listeners, slow, quick = Listeners(real), Listener(None), Listener(1)
    for listener in (slow, quick):
        listeners.add(listener)
    for number in range(QUEUE_LIMIT + 1):
        listeners.broadcast(str(number))
        assert heard(quick) == [str(number)]
    assert len(listeners) == 1
    assert heard(slow) == [None]
    assert listeners.holders() == {1}


def test_messages_are_pushed_at_once_and_none_overtakes_one_that_waits() -> None:
    pushed: list[str] = []
    can_push = True

    def push(message: str) -> bool:
        if can_push:
            pushed.append(message)
        return can_push

    async def read() -> None:
        nonlocal can_push
        listener = Listener(None, push)
        listener.send("1")
        can_push = False
        listener.send("2")
        can_push = True
        listener.send("3")
        assert [await listener.next(), await listener.next()] == ["2", "3"]
        listener.send("4")  # while "3" may be under way
        assert pushed == ["1"]
        assert await listener.next() == "4"
        waiting = asyncio.ensure_future(listener.next())
        await asyncio.sleep(0)
        listener.send("5")
        assert pushed == ["1", "5"]
        listener.close()
        assert await waiting is None

    asyncio.run(read())


def test_of_all_presence_messages_only_the_newest_waits_after_what_came_before() -> None:
    listeners, slow = Listeners(real), Listener(None)
    listeners.add(slow)
    for number in range(3 * QUEUE_LIMIT):
        listeners.broadcast_presence(f"presence {number}")
        if number % QUEUE_LIMIT == 0:
            listeners.broadcast(f"update {number}")
    assert heard(slow) == ["update 0", f"update {QUEUE_LIMIT}", f"update {2 * QUEUE_LIMIT}", "presence 191"]
    listeners.broadcast_presence("presence 191")
    assert heard(slow) == ["presence 191"]
    assert len(listeners) == 1


def test_many_who_come_at_once_are_one_message_and_watchers_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[Room] = []

    def presence_json(room: Room) -> str:
        worked_out.append(room)
        return view.presence_json(room)

    monkeypatch.setattr(presence, "presence_json", presence_json)
    monkeypatch.setattr(presence, "PRESENCE_SECONDS", 0.0)

    async def play(rooms: Rooms) -> None:
        room = await two_people(rooms)
        first = Listener(0)
        room.listeners.add(first)

        async def come(*others: int | None) -> None:
            for holder in others:
                room.listeners.add(Listener(holder))
                rooms.presence.changed(room)
            await eventually(lambda: not room.presence_is_due)

        await come(1, *[None] * 300)
        assert (worked_out.count(room), len(first._queue)) == (1, 1)
        assert await first.next() == room.last_presence
        await come(*[None] * 300)
        assert (worked_out.count(room), len(first._queue)) == (2, 0)

    with_rooms(tmp_path, play, heartbeat=3600.0)


@pytest.mark.parametrize(("holder", "changes"), [(None, 0), (1, 3)])
def test_a_reply_to_a_heartbeat_works_out_nothing_by_itself(tmp_path: Path, holder: int | None, changes: int) -> None:
    """With 200 watchers, each of whom replies, it would be worked out for 200 listeners 200 times."""
    replies = ["shown", "shown", "touched", "hidden", "hidden", "anything"]

    async def play(rooms: Rooms) -> None:
        room, listener = await two_people(rooms), Listener(holder)
        room.listeners.add(listener)
        page = AsyncMock(receive_text=AsyncMock(side_effect=[*replies, WebSocketDisconnect()]))
        rooms.presence.changed, room.presence = Mock(), Mock()  # type: ignore[method-assign]
        with pytest.raises(WebSocketDisconnect):
            await live._receive(page, rooms, room, listener)
        assert rooms.presence.changed.call_count == changes
        assert not room.presence.called

    with_rooms(tmp_path, play, heartbeat=3600.0)
