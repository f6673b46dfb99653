"""Reading and writing lines, in one language."""

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
from charidice.rules.dice import Colour, Face

# Background and foreground of each colour, as 256-colour codes.
PAINT = {
    Colour.YELLOW: (221, 16),
    Colour.ORANGE: (166, 231),
    Colour.GREEN: (72, 16),
    Colour.BLUE: (26, 231),
    Colour.PURPLE: (89, 231),
    Colour.BLACK: (234, 231),
}
PAINTED = re.compile(r"\x1b\[[\d;]+m([^\x1b]*)\x1b\[0m")
PRIVATE = "\ue000"


class Quit(Exception):
    """The players want to quit."""


def command_line(*arguments: object) -> str:
    """A command as the user can type it, even if the program is not on the search path."""
    if shutil.which("charidice"):
        program = ["charidice"]
    elif Path(sys.argv[0]).name == "charidice":
        program = [os.path.relpath(sys.argv[0])]
    else:
        program = [sys.executable, "-m", "charidice"]
    return shlex.join(map(str, [*program, *arguments]))


def shows_colours() -> bool:
    """Whether standard output is a terminal that may be sent colours."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout is not None and sys.stdout.isatty() and not plain


def painted(face: Face) -> str:
    background, ink = PAINT[face.colour]
    return f"\x1b[48;5;{background};38;5;{ink}m {face} \x1b[0m"


def face_writer() -> Callable[[Face], str]:
    """How faces are written to standard output."""
    return painted if shows_colours() else str


def screen_width() -> int | None:
    """The width of the terminal; None for a pipe or a file."""
    return shutil.get_terminal_size().columns if sys.stdout and sys.stdout.isatty() else None


def write_line(line: str) -> None:
    """Print a line, wrapped between words on a terminal."""
    width = screen_width()
    print(line if width is None else wrapped(line, width))


def wrapped(line: str, width: int) -> str:
    """A line wrapped between words; coloured text counts by its visible width and is not broken."""
    # Coloured text is replaced by a private-use character while wrapping.
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
    """Input and output with the texts of a catalog."""

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

    def ask_or_quit(self, key: str, **values: object) -> str:
        """The answer to a question; the word for quitting a game quits here, too. For names use `ask`."""
        typed = self.ask(key, **values)
        if typed.casefold() in self.texts.say("command.quit").split():
            raise Quit
        return typed

    def answers(self) -> tuple[list[str], list[str]]:
        """The words for yes, and for no."""
        return self.texts.say("answer.yes").split(), self.texts.say("answer.no").split()

    def yes_or_no(self, key: str, **values: object) -> bool:
        """Ask until the answer is yes or no."""
        yes, no = self.answers()
        while True:
            typed = self.ask_or_quit(key, yes=yes[0], no=no[0], **values).lower()
            if typed in yes or typed in no:
                return typed in yes
            self.tell("play.yes-or-no", yes=yes[0], no=no[0])
