"""What an address may do in an hour, whichever process it asks: open tables, and try codes that are wrong."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.history import HistoryStore, ImportedGame
from charidice.web.store.quotas import QuotaExceeded, Use
from charidice.web.store.writer import Writer
from charidice.web.table.entries import opening
from charidice.web.table.histories import Histories
from charidice.web.table.table import Table


class HourlyLimits:
    def __init__(self, settings: Settings, writer: Writer) -> None:
        self._settings = settings
        self._writer = writer

    async def create(self, table: Table, address: str) -> None:
        """Store a new table, and count it in the same transaction."""
        use = Use("table", address, self._settings.tables_per_hour)
        with _refused_with(WebRefused("too-many-tables")):
            await self._writer.run(self._writer.storage.create, table.seed, opening(table), None, use)

    async def import_games(
        self, histories: Histories, digest: str, games: Sequence[ImportedGame], address: str
    ) -> None:
        """Store imported games, and count them as one use."""
        use = Use("import", address, self._settings.imports_per_hour)
        with _refused_with(WebRefused("too-many-imports")):
            await histories.run(HistoryStore.save_imported, digest, games, use)

    @asynccontextmanager
    async def guess(self, address: str) -> AsyncIterator[None]:
        """Around a request with a code: counts a wrong one; after too many, not even the right one helps."""
        use = Use("wrong-code", address, self._settings.wrong_codes_per_hour)
        with _refused_with(WebRefused("too-many-codes")):
            await self._writer.run(self._writer.storage.check, use)
            try:
                yield
            except WebRefused as refused:
                if refused.code == "wrong-code":
                    await self._writer.run(self._writer.storage.take, use)
                raise


@contextmanager
def _refused_with(refused: WebRefused) -> Iterator[None]:
    try:
        yield
    except QuotaExceeded as exceeded:
        refused.details["wait"] = int(1000 * exceeded.wait) + 1
        raise refused from exceeded
