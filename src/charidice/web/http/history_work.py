"""The histories of browsers: reads them, and works out in the background what they lack, one game at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from charidice.history.backup import SavedGame, dump_game, read_game
from charidice.history.games import Game
from charidice.history.people import Aliases
from charidice.history.reviewing import tables_version
from charidice.web.http import summing
from charidice.web.http.summing import IMPORTED, ReadGame, Unreadable
from charidice.web.refusals import DatabaseAway, WebRefused
from charidice.web.store.history import HistoryStore, ImportedGame, KeptTable
from charidice.web.store.storage import StoredTable, timestamp
from charidice.web.table.entries import replayed
from charidice.web.table.histories import SUMMARY, summary_of_table
from charidice.web.table.rooms import Rooms
from charidice.web.worker import Worker

BATCH = 20
"""Games summed up at once; without a review that takes a few milliseconds each."""
MOST_IMPORTED = 5_000
"""Of one browser."""
logger = logging.getLogger("charidice.web")


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game in the history of a browser."""

    game: Game
    mine: tuple[int, ...]
    """The seats of the browser."""
    imported: bool = False
    others: int = 0
    """How many other browsers keep it."""


@dataclass(frozen=True, slots=True)
class History:
    games: list[KeptGame]
    aliases: Aliases
    waiting: int
    """How many games are still to be worked out."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the games of an import, by their index."""

    added: int
    known: int
    refused: list[tuple[int, str]]


class HistoryWork:
    def __init__(self, rooms: Rooms, worker: Worker) -> None:
        self._rooms = rooms
        self._store = rooms.histories
        self._worker = worker
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._importing: set[str] = set()
        """Addresses."""
        self._failed: set[str] = set()
        """Games that could not be reviewed; they are not tried again until the server starts anew."""

    async def close(self) -> None:
        tasks = [*self._at_work.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def history(self, browser: str) -> History:
        """What is known now; the rest is worked out meanwhile."""
        tables = await self._store.run(HistoryStore.tables, browser)
        imported = await self._store.run(HistoryStore.imported, browser)
        aliases = Aliases(await self._store.run(HistoryStore.names, browser))
        # Many games take some milliseconds to read, and a digest of all tables of the solution is made once.
        version = await asyncio.to_thread(tables_version)
        games = await asyncio.to_thread(lambda: [*_kept(tables), *_kept_imports(imported.values())])
        waiting = sum(not table.is_summed_up for table in tables)
        waiting += sum(self._lacks_review(kept.game, version) for kept in games)
        if waiting and browser not in self._at_work:
            task = self._at_work[browser] = asyncio.ensure_future(self._work_out(browser))
            task.add_done_callback(lambda _: self._at_work.pop(browser))
        return History(games, aliases, waiting)

    async def _work_out(self, browser: str) -> None:
        try:
            await self.sum_up(browser)
            await self._review(browser)
        except Exception:
            # Such as a database that is away: the next request tries again.
            logger.warning("a history could not be worked out", exc_info=True)

    async def sum_up(self, browser: str) -> None:
        """Sum up the tables that have changed, without a review."""
        kept = await self._store.run(HistoryStore.tables, browser)
        missing = [table.id for table in kept if not table.is_summed_up]
        for start in range(0, len(missing), BATCH):
            async with self._turn:
                loaded = [await self._load(table) for table in missing[start : start + BATCH]]
                stored = [each for each in loaded if each]
                found = await self._worker.run_when_idle(summing.sum_up, stored)
                await self._store.run(HistoryStore.save_summaries, found)

    async def _review(self, browser: str) -> None:
        version = tables_version()
        for table in await self._store.run(HistoryStore.tables, browser):
            game = SUMMARY.validate_json(table.summary).game if table.is_summed_up and table.summary else None
            if game and self._lacks_review(game, version):
                async with self._reviewing(game):
                    if stored := await self._load(table.id):
                        found = await self._worker.run_when_idle(summing.sum_up_reviewed, stored)
                        await self._store.run(HistoryStore.save_summaries, {table.id: found})
        for id_, before in (await self._store.run(HistoryStore.imported, browser)).items():
            game = SUMMARY.validate_json(before).game
            if game and self._lacks_review(game, version):
                async with self._reviewing(game):
                    if each := await self._store.run(HistoryStore.imported_game, browser, id_):
                        summary = await self._worker.run_when_idle(summing.sum_up_imported, each.body, before)
                        await self._store.run(HistoryStore.save_imported_summary, browser, id_, summary)

    @asynccontextmanager
    async def _reviewing(self, game: Game) -> AsyncIterator[None]:
        """One game at a time, for all browsers; one that cannot be reviewed does not keep back the others."""
        async with self._turn:
            try:
                yield
            except DatabaseAway:
                raise
            except Exception:
                logger.warning("no review of game %s", game.id, exc_info=True)
                self._failed.add(game.id)

    def _lacks_review(self, game: Game, version: str) -> bool:
        is_current = game.review is not None and game.review.tables == version
        return game.finished and not is_current and game.id not in self._failed

    async def _load(self, table: str) -> StoredTable | None:
        return await self._store.writer.run(self._rooms.storage.load, table)

    async def add(self, browser: str, texts: Sequence[str], language: str, address: str) -> Imported:
        """Import games, one request of an address at a time; what is there stays, unless more of it was played."""
        if address in self._importing:
            raise self._worker.busy()
        self._importing.add(address)
        try:
            return await self._add(browser, texts, language, address)
        finally:
            self._importing.discard(address)

    async def _add(self, browser: str, texts: Sequence[str], language: str, address: str) -> Imported:
        async with self._rooms.hourly.importing(address):
            await self.sum_up(browser)
            read = await self._worker.run(summing.read_games, texts, timestamp(), language)
        tables = await self._store.run(HistoryStore.tables, browser)
        before = await self._store.run(HistoryStore.imported, browser)
        keys = {kept.game.key for kept in _kept(tables)}
        known = {id_: await self._length(browser, id_) for id_ in _ids(read) & before.keys()}
        new = {
            game.id: ImportedGame(game.id, timestamp(), game.body, game.summary)
            for game in read
            if isinstance(game, ReadGame) and game.key not in keys and game.events > known.get(game.id, -1)
        }
        if len(before) + len(new) > MOST_IMPORTED:
            raise WebRefused("too-many-games", most=MOST_IMPORTED)
        if new:
            await self._store.run(HistoryStore.save_imported, browser, [*new.values()])
        refused = [(at, game.message) for at, game in enumerate(read) if isinstance(game, Unreadable)]
        return Imported(len(new), len(read) - len(refused) - len(new), refused)

    async def _length(self, browser: str, id_: str) -> int:
        """How many events an imported game has."""
        found = await self._store.run(HistoryStore.imported_game, browser, id_)
        return await asyncio.to_thread(lambda body: len(read_game(body).record.events), found.body) if found else -1

    async def delete(self, browser: str, game: str) -> None:
        """Delete a game from a history; its table goes with the last history that has it."""
        if game.startswith(IMPORTED):
            await self._store.run(HistoryStore.delete_imported, browser, game.removeprefix(IMPORTED))
        elif await self._store.run(HistoryStore.delete_table, browser, game):
            self._rooms.forget(game)

    async def imported_record(self, browser: str | None, game: str) -> SavedGame:
        if browser is None:
            raise WebRefused("no-such-game")
        found = await self._store.run(HistoryStore.imported_game, browser, game.removeprefix(IMPORTED))
        if found is None:
            raise WebRefused("no-such-game")
        return read_game(found.body)

    async def saved_games(self, browser: str) -> AsyncIterator[str]:
        """Every game of a history, as a line of a backup."""
        for table in await self._store.run(HistoryStore.tables, browser):
            if (stored := await self._load(table.id)) and (
                line := await asyncio.to_thread(_saved, stored, table.holders)
            ):
                yield line
        for id_ in await self._store.run(HistoryStore.imported, browser):
            if each := await self._store.run(HistoryStore.imported_game, browser, id_):
                yield each.body


def _kept(tables: Sequence[KeptTable]) -> Iterator[KeptGame]:
    for table in tables:
        summary = SUMMARY.validate_json(table.summary) if table.summary else None
        if summary and summary.game:
            mine = tuple(seat for seat, holder in enumerate(summary.holders) if holder in table.holders)
            if mine:
                yield KeptGame(summary.game, mine, others=table.others)


def _kept_imports(imported: Iterable[str]) -> Iterator[KeptGame]:
    for each in imported:
        summary = SUMMARY.validate_json(each)
        if summary.game:
            mine = tuple(seat for seat, holder in enumerate(summary.holders) if holder is not None)
            yield KeptGame(summary.game, mine, imported=True)


def _ids(read: Sequence[ReadGame | Unreadable]) -> set[str]:
    return {game.id for game in read if isinstance(game, ReadGame)}


def _saved(stored: StoredTable, holders: tuple[int, ...]) -> str | None:
    table = replayed(stored)
    game = summary_of_table(table).game
    if table.record is None or game is None:
        return None
    mine = tuple(at for at, seat in enumerate(table.seats) if seat.holder in holders)
    return dump_game(SavedGame(table.record.public(), table.id, game.at, game.kind, mine))
