"""The process of an external bot: loads its program once, answers one question after another, and exits when an
answer takes too long. What the bot prints goes to standard error.

The process runs `main`. Questions and answers are pickled; every answer is prefixed by ANSWER, which tells it from the
traceback that `faulthandler` writes instead on a timeout.
"""

import faulthandler
import linecache
import os
import pickle
import re
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from random import Random
from types import ModuleType
from typing import IO

from charidice.processes import HAS_GROUPS, received
from charidice.rules.errors import Refused
from charidice.rules.moves import Action
from charidice.rules.strict import Node
from charidice.rules.whole import quoted
from charidice.strategy.bots.base import Bot
from charidice.strategy.bots.levels import Chooser

ANSWER = b"="
# Loading may take longer than choosing: a file may import a lot.
SECONDS_TO_LOAD = 60
MODULE = "external_bot"
# The most letters of an error message that are kept.
MOST_TOLD = 10_000


@dataclass(frozen=True, slots=True)
class Load:
    """Always the first question: the bot's name, program and class."""

    name: str
    path: str
    """The path of its file, or the name of its module."""
    source: bytes | None
    """The text of the file; None for a module that is installed."""
    kind: str
    seconds: float
    """The limit for one decision."""
    load_seconds: float = SECONDS_TO_LOAD

    def owns(self, path: str) -> bool:
        """Whether a file is the bot's: in the folder of its file, or part of its package."""
        if self.source is not None:
            return Path(self.path).parent in Path(path).parents
        package = self.path.partition(".")[0]
        return package in (*Path(path).parts, Path(path).stem)


@dataclass(frozen=True, slots=True)
class NewBot:
    number: int
    rng: Random


@dataclass(frozen=True, slots=True)
class Choose:
    number: int
    node: Node
    done: tuple[int, ...]
    """Numbers of bots that are no longer needed."""


class Failure(Refused):
    """A failure of the bot; `traceback` is limited to the bot's own files."""


Question = Load | NewBot | Choose
Answer = Action | Failure | None


def own_frames(lines: str, load: Load) -> str:
    """The lines of a faulthandler traceback that are about the bot's own files."""
    named = ((line, re.search(r'File "([^"]+)"', line)) for line in lines.splitlines())
    return "\n".join(line for line, file in named if file and load.owns(file[1]))


class Host:
    """Holds the bots of one program."""

    def __init__(self, load: Load) -> None:
        self._name = load.name
        self._bots: dict[int, Chooser] = {}
        module = import_module(load.path) if load.source is None else _module(load.path, load.source)
        if load.kind not in vars(module):
            own = {name: value for name, value in vars(module).items() if _is_of(value, module)}
            # Suggest its bots, or else everything that the file defines.
            bots = tuple(name for name, value in own.items() if hasattr(value, "choose"))
            allowed = bots or tuple(own) or ("-",)
            raise Failure("bot-without-class", text=load.name, kind=load.kind, path=load.path, allowed=allowed)
        self._kind = vars(module)[load.kind]
        # In other classes `load` may mean something else.
        if isinstance(self._kind, type) and issubclass(self._kind, Bot):
            self._kind.load()

    def reply(self, question: NewBot | Choose) -> Answer:
        if isinstance(question, NewBot):
            self._bots[question.number] = self._kind(question.rng)
            return None
        for number in question.done:
            self._bots.pop(number, None)
        action = self._bots[question.number].choose(question.node)
        if not isinstance(action, Action):
            raise Failure("bot-no-action", text=self._name, action=quoted(action))
        if reason := question.node.verify(action):
            raise Failure("bot-not-allowed", text=self._name, action=quoted(action), reason=reason)
        return action


def _module(path: str, source: bytes) -> ModuleType:
    """The module of a file, by its text."""
    sys.path.insert(0, str(Path(path).parent))
    text = source.decode("utf-8", "replace").splitlines(keepends=True)
    linecache.cache[path] = (len(source), None, text, path)
    # dataclasses, for one, look up the module of a class by its name.
    module = ModuleType(MODULE)
    module.__file__ = path
    sys.modules[MODULE] = module
    exec(compile(source, path, "exec"), vars(module))  # noqa: S102  (the user named this file to be run)
    return module


def _is_of(value: object, module: ModuleType) -> bool:
    return getattr(value, "__module__", "") == module.__name__


def _failure(error: BaseException, load: Load) -> Failure:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if load.owns(frame.filename)]
    # The last line is in `detail`; the lines before it locate a syntax error.
    told = "".join([*traceback.format_list(frames), *traceback.format_exception_only(error)[:-1]])
    detail = f"{type(error).__name__}: {error}"
    return Failure("bot-failed", text=load.name, detail=detail[:MOST_TOLD], traceback=told.rstrip()[:MOST_TOLD])


def main() -> None:
    # Keep the bot's own input and output apart from questions and answers.
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    if HAS_GROUPS:
        # A process that the bot forks must not hold the pipes open after the end of this one.
        os.register_at_fork(after_in_child=lambda: _let_go(questions, answers))
    asked: SimpleQueue[Question] = received(questions)
    load = asked.get()
    assert isinstance(load, Load)
    host: Host | None = None
    question: Question = load
    while True:
        seconds = load.load_seconds if isinstance(question, Load) else load.seconds
        answer: Answer
        faulthandler.dump_traceback_later(seconds, exit=True, file=answers)
        try:
            if isinstance(question, Load):
                host, answer = Host(question), None
            else:
                assert host
                answer = host.reply(question)
        except Failure as failure:
            answer = failure
        except (Exception, SystemExit) as error:
            answer = _failure(error, load)
        finally:
            faulthandler.cancel_dump_traceback_later()
        # Without its parent, this process ends in a moment.
        with suppress(BrokenPipeError):
            answers.write(ANSWER + pickle.dumps(answer))
            answers.flush()
        question = asked.get()


def _let_go(*pipes: IO[bytes]) -> None:
    """Redirects the pipes to the null device: closing them would free their numbers for other files."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in pipes:
        os.dup2(nothing, pipe.fileno(), inheritable=False)
    os.close(nothing)
