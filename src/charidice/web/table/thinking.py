"""Runs bots and the coach in worker threads, so that they do not block the event loop."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import SystemRandom
from typing import TypeVar, cast

from charidice.coach import Coach, Grade, brief, stages
from charidice.coach.hints.brief import Brief
from charidice.coach.moves import move_fields
from charidice.coach.reviews.model import grade
from charidice.messages import catalog
from charidice.rules.dice import Face
from charidice.rules.moves import Action
from charidice.rules.state import GameState, Setup
from charidice.strategy.analysis import Analysis
from charidice.strategy.bots.levels import Bot
from charidice.strategy.bots.team import bot_named
from charidice.web.wire import BriefView, ChanceView, HintView, MoveView

THREADS = 2
CLEAR_MISTAKES = frozenset({Grade.MISTAKE, Grade.BLUNDER})

T = TypeVar("T")


class Thinking:
    """The thread pool of bots and the coach."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


@cache
def _bot(name: str) -> Bot:
    # Bots are stateless, so one of each level plays at all tables.
    return bot_named(name, SystemRandom())


def choose(name: str, state: GameState, player: int) -> Action | None:
    """The bot's action in this position, None if it declines to ask."""
    return _bot(name).choose(state, player)


@cache
def _coach(setup: Setup) -> Coach:
    return Coach.of(setup)


def hint(state: GameState, player: int, language: str, players: list[str]) -> HintView:
    """The coach's hint: stages in words, a brief reason, the dice it is about, and the move."""
    found = _coach(state.setup).hint(state, player)
    texts = catalog(language)

    def spoken(faces: Iterable[Face]) -> str:
        return ", ".join(map(texts.face, faces))

    return {
        "stages": stages(found, state, texts, players, spoken),
        "brief": _brief_view(brief(found, state, texts)),
        "dice": found.dice,
        "action": cast(MoveView, move_fields(found.action)) if found.action else None,
    }


def _brief_view(found: Brief | None) -> BriefView | None:
    if found is None:
        return None
    chances: list[ChanceView] = [
        {"label": chance.label, "share": chance.share, "percent": chance.percent} for chance in found.chances
    ]
    return {"lines": found.lines, "chances": chances}


def is_clear_mistake(state: GameState, player: int, action: Action) -> bool:
    """Whether a move is graded a mistake or blunder by the chance of victory it loses."""
    values = Analysis(state, _coach(state.setup).victory).moves(player)
    if action not in values:
        return False
    return grade("victory", max(values.values()) - values[action]) in CLEAR_MISTAKES
