"""All tables of this server: every change is decided, written to the log, and only then done and told."""

import asyncio
import json
import logging
from collections.abc import Coroutine, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from hmac import compare_digest

from charidice.chance import new_seed
from charidice.rules.engine import verify
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll, Score, Stop
from charidice.web.door.names import clean_name
from charidice.web.door.tokens import digest, new_id, new_token
from charidice.web.models import Fields, Join, Move, NewTable, PersonByLink, PersonHere, TableSettings
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.storage import Addition, LogConflict, Storage, StoredEvent, timestamp
from charidice.web.store.writer import Writer
from charidice.web.table import thinking
from charidice.web.table.bots import BotsAtTables
from charidice.web.table.opening import Seat, names, starter
from charidice.web.table.table import Table
from charidice.web.table.thinking import Thinking
from charidice.web.table.view import news, presence_news

MOST_LOADED = 2_000
MOST_RECENT = 20
BETWEEN_CLEANINGS = 6 * 3600.0
logger = logging.getLogger("charidice.web")


class Tables:
    """The tables in memory, each as its log says, and the one way to change them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.thinking = Thinking()
        self._writer = Writer(self.storage)
        self._loaded: dict[str, Table] = {}
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.bots = BotsAtTables(self.commit, self.start_task, self.thinking, settings.pace)

    async def open(self) -> None:
        await self._writer.run(self.storage.migrate)
        self.start_task(self._clean_now_and_then())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinking.close()
        await self._writer.close()

    async def get(self, table_id: str) -> Table:
        """A table by its name, from memory or from its log; bots that were at work go on."""
        table = self._loaded.get(table_id)
        if table is None:
            async with self._loading:
                table = self._loaded.get(table_id) or await self._load(table_id)
        return table

    async def recent(self, token: str | None) -> list[Table]:
        """The tables of a browser, the latest first."""
        if token is None:
            return []
        ids = await self._writer.run(self.storage.tables_of, digest(token), MOST_RECENT)
        tables = [await self.get(table_id) for table_id in ids]
        return [table for table in tables if table.has_seat(table.holder_of(digest(token)))]

    async def create(self, new: NewTable, token: str, language: str) -> Table:
        seats = []
        for wanted in new.seats:
            if isinstance(wanted, PersonHere):
                seats.append(Seat(True, clean_name(wanted.name), 0, birthday=wanted.birthday))
            elif isinstance(wanted, PersonByLink):
                seats.append(Seat(True))
            else:
                seats.append(Seat(False, bot=wanted.bot))
        return await self._create(seats, new.settings, 0, [digest(token)], language)

    async def join(self, table: Table, wish: Join, token: str) -> None:
        """Take an open seat, if the code is that of the link."""
        if not compare_digest(wish.code.encode(), table.join_code.encode()):
            raise WebRefused("wrong-code")
        name = clean_name(wish.name)
        async with table.lock:
            places = [index for index, seat in enumerate(table.seats) if seat.is_open]
            if table.match or not places:
                raise WebRefused("no-open-seat")
            holder = table.holder_of(digest(token))
            newcomer = None if holder is not None else digest(token)
            number = len(table.holders) if holder is None else holder
            seated = {
                "event": "seated",
                "seat": wish.seat if wish.seat in places else places[0],
                "name": name,
                "holder": number,
                "birthday": wish.birthday,
                "words": wish.words,
            }
            await self.commit(table, seated, newcomer=newcomer)

    async def rename(self, table: Table, seat: int, name: str) -> None:
        name = clean_name(name)
        async with table.lock:
            if table.match:
                raise WebRefused("already-started")
            await self.commit(table, {"event": "renamed", "seat": seat, "name": name})

    async def leave(self, table: Table, seat: int, by: int) -> None:
        """Open the seat of a guest again, who goes or is sent away."""
        async with table.lock:
            if table.match:
                raise WebRefused("already-started")
            holder = self._seat(table, seat).holder
            if holder == table.host:
                raise WebRefused("host-stays")
            if holder is not None:
                await self.commit(table, {"event": "left", "seat": seat, "by": by})

    async def start(self, table: Table, words: str) -> None:
        async with table.lock:
            if table.match:
                raise WebRefused("already-started")
            if any(seat.is_open for seat in table.seats):
                raise WebRefused("seats-open")
            first = starter(table.seats, table.settings, date.today())
            order = [(first + step) % len(table.seats) for step in range(len(table.seats))]
            entropy = [table.seats[seat].words for seat in order]
            hosts = next((n for n, seat in enumerate(order) if table.seats[seat].holder == table.host), 0)
            entropy[hosts] = words
            await self.commit(table, {"event": "started", "order": order, "entropy": entropy})
        self.bots.wake(table)

    async def let_bot_play(self, table: Table, seat: int, bot: str, holder: int) -> None:
        """An open seat is the host's to fill; anybody at the table may replace somebody who is away."""
        async with table.lock:
            place = self._seat(table, seat)
            if not place.person or table.stage == "over" or (table.match is None and not place.is_open):
                raise WebRefused("no-bot-there")
            if place.bot is not None:
                # Somebody else was quicker.
                return
            if place.is_open and holder not in table.hosts():
                raise WebRefused("not-the-host")
            if not place.is_open and not table.away()[seat]:
                raise WebRefused("still-there", player=seat)
            await self.commit(table, {"event": "bot-plays", "seat": seat, "bot": bot})
            await self.bots.answer(table)
        self.bots.wake(table)

    async def give_back(self, table: Table, seat: int) -> None:
        async with table.lock:
            place = self._seat(table, seat)
            if not place.person or place.bot is None:
                raise WebRefused("nothing-to-give-back")
            await self.commit(table, {"event": "person-plays", "seat": seat})

    async def move(self, table: Table, move: Move, language: str) -> None:
        """Do what a person at the table asks for, once for each name of a move."""
        async with table.lock:
            if move.move_id in table.moves:
                return
            if move.seq != table.seq:
                raise WebRefused("stale")
            await self.commit(table, await self._decide(table, move, language), move.move_id)
            await self.bots.answer(table)
        self.bots.wake(table)

    async def _decide(self, table: Table, move: Move, language: str) -> Fields:
        match = table.match
        if match is None:
            raise WebRefused("not-started")
        if table.seats[move.seat].bot is not None:
            raise WebRefused("bot-plays-there")
        if move.action == "undo":
            if why_not := match.why_not_undo(move.seat):
                raise why_not
            return {"event": "undone", "seat": move.seat}
        if move.action == "pass":
            if move.seat != match.state.recipient or not match.state.may_be_asked or table.passed:
                raise WebRefused("nothing-to-pass")
            return {"event": "passed", "seat": move.seat}
        action = action_of(move)
        if refusal := verify(match.state, move.seat, action):
            raise refusal
        if move.seat == match.state.active and (wait := table.wait):
            refused = WebRefused("recipient-may-ask", recipient=match.state.recipient)
            refused.details["wait"] = round(wait * 1000)
            raise refused
        if table.settings.hints == "tutor" and not move.sure:
            await self._ask_if_sure(table, move.seat, action, language)
        return table.fields(match.decide(move.seat, action))

    async def _ask_if_sure(self, table: Table, seat: int, action: Action, language: str) -> None:
        assert table.match
        state, think = table.match.state, self.thinking.run
        if await think(thinking.is_clear_mistake, state, seat, action):
            told = await think(thinking.hint, state, seat, language, names(table.seats, language))
            refused = WebRefused("clear-mistake")
            refused.details["hint"] = told["stages"][0]  # type: ignore[index]
            raise refused

    async def consider(self, table: Table, seat: int, considering: bool) -> None:
        """Somebody is about to ask for the greatest of gifts, or no longer: the others wait for the answer."""
        async with table.lock:
            table.consider(seat, considering)
        table.stirred.set()
        table.listeners.tell(json.dumps({"type": "wait", "wait": round(table.wait * 1000)}))

    async def skip(self, table: Table, holder: int) -> None:
        """Let the bots play on without a pause until it is for a person to act; whoever wants that does not ask now."""
        async with table.lock:
            if not table.bots_at_work or table.match is None:
                return
            recipient = table.match.state.recipient
            if table.seats[recipient].holder == holder and table.waits:
                await self.commit(table, {"event": "passed", "seat": recipient})
            table.skipping = True
        table.stirred.set()

    async def set_speed(self, table: Table, speed: str) -> None:
        async with table.lock:
            await self.commit(table, {"event": "speed", "speed": speed})

    async def personal_link(self, table: Table, holder: int) -> str:
        """A code with which the seats of a browser can be moved to another, once."""
        code = new_token()
        await self._writer.run(self.storage.add_link, digest(code), table.id, holder)
        return code

    async def move_here(self, table: Table, code: str, token: str) -> None:
        async with table.lock:
            before = table.holder_of(digest(token))
            holder = await self._writer.run(self.storage.take_link, digest(code), table.id, digest(token))
            if holder is None:
                raise WebRefused("wrong-code")
            table.holders[holder] = digest(token)
            to = holder if before is None else before
            table.listeners.drop(holder)
            await self.commit(table, {"event": "moved", "holder": holder, "to": to})

    async def rematch(self, table: Table, holder: int) -> Table:
        """The same people and settings once more, the start passing on to the left; asked for again, the same table."""
        async with table.lock:
            if table.stage != "over":
                raise WebRefused("not-over")
            if table.rematch is None:
                seats = [
                    Seat(seat.person, seat.name, seat.holder, None if seat.person else seat.bot)
                    for seat in (*table.seats[1:], table.seats[0])
                ]
                settings = table.settings.model_copy(update={"start": "seat", "first": 0})
                digests = [table.holders[number] for number in range(len(table.holders))]
                again = await self._create(seats, settings, holder, digests, table.language)
                await self.commit(table, {"event": "rematch", "table": again.id})
            assert table.rematch
            return await self.get(table.rematch)

    async def react(self, table: Table, seat: int, reaction: str) -> None:
        table.listeners.tell(json.dumps({"type": "reaction", "seat": seat, "reaction": reaction}))

    def tell_presence(self, table: Table) -> None:
        table.listeners.tell(presence_news(table))

    @staticmethod
    def _seat(table: Table, seat: int) -> Seat:
        if seat >= len(table.seats):
            raise WebRefused("no-such-seat")
        return table.seats[seat]

    async def _create(
        self, seats: Sequence[Seat], settings: TableSettings, host: int, digests: Sequence[str], language: str
    ) -> Table:
        table_id, seed = new_id(), new_seed()
        body: Fields = {
            "event": "created",
            "host": host,
            "language": language,
            "settings": settings.model_dump(),
            "seats": list(map(asdict, seats)),
        }
        first = StoredEvent(0, None, timestamp(), json.dumps(body, ensure_ascii=False))
        await self._writer.run(self.storage.create, table_id, seed, [first], digests)
        return await self.get(table_id)

    async def _load(self, table_id: str) -> Table:
        stored = await self._writer.run(self.storage.load, table_id)
        if stored is None:
            raise WebRefused("no-such-table")
        table = Table(table_id, stored.seed, self.settings.motion)
        table.holders = await self._writer.run(self.storage.holders, table_id)
        for event in stored.events:
            table.apply(event.seq, event.at, json.loads(event.body), event.move_id)
        if len(self._loaded) >= MOST_LOADED:
            self._make_room()
        self._loaded[table_id] = table
        self.bots.wake(table)
        return table

    def _make_room(self) -> None:
        """Forget tables that nobody watches; their logs bring them back."""
        idle = [table.id for table in self._loaded.values() if not table.listeners and not table.bots_at_work]
        for table_id in idle[: MOST_LOADED // 4]:
            del self._loaded[table_id]

    async def commit(self, table: Table, body: Fields, move_id: str | None = None, newcomer: str | None = None) -> None:
        """Write an event to the log; then, and only then, let it happen and tell everybody. Needs the table's lock."""
        event = StoredEvent(table.seq + 1, move_id, timestamp(), json.dumps(body, ensure_ascii=False))
        over = body["event"] == "scored" and table.is_last_turn
        try:
            await self._writer.append(Addition(table.id, [event], newcomer, over))
        except LogConflict:
            # Another process has written to this log: what we remember of the table is out of date.
            self._loaded.pop(table.id, None)
            raise WebRefused("stale") from None
        if newcomer:
            table.holders[len(table.holders)] = newcomer
        # As the log has it, so that what happens now and what is read back later are the same.
        table.apply(event.seq, event.at, json.loads(event.body), move_id, live=True)
        table.stirred.set()
        table.listeners.tell(news(table, event.seq - 1, type="update"))

    def start_task(self, work: Coroutine[None, None, None]) -> None:
        """Let something go on in the background until it ends or the server stops."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("background work failed", exc_info=error)

    async def _clean_now_and_then(self) -> None:
        while True:
            kept, finished = self.settings.unfinished_days, self.settings.finished_days
            await self._writer.run(
                self.storage.remove_old, _days_ago(kept), None if finished is None else _days_ago(finished)
            )
            await asyncio.sleep(BETWEEN_CLEANINGS)


def action_of(move: Move) -> Action:
    match move.action:
        case "roll":
            return Roll(tuple(move.keep))
        case "score":
            return Score(tuple(move.dice))
        case "ask":
            return AskGift()
        case "stop":
            return Stop()
        case _:
            return DeclineGift()


def _days_ago(days: float) -> str:
    return timestamp(datetime.now(UTC) - timedelta(days=days))
