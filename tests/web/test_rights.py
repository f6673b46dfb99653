"""Permissions: other seats, spectators and strangers can change nothing."""

import json
from collections.abc import Callable

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from charidice.web.app import create_app
from charidice.web.http.visitors import COOKIE_AGE
from charidice.web.settings import Settings
from charidice.web.table import decide

from ..waiting import PATIENCE
from .servers import Browser, Json, closing, done, error, news, running

NewBrowser = Callable[..., Browser]
People = tuple[dict[str, Browser], Json]

# Every route that changes a table, with what it is sent and who of the two at the table may: the host has seat 0.
CHANGES: dict[str, tuple[Json, set[str]]] = {
    "/tables/{table}/moves": ({"move_id": "move-0001", "seq": 3, "seat": 0, "action": "roll"}, {"host"}),
    "/tables/{table}/start": ({}, {"host"}),
    "/tables/{table}/reveal": ({"words": "ab" * 16}, {"host", "guest"}),
    "/tables/{table}/join": ({"code": "guessed", "name": "Eve"}, set()),
    "/tables/{table}/move-here": ({"code": "guessed"}, set()),
    "/tables/{table}/personal-link": ({}, {"host", "guest"}),
    "/tables/{table}/reactions": ({"seat": 0, "reaction": "clap"}, {"host"}),
    "/tables/{table}/considering": ({"seat": 0, "considering": True}, {"host"}),
    "/tables/{table}/skip": ({}, {"host", "guest"}),
    "/tables/{table}/settings": ({"speed": "fast"}, {"host"}),
    "/tables/{table}/rematch": ({}, {"host", "guest"}),
    "/tables/{table}/entries": (
        {"entry": "entry-0001", "round": 1, "seat": 0, "value": {"by": "nothing"}, "replaces": []},
        {"host", "guest"},
    ),
    "/tables/{table}/seats/{seat}/name": ({"name": "Eve"}, {"guest"}),
    "/tables/{table}/seats/{seat}/leave": ({}, {"host", "guest"}),
    "/tables/{table}/seats/{seat}/bot": ({"bot": "owl"}, {"host", "guest"}),
    "/tables/{table}/seats/{seat}/person": ({}, {"host", "guest"}),
}
# These make something new, only look, or are about what belongs to this browser or computer.
HISTORY = {"/history/delete", "/history/import", "/history/names"}
OPEN_TO_ALL = {"/tables", "/reviews", "/layouts", "/dice-sets", "/dice-sets/remove", *HISTORY}


@pytest.fixture
def people(browser: NewBrowser) -> People:
    """Browsers with and without a seat at a table, and its running game.

    The host; a guest; the one whose seat the guest has taken over by a personal link; somebody whom the host removed;
    the holder of a seat at another table; and a watcher without any cookie.
    """
    host, guest, former, removed, neighbour, watcher = (browser() for _ in range(6))
    table = host.open_table("Lena", "link")["table"]
    removed.ask(f"/tables/{table}/join", code=host.join_code(table), name="Eve")
    host.ask(f"/tables/{table}/seats/1/leave")
    former.ask(f"/tables/{table}/join", code=host.join_code(table), name="Ola")
    link = former.ask(f"/tables/{table}/personal-link")["link"]
    guest.ask(f"/tables/{table}/move-here", code=link.partition("#move=")[2])
    neighbour.started("Eve", "@owl")
    view = host.ask(f"/tables/{table}/start")["view"]
    others = {"former": former, "removed": removed, "neighbour": neighbour, "watcher": watcher}
    return {"host": host, "guest": guest, **others}, view


def test_every_state_changing_route_is_in_this_test() -> None:
    paths = create_app(Settings("sqlite://")).openapi()["paths"]
    posts = {path.removeprefix("/api") for path, methods in paths.items() if set(methods) - {"get", "head"}}
    assert posts == set(CHANGES) | OPEN_TO_ALL


@pytest.mark.parametrize("route", CHANGES)
def test_only_those_it_belongs_to_can_change_a_table(route: str, people: People) -> None:
    browsers, view = people
    body, allowed = CHANGES[route]
    path = route.format(table=view["table"], seat=1)
    for name, browser in browsers.items():
        if name in allowed:
            continue
        refused = browser.post(path, **{**body, **({"seq": view["seq"]} if "seq" in body else {})})
        assert refused.status_code == 403, (name, refused.text)
        assert error(refused)["code"] in ("not-your-seat", "not-the-host", "wrong-code")
    assert browsers["host"].view(view["table"])["seq"] == view["seq"]
    for name in allowed:
        answer = browsers[name].post(path, **{**body, **({"seq": view["seq"]} if "seq" in body else {})})
        assert answer.status_code in (200, 409), (name, answer.text)


def test_a_guest_who_was_removed_opens_no_rematch(browser: NewBrowser) -> None:
    host, removed, guest = (browser() for _ in range(3))
    table = host.open_table("Lena", "link", rounds=1)["table"]
    removed.ask(f"/tables/{table}/join", code=host.join_code(table), name="Eve")
    link = removed.ask(f"/tables/{table}/personal-link")["link"]
    host.ask(f"/tables/{table}/seats/1/leave")
    # Nor does a link from before bring a seat.
    assert error(browser().post(f"/tables/{table}/move-here", code=link.partition("#move=")[2]))["code"] == "wrong-code"
    guest.ask(f"/tables/{table}/join", code=host.join_code(table), name="Ola")
    view = host.ask(f"/tables/{table}/start")["view"]
    for seat, player in enumerate((host, guest)):
        view = player.moved(view, seat, "roll")
        view = player.moved(view, seat, "score", dice=view["game"]["options"][0]["dice"])
    assert error(removed.post(f"/tables/{table}/rematch"))["code"] == "not-your-seat"
    assert host.view(table)["rematch"] is None
    again = guest.ask(f"/tables/{table}/rematch")["view"]
    assert again["host"] == again["seats"][0]["holder"]
    assert error(removed.post(f"/tables/{again['table']}/settings", speed="fast"))["code"] == "not-your-seat"
    assert again["table"] not in [each["table"] for each in done(removed.get("/tables"))["tables"]]


def test_hints_and_invitations_are_for_those_they_belong_to(people: People) -> None:
    browsers, view = people
    for name, browser in browsers.items():
        hint = browser.get(f"/tables/{view['table']}/hint?seat=0")
        assert hint.status_code == (200 if name == "host" else 403)
        invitation = browser.get(f"/tables/{view['table']}/invitation")
        assert invitation.status_code == (200 if name == "host" else 403)


def test_the_token_is_a_cookie_no_script_can_read(address: str) -> None:
    seats = [{"who": "here", "name": "Lena"}, {"who": "bot", "bot": "owl"}]
    cookie = httpx.post(f"{address}/api/tables", json={"seats": seats}, timeout=PATIENCE).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert f"Max-Age={COOKIE_AGE}; Path=/" in cookie
    assert "Secure" not in cookie
    value = cookie.partition("=")[2].partition(";")[0]
    assert len(value) == 43, "256 bits in base64"


def test_whoever_invents_a_cookie_gets_one_of_ours(address: str, browser: NewBrowser) -> None:
    guest = browser()
    guest.client.cookies.set("charidice", "invented", domain="127.0.0.1")
    guest.open_table("Lena", "@owl")
    token = guest.client.cookies.get("charidice", domain="127.0.0.1")
    assert token
    assert token != "invented"


def test_behind_tls_the_cookie_is_secure(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("tls"), secure=True) as address:
        seats = [{"who": "here", "name": "Lena"}, {"who": "bot", "bot": "owl"}]
        assert (
            "; Secure"
            in httpx.post(f"{address}/api/tables", json={"seats": seats}, timeout=PATIENCE).headers["set-cookie"]
        )


def test_the_token_is_not_in_the_database(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("hashed")
    with running(folder) as address, Browser(address) as guest:
        table = guest.started("Lena", "@owl")["table"]
        code = guest.ask(f"/tables/{table}/personal-link")["link"].partition("#move=")[2]
        token = guest.client.cookies["charidice"]
        kept = b"".join(path.read_bytes() for path in folder.iterdir())
    assert token.encode() not in kept
    assert code.encode() not in kept
    assert table.encode() in kept


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_a_foreign_origin_is_refused_for_post_and_websocket(origin: str, people: People) -> None:
    browsers, view = people
    host = browsers["host"]
    body = {"move_id": "move-0001", "seq": view["seq"], "seat": 0, "action": "roll"}
    refused = host.client.post(f"/api/tables/{view['table']}/moves", json=body, headers={"Origin": origin})
    assert refused.status_code == 403
    with pytest.raises(InvalidStatus) as closed, host.live(view["table"], origin=origin):
        pass
    assert closed.value.response.status_code == 403


def test_only_json_is_taken(people: People) -> None:
    browsers, view = people
    path = f"/api/tables/{view['table']}/rematch"
    assert browsers["host"].client.post(path, data={"x": "1"}).status_code == 415
    assert browsers["host"].client.post(path, content="{}", headers={"Content-Type": "text/plain"}).status_code == 415


def test_a_frame_of_more_than_8_kib_ends_the_connection(people: People) -> None:
    browsers, view = people
    with browsers["host"].live(view["table"]) as listening:
        news(listening)
        listening.send("x" * 9000)
        assert closing(listening)


def test_fifty_messages_in_half_a_minute_and_no_more(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("busy"), messages=50, window=30.0) as address, Browser(address) as guest:
        view = guest.started("Lena", "@owl")
        with guest.live(view["table"]) as listening:
            news(listening)
            for _ in range(51):
                listening.send("hello")
            assert closing(listening) == 4429
        answers = [guest.post(f"/tables/{view['table']}/reactions", seat=0, reaction="clap") for _ in range(60)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) >= 10
        assert error(refused[0])["code"] == "too-many-messages"


def test_an_unknown_table_is_not_found(browser: NewBrowser) -> None:
    guest = browser()
    assert guest.get("/tables/nowhere").status_code == 404
    assert guest.post("/tables/nowhere/rematch").status_code == 404
    with guest.live("nowhere") as listening:
        assert closing(listening) == 4404


def test_the_server_is_healthy(address: str) -> None:
    assert httpx.get(f"{address}/healthz", timeout=PATIENCE).json() == {"status": "ok"}
    assert json.loads(httpx.get(f"{address}/api/openapi.json", timeout=PATIENCE).text)["info"]["title"] == "Charidice"
    assert (
        done(httpx.get(f"{address}/api/options?faces=B1,B2,B3,B4,B6,P6", timeout=PATIENCE))["options"][0]["total"] == 35
    )


def test_a_log_grows_only_by_the_game_when_it_has_many_changes(
    browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page that opens a table is sent its log: names, seats, settings and moves undone have a limit."""
    monkeypatch.setattr(decide, "MOST_CHANGES", 4)
    host, guest = browser(), browser()
    table = host.open_table("Anna", "link", rounds=1)["table"]
    path = f"/tables/{table}"
    join = {"code": host.join_code(table), "name": "Ben"}
    guest.ask(f"{path}/join", **join)
    host.ask(f"{path}/seats/1/leave")
    guest.ask(f"{path}/join", **join)
    host.ask(f"{path}/seats/0/name", name="Annika")

    def refused(asked: httpx.Response) -> bool:
        return asked.status_code == 409 and error(asked)["code"] == "too-many-changes"

    assert refused(host.post(f"{path}/seats/0/name", name="Anna"))
    assert refused(host.post(f"{path}/seats/1/leave"))
    view = host.ask(f"{path}/start")["view"]
    assert refused(host.post(f"{path}/settings", speed="slow"))
    link = guest.ask(f"{path}/personal-link")["link"]
    assert refused(browser().post(f"{path}/move-here", code=link.partition("#move=")[2]))
    rolled = host.moved(view, 0, "roll")
    first = host.moved(rolled, 0, "score", dice=rolled["game"]["options"][0]["dice"])
    assert "undo" in first["game"]["may"][0]
    assert refused(host.move(first, 0, "undo"))
    rolled = guest.moved(first, 1, "roll")
    guest.moved(rolled, 1, "score", dice=rolled["game"]["options"][0]["dice"])
    assert host.view(table)["stage"] == "over"
    again = host.ask(f"{path}/rematch")["table"]
    host.ask(f"/tables/{again}/settings", speed="slow")
