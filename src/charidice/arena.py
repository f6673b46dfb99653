"""Many games between bots, with statistics."""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from math import fsum, sqrt
from random import Random
from typing import NamedTuple, Self, TypeVar

from charidice.batch.dice import fair_deals
from charidice.batch.levels import can_play, deals_together, seated_policies
from charidice.batch.playing import PlayedGames, play
from charidice.chance import FairDice
from charidice.processes import workers
from charidice.rules.engine import DiceSource, evolve, new_game
from charidice.rules.moves import Event
from charidice.rules.sheet import results, victory_shares
from charidice.rules.state import GameState, Setup
from charidice.rules.strict import Node
from charidice.strategy.bots.external import BotFailed
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.team import Team

A = TypeVar("A")
T = TypeVar("T")
# Makes the bots of one game from an RNG; must be picklable.
MakeBots = Callable[[Random], Sequence[Chooser]]

# The 97.5 % quantile of the normal distribution.
_WITHIN_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its 95 % confidence interval; None for points of a single deal."""

    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """For points: the normal interval."""
        count = len(values)
        mean = fsum(values) / count
        if count == 1:
            return cls(mean, None, None)
        variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
        margin = _WITHIN_95 * sqrt(variance / count)
        return cls(mean, mean - margin, mean + margin)

    @classmethod
    def of_shares(cls, values: Sequence[float]) -> Self:
        """For shares of victory: Wilson's interval, which stays within 0 and 1.

        Its number of games is the effective sample size: that of independent games with the variance of these deals,
        which is smaller because each deal is played in every seating. One uninformative deal is added to the variance,
        so that a few deals that happen to agree do not look like certainty.
        """
        count = len(values)
        mean = fsum(values) / count
        spread = mean * (1 - mean)
        squares = fsum((value - mean) ** 2 for value in values) + spread
        games = count * spread / (squares / count) if spread else count
        scale = 1 + _WITHIN_95**2 / games
        centre = (mean + _WITHIN_95**2 / (2 * games)) / scale
        margin = _WITHIN_95 / scale * sqrt(spread / games + (_WITHIN_95 / (2 * games)) ** 2)
        # A mean of 0 or 1 is an end of its interval, whatever the rounding.
        return cls(mean, max(min(centre - margin, mean), 0.0), min(max(centre + margin, mean), 1.0))


@dataclass(frozen=True, slots=True)
class Performance:
    """The results of one bot."""

    victories: Estimate
    """Its share of victories; a tie is shared."""
    total: Estimate
    lead: Estimate
    """Its total minus that of the best other player."""


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The results of all bots, in the order of the team."""

    deals: int
    """The number of independent observations."""
    games: int
    """In duplicate, one for every seating of each deal; the last deal may have fewer."""
    bots: tuple[Performance, ...]


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the result of the games played until then, if any."""

    def __init__(self, result: SimulationResult | None) -> None:
        super().__init__()
        self.result = result


class GameRow(NamedTuple):
    """The result of one bot in one game."""

    deal: int
    seating: int
    """The number of seats that all bots are shifted from the order of the team."""
    seat: int
    bot: int
    victory: float
    """Its share of the victory; a tie is shared."""
    total: int
    lead: int


class DealScore(NamedTuple):
    """The mean result of a bot over the games of one deal."""

    victory: float
    total: float
    lead: float


@dataclass(frozen=True, slots=True)
class Dealer:
    """Plays the deals of one team."""

    make_bots: MakeBots
    setup: Setup
    seed: int
    duplicate: bool
    games_per_deal: int
    games: int
    """Counted from deal 0."""
    deals_together: int

    def play(self, first: int) -> list[list[GameRow]]:
        """All games of some deals, from the first on: for each deal a row for every seating and bot."""
        last = min(first + self.deals_together, -(-self.games // self.games_per_deal))
        deals = range(first, last)
        if isinstance(self.make_bots, Team) and can_play(self.make_bots.names, self.setup, self.make_bots.solution):
            return self._play_together(self.make_bots, deals)
        return [self._play_deal(deal) for deal in deals]

    def seatings(self, deal: int) -> list[int]:
        """The shifts of the bots in the games of a deal.

        With bots of the same kind some shifts give the same game. Each deal then has only distinct ones, and the deals
        take turns, so that no game is played twice and every bot sits in every seat.
        """
        if not self.duplicate:
            return [0]
        count = min(self.games_per_deal, self.games - deal * self.games_per_deal)
        return [(deal * self.games_per_deal + number) % self.setup.players for number in range(count)]

    def _play_deal(self, deal: int) -> list[GameRow]:
        rows: list[GameRow] = []
        for seating in self.seatings(deal):
            try:
                rows += _rows(self._play_seating(deal, seating), deal, seating)
            except BotFailed as failed:
                raise BotFailed(failed.code, **{**failed.values, "deal": deal}) from failed
        return rows

    def _play_seating(self, deal: int, seating: int) -> GameState:
        seats = self.setup.players
        bots = self.make_bots(self._rng(deal))
        if len(bots) != seats:
            raise ValueError(f"{len(bots)} bots for {seats} seats")
        seated = [bots[(seat - seating) % seats] for seat in range(seats)]
        return play_game(seated, self.setup, deal_dice(self.seed, deal))

    def _play_together(self, team: Team, deals: range) -> list[list[GameRow]]:
        """The same games by the batch engine."""
        dealt = fair_deals(self.setup, [deal_dice(self.seed, deal) for deal in deals])
        seeds = [team.seeds(self._rng(deal)) for deal in deals]
        rows: list[list[GameRow]] = [[] for _ in deals]
        for seating in range(self.setup.players):
            here = [at for at, deal in enumerate(deals) if seating in self.seatings(deal)]
            if here:
                of_bots = [seeds[at] for at in here]
                policies = seated_policies(team.names, seating, self.setup, of_bots, team.solution)
                played = play(policies, dealt.part(here))
                for at, of_game in zip(here, _rows_of(played, [deals[at] for at in here], seating), strict=True):
                    rows[at] += of_game
        return rows

    def _rng(self, deal: int) -> Random:
        return Random(f"{self.seed}.{deal}")  # noqa: S311  (meant to be repeated)


def games_per_deal(make_bots: MakeBots, setup: Setup) -> int:
    """How many rotations of the bots differ: all, unless the team has bots of the same kind at regular distances."""
    names = make_bots.names if isinstance(make_bots, Team) else ()
    return next((shift for shift in range(1, len(names)) if names[shift:] + names[:shift] == names), setup.players)


def deal_dice(seed: int, deal: int) -> FairDice:
    """The dice of one deal; deals count from 0."""
    return FairDice(deal_seed(seed, deal))


def deal_seed(seed: int, deal: int) -> bytes:
    """The seed of the fair dice of one deal."""
    return hashlib.sha256(f"{seed}.{deal}".encode()).digest()


def play_game(
    bots: Sequence[Chooser], setup: Setup, dice: DiceSource, watch: Callable[[Event], None] | None = None
) -> GameState:
    """Play a game between bots, calling `watch` with each event; raises IllegalAction if one of them breaks a rule."""
    node = Node.of(new_game(setup.players, setup.ruleset, setup.dice_set))
    while (player := node.player) is not None:
        action = bots[player].choose(node)
        if watch and (event := node.decide(action, dice)):
            watch(event)
            node = Node.of(evolve(node.state, event))
        else:
            # Without an event, which is faster.
            node = node.play(action, dice)
    return node.state


def play_deals(
    make_bots: MakeBots,
    games: int,
    setup: Setup,
    seed: int,
    duplicate: bool = True,
    processes: int = 1,
    report: Callable[[int, int], None] = lambda done, total: None,
    collect: Callable[[Iterable[GameRow]], None] = lambda rows: None,
    executor: Executor | None = None,
    first_deal: int = 0,
) -> SimulationResult:
    """Play this many games, deal by deal; dice and RNGs of a deal depend only on the seed and its number.

    In duplicate, each deal is played once for every rotation of the bots that makes a difference, so that each bot sits
    in each seat with the same dice; `games` need not be a multiple of the seats. Built-in bots are played by the batch
    engine, deals together. The result does not depend on the number of processes; with more than one, `make_bots` must
    be picklable. With an `executor` the games are played there. `report` is called with the games done and their total;
    `collect` with the rows of each deal, in order. Ctrl-C raises SimulationInterrupted.
    """
    dealer, starts = dealing(make_bots, games, setup, seed, duplicate, processes, first_deal)
    scores: list[list[DealScore]] = []
    done = 0
    report(done, games)
    try:
        with closing(in_order(dealer.play, starts, processes, executor)) as played:
            for rows in chain.from_iterable(played):
                scores.append(means_of(rows, setup.players))
                done += len(rows) // setup.players
                collect(rows)
                report(done, games)
    except KeyboardInterrupt:
        raise SimulationInterrupted(result_of(scores, done) if scores else None) from None
    return result_of(scores, done)


def dealing(
    make_bots: MakeBots, games: int, setup: Setup, seed: int, duplicate: bool, processes: int, first_deal: int
) -> tuple[Dealer, range]:
    """A dealer for this many games, and the first deal of each batch."""
    if games < 1:
        raise ValueError("at least one game must be played")
    per_deal = games_per_deal(make_bots, setup) if duplicate else 1
    deals = -(-games // per_deal)
    together = 1
    if isinstance(make_bots, Team) and can_play(make_bots.names, setup, make_bots.solution):
        together = max(1, min(deals_together(make_bots.names), deals // (2 * processes)))
    dealer = Dealer(make_bots, setup, seed, duplicate, per_deal, first_deal * per_deal + games, together)
    return dealer, range(first_deal, first_deal + deals, together)


def in_order(
    play: Callable[[A], T], deals: Sequence[A], processes: int, executor: Executor | None = None
) -> Generator[T, None, None]:
    """The results of all deals, in order; with more than one process, `play` must be picklable."""
    if executor is not None:
        yield from executor.map(play, deals)
    elif min(processes, len(deals)) == 1:
        yield from map(play, deals)
    else:
        with workers(min(processes, len(deals))) as pool:
            # Closing `map` would cancel its futures, and a killed pool fails on cancelled ones.
            futures = [pool.submit(play, deal) for deal in deals]
            for future in futures:
                yield future.result()


def result_of(scores: Sequence[Sequence[DealScore]], games: int) -> SimulationResult:
    performances = []
    for of_bot in zip(*scores, strict=True):
        victories, total, lead = zip(*of_bot, strict=True)
        performances.append(Performance(Estimate.of_shares(victories), Estimate.of(total), Estimate.of(lead)))
    return SimulationResult(len(scores), games, tuple(performances))


def _rows(end: GameState, deal: int, seating: int) -> list[GameRow]:
    """The row of each bot for a finished game."""
    final = results(end.sheets)
    return _game_rows([result.total for result in final], victory_shares(final), deal, seating)


def _game_rows(totals: list[int], shares: Sequence[float], deal: int, seating: int) -> list[GameRow]:
    rows = []
    for bot in range(len(totals)):
        seat = (bot + seating) % len(totals)
        best_other = max(totals[:seat] + totals[seat + 1 :])
        rows.append(GameRow(deal, seating, seat, bot, shares[seat], totals[seat], totals[seat] - best_other))
    return rows


def _rows_of(played: PlayedGames, deals: Sequence[int], seating: int) -> Iterator[list[GameRow]]:
    """The rows of each bot for finished games of the same seating."""
    totals, shares = played.totals.T.tolist(), played.shares.T.tolist()
    for deal, of_game, won in zip(deals, totals, shares, strict=True):
        yield _game_rows(of_game, won, deal, seating)


def means_of(rows: Sequence[GameRow], bots: int) -> list[DealScore]:
    """The mean result of each bot over all seatings of one deal."""
    by_bot = [rows[bot::bots] for bot in range(bots)]
    return [
        DealScore(*(fsum(getattr(row, name) for row in of_bot) / len(of_bot) for name in DealScore._fields))
        for of_bot in by_bot
    ]
