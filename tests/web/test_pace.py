"""How bots keep pace with people: by a clock that the test turns, or by pauses that nobody could sit out."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from charidice.rules import Roll, Score
from charidice.web.models import LONGEST_WAIT, Fields
from charidice.web.motion import MOTION
from charidice.web.table import table as module
from charidice.web.table.opening import Seat
from charidice.web.table.table import AFTER_A_SCORE, SPEEDS, Table

from .servers import Browser, running

PACE = 1.0
NewBrowser = Callable[..., Browser]


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    turned = Clock()
    monkeypatch.setattr(module, "monotonic", turned)
    return turned


def happens(table: Table, body: Fields) -> None:
    table.apply(table.seq + 1, "now", json.loads(json.dumps(body)), live=True)


def rolls(table: Table) -> None:
    assert table.match
    happens(table, table.fields(table.match.decide(table.match.state.active, Roll())))


def scores(table: Table) -> None:
    assert table.match
    state = table.match.state
    happens(table, table.fields(table.match.decide(state.active, Score(state.options[0].dice))))


def bot_and_person(wait: int = 10) -> Table:
    """A bot begins, and gives to a person."""
    table = Table("t", bytes(32))
    seats = [Seat(False, bot="fox"), Seat(True, "Lena", 0)]
    settings = {**table.settings.model_dump(), "wait": wait}
    happens(
        table,
        {"event": "created", "host": 0, "language": "en", "settings": settings, "seats": list(map(asdict, seats))},
    )
    happens(table, {"event": "started", "order": [0, 1], "entropy": ["", ""]})
    return table


def test_a_pause_is_counted_from_the_end_of_the_movement(clock: Clock) -> None:
    table = bot_and_person()
    for _ in range(3):
        rolls(table)
        assert table.pause(PACE) == pytest.approx(MOTION["rolled"] + PACE)
    clock.now += MOTION["rolled"]
    assert table.pause(PACE) == pytest.approx(PACE), "the third roll is looked at as long as the others"
    scores(table)
    assert table.pause(PACE) == pytest.approx(MOTION["scored"] + AFTER_A_SCORE * PACE)


@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_the_speed_is_a_setting_that_can_be_changed(clock: Clock, speed: str) -> None:
    table = bot_and_person()
    rolls(table)
    happens(table, {"event": "speed", "speed": speed})
    assert table.pause(PACE) == pytest.approx(MOTION["rolled"] + SPEEDS[speed] * PACE)


def test_the_time_to_ask_begins_when_the_dice_lie_still(clock: Clock) -> None:
    table = bot_and_person(wait=10)
    assert table.wait == 0
    rolls(table)
    assert table.wait == pytest.approx(MOTION["rolled"] + 10)
    clock.now += MOTION["rolled"] + 10
    assert table.wait == 0


@pytest.mark.parametrize("rolled", [0, 1, 2])
def test_the_others_wait_for_an_answer_but_not_for_ever(clock: Clock, rolled: int) -> None:
    table = bot_and_person(wait=0)
    for _ in range(rolled):
        rolls(table)
    table.consider(1, considering=True)
    assert table.wait == pytest.approx(LONGEST_WAIT)
    clock.now += LONGEST_WAIT / 2
    table.consider(1, considering=False)
    assert table.wait == 0
    table.consider(1, considering=True)
    assert table.wait == pytest.approx(LONGEST_WAIT / 2), "to ask again gives no more time"
    clock.now += LONGEST_WAIT / 2
    assert table.wait == 0


def test_who_cannot_ask_any_more_holds_up_nobody(clock: Clock) -> None:
    table = bot_and_person()
    for _ in range(3):
        rolls(table)
    table.consider(1, considering=True)
    assert table.wait == 0


def test_whoever_skips_lets_the_bots_play_out_their_turns(browser: NewBrowser, tmp_path: Path) -> None:
    with running(tmp_path, pace=3600.0) as address:
        guest = browser(address)
        view = guest.moved(guest.started("Lena", "@fox", "@magpie", wait=30), 0, "roll")
        view = guest.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
        for _ in range(2000):
            if view["game"]["active"] == 0:
                break
            # The turn of the second bot is for Lena to ask in; whoever skips does not.
            guest.ask(f"/tables/{view['table']}/skip")
            time.sleep(0.01)
            view = guest.view(view["table"])
        assert (view["game"]["round"], view["game"]["active"]) == (2, 0)


def test_a_watcher_skips_nothing(browser: NewBrowser) -> None:
    guest, watcher = browser(), browser()
    view = guest.started("Lena", "@fox")
    for path, body in (("skip", {}), ("speed", {"speed": "fast"})):
        assert watcher.post(f"/tables/{view['table']}/{path}", **body).status_code == 403
    assert guest.ask(f"/tables/{view['table']}/speed", speed="fast")["view"]["settings"]["speed"] == "fast"
