"""The command line: picks the language, parses the arguments and runs a command."""

import codecs
import io
import os
import sys
from collections.abc import Sequence

from charidice.cli.commands import Command
from charidice.cli.errors import error_lines
from charidice.cli.exit_codes import BAD_INPUT, INTERRUPTED, OK
from charidice.cli.parser import asked_language, parse, parser
from charidice.installed import needing
from charidice.messages import catalog, language_of, os_error_name
from charidice.rules.errors import Refused


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    _read_and_write_anything()
    try:
        try:
            return _run(list(sys.argv[1:] if arguments is None else arguments))
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except OSError as error:
        # The reader of our output is gone, or the disk is full; without this, Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return OK
        texts = catalog(language_of(os.environ))
        reason = texts.say("cli.error.output", detail=texts.say(f"trouble.{os_error_name(error)}"))
        print(f"charidice: {reason}", file=sys.stderr)
        return BAD_INPUT


def _run(words: list[str]) -> int:
    texts = catalog(language_of(os.environ))
    try:
        texts = catalog(asked_language(words) or texts.language)
        with needing():
            options = parse(parser(texts, on_demand=True), words)
            command: Command = options.command
            code: int = command.function(command.run)(options, texts)
        return code
    except Refused as refused:
        print("charidice:", "\n".join(error_lines(refused, texts)), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


# ASCII in place of typographic characters.
_PLAIN = {"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{HORIZONTAL ELLIPSIS}": "...", "\N{NO-BREAK SPACE}": " "}


def _plainer(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def _read_and_write_anything() -> None:
    """No character ends the program: odd ones are replaced in output, and refused later in input."""
    codecs.register_error("plainer", _plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plainer")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
