"""Installed bots at the tables of a server, if its operator invites them: whatever they do, the game goes on."""

import json
from html import unescape
from pathlib import Path

import pytest

from charidice.cli import main
from charidice.messages import LANGUAGES
from charidice.web.models import NewTable
from charidice.web.table import decide
from charidice.web.table.opening import names
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms

from ..strategy.test_installed_bots import hares  # noqa: F401  (a fixture)
from ..waiting import eventually
from .servers import Browser, running
from .test_bots import PERSON, move, started
from .test_rooms import ANNA, with_rooms

pytestmark = pytest.mark.usefixtures("hares")


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
