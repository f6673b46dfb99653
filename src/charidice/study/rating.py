"""The anchors of the rating: the loss per decision of each bot at a table of its equals."""

from contextlib import closing
from dataclasses import dataclass
from math import sqrt
from random import Random

from charidice.arena import deal_dice, in_order, play_game
from charidice.coach.reviews.reviewer import review
from charidice.history.games import Losses
from charidice.history.rating import WITHIN_95, rating_of
from charidice.history.reviewing import summary_of
from charidice.messages import Catalog
from charidice.record import GameRecord
from charidice.rules.moves import Event
from charidice.rules.ruleset import PLAYERS
from charidice.rules.state import Setup
from charidice.show.figures import Cells, FigureTable
from charidice.strategy.bots.levels import LEVELS, Level
from charidice.strategy.bots.team import BOTS
from charidice.strategy.objectives.contest import objective_for
from charidice.study.games import Sample


@dataclass(frozen=True)
class Equals:
    """A table where every seat is a bot of one level."""

    level: Level
    players: int
    seed: int

    def losses(self, deal: int) -> list[Losses]:
        """By seat, in one game."""
        setup, events = Setup(self.players), list[Event]()
        bots = [BOTS[self.level](Random(f"{self.seed}.{deal}.{seat}")) for seat in range(self.players)]  # noqa: S311  (meant to be repeated)
        play_game(bots, setup, deal_dice(self.seed, deal), events.append)
        record = GameRecord((self.level,) * self.players, events=tuple(events))
        found = summary_of(review(record, [objective_for("victory", setup)]))
        return [seat.all_losses for seat in found.seats]


def rating(texts: Catalog, sample: Sample) -> FigureTable:
    """By number of players and level: the loss per decision, its variation, and the rating that follows."""
    cells, rows = Cells(texts), []
    kinds = [(players, level) for players in PLAYERS for level in LEVELS]
    weakest = 1.0
    for number, (players, level) in enumerate(kinds):
        games = _played(Equals(level, players, sample.seed), sample.part(number, len(kinds)))
        decisions = sum(game.decisions for game in games)
        mean = sum(game.total for game in games) / decisions
        # Of one decision, as far as the means of games vary.
        spread = sqrt(sum(game.decisions * ((game.mean or 0) - mean) ** 2 for game in games) / len(games))
        weakest = mean if level == LEVELS[0] else weakest
        rows.append(
            [
                cells.whole(players),
                cells.word(level, f"bot.{level}"),
                cells.points(mean, 3),
                cells.points(WITHIN_95 * spread / sqrt(decisions), 3),
                cells.number(spread / weakest, 2),
                cells.number(rating_of(mean / weakest), 1),
            ]
        )
    names = ("players", "bot", "loss", "margin", "spread", "rating")
    heads = {name: texts.say(f"study.rating.{name}") for name in names}
    return FigureTable(texts.say("study.rating", games=sample.games), heads, rows, "><")


def _played(equals: Equals, sample: Sample) -> list[Losses]:
    """The losses of all seats in all games."""
    found: list[Losses] = []
    with closing(in_order(equals.losses, range(sample.games), sample.processes)) as played:
        for done, losses in enumerate(played, 1):
            found += losses
            sample.report(done, sample.games)
    return found
