"""Where lines are read and written, in one language."""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from wcwidth import width as cells
from wcwidth import wrap

from charidice.messages import Catalog

PAINTED = re.compile(r"\x1b\[[\d;]+m([^\x1b]*)\x1b\[0m")
PRIVATE = "\ue000"


class Quit(Exception):
    """The people at the keyboard stop for today."""


def command_line(*words: object) -> str:
    """A command of ours as it can be typed right here, also where the program is not on the search path."""
    if shutil.which("charidice"):
        program = ["charidice"]
    elif Path(sys.argv[0]).name == "charidice":
        program = [os.path.relpath(sys.argv[0])]
    else:
        program = [sys.executable, "-m", "charidice"]
    return shlex.join(map(str, [*program, *words]))


def shows_colours() -> bool:
    """Whether standard output is a terminal that may be sent colours."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout is not None and sys.stdout.isatty() and not plain


def screen_width() -> int | None:
    """How wide lines may be; in a pipe or a file they may be as long as they like."""
    return shutil.get_terminal_size().columns if sys.stdout and sys.stdout.isatty() else None


def write_line(line: str) -> None:
    """Print a line, broken between words where a terminal would break it anywhere."""
    width = screen_width()
    print(line if width is None else broken(line, width))


def broken(line: str, width: int) -> str:
    """A line broken between words; what is painted counts as wide as it is seen, and is a word."""
    # A private character that no text has stands for what is painted.
    plain = PAINTED.sub(lambda painted: PRIVATE * cells(painted[1]), line)
    if cells(plain) <= width:
        return line
    indent = " " * (len(plain) - len(plain.lstrip()) + 2)
    painted = PAINTED.finditer(line)
    return re.sub(f"{PRIVATE}+", lambda _: next(painted)[0], "\n".join(wrap(plain, width, subsequent_indent=indent)))


def read_line(prompt: str) -> str:
    if sys.stdin is None:
        raise Quit
    try:
        return input(prompt)
    except EOFError:
        print()
        raise Quit from None


@dataclass(frozen=True, slots=True)
class Console:
    """A keyboard and a screen that know the words of a catalog."""

    texts: Catalog
    read: Callable[[str], str] = read_line
    write: Callable[[str], None] = write_line

    def tell(self, key: str, **values: object) -> None:
        self.write(self.texts.say(key, **values))

    def show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def ask(self, key: str, **values: object) -> str:
        return self.read(self.texts.say(key, **values)).strip()

    def answers(self) -> tuple[list[str], list[str]]:
        """The language's words for yes, and for no."""
        return self.texts.say("answer.yes").split(), self.texts.say("answer.no").split()

    def yes_or_no(self, key: str, **values: object) -> bool:
        """Ask until the answer is one of the language's words for yes or no."""
        yes, no = self.answers()
        while True:
            typed = self.ask(key, yes=yes[0], no=no[0], **values).lower()
            if typed in yes or typed in no:
                return typed in yes
            self.tell("play.yes-or-no", yes=yes[0], no=no[0])
