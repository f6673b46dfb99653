"""Many games between bots, with statistics."""

import hashlib
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import fsum, sqrt
from random import Random
from typing import NamedTuple, Self

from charidice.chance import FairDice
from charidice.rules.engine import DiceSource, decide, evolve, new_game
from charidice.rules.moves import Action, DeclineGift
from charidice.rules.sheet import results, winners
from charidice.rules.state import GameState, Setup
from charidice.strategy.bots.external import BotFailed
from charidice.strategy.bots.levels import Bot

# Makes the bots of one game, given a chance of their own; another process must be able to import it.
MakeBots = Callable[[Random], Sequence[Bot]]

# A normal variable is so many standard deviations or less from its mean in 95 % of cases.
_WITHIN_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its 95 % confidence interval, which a single deal of points does not have."""

    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """Of points: as many below as above the mean."""
        count = len(values)
        mean = fsum(values) / count
        if count == 1:
            return cls(mean, None, None)
        variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
        margin = _WITHIN_95 * sqrt(variance / count)
        return cls(mean, mean - margin, mean + margin)

    @classmethod
    def of_shares(cls, values: Sequence[float]) -> Self:
        """Of shares of victory: Wilson's interval, which never leaves 0 to 1.

        It is that of so many independent games as would spread like these deals: playing each deal in every seating
        makes them worth more than their number. A deal that tells nothing is added to the spread, so that a few deals
        that happen to be alike do not look like certainty.
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
    """How one bot did."""

    victories: Estimate
    """Its share of victories; a tie is shared."""
    total: Estimate
    lead: Estimate
    """Its total less that of the best of the others."""


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """How the bots did, in the order in which they were made."""

    deals: int
    """How many sets of dice were played: the independent observations."""
    games: int
    """How many games that makes: in duplicate, one for every seating of a deal, but for the last."""
    bots: tuple[Performance, ...]


class SimulationInterrupted(KeyboardInterrupt):
    """A match broken off by Ctrl-C, with the result of what was played until then, if anything was."""

    def __init__(self, result: SimulationResult | None) -> None:
        super().__init__()
        self.result = result


class GameRow(NamedTuple):
    """What one bot got out of one game."""

    deal: int
    seating: int
    """By how many seats all bots have moved on from the order in which they were made."""
    seat: int
    bot: int
    victory: float
    """Its share of the victory."""
    total: int
    lead: int


class _Score(NamedTuple):
    """What a bot got on average out of the games of a deal."""

    victory: float
    total: float
    lead: float


@dataclass(frozen=True, slots=True)
class _Dealer:
    make_bots: MakeBots
    setup: Setup
    seed: int
    seatings: int
    """In how many seatings a deal is played."""
    games: int

    def play(self, deal: int) -> list[GameRow]:
        """All games of one deal: a row for every seating and bot, the bots in their order."""
        rows: list[GameRow] = []
        for seating in range(min(self.seatings, self.games - deal * self.seatings)):
            try:
                rows += _rows(self.play_seating(deal, seating), deal, seating)
            except BotFailed as failed:
                raise BotFailed(failed.code, **{**failed.values, "deal": deal}) from failed
        return rows

    def play_seating(self, deal: int, seating: int) -> GameState:
        seats = self.setup.players
        bots = self.make_bots(Random(f"{self.seed}.{deal}"))  # noqa: S311  (meant to be repeated)
        if len(bots) != seats:
            raise ValueError(f"{len(bots)} bots for {seats} seats")
        seated = [bots[(seat - seating) % seats] for seat in range(seats)]
        return play_game(seated, self.setup, deal_dice(self.seed, deal))


def deal_dice(seed: int, deal: int) -> FairDice:
    """The dice of one deal of a match; deals count from 0."""
    return FairDice(hashlib.sha256(f"{seed}.{deal}".encode()).digest())


def play_game(bots: Sequence[Bot], setup: Setup, dice: DiceSource) -> GameState:
    """Play a game to its end, each seat by its bot; an illegal action is refused by IllegalAction."""
    state = new_game(setup.players, setup.ruleset, setup.dice_set)
    while not state.is_over:
        seat = state.active
        action = bots[seat].choose(state, seat)
        if action is None:
            raise ValueError(f"the bot of seat {seat} does nothing in its own turn")
        state = evolve(state, decide(state, seat, action, dice))
        if state.recipient_decides:
            seat = state.recipient
            reply: Action | None = bots[seat].choose(state, seat)
            if reply is None and state.turn.stopped:
                reply = DeclineGift()
            if reply is not None:
                state = evolve(state, decide(state, seat, reply, dice))
    return state


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
    """Play so many games, each deal with dice and whims of the bots that follow from the seed and its number.

    In duplicate, each deal is played once for every seat, all bots moving on by one, so that each bot sits in each
    seat with the same dice; if the games do not go into the seats, the last deal is not played in all. The result does
    not depend on the number of processes; with more than one, `make_bots` must be importable by its name (as for
    `multiprocessing` with "spawn"). With an `executor` the games are played there. `report` is told how many games are
    done, and of how many; `collect` is given the rows of all games, in the order of the deals. Ctrl-C ends it with
    SimulationInterrupted.
    """
    if games < 1:
        raise ValueError("a match needs at least one game")
    seatings = setup.players if duplicate else 1
    dealer = _Dealer(make_bots, setup, seed, seatings, first_deal * seatings + games)
    deals = range(first_deal, first_deal + -(-games // seatings))
    scores: list[list[_Score]] = []
    done = 0
    report(done, games)
    try:
        with closing(_played(dealer, deals, processes, executor)) as played:
            for rows in played:
                scores.append(_means(rows, setup.players))
                done += len(rows) // setup.players
                collect(rows)
                report(done, games)
    except KeyboardInterrupt:
        raise SimulationInterrupted(_result(scores, done) if scores else None) from None
    return _result(scores, done)


def _played(
    dealer: _Dealer, deals: range, processes: int, executor: Executor | None
) -> Generator[list[GameRow], None, None]:
    """The rows of one deal after the other."""
    if executor is not None:
        yield from executor.map(dealer.play, deals)
    elif min(processes, len(deals)) == 1:
        yield from map(dealer.play, deals)
    else:
        with _workers(min(processes, len(deals))) as workers:
            with _without_interrupts():
                played = workers.map(dealer.play, deals)
            yield from played


@contextmanager
def _workers(processes: int) -> Iterator[Executor]:
    """Processes that are ended at once when they are no longer needed, whatever they do."""
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
    try:
        yield pool
    except BaseException:
        for process in list(pool._processes.values()):
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started here do not hear Ctrl-C: whoever started them does, and ends them."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _result(scores: Sequence[Sequence[_Score]], games: int) -> SimulationResult:
    performances = []
    for of_bot in zip(*scores, strict=True):
        victories, total, lead = zip(*of_bot, strict=True)
        performances.append(Performance(Estimate.of_shares(victories), Estimate.of(total), Estimate.of(lead)))
    return SimulationResult(len(scores), games, tuple(performances))


def _rows(end: GameState, deal: int, seating: int) -> list[GameRow]:
    """What each bot got out of a finished game."""
    final = results(end.sheets)
    won = winners(final)
    totals = [result.total for result in final]
    rows = []
    for bot in range(len(totals)):
        seat = (bot + seating) % len(totals)
        best_other = max(total for at, total in enumerate(totals) if at != seat)
        victory = 1 / len(won) if seat in won else 0.0
        rows.append(GameRow(deal, seating, seat, bot, victory, totals[seat], totals[seat] - best_other))
    return rows


def _means(rows: Sequence[GameRow], bots: int) -> list[_Score]:
    """The mean score of each bot over all seatings of one deal."""
    by_bot = [rows[bot::bots] for bot in range(bots)]
    return [
        _Score(*(fsum(getattr(row, name) for row in of_bot) / len(of_bot) for name in _Score._fields))
        for of_bot in by_bot
    ]
