"""What bots and the coach work out, away from the event loop: bots in threads, the coach in a worker."""

import logging
from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import cast

from charidice.coach import Coach, Grade, brief, stages
from charidice.coach.hints.brief import Brief
from charidice.coach.moves import move_fields
from charidice.coach.reviews.model import grade
from charidice.messages import catalog
from charidice.rules.dice import Face
from charidice.rules.moves import Action
from charidice.rules.state import GameState, Setup
from charidice.rules.whole import quoted
from charidice.strategy.analysis import Analysis
from charidice.strategy.bots.external import InstalledBot
from charidice.strategy.bots.team import bot_named, program_named
from charidice.web.metrics import BOT_SECONDS
from charidice.web.wire import BriefView, ChanceView, HintView, MoveView

# For an invited bot that fails, or is no longer invited.
STAND_IN = "fox"
logger = logging.getLogger("charidice.web")
CLEAR_MISTAKES = frozenset({Grade.MISTAKE, Grade.BLUNDER})


class GuestFailed(Exception):
    """An invited bot has not made a legal move."""


def choose(name: str, state: GameState, player: int, chance: bytes) -> Action | None:
    """The bot's action in this position, None if it declines to ask; the same for the same random bits."""
    with BOT_SECONDS.labels(name).time():
        return bot_named(name, Random(chance)).choose(state, player)  # noqa: S311  (the bits are those of an HMAC)


def choose_as_guest(name: str, state: GameState, player: int, chance: bytes, seconds: float) -> Action | None:
    """The same for an invited bot, in a process of its own; raises GuestFailed, whatever it did."""
    try:
        with BOT_SECONDS.labels(name).time():
            return bot_named(name, Random(chance), seconds).choose(state, player)  # noqa: S311
    except Exception as failed:
        logger.warning("the bot %s failed, and the fox plays its move: %s", name, quoted(failed))
        raise GuestFailed(name) from failed


def end_guest(name: str, seconds: float) -> None:
    """End the process of an invited bot that does not answer."""
    logger.warning("the bot %s does not answer, and its process is ended", name)
    program = program_named(name, seconds)
    assert isinstance(program, InstalledBot)
    program.kill()


# Bounded, because the dice set and the house rules of a setup are chosen by those who open tables.
@lru_cache(maxsize=16)
def _coach(setup: Setup) -> Coach:
    return Coach.of(setup)


def hint(state: GameState, player: int, language: str, players: list[str]) -> HintView:
    """The coach's hint: stages in words, a brief reason, the dice it is about, and the move."""
    found = _coach(state.setup).hint(state, player)
    texts = catalog(language)

    def spoken(faces: Iterable[Face]) -> str:
        return ", ".join(map(texts.face, faces))

    return {
        "stages": stages(found, state, texts, players, spoken),
        "brief": _brief_view(brief(found, state, texts)),
        "dice": found.dice,
        "action": cast(MoveView, move_fields(found.action)) if found.action else None,
    }


def _brief_view(found: Brief | None) -> BriefView | None:
    if found is None:
        return None
    chances: list[ChanceView] = [
        {"label": chance.label, "share": chance.share, "percent": chance.percent} for chance in found.chances
    ]
    return {"lines": found.lines, "chances": chances}


def warning(state: GameState, player: int, action: Action, language: str, players: list[str]) -> str | None:
    """The coach's comment on a move that is graded a mistake or blunder by the chance of victory it loses."""
    values = Analysis(state, _coach(state.setup).victory).action_values(player)
    if action not in values or grade("victory", max(values.values()) - values[action]) not in CLEAR_MISTAKES:
        return None
    return hint(state, player, language, players)["stages"][0]
