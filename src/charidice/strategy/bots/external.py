"""External bots: classes that users write, named as FILE.py:Class, or by their own names once they are installed.

A file is read once, so that its text can be sent to another machine. A package installs bots as entry points of the
group `charidice.bots`. All run in separate processes, which can be killed whatever the bot does.
"""

import ast
import pickle
import subprocess
import sys
import weakref
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from random import Random
from threading import Lock
from typing import Self

from charidice.chance import is_one_line
from charidice.messages import os_error_name
from charidice.processes import OWN_GROUP, end_group
from charidice.record.position import write_position
from charidice.rules.errors import Refused
from charidice.rules.moves import Action
from charidice.rules.strict import Node
from charidice.rules.whole import quoted
from charidice.strategy.bots.external_process import ANSWER, Answer, Choose, Failure, Load, NewBot, Question, own_frames
from charidice.strategy.bots.levels import LEVELS, RESEARCH, Chooser

GROUP = "charidice.bots"
"""The group of entry points."""
THINK_TIME = 10.0
"""Seconds a decision may take by default."""
MOST_NAMED = 10
"""The most classes of a file that an error suggests."""
_HOST = "from charidice.strategy.bots.external_process import main; main()"


class CannotPlay(Refused):
    """A bot that does not exist, cannot be loaded, or cannot play this game."""


class BotFailed(Refused):
    """A bot that failed in the middle of a game; `traceback` and `position` tell where."""


def is_external(name: str) -> bool:
    """Whether a name has the form FILE.py:Class."""
    path, _, kind = name.rpartition(":")
    return bool(path and kind)


@dataclass(frozen=True, slots=True)
class BotFile:
    """A bot's file with its text."""

    name: str
    source: bytes
    think_time: float

    @classmethod
    def read(cls, name: str, think_time: float = THINK_TIME) -> Self:
        path, _, _ = name.rpartition(":")
        return cls(name, _source(name, path), think_time)

    @property
    def load(self) -> Load:
        path, _, kind = self.name.rpartition(":")
        return Load(self.name, str(Path(path).absolute()), self.source, kind, self.think_time)

    def bot(self, rng: Random) -> Chooser:
        return ExternalBot(self, rng)


def _source(name: str, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except FileNotFoundError as error:
        raise CannotPlay("bot-without-file", text=name, path=path) from error
    except OSError as error:
        raise CannotPlay("bot-unloadable", text=name, detail=os_error_name(error)) from error


def needs_class(path: str) -> CannotPlay:
    """The refusal of a file named without its class: with the classes in it, bots first. The file is not run."""
    source, found = _source(path, path), list[ast.ClassDef]()
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        found = [part for part in ast.parse(source).body if isinstance(part, ast.ClassDef)]
    bots = [
        kind for kind in found if any(isinstance(part, ast.FunctionDef) and part.name == "choose" for part in kind.body)
    ]
    kinds = [kind.name for kind in bots or found] or ["Class"]
    return CannotPlay("bot-needs-class", text=path, allowed=tuple(f"{path}:{kind}" for kind in kinds[:MOST_NAMED]))


@dataclass(frozen=True, slots=True)
class InstalledBot:
    """A bot of an installed package."""

    name: str
    place: str
    """MODULE:Class."""
    think_time: float

    @property
    def load(self) -> Load:
        module, _, kind = self.place.partition(":")
        return Load(self.name, module, None, kind, self.think_time)

    def bot(self, rng: Random) -> Chooser:
        return ExternalBot(self, rng)

    def kill(self) -> None:
        """Kill its hanging process; the next game starts another."""
        _process_of(self).kill()


@cache
def installed_bots() -> dict[str, str]:
    """MODULE:Class by the name of each installed bot. Names of built-in bots and of files are reserved."""
    # Loaded on demand: it takes longer than all of the rules.
    from importlib.metadata import entry_points

    found = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    ours = {*LEVELS, *RESEARCH}
    return {name: found[name] for name in sorted(found) if name not in ours and ":" not in name and is_one_line(name)}


class ExternalBot:
    """One game's bot in the process of its program."""

    _numbers = count(1)

    def __init__(self, program: BotFile | InstalledBot, rng: Random) -> None:
        self._process = _process_of(program)
        self._number = next(self._numbers)
        self._rng = rng
        self._begin()
        weakref.finalize(self, self._process.done.append, self._number)

    def _begin(self) -> None:
        answer = self._process.ask(NewBot(self._number, self._rng))
        if isinstance(answer, Failure):
            raise CannotPlay(_LOADING.get(answer.code, answer.code), **answer.values)
        self._run = self._process.run

    def choose(self, node: Node) -> Action:
        if self._run != self._process.run:
            # The bot ended with its process: make it again in the new one.
            self._begin()
        answer = self._process.ask(Choose(self._number, node, self._process.take_done()))
        if isinstance(answer, Failure):
            raise BotFailed(answer.code, **answer.values, position=write_position(node.state))
        # Our own equal action: the bot's may hold other integer types.
        legal = node.actions
        if answer not in legal:
            position = write_position(node.state)
            raise BotFailed("bot-no-action", text=self._process.name, action=quoted(answer), position=position)
        return legal[legal.index(answer)]


# A bot that fails while it is made counts as a bot that cannot be loaded.
_LOADING = {"bot-failed": "bot-unloadable"}


class BotProcess:
    """The process that runs the bots of one program; started on first use, and again after it has ended."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._lock = Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self.name = load.name
        self.run = 0
        """How often the process has ended."""
        self.done: list[int] = []

    def take_done(self) -> tuple[int, ...]:
        done, self.done[:] = tuple(self.done), []
        return done

    def ask(self, question: Question) -> Answer:
        with self._lock:
            if self._running is None:
                # -P: no file in the current folder can shadow a module of ours.
                self._running = subprocess.Popen(  # noqa: S603  (the user named the file that it runs)
                    [sys.executable, "-P", "-c", _HOST],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    process_group=OWN_GROUP,
                )
                self._finalizer = weakref.finalize(self, _end, self._running)
                answer = self._exchange(self._running, self._load)
                if isinstance(answer, Failure):
                    self._end()
                    return answer
            return self._exchange(self._running, question)

    def _exchange(self, running: subprocess.Popen[bytes], question: Question) -> Answer:
        assert running.stdin
        assert running.stdout
        try:
            pickle.dump(question, running.stdin)
            running.stdin.flush()
            head = running.stdout.read(len(ANSWER))
        except BrokenPipeError:
            head = b""
        except BaseException:
            # After Ctrl-C: the next question must not read this answer.
            self._end()
            raise
        if head == ANSWER:
            # Anything else comes from the bot itself, which has written to the pipe.
            with suppress(Exception):
                answer: object = pickle.load(running.stdout)  # noqa: S301  (from a process of ours)
                if answer is None or isinstance(answer, Action | Failure):
                    return answer
            return Failure("bot-ended", text=self._load.name, exit=self._end())
        rest = running.stdout.read().decode(errors="replace")
        code = self._end()
        name = self._load.name
        if head:
            frames, seconds = own_frames(rest, self._load), f"{self._load.seconds:g}"
            if isinstance(question, Load):
                seconds = f"{self._load.load_seconds:g}"
                return Failure("bot-slow-to-load", text=name, seconds=seconds, traceback=frames)
            if isinstance(question, NewBot):
                return Failure("bot-slow-to-begin", text=name, seconds=seconds, traceback=frames)
            return Failure("bot-too-slow", text=name, seconds=seconds, traceback=frames)
        return Failure("bot-ended", text=name, exit=code)

    def kill(self) -> None:
        """End the process from another thread; a caller waiting for its answer gets the failure."""
        if running := self._running:
            end_group(running)

    def _end(self) -> int | None:
        """End the process; returns its exit code, or None if it had ended before."""
        self._running = None
        self.run += 1
        return self._finalizer()


def _end(running: subprocess.Popen[bytes]) -> int:
    end_group(running)
    # Unsent data in the pipes no longer matters.
    for pipe in (running.stdin, running.stdout):
        with suppress(BrokenPipeError):
            assert pipe
            pipe.close()
    return running.wait()


def forget_processes() -> None:
    """Bots made from now on run in new processes; those in use end with the last of their bots."""
    _process_of.cache_clear()


@lru_cache(maxsize=8)
def _process_of(program: BotFile | InstalledBot) -> BotProcess:
    return BotProcess(program.load)
