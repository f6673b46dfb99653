"""A bot stands in for those who are away, never for somebody who is at the table."""

import pytest

from charidice.rules import Roll
from charidice.web.events import BotPlays, Created, Entry, Played, Seat, Seated, SeatsMoved, Started, TableEvent
from charidice.web.models import TableSettings
from charidice.web.refusals import WebRefused
from charidice.web.table import decide
from charidice.web.table.listeners import Listener
from charidice.web.table.room import REPORT_SECONDS, Room
from charidice.web.table.table import Table

from .clocks import Clock

AWAY = 60


@pytest.fixture
def clock() -> Clock:
    return Clock()


def happens(room: Room, event: TableEvent) -> None:
    room.apply(Entry(room.table.seq + 1, None, "now", event))


def lobby(clock: Clock, *people: Seat) -> Room:
    room = Room(Table("t", bytes(32)), clock=clock)
    settings = TableSettings(away=AWAY)
    happens(room, Created(host=0, language="en", settings=settings, seats=people, browsers=("", "")))
    return room


def playing(clock: Clock, *people: Seat) -> Room:
    room = lobby(clock, *people)
    happens(room, Started(order=tuple(range(len(people))), entropy=("",) * len(people)))
    return room


def rolls(room: Room) -> None:
    assert room.table.match
    seat = room.table.match.state.active
    happens(room, Played(seat, room.table.match.decide(seat, Roll())))


def may_be_replaced(room: Room, seat: int) -> bool:
    try:
        return decide.let_bot_play(room, seat, "fox", holder=0) is not None
    except WebRefused as refused:
        return refused.code != "still-there"


ANNA, IDA, BEN = Seat(True, "Anna", 0), Seat(True, "Ida", 0), Seat(True, "Ben", 1)


def test_whoever_has_just_sat_down_is_there_before_their_page_is_connected(clock: Clock) -> None:
    room = lobby(clock, ANNA, Seat(True))
    clock.now += 10 * AWAY
    happens(room, Seated(seat=1, name="Ben", holder=1, birthday=None, words="", browser="b"))
    happens(room, Started(order=(0, 1), entropy=("", "")))
    assert not may_be_replaced(room, 1)
    clock.now += AWAY
    assert may_be_replaced(room, 1)


def test_whoever_comes_back_in_their_turn_has_as_much_time_as_everybody(clock: Clock) -> None:
    room = playing(clock, ANNA, BEN)
    clock.now += 10 * AWAY
    assert may_be_replaced(room, 0)
    page = Listener(0)
    room.listeners.add(page)
    room.listeners.receive(page, "shown")
    assert not may_be_replaced(room, 0)
    clock.now += AWAY
    room.listeners.receive(page, "shown")
    clock.now += REPORT_SECONDS
    assert may_be_replaced(room, 0), "a page that nobody uses does not hold up the game"


def test_whoever_has_two_pages_is_there_while_one_is_visible(clock: Clock) -> None:
    room = playing(clock, ANNA, BEN)
    pages = [Listener(1), Listener(1)]
    for page in pages:
        room.listeners.add(page)
        room.listeners.receive(page, "shown")
    room.listeners.receive(pages[0], "hidden")
    clock.now += AWAY
    assert not may_be_replaced(room, 1)
    room.listeners.remove(pages[1])
    clock.now += AWAY
    assert may_be_replaced(room, 1)


def test_a_hand_on_a_visible_page_counts_though_it_is_reported_later(clock: Clock) -> None:
    room = playing(clock, ANNA, BEN)
    page = Listener(0)
    room.listeners.add(page)
    room.listeners.receive(page, "shown")
    for _ in range(5):
        # Touched just before the time is over, and reported with the next heartbeat.
        clock.now += AWAY + 3
        assert not may_be_replaced(room, 0)
        room.listeners.receive(page, "touched")


def test_whoever_moves_is_there_though_the_connection_does_not_work(clock: Clock) -> None:
    room = playing(clock, ANNA, BEN)
    clock.now += AWAY - 1
    rolls(room)
    clock.now += AWAY - 1
    assert not may_be_replaced(room, 0)
    clock.now += 1
    assert may_be_replaced(room, 0)


def test_the_moves_of_a_stand_in_are_no_sign_of_life(clock: Clock) -> None:
    room = playing(clock, ANNA, IDA, BEN)
    clock.now += AWAY
    happens(room, BotPlays(seat=0, bot="fox"))
    rolls(room)
    assert may_be_replaced(room, 1), "Ida shares a device with Anna, for whom a bot plays"


def test_seats_that_have_just_moved_to_another_device_are_not_taken(clock: Clock) -> None:
    room = playing(clock, ANNA, BEN)
    clock.now += AWAY
    happens(room, SeatsMoved(holder=1, to=1, browser="phone"))
    assert not may_be_replaced(room, 1)


def test_after_a_restart_everybody_has_the_whole_time(clock: Clock) -> None:
    before = playing(clock, ANNA, BEN)
    clock.now += 10 * AWAY
    room = Room(before.table, clock=clock)
    assert not any(may_be_replaced(room, seat) for seat in (0, 1))
    clock.now += AWAY
    assert all(may_be_replaced(room, seat) for seat in (0, 1))
