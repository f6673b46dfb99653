"""Games against perfect play: the losses of every turn are computed exactly, only its dice are random."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from charidice.arena import Estimate, deal_dice, in_order, play_game
from charidice.rules.moves import Action
from charidice.rules.state import GameState
from charidice.rules.strict import Node
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.planner import Planner
from charidice.strategy.objectives.contest import objective_for
from charidice.strategy.tables.lead import PLAYERS
from charidice.strategy.turn.arrays import Floats
from charidice.study.positions import SETUP


class Player(Protocol):
    """A player whose losses are studied."""

    def bot(self) -> Chooser: ...

    def in_turn(self, start: GameState, seat: int) -> Floats:
        """The expected losses of this seat in the coming turn."""
        ...


class Sample(NamedTuple):
    """The number of games to play, and the seed of their dice."""

    games: int
    seed: int
    processes: int = 1
    report: Callable[[int, int], None] = lambda done, total: None

    @property
    def deals(self) -> int:
        """The number of deals, each played in both seats."""
        return -(-self.games // PLAYERS)

    def part(self, number: int, parts: int) -> "Sample":
        """The same games for one of several players, as a part of the progress."""
        report = self.report
        return self._replace(report=lambda done, total: report(number * total + done, parts * total))


def perfect() -> Chooser:
    return Planner(partial(objective_for, "victory"))


def losses(player: Player, sample: Sample) -> Floats:
    """By deal and by seat of the player: the losses in a game against perfect play."""
    deals = range(sample.deals)
    found = []
    with closing(in_order(_Dealer(player, sample.seed).play, deals, sample.processes)) as played:
        for of_deal in played:
            found.append(of_deal)
            sample.report(PLAYERS * len(found), PLAYERS * len(deals))
    return np.array(found)


def mean_and_margin(values: Floats) -> tuple[float, float]:
    """The mean over deals and the margin of its 95 % confidence interval; for one deal, the mean itself."""
    found = Estimate.of(values.tolist())
    return found.mean, found.mean if found.high is None else found.high - found.mean


@dataclass(frozen=True)
class _Dealer:
    player: Player
    seed: int

    def play(self, deal: int) -> Floats:
        """By seat of the player."""
        return np.array([self._play(deal, seat) for seat in range(PLAYERS)])

    def _play(self, deal: int, seat: int) -> Floats:
        met: list[Node] = []
        bots: list[Chooser] = [perfect() for _ in range(PLAYERS)]
        bots[seat] = self.player.bot()
        play_game([Watched(bot, met) for bot in bots], SETUP, deal_dice(self.seed, deal))
        starts = (node.state for node in met if node.state.turn.rolls == 0)
        found: Floats = np.sum([self.player.in_turn(start, seat) for start in starts], axis=0)
        return found


class Watched(NamedTuple):
    """A bot, and all decisions that it has met."""

    bot: Chooser
    met: list[Node]

    def choose(self, node: Node) -> Action:
        self.met.append(node)
        return self.bot.choose(node)
