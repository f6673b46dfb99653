"""Runs the bots: they answer questions at once and play their turns at a pace that people can follow."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeGuard

from charidice.rules.moves import Action, DeclineGift
from charidice.rules.strict import Node
from charidice.strategy.bots.external_process import SECONDS_TO_LOAD
from charidice.strategy.bots.levels import LEVELS
from charidice.web.events import BotPlays, Played
from charidice.web.metrics import BOTS_THINKING
from charidice.web.refusals import WebRefused
from charidice.web.settings import Settings
from charidice.web.store.peers import NoPeers
from charidice.web.table import thinking
from charidice.web.table.changes import Changes
from charidice.web.table.room import Room
from charidice.web.table.tasks import Tasks

# Threads for built-in bots only.
THREADS = 2
# Pauses after failed attempts to act (database locked); then a bot rests until the next request for its table. None is
# longer than 4 seconds, so that bots resume soon after the database is back.
RETRY_SECONDS = (1, 2, *[4] * 15)
# Moves in a row that an invited bot fails to make; then the fox has its seat.
MOST_FAILURES = 3
logger = logging.getLogger("charidice.web")


class Choice(NamedTuple):
    """The action of a bot at a node, and the seq of the table then."""

    seq: int
    node: Node
    action: Action


class Bots:
    """Bots act through the same commit as people, and resume with the next request for their table.

    They think without the room's lock, which is held only to act. A choice made at one seq is discarded at another.
    """

    def __init__(self, changes: Changes, peers: NoPeers, tasks: Tasks, settings: Settings) -> None:
        self._changes = changes
        self._peers = peers
        self._tasks = tasks
        self._settings = settings
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bots")
        # One thread for each invited bot: one that hangs delays no other.
        self._guests = {bot: ThreadPoolExecutor(1, thread_name_prefix=f"bot {bot}") for bot in settings.bots}

    def close(self) -> None:
        for threads in (self._threads, *self._guests.values()):
            threads.shutdown(wait=False, cancel_futures=True)

    async def answer(self, room: Room) -> None:
        """Let a bot that may ask for the greatest of gifts decide."""
        if not _is_asking(room.table.bot_decision):
            return
        async with room.answering:
            while _is_asking(node := room.table.bot_decision):
                await self._act(room, await self._choose(room, node))

    async def react(self, room: Room) -> None:
        """After a move: let a bot answer at once, so that the response has both events, and other bots play on."""
        # A failure is not the sender's, whose move is committed; the background task tries again.
        with suppress(Exception):
            await self.answer(room)
        self.wake(room)

    def wake(self, room: Room) -> None:
        """Start playing if a bot has to act."""
        if not room.bots_at_work and room.table.bot_decision:
            room.bots_at_work = True
            self._tasks.start(self._play(room))

    async def _play(self, room: Room) -> None:
        """Play until a person has to act, unless another process does; it frees the lease when it ends."""
        lease = f"bots of {room.table.id}"
        try:
            if await self._peers.lease(lease):
                try:
                    # The previous holder of the lease may have played to the end.
                    await self._changes.catch_up(room)
                    await self._play_on(room)
                finally:
                    await self._peers.release(lease)
        finally:
            room.bots_at_work = room.skipping = False

    async def _play_on(self, room: Room) -> None:
        retries = iter(RETRY_SECONDS)
        while room.table.bot_decision:
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
        if node := room.table.bot_decision:
            choice = await self._choose(room, node)
            # Give people time to look, to undo a score, and to ask for the gift first.
            while left := max(room.priority_seconds, room.pause(self._settings.pace)):
                await _change_or_timeout(room, left)
            await self._act(room, choice)

    async def _choose(self, room: Room, node: Node) -> Choice:
        seq, seat = room.table.seq, node.player
        assert seat is not None
        bot, chance = room.table.seats[seat].bot, room.table.chance_of(seat)
        assert bot
        with BOTS_THINKING.track_inprogress():
            if bot in self._guests:
                with suppress(thinking.GuestFailed):
                    action = await self._ask_guest(bot, node, chance)
                    if not isinstance(action, DeclineGift):
                        room.failures.pop(seat, None)
                    return Choice(seq, node, action)
                room.failures[seat] = room.failures.get(seat, 0) + 1
            think = partial(thinking.choose, bot if bot in LEVELS else thinking.STAND_IN)
            loop = asyncio.get_running_loop()
            return Choice(seq, node, await loop.run_in_executor(self._threads, think, node, chance))

    async def _ask_guest(self, bot: str, node: Node, chance: bytes) -> Action:
        seconds = self._settings.bot_seconds
        think = partial(thinking.choose_as_guest, bot, node, chance, seconds)
        thought = self._guests[bot].submit(think)
        asked = asyncio.wrap_future(thought)
        # A process that takes too long ends by itself, unless it is stopped altogether.
        done, _ = await asyncio.wait([asked], timeout=SECONDS_TO_LOAD + 2 * seconds)
        if not done:
            if thought.cancel():
                # The bot was busy with other tables and never got the question.
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
            match, seat = room.table.match, choice.node.player
            assert match
            assert seat is not None
            if choice.node.waives(choice.action):
                match.play(choice.action)
                return None
            return Played(seat, match.decide(seat, choice.action))

        async with room.lock:
            await self._changes.decide(room, event)
            await self._changes.decide(room, lambda: self._replacement(room))


def _is_asking(node: Node | None) -> TypeGuard[Node]:
    """Whether a bot decides whether to ask for the greatest of gifts."""
    return node is not None and node.asking


async def _change_or_timeout(room: Room, seconds: float) -> None:
    room.changed.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(room.changed.wait(), seconds)
