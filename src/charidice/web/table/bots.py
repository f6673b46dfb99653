"""Runs the bots: they answer questions at once and play their turns at a pace that people can follow."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from charidice.rules.moves import Action
from charidice.rules.state import GameState
from charidice.strategy.bots.external_process import SECONDS_TO_LOAD
from charidice.strategy.bots.levels import LEVELS
from charidice.web.events import BotPlays, Played
from charidice.web.metrics import BOTS_THINKING
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.peers import NoPeers
from charidice.web.table import thinking
from charidice.web.table.room import Room

# Nothing but bots runs in these threads.
THREADS = 2
# Pauses after failed attempts to act (database locked); then a bot rests until the next request for its table. None is
# longer than 4 seconds, so that bots resume soon after the database is back.
RETRY_SECONDS = (1, 2, *[4] * 15)
# Moves in a row that an invited bot fails to make; then the fox has its seat.
MOST_FAILURES = 3
logger = logging.getLogger("charidice.web")


class Choice(NamedTuple):
    """What a bot does at a seq; None if it declines to ask."""

    seq: int
    seat: int
    action: Action | None


class Bots:
    """Bots act through the same commit as people, and resume with the next request for their table.

    They think without the room's lock, which is held only to act. What is chosen at one seq is not played at another.
    """

    def __init__(
        self,
        decide: Callable[[Room, Callable[[], Played | BotPlays | None]], Awaitable[None]],
        catch_up: Callable[[Room], Awaitable[object]],
        peers: NoPeers,
        start_task: Callable[[Coroutine[None, None, None]], None],
        settings: Settings,
    ) -> None:
        self._decide = decide
        self._catch_up = catch_up
        self._peers = peers
        self._start_task = start_task
        self._settings = settings
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bots")
        # Each invited bot waits in a thread of its own, so that one that hangs keeps no other waiting.
        self._guests = {bot: ThreadPoolExecutor(1, thread_name_prefix=f"bot {bot}") for bot in settings.bots}

    def close(self) -> None:
        for threads in (self._threads, *self._guests.values()):
            threads.shutdown(wait=False, cancel_futures=True)

    async def answer(self, room: Room) -> None:
        """Let a bot that may ask for the greatest of gifts decide."""
        if room.bot_to_answer() is None:
            return
        async with room.answering:
            while (seat := room.bot_to_answer()) is not None:
                await self._act(room, await self._choose(room, seat))

    async def react(self, room: Room) -> None:
        """After a move: let a bot answer at once, so that the response has both events, and other bots play on."""
        # A failure is not the sender's, whose move is committed; the background task tries again.
        with suppress(Exception):
            await self.answer(room)
        self.wake(room)

    def wake(self, room: Room) -> None:
        """Start playing if a bot has to act."""
        if not room.bots_at_work and room.awaits_bot:
            room.bots_at_work = True
            self._start_task(self._play(room))

    async def _play(self, room: Room) -> None:
        """Play until a person has to act, unless another process does; it frees the lease when it ends."""
        lease = f"bots of {room.table.id}"
        try:
            if await self._peers.lease(lease):
                try:
                    # Whoever had the lease before may have played to the end.
                    await self._catch_up(room)
                    await self._play_on(room)
                finally:
                    await self._peers.release(lease)
        finally:
            room.bots_at_work = room.skipping = False

    async def _play_on(self, room: Room) -> None:
        retries = iter(RETRY_SECONDS)
        while room.awaits_bot:
            try:
                await self._play_step(room)
                retries = iter(RETRY_SECONDS)
            except WebRefused:
                return  # the table is deleted
            except Exception:
                if (seconds := next(retries, None)) is None:
                    raise
                logger.warning("a bot could not act, and tries again", exc_info=True)
                await _change_or_timeout(room, seconds)

    async def _play_step(self, room: Room) -> None:
        await self.answer(room)
        if (seat := room.table.bot_to_move()) is not None:
            choice = await self._choose(room, seat)
            # Give people time to look, to undo a score, and to ask for the gift first.
            while left := max(room.priority_seconds, room.pause(self._settings.pace)):
                await _change_or_timeout(room, left)
            await self._act(room, choice)

    async def _choose(self, room: Room, seat: int) -> Choice:
        seq, match, bot = room.table.seq, room.table.match, room.table.seats[seat].bot
        assert match
        assert bot
        question = (match.state, seat, room.table.chance_of(seat))
        with BOTS_THINKING.track_inprogress():
            if bot in self._guests:
                with suppress(thinking.GuestFailed):
                    action = await self._ask_guest(bot, *question)
                    if action is not None:
                        room.failures.pop(seat, None)
                    return Choice(seq, seat, action)
                room.failures[seat] = room.failures.get(seat, 0) + 1
            think = partial(thinking.choose, bot if bot in LEVELS else thinking.STAND_IN)
            loop = asyncio.get_running_loop()
            return Choice(seq, seat, await loop.run_in_executor(self._threads, think, *question))

    async def _ask_guest(self, bot: str, state: GameState, seat: int, chance: bytes) -> Action | None:
        seconds = self._settings.bot_seconds
        think = partial(thinking.choose_as_guest, bot, state, seat, chance, seconds)
        thought = self._guests[bot].submit(think)
        asked = asyncio.wrap_future(thought)
        # A process that takes too long ends by itself, unless it is stopped altogether.
        done, _ = await asyncio.wait([asked], timeout=SECONDS_TO_LOAD + 2 * seconds)
        if not done:
            if thought.cancel():
                # So many other tables wait for this bot that it has not been asked.
                raise thinking.GuestFailed(bot)
            thinking.end_guest(bot, seconds)
        return await asked

    def _replacement(self, room: Room) -> BotPlays | None:
        """The fox, for good, instead of a guest that failed several times in a row."""
        for seat, times in room.failures.items():
            if times >= MOST_FAILURES and room.table.seats[seat].bot in self._guests:
                return BotPlays(seat=seat, bot=thinking.STAND_IN)
        return None

    async def _act(self, room: Room, choice: Choice) -> None:
        """Act as chosen, unless something has happened meanwhile."""

        def event() -> Played | None:
            if room.table.seq != choice.seq or room.priority_seconds:
                return None
            if choice.action is None:
                room.decline()
                return None
            assert room.table.match
            return Played(choice.seat, room.table.match.decide(choice.seat, choice.action))

        async with room.lock:
            await self._decide(room, event)
            await self._decide(room, lambda: self._replacement(room))


async def _change_or_timeout(room: Room, seconds: float) -> None:
    room.changed.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(room.changed.wait(), seconds)
