"""Many tables that people play over HTTP and follow over WebSockets, whatever happens to the server meanwhile.

A page's habits: a move is sent again until it is answered, with the same id; a connection that is lost is opened again
after a random pause, and resumes after the last event that came. In the end what people were told is compared with
the log in the database.
"""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from ipaddress import IPv4Address
from itertools import count
from random import Random
from time import monotonic
from typing import NamedTuple

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from charidice.web.door.tokens import COOKIE
from charidice.web.store.storage import Storage
from charidice.web.table.entries import replayed

from ..waiting import eventually
from .servers import Json

# As live.js and moves.js have them, in seconds.
MIN_BACKOFF, MAX_BACKOFF = 0.5, 10.0
RETRY_DELAYS = (0.4, 0.8, 1.5, 3.0)
REQUEST_TIMEOUT = 8.0
TRY_AGAIN = (429, 503)
# Seconds after which a connection that has ended is known to be lost.
NOTICED = 0.05
# Where each person's address begins.
SOMEWHERE = int(IPv4Address("10.0.0.1"))


class Interrupted(Exception):
    """A request that was not answered, or is to be sent again later."""


class Follower:
    """A page that listens to a table."""

    def __init__(self, crowd: "Crowd", table: str, person: "Person") -> None:
        self._crowd, self._table, self._person = crowd, table, person
        self.heard: list[Json] = []
        self.lost_at: float | None = None
        self.is_over = False

    async def follow(self) -> None:
        backoff = MIN_BACKOFF
        while not self.is_over:
            try:
                await self._listen()
                backoff = MIN_BACKOFF
            except (OSError, InvalidHandshake):
                # No connection; while there is none, pauses grow.
                self._crowd.troubles["no connection"] += 1
            self.lost_at = self.lost_at or monotonic()
            if not self.is_over:
                await asyncio.sleep(backoff * self._crowd.random.random())
            backoff = min(2 * backoff, MAX_BACKOFF)

    async def _listen(self) -> None:
        seq = self.heard[-1]["seq"] if self.heard else -1
        path = f"{self._crowd.address.replace('http', 'ws')}/api/tables/{self._table}/live?since={seq}"
        async with connect(
            path,
            additional_headers=self._person.headers,
            origin=Origin(self._crowd.address),
            open_timeout=REQUEST_TIMEOUT,
            close_timeout=0.1,
            ping_interval=None,
        ) as socket:
            try:
                while not self.is_over:
                    async with asyncio.timeout(REQUEST_TIMEOUT):
                        message: Json = json.loads(await socket.recv())
                    if message["type"] == "presence":
                        await socket.send("shown")
                    elif message["type"] == "update":
                        self._hear(message)
            except ConnectionClosed as closed:
                self._crowd.troubles[f"closed with {closed.rcvd.code if closed.rcvd else None}"] += 1

    def _hear(self, update: Json) -> None:
        if self.lost_at is not None:
            self._crowd.absences.append(monotonic() - self.lost_at)
            self.lost_at = None
        self.heard += update["events"]
        self.is_over = update["view"]["stage"] == "over"


class Person:
    """A browser with an address of its own, as a proxy tells it."""

    def __init__(self, crowd: "Crowd") -> None:
        self._crowd = crowd
        self.headers = {"X-Forwarded-For": str(IPv4Address(next(crowd.addresses)))}

    async def post(self, path: str, **body: object) -> Json:
        try:
            response = await self._crowd.client.post(f"/api{path}", json=body, headers=self.headers)
        except httpx.TransportError as error:
            raise Interrupted("no answer") from error
        return self._read(response)

    async def get(self, path: str) -> Json:
        try:
            return self._read(await self._crowd.client.get(f"/api{path}", headers=self.headers))
        except httpx.TransportError as error:
            raise Interrupted("no answer") from error

    def _read(self, response: httpx.Response) -> Json:
        if token := response.cookies.get(COOKIE):
            self.headers["Cookie"] = f"{COOKIE}={token}"
        answer: Json = response.json()
        if response.status_code in TRY_AGAIN:
            raise Interrupted(answer["error"]["code"])
        assert response.status_code == 200, response.text
        return answer

    async def insist(self, path: str, **body: object) -> Json:
        """What is answered in the end."""
        attempt = 0
        while True:
            try:
                return await self.post(path, **body)
            except Interrupted as interrupted:
                self._crowd.troubles[str(interrupted)] += 1
                await asyncio.sleep(RETRY_DELAYS[min(attempt, len(RETRY_DELAYS) - 1)])
                attempt += 1


class Acknowledged(NamedTuple):
    move_id: str
    seq: int


class Game:
    """One game, from its opening to the end."""

    def __init__(self, crowd: "Crowd") -> None:
        self._crowd = crowd
        self.people: list[Person] = []
        self.table = ""
        self.moves: list[Acknowledged] = []
        self.followers: list[Follower] = []
        self.sent_at: float | None = None
        """When a move was sent that is not answered yet."""
        self.is_over = False

    async def play(self) -> None:
        await self._open()
        self.followers = [Follower(self._crowd, self.table, person) for person in self.people]
        async with asyncio.TaskGroup() as tasks:
            for follower in self.followers:
                tasks.create_task(follower.follow())
            view = (await self.people[0].insist(f"/tables/{self.table}/start"))["view"]
            while view["stage"] == "playing":
                view = await self._move(view)
                await asyncio.sleep(2 * self._crowd.pause * self._crowd.random.random())
            self.is_over = True

    async def _open(self) -> None:
        """At another table if somebody's answer is lost on the way."""
        while not self.table:
            try:
                await self._sit_down()
            except Interrupted as interrupted:
                self._crowd.troubles[str(interrupted)] += 1
                await asyncio.sleep(RETRY_DELAYS[0])

    async def _sit_down(self) -> None:
        self.people = [Person(self._crowd) for _ in range(self._crowd.players)]
        host, *guests = self.people
        seats = [{"who": "here", "name": "Anna"}, *({"who": "link"} for _ in guests)]
        settings = {"rounds": self._crowd.rounds, "start": "seat", "wait": 0}
        table = (await host.post("/tables", seats=seats, settings=settings))["view"]["table"]
        if guests:
            code = (await host.get(f"/tables/{table}/invitation"))["join"].rpartition("=")[2]
            for number, guest in enumerate(guests):
                await guest.post(f"/tables/{table}/join", code=code, name=f"Guest {number}")
        self.table = table

    async def _move(self, view: Json) -> Json:
        game, seat = view["game"], view["game"]["active"]
        chosen: Json = {"action": "roll"}
        if game["rolls"] and (not game["rolls_left"] or self._crowd.random.random() < 0.7):
            chosen = {"action": "score", "dice": game["options"][0]["dice"]}
        move_id = secrets.token_hex(8)
        person = self.people[view["seats"][seat]["holder"]]
        self.sent_at = monotonic()
        answer = await person.insist(
            f"/tables/{self.table}/moves", move_id=move_id, seq=view["seq"], seat=seat, **chosen
        )
        self._crowd.latencies.append(monotonic() - self.sent_at)
        self.sent_at = None
        # Nobody else moves, so this is the only event since.
        self.moves.append(Acknowledged(move_id, answer["events"][0]["seq"]))
        after: Json = answer["view"]
        return after


@dataclass
class Verdict:
    """What was told to people, compared with the log."""

    games: int = 0
    moves: int = 0
    lost: int = 0
    """Acknowledged moves that are not in the log, or not where the answer said."""
    doubled: int = 0
    """Events of moves that are in the log already, or that nobody made."""
    gaps: int = 0
    """Tables whose seqs are not 0, 1, 2 and so on."""
    misheard: int = 0
    """Listeners who did not hear every event of the log, once and in order."""

    @property
    def is_good(self) -> bool:
        return not (self.lost or self.doubled or self.gaps or self.misheard)


@dataclass
class Crowd:
    """The people at all tables; they open new ones until they are told to stop, and play those to the end."""

    address: str
    random: Random
    players: int = 2
    rounds: int = 4
    pause: float = 0.4
    """Seconds between two moves of a table; a browser may send 50 messages in 30 seconds."""
    addresses: Iterator[int] = field(default_factory=lambda: count(SOMEWHERE))
    games: list[Game] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)
    absences: list[float] = field(default_factory=list)
    """Seconds from the loss of each listener's connection to the first message over the next one."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from sending a move to its answer."""
    is_stopping: bool = False

    async def play(self, tables: int, meanwhile: Callable[[], Awaitable[None]], again: bool = True) -> None:
        """Play at this many tables, one game after the other or only one, while something else is done."""
        async with (
            httpx.AsyncClient(base_url=self.address, timeout=REQUEST_TIMEOUT, limits=httpx.Limits()) as self.client,
            asyncio.TaskGroup() as tasks,
        ):
            # Cookies are those of each person.
            self.client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            for _ in range(tables):
                tasks.create_task(self._play(again))
            await eventually(lambda: len(self.games) >= tables and all(game.moves for game in self.games[:tables]))
            await meanwhile()
            self.is_stopping = True

    async def _play(self, again: bool) -> None:
        while not self.is_stopping:
            game = Game(self)
            self.games.append(game)
            await game.play()
            if not again:
                break

    def in_play(self) -> list[Game]:
        return [game for game in self.games if game.moves and not game.is_over]

    def under_way(self) -> list[float]:
        """When the moves were sent that are not answered yet."""
        return [game.sent_at for game in self.games if game.sent_at is not None]

    def is_everybody_back(self) -> bool:
        followers = [each for game in self.in_play() for each in game.followers]
        return all(each.lost_at is None for each in followers if not each.is_over)

    async def recovered(self) -> None:
        """Until everybody hears again, and everything sent before this moment is answered."""
        now = monotonic()
        await asyncio.sleep(NOTICED)
        await eventually(lambda: self.is_everybody_back() and not any(sent < now for sent in self.under_way()))

    def verdict(self, database: str) -> Verdict:
        storage = Storage(database)
        verdict = Verdict()
        try:
            for game in self.games:
                if game.table:
                    _check(storage, game, verdict)
        finally:
            storage.close()
        return verdict


def _check(storage: Storage, game: Game, verdict: Verdict) -> None:
    stored = storage.load(game.table)
    assert stored
    seq_of = {event.move_id: event.seq for event in stored.events if event.move_id}
    ids = Counter(event.move_id for event in stored.events if event.move_id)
    acknowledged = {move.move_id for move in game.moves}
    verdict.games += 1
    verdict.moves += len(game.moves)
    verdict.lost += sum(seq_of.get(move.move_id) != move.seq for move in game.moves)
    verdict.doubled += sum(ids.values()) - len(acknowledged & set(ids))
    verdict.gaps += [event.seq for event in stored.events] != [*range(len(stored.events))]
    if not verdict.gaps:
        log = json.loads(json.dumps(replayed(stored).events_since(-1)))
        verdict.misheard += sum(follower.heard != log for follower in game.followers)
