"""Runs the bots: they answer questions at once and play their turns at a pace that people can follow."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress

from charidice.rules.moves import Action
from charidice.web.events import Played
from charidice.web.table import thinking
from charidice.web.table.room import Room
from charidice.web.table.thinking import Thinking


class Bots:
    """Bots act through the same commit as people, and resume when a table is loaded again."""

    def __init__(
        self,
        commit: Callable[[Room, Played], Awaitable[None]],
        start_task: Callable[[Coroutine[None, None, None]], None],
        thinking: Thinking,
        pace: float,
    ) -> None:
        self._commit = commit
        self._start_task = start_task
        self._thinking = thinking
        self._pace = pace

    async def answer(self, room: Room) -> None:
        """Let a bot that may ask for the greatest of gifts decide before anybody else acts. Needs the room's lock."""
        while (seat := room.bot_to_answer()) is not None:
            action = await self._choice(room, seat)
            if action is None:
                room.declined_at_seq = room.table.seq
                return
            await self._act(room, seat, action)

    def wake(self, room: Room) -> None:
        """Start playing if a bot has to act."""
        if not room.bots_at_work and (room.table.bot_to_move() is not None or room.bot_to_answer() is not None):
            room.bots_at_work = True
            self._start_task(self._play(room))

    async def _play(self, room: Room) -> None:
        try:
            async with room.lock:
                await self.answer(room)
            while (seat := room.table.bot_to_move()) is not None:
                await self._pause(room)
                async with room.lock:
                    if room.table.bot_to_move() == seat and not room.priority_seconds:
                        action = await self._choice(room, seat)
                        assert action is not None
                        await self._act(room, seat, action)
                        await self.answer(room)
        finally:
            room.bots_at_work = room.skipping = False

    async def _pause(self, room: Room) -> None:
        """Give people time to look, to undo a score, and to ask for the gift first."""
        while left := max(room.priority_seconds, room.pause(self._pace)):
            room.changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(room.changed.wait(), left)

    async def _choice(self, room: Room, seat: int) -> Action | None:
        match, bot = room.table.match, room.table.seats[seat].bot
        assert match
        return await self._thinking.run(thinking.choose, bot, match.state, seat)

    async def _act(self, room: Room, seat: int, action: Action) -> None:
        assert room.table.match
        await self._commit(room, Played(seat, room.table.match.decide(seat, action)))
