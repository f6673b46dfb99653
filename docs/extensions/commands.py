"""The directive `commands`: every command with its arguments, from the parser itself, in one of the languages."""

import argparse
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.rst import escape

from charidice.cli.parser import Parser, Program, parser
from charidice.messages import catalog


class Commands(SphinxDirective):
    """Its argument is the language."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        language = self.arguments[0]
        self.env.note_reread()
        text = "\n".join(described(parser(catalog(language)), language))
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def described(root: Program, language: str) -> Iterator[str]:
    """The program without a command, then each command, as reStructuredText."""
    for command in root.by_name.values():
        yield from _command(command, language)


def _command(command: Parser, language: str) -> Iterator[str]:
    name = command.prog
    # Only one page can be where links to a switch lead.
    index = [] if language == "en" else ["   :no-index:"]
    yield from ("", name, "-" * len(name), "", escape(command.description or ""), "")
    yield from (".. code-block:: text", "", *(f"   {line}" for line in command.format_usage().splitlines()), "")
    if command.examples:
        examples = (f"   charidice {example}" for example in command.examples)
        yield from (".. code-block:: sh", "", *examples, "")
    yield from (f".. program:: {name}", "")
    for action in command._actions:
        if not isinstance(action, argparse._SubParsersAction) and action.help != argparse.SUPPRESS:
            yield from (f".. option:: {_signature(action)}", *index, "", f"   {escape(_help(action))}", "")


def _signature(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else f" {_value(action)}"
    return ", ".join(f"{switch}{value}" for switch in action.option_strings) or _value(action)


def _value(action: argparse.Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    return f"{metavar}..." if action.nargs in ("*", "+") else metavar


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%")
