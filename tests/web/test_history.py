"""The history of a browser: its games, names, statistics, files; deleting and importing."""

import asyncio
import csv
import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pytest

from charidice.coach.reviews.reviewer import review
from charidice.history.backup import SavedGame, dump_game, read_game
from charidice.history.games import GameKind
from charidice.history.reviewing import summary_of
from charidice.pad.entries import ByPoints
from charidice.pad.pad import Pad
from charidice.record import GameRecord, dump_json, dump_notation, load_json
from charidice.rules import Roll, Score
from charidice.rules.moves import Noted
from charidice.rules.ruleset import Ruleset
from charidice.show.histories.page import MOST_PEOPLE
from charidice.web.events import BotPlays, Created, Entry, PersonPlays, Played, Seat, Started, TableEvent, Undone
from charidice.web.jobs import history_work
from charidice.web.jobs.worker import Worker
from charidice.web.models import TableSettings
from charidice.web.store import history as history_store
from charidice.web.table.histories import stand_ins, summary_of_table
from charidice.web.table.table import Table

from ..coach.games import game
from ..pad.turns import enter
from ..waiting import PATIENCE, until
from .servers import Browser, Json, done, error, play, running

NewBrowser = Callable[..., Browser]


def finished(browser: Browser, *seats: str, rounds: int = 1) -> str:
    """The table of a finished game."""
    table: str = play(browser, browser.started(*seats, rounds=rounds))["table"]
    return table


def shown(browser: Browser, query: str = "") -> Json:
    """The history when everything is worked out."""
    return until(lambda: done(browser.get(f"/history{query}")), lambda found: not found["waiting"])


def backup(browser: Browser) -> Json:
    return done(browser.get("/history/backup"))


def imported(browser: Browser, found: Json) -> Json:
    games = [json.dumps(game) for game in found["games"]]
    return browser.ask("/history/import", games=games, names=found["names"])


def by_id(game: Json) -> str:
    return str(game["id"])


def by_points(points: int) -> Json:
    return {"by": "points", "points": points, "bonus": 0, "gift": 2, "received": None, "asked": False}


def totals(found: Json) -> list[list[int]]:
    return [[seat["total"] for seat in line["seats"]] for line in found["games"]]


def test_a_newcomer_has_no_history(browser: NewBrowser) -> None:
    found = shown(browser())
    assert (found["games"], found["people"], found["person"], found["total"]) == ([], [], None, 0)


def test_a_finished_game_appears_with_its_statistics(browser: NewBrowser) -> None:
    anna = browser()
    finished(anna, "Anna", "@fox", rounds=7)
    [only] = shown(anna, "?person=anna")["games"]
    # One game is no chart.
    assert shown(anna, "?person=anna")["person"]["charts"] == []
    table = finished(anna, "Anna", "@fox", rounds=7)
    found = shown(anna, "?person=anna")
    [line, before] = found["games"]
    assert before == {**only, "went": before["went"]}
    assert line["game"] == table
    assert (line["kind"], line["finished"], line["imported"], line["mine"]) == ("bots", True, False, [0])
    results = [sheet["result"]["total"] for sheet in anna.view(table)["game"]["sheets"]]
    assert totals(found)[0] == results
    assert [row["name"] for row in found["people"]] == ["Anna", "Fox"]
    person = found["person"]
    assert person["rating"]
    assert [chart["name"] for chart in person["charts"]][:4] == ["rating", "points", "losses", "luck"]
    assert all(chart["table"]["rows"] for chart in person["charts"])
    assert person["notes"] == []
    assert [row["cells"][0] for row in person["against"]["rows"]] == ["Fox"]


def test_the_page_begins_with_the_person_whose_browser_it_is(browser: NewBrowser) -> None:
    family = browser()
    finished(family, "Anna", "Ben")
    finished(family, "Anna", "@fox")
    found = shown(family)
    mine = found["mine"]
    assert (mine["key"], mine["games"]) == ("anna", "2")
    assert [line["me"] for line in found["games"]] == [0, 0]
    # The name that this browser remembers counts more than the number of games.
    found = shown(family, "?me=BEN")
    assert (found["mine"]["key"], found["mine"]["games"]) == ("ben", "1")
    assert [line["me"] for line in found["games"]] == [None, 1]
    assert found["games"][0]["went"] == []
    # Filters leave it alone.
    assert shown(family, "?me=ben&kind=bots")["mine"] == found["mine"]
    assert shown(family, "?person=anna")["mine"] is None


def test_the_review_is_worked_out_once(browser: NewBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = browser()
    finished(anna, "Anna", "Ben")
    before = shown(anna, "?person=anna")
    # Nothing is left to be worked out, even if nothing could be.
    monkeypatch.setattr(history_work.HistoryWork, "_work_out", None)
    assert shown(anna, "?person=anna") == before


def test_unfinished_games_are_there_and_lobbies_are_not(browser: NewBrowser) -> None:
    anna = browser()
    anna.open_table("Anna", "link")
    playing = anna.started("Anna", "Ben")
    found = shown(anna)
    [line] = found["games"]
    assert (line["game"], line["finished"]) == (playing["table"], False)
    assert line["deleted_on"] > line["at"]
    play(anna, playing)
    [line] = shown(anna)["games"]
    assert line["finished"]
    assert line["deleted_on"] is None


def test_a_pad_game_is_in_the_history_and_corrections_follow(browser: NewBrowser) -> None:
    anna = browser()
    pad = anna.started("Anna", "Ben", rounds=1, pad=True)["table"]

    def enter(entry: str, seat: int, points: int, replaces: list[str]) -> None:
        value = by_points(points)
        anna.ask(f"/tables/{pad}/entries", entry=entry, round=1, seat=seat, value=value, replaces=replaces)

    enter("entry-one", 0, 15, [])
    enter("entry-two", 1, 14, [])
    found = shown(anna, "?kind=pad&person=anna")
    [line] = found["games"]
    assert (line["game"], line["finished"]) == (pad, True)
    assert totals(found) == [[37, 36]]
    assert any("without all their rolls" in note for note in found["person"]["notes"])
    enter("entry-three", 1, 16, ["entry-two"])
    assert totals(shown(anna)) == [[37, 38]]


def pad_online(browser: Browser, key: str, *points: int) -> str:
    """A score pad of a device that its browser puts online, with a turn for each seat."""
    people = [{"who": "here", "name": name} for name in ("Anna", "Ben")]
    settings = {"start": "seat", "rounds": 1, "pad": True}
    table: str = browser.ask("/tables", key=key, seats=people, settings=settings)["view"]["table"]
    browser.ask(f"/tables/{table}/start")
    for seat, each in enumerate(points):
        body = {"entry": f"{key}-{seat}", "round": 1, "seat": seat, "value": by_points(each)}
        browser.ask(f"/tables/{table}/entries", **body)
    return table


def saved_pad(id: str, *points: int) -> str:
    """The same score pad in a backup of its device."""
    pad = Pad(("Anna", "Ben"), Ruleset(rounds=1))
    for seat, each in enumerate(points):
        enter(pad, 1, seat, ByPoints(each, 0, 2))
    return dump_game(SavedGame(pad.record, id, "2026-01-01T12:00:00.000+00:00", GameKind.PAD, (0, 1)))


@pytest.mark.parametrize("added_first", [True, False])
def test_a_pad_that_was_added_and_put_online_counts_once(browser: NewBrowser, added_first: bool) -> None:
    anna, other = browser(), browser()
    saved = saved_pad("here-0123456789abcdef", 15, 14)
    if added_first:
        assert anna.ask("/history/import", games=[saved])["added"] == 1
    table = pad_online(anna, "here-0123456789abcdef", 15, 16)
    if not added_first:
        assert anna.ask("/history/import", games=[saved])["known"] == 1
    # The pad online goes on, and counts.
    found = shown(anna)
    assert ([line["game"] for line in found["games"]], totals(found)) == ([table], [[37, 38]])
    [row] = [row for row in found["people"] if row["key"] == "anna"]
    assert row["games"] == 1
    # Elsewhere both backups are one game, too.
    whole = backup(anna)
    assert [game["id"] for game in whole["games"]] == ["here-0123456789abcdef"]
    assert imported(other, whole)["added"] == 1
    assert other.ask("/history/import", games=[saved])["known"] == 1
    anna.ask("/history/delete", games=[table])
    assert shown(anna)["total"] == 0


def test_a_rematch_of_a_pad_that_was_put_online_is_a_game_of_its_own(browser: NewBrowser) -> None:
    anna = browser()
    table = pad_online(anna, "here-0123456789abcdef", 15, 14)
    again = anna.ask(f"/tables/{table}/rematch")["table"]
    anna.ask(f"/tables/{again}/start")
    assert {line["game"] for line in shown(anna)["games"]} == {table, again}


@pytest.mark.parametrize("form", [dump_json, dump_notation])
def test_a_pad_counts_once_whether_it_comes_from_a_backup_or_alone(
    browser: NewBrowser, form: Callable[[GameRecord], str]
) -> None:
    saved, another = saved_pad("one", 15, 14), saved_pad("two", 15, 14)
    alone = form(read_game(saved).record)
    for games in permutations((saved, alone)):
        fresh = browser()
        assert [fresh.ask("/history/import", games=[each])["added"] for each in games] == [1, 0]
        assert browser().ask("/history/import", games=[*games])["added"] == 1
        # Two with ids are two, even if they are alike.
        assert fresh.ask("/history/import", games=[another])["added"] == (games[0] == saved)
    anna = browser()
    table = pad_online(anna, "here-0123456789abcdef", 15, 14)
    assert anna.ask("/history/import", games=[alone])["known"] == 1
    assert [line["game"] for line in shown(anna)["games"]] == [table]


def test_more_games_than_the_start_page_shows(browser: NewBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
    """And more than are read at once."""
    monkeypatch.setattr(history_work, "PART", 10)
    anna = browser()
    tables = [anna.started("Anna", "Ben")["table"] for _ in range(23)]
    assert len(done(anna.get("/tables"))["tables"]) == 20
    found = shown(anna, "?most=100")
    assert (found["count"], {line["game"] for line in found["games"]}) == (23, {*tables})
    assert len(shown(anna)["games"]) == 20


def test_filters(browser: NewBrowser) -> None:
    anna, guest = browser(), browser()
    at_home = finished(anna, "Anna", "Ben", "Cleo")
    with_bot = finished(anna, "Anna", "@sparrow")
    lobby = anna.open_table("Anna", "link", rounds=1)["table"]
    guest.ask(f"/tables/{lobby}/join", code=anna.join_code(lobby), name="Dan")
    anna.ask(f"/tables/{lobby}/start")
    expected = {
        "": {at_home, with_bot, lobby},
        "kind=table": {at_home},
        "kind=bots": {with_bot},
        "kind=online": {lobby},
        "kind=online&kind=table": {lobby, at_home},
        "kind=pad": set(),
        "players=3": {at_home},
        "finished=true": {at_home, with_bot},
        "finished=false": {lobby},
        "person=dan": {lobby},
        "person=sparrow&is_bot=true": {with_bot},
        "person=sparrow": set(),
        "since=2020-01-01T00:00:00.000Z": {at_home, with_bot, lobby},
        "until=2020-01-01T00:00:00.000Z": set(),
    }
    for query, tables in expected.items():
        assert {line["game"] for line in shown(anna, f"?{query}")["games"]} == tables, query
    assert {line["game"] for line in shown(guest)["games"]} == {lobby}


def test_people_are_renamed_joined_and_separated(browser: NewBrowser) -> None:
    anna = browser()
    finished(anna, "Anna", "Ben")
    finished(anna, "ANNI", "Ben")
    assert anna.ask("/history/names", names=["Anna"], called="Mum") == {"key": "mum"}
    assert {row["name"]: row["games"] for row in shown(anna)["people"]} == {"Mum": 1, "ANNI": 1, "Ben": 2}
    anna.ask("/history/names", names=["anni"], called="Mum")
    people = {row["name"]: row for row in shown(anna)["people"]}
    assert {name: row["games"] for name, row in people.items()} == {"Mum": 2, "Ben": 2}
    assert people["Mum"]["names"] == ["ANNI", "Anna"]
    assert anna.ask("/history/names", names=["ANNI"], called=None) == {"key": "anni"}
    assert {row["name"] for row in shown(anna)["people"]} == {"Mum", "ANNI", "Ben"}
    assert error(anna.post("/history/names", names=["ANNI"], called="two\nlines"))["code"] == "name-not-allowed"


def test_a_game_is_deleted_for_whom_deletes_it_and_at_last_for_all(browser: NewBrowser) -> None:
    anna, ben = browser(), browser()
    table = anna.open_table("Anna", "link", rounds=1)["table"]
    ben.ask(f"/tables/{table}/join", code=anna.join_code(table), name="Ben")
    anna.ask(f"/tables/{table}/start")
    assert [line["others"] for line in shown(anna)["games"]] == [1]
    anna.ask("/history/delete", games=[table])
    assert shown(anna)["games"] == []
    assert done(anna.get("/tables"))["tables"] == []
    assert [line["others"] for line in shown(ben)["games"]] == [0]
    ben.ask("/history/delete", games=[table])
    assert shown(ben)["games"] == []
    assert error(ben.get(f"/tables/{table}"))["code"] == "no-such-table"


def test_nobody_deletes_the_games_of_others(browser: NewBrowser) -> None:
    anna, stranger = browser(), browser()
    table = finished(anna, "Anna", "Ben")
    stranger.started("Eve", "@fox")
    stranger.ask("/history/delete", games=[table])
    browser().ask("/history/delete", games=[table])
    assert [line["game"] for line in shown(anna)["games"]] == [table]


def test_a_backup_comes_back_in_another_browser_and_once_only(browser: NewBrowser) -> None:
    anna, other = browser(), browser()
    finished(anna, "Anna", "@fox", rounds=7)
    anna.started("Anna", "Ben")
    anna.ask("/history/names", names=["Anna"], called="Mum")
    saved = backup(anna)
    assert len(saved["games"]) == 2
    assert imported(other, saved) == {"added": 2, "known": 0, "refused": []}
    assert imported(other, saved) == {"added": 0, "known": 2, "refused": []}
    assert imported(anna, saved) == {"added": 0, "known": 2, "refused": []}
    here, there = shown(anna, "?person=mum"), shown(other, "?person=mum")
    assert totals(here) == totals(there)
    assert [line["at"] for line in here["games"]] == [line["at"] for line in there["games"]]
    assert [line["mine"] for line in here["games"]] == [line["mine"] for line in there["games"]] == [[0, 1], [0]]
    assert all(line["imported"] for line in there["games"])
    assert here["person"] == there["person"]
    again = backup(other)
    assert again["names"] == saved["names"]
    assert sorted(again["games"], key=by_id) == sorted(saved["games"], key=by_id)


def test_more_of_an_imported_game_replaces_it(browser: NewBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_work, "MOST_IMPORTED", 1)
    anna, other = browser(), browser()
    playing = anna.started("Anna", "Ben", rounds=1)
    imported(other, backup(anna))
    play(anna, playing)
    after = backup(anna)
    assert imported(other, after)["added"] == 1
    [line] = shown(other)["games"]
    assert line["finished"]


def test_an_imported_game_can_be_reviewed_saved_and_deleted(browser: NewBrowser) -> None:
    anna, other = browser(), browser()
    record = game(5, whims=0.5)
    assert anna.ask("/history/import", games=[dump_json(record)])["added"] == 1
    [line] = shown(anna)["games"]
    assert (line["kind"], line["imported"], line["mine"]) == ("pad", True, [])
    answer = until(lambda: anna.post("/reviews", table=line["game"]), lambda answer: answer.status_code != 503)
    assert done(answer)["players"] == ["Anna", "Ben"]
    assert load_json(anna.get(f"/history/imported/{line['game']}/record").text) == record
    assert error(other.get(f"/history/imported/{line['game']}/record"))["code"] == "no-such-game"
    other.ask("/history/delete", games=[line["game"]])
    assert shown(anna)["total"] == 1
    anna.ask("/history/delete", games=[line["game"]])
    assert shown(anna)["total"] == 0


def test_a_bad_game_says_which_and_why_and_the_others_come_in(browser: NewBrowser) -> None:
    anna = browser()
    good = dump_json(game(6, whims=0.5))
    broken = json.loads(good)
    broken["events"][0]["faces"][0] = "Z9"
    saved = {"id": "", "at": "yesterday", "kind": None, "mine": [], "record": json.loads(good)}
    answer = anna.ask("/history/import", games=["{", json.dumps(broken), good, json.dumps(saved)])
    assert answer["added"] == 1
    assert [refused["number"] for refused in answer["refused"]] == [0, 1, 3]
    assert "JSON" in answer["refused"][0]["message"]
    assert "events[0]" in answer["refused"][1]["message"]
    assert "time" in answer["refused"][2]["message"]
    assert shown(anna)["total"] == 1


def test_one_import_of_an_address_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others wait for their turn, and nobody has more than one."""
    asked, answered = Semaphore(0), Event()

    run = Worker.run

    async def slow(worker: Worker, *work: Any) -> object:
        asked.release()
        await asyncio.to_thread(answered.wait, PATIENCE)
        return await run(worker, *work)

    monkeypatch.setattr(Worker, "run", slow)
    with running(tmp_path) as address, Browser(address) as anna, ThreadPoolExecutor() as threads:
        first = threads.submit(anna.ask, "/history/import", games=["{}"])
        assert asked.acquire(timeout=PATIENCE)
        refused = anna.post("/history/import", games=["{}"])
        assert (refused.status_code, error(refused)["code"]) == (503, "busy")
        answered.set()
        assert first.result()["added"] == 0
        assert anna.ask("/history/import", games=["{}"])["added"] == 0


def test_the_table_of_all_games(browser: NewBrowser) -> None:
    anna = browser()
    finished(anna, "=Anna", "@fox")
    shown(anna)
    answer = anna.get("/history/csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = [*csv.DictReader(io.StringIO(answer.text))]
    assert [(row["name"], row["bot"]) for row in rows] == [("'=Anna", ""), ("Fox", "fox")]
    assert all(row["luck"] for row in rows)


def test_imports_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, imports_per_hour=1) as address, Browser(address) as anna:
        assert anna.ask("/history/import", games=[dump_json(game(7, whims=0.5))])["added"] == 1
        refused = anna.post("/history/import", games=[dump_json(game(8, whims=0.5))])
        assert (refused.status_code, error(refused)["code"]) == (429, "too-many-imports")
        assert shown(anna)["total"] == 1


def test_every_import_counts_whatever_it_brings(tmp_path: Path) -> None:
    known = dump_json(game(7, whims=0.5))
    with running(tmp_path, imports_per_hour=4) as address, Browser(address) as anna:
        assert anna.ask("/history/import", games=[known])["added"] == 1
        assert anna.ask("/history/import", games=[known])["known"] == 1
        assert len(anna.ask("/history/import", games=["{"], names={"anna": "Mum"})["refused"]) == 1
        assert anna.ask("/history/import", games=[], names={"ben": "Dad"})["added"] == 0
        refused = anna.post("/history/import", games=["{"], names={"cleo": "Sis"})
        assert (refused.status_code, error(refused)["code"]) == (429, "too-many-imports")
        assert backup(anna)["names"] == {"anna": "Mum", "ben": "Dad"}


def test_imports_refused_for_their_number_of_games_count_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_work, "MOST_IMPORTED", 0)
    with running(tmp_path, imports_per_hour=1) as address, Browser(address) as anna:
        record = dump_json(game(7, whims=0.5))
        codes = [error(anna.post("/history/import", games=[record]))["code"] for _ in range(2)]
        assert codes == ["too-many-games", "too-many-imports"]


def test_changes_of_names_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, renamings_per_hour=2) as address, Browser(address) as anna:
        anna.started("Anna", "Ben")
        anna.ask("/history/names", names=["Anna"], called="Mum")
        anna.ask("/history/names", names=["Anna"], called=None)
        refused = anna.post("/history/names", names=["Anna"], called="Mum")
        assert (refused.status_code, error(refused)["code"]) == (429, "too-many-renamings")
        assert backup(anna)["names"] == {}


def test_names_in_a_history_are_as_long_as_those_at_tables(browser: NewBrowser) -> None:
    anna = browser()
    # One letter that stands for eighteen, so that its key is longer than any name.
    long = 40 * "\ufdfa"
    anna.started(long, "Ben")
    anna.ask("/history/names", names=[long], called="A" * 40)
    for names, called in ((["Ben" * 14], "Dad"), (["Ben"], "D" * 41)):
        assert error(anna.post("/history/names", names=names, called=called))["code"] == "name-not-allowed"
    saved = backup(anna)
    other = browser()
    imported(other, saved)
    assert "A" * 40 in [row["name"] for row in shown(other)["people"]]
    too_long = {"ben": "D" * 41}
    assert error(other.post("/history/import", games=[], names=too_long))["code"] == "name-not-allowed"
    refused = other.post("/history/import", games=[], names={"b" * 721: "Dad"})
    assert (refused.status_code, error(refused)["code"]) == (422, "bad-request")


def test_a_history_has_a_limit_of_names_and_all_of_them_come_back(
    browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_store, "MOST_NAMES", 250)
    anna = browser()
    names = {f"name {number}": "Anna" for number in range(250)}
    anna.ask("/history/import", games=["{"], names=names)
    assert backup(anna)["names"] == names
    refused = anna.post("/history/import", games=["{"], names={"one more": "Ben"})
    assert (refused.status_code, error(refused)["code"]) == (409, "too-many-names")
    assert error(anna.post("/history/names", names=["One More"], called="Ben"))["code"] == "too-many-names"
    anna.ask("/history/names", names=["Name 0"], called=None)
    anna.ask("/history/names", names=["One More"], called="Ben")
    assert len(backup(anna)["names"]) == 250


def test_the_cookie_lasts_as_long_as_somebody_comes_back(browser: NewBrowser) -> None:
    anna = browser()
    finished(anna, "Anna", "Ben")
    for path in ("/tables", "/history"):
        assert "Max-Age=34560000" in anna.get(path).headers["set-cookie"]
    assert "set-cookie" not in browser().get("/history").headers


def test_decisions_of_a_bot_that_stood_in_are_not_the_persons() -> None:
    """Anna's first turn is her own, then the fox plays for her, then she is back."""
    table = Table("t", bytes(32))

    def happens(event: TableEvent) -> None:
        table.apply(Entry(table.seq + 1, None, "2026-01-01T00:00:00.000+00:00", event))

    def turn(seat: int) -> None:
        assert table.match
        happens(Played(seat, table.match.decide(seat, Roll())))
        happens(Played(seat, table.match.decide(seat, Score(table.match.state.options[0].dice))))

    seats = Seat(True, "Anna", 0), Seat(True, "Ben", 1)
    happens(Created(host=0, language="en", settings=TableSettings(rounds=3), seats=seats, browsers=("a", "b")))
    happens(Started(order=(0, 1), entropy=("", "")))
    turn(0)
    happens(Undone(seat=0))
    assert table.match
    happens(Played(0, table.match.decide(0, Score(table.match.state.options[0].dice))))
    turn(1)
    happens(BotPlays(seat=0, bot="fox"))
    turn(0)
    happens(PersonPlays(seat=0))
    turn(1)
    away = stand_ins(table)
    assert away == [frozenset()] * 4 + [frozenset({0})] * 2 + [frozenset()] * 2
    summary = summary_of_table(table)
    assert summary.game
    assert (summary.game.kind, summary.holders, summary.game.finished) == (GameKind.ONLINE, (0, 1), False)
    found = review(table.match.record)
    whole, own = summary_of(found), summary_of(found, away)
    left_out = [decision.loss for moment in found.moments[4:6] for decision in moment.decisions if decision.seat == 0]
    assert own.seats[0].all_losses.decisions == whole.seats[0].all_losses.decisions - len(left_out)
    assert own.seats[1] == whole.seats[1]


def crowd(number: int) -> str:
    """A short game of four people who played no other."""
    people = tuple(f"guest {number} {seat}" for seat in range(4))
    return dump_json(GameRecord(people, Ruleset(1), events=(Noted(20, 15, 13, 13),) * 4))


def test_of_a_crowd_as_many_people_are_shown_as_can_be_read(browser: NewBrowser) -> None:
    anna = browser()
    anna.ask("/history/import", games=[crowd(number) for number in range(60)])
    found = done(anna.get("/history?person=guest%207%200"))
    assert (found["count"], len(found["people"]), found["more_people"]) == (1, MOST_PEOPLE, 240 - MOST_PEOPLE)
    assert "guest 7 0" in [row["name"] for row in found["people"]]
    assert found["person"]["name"] == "guest 7 0"
