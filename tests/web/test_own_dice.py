"""Clause 1.3 at tables: the dice of one's own box."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from charidice.box.saved import MOST_SETS, save_set, saved_sets
from charidice.chance import check_dice
from charidice.cli.serve import EVERYWHERE
from charidice.record import load_json
from charidice.record.game import NAME_LIMIT
from charidice.rules.dice import ALL_DICE, STANDARD_DICE, DiceSet, Face
from charidice.web.app import create_app
from charidice.web.http.visitors import FORWARDING
from charidice.web.settings import THIS_MACHINE, Settings

from ..waiting import PATIENCE
from .servers import Browser, done, error, play, running, serving, url_of

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


AT_HOME, ELSEWHERE = "127.0.0.2", "127.0.0.3"
"""Two addresses as those of a home network: the server's, and that of another machine."""


@pytest.fixture
def lan(tmp_path: Path, own_file: Path) -> Iterator[str]:
    """A server as `charidice --lan` starts it, with a set of its owner; its URL in the network."""
    save_set("mine", STANDARD_DICE, own_file)
    settings = Settings(url_of(tmp_path), hosts=(*THIS_MACHINE, AT_HOME), dice_file=own_file)
    with serving(create_app(settings), settings, EVERYWHERE[0]) as port:
        yield f"http://{AT_HOME}:{port}"


def asking(url: str, *, by: str, headers: dict[str, str] | None = None) -> httpx.Client:
    """A client whose connections come from the address `by`."""
    return httpx.Client(
        base_url=f"{url}/api",
        headers=headers,
        timeout=PATIENCE,
        transport=httpx.HTTPTransport(local_address=by),
    )


def require_stranger(client: httpx.Client, own_file: Path) -> None:
    """Reads no sets, saves none and removes none."""
    before = own_file.read_bytes()
    assert client.get("/dice-sets").json() == {"sets": None}
    saved = client.post("/dice-sets", json={"name": "theirs", "dice": OWN})
    removed = client.post("/dice-sets/remove", json={"name": "mine"})
    assert [error(each)["code"] for each in (saved, removed)] == ["no-such-page"] * 2
    assert own_file.read_bytes() == before


def test_in_the_home_network_the_sets_are_for_the_browser_on_the_same_machine(lan: str, own_file: Path) -> None:
    for url, own in ((lan, AT_HOME), (lan.replace(AT_HOME, "127.0.0.1"), "127.0.0.1")):
        with asking(url, by=own) as owner:
            assert [each["name"] for each in owner.get("/dice-sets").json()["sets"]] == ["mine"]
            done(owner.post("/dice-sets", json={"name": own, "dice": OWN}))
            assert [*saved_sets(own_file)] == ["mine", own]
            done(owner.post("/dice-sets/remove", json={"name": own}))


def test_in_the_home_network_other_machines_have_no_sets_here(lan: str, own_file: Path) -> None:
    with asking(lan, by=ELSEWHERE) as stranger:
        require_stranger(stranger, own_file)
    # Nor at the address of this machine for itself, and whatever they say about where they come from.
    says = {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1", "Host": "localhost"}
    with asking(lan.replace(AT_HOME, "127.0.0.1"), by=ELSEWHERE, headers=says) as stranger:
        require_stranger(stranger, own_file)


@pytest.mark.parametrize("header", FORWARDING)
def test_what_a_proxy_on_the_same_machine_forwards_is_not_from_its_owner(header: str, lan: str, own_file: Path) -> None:
    with asking(lan, by=AT_HOME, headers={header: "192.0.2.7"}) as forwarded:
        require_stranger(forwarded, own_file)


def test_a_page_of_another_site_has_no_sets_either(home: Browser, own_file: Path) -> None:
    save_set("mine", STANDARD_DICE, own_file)
    foreign = {"Origin": "https://evil.example"}
    removed = home.client.post("/api/dice-sets/remove", json={"name": "mine"}, headers=foreign)
    assert error(removed)["code"] == "foreign-origin"
    read = home.client.get("/api/dice-sets", headers={"Host": "evil.example"})
    assert error(read)["code"] == "unknown-host"
    assert [*saved_sets(own_file)] == ["mine"]


def test_names_and_number_of_sets_are_bounded(home: Browser, own_file: Path) -> None:
    assert error(home.post("/dice-sets", name="x" * (NAME_LIMIT + 1), dice=OWN))["code"] == "name-not-allowed"
    for number in range(MOST_SETS):
        save_set(str(number), STANDARD_DICE, own_file)
    assert error(home.post("/dice-sets", name="one more", dice=OWN))["code"] == "too-many-dice-sets"
    assert len(saved_sets(own_file)) == MOST_SETS


def test_a_server_for_everybody_keeps_no_sets(browser: NewBrowser) -> None:
    guest = browser()
    assert done(guest.get("/dice-sets")) == {"sets": None}
    assert guest.post("/dice-sets", name="box", dice=OWN).status_code == 404
    assert guest.post("/dice-sets/remove", name="box").status_code == 404
