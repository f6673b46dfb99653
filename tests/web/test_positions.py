"""Tables whose games begin at a position."""

from collections.abc import Callable
from pathlib import Path

import pytest

from charidice import GameRecord, Match, Pledge
from charidice.chance import check_dice
from charidice.messages import LANGUAGES, catalog
from charidice.record import dump_json, load_json, read_position, write_position

from ..waiting import until
from .servers import Browser, Json, done, error, play, running, seat_for

NewBrowser = Callable[..., Browser]
# The dice of the second roll lie there, and the neighbour has asked.
LYING = "C1 16+0-10:--/16+0-1:-- 2:P5K5K4G6O4P6:asked rounds=3"
OWN_DICE = "YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY"


def begun(browser: Browser, position: str, *seats: str, **settings: object) -> Json:
    chosen = {"wait": 0, **settings}
    table = browser.ask("/tables", seats=[*map(seat_for, seats)], settings=chosen, position=position)["view"]["table"]
    view: Json = browser.ask(f"/tables/{table}/start")["view"]
    return view


def record_of(browser: Browser, table: str) -> GameRecord:
    return load_json(browser.get(f"/tables/{table}/record").text)


def test_a_table_begins_at_a_position_with_the_dice_as_they_lie(browser: NewBrowser) -> None:
    view = begun(browser(), LYING, "Anna", "Ben", rounds=7, free_giving=True, start="birthday", dice=OWN_DICE)
    game, settings = view["game"], view["settings"]
    assert (game["round"], game["active"], game["rolls"], game["asked"]) == (2, 0, 2, True)
    assert game["faces"] == ["P5", "K5", "K4", "G6", "O4", "P6"]
    assert [sheet["points"] for sheet in game["sheets"]] == [[16], [16]]
    # Whatever the request says, these follow from the position.
    assert (settings["rounds"], settings["free_giving"], settings["dice"]) == (3, False, None)
    assert (settings["start"], settings["first"]) == ("seat", 0)
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Ben"]


def test_the_dice_of_a_position_are_those_of_its_table(browser: NewBrowser) -> None:
    view = begun(browser(), f"C1 1+0-1:2x/:2x - dice={OWN_DICE.replace(' ', '/')}", "Anna", "Ben")
    assert view["settings"]["dice"] == OWN_DICE
    assert view["game"]["active"] == 1


def test_its_game_ends_with_a_record_of_its_own_dice(browser: NewBrowser) -> None:
    guest = browser()
    table = play(guest, begun(guest, LYING, "Lena", "@fox"))["table"]
    record = record_of(guest, table)
    assert record.begins_at
    assert write_position(record.begins_at) == LYING
    rolled = [event for event in record.events if hasattr(event, "keep")]
    assert check_dice(record) == sum(6 - len(event.keep) for event in rolled)
    assert [len(sheet.points) for sheet in record.state.sheets] == [3, 3]
    assert guest.ask("/reviews", table=table)["page"]["rounds"]
    assert guest.get(f"/tables/{table}/picture?as=png").status_code == 200
    sheets = guest.get(f"/tables/{table}/sheets?paper=a4")
    assert sheets.content.startswith(b"%PDF")


def test_a_rematch_begins_with_empty_sheets(browser: NewBrowser) -> None:
    guest = browser()
    view = play(guest, begun(guest, LYING, "Anna", "Ben"))
    again = guest.ask(f"/tables/{view['table']}/rematch")["view"]
    assert (again["game"]["round"], again["game"]["sheets"][0]["points"]) == (1, [])
    assert [seat["name"] for seat in again["seats"]] == ["Ben", "Anna"]


def test_guests_take_their_seats_before_it_begins(browser: NewBrowser) -> None:
    host, guest = browser(), browser()
    seats = [*map(seat_for, ("link", "Ben"))]
    lobby = host.ask("/tables", seats=seats, position=LYING)["view"]
    assert lobby["begins"] == {"round": 2, "totals": [17, 26]}
    table = lobby["table"]
    guest.ask(f"/tables/{table}/join", code=host.join_code(table), name="Anna")
    view = host.ask(f"/tables/{table}/start")["view"]
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Ben"]
    assert (view["begins"], view["game"]["round"], view["game"]["rolls"]) == (None, 2, 2)
    assert guest.view(table)["game"]["may"][0] == ["roll", "score"]


def test_it_is_read_back_from_the_database(tmp_path: Path) -> None:
    with running(tmp_path) as address, Browser(address) as guest:
        view = begun(guest, LYING, "Anna", "Ben")
        view = guest.moved(view, 0, "roll", keep=[0, 5])
        cookies = guest.client.cookies
    with running(tmp_path) as address, Browser(address) as again:
        again.client.cookies.update(cookies)
        assert again.view(view["table"])["game"] == view["game"]
        record = record_of(again, view["table"])
        assert record.begins_at == read_position(LYING)


REFUSED = [
    ("C1 :2x", "position-too-short", {}),
    ("C1 37+0-1:2x/:2x -", "position-impossible-turn", {}),
    ("C1 1+0-1:2x/1+0-1:2x - rounds=1", "position-is-over", {}),
    ("C1 1+0-1:2x/:2x/:2x -", "position-for-others", {}),
    ("C1 1+0-1:2x/:2x -", "position-on-pad", {"pad": True}),
]


@pytest.mark.parametrize(("position", "code", "settings"), REFUSED, ids=[code for _, code, _ in REFUSED])
def test_an_impossible_position_is_refused_in_words(
    position: str, code: str, settings: Json, browser: NewBrowser
) -> None:
    messages = set()
    for language in LANGUAGES:
        refused = browser(language=language).post(
            "/tables", seats=[*map(seat_for, ("Anna", "Ben"))], settings=settings, position=position
        )
        assert refused.status_code == 409
        assert error(refused)["code"] == code
        messages.add(error(refused)["message"])
    assert len(messages) == len(LANGUAGES)


def test_a_position_has_a_limited_length(browser: NewBrowser) -> None:
    long = f"C1 :2x/:2x -{' ' * 2000}"
    refused = browser().post("/tables", seats=[*map(seat_for, ("Anna", "Ben"))], position=long)
    assert (refused.status_code, error(refused)["code"]) == (422, "bad-request")


def shown(browser: Browser, query: str = "") -> Json:
    """The history when everything is worked out."""
    return until(lambda: done(browser.get(f"/history{query}")), lambda found: not found["waiting"])


def test_the_history_shows_such_a_game_and_counts_it_nowhere(browser: NewBrowser) -> None:
    guest = browser()
    whole = play(guest, guest.started("Lena", "@fox", rounds=7))["table"]
    partial = play(guest, begun(guest, "C1 16+0-10:2x/16+0-1:2x -", "Lena", "@fox"))["table"]
    found = shown(guest, "?person=lena")
    lines = {line["game"]: line["went"] for line in found["games"]}
    said = catalog("en").say("history.went.partial")
    assert (said in lines[partial], said in lines[whole]) == (True, False)
    [lena] = [row for row in found["people"] if row["key"] == "lena"]
    assert lena["games"] == 1
    assert catalog("en").say("history.note.partial", count=1) in found["person"]["notes"]
    assert shown(guest)["mine"]["games"] == "1"


def test_a_record_with_a_position_is_reviewed_from_there(browser: NewBrowser) -> None:
    state = read_position(LYING)
    match = Match(GameRecord(("Anna", "Ben"), state.setup.ruleset, pledge=Pledge.of(1), begins_at=state))
    answer = browser().ask("/reviews", record=dump_json(match.record.public()))
    assert answer["steps"][0]["faces"] == ["P5", "K5", "K4", "G6", "O4", "P6"]
    assert catalog("en").say("review.begins-at", round=2) in answer["page"]["truths"]
