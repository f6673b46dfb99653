"""A table over HTTP: from the first seat to the rematch."""

import secrets
import time
from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus

from charidice.chance import check_dice
from charidice.messages import catalog
from charidice.record import load_json
from charidice.web.table.room import CONSIDERING_SECONDS

from ..waiting import PATIENCE, until
from .conftest import PassTime
from .servers import Browser, Json, connected, done, error, news, play, running

NewBrowser = Callable[..., Browser]


def test_a_table_of_people_here_and_bots_starts_at_once(browser: NewBrowser) -> None:
    view = browser().started("Lena", "@fox", "@fox", "Marko")
    assert view["stage"] == "playing"
    assert [(seat["name"], seat["bot"], seat["twin"]) for seat in view["seats"]] == [
        ("Lena", None, 1),
        (None, "fox", 1),
        (None, "fox", 2),
        ("Marko", None, 1),
    ]
    assert view["game"]["may"][0] == ["roll"]


def test_whoever_is_chosen_starts_and_the_others_follow_to_the_left(browser: NewBrowser) -> None:
    view = browser().started("Anna", "Ben", "Ola", first=1)
    assert [seat["name"] for seat in view["seats"]] == ["Ben", "Ola", "Anna"]


def test_2_1_the_next_birthday_starts(browser: NewBrowser) -> None:
    today = time.gmtime()
    later = f"{today.tm_mon % 12 + 1:02}-01"
    long_ago = f"{(today.tm_mon - 2) % 12 + 1:02}-01"
    seats = [
        {"who": "here", "name": "Anna", "birthday": long_ago},
        {"who": "here", "name": "Ben", "birthday": later},
        {"who": "bot", "bot": "owl"},
    ]
    guest = browser()
    table = guest.ask("/tables", seats=seats, settings={"start": "birthday"})["view"]["table"]
    answer = guest.ask(f"/tables/{table}/start")
    assert [seat["name"] for seat in answer["view"]["seats"]] == ["Ben", None, "Anna"]
    assert later not in str(answer), "a birthday is nobody else's business"


def test_a_whole_game_against_a_bot_ends_with_a_record_whose_dice_are_fair(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "@owl", rounds=3)
    over = play(guest, view)
    assert over["stage"] == "over"
    assert over["game"]["winners"]
    assert over["game"]["sheets"][0]["result"]["total"] > 0
    record = load_json(guest.get(f"/tables/{view['table']}/record").text)
    assert record.pledge
    assert record.pledge.commitment == view["commitment"]
    assert record.pledge.entropy == ("", "")
    assert check_dice(record.pledge, record.start, record.events) >= 2 * 3 * 6


def test_the_seed_never_leaves_before_the_game_is_over(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko", rounds=1)
    table = view["table"]
    seen = []
    with guest.live(table) as socket:
        seen.append(socket.recv(timeout=PATIENCE))
        for seat in (0, 1):
            view = guest.moved(view, seat, "roll")
            seen += [socket.recv(timeout=PATIENCE), guest.get(f"/tables/{table}").text]
            seen += [guest.get(f"/tables/{table}/record").text, guest.get("/tables").text]
            if seat == 0:
                view = guest.moved(view, seat, "score", dice=view["game"]["options"][0]["dice"])
        seen += [guest.get(f"/tables/{table}/hint?seat=1").text]
    guest.moved(view, 1, "score", dice=view["game"]["options"][0]["dice"])
    seed = guest.get(f"/tables/{table}/record").json()["pledge"]["seed"]
    assert len(seed) == 64
    assert not any(seed in str(text) for text in seen)


def test_a_move_sent_twice_happens_once(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko")
    move = {"move_id": secrets.token_hex(8), "seq": view["seq"], "seat": 0, "action": "roll"}
    first = guest.ask(f"/tables/{view['table']}/moves", **move)
    second = guest.ask(f"/tables/{view['table']}/moves", **move)
    assert second["events"] == first["events"]
    assert [event["event"] for event in first["events"]] == ["rolled"]
    assert second["view"]["seq"] == view["seq"] + 1


def test_a_stale_move_is_refused_with_what_was_missed(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko")
    after = guest.moved(view, 0, "roll")
    refused = guest.move(view, 0, "roll")
    assert refused.status_code == 409
    assert error(refused)["code"] == "stale"
    assert [event["seq"] for event in error(refused)["events"]] == [after["seq"]]
    assert error(refused)["view"]["seq"] == after["seq"]


def test_a_client_resumes_from_any_event_without_gaps(browser: NewBrowser) -> None:
    guest = browser()
    view = play(guest, guest.started("Lena", "@magpie", rounds=2))
    table = view["table"]
    whole = done(guest.get(f"/tables/{table}"))["events"]
    assert [event["seq"] for event in whole] == list(range(view["seq"] + 1))
    for since in range(-1, view["seq"] + 1):
        assert done(guest.get(f"/tables/{table}?since={since}"))["events"] == whole[since + 1 :]
        with guest.live(table, since) as socket:
            assert news(socket)["events"] == whole[since + 1 :]


def test_an_answer_has_the_events_of_its_request_and_not_the_whole_log(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko")
    told = done(guest.post(f"/tables/{view['table']}/settings", speed="fast"))
    assert told["since"] == view["seq"] > 0
    assert [event["event"] for event in told["events"]] == ["settings"]


def test_what_the_rules_forbid_is_refused_in_the_readers_language(browser: NewBrowser) -> None:
    guest = browser(language="de")
    view = guest.started("Lena", "Marko")
    refused = guest.move(view, 0, "score", dice=[0])
    assert refused.status_code == 409
    assert error(refused)["message"] == "Würfle zuerst. Das kannst du jetzt tun: würfeln."
    assert guest.view(view["table"]) == view, "nothing is lost"


def test_bots_are_called_by_names_in_the_readers_language(browser: NewBrowser, database: str) -> None:
    with running(database, pace=3600.0) as address:
        host = browser(address, "de")
        view = host.started("@owl", "Lena")
        for language in ("de", "en", "pl"):
            host.client.headers["Accept-Language"] = language
            refused = error(host.move(view, 1, "roll"))
            assert refused["code"] == "not-your-turn"
            assert catalog(language).say("bot.owl") in refused["message"]


def test_a_score_can_be_taken_back_until_somebody_rolls(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.moved(guest.started("Lena", "Marko"), 0, "roll")
    assert error(guest.move(view, 0, "undo"))["code"] == "undo-roll"
    scored = guest.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
    assert "undo" in scored["game"]["may"][0]
    assert error(guest.move(scored, 1, "undo"))["code"] == "undo-of-another"
    back = guest.moved(scored, 0, "undo")
    assert back["game"]["faces"] == view["game"]["faces"]
    assert back["game"]["sheets"][0]["points"] == []
    assert [event["event"] for event in done(guest.get(f"/tables/{view['table']}"))["events"]][-2:] == [
        "scored",
        "undone",
    ]


def test_online_the_active_player_waits_until_the_recipient_has_passed(browser: NewBrowser) -> None:
    host, guest, view = two_online(browser, wait=30)
    assert view["game"]["may"] == [["roll", "score"], ["ask", "decline"]]
    assert 29_000 < view["game"]["wait"] <= 30_000
    refused = error(host.move(view, 0, "roll"))
    assert refused["code"] == "recipient-may-ask"
    assert 29_000 < refused["wait"] <= 30_000
    assert "Ola" in refused["message"]
    passed = guest.moved(view, 1, "decline")
    assert passed["game"]["passed"]
    assert passed["game"]["wait"] == 0
    again = host.moved(passed, 0, "roll")
    assert again["game"]["wait"] == 0, "not this turn means the whole turn"


def test_nobody_moves_while_the_recipient_considers_whether_to_ask(browser: NewBrowser) -> None:
    host, guest, view = two_online(browser, wait=0)
    with host.live(view["table"]) as socket:
        news(socket)
        guest.ask(f"/tables/{view['table']}/considering", seat=1, considering=True)
        assert news(socket, "wait")["wait"] > 0
        refused = error(host.move(view, 0, "roll"))
        assert refused["code"] == "recipient-may-ask"
        assert 0 < refused["wait"] <= 1000 * CONSIDERING_SECONDS
        guest.ask(f"/tables/{view['table']}/considering", seat=1, considering=False)
        assert news(socket, "wait")["wait"] == 0
    rolled = host.moved(view, 0, "roll")
    guest.ask(f"/tables/{view['table']}/considering", seat=1, considering=True)
    assert guest.moved(rolled, 1, "ask")["game"]["wait"] == 0


def test_only_the_recipient_can_hold_up_the_others(browser: NewBrowser) -> None:
    host, guest, view = two_online(browser, wait=0)
    host.ask(f"/tables/{view['table']}/considering", seat=0, considering=True)
    assert host.view(view["table"])["game"]["wait"] == 0
    refused = guest.post(f"/tables/{view['table']}/considering", seat=0, considering=True)
    assert error(refused)["code"] == "not-your-seat"


def test_5_3_the_gift_can_be_asked_for_before_the_first_roll(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.started("Lena", "Marko")
    assert view["game"]["may"] == [["roll"], ["ask"]]
    asked = guest.moved(view, 1, "ask")
    assert asked["game"]["asked"]
    rolled = guest.moved(asked, 0, "roll")
    assert guest.moved(rolled, 0, "score", dice=rolled["game"]["options"][0]["dice"])["game"]["active"] == 1
    assert '"gift-asked"' in guest.get(f"/tables/{view['table']}/record").text


def test_the_wait_is_over_by_itself(browser: NewBrowser, pass_time: PassTime) -> None:
    host, _, view = two_online(browser, wait=30)
    assert error(host.move(view, 0, "roll"))["code"] == "recipient-may-ask"
    pass_time(30)
    assert host.moved(view, 0, "roll")["game"]["rolls"] == 2


def test_5_2_the_gift_asked_in_time_doubles_and_too_late_is_refused(browser: NewBrowser) -> None:
    host, guest, view = two_online(browser, wait=0)
    plain = [option["gift"] for option in view["game"]["options"]]
    asked = guest.moved(view, 1, "ask")
    assert [option["gift"] for option in asked["game"]["options"]] == [2 * gift for gift in plain]
    assert asked["game"]["asked"]
    host, guest, view = two_online(browser, wait=0)
    for _ in range(2):
        view = host.moved(view, 0, "roll")
    refused = guest.move(view, 1, "ask")
    assert error(refused)["code"] == "too-late-to-ask"


def two_online(browser: NewBrowser, **settings: object) -> tuple[Browser, Browser, Json]:
    """A host and a guest with a browser each, after the host's first roll."""
    host, guest = browser(), browser()
    table = host.open_table("Lena", "link", **settings)["table"]
    guest.ask(f"/tables/{table}/join", code=host.join_code(table), name="Ola")
    view = host.ask(f"/tables/{table}/start")["view"]
    return host, guest, host.moved(view, 0, "roll")


def test_on_one_device_nobody_waits(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.moved(guest.started("Lena", "Marko", wait=30), 0, "roll")
    assert view["game"]["wait"] == 0
    assert view["game"]["may"][1] == ["ask"]
    guest.moved(view, 0, "roll")


def test_8_2_late_asking_is_played_in_its_own_steps(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.moved(guest.started("Lena", "Marko", late_asking=True), 0, "roll")
    assert view["game"]["may"][0] == ["roll", "stop"]
    stopped = guest.moved(view, 0, "stop")
    assert stopped["game"]["may"] == [["undo"], ["ask", "decline"]]
    declined = guest.moved(stopped, 1, "decline")
    assert "score" in declined["game"]["may"][0]


def test_players_of_one_name_are_told_apart_wherever_it_comes_from(browser: NewBrowser) -> None:
    host, guest, other = browser(), browser(), browser()
    table = host.open_table("Clover", "link", "link", "Clover")["table"]
    code = host.join_code(table)
    guest.ask(f"/tables/{table}/join", code=code, name="Clover")
    other.ask(f"/tables/{table}/join", code=code, name="Ola")
    assert [seat["name"] for seat in host.view(table)["seats"]] == ["Clover", "Clover 3", "Ola", "Clover 2"]
    other.ask(f"/tables/{table}/seats/2/name", name="Clover")
    # One's own name is not taken.
    guest.ask(f"/tables/{table}/seats/1/name", name="Clover 3")
    assert [seat["name"] for seat in host.view(table)["seats"]] == ["Clover", "Clover 3", "Clover 4", "Clover 2"]


def test_hints_come_in_four_stages_or_not_at_all(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.moved(guest.started("Lena", "Marko"), 0, "roll")
    hint = done(guest.get(f"/tables/{view['table']}/hint?seat=0"))
    assert len(hint["stages"]) == 4
    assert hint["action"]["action"] in ("roll", "score")
    silent = guest.moved(guest.started("Lena", "Marko", hints="off"), 0, "roll")
    assert error(guest.get(f"/tables/{silent['table']}/hint?seat=0"))["code"] == "hints-off"


def test_the_tutor_asks_whether_you_are_sure_before_a_clear_mistake(browser: NewBrowser) -> None:
    guest = browser()
    view = guest.moved(guest.started("Lena", "Marko", hints="tutor", rounds=1), 0, "roll")
    # The worst way to score after the first roll, in the only turn: no strong player would.
    worst = view["game"]["options"][-1]["dice"]
    refused = guest.move(view, 0, "score", dice=worst)
    assert error(refused)["code"] == "clear-mistake"
    assert error(refused)["hint"]
    hint = done(guest.get(f"/tables/{view['table']}/hint?seat=0"))["action"]
    good = {"keep": hint["keep"]} if hint["action"] == "roll" else {"dice": hint["dice"]}
    assert guest.moved(view, 0, "score", dice=worst, sure=True)["game"]["active"] == 1
    other = guest.moved(guest.started("Lena", "Marko", hints="tutor", rounds=1), 0, "roll")
    hint = done(guest.get(f"/tables/{other['table']}/hint?seat=0"))["action"]
    good = {"keep": hint["keep"]} if hint["action"] == "roll" else {"dice": hint["dice"]}
    guest.moved(other, 0, hint["action"], **good)


def test_a_rematch_has_the_same_people_and_the_start_passes_on(browser: NewBrowser) -> None:
    host, guest = browser(), browser()
    table = host.open_table("Lena", "link", "@fox", rounds=1)["table"]
    guest.ask(f"/tables/{table}/join", code=host.join_code(table), name="Ola")
    view = host.ask(f"/tables/{table}/start")["view"]
    assert error(host.post(f"/tables/{table}/rematch"))["code"] == "not-over"
    for player, seat in ((host, 0), (guest, 1)):
        view = player.moved(view, seat, "roll")
        view = player.moved(view, seat, "score", dice=view["game"]["options"][0]["dice"])
    until(lambda: host.view(table)["stage"] == "over")
    again = guest.ask(f"/tables/{table}/rematch")
    assert host.ask(f"/tables/{table}/rematch")["table"] == again["table"]
    assert host.view(table)["rematch"] == again["table"]
    new = guest.ask(f"/tables/{again['table']}/start")["view"]
    assert [seat["name"] for seat in new["seats"]] == ["Ola", None, "Lena"]
    assert new["settings"]["rounds"] == 1
    guest.moved(new, 0, "roll")


def test_an_open_seat_can_be_given_to_a_bot(browser: NewBrowser) -> None:
    host = browser()
    table = host.open_table("Lena", "link")["table"]
    assert error(host.post(f"/tables/{table}/start"))["code"] == "seats-open"
    host.ask(f"/tables/{table}/seats/1/bot", bot="owl")
    assert host.ask(f"/tables/{table}/start")["view"]["seats"][1]["bot"] == "owl"


def test_a_seat_moves_to_another_device_with_a_personal_link_that_works_once(browser: NewBrowser) -> None:
    _, old, view = two_online(browser)
    new, third = browser(), browser()
    table = view["table"]
    link = old.ask(f"/tables/{table}/personal-link")["link"]
    code = link.partition("#move=")[2]
    with old.live(table) as socket:
        assert news(socket)["me"] == 1
        moved = new.ask(f"/tables/{table}/move-here", code=code)
        assert moved["me"] == 1
    assert error(third.post(f"/tables/{table}/move-here", code=code))["code"] == "wrong-code"
    assert error(old.move(moved["view"], 1, "ask"))["code"] == "not-your-seat"
    new.moved(moved["view"], 1, "ask")


def test_one_device_can_gather_the_seats_of_another(browser: NewBrowser) -> None:
    host, guest, view = two_online(browser)
    table = view["table"]
    code = host.ask(f"/tables/{table}/personal-link")["link"].partition("#move=")[2]
    view = guest.ask(f"/tables/{table}/move-here", code=code)["view"]
    assert [seat["holder"] for seat in view["seats"]] == [1, 1]
    assert view["host"] == 1
    view = guest.moved(view, 0, "roll")
    guest.moved(view, 1, "ask")


def test_recent_tables_are_those_of_this_browser_the_latest_first(browser: NewBrowser) -> None:
    guest = browser()
    first, second = (guest.started("Lena", "@owl")["table"] for _ in range(2))
    guest.moved(guest.view(first), 0, "roll")
    recent = done(guest.get("/tables"))["tables"]
    assert [table["table"] for table in recent] == [first, second]
    assert recent[0]["mine"] == [0]
    assert done(browser().get("/tables"))["tables"] == []


def test_everybody_sees_everything_live(browser: NewBrowser) -> None:
    host, guest, view = two_online(browser)
    watcher = browser()
    table = view["table"]
    with guest.live(table, view["seq"]) as at_guest, watcher.live(table, view["seq"]) as at_watcher:
        assert news(at_guest)["me"] == 1
        assert news(at_watcher)["me"] is None
        after = host.moved(view, 0, "roll")
        for socket in (at_guest, at_watcher):
            told = news(socket)
            assert [event["event"] for event in told["events"]] == ["rolled"]
            assert told["view"]["game"]["faces"] == after["game"]["faces"]
        guest.ask(f"/tables/{table}/reactions", seat=1, reaction="heart")
        assert news(at_watcher, "reaction") == {"type": "reaction", "seat": 1, "reaction": "heart"}
    assert error(guest.post(f"/tables/{table}/reactions", seat=1, reaction="rude"))["code"] == "bad-request"


@pytest.mark.parametrize("since", ["x", "", "1.5", "0x1"])
def test_whoever_names_no_seq_cannot_listen(browser: NewBrowser, since: str) -> None:
    guest = browser()
    table = guest.started("Lena", "@owl")["table"]
    address = f"{guest.address.replace('http', 'ws')}/api/tables/{table}/live"
    with connected(address) as listening:
        assert news(listening)["events"], "all of them, where none is known"
    with pytest.raises(InvalidStatus) as refused:
        connected(f"{address}?since={since}")
    assert refused.value.response.status_code == 403


def test_presence_tells_who_is_there(browser: NewBrowser) -> None:
    host, guest, view = two_online(browser)
    with host.live(view["table"]) as at_host:
        news(at_host)
        with guest.live(view["table"]):
            while [seat["online"] for seat in news(at_host, "presence")["seats"]] != [True, True]:
                pass
        while [seat["online"] for seat in news(at_host, "presence")["seats"]] != [True, False]:
            pass


@pytest.mark.parametrize("bot", ["sparrow", "squirrel", "magpie", "fox", "owl"])
def test_every_level_plays_every_number_of_seats(bot: str, browser: NewBrowser) -> None:
    guest = browser()
    for others in (1, 2, 3):
        view = guest.started("Lena", *[f"@{bot}"] * others, rounds=1)
        assert play(guest, view)["game"]["winners"] is not None


def test_a_restart_in_a_bots_turn_continues_it(browser: NewBrowser, database: str) -> None:
    with running(database, pace=3600.0) as address:
        guest = browser(address)
        view = guest.moved(guest.started("Lena", "@owl", rounds=2), 0, "roll")
        view = guest.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
        assert view["game"]["active"] == 1
        cookies = dict(guest.client.cookies)
    with running(database) as address:
        again = browser(address)
        again.client.cookies.update(cookies)
        later = until(lambda: again.view(view["table"]), lambda now: now["game"]["active"] == 0)
        assert later["seq"] > view["seq"]
        assert play(again, later)["stage"] == "over"


def test_names_are_cleaned_and_do_no_harm(browser: NewBrowser) -> None:
    guest = browser()
    names = ["<img src=x onerror=alert(1)>", "  \u202eanna\u0007  ", "שלום עולם", "👩\u200d👩\u200d👧"]
    view = guest.started(*names)
    assert [seat["name"] for seat in view["seats"]] == [names[0], "anna", names[2], names[3]]
    refused = guest.post("/tables", seats=[{"who": "here", "name": "x" * 10_000}, {"who": "bot", "bot": "owl"}])
    assert error(refused)["code"] == "name-not-allowed"


def test_too_many_tables_from_one_address_are_refused(browser: NewBrowser, database: str) -> None:
    with running(database, tables_per_hour=2) as address:
        guest = browser(address)
        for _ in range(2):
            guest.open_table("Lena", "@owl")
        seats = [{"who": "here", "name": "Lena"}, {"who": "bot", "bot": "owl"}]
        refused = guest.post("/tables", seats=seats)
        assert refused.status_code == 429
        assert error(refused)["code"] == "too-many-tables"


def test_a_key_opens_one_table_for_its_browser_however_often_it_is_sent(browser: NewBrowser) -> None:
    guest, stranger = browser(), browser()
    guest.open_table("Lena", "Marko")
    seats = [{"who": "here", "name": name} for name in ("Lena", "Marko")]
    first = guest.ask("/tables", seats=seats, key="a-key-of-mine")["view"]
    started = guest.ask(f"/tables/{first['table']}/start")["view"]
    again = guest.ask("/tables", seats=seats[::-1], key="a-key-of-mine")["view"]
    assert (again["table"], again["stage"]) == (first["table"], "playing")
    assert again["seats"] == started["seats"]
    others = [
        guest.ask("/tables", seats=seats, key="another-key")["view"]["table"],
        guest.ask("/tables", seats=seats)["view"]["table"],
        stranger.ask("/tables", seats=seats, key="a-key-of-mine")["view"]["table"],
    ]
    assert len({first["table"], *others}) == 4
