"""Many games between bots, with statistics."""

import hashlib
import multiprocessing
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from math import fsum, inf, sqrt
from random import Random
from typing import NamedTuple, Self

from charidice.chance import FairDice
from charidice.rules.engine import DiceSource, decide, evolve, new_game
from charidice.rules.moves import Action, DeclineGift
from charidice.rules.sheet import results, winners
from charidice.rules.state import GameState, Setup
from charidice.strategy.levels import Bot

# Makes the bots of one game, given a chance of their own; another process must be able to import it.
MakeBots = Callable[[Random], Sequence[Bot]]

# A normal variable is so many standard deviations or less from its mean in 95 % of cases.
_WITHIN_95 = 1.959964
_CHUNKS_PER_PROCESS = 8


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its 95 % confidence interval, `mean` plus or minus `margin`."""

    mean: float
    margin: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        count = len(values)
        mean = fsum(values) / count
        if count == 1:
            return cls(mean, inf)
        variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
        return cls(mean, _WITHIN_95 * sqrt(variance / count))

    @property
    def low(self) -> float:
        return self.mean - self.margin

    @property
    def high(self) -> float:
        return self.mean + self.margin


@dataclass(frozen=True, slots=True)
class Performance:
    """How one bot did."""

    victories: Estimate
    """Its share of victories; a tie is shared."""
    total: Estimate
    lead: Estimate
    """Its total less that of the best of the others."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How the bots did, in the order in which they were made."""

    deals: int
    """How many sets of dice were played: the independent observations."""
    games: int
    """How many games that makes: in duplicate, one for every seating of a deal."""
    bots: tuple[Performance, ...]


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
    duplicate: bool

    def play(self, deals: Iterable[int]) -> list[list[GameRow]]:
        return [self.play_deal(deal) for deal in deals]

    def play_deal(self, deal: int) -> list[GameRow]:
        """All games of one deal: a row for every seating and bot, the bots in their order."""
        seats = self.setup.players
        rows: list[GameRow] = []
        for seating in range(seats) if self.duplicate else (0,):
            bots = self.make_bots(Random(f"{self.seed}.{deal}"))  # noqa: S311  (meant to be repeated)
            if len(bots) != seats:
                raise ValueError(f"{len(bots)} bots for {seats} seats")
            seated = [bots[(seat - seating) % seats] for seat in range(seats)]
            end = play_game(seated, self.setup, deal_dice(self.seed, deal))
            rows += _rows(end, deal, seating)
        return rows


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


def play_match(
    make_bots: MakeBots,
    games: int,
    setup: Setup,
    seed: int,
    duplicate: bool = True,
    processes: int = 1,
    report: Callable[[int, int], None] = lambda done, total: None,
    collect: Callable[[Iterable[GameRow]], None] = lambda rows: None,
    executor: Executor | None = None,
) -> MatchResult:
    """Play `games` deals, each with dice and whims of the bots that follow from the seed and its number.

    In duplicate, each deal is played once for every seat, all bots moving on by one, so that each bot sits in each
    seat with the same dice. The result does not depend on the number of processes; with more than one, `make_bots` must
    be importable by its name (as for `multiprocessing` with "spawn"). With an `executor` the games are played there, as
    many at a time as there are processes. `report` is told how many deals are done, and of how many; `collect` is given
    the rows of all games, in the order of the deals.
    """
    if games < 1:
        raise ValueError("a match needs at least one game")
    dealer = _Dealer(make_bots, setup, seed, duplicate)
    size = -(-games // (processes * _CHUNKS_PER_PROCESS))
    chunks = [range(start, min(start + size, games)) for start in range(0, games, size)]
    deals: list[list[_Score]] = []
    with ExitStack() as stack:
        if executor is None and processes > 1:
            context = multiprocessing.get_context("spawn")
            executor = stack.enter_context(ProcessPoolExecutor(processes, context))
        for played in map(dealer.play, chunks) if executor is None else executor.map(dealer.play, chunks):
            deals += (_means(rows, setup.players) for rows in played)
            collect(chain.from_iterable(played))
            report(len(deals), games)
    performances = tuple(
        Performance(*(Estimate.of(column) for column in zip(*of_bot, strict=True)))
        for of_bot in zip(*deals, strict=True)
    )
    return MatchResult(games, games * (setup.players if duplicate else 1), performances)


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
