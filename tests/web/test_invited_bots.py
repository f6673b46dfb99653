"""Installed bots at the tables of a server, if its operator invites them: whatever they do, the game goes on."""

import json
from html import unescape
from pathlib import Path

import pytest

from charidice.cli import main
from charidice.messages import LANGUAGES
from charidice.strategy.bots.external import installed_bots
from charidice.web.events import BotPlays
from charidice.web.models import NewTable
from charidice.web.table import decide
from charidice.web.table.bots import MOST_FAILURES
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.seating import names

from ..strategy.test_installed_bots import hares  # noqa: F401  (a fixture)
from ..waiting import PATIENCE, eventually
from .servers import Browser, running
from .test_bots import PERSON, move, started
from .test_rooms import ANNA, with_rooms

pytestmark = pytest.mark.usefixtures("odd_bots")

SOURCE = """
import os
import signal

import numpy
from charidice import Roll, Score
from hares.kinds import Hare


class Smuggling(Hare):
    # Legal moves, with numbers inside that JSON does not know.

    def choose(self, node):
        move = super().choose(node)
        if isinstance(move, Score):
            object.__setattr__(move, "dice", tuple(numpy.array(move.dice)))
        return move


class OwnMove(Roll):
    pass


class Subclass(Hare):
    def choose(self, node):
        return OwnMove()


class Silent(Hare):
    def choose(self, node):
        return None


class Huge(Hare):
    def choose(self, node):
        return "x" * 10_000_000


class Half(Hare):
    def choose(self, node):
        move = Score((0,))
        object.__setattr__(move, "dice", (0.5,))
        return move


class Unprintable(Hare):
    def __repr__(self):
        raise KeyboardInterrupt

    def choose(self, node):
        return self


class Leaving(Hare):
    def choose(self, node):
        raise SystemExit


class Writing(Hare):
    # Writes into every pipe it finds.

    def choose(self, node):
        for number in range(3, 20):
            try:
                os.write(number, b"=cos\\nsystem\\n")
            except OSError:
                pass
        return super().choose(node)


class Halted(Hare):
    def choose(self, node):
        os.kill(os.getpid(), signal.SIGSTOP)
"""
ENTRIES = """
[charidice.bots]
smuggling = odd_bots:Smuggling
subclass = odd_bots:Subclass
silent = odd_bots:Silent
huge = odd_bots:Huge
half = odd_bots:Half
unprintable = odd_bots:Unprintable
leaving = odd_bots:Leaving
writing = odd_bots:Writing
halted = odd_bots:Halted
"""


@pytest.fixture
def odd_bots(hares: None, tmp_path: Path) -> None:  # noqa: F811
    """One more package, with bots that do not do what bots should."""
    (tmp_path / "odd_bots.py").write_text(SOURCE)
    info = tmp_path / "odd_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    installed_bots.cache_clear()


async def until_round(room: Room, round_: int) -> None:
    match = room.table.match
    assert match
    await eventually(lambda: match.state.round >= round_)


@pytest.mark.parametrize("bot", ["hare", "stuck", "crashing", "lost"])
def test_a_guest_plays_and_if_it_fails_the_fox_plays_its_move(tmp_path: Path, bot: str) -> None:
    async def play(rooms: Rooms) -> None:
        room = await started(rooms, PERSON, {"who": "bot", "bot": bot}, rounds=1)
        await move(rooms, room, "roll")
        match = room.table.match
        assert match
        await move(rooms, room, "score", dice=list(match.state.options[0].dice))
        await until_round(room, 2)
        assert match.is_over
        assert match.record.bots == (None, bot)

    settings = {"bots": (bot,), "bot_seconds": 0.3, "pace": 0.0, "motion": False}
    with_rooms(tmp_path, play, **settings)  # type: ignore[arg-type]


FAILING = ["crashing", "stuck", "subclass", "silent", "huge", "half", "unprintable", "leaving", "writing"]


def played(folder: Path, bot: str, caplog: pytest.LogCaptureFixture, seconds: float = 0.3) -> Room:
    """A whole game of a person and an invited bot."""
    found: list[Room] = []

    async def play(rooms: Rooms) -> None:
        room = await started(rooms, PERSON, {"who": "bot", "bot": bot}, rounds=2)
        found.append(room)
        match = room.table.match
        assert match
        for round_ in (1, 2):
            await eventually(lambda: room.table.awaited == 0)
            await move(rooms, room, "roll")
            await move(rooms, room, "score", dice=list(match.state.options[0].dice))
            await until_round(room, round_ + 1)
        assert match.is_over
        assert not [record for record in caplog.records if "tries again" in record.message]
        # What is stored can be read.
        rooms._loaded.clear()
        again = await rooms.get(room.table.id)
        assert again.table.log == room.table.log

    settings = {"bots": (bot,), "bot_seconds": seconds, "pace": 0.0, "motion": False}
    with_rooms(folder, play, **settings)  # type: ignore[arg-type]
    return found[0]


@pytest.mark.parametrize("bot", FAILING)
def test_after_three_moves_that_a_guest_cannot_make_the_fox_has_its_seat(
    tmp_path: Path, bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = played(tmp_path, bot, caplog).table
    replaced = [entry.event for entry in table.log if isinstance(entry.event, BotPlays)]
    assert replaced == [BotPlays(seat=1, bot="fox")]
    assert (table.seats[1].person, table.seats[1].bot) == (False, "fox")
    assert len([record for record in caplog.records if "fox plays its move" in record.message]) == MOST_FAILURES
    assert all(len(record.getMessage()) < 2000 for record in caplog.records)


@pytest.mark.parametrize("bot", ["hare", "smuggling"])
def test_a_guest_whose_moves_are_legal_keeps_its_seat(
    tmp_path: Path, bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = played(tmp_path, bot, caplog, seconds=PATIENCE).table
    assert table.seats[1].bot == bot
    assert not [record for record in caplog.records if "failed" in record.message]


def test_a_guest_whose_process_does_nothing_at_all_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("charidice.web.table.bots.SECONDS_TO_LOAD", 0)
    table = played(tmp_path, "halted", caplog).table
    assert table.seats[1].bot == "fox"
    assert [record for record in caplog.records if "does not answer" in record.message]


def test_a_bot_that_is_no_longer_invited_is_played_by_the_fox(tmp_path: Path) -> None:
    async def play(rooms: Rooms) -> None:
        room = await started(rooms, PERSON, {"who": "bot", "bot": "stuck"}, rounds=1)
        await move(rooms, room, "roll")
        assert room.table.match
        await move(rooms, room, "score", dice=list(room.table.match.state.options[0].dice))
        await until_round(room, 2)

    with_rooms(tmp_path, play, pace=0.0, motion=False)


def test_only_who_is_invited_may_sit_down(tmp_path: Path) -> None:
    def table(bot: str) -> object:
        return {"seats": [PERSON, {"who": "bot", "bot": bot}], "settings": {"start": "seat"}}

    with running(tmp_path, bots=("hare",)) as address, Browser(address) as browser:
        made = browser.client.post("/api/tables", json=table("hare"))
        assert made.status_code in (200, 201), made.text
        assert browser.client.post("/api/tables", json=table("fox")).status_code == made.status_code
        for bot in ("stuck", "my_bot.py:MyBot", "hawk"):
            refused = browser.client.post("/api/tables", json=table(bot))
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "bot-not-invited")
        page = unescape(browser.client.get("/").text)
        assert '"guests":["hare"]' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guest_keeps_its_name(language: str) -> None:
    new = {"seats": [PERSON, *[{"who": "bot", "bot": "hare"}] * 2]}
    created = decide.create(NewTable.model_validate(json.loads(json.dumps(new))), ANNA, language)
    assert names(created.seats, language) == ["Anna", "hare", "hare 2"]


@pytest.mark.parametrize(
    ("bot", "said"), [("hawk", "isn’t installed"), ("fox", "isn’t installed"), ("lost", "no class")]
)
def test_what_cannot_play_is_not_served(
    bot: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["serve", "--db", str(tmp_path / "tables.db"), "--port", "0", "--bots", bot, "--lang", "en"]
    assert main(words) == 2
    assert said in capsys.readouterr().err
