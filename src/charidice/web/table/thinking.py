"""The decisions of bots, made in threads away from the event loop."""

import logging
from random import Random

from charidice.rules.moves import Action
from charidice.rules.strict import Node
from charidice.rules.whole import quoted
from charidice.strategy.bots.external import InstalledBot
from charidice.strategy.bots.team import bot_named, program_named
from charidice.web.metrics import BOT_SECONDS

# For an invited bot that fails, or is no longer invited.
STAND_IN = "fox"
logger = logging.getLogger("charidice.web")


class GuestFailed(Exception):
    """An invited bot has not made a legal move."""


def choose(name: str, node: Node, chance: bytes) -> Action:
    """The bot's decision; the same for the same random bits."""
    with BOT_SECONDS.labels(name).time():
        return bot_named(name, Random(chance)).choose(node)  # noqa: S311  (the bits are those of an HMAC)


def choose_as_guest(name: str, node: Node, chance: bytes, seconds: float) -> Action:
    """The same for an invited bot, in a process of its own; raises GuestFailed, whatever it did."""
    try:
        with BOT_SECONDS.labels(name).time():
            return bot_named(name, Random(chance), seconds).choose(node)  # noqa: S311
    except Exception as failed:
        logger.warning("the bot %s failed, and the fox plays its move: %s", name, quoted(failed))
        raise GuestFailed(name) from failed


def end_guest(name: str, seconds: float) -> None:
    """End the process of an invited bot that does not answer."""
    logger.warning("the bot %s does not answer, and its process is ended", name)
    program = program_named(name, seconds)
    assert isinstance(program, InstalledBot)
    program.kill()
