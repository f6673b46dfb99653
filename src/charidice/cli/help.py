"""`charidice help COMMAND`: the same as `charidice COMMAND --help`."""

from argparse import ArgumentParser, Namespace

from charidice.cli.exit_codes import OK
from charidice.cli.parser import parse, parser
from charidice.messages import Catalog


def add_arguments(command: ArgumentParser, texts: Catalog) -> None:
    command.add_argument("topic", nargs="*", metavar="TOPIC", help=texts.say("cli.help.topic"))


def help_on(options: Namespace, texts: Catalog) -> int:
    parse(parser(texts, on_demand=True), [*options.topic, "--help"])
    return OK
