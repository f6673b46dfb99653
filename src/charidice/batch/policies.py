"""Policies: uniformly random, and tables over all rolls of the bots that look at nothing but their turn."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.batch.playing import Turns
from charidice.batch.scoring import ALL, MASKS, Masks, Scoring, mask_of, scoring
from charidice.rules.moves import REROLLS
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import Setup
from charidice.strategy.bots.points import Magpie, Thrifty
from charidice.strategy.turn.arrays import AnyInts, Bools, Ints
from charidice.strategy.turn.asking import asks_by_roll
from charidice.strategy.turn.orbits import ROLLS_OF_SIX
from charidice.strategy.turn.play import best_options
from charidice.strategy.turn.solver import TurnBranch

KEEPS = MASKS - 1
"""The number of ways to keep dice and roll the others."""
KEEP_MASKS = np.array([*(mask_of(roll.keep) for roll in REROLLS), ALL], np.uint8)
"""By index in REROLLS, and for SCORES: the dice to keep."""


class Tables(NamedTuple):
    """The decisions of a bot that looks at nothing but its turn."""

    keep: Masks
    """By asked or not, after roll 1 and 2, and roll, flat."""
    score: Masks
    """By asked or not and roll, flat."""
    ask: Bools
    """By round, after roll 1, after roll 2 and after a stop, and roll, flat."""


class TablePolicy:
    """Plays by tables, which depend on the dice and house rules."""

    def tables(self, setup: Setup) -> Tables:
        raise NotImplementedError

    def asks(self, turns: Turns, games: Ints) -> Bools:
        when = ROLLS if turns.stopped else turns.rolls
        start = ((turns.round - 1) * ROLLS + when - 1) * ROLLS_OF_SIX
        return self.tables(turns.setup).ask[start : start + ROLLS_OF_SIX].take(turns.roll.take(games))

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        row = turns.asked.take(games) * np.int32(ROLLS - 1) + np.int32(turns.rolls - 1)
        keeps: Masks = self.tables(turns.setup).keep.take(row * ROLLS_OF_SIX + turns.roll.take(games))
        return keeps

    def scores(self, turns: Turns, games: Ints) -> Masks:
        row = turns.asked.take(games).astype(np.int32)
        scores: Masks = self.tables(turns.setup).score.take(row * ROLLS_OF_SIX + turns.roll.take(games))
        return scores


class GreedyPolicy(TablePolicy):
    """The magpie in every roll."""

    def tables(self, setup: Setup) -> Tables:
        return _greedy_tables(setup)


class PointsPolicy(TablePolicy):
    """The fox, or with a weight of the gift a thrifty bot, in every roll."""

    def __init__(self, weight: float = 0.0) -> None:
        self.weight = weight

    def tables(self, setup: Setup) -> Tables:
        return _points_tables(setup, self.weight)


class UniformPolicy:
    """Chooses uniformly among the legal actions of the strict order of moves (5.5).

    Like a die, a choice is a function of the seed and of its place in the game.
    """

    def __init__(self, seed: int = 0) -> None:
        self.key = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])

    def asks(self, turns: Turns, games: Ints) -> Bools:
        asks: Bools = self._chosen(turns, games, 4 if turns.stopped else 2 * turns.rolls - 2, 2) == 1
        return asks

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        ends: NDArray[np.uint8] = turns.scoring.counts.take(turns.roll.take(games))
        if turns.setup.ruleset.late_asking:
            # A stop (8.2) is a single action.
            ends[np.isin(games, turns.may_ask(games), assume_unique=True)] = 1
        return np.minimum(self._chosen(turns, games, 2 * turns.rolls - 1, KEEPS + ends), ALL).astype(np.uint8)

    def scores(self, turns: Turns, games: Ints) -> Masks:
        roll = turns.roll.take(games)
        which = self._chosen(turns, games, 5, turns.scoring.counts.take(roll))
        which += turns.scoring.starts.take(roll)
        return turns.scoring.masks.take(which)

    def _chosen(self, turns: Turns, games: Ints, decision: int, count: NDArray[np.uint8] | int) -> Ints:
        """By game: a random number below `count` for this decision."""
        place = games * (turns.turns * DECISIONS)
        place += (turns.first * turns.turns + turns.number) * DECISIONS + decision
        chosen = mixed(place.view(np.uint64), self.key)
        chosen *= np.asarray(count, np.uint64)
        chosen >>= np.uint64(32)
        return chosen.view(np.int64)


DECISIONS = 8
"""An upper bound of the decisions in a turn."""
_STEP, _FIRST, _SECOND = (np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def mixed(place: NDArray[np.uint64], key: int) -> NDArray[np.uint64]:
    """By place: 32 random bits, by SplitMix64."""
    # In place: new memory for every operation would take a third of the time.
    z = place * _STEP
    z += np.uint64(key)
    z ^= z >> np.uint64(30)
    z *= _FIRST
    z ^= z >> np.uint64(27)
    z *= _SECOND
    z ^= z >> np.uint64(31)
    z >>= np.uint64(32)
    return z


@lru_cache(maxsize=8)
def _greedy_tables(setup: Setup) -> Tables:
    found = scoring(setup.dice_set, setup.ruleset.free_giving)
    best, rounds = found.starts[:-1], setup.ruleset.rounds
    ask = np.zeros((rounds, ROLLS, ROLLS_OF_SIX), np.bool_)
    for round_ in range(rounds):
        ask[round_, 1:] = found.gift[best] >= Magpie.asks_from(last_round=round_ == rounds - 1)
    masks = found.masks[best]
    return Tables(np.tile(masks, 2 * (ROLLS - 1)), np.tile(masks, 2), ask.reshape(-1))


@lru_cache(maxsize=8)
def _points_tables(setup: Setup, weight: float) -> Tables:
    rounds, rolls = setup.ruleset.rounds, np.arange(ROLLS_OF_SIX)
    game = setup.dice_set, setup.ruleset.free_giving
    branches = [Thrifty(weight).turn(setup, asked).values.plain for asked in (False, True)]
    keep = [KEEP_MASKS[branch.best_keep(number, rolls)] for branch in branches for number in range(1, ROLLS)]
    score = [best_masks(scoring(*game), branch, rolls) for branch in branches]
    ask = [asks_by_roll(*game, rounds - round_) for round_ in range(1, rounds + 1)]
    return Tables(np.concatenate(keep), np.concatenate(score), np.stack(ask).reshape(-1))


def best_masks(scoring: Scoring, branch: TurnBranch, roll: AnyInts, column: Ints | int = 0) -> Masks:
    """For some rolls, each in its column of a solved turn: the dice to score."""
    options = scoring.rows(roll)
    gift = scoring.gift.take(options)
    total = scoring.points.take(options) + scoring.bonus.take(options)
    values = branch.utility[branch.outcomes.of_pair[total, gift], np.asarray(column)[..., None]]
    masks: Masks = scoring.masks.take(options[np.arange(len(options)), best_options(values, gift)])
    return masks
