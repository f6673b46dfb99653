"""The command line: picks the language, reads the arguments, and runs a command."""

import codecs
import io
import os
import sys
from collections.abc import Sequence

from charidice.cli.commands import BAD_INPUT, COMMANDS, INTERRUPTED, OK, open_in_browser
from charidice.cli.parser import asked_language, check_switches, parser
from charidice.messages import catalog, language_of, trouble
from charidice.rules.errors import Refused
from charidice.terminal.bot_trouble import trouble_lines


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
        # Nobody reads our output any more, or it cannot be kept; without this, Python would complain when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return OK
        texts = catalog(language_of(os.environ))
        reason = texts.say("cli.error.output", detail=texts.say(f"trouble.{trouble(error)}"))
        print(f"charidice: {reason}", file=sys.stderr)
        return BAD_INPUT


def _run(words: list[str]) -> int:
    texts = catalog(language_of(os.environ))
    try:
        texts = catalog(asked_language(words) or texts.language)
        root = parser(texts)
        options = root.parse_args(words)
        check_switches(root, options)
        run = COMMANDS[options.command] if options.command else open_in_browser
        return run(options, texts)
    except Refused as refused:
        print("charidice:", "\n".join(trouble_lines(refused, texts)), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


# Signs with a plainer one that says the same.
_PLAIN = {"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{HORIZONTAL ELLIPSIS}": "...", "\N{NO-BREAK SPACE}": " "}


def _plainer(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def _read_and_write_anything() -> None:
    """Let no letter end the program: what cannot be shown becomes plainer, what cannot be read is refused."""
    codecs.register_error("plainer", _plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plainer")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
