"""Round robin: every two of several bots against each other, with seats exchanged and the same dice for all pairs."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from math import fsum

from charidice.arena import (
    Dealer,
    DealScore,
    GameRow,
    Performance,
    SimulationResult,
    dealing,
    in_order,
    means_of,
    result_of,
)
from charidice.rules.state import Setup
from charidice.strategy.bots.external import BotFailed
from charidice.strategy.bots.team import Team


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two bots by their places in the team, and their results against each other."""

    first: int
    second: int
    result: SimulationResult


@dataclass(frozen=True, slots=True)
class RoundRobinResult:
    deals: int
    """The number of independent observations, the same deals for every pair."""
    games: int
    pairs: tuple[PairResult, ...]
    bots: tuple[Performance, ...]
    """The results of each bot against all others, in the order of the team."""


class RoundRobinInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the result of the games played until then, if every pair has played."""

    def __init__(self, result: RoundRobinResult | None) -> None:
        super().__init__()
        self.result = result


@dataclass(frozen=True, slots=True)
class _Task:
    first_deal: int
    pair: int


@dataclass(frozen=True, slots=True)
class _Dealers:
    """One for every pair."""

    of_pair: tuple[Dealer, ...]

    def play(self, task: _Task) -> list[list[GameRow]]:
        dealer = self.of_pair[task.pair]
        try:
            return dealer.play(task.first_deal)
        except BotFailed as failed:
            assert isinstance(dealer.make_bots, Team)
            raise BotFailed(failed.code, **{**failed.values, "pair": dealer.make_bots.names}) from failed


def play_round_robin(
    team: Team,
    games: int,
    setup: Setup,
    seed: int,
    processes: int = 1,
    report: Callable[[int, int], None] = lambda done, total: None,
    executor: Executor | None = None,
    first_deal: int = 0,
) -> RoundRobinResult:
    """Play this many games for each pair of different bots; parameters as in `play_deals`.

    Deals are played by all pairs before the next, so that after Ctrl-C, which raises RoundRobinInterrupted, all pairs
    have about as many.
    """
    pairs = list(combinations(range(len(team.names)), 2))
    teams = (team.only(team.names[first], team.names[second]) for first, second in pairs)
    dealings = [dealing(each, games, setup, seed, True, processes, first_deal) for each in teams]
    tasks = [_Task(start, pair) for pair, (_, starts) in enumerate(dealings) for start in starts]
    tasks.sort(key=lambda task: (task.first_deal, task.pair))
    dealers = _Dealers(tuple(dealer for dealer, _ in dealings))
    scores: list[list[list[DealScore]]] = [[] for _ in pairs]
    done = [0] * len(pairs)
    total = games * len(pairs)
    report(0, total)
    try:
        with closing(in_order(dealers.play, tasks, processes, executor)) as played:
            for task, deals in zip(tasks, played, strict=True):
                for rows in deals:
                    scores[task.pair].append(means_of(rows, setup.players))
                    done[task.pair] += len(rows) // setup.players
                report(sum(done), total)
    except KeyboardInterrupt:
        raise RoundRobinInterrupted(_result(pairs, scores, done) if all(scores) else None) from None
    return _result(pairs, scores, done)


def _result(
    pairs: Sequence[tuple[int, int]], scores: Sequence[Sequence[Sequence[DealScore]]], done: Sequence[int]
) -> RoundRobinResult:
    found = zip(pairs, scores, done, strict=True)
    results = tuple(PairResult(first, second, result_of(each, games)) for (first, second), each, games in found)
    deals = max(map(len, scores))
    bots = range(max(second for _, second in pairs) + 1)
    by_deal = [[_mean_of_deal(deal, bot, pairs, scores) for bot in bots] for deal in range(min(map(len, scores)))]
    return RoundRobinResult(deals, sum(done), results, result_of(by_deal, sum(done)).bots)


def _mean_of_deal(
    deal: int, bot: int, pairs: Sequence[tuple[int, int]], scores: Sequence[Sequence[Sequence[DealScore]]]
) -> DealScore:
    """The mean score of a bot over all others; the pairs share their dice, so that a deal is one observation."""
    own = [scores[number][deal][pair.index(bot)] for number, pair in enumerate(pairs) if bot in pair]
    return DealScore(*(fsum(values) / len(own) for values in zip(*own, strict=True)))
