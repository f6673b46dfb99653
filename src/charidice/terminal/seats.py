"""Seats: people first, then bots, all with different names."""

from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

from charidice.messages import Catalog
from charidice.record.game import NAME_LIMIT
from charidice.rules.errors import Refused
from charidice.rules.ruleset import PLAYERS
from charidice.rules.state import Setup
from charidice.show.words import bot_name
from charidice.strategy.bots.external import THINK_TIME, is_external
from charidice.strategy.bots.levels import Chooser


class CannotSeat(Refused):
    """Bots that cannot play in this game."""


def check_people(people: int) -> None:
    if people == 0:
        raise CannotSeat("people-needed")


def bot_names(bots: Sequence[str], people: Sequence[str], texts: Catalog) -> tuple[str, ...]:
    """The display names of bots: from the catalog or their class, with a number if another player has the name."""
    names: list[str] = []
    for bot in bots:
        name = bot_name(texts, bot.rpartition(":")[2])
        # Room for a number.
        name = name[: NAME_LIMIT - 2]
        taken = {*people, *names}
        others = (f"{name} {number}" for number in range(2, PLAYERS[-1] + 1))
        names.append(next(free for free in (name, *others) if free not in taken))
    return tuple(names)


def seated_bots(
    bots: Sequence[str | None],
    setup: Setup,
    allowed: Sequence[str],
    think_time: float = THINK_TIME,
    solution: Path | None = None,
) -> dict[int, Chooser]:
    """The bots by seat, with RNGs independent of the dice; `solution` as in `Team`.

    An external bot is a program: it runs only if the user names it now, never because a record does.
    """
    named = {seat: bot for seat, bot in enumerate(bots) if bot}
    for bot in allowed:
        if bot not in named.values():
            raise CannotSeat("bot-not-in-game", text=bot)
    for bot in named.values():
        if is_external(bot) and bot not in allowed:
            raise CannotSeat("own-bot-not-named", text=bot)
    if not named:
        return {}
    check_people(len(bots) - len(named))
    # NumPy loads slowly, and only bots need it.
    from charidice.strategy.bots.team import Team

    team = Team.of(list(named.values()), think_time, solution)
    team.check(setup)
    return dict(zip(named, team(SystemRandom()), strict=True))
