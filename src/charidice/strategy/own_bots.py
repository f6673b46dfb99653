"""Somebody's own bot, named as FILE.py:Class. Its text is read once, so that it can be sent to where it is to play."""

import sys
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any, Self

from charidice.rules.engine import verify
from charidice.rules.errors import Refused
from charidice.rules.moves import Action
from charidice.rules.state import GameState
from charidice.strategy.levels import Bot

_numbers = count(1)


class CannotPlay(Refused):
    """A bot that does not exist, cannot be loaded, or cannot play this game."""


class BotFailed(Refused):
    """A bot that cannot go on in the middle of a game."""


def is_own_bot(name: str) -> bool:
    """Whether a name is that of a file and a class in it."""
    path, _, kind = name.rpartition(":")
    return bool(path and kind)


@dataclass(frozen=True, slots=True)
class BotFile:
    """The text of a file with somebody's bot in it."""

    name: str
    source: bytes

    @classmethod
    def read(cls, name: str) -> Self:
        path, _, _ = name.rpartition(":")
        try:
            return cls(name, Path(path).read_bytes())
        except OSError as error:
            raise CannotPlay("bot-unloadable", text=name, detail=_told(error)) from error

    def bot(self, chance: Random) -> Bot:
        """The bot, made of a fresh run of its file: no game can leave anything behind for another."""
        path, _, kind = self.name.rpartition(":")
        try:
            return OwnBot(self.name, _run(path, self.source)[kind](chance))
        except (Exception, SystemExit) as error:
            # Whatever somebody's own file does wrong, they should be told in one line.
            raise CannotPlay("bot-unloadable", text=self.name, detail=_told(error)) from error


class OwnBot:
    """Lets somebody's bot choose, and tells in one line what it did wrong."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self._bot = bot

    def choose(self, state: GameState, player: int) -> Action | None:
        try:
            action = self._bot.choose(state, player)
            problem = _problem(state, player, action)
        except (Exception, SystemExit) as error:
            raise BotFailed("bot-failed", text=self.name, detail=_told(error)) from error
        if problem:
            raise BotFailed("bot-not-allowed", text=self.name, detail=f"{action!r}: {problem}")
        return action


def _problem(state: GameState, player: int, action: object) -> str | None:
    if action is None and player != state.active:
        return None
    if not isinstance(action, Action):
        return "not-an-action"
    refusal = verify(state, player, action)
    return refusal.code if refusal else None


def _run(path: str, source: bytes) -> dict[str, Any]:
    # As runpy does it: while it runs, what a file defines must be found by the name of its module.
    module = ModuleType(f"own_bot_{next(_numbers)}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    try:
        exec(_compiled(path, source), vars(module))  # noqa: S102  (the user named this file to be run)
    finally:
        del sys.modules[module.__name__]
    return vars(module)


@lru_cache(maxsize=8)
def _compiled(path: str, source: bytes) -> CodeType:
    return compile(source, path, "exec")


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
