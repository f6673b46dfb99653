"""Histories of browsers: reads them from the database, and computes missing summaries and reviews in a process."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from charidice.history.games import KnownGames
from charidice.web.door.limits import ConcurrencyLimiter
from charidice.web.jobs import history_answers, summing
from charidice.web.jobs.fair_lock import FairLock
from charidice.web.jobs.history_answers import HistoryQuestion, ImportedRecord, Retention, StoredHistory
from charidice.web.jobs.summing import IMPORTED, ReadGame, Unreadable
from charidice.web.jobs.worker import Worker
from charidice.web.refusals import DatabaseAway, WebRefused
from charidice.web.store.history import HistoryStore, ImportedGame, KeptTable
from charidice.web.store.storage import StoredTable, timestamp
from charidice.web.table.rooms import Rooms

BATCH = 20
"""Batch size of summing up and storing; a game without a review takes a few milliseconds."""
PART = 200
"""Batch size of reads: a long history at once would block moves for tens of milliseconds."""
NAMES_AT_ONCE = 250
"""Names per transaction, few enough not to delay moves."""
MOST_IMPORTED = 5_000
"""The most imported games of a browser."""
MOST_ASKED = 4
"""The most answers that a browser waits for at once, in all its tabs."""
T = TypeVar("T")
logger = logging.getLogger("charidice.web")


class Asker(NamedTuple):
    browser: str
    address: str


@dataclass(frozen=True, slots=True)
class Imported:
    """The results of an import, by index of the game."""

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
        self._historian, self._answering = historian, FairLock()
        self._reviewer, self._reviewing = reviewer, FairLock()
        self._asked = ConcurrencyLimiter(MOST_ASKED)
        self._at_work: dict[str, asyncio.Task[None]] = {}
        """By browser."""
        self._importing: set[str] = set()
        """Addresses."""
        self._naming = asyncio.Lock()
        self._failed: set[str] = set()
        """Games that could not be reviewed; they are not tried again until the server restarts."""

    async def close(self) -> None:
        tasks = [*self._at_work.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def answer(self, asker: Asker | None, question: HistoryQuestion) -> bytes:
        """The part that is known; the rest is computed in the background."""
        settings = self._rooms.settings
        retention = Retention(settings.keep_unfinished, settings.keep_finished)
        if asker is None:
            return history_answers.answer(StoredHistory(), question, retention).body
        found = await self._ask(asker, history_answers.answer, question, retention)
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
            # For example a database that is down: the next request tries again.
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
        """Review one game at a time; a failure does not stop the others."""
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

    async def add(self, asker: Asker, texts: Sequence[str], names: Mapping[str, str], language: str) -> Imported:
        """Import games and names, one request of an address at a time; what is there stays, but longer games win."""
        if asker.address in self._importing:
            raise self._historian.busy()
        self._importing.add(asker.address)
        try:
            return await self._add(asker, texts, names, language)
        finally:
            self._importing.discard(asker.address)

    async def _add(self, asker: Asker, texts: Sequence[str], names: Mapping[str, str], language: str) -> Imported:
        async with self._rooms.hourly.importing(asker.address):
            await self.sum_up(asker)
            async with self._turn(asker):
                read, called = await self._historian.run(summing.read_import, texts, names, timestamp(), language)
        tables, there = await self._known(asker)
        before = await self._store.run(HistoryStore.imported_ids, asker.browser)
        ids = {game.id for game in read if isinstance(game, ReadGame)}
        known = {id_: await self._length(asker, id_) for id_ in ids & before}
        new: dict[str, ImportedGame] = {}
        for each in read:
            if isinstance(each, Unreadable) or each.game.key in tables or there.has_pad(each.game):
                continue
            if each.events > known.get(each.id, -1):
                new[each.id] = ImportedGame(each.id, timestamp(), each.body, each.summary)
                there.add(each.game)
        if len(before | new.keys()) > MOST_IMPORTED:
            raise WebRefused("too-many-games", most=MOST_IMPORTED)
        games = [*new.values()]
        for start in range(0, len(games), BATCH):
            await self._store.run(HistoryStore.save_imported, asker.browser, games[start : start + BATCH])
        await self._add_names(asker.browser, called)
        refused = [(at, game.message) for at, game in enumerate(read) if isinstance(game, Unreadable)]
        return Imported(len(new), len(read) - len(refused) - len(new), refused)

    async def _add_names(self, browser: str, names: Mapping[str, str]) -> None:
        """Names given here already stay. Written for one browser at a time, with pauses, so that moves go between."""
        pairs = [*names.items()]
        async with self._naming:
            for start in range(0, len(pairs), NAMES_AT_ONCE):
                begin = time.monotonic()
                part = dict(pairs[start : start + NAMES_AT_ONCE])
                await self._store.run(HistoryStore.save_names, browser, part, replace=False)
                await asyncio.sleep(time.monotonic() - begin)

    async def _known(self, asker: Asker) -> tuple[set[str], KnownGames]:
        """The keys of tables, and all games."""
        async with self._turn(asker):
            return await self._historian.run(history_answers.known_games, await self._read(asker.browser))

    async def _length(self, asker: Asker, id_: str) -> int:
        """How many events an imported game has."""
        async with self._turn(asker):
            found = await self._store.run(HistoryStore.imported_game, asker.browser, id_)
            return await self._historian.run(history_answers.number_of_events, found.body) if found else -1

    async def delete(self, browser: str, games: Collection[str]) -> None:
        """Delete games from a history; a table goes with the last history that has it."""
        # One question about all of them: a write for each id that somebody invents would keep moves waiting.
        tables = await self._store.run(HistoryStore.kept_of, browser, games)
        imported = [game.removeprefix(IMPORTED) for game in games if game.startswith(IMPORTED)]
        hidden = [id_ for summary in tables.values() if (id_ := summing.hidden_by(summary))]
        if imported or hidden:
            await self._store.run(HistoryStore.delete_imported, browser, [*imported, *hidden])
        for table in tables:
            if await self._store.run(HistoryStore.delete_table, browser, table):
                self._rooms.forget(table)

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
        """Every game of a history; other work runs between the lines, however slowly they are read."""
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
        tables_here, _ = await self._known(asker)
        hidden = {*map(summing.imported_id, tables_here)}
        for id_ in sorted(await self._store.run(HistoryStore.imported_ids, asker.browser) - hidden):
            async with self._turn(asker):
                each = await self._store.run(HistoryStore.imported_game, asker.browser, id_)
            if each:
                yield each.body
