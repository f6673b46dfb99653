"""A game in play with hints off is not reviewed, neither as a table nor as an uploaded record."""

from collections.abc import Callable
from pathlib import Path

from charidice.record import dump_notation, load

from .servers import Browser, Json, done, error, play, running

NewBrowser = Callable[..., Browser]


def record_of(guest: Browser, view: Json) -> str:
    return guest.get(f"/tables/{view['table']}/record").text


def test_the_record_of_a_game_in_play_is_refused_as_the_table_is(browser: NewBrowser) -> None:
    guest, stranger = browser(), browser()
    view = guest.moved(guest.started("Lena", "Marko", rounds=1, hints="off"), 0, "roll")
    record = record_of(guest, view)
    assert error(guest.post("/reviews", table=view["table"]))["code"] == "hints-off"
    for text in (record, dump_notation(load(record))):
        for who in (guest, stranger):
            assert error(who.post("/reviews", record=text))["code"] == "hints-off"
    play(guest, view)
    assert done(guest.post("/reviews", record=record))["events"], "after the end all is open"


def test_a_table_of_this_browser_is_known_after_a_restart_too(browser: NewBrowser, tmp_path: Path) -> None:
    with running(tmp_path) as address:
        guest = browser(address)
        view = guest.moved(guest.started("Lena", "Marko", rounds=1, hints="off"), 0, "roll")
        record, cookies = record_of(guest, view), dict(guest.client.cookies)
    with running(tmp_path) as address:
        again = browser(address)
        again.client.cookies.update(cookies)
        assert error(again.post("/reviews", record=record))["code"] == "hints-off"


def test_a_game_with_hints_is_reviewed_while_it_is_played(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.moved(guest.started("Lena", "Marko", rounds=1), 0, "roll")
    assert done(browser().post("/reviews", record=record_of(guest, view)))["events"]


def test_nobody_turns_hints_on_at_a_table_that_plays_without(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "@fox", hints="off")
    refused = guest.post(f"/tables/{view['table']}/settings", hints="tutor")
    assert error(refused)["code"] == "hints-off"
    assert guest.view(view["table"])["settings"]["hints"] == "off"
