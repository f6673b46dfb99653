"""Bots at the tables: they answer at once, and play their turns at a pace that people can follow."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress

from charidice.rules.moves import Action
from charidice.web.models import Fields
from charidice.web.table import thinking
from charidice.web.table.table import Table
from charidice.web.table.thinking import Thinking


class BotsAtTables:
    """Lets bots act through the same commit as people; a table whose log was read back goes on where it was."""

    def __init__(
        self,
        commit: Callable[[Table, Fields], Awaitable[None]],
        start_task: Callable[[Coroutine[None, None, None]], None],
        thinking: Thinking,
        pace: float,
    ) -> None:
        self._commit = commit
        self._start_task = start_task
        self._thinking = thinking
        self._pace = pace

    async def answer(self, table: Table) -> None:
        """A bot who may ask for the greatest of gifts decides at once, before anybody acts. Needs the table's lock."""
        while (seat := table.bot_to_answer()) is not None:
            action = await self._choice(table, seat)
            if action is None:
                table.let_go_by = table.seq
                return
            await self._act(table, seat, action)

    def wake(self, table: Table) -> None:
        """Play on if it is for a bot to do something."""
        if not table.bots_at_work and (table.bot_to_move() is not None or table.bot_to_answer() is not None):
            table.bots_at_work = True
            self._start_task(self._play(table))

    async def _play(self, table: Table) -> None:
        try:
            async with table.lock:
                await self.answer(table)
            while (seat := table.bot_to_move()) is not None:
                await self._pause(table)
                async with table.lock:
                    if table.bot_to_move() == seat and not table.wait:
                        action = await self._choice(table, seat)
                        assert action is not None
                        await self._act(table, seat, action)
                        await self.answer(table)
        finally:
            table.bots_at_work = table.skipping = False

    async def _pause(self, table: Table) -> None:
        """Let people look, and take back a score; let a recipient who may ask come first."""
        while left := max(table.wait, table.pause(self._pace)):
            table.stirred.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(table.stirred.wait(), left)

    async def _choice(self, table: Table, seat: int) -> Action | None:
        assert table.match
        return await self._thinking.run(thinking.choose, table.seats[seat].bot, table.match.state, seat)

    async def _act(self, table: Table, seat: int, action: Action) -> None:
        assert table.match
        await self._commit(table, table.fields(table.match.decide(seat, action)))
