"""Clause 1.3 at tables: the dice of one's own box."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from charidice.chance import check_dice
from charidice.record import load_json
from charidice.rules.dice import ALL_DICE, STANDARD_DICE, DiceSet, Face
from charidice.saved_dice import save_set, saved_sets

from .servers import Browser, done, error, play, running

OWN = "YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY"
NOTHING: list[list[str]] = [[]] * 6

NewBrowser = Callable[..., Browser]


@pytest.fixture
def own_file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "dice.json"


@pytest.fixture
def home(tmp_path: Path, own_file: Path) -> Iterator[Browser]:
    with running(tmp_path, dice_file=own_file) as address, Browser(address) as browser:
        yield browser


def test_1_3_a_table_plays_with_the_dice_it_was_opened_with(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "@owl", dice=OWN, rounds=2)
    assert view["settings"]["dice"] == OWN
    play(guest, view)
    own = DiceSet.read(OWN)
    events = done(guest.get(f"/tables/{view['table']}"))["events"]
    rolls = [event["faces"] for event in events if event["event"] == "rolled"]
    assert len(rolls) >= 4
    # Each die shows a face of its own, in the order of the set.
    assert all([own.die_of(Face.read(face)) for face in faces] == [*ALL_DICE] for faces in rolls)
    record = load_json(guest.get(f"/tables/{view['table']}/record").text)
    assert record.dice_set == own
    assert record.pledge
    check_dice(record.pledge, record.start, record.events)


def test_1_3_hints_options_and_the_review_know_the_dice(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", dice=OWN, rounds=1)
    view = guest.moved(view, 0, "roll")
    faces = view["game"]["faces"]
    told = done(guest.get(f"/options?faces={','.join(faces)}&dice={OWN}"))
    assert told == {"faces": faces, "options": view["game"]["options"]}
    assert done(guest.get(f"/tables/{view['table']}/hint?seat=0"))["stages"]
    view = guest.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
    view = guest.moved(view, 1, "roll")
    guest.moved(view, 1, "score", dice=view["game"]["options"][0]["dice"])
    steps = guest.ask("/reviews", table=view["table"])["steps"]
    assert [step["faces"] for step in steps if step["faces"]] == [faces, view["game"]["faces"]]


def test_a_log_with_own_dice_is_read_back(tmp_path: Path) -> None:
    with running(tmp_path) as address, Browser(address) as browser:
        view = browser.started("Lena", "Marko", dice=OWN)
        view = browser.moved(view, 0, "roll")
        cookies = dict(browser.client.cookies)
    with running(tmp_path) as address, Browser(address) as browser:
        browser.client.cookies.update(cookies)
        again = browser.view(view["table"])
        assert again["game"]["faces"] == view["game"]["faces"]
        assert again["game"]["options"] == view["game"]["options"]


@pytest.mark.parametrize("wrong", ["", "YOGBPK", OWN.lower(), OWN.replace("Y", "O"), 7])
def test_a_table_takes_no_dice_that_cannot_be(browser: NewBrowser, wrong: object) -> None:
    seats = [{"who": "here", "name": "Anna"}, {"who": "bot", "bot": "owl"}]
    refused = browser().post("/tables", seats=seats, settings={"dice": wrong})
    assert refused.status_code == 422
    assert "dice" in error(refused)["message"]


def test_1_3_what_follows_from_the_faces_entered_is_filled_in(browser: NewBrowser) -> None:
    guest = browser()
    told = guest.ask("/layouts", dice=[["B4", "Y1", "O2", "P5", "G3"], *NOTHING[1:]])
    assert told["dice"][0] == {"faces": ["Y1", "O2", "G3", "B4", "P5", "K6"], "possible": told["dice"][0]["faces"]}
    assert told["layout"] is None
    # The others have none of these six, and every other one.
    for die in told["dice"][1:]:
        assert (die["faces"], len(die["possible"])) == ([], 30)
    rows = [[f"{letter}{number}" for number, letter in enumerate(word, 1)] for word in OWN.split()]
    assert guest.ask("/layouts", dice=[*rows[:5], []])["layout"] == OWN


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Die 2 has blue twice. Every die has six different colours."),
        ("de", "Auf Würfel 2 sind zwei Seiten blau. Jeder Würfel hat sechs unterschiedliche Farben."),
    ],
)
def test_1_3_a_layout_that_cannot_be_is_refused_in_words(browser: NewBrowser, language: str, message: str) -> None:
    refused = browser(language=language).post("/layouts", dice=[[], ["B1", "B2"], *NOTHING[2:]])
    assert refused.status_code == 409
    assert error(refused)["message"] == message


def test_on_ones_own_computer_the_sets_are_those_of_the_command_line(home: Browser, own_file: Path) -> None:
    assert done(home.get("/dice-sets")) == {"sets": []}
    save_set("by hand", STANDARD_DICE, own_file)
    saved = home.ask("/dice-sets", name="in the browser", dice=OWN)
    assert [each["name"] for each in saved["sets"]] == ["by hand", "in the browser"]
    assert saved_sets(own_file)["in the browser"] == DiceSet.read(OWN)
    taken = home.post("/dice-sets", name="by hand", dice=OWN)
    assert error(taken)["code"] == "dice-name-taken"
    left = home.ask("/dice-sets/remove", name="by hand")
    assert left == {"sets": [{"name": "in the browser", "dice": OWN}]}
    assert error(home.post("/dice-sets/remove", name="by hand"))["code"] == "unknown-dice-set"
    assert error(home.post("/dice-sets", name="two\nlines", dice=OWN))["code"] == "name-not-allowed"


def test_a_server_for_everybody_keeps_no_sets(browser: NewBrowser) -> None:
    guest = browser()
    assert done(guest.get("/dice-sets")) == {"sets": None}
    assert guest.post("/dice-sets", name="box", dice=OWN).status_code == 404
    assert guest.post("/dice-sets/remove", name="box").status_code == 404
