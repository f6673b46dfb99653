"""Pauses of bots, tested with a fake clock or with pauses too long for any test."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from charidice.rules import Action, AskGift, Roll, Score
from charidice.rules.dice import DICE
from charidice.web.events import Created, Entry, Passed, Played, Seat, SettingsChanged, Started, TableEvent
from charidice.web.models import Speed, TableSettings
from charidice.web.motion import MOTION
from charidice.web.store.storage import timestamp
from charidice.web.table.room import AFTER_A_SCORE, CONSIDERING_SECONDS, SPEEDS, Room
from charidice.web.table.table import Table

from ..waiting import until
from .clocks import Calendar, Clock
from .servers import Browser, Json, running

PACE = 1.0
NewBrowser = Callable[..., Browser]


@pytest.fixture
def clock() -> Clock:
    return Clock()


def happens(room: Room, event: TableEvent) -> None:
    room.apply(Entry(room.table.seq + 1, None, "now", event))


def acts(room: Room, action: Action) -> None:
    assert room.table.match
    seat = room.table.match.state.active
    happens(room, Played(seat, room.table.match.decide(seat, action)))


def rolls(room: Room) -> None:
    acts(room, Roll())


def scores(room: Room) -> int:
    """How many dice are given away."""
    assert room.table.match
    dice = room.table.match.state.options[0].dice
    acts(room, Score(dice))
    return DICE - len(dice)


def bot_and_person(clock: Clock, wait: int = 10) -> Room:
    """A bot begins, and gives to a person."""
    room = Room(Table("t", bytes(32)), clock=clock)
    seats, settings = (Seat(False, bot="fox"), Seat(True, "Lena", 0)), TableSettings(wait=wait)
    happens(room, Created(host=0, language="en", settings=settings, seats=seats, browsers=("",)))
    happens(room, Started(order=(0, 1), entropy=("", "")))
    return room


def test_a_pause_is_counted_from_the_end_of_the_movement(clock: Clock) -> None:
    room = bot_and_person(clock)
    for _ in range(3):
        rolls(room)
        assert room.pause(PACE) == pytest.approx(MOTION["rolled"] + PACE)
    clock.now += MOTION["rolled"]
    assert room.pause(PACE) == pytest.approx(PACE), "the third roll is looked at as long as the others"
    given = scores(room)
    movement = MOTION["marked"] + bool(given) * MOTION["packed"] + MOTION["scored"]
    assert room.pause(PACE) == pytest.approx(movement + AFTER_A_SCORE * PACE)


@pytest.mark.parametrize(("speed", "marked"), [("slow", 1), ("normal", 1), ("fast", 0)])
def test_only_the_dice_of_bots_are_marked_and_not_at_a_fast_table(clock: Clock, speed: Speed, marked: int) -> None:
    room = bot_and_person(clock)
    happens(room, SettingsChanged(speed=speed))
    for is_bot in (True, False):
        rolls(room)
        movement = bool(scores(room)) * MOTION["packed"] + MOTION["scored"] + is_bot * marked * MOTION["marked"]
        assert room.pause(0) == pytest.approx(movement)


@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_the_speed_is_a_setting_that_can_be_changed(clock: Clock, speed: Speed) -> None:
    room = bot_and_person(clock)
    rolls(room)
    happens(room, SettingsChanged(speed=speed))
    assert room.pause(PACE) == pytest.approx(MOTION["rolled"] + SPEEDS[speed] * PACE)


def test_the_time_to_ask_begins_when_the_dice_lie_still(clock: Clock) -> None:
    room = bot_and_person(clock, wait=10)
    assert room.priority_seconds == 0
    rolls(room)
    assert room.priority_seconds == pytest.approx(MOTION["rolled"] + 10)
    clock.now += MOTION["rolled"] + 10
    assert room.priority_seconds == 0


@pytest.mark.parametrize("rolled", [0, 1, 2])
def test_the_others_wait_for_an_answer_but_not_for_ever(clock: Clock, rolled: int) -> None:
    room = bot_and_person(clock, wait=0)
    for _ in range(rolled):
        rolls(room)
    room.consider(1, considering=True)
    assert room.priority_seconds == pytest.approx(CONSIDERING_SECONDS)
    clock.now += CONSIDERING_SECONDS / 2
    room.consider(1, considering=False)
    assert room.priority_seconds == 0
    room.consider(1, considering=True)
    assert room.priority_seconds == pytest.approx(CONSIDERING_SECONDS / 2), "to ask again gives no more time"
    clock.now += CONSIDERING_SECONDS / 2
    assert room.priority_seconds == 0


def test_the_time_to_ask_can_be_changed_while_it_runs(clock: Clock) -> None:
    room = bot_and_person(clock, wait=10)
    rolls(room)
    for wait in (25, 0):
        room.changed.clear()
        happens(room, SettingsChanged(wait=wait))
        assert room.priority_seconds == pytest.approx(MOTION["rolled"] + wait if wait else 0)
        assert room.changed.is_set(), "a bot that waits looks again"


def test_nobody_waits_for_who_has_said_not_this_turn_or_has_asked_before(clock: Clock) -> None:
    room = bot_and_person(clock, wait=10)
    rolls(room)
    happens(room, Passed(seat=1))
    for _ in range(2):
        assert room.priority_seconds == 0
        rolls(room)
    assert room.priority_seconds == 0
    for _ in range(2):
        scores(room)
        rolls(room)
    assert room.priority_seconds > 0, "in the next turn there is time again"
    assert room.table.match
    happens(room, Played(1, room.table.match.decide(1, AskGift())))
    assert room.priority_seconds == 0
    for _ in range(2):
        scores(room)
        rolls(room)
        assert room.priority_seconds == 0, "the only question of the game is spent"


def test_who_cannot_ask_any_more_holds_up_nobody(clock: Clock) -> None:
    room = bot_and_person(clock)
    for _ in range(3):
        rolls(room)
    room.consider(1, considering=True)
    assert room.priority_seconds == 0


def test_whoever_skips_lets_the_bots_play_out_their_turns(browser: NewBrowser, tmp_path: Path) -> None:
    with running(tmp_path, pace=3600.0) as address:
        guest = browser(address)
        view = guest.moved(guest.started("Lena", "@fox", "@magpie", wait=30), 0, "roll")
        view = guest.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])

        def skipped() -> Json:
            # The turn of the second bot is for Lena to ask in; the person who skips does not.
            guest.ask(f"/tables/{view['table']}/skip")
            return guest.view(view["table"])

        assert until(skipped, lambda view: view["game"]["active"] == 0)["game"]["round"] == 2


def test_a_watcher_skips_nothing(browser: NewBrowser) -> None:
    guest, watcher = browser(), browser()
    view = guest.started("Lena", "@fox")
    for path, body in (("skip", {}), ("settings", {"speed": "fast"})):
        assert watcher.post(f"/tables/{view['table']}/{path}", **body).status_code == 403
    assert guest.ask(f"/tables/{view['table']}/settings", speed="fast")["view"]["settings"]["speed"] == "fast"


# A room that reads its table from the log, such as at another process


@pytest.mark.parametrize(("ago", "left"), [(0, 10), (4, 6), (30, 0), (-3600, 10)])
def test_the_time_to_ask_does_not_begin_anew_where_a_table_is_read_from_its_log(
    ago: int, left: int, clock: Clock
) -> None:
    calendar = Calendar()
    here = bot_and_person(clock)
    assert here.table.match
    rolled = Played(0, here.table.match.decide(0, Roll()))
    here.apply(Entry(here.table.seq + 1, None, timestamp(calendar.now), rolled))
    assert here.priority_seconds == pytest.approx(MOTION["rolled"] + 10)

    calendar.now += timedelta(seconds=ago)
    there = Room(here.table, clock=clock, now=calendar)
    assert there.priority_seconds == pytest.approx(left + (MOTION["rolled"] if left else 0))
    assert there.pause(PACE) == pytest.approx(max(0.0, MOTION["rolled"] + PACE - max(0, ago)))
