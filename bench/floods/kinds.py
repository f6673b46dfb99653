"""The floods: what each asks for, by how many connections, from how many addresses and browsers."""

import random
import secrets
from abc import ABC, abstractmethod
from asyncio import gather
from collections import Counter
from collections.abc import Mapping
from itertools import cycle
from types import MappingProxyType
from typing import Any, ClassVar

from bench.floods import material
from bench.floods.tabs import Answers, Tab
from charidice.messages import LANGUAGES
from charidice.record import dump_json
from charidice.rules.dice import STANDARD_DICE
from charidice.rules.ruleset import ROUNDS_ALLOWED
from charidice.web.door.tokens import COOKIE, new_token
from charidice.web.jobs.history_work import MOST_IMPORTED

SEATS = [{"who": "here", "name": name} for name in ("Eve", "Finn", "Gus", "Hal")]
SETTINGS = {"start": "seat", "wait": 0, "rounds": ROUNDS_ALLOWED[-1]}
OPEN, START, INVITE = "POST /api/tables", "POST /api/tables/{table}/start", "GET /api/tables/{table}/invitation"
SHOW, ENTER, JOIN = "GET /api/tables/{table}", "POST /api/tables/{table}/entries", "POST /api/tables/{table}/join"
HISTORY, IMPORT, CALL = "GET /api/history", "POST /api/history/import", "POST /api/history/names"
BACKUP, CSV = "GET /api/history/backup", "GET /api/history/csv"
HINT, PAD_HINT = "GET /api/tables/{table}/hint", "GET /api/tables/{table}/pad-hint"
OPTIONS, LAYOUTS, REVIEW = "GET /api/options", "POST /api/layouts", "POST /api/reviews"
LIVE, LINK = "WEBSOCKET /api/tables/{table}/live", "POST /api/tables/{table}/personal-link"
READS = (
    "GET /api/tables/{table}",
    "GET /api/tables",
    "GET /api/tables/{table}/record",
    "GET /",
    "GET /table/{table}",
    "GET /static/js/main.js",
    "GET /static/icons/icon.svg",
    "GET /api/openapi.json",
)
PAPER = ("GET /api/sheets", "GET /api/history/imported/{game}/sheets", "GET /api/history/imported/{game}/picture")
READY, ALIVE = "GET /readyz", "GET /healthz"
OK, SWITCHING, FORBIDDEN = 200, 101, 403


def answered(*routes: str) -> dict[str, int]:
    return dict.fromkeys(routes, OK)


class Flood(ABC):
    """A way to keep a server busy; `number` makes the addresses of each run new ones."""

    routes: ClassVar[Mapping[str, int]]
    """What it asks for, with the status of what is answered until it is too much."""
    connections: ClassVar[int] = 16
    addresses: ClassVar[int] = 4
    of_histories: ClassVar[bool] = False
    """Whether it keeps others from their histories, so that these are measured too."""

    def __init__(self, port: int, number: int) -> None:
        self.answers: Answers = Counter()
        self._port, self._number = port, number
        self._chance = random.Random()
        self._tabs = [self.tab(connection) for connection in range(self.connections)]

    @classmethod
    def seed(cls, database: str) -> None:
        """Write to the database what there has to be before the server starts."""
        return

    def tab(self, at: int, cookie: str | None = None) -> Tab:
        """A tab of a new browser, unless its cookie is given, at one of the addresses."""
        address = f"127.2.{self._number}.{1 + at % self.addresses}"
        return Tab(self._port, address, self.answers, f"{COOKIE}={new_token()}" if cookie is None else cookie)

    async def prepare(self) -> None:
        """Ask for what is needed before the flood."""
        return

    @abstractmethod
    async def ask(self, at: int) -> None:
        """What one connection asks for, again and again."""

    async def run(self) -> None:
        """Until it is cancelled."""

        async def again(at: int) -> None:
            while True:
                await self.ask(at)

        await gather(*map(again, range(self.connections)))

    def close(self) -> None:
        for tab in self._tabs:
            tab.close()

    def new_browser(self, at: int) -> Tab:
        """The connection of this number, with the cookie of a browser that nobody has seen."""
        self._tabs[at].cookie = f"{COOKIE}={new_token()}"
        return self._tabs[at]


async def opened(tab: Tab, seats: object = SEATS, **settings: object) -> str:
    """The path of a new table that has started."""
    body = {"seats": seats, "settings": {**SETTINGS, **settings}}
    table = (await tab.must(OPEN, body=body))["view"]["table"]
    await tab.must(START, f"/api/tables/{table}/start", {})
    return f"/api/tables/{table}"


class Histories(Flood):
    """One browser with the longest history asks for it over and over."""

    routes = answered(HISTORY)
    connections, addresses = 12, 1
    games, names = MOST_IMPORTED, 2_000

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        for tab in self._tabs:
            tab.cookie = material.COLLECTORS_COOKIE

    @classmethod
    def seed(cls, database: str) -> None:
        material.fill_history(database, cls.games, cls.names)

    async def ask(self, at: int) -> None:
        await self._tabs[at].ask(HISTORY, "/api/history?most=1000" if at % 2 else "")


class Files(Histories):
    """The same browser downloads its history."""

    routes = answered(BACKUP, CSV)

    async def ask(self, at: int) -> None:
        await self._tabs[at].ask(CSV if at % 2 else BACKUP)


class Names(Flood):
    """Browsers that call ever more people something else."""

    routes = answered(IMPORT, CALL)
    connections = 8
    browsers = 5

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        own = [[tab.cookie, *(self.tab(0).cookie for _ in range(1, self.browsers))] for tab in self._tabs]
        self._cookies = [cycle(each) for each in own]

    async def ask(self, at: int) -> None:
        tab = self._tabs[at]
        tab.cookie = next(self._cookies[at])
        if at < self.addresses:
            await tab.ask(IMPORT, body={"games": ["?"], "names": material.names(1000)})
        else:
            await tab.ask(CALL, body={"names": [*material.names(100)], "called": material.name()})


class Imports(Flood):
    """40 browsers of one address, each with a long game to review for its history."""

    routes = answered(IMPORT, HISTORY)
    connections, addresses = 8, 1
    browsers = 40
    of_histories = True

    async def prepare(self) -> None:
        cookies = []
        for _ in range(self.browsers):
            tab = self.new_browser(0)
            cookies.append(tab.cookie)
            await tab.must(IMPORT, body={"games": [dump_json(material.long_game(self._chance))]})
        self._next = cycle(cookies)

    async def ask(self, at: int) -> None:
        tab = self._tabs[at]
        tab.cookie = next(self._next)
        if at:
            await tab.ask(HISTORY)
        else:
            games = [dump_json(material.short_game()) for _ in range(100)]
            await tab.ask(IMPORT, body={"games": games})


class Options(Flood):
    """Ways to score, each time for other dice."""

    routes = answered(OPTIONS)
    connections, addresses = 20, 1

    async def ask(self, at: int) -> None:
        dice = material.dice_set(self._chance)
        rolled = material.faces(dice, self._chance)
        query = f"faces={rolled}&dice={str(dice).replace(' ', '+')}"
        await self._tabs[at].ask(OPTIONS, f"/api/options?{query}")


class Hints(Flood):
    """Hints at tables and pads, for positions that nobody has asked about."""

    routes = answered(HINT, PAD_HINT)

    async def prepare(self) -> None:
        self._paths = [await opened(tab, pad=at % 8 > 3, free_giving=True) for at, tab in enumerate(self._tabs)]
        # Starts the process that gives hints.
        await self._tabs[0].must(HINT, f"{self._paths[0]}/hint?seat=0")

    async def ask(self, at: int) -> None:
        tab, path = self._tabs[at], self._paths[at]
        if at % 8 <= 3:
            await tab.ask(HINT, f"{path}/hint?seat=0")
        else:
            rolled = material.faces(STANDARD_DICE, self._chance)
            await tab.ask(PAD_HINT, f"{path}/pad-hint?round=1&seat=0&rolls=1&faces={rolled}")


class Reviews(Flood):
    """Long games to review, each with new players."""

    routes = answered(REVIEW)

    async def prepare(self) -> None:
        self._games = cycle([dump_json(material.long_game(self._chance)) for _ in range(4)])

    async def ask(self, at: int) -> None:
        text = next(self._games)
        known = text.partition('"players": ["')[2].partition('"')[0]
        await self._tabs[at].ask(REVIEW, body={"record": text.replace(known, material.name())})


class Pads(Flood):
    """Entries on pads that replace a hundred others, and everybody who reads these pads."""

    routes = answered(ENTER, SHOW)
    before = 30
    """Entries of each browser before the flood."""

    async def prepare(self) -> None:
        """Four browsers at each pad."""
        self._paths = []
        for host in self._tabs[: self.addresses]:
            body = {"seats": [SEATS[0], *[{"who": "link"}] * 3], "settings": {**SETTINGS, "pad": True}}
            path = f"/api/tables/{(await host.must(OPEN, body=body))['view']['table']}"
            link = (await host.must(INVITE, f"{path}/invitation"))["join"]
            for tab in self._tabs[self.addresses :]:
                if tab.address == host.address:
                    joining = {"code": link.partition("#join=")[2], "name": material.name()}
                    await tab.must(JOIN, f"{path}/join", joining)
            await host.must(START, f"{path}/start", {})
            self._paths.append(path)
        for at in range(self.connections):
            for _ in range(self.before):
                await self._enter(at)

    async def ask(self, at: int) -> None:
        await self._enter(at)
        await self._tabs[at].ask(SHOW, self._path(at))

    async def _enter(self, at: int) -> None:
        path, invented = f"{self._path(at)}/entries", [secrets.token_hex(32) for _ in range(100)]
        answer = await self._tabs[at].ask(ENTER, path, self._entry(invented))
        if answer.status != OK:
            # What an entry replaces may have to be there.
            await self._tabs[at].ask(ENTER, path, self._entry([]))

    def _path(self, at: int) -> str:
        return self._paths[at % self.addresses]

    def _entry(self, replaces: list[str]) -> dict[str, Any]:
        value = {"by": "points", "points": 10, "bonus": 0, "gift": 11}
        turn = {"round": self._chance.choice(ROUNDS_ALLOWED), "seat": self._chance.randrange(len(SEATS))}
        return {"entry": secrets.token_hex(32), **turn, "value": value, "replaces": replaces}


class Reads(Flood):
    """Tables, lists of tables, records, pages and files, as fast as they come, from one address."""

    routes = answered(*READS)
    connections, addresses = 20, 1
    tables = 20

    async def prepare(self) -> None:
        paths = [await opened(self._tabs[0]) for _ in range(self.tables)]
        self._paths = cycle(paths)
        for tab in self._tabs:
            tab.cookie = self._tabs[0].cookie
        # What is made on the first request.
        await self.ask(0)

    async def ask(self, at: int) -> None:
        path = next(self._paths)
        for route in READS:
            await self._tabs[at].ask(route, route[4:].replace("{table}", path.rpartition("/")[2]))


class Sockets(Flood):
    """Pages that come and go."""

    routes = MappingProxyType({LIVE: SWITCHING})
    connections = 20

    async def prepare(self) -> None:
        self._paths = [await opened(tab) for tab in self._tabs[: self.addresses]]

    async def ask(self, at: int) -> None:
        await self.new_browser(at).look_in(LIVE, f"{self._paths[at % self.addresses]}/live")


class Tables(Flood):
    """New tables, and guesses of the links to join them, up to the limits and beyond."""

    routes = MappingProxyType({OPEN: OK, JOIN: FORBIDDEN})
    path = ""
    """Of the newest table."""

    async def ask(self, at: int) -> None:
        tab = self.new_browser(at)
        seats = [SEATS[0], {"who": "link"}]
        opening = await tab.ask(OPEN, body={"seats": seats, "settings": SETTINGS})
        if opening.status == OK:
            self.path = f"/api/tables/{opening.json['view']['table']}"
        if self.path:
            body = {"code": secrets.token_urlsafe(12), "name": material.name()}
            await self.new_browser(at).ask(JOIN, f"{self.path}/join", body)


class Invitations(Flood):
    """Links with their QR codes."""

    routes = answered(INVITE, LINK)
    connections, addresses = 12, 1

    async def prepare(self) -> None:
        self._path = await opened(self._tabs[0])
        for tab in self._tabs:
            tab.cookie = self._tabs[0].cookie

    async def ask(self, at: int) -> None:
        await self._tabs[at].ask(INVITE, f"{self._path}/invitation")
        if at == 0:
            await self._tabs[at].ask(LINK, f"{self._path}/personal-link", {})


class Paper(Flood):
    """Sheets to print and pictures, of many games and in all languages."""

    routes = answered(*PAPER)
    games = 4

    async def prepare(self) -> None:
        records = [material.long_game(self._chance) for _ in range(self.games)]
        ids = [game.id for game in material.read(records)]
        for tab in self._tabs:
            tab.cookie = self._tabs[0].cookie
        await self._tabs[0].must(IMPORT, body={"games": [*map(dump_json, records)]})
        self._wanted = cycle((game, language) for language in LANGUAGES for game in ids)

    async def ask(self, at: int) -> None:
        game, language = next(self._wanted)
        headers = f"Accept-Language: {language}\r\n"
        for route, query in zip(PAPER, ("?paper=letter", "?paper=letter", "?form=png"), strict=True):
            await self._tabs[at].ask(route, route[4:].replace("{game}", game) + query, headers=headers)


class Readiness(Flood):
    """The questions of a supervisor, from anybody."""

    routes = answered(READY, ALIVE)
    connections, addresses = 12, 1

    async def ask(self, at: int) -> None:
        await self._tabs[at].ask(ALIVE if at % 2 else READY)


class Layouts(Flood):
    """What follows from a few faces of one's own dice."""

    routes = answered(LAYOUTS)

    async def ask(self, at: int) -> None:
        known = material.dice_set(self._chance)
        texts = [known.texts((number,) * 6) for number in self._chance.sample(range(1, 7), 2)]
        dice = [[*each] for each in zip(*texts, strict=True)]
        await self.new_browser(at).ask(LAYOUTS, body={"dice": dice})


FLOODS: dict[str, type[Flood]] = {
    flood.__name__.lower(): flood
    for flood in (
        Histories,
        Files,
        Names,
        Imports,
        Options,
        Hints,
        Reviews,
        Pads,
        Reads,
        Sockets,
        Tables,
        Invitations,
        Paper,
        Readiness,
        Layouts,
    )
}
