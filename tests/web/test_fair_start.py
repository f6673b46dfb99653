"""Browsers commit to their words when they sit down, and reveal them when the game starts: nobody chooses the dice."""

import asyncio
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from charidice.chance import FairDice, Pledge, UnfairDice, check_dice, commitment_to
from charidice.record import GameRecord, load_json
from charidice.rules.engine import new_game
from charidice.rules.moves import Rolled
from charidice.web.door.tokens import digest
from charidice.web.events import Started, Starting
from charidice.web.models import Join, NewTable, Reveal
from charidice.web.settings import Settings
from charidice.web.store import storage as storage_module
from charidice.web.store.storage import Addition, LogConflict, Storage, StoredEvent, timestamp
from charidice.web.table import decide, reveals
from charidice.web.table.rooms import Rooms

from ..waiting import eventually, until
from .servers import Browser, Json, done, error, play, running
from .test_earlier_databases import HOST, LOBBY, known, opened
from .test_rooms import with_rooms

FOREVER = 3600.0


class Words:
    """The words of a browser: committed to first, revealed later."""

    def __init__(self) -> None:
        self.text = secrets.token_hex(16)
        self.commitment = commitment_to(self.text.encode())


class Player(Browser):
    """A browser that keeps the words it has committed to."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.words, self.next = Words(), Words()

    def reveal(self, table: str, words: str | None = None) -> httpx.Response:
        return self.post(f"/tables/{table}/reveal", words=words or self.words.text, commitment=self.next.commitment)

    def turn(self) -> None:
        """The words committed to for the rematch are now those of the game."""
        self.words, self.next = self.next, Words()

    def opens(self, *seats: str, start: str = "seat", rounds: int = 1) -> str:
        wanted = [{"who": "link"} if seat == "link" else {"who": "here", "name": seat} for seat in seats]
        settings = {"start": start, "wait": 0, "rounds": rounds}
        answer = self.ask("/tables", seats=wanted, settings=settings, commitment=self.words.commitment)
        table: str = answer["view"]["table"]
        return table

    def joins(self, table: str, host: Browser, name: str = "Ola") -> None:
        self.ask(f"/tables/{table}/join", code=host.join_code(table), name=name, commitment=self.words.commitment)

    def starts(self, table: str) -> Json:
        view: Json = self.ask(f"/tables/{table}/start")["view"]
        return view

    def pledge(self, table: str) -> Pledge:
        pledge = self.record(table).pledge
        assert pledge
        return pledge

    def record(self, table: str) -> GameRecord:
        return load_json(self.get(f"/tables/{table}/record").text)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that waits for words as long as it takes."""
    with running(tmp_path_factory.mktemp("patient"), reveal=FOREVER) as address:
        yield address


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that waits for nobody's words."""
    with running(tmp_path_factory.mktemp("hasty"), reveal=0.0) as address:
        yield address


@pytest.fixture
def two(patient: str) -> Iterator[tuple[Player, Player, str]]:
    """A host and a guest at a full table."""
    with Player(patient) as host, Player(patient) as guest:
        table = host.opens("Lena", "link")
        guest.joins(table, host)
        yield host, guest, table


def play_to_the_end(host: Player, guest: Player, view: Json) -> None:
    while view["stage"] == "playing":
        active = view["game"]["active"]
        player = host if view["seats"][active]["holder"] == view["host"] else guest
        if view["game"]["rolls"] == 0:
            view = player.moved(view, active, "roll")
        else:
            view = player.moved(view, active, "score", dice=view["game"]["options"][0]["dice"])


def test_the_words_of_all_browsers_are_in_the_dice_and_those_of_the_rematch(two: tuple[Player, Player, str]) -> None:
    host, guest, table = two
    starting = host.starts(table)["starting"]
    assert starting == {
        "order": [0, 1],
        "commitments": [host.words.commitment, guest.words.commitment],
        "waiting": [0, 1],
    }
    assert done(host.reveal(table))["view"]["starting"]["waiting"] == [1]
    view = done(guest.reveal(table))["view"]
    assert (view["stage"], view["starting"]) == ("playing", None)
    pledge = host.pledge(table)
    assert pledge.entropy == (host.words.text, guest.words.text)
    assert pledge.word_commitments == (host.words.commitment, guest.words.commitment)
    play_to_the_end(host, guest, view)
    record = guest.record(table)
    assert check_dice(guest.pledge(table), record.start, record.events) >= 2 * 6

    for player in (host, guest):
        player.turn()
    again = guest.ask(f"/tables/{table}/rematch")
    assert again["view"]["starting"]["order"] == [0, 1]
    assert again["view"]["starting"]["commitments"] == [guest.words.commitment, host.words.commitment]
    for player in (host, guest):
        done(player.reveal(again["table"]))
    assert host.pledge(again["table"]).entropy == (guest.words.text, host.words.text)


def test_whoever_presses_may_commit_anew_for_the_rematch(hasty: str) -> None:
    """As does the page of a game that ended before browsers committed to words."""
    with Player(hasty) as host:
        view = play(host, host.started("Lena", "Marko", rounds=1))
        again = host.ask(f"/tables/{view['table']}/rematch", commitment=host.words.commitment)
        assert again["view"]["starting"]["commitments"] == [host.words.commitment] * 2


def test_a_game_on_one_device_starts_with_the_reveal(patient: str) -> None:
    with Player(patient) as host:
        table = host.opens("Lena", "Marko")
        host.starts(table)
        assert done(host.reveal(table))["view"]["stage"] == "playing"
        assert host.pledge(table).entropy == (host.words.text,) * 2


def test_without_commitments_a_game_starts_at_once(patient: str) -> None:
    with Browser(patient) as client:
        view = client.started("Lena", "@owl")
        assert (view["stage"], view["starting"]) == ("playing", None)


@pytest.mark.parametrize("words", ["ab" * 16, "cd" * 32])
def test_words_that_do_not_match_are_refused(words: str, two: tuple[Player, Player, str]) -> None:
    host, guest, table = two
    assert error(host.reveal(table))["code"] == "not-started"
    host.starts(table)
    done(guest.reveal(table))
    assert error(host.reveal(table, words))["code"] == "words-do-not-match"
    assert error(host.reveal(table, host.next.text))["code"] == "words-do-not-match"
    assert host.view(table)["starting"]["waiting"] == [0]


@pytest.mark.parametrize("words", ["", "ab", "AB" * 16, "x" * 32, "ab" * 33])
def test_empty_short_or_other_words_are_no_words(words: str, two: tuple[Player, Player, str]) -> None:
    host, _, table = two
    host.starts(table)
    assert host.post(f"/tables/{table}/reveal", words=words).status_code == 422


def test_a_guest_cannot_reveal_for_the_host(two: tuple[Player, Player, str]) -> None:
    host, guest, table = two
    host.starts(table)
    assert error(guest.reveal(table, host.words.text))["code"] == "words-do-not-match"


def test_words_are_secret_until_the_game_has_started(two: tuple[Player, Player, str]) -> None:
    host, guest, table = two
    host.starts(table)
    done(host.reveal(table))
    shown = guest.get(f"/tables/{table}").text
    assert host.words.commitment in shown
    assert host.words.text not in shown
    assert error(guest.get(f"/tables/{table}/record"))["code"] == "not-started"


def test_once_words_are_asked_for_nothing_else_can_change(two: tuple[Player, Player, str]) -> None:
    host, guest, table = two
    starting = host.starts(table)["starting"]
    seq = host.view(table)["seq"]
    assert host.starts(table)["starting"] == starting, "a second press changes nothing"
    for path, body in (("name", {"name": "Eve"}), ("leave", {}), ("bot", {"bot": "owl"})):
        assert error(guest.post(f"/tables/{table}/seats/1/{path}", **body))["code"] in (
            "already-started",
            "no-bot-there",
        )
    with Player(host.address) as late:
        refused = late.post(f"/tables/{table}/join", code=host.join_code(table), name="Eve")
        assert error(refused)["code"] == "no-open-seat"
    assert host.view(table)["seq"] == seq


def test_the_order_of_play_is_fixed_before_the_words_are_known(patient: str) -> None:
    for _ in range(5):
        with Player(patient) as host:
            table = host.opens("Lena", "Marko", "Ola", start="lot")
            order = host.starts(table)["starting"]["order"]
            seats = done(host.reveal(table))["view"]["seats"]
            assert [seat["name"] for seat in seats] == [["Lena", "Marko", "Ola"][seat] for seat in order]


# The attack: the operator of the server knows the seed, plays as the host, and tries words until the dice please


def first_roll(seed: bytes, words: tuple[str, ...]) -> int:
    return sum(FairDice(seed, words).roll(new_game(2), ()))


def test_words_tried_after_the_others_have_revealed_theirs_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, reveal=FOREVER) as address, Player(address) as host, Player(address) as guest:
        table = host.opens("Lena", "link")
        guest.joins(table, host)
        seen = host.starts(table)
        done(guest.reveal(table))
        with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
            (seed,) = database.execute("SELECT seed FROM game_table WHERE id = ?", (table,)).fetchone()
        honest = first_roll(seed, (host.words.text, guest.words.text))
        tried = (secrets.token_hex(16) for _ in range(100_000))
        better = next(words for words in tried if first_roll(seed, (words, guest.words.text)) > max(honest, 28))
        assert error(host.reveal(table, better))["code"] == "words-do-not-match"
        view = done(host.reveal(table))["view"]
        play_to_the_end(host, guest, view)
        record = guest.record(table)
    rolled = record.events[0]
    assert isinstance(rolled, Rolled)
    assert sum(rolled.numbers) == honest
    forged = Pledge(seen["commitment"], (better, guest.words.text), seed, tuple(seen["starting"]["commitments"]))
    with pytest.raises(UnfairDice):
        check_dice(forged, record.start, record.events)


def test_who_withholds_words_has_one_other_outcome_and_everybody_sees_it(hasty: str) -> None:
    with Player(hasty) as host, Player(hasty) as guest:
        table = host.opens("Lena", "link")
        guest.joins(table, host)
        host.starts(table)
        view = until(lambda: guest.view(table), lambda view: view["stage"] == "playing")
        events = done(guest.get(f"/tables/{table}"))["events"]
        started = next(event for event in events if event["event"] == "started")
        assert started["withheld"] == [0, 1]
        pledge = guest.pledge(table)
        assert pledge.withheld == (0, 1)
        assert pledge.entropy == (host.words.commitment, guest.words.commitment)
        assert error(host.reveal(table))["code"] == "too-late-for-words"
        play_to_the_end(host, guest, view)
        again = host.ask(f"/tables/{table}/rematch")
        # Words never revealed are still secret: they count in the rematch.
        assert again["view"]["starting"]["commitments"] == [guest.words.commitment, host.words.commitment]


def test_words_revealed_twice_count_once(two: tuple[Player, Player, str]) -> None:
    """As after a lost answer."""
    host, guest, table = two
    host.starts(table)
    for _ in range(2):
        done(guest.reveal(table))
    seq = done(host.reveal(table))["view"]["seq"]
    assert done(host.reveal(table))["view"]["seq"] == seq


def test_another_device_brings_words_of_its_own(two: tuple[Player, Player, str]) -> None:
    host, guest, table = two
    code = guest.ask(f"/tables/{table}/personal-link")["link"].partition("#move=")[2]
    with Player(host.address) as phone:
        phone.ask(f"/tables/{table}/move-here", code=code, commitment=phone.words.commitment)
        assert host.starts(table)["starting"]["commitments"] == [host.words.commitment, phone.words.commitment]
        done(phone.reveal(table))


def test_a_lobby_of_an_earlier_version_keeps_the_words_it_has(tmp_path: Path) -> None:
    with opened(tmp_path, "0001"):
        pass
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        words = (
            """UPDATE event SET body = replace(body, '"words": ""', '"words": "cd"') WHERE table_id = ? AND seq = 1"""
        )
        database.execute(words, (LOBBY,))
        database.commit()
    settings: Json = {"keep_unfinished": 100_000, "reveal": FOREVER}
    with running(tmp_path, **settings) as address, known(address, HOST) as host, Player(address) as guest:
        guest.joins(LOBBY, host, "Ida")
        assert host.ask(f"/tables/{LOBBY}/start")["view"]["starting"]["commitments"] == [
            None,
            None,
            guest.words.commitment,
        ]
        assert done(guest.reveal(LOBBY))["view"]["stage"] == "playing"
        pledge = guest.pledge(LOBBY)
        assert pledge.entropy == ("", "cd", guest.words.text)
        assert pledge.uncommitted == (1,)


# Crashes and several processes


def test_a_server_that_dies_while_a_game_is_starting_starts_it_later(database: str) -> None:
    with running(database, reveal=FOREVER) as address, Player(address) as host, Player(address) as guest:
        table = host.opens("Lena", "link")
        guest.joins(table, host)
        host.starts(table)
        done(guest.reveal(table))
    with running(database, reveal=0.0) as address, Player(address) as watcher:
        until(lambda: watcher.view(table)["stage"] == "playing")
        pledge = watcher.pledge(table)
    assert pledge.entropy == (host.words.commitment, guest.words.text)
    assert pledge.withheld == (0,)


LENA, OLA = digest("lena"), digest("ola")
NEW = NewTable.model_validate(
    {"seats": [{"who": "here", "name": "Lena"}, {"who": "link"}], "settings": {"start": "seat", "rounds": 1}}
)


async def full_table(rooms: Rooms, *words: Words) -> str:
    """A table for two, whose browsers have committed to words."""
    created = decide.create(NEW.model_copy(update={"commitment": words[0].commitment}), LENA, "en")
    room = await rooms.create(created)
    join = Join(code=room.table.join_code, name="Ola", commitment=words[1].commitment)
    await rooms.change(room, decide.join, join, OLA)
    await rooms.change(room, decide.start)
    return room.table.id


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_of_several_processes_one_starts_the_game(database: str) -> None:
    words = Words(), Words()

    async def run() -> None:
        here, there = (Rooms(Settings(database, reveal=0.0)) for _ in range(2))
        await here.open()
        table = await full_table(here, *words)
        rooms = [await here.get(table), await there.get(table)]
        await eventually(lambda: not any(room.awaits_words for room in rooms))
        log = (await there.get(table)).table.log
        assert [type(entry.event) for entry in log[-2:]] == [Starting, Started]
        await here.close()
        await there.close()

    asyncio.run(run())


def test_a_start_that_could_not_be_written_is_tried_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    append_many, attempts = Storage.append_many, iter([OSError("disk full")])

    def fail_once(storage: Storage, additions: Sequence[Addition]) -> list[LogConflict | None]:
        if '"started"' in additions[0].events[0].body and (failure := next(attempts, None)):
            raise failure
        return append_many(storage, additions)

    async def play(rooms: Rooms) -> None:
        table = await full_table(rooms, Words(), Words())
        room = await rooms.get(table)
        await eventually(lambda: room.table.match)
        assert next(attempts, None) is None

    monkeypatch.setattr(Storage, "append_many", fail_once)
    monkeypatch.setattr(reveals, "RETRY_SECONDS", (0.0,))
    with_rooms(database, play, reveal=0.0)


def test_a_crash_between_the_last_reveal_and_the_start_loses_nothing(database: str) -> None:
    words = Words(), Words()

    async def run() -> None:
        before = Rooms(Settings(database, reveal=FOREVER))
        await before.open()
        table = await full_table(before, *words)
        room = await before.get(table)
        for holder, each in enumerate(words):
            event = decide.reveal(room, holder, Reveal(words=each.text))
            assert event
            await before._changes.commit(room, event)
        await before.close()

        after = Rooms(Settings(database, reveal=FOREVER))
        await after.open()
        room = await after.get(table)
        await eventually(lambda: not room.table.starting)
        assert room.table.match
        assert room.table.match.record.pledge
        assert room.table.match.record.pledge.entropy == tuple(each.text for each in words)
        await after.close()

    asyncio.run(run())


# A rematch is one transaction


def event(seq: int) -> StoredEvent:
    return StoredEvent(seq, None, timestamp(), "{}")


def test_a_rematch_that_cannot_be_announced_is_not_there(database: str) -> None:
    storage = Storage(database)
    storage.migrate()
    storage.create(bytes(32), Addition("first", [event(0)]))
    with pytest.raises(LogConflict):
        storage.create(bytes(32), Addition("again", [event(0)]), Addition("first", [event(0)]))
    assert storage.load("again") is None
    storage.create(bytes(32), Addition("again", [event(0)]), Addition("first", [event(1)]))
    assert storage.load("again")
    storage.close()


def test_a_crash_in_a_rematch_leaves_no_table_behind(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(database, reveal=FOREVER) as address, Browser(address) as host:
        over = play(host, host.started("Lena", "Marko", rounds=1))
        add = storage_module._add

        def crash(connection: object, addition: Addition) -> None:
            if addition.table == over["table"]:
                raise OSError("the disk is full")
            add(connection, addition)  # type: ignore[arg-type]

        with monkeypatch.context() as broken:
            broken.setattr(storage_module, "_add", crash)
            assert host.post(f"/tables/{over['table']}/rematch").status_code == 500
        assert [each["table"] for each in done(host.get("/tables"))["tables"]] == [over["table"]]
        again = host.ask(f"/tables/{over['table']}/rematch")["table"]
        assert {each["table"] for each in done(host.get("/tables"))["tables"]} == {over["table"], again}
