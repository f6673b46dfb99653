"""The histories of browsers: reads them for the process that knows what they say, and works out what they lack."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from charidice.history.page import Choice
from charidice.web.door.limits import ConcurrencyLimiter
from charidice.web.http import history_answers, summing
from charidice.web.http.history_answers import ImportedRecord, Retention, StoredHistory
from charidice.web.http.summing import IMPORTED, ReadGame, Unreadable
from charidice.web.http.turns import Turns
from charidice.web.refusals import DatabaseAway, WebRefused
from charidice.web.store.history import HistoryStore, ImportedGame, KeptTable
from charidice.web.store.storage import StoredTable, timestamp
from charidice.web.table.rooms import Rooms
from charidice.web.worker import Worker

BATCH = 20
"""Games summed up or stored at once; without a review that takes a few milliseconds each."""
PART = 200
"""Summaries read at once; those of a long history would keep moves from the database for tens of milliseconds."""
MOST_IMPORTED = 5_000
"""Of one browser."""
MOST_ASKED = 4
"""Answers that one browser waits for at once, in all its tabs."""
T = TypeVar("T")
logger = logging.getLogger("charidice.web")


class Asker(NamedTuple):
    browser: str
    address: str


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the games of an import, by their index."""

    added: int
    known: int
    refused: list[tuple[int, str]]


class HistoryWork:
    """One process answers, sums up and reads imports, another reviews, so that no history waits for reviews.

    Each does one thing at a time, by turns of addresses. What waits has read nothing yet.
    """

    def __init__(self, rooms: Rooms, historian: Worker, reviewer: Worker) -> None:
        self._rooms = rooms
        self._store = rooms.histories
        self._historian, self._answering = historian, Turns()
        self._reviewer, self._reviewing = reviewer, Turns()
        self._asked = ConcurrencyLimiter(MOST_ASKED)
        self._at_work: dict[str, asyncio.Task[None]] = {}
        """By browser."""
        self._importing: set[str] = set()
        """Addresses."""
        self._failed: set[str] = set()
        """Games that could not be reviewed; they are not tried again until the server starts anew."""

    async def close(self) -> None:
        tasks = [*self._at_work.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def answer(self, asker: Asker | None, choice: Choice, most: int, language: str) -> bytes:
        """What is known now; the rest is worked out meanwhile."""
        settings = self._rooms.settings
        retention = Retention(settings.unfinished_days, settings.finished_days)
        if asker is None:
            return history_answers.answer(StoredHistory(), choice, most, language, retention).body
        found = await self._ask(asker, history_answers.answer, choice, most, language, retention)
        if found.waiting and asker.browser not in self._at_work:
            task = self._at_work[asker.browser] = asyncio.ensure_future(self._work_out(asker))
            task.add_done_callback(lambda _: self._at_work.pop(asker.browser))
        return found.body

    async def csv_table(self, asker: Asker | None) -> str:
        return await self._ask(asker, history_answers.csv_table) if asker else ""

    async def _ask(self, asker: Asker, work: Callable[..., T], *arguments: object) -> T:
        with self._one_more(asker):
            async with self._turn(asker):
                return await self._historian.run(work, await self._read(asker.browser), *arguments)

    @contextmanager
    def _one_more(self, asker: Asker) -> Iterator[None]:
        self._asked.enter(asker.browser)
        try:
            if self._asked.is_exceeded(asker.browser):
                raise self._historian.busy()
            yield
        finally:
            self._asked.leave(asker.browser)

    @asynccontextmanager
    async def _turn(self, asker: Asker) -> AsyncIterator[None]:
        async with self._answering.turn(asker.address):
            self._historian.check_open()
            yield

    async def _read(self, browser: str) -> StoredHistory:
        tables = await self._tables(browser)
        names = await self._store.run(HistoryStore.names, browser)
        imported: dict[str, str] = {}
        last = ""
        while part := await self._store.run(HistoryStore.imported, browser, last, PART):
            imported |= part
            last = [*part][-1]
        return StoredHistory(tables, [*imported.values()], names, frozenset(self._failed))

    async def _tables(self, browser: str) -> list[KeptTable]:
        found: list[KeptTable] = []
        while part := await self._store.run(HistoryStore.tables, browser, found[-1].id if found else "", PART):
            found += part
        return found

    async def _work_out(self, asker: Asker) -> None:
        try:
            await self.sum_up(asker)
            async with self._turn(asker):
                lacking = await self._historian.run(history_answers.unreviewed, await self._read(asker.browser))
            for game in lacking:
                await self._review(asker, game)
        except WebRefused:
            # The server stops.
            return
        except Exception:
            # Such as a database that is away: the next request tries again.
            logger.warning("a history could not be worked out", exc_info=True)

    async def sum_up(self, asker: Asker) -> None:
        """Sum up the tables that have changed, without a review."""
        kept = await self._tables(asker.browser)
        missing = [table.id for table in kept if not table.is_summed_up]
        for start in range(0, len(missing), BATCH):
            async with self._turn(asker):
                loaded = [await self._load(table) for table in missing[start : start + BATCH]]
                found = await self._historian.run(summing.sum_up, [each for each in loaded if each])
                await self._store.run(HistoryStore.save_summaries, found)

    async def _review(self, asker: Asker, game: str) -> None:
        """One game at a time; one that cannot be reviewed does not keep back the others."""
        async with self._reviewing.turn(asker.address):
            try:
                if game.startswith(IMPORTED):
                    await self._review_imported(asker.browser, game.removeprefix(IMPORTED))
                elif stored := await self._load(game):
                    found = await self._reviewer.run_when_idle(summing.sum_up_reviewed, stored)
                    await self._store.run(HistoryStore.save_summaries, {game: found})
            except DatabaseAway:
                raise
            except Exception:
                logger.warning("no review of game %s", game, exc_info=True)
                self._failed.add(game)

    async def _review_imported(self, browser: str, id_: str) -> None:
        if each := await self._store.run(HistoryStore.imported_game, browser, id_):
            summary = await self._reviewer.run_when_idle(summing.sum_up_imported, each.body, each.summary)
            await self._store.run(HistoryStore.save_imported_summary, browser, id_, summary)

    async def _load(self, table: str) -> StoredTable | None:
        return await self._store.writer.run(self._rooms.storage.load, table)

    async def add(self, asker: Asker, texts: Sequence[str], language: str) -> Imported:
        """Import games, one request of an address at a time; what is there stays, unless more of it was played."""
        if asker.address in self._importing:
            raise self._historian.busy()
        self._importing.add(asker.address)
        try:
            return await self._add(asker, texts, language)
        finally:
            self._importing.discard(asker.address)

    async def _add(self, asker: Asker, texts: Sequence[str], language: str) -> Imported:
        async with self._rooms.hourly.importing(asker.address):
            await self.sum_up(asker)
            async with self._turn(asker):
                read = await self._historian.run(summing.read_games, texts, timestamp(), language)
        keys = await self._keys_of_tables(asker)
        before = await self._store.run(HistoryStore.imported_ids, asker.browser)
        ids = {game.id for game in read if isinstance(game, ReadGame)}
        known = {id_: await self._length(asker, id_) for id_ in ids & before}
        new = {
            game.id: ImportedGame(game.id, timestamp(), game.body, game.summary)
            for game in read
            if isinstance(game, ReadGame) and game.key not in keys and game.events > known.get(game.id, -1)
        }
        if len(before | new.keys()) > MOST_IMPORTED:
            raise WebRefused("too-many-games", most=MOST_IMPORTED)
        games = [*new.values()]
        for start in range(0, len(games), BATCH):
            await self._store.run(HistoryStore.save_imported, asker.browser, games[start : start + BATCH])
        refused = [(at, game.message) for at, game in enumerate(read) if isinstance(game, Unreadable)]
        return Imported(len(new), len(read) - len(refused) - len(new), refused)

    async def _keys_of_tables(self, asker: Asker) -> set[str]:
        async with self._turn(asker):
            tables = await self._tables(asker.browser)
            return await self._historian.run(history_answers.game_keys, StoredHistory(tables)) if tables else set()

    async def _length(self, asker: Asker, id_: str) -> int:
        """How many events an imported game has."""
        async with self._turn(asker):
            found = await self._store.run(HistoryStore.imported_game, asker.browser, id_)
            return await self._historian.run(history_answers.number_of_events, found.body) if found else -1

    async def delete(self, browser: str, game: str) -> None:
        """Delete a game from a history; its table goes with the last history that has it."""
        if game.startswith(IMPORTED):
            await self._store.run(HistoryStore.delete_imported, browser, game.removeprefix(IMPORTED))
        elif await self._store.run(HistoryStore.delete_table, browser, game):
            self._rooms.forget(game)

    async def imported_record(self, asker: Asker | None, game: str) -> ImportedRecord:
        if asker is None:
            raise WebRefused("no-such-game")
        with self._one_more(asker):
            async with self._turn(asker):
                found = await self._store.run(HistoryStore.imported_game, asker.browser, game.removeprefix(IMPORTED))
                if found is None:
                    raise WebRefused("no-such-game")
                return await self._historian.run(history_answers.imported_record, found.body)

    async def backup_lines(self, asker: Asker | None) -> AsyncGenerator[str]:
        """Every game of a history; between the lines it is the turn of others, however slowly these are read."""
        if asker is None:
            return
        with self._one_more(asker):
            async with aclosing(self._backup_lines(asker)) as lines:
                async for line in lines:
                    yield line

    async def _backup_lines(self, asker: Asker) -> AsyncGenerator[str]:
        tables = [(table.id, table.holders) for table in await self._tables(asker.browser)]
        for start in range(0, len(tables), BATCH):
            async with self._turn(asker):
                loaded = [(await self._load(table), holders) for table, holders in tables[start : start + BATCH]]
                there = [(stored, holders) for stored, holders in loaded if stored]
                lines = await self._historian.run(history_answers.backup_lines, there)
            for line in lines:
                yield line
        for id_ in sorted(await self._store.run(HistoryStore.imported_ids, asker.browser)):
            async with self._turn(asker):
                each = await self._store.run(HistoryStore.imported_game, asker.browser, id_)
            if each:
                yield each.body
