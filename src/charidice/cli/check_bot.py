"""`charidice check-bot`: whether an external bot plays by the rules and in time."""

from argparse import Namespace
from collections import Counter
from random import Random
from time import perf_counter

from charidice.arena import deal_dice, play_game
from charidice.cli.errors import error_lines
from charidice.cli.exit_codes import FAILED, OK
from charidice.cli.progress import progress
from charidice.messages import Catalog
from charidice.rules.moves import Action
from charidice.rules.state import GameState, Setup
from charidice.strategy.bots.external import BotFailed
from charidice.strategy.bots.levels import LEVELS, Chooser
from charidice.strategy.bots.team import Team

# Two-player games against each level, then three and four players.
OTHERS = (*((level,) for level in LEVELS), ("fox", "magpie"), ("fox", "magpie", "squirrel"))
# Failures by kind; all others count as exceptions.
KINDS = {"bot-not-allowed": "illegal", "bot-no-action": "illegal", "bot-too-slow": "slow"}
MOST_TOLD = 3


class _Watched:
    """Counts and times the decisions of a bot."""

    def __init__(self, bot: Chooser) -> None:
        self._bot = bot
        self.legal = 0
        self.slowest = 0.0

    def choose(self, state: GameState, player: int) -> Action | None:
        start = perf_counter()
        try:
            action = self._bot.choose(state, player)
        finally:
            self.slowest = max(self.slowest, perf_counter() - start)
        self.legal += 1
        return action


def check_bot(options: Namespace, texts: Catalog) -> int:
    """Play games with the bot in every seat, and report on it."""
    games = [(others, seat) for others in OTHERS for seat in range(len(others) + 1)]
    counts: Counter[str] = Counter()
    slowest, failures = 0.0, []
    with progress(texts) as report:
        for number, (others, seat) in enumerate(games):
            report(number, len(games))
            own, *ours = Team.of([options.bot, *others], options.think_time)(Random(f"{options.seed}.{number}"))  # noqa: S311
            watched = _Watched(own)
            try:
                seated = [*ours[:seat], watched, *ours[seat:]]
                play_game(seated, Setup(len(seated)), deal_dice(options.seed, number))
            except BotFailed as failed:
                counts[KINDS.get(failed.code, "exceptions")] += 1
                failures.append(failed)
            counts["legal"] += watched.legal
            slowest = max(slowest, watched.slowest)
    print(texts.say("check-bot.games", number=len(games), bots=texts.join(LEVELS)))
    for kind in ("legal", "illegal", "slow", "exceptions"):
        print(texts.say(f"check-bot.{kind}", number=counts[kind]))
    print(texts.say("check-bot.slowest", seconds=texts.number(slowest, 3)))
    for failure in failures[:MOST_TOLD]:
        print("", *error_lines(failure, texts), sep="\n")
    print(texts.say("check-bot.unfit" if failures else "check-bot.fit", text=options.bot))
    return FAILED if failures else OK
