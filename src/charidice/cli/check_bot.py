"""`charidice check-bot`: whether an external bot plays by the rules and in time, and how well."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum
from random import Random
from time import perf_counter
from typing import NamedTuple

from charidice.arena import deal_dice, play_game
from charidice.cli.arguments import add_seed, add_think_time
from charidice.cli.errors import error_lines
from charidice.cli.exit_codes import FAILED, OK
from charidice.cli.progress import progress
from charidice.messages import Catalog
from charidice.record import write_position
from charidice.rules.errors import Refused
from charidice.rules.moves import Action
from charidice.rules.state import Setup
from charidice.rules.strict import Node
from charidice.strategy.analysis import analyse
from charidice.strategy.bots.external import BotFailed, CannotPlay, forget_processes
from charidice.strategy.bots.levels import LEVELS, Chooser
from charidice.strategy.bots.team import Team

# Two-player games against each level, then three and four players.
OTHERS = (*((level,) for level in LEVELS), ("fox", "magpie"), ("fox", "magpie", "squirrel"))
# Failures by kind; all others count as exceptions.
KINDS = {
    "bot-not-allowed": "illegal",
    "bot-no-action": "illegal",
    **dict.fromkeys(("bot-too-slow", "bot-slow-to-load", "bot-slow-to-begin"), "slow"),
}
MOST_TOLD = 3
# Timeouts before the check stops; each one takes the whole thinking time.
MOST_SLOW = 3
# Regrets are exact for two players only.
SOLVED_PLAYERS = 2


class ChosenMove(NamedTuple):
    node: Node
    action: Action

    @property
    def regret(self) -> float:
        assert self.node.player is not None
        return analyse(self.node).regret(self.node.player, self.action)


class _Watched:
    """Notes and times the decisions of a bot."""

    def __init__(self, bot: Chooser) -> None:
        self._bot = bot
        self.decisions: list[ChosenMove] = []
        self.slowest = 0.0

    def choose(self, node: Node) -> Action:
        start = perf_counter()
        try:
            action = self._bot.choose(node)
        finally:
            self.slowest = max(self.slowest, perf_counter() - start)
        self.decisions.append(ChosenMove(node, action))
        return action


@dataclass
class _Checked:
    """The findings about a bot."""

    games: list[list[ChosenMove]] = field(default_factory=list)
    """By game, finished or not: the bot's decisions."""
    slowest: float = 0.0
    failures: list[Refused] = field(default_factory=list)

    @property
    def counts(self) -> Counter[str]:
        return Counter(KINDS.get(failed.code, "exceptions") for failed in self.failures)

    @property
    def regrets(self) -> list[float]:
        """Of the decisions in games of two; the first roll of a turn is none."""
        decisions = (each for game in self.games for each in game if each.node.state.turn.rolls)
        return [each.regret for each in decisions if each.node.state.setup.players == SOLVED_PLAYERS]


def add_arguments(check: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    check.add_argument("bot", metavar="BOT", help=say("cli.check-bot.bot"))
    add_seed(check, texts)
    add_think_time(check, texts)


def check_bot(options: Namespace, texts: Catalog) -> int:
    """Play games with the bot in every seat, and report on it."""
    with progress(texts) as report:
        games = [(others, seat) for others in OTHERS for seat in range(len(others) + 1)]
        found = _Checked()
        for number, (others, seat) in enumerate(games):
            report(number, len(games))
            if not _play(found, options, number, others, seat) or found.counts["slow"] == MOST_SLOW:
                break
        differing = None if found.failures else _not_repeated(found, options, games)
        print("\n".join(_lines(found, differing, options.bot, texts)))
    return FAILED if found.failures else OK


def _bots(options: Namespace, number: int, others: Sequence[str]) -> list[Chooser]:
    """The bot and the others of a game, by its number; the same whenever they are made."""
    return Team.of([options.bot, *others], options.think_time)(Random(f"{options.seed}.{number}"))  # noqa: S311


def _play(found: _Checked, options: Namespace, number: int, others: Sequence[str], seat: int) -> bool:
    """Play a game; False if the bot could not be loaded."""
    try:
        own, *ours = _bots(options, number, others)
    except CannotPlay as failed:
        if number == 0:
            raise
        # It is loaded again after its process has ended.
        found.failures.append(failed)
        return False
    watched = _Watched(own)
    seated = [*ours[:seat], watched, *ours[seat:]]
    try:
        play_game(seated, Setup(len(seated)), deal_dice(options.seed, number))
    except BotFailed as failed:
        found.failures.append(failed)
    found.games.append(watched.decisions)
    found.slowest = max(found.slowest, watched.slowest)
    return True


def _not_repeated(
    found: _Checked, options: Namespace, games: Sequence[tuple[Sequence[str], int]]
) -> tuple[ChosenMove, Action] | None:
    """The first decision that the bot makes differently in a new process, and how; in one game of each kind."""
    forget_processes()
    try:
        for number, (others, seat) in enumerate(games):
            if seat == 0:
                own = _bots(options, number, others)[0]
                for decision in found.games[number]:
                    again = own.choose(decision.node)
                    if again != decision.action:
                        return decision, again
    except (BotFailed, CannotPlay) as failed:
        found.failures.append(failed)
    return None


def _lines(found: _Checked, differing: tuple[ChosenMove, Action] | None, bot: str, texts: Catalog) -> Iterator[str]:
    say, counts = texts.say, found.counts
    yield say("check-bot.games", number=len(found.games), bots=texts.join(LEVELS))
    yield say("check-bot.legal", number=sum(map(len, found.games)))
    for kind in ("illegal", "slow", "exceptions"):
        yield say(f"check-bot.{kind}", number=counts[kind])
    yield say("check-bot.slowest", seconds=texts.number(found.slowest, 3))
    if regrets := found.regrets:
        yield say("check-bot.regret", loss=texts.number(100 * fsum(regrets) / len(regrets), 2), number=len(regrets))
    if counts["slow"] == MOST_SLOW:
        yield say("check-bot.stopped", number=MOST_SLOW)
    for failure in found.failures[:MOST_TOLD]:
        yield ""
        yield from error_lines(failure, texts)
    if differing:
        decision, again = differing
        yield say("check-bot.not-repeated", text=bot, first=decision.action, second=again)
        yield say("bot.trouble.position", position=write_position(decision.node.state))
    yield say("check-bot.unfit" if found.failures else "check-bot.fit", text=bot)
