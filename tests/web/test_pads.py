"""A score pad over HTTP: several phones, corrections, conflicts, record, review."""

import secrets
from collections.abc import Callable

import pytest

from charidice.pad.pad import MOST_UNKNOWN
from charidice.record import load_json
from charidice.rules.errors import Refused
from charidice.web.models import NewEntry, NewTable
from charidice.web.table import decide
from charidice.web.table.entries import append, new_table
from charidice.web.table.room import Room
from charidice.web.table.view import update_json

from .conftest import new_database
from .servers import Browser, Json, error, news, running

NewBrowser = Callable[..., Browser]
FIVE_BLUE = ["B1", "B2", "B3", "B4", "B6", "P6"]


def dice(scored: list[str], faces: list[str] = FIVE_BLUE, **more: object) -> Json:
    return {"by": "dice", "rolls": [{"faces": faces}], "scored": scored, **more}


def points(points: int, bonus: int, gift: int, **more: object) -> Json:
    return {"by": "points", "points": points, "bonus": bonus, "gift": gift, **more}


def entry(round_: int, seat: int, value: Json, replaces: list[str] | None = None) -> Json:
    return {"entry": secrets.token_hex(8), "round": round_, "seat": seat, "value": value, "replaces": replaces or []}


def entered(browser: Browser, view: Json, *about: object) -> Json:
    """The pad after an entry."""
    answer = browser.ask(f"/tables/{view['table']}/entries", **entry(*about))  # type: ignore[arg-type]
    pad: Json = answer["view"]["pad"]
    return pad


def test_a_pad_starts_at_once_and_has_sheets_instead_of_dice(browser: NewBrowser) -> None:
    view = browser().started("Lena", "Marko", pad=True)
    assert view["stage"] == "playing"
    assert view["game"] is None
    assert (view["pad"]["round"], view["pad"]["active"], view["pad"]["recipient"]) == (1, 0, 1)
    assert view["pad"]["sheets"][0]["points"] == [None] * 7
    assert (view["pad"]["givers"], view["pad"]["missing"]) == ([], 61)


def test_bots_do_not_sit_at_a_pad(browser: NewBrowser) -> None:
    guest = browser()
    seats = [{"who": "here", "name": "Lena"}, {"who": "bot", "bot": "fox"}]
    assert error(guest.post("/tables", seats=seats, settings={"pad": True}))["code"] == "bad-request"
    view = guest.open_table("Lena", "link", pad=True)
    assert error(guest.post(f"/tables/{view['table']}/seats/1/bot", bot="fox"))["code"] == "no-bot-there"


def test_7_1_a_turn_by_dice_and_one_by_points(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True)
    pad = entered(guest, view, 1, 0, dice(["B1", "B2", "B3", "B4"]))
    assert pad["turns"][0][0]["boxes"] == {"points": 10, "bonus": 25, "gift": 24, "received": 24, "asked": False}
    assert (pad["active"], pad["sheets"][1]["received"][0]) == (1, 24)
    pad = entered(guest, view, 1, 1, points(15, 15, 13))
    assert (pad["round"], pad["active"]) == (2, 0)
    assert [sheet["subtotal"] for sheet in pad["sheets"]] == [48, 54]
    assert (pad["givers"], pad["missing"]) == ([0], 37)


def test_the_ways_to_score_six_faces(browser: NewBrowser) -> None:
    guest = browser()
    table = guest.started("Lena", "Marko", pad=True)["table"]
    answer = guest.get(f"/tables/{table}/options?faces={','.join(FIVE_BLUE)}").json()
    assert [(each["points"], each["bonus"], each["gift"]) for each in answer["options"]][:2] == [
        (10, 25, 24),
        (15, 15, 13),
    ]
    asked = guest.get(f"/tables/{table}/options?faces={','.join(FIVE_BLUE)}&asked=true").json()
    assert asked["options"][0]["gift"] == 48
    # Y1 and O2 are on one die of the standard set; people with another box score them all the same.
    other = guest.get(f"/tables/{table}/options?faces=Y1,O2,G3,B4,P5,K5").json()
    assert other["faces"] == ["Y1", "O2", "G3", "B4", "P5", "K5"]
    assert error(guest.get(f"/tables/{table}/options?faces=Y1,O2"))["code"] == "not-six-faces"


def test_dice_that_cannot_be_scored_are_refused_and_nothing_is_written(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True)
    path = f"/tables/{view['table']}/entries"
    refused = error(guest.post(path, **entry(1, 0, dice(["B1", "B2"]))))
    assert refused["code"] == "not-a-set-of-colour"
    assert error(guest.post(path, **entry(9, 0, points(1, 0, 0))))["code"] == "no-such-turn"
    assert error(guest.post(path, **entry(1, 3, points(1, 0, 0))))["code"] == "no-such-turn"
    assert guest.view(view["table"])["seq"] == view["seq"]


def test_a_table_is_no_pad_and_a_pad_waits_for_its_start(browser: NewBrowser) -> None:
    guest = browser()
    table = guest.started("Lena", "Marko")["table"]
    assert error(guest.post(f"/tables/{table}/entries", **entry(1, 0, points(1, 0, 0))))["code"] == "no-pad"
    pad = guest.open_table("Lena", "Marko", pad=True)["table"]
    assert error(guest.post(f"/tables/{pad}/entries", **entry(1, 0, points(1, 0, 0))))["code"] == "not-started"


def test_complaints_never_refuse(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True)
    pad = entered(guest, view, 1, 0, points(10, 20, 24, received=20))
    assert pad["turns"][0][0]["complaints"] == [
        {"code": "no-such-bonus", "bonus": 20},
        {"code": "received-differs", "gift": 24, "received": 20},
    ]
    assert (pad["sheets"][0]["given"][0], pad["sheets"][1]["received"][0]) == (24, 20)


def test_every_phone_enters_for_every_seat_and_all_see_it(browser: NewBrowser) -> None:
    host, guest = browser(), browser()
    table = host.open_table("Lena", "link", pad=True)["table"]
    guest.ask(f"/tables/{table}/join", code=host.join_code(table), name="Marko")
    view = host.ask(f"/tables/{table}/start")["view"]
    with host.live(table, view["seq"]) as socket:
        news(socket)
        entered(guest, view, 1, 0, points(10, 25, 24))
        heard = news(socket)
    assert heard["view"]["pad"]["sheets"][0]["points"][0] == 10
    assert heard["events"][0]["event"] == "entered"
    stranger = browser()
    assert error(stranger.post(f"/tables/{table}/entries", **entry(1, 1, points(1, 0, 0))))["code"] == "not-your-seat"


def test_another_phone_joins_a_running_pad_and_writes(browser: NewBrowser) -> None:
    host, second, third, late = browser(), browser(), browser(), browser()
    view = host.started("Lena", "Marko", "Mia", pad=True)
    table, code = view["table"], host.join_code(view["table"])
    join = f"/tables/{table}/join"
    assert error(second.post(join, code="0" * 32, name="Marko", seat=1))["code"] == "wrong-code"
    assert error(second.post(join, code=code, name="Marko"))["code"] == "no-open-seat", "whose seat is not said"
    seats = second.ask(join, code=code, name="whatever", seat=1)["view"]["seats"]
    # The name is that of the seat.
    assert [seat["name"] for seat in seats] == ["Lena", "Marko", "Mia"]
    assert [seat["holder"] for seat in seats] == [0, 1, 0]
    assert entered(second, view, 1, 0, points(10, 25, 24))["turns"][0][0]["boxes"]["points"] == 10
    # Asked again, nothing more is taken; nor is the seat of somebody who is there, nor the last one of the host.
    assert second.ask(join, code=code, name="Mia", seat=2)["view"]["seats"] == seats
    with second.live(table):
        assert error(third.post(join, code=code, name="Marko", seat=1))["code"] == "no-open-seat"
        third.ask(join, code=code, name="Mia", seat=2)
        assert error(late.post(join, code=code, name="Lena", seat=0))["code"] == "no-open-seat"
    assert entered(host, view, 1, 1, points(10, 25, 24))["turns"][0][1]["boxes"]["points"] == 10


def test_the_host_writes_for_a_guest_who_stays_away(browser: NewBrowser) -> None:
    host = browser()
    table = host.open_table("Lena", "link", pad=True)["table"]
    host.ask(f"/tables/{table}/join", code=host.join_code(table), name="Marko", seat=1)
    view = host.ask(f"/tables/{table}/start")["view"]
    assert [(seat["name"], seat["holder"]) for seat in view["seats"]] == [("Lena", 0), ("Marko", 0)]


def test_two_phones_that_differ_wait_for_a_choice(browser: NewBrowser) -> None:
    host = browser()
    view = host.started("Lena", "Marko", pad=True)
    entered(host, view, 1, 0, points(10, 25, 24))
    pad = entered(host, view, 1, 0, points(15, 15, 13))
    turn = pad["turns"][0][0]
    assert turn["boxes"] is None
    assert [rival["boxes"]["points"] for rival in turn["rivals"]] == [10, 15]
    assert (pad["round"], pad["active"]) == (1, 1)
    pad = entered(host, view, 1, 0, points(15, 15, 13), turn["standing"])
    turn = pad["turns"][0][0]
    assert (turn["boxes"]["points"], turn["rivals"], len(turn["trace"])) == (15, [], 2)


def test_the_same_entry_handed_in_twice_is_one(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True)
    once = entry(1, 0, points(10, 25, 24))
    seqs = [guest.ask(f"/tables/{view['table']}/entries", **once)["view"]["seq"] for _ in range(2)]
    assert seqs == [view["seq"] + 1] * 2


def test_a_correction_after_the_end_changes_winner_and_record_and_leaves_a_trace(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True, rounds=1)
    entered(guest, view, 1, 0, dice(["B1", "B2", "B3", "B4"]))
    pad = entered(guest, view, 1, 1, points(15, 15, 13))
    assert guest.view(view["table"])["stage"] == "over"
    assert [sheet["result"]["total"] for sheet in pad["sheets"]] == [35 + 13 + 20, 30 + 24]
    assert pad["winners"] == [0]
    pad = entered(guest, view, 1, 1, points(24, 60, 0), pad["turns"][0][1]["standing"])
    assert pad["winners"] == [1]
    (before,) = pad["turns"][0][1]["trace"]
    assert (before["boxes"]["points"], before["holder"]) == (15, 0)
    record = load_json(guest.get(f"/tables/{view['table']}/record").text)
    assert record.state.is_over
    assert [(each.round, each.seat, each.was and each.was.points) for each in record.corrections] == [(1, 1, 15)]
    assert guest.get("/tables").json()["tables"][0]["pad"] is True


def test_a_pad_survives_a_restart(
    kind: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> None:
    with new_database(kind, tmp_path_factory.mktemp("restart"), request) as url:
        with running(url) as found, Browser(found) as guest:
            view = guest.started("Lena", "Marko", pad=True)
            before = entered(guest, view, 1, 0, dice(["B1", "B2", "B3", "B4"]))
        with running(url) as found, Browser(found) as guest:
            assert guest.view(view["table"])["pad"] == before


def test_the_coach_knows_what_to_keep_of_the_faces_entered(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True)
    path = f"/tables/{view['table']}/pad-hint?faces={','.join(FIVE_BLUE)}&rolls=3"
    hint = guest.get(f"{path}&round=1&seat=0").json()
    assert hint["action"]["action"] == "score"
    assert error(guest.get(f"{path}&round=2&seat=0"))["code"] == "pad-gaps"
    silent = guest.started("Lena", "Marko", pad=True, hints="off")
    path = f"/tables/{silent['table']}/pad-hint?faces={','.join(FIVE_BLUE)}&rolls=3"
    assert error(guest.get(f"{path}&round=1&seat=0"))["code"] == "hints-off"


def test_the_rematch_of_a_pad_is_a_pad(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True, rounds=1)
    for seat in (0, 1):
        entered(guest, view, 1, seat, points(15, 15, 13))
    again = guest.ask(f"/tables/{view['table']}/rematch")["view"]
    assert (again["stage"], [seat["name"] for seat in again["seats"]]) == ("playing", ["Marko", "Lena"])
    assert again["pad"]["active"] == 0


def test_invented_ids_are_not_kept_and_cost_no_entry(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True)
    path = f"/tables/{view['table']}/entries"
    invented = [f"{number:064}" for number in range(100)]
    known = entry(1, 0, points(10, 25, 24))
    guest.ask(path, **known)
    answer = guest.ask(path, **entry(1, 0, points(12, 25, 24), [*invented[:99], known["entry"]]))
    assert answer["view"]["pad"]["turns"][0][0]["boxes"]["points"] == 12
    assert answer["events"] == [], "the view says everything"
    replaces = guest.get(f"/tables/{view['table']}").json()["events"][-1]["replaces"]
    assert known["entry"] in replaces
    assert len(replaces) == 1 + MOST_UNKNOWN


def test_an_entry_that_is_handed_in_before_the_one_it_replaces_stands(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", pad=True)
    path = f"/tables/{view['table']}/entries"
    first = entry(1, 0, points(10, 25, 24))
    second = entry(1, 0, points(12, 25, 24), [first["entry"]])
    for each in (second, first):
        turn = guest.ask(path, **each)["view"]["pad"]["turns"][0][0]
    assert turn["standing"] == [second["entry"]]
    assert [each["entry"] for each in turn["trace"]] == [first["entry"]]


def test_the_answer_about_a_pad_has_a_bound() -> None:
    """However many entries people hand in, and however long they are."""
    seats = [{"who": "here", "name": "A" * 20}] * 4
    new = NewTable.model_validate({"seats": seats, "settings": {"pad": True, "rounds": 20, "start": "seat"}})
    table = new_table(decide.create(new, "browser", "en"), bytes(32))
    append(table, decide.starting(table))
    append(table, decide.started(table))
    room = Room(table)
    roll = {"faces": FIVE_BLUE, "keep": FIVE_BLUE}
    value = {"by": "dice", "rolls": [roll] * 3, "scored": FIVE_BLUE[:4], "every": True, "asked": True}
    refused = []
    for number in range(80 * 13):
        about = {"entry": f"{number:064}", "round": 1 + number % 20, "seat": number // 20 % 4, "value": value}
        # The one before, and ids that nobody knows.
        others = (number - 80, *range(2000 + 100 * number, 2099 + 100 * number))
        replaces = [f"{other:064}" for other in others if other >= 0]
        try:
            event = decide.enter(room, NewEntry.model_validate({**about, "replaces": replaces}), 0)
        except Refused as too_many:
            refused.append(too_many.code)
        else:
            assert event
            append(table, event)
    assert refused == ["too-many-entries"] * 80
    assert len(update_json(room, -1)) < 1_500_000
