"""What an address may do in an hour, whichever process it asks.

It may open tables, import games, change names in histories, and try codes that are wrong.
"""

from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager

from charidice.record import RecordError
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.history import HistoryStore
from charidice.web.store.quotas import QuotaExceeded, Use
from charidice.web.store.writer import Writer
from charidice.web.table.entries import first_events
from charidice.web.table.histories import Histories
from charidice.web.table.table import Table


class HourlyLimits:
    def __init__(self, settings: Settings, writer: Writer) -> None:
        self._settings = settings
        self._writer = writer

    @contextmanager
    def opening(self, address: str) -> Iterator[Use]:
        """Around the transaction that stores a new table, which counts it too."""
        with _refused_with(WebRefused("too-many-tables")):
            yield Use("table", address, self._settings.tables_per_hour)

    async def create(self, table: Table, address: str) -> None:
        """Store a new table."""
        with self.opening(address) as use:
            await self._writer.run(self._writer.storage.create, table.seed, first_events(table), None, use)

    @asynccontextmanager
    async def importing(self, address: str) -> AsyncIterator[None]:
        """Around the reading of an import: counts it, even if nothing can be read, unless the server is busy."""
        use = Use("import", address, self._settings.imports_per_hour)
        with _refused_with(WebRefused("too-many-imports")):
            await self._writer.run(self._writer.storage.check, use)
            try:
                yield
            except RecordError:
                await self._writer.run(self._writer.storage.take, use)
                raise
            await self._writer.run(self._writer.storage.take, use)

    async def call_people(
        self, histories: Histories, digest: str, names: Collection[str], called: str | None, address: str
    ) -> None:
        """Store what people are called in a history, and count it in the same transaction; None undoes it."""
        use = Use("names", address, self._settings.renamings_per_hour)
        with _refused_with(WebRefused("too-many-renamings")):
            if called is None:
                await histories.run(HistoryStore.delete_names, digest, names, use)
            else:
                await histories.run(HistoryStore.save_names, digest, dict.fromkeys(names, called), use)

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
