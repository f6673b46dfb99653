"""People who just want to play, at tables of two, and one who wants to see a history."""

import asyncio
import random
import secrets
import time
from dataclasses import dataclass
from typing import Any

from bench.floods import material
from bench.floods.tabs import Tab
from bench.load import Page
from bench.table import listen_to
from charidice.record import dump_json

TABLES = 10
MOVES_A_SECOND = 3
"""At each table: a browser may send 50 messages in 30 seconds."""
# As pages do with a move that is refused for the moment, or not answered.
RETRY_SECONDS = 0.2
MOST_SECONDS = 20
HISTORY_SECONDS = 45
LOOK_SECONDS = 0.2
SETTINGS = {"rounds": 20, "wait": 0, "start": "seat", "hints": "off"}
OPENING = {"seats": [{"who": "here", "name": "Anna"}, {"who": "link"}], "settings": SETTINGS}


@dataclass
class Pair:
    """Two people at a table, each with a page that listens."""

    path: str
    people: list[Tab]
    pages: list[asyncio.Transport]
    view: dict[str, Any]

    @classmethod
    async def at(cls, port: int, number: int, table: int) -> "Pair":
        host, guest = (Tab(port, f"127.1.{number}.{2 * table + person + 1}") for person in range(2))
        path = f"/api/tables/{(await host.must('POST /api/tables', body=OPENING))['view']['table']}"
        link = (await host.must("GET /api/tables/{table}/invitation", f"{path}/invitation"))["join"]
        joining = {"code": link.partition("#join=")[2], "name": "Ben"}
        await guest.must("POST /api/tables/{table}/join", f"{path}/join", joining)
        view = (await host.must("POST /api/tables/{table}/start", f"{path}/start", {}))["view"]
        people = [host, guest]
        pages = [(await listen_to(port, f"{path}/live", Page, each.cookie, each.address))[0] for each in people]
        return cls(path, people, pages, view)

    def close(self) -> None:
        for person in self.people:
            person.close()
        for page in self.pages:
            page.abort()

    async def move(self) -> float:
        """The seconds until it is acknowledged, or MOST_SECONDS."""
        game = self.view["game"]
        action: dict[str, Any] = (
            {"action": "score", "dice": game["options"][0]["dice"]} if game["rolls"] else {"action": "roll"}
        )
        move = {"move_id": secrets.token_hex(16), "seq": self.view["seq"], "seat": game["active"], **action}
        person = self.people[game["active"]]
        begin = time.perf_counter()
        while (passed := time.perf_counter() - begin) < MOST_SECONDS:
            answer = await person.ask("POST /api/tables/{table}/moves", f"{self.path}/moves", move)
            if answer.status == 200:
                self.view = answer.json["view"]
                return time.perf_counter() - begin
            await asyncio.sleep(RETRY_SECONDS)
        return passed


@dataclass
class Strangers:
    port: int
    number: int
    pairs: list[Pair]

    @classmethod
    async def at(cls, port: int, number: int) -> "Strangers":
        """New tables, from addresses that no other number has."""
        return cls(port, number, [await Pair.at(port, number, table) for table in range(TABLES)])

    async def play(self, seconds: float) -> list[float]:
        """How long each move took that was begun in this time."""
        begin, delays = time.perf_counter(), []

        async def moves(at: int, pair: Pair) -> None:
            due = begin + at / TABLES / MOVES_A_SECOND
            while (now := time.perf_counter()) < begin + seconds:
                if now < due:
                    await asyncio.sleep(due - now)
                delays.append(await pair.move())
                due = max(due + 1 / MOVES_A_SECOND, time.perf_counter())

        await asyncio.gather(*(moves(at, pair) for at, pair in enumerate(self.pairs)))
        return delays

    async def history(self, reader: int) -> float:
        """The seconds until a newcomer with one long game has the whole history, or HISTORY_SECONDS."""
        tab = Tab(self.port, f"127.3.{self.number}.{reader + 1}")
        game = dump_json(material.long_game(random.Random()))
        begin = time.perf_counter()
        await tab.must("POST /api/history/import", body={"games": [game]})
        while time.perf_counter() - begin < HISTORY_SECONDS:
            answer = await tab.ask("GET /api/history")
            if answer.status == 200 and not answer.json["waiting"]:
                break
            await asyncio.sleep(LOOK_SECONDS)
        tab.close()
        return time.perf_counter() - begin

    def close(self) -> None:
        for pair in self.pairs:
            pair.close()
