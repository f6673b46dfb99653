"""Policies: uniformly random, greedy, and optimal for points; the latter two are tables over all rolls."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.batch.playing import Turns
from charidice.batch.scoring import ALL, MASKS, Masks, Scoring, mask_of, scoring
from charidice.rules.dice import DiceSet
from charidice.rules.moves import REROLLS
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import Setup
from charidice.strategy.bots.points import Magpie, turn_for_points
from charidice.strategy.turn.arrays import Bools, Ints
from charidice.strategy.turn.asking import asks_by_roll
from charidice.strategy.turn.orbits import ROLLS_OF_SIX
from charidice.strategy.turn.places import keep_places

KEEPS = MASKS - 1
"""The number of ways to keep dice and roll the others."""
REROLL_MASKS = np.array([mask_of(roll.keep) for roll in REROLLS], np.uint8)


class Tables(NamedTuple):
    """The decisions of a policy that looks at nothing but the turn."""

    keep: Masks
    """By whether the recipient has asked, after roll 1 and 2, and by roll, flat."""
    score: Masks
    """By whether the recipient has asked and by roll, flat."""
    ask: Bools
    """By round, after roll 1, after roll 2 and after a stop, and by roll, flat."""


class TablePolicy:
    """Plays by tables, which may depend on the dice and house rules of the game."""

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
    """The magpie: keeps the best sum on the table and rolls the rest."""

    def tables(self, setup: Setup) -> Tables:
        return _greedy_tables(setup.dice_set, setup.ruleset.free_giving, setup.ruleset.rounds)


class PointsPolicy(TablePolicy):
    """The fox: every turn optimally for its own points, minus `weight` times the gift, which counts double if asked."""

    def __init__(self, weight: float = 0.0) -> None:
        self.weight = weight

    def tables(self, setup: Setup) -> Tables:
        return _points_tables(setup.dice_set, setup.ruleset.free_giving, setup.ruleset.rounds, self.weight)


class UniformPolicy:
    """Chooses any legal action of the strict order of moves (5.5), all with the same probability.

    A choice is a function of the seed and its place in the game, as the dice are.
    """

    def __init__(self, seed: int = 0) -> None:
        self.key = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])

    def asks(self, turns: Turns, games: Ints) -> Bools:
        asks: Bools = self._chosen(turns, games, 4 if turns.stopped else 2 * turns.rolls - 2, 2) == 1
        return asks

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        ends: NDArray[np.uint8] = turns.scoring.counts.take(turns.roll.take(games))
        if turns.setup.ruleset.late_asking:
            # Before the dice are chosen, there is only one way to stop.
            ends[np.isin(games, turns.may_ask(games), assume_unique=True)] = 1
        return np.minimum(self._chosen(turns, games, 2 * turns.rolls - 1, KEEPS + ends), ALL).astype(np.uint8)

    def scores(self, turns: Turns, games: Ints) -> Masks:
        roll = turns.roll.take(games)
        which = self._chosen(turns, games, 5, turns.scoring.counts.take(roll))
        which += turns.scoring.starts.take(roll)
        return turns.scoring.masks.take(which)

    def _chosen(self, turns: Turns, games: Ints, decision: int, count: NDArray[np.uint8] | int) -> Ints:
        """A number below `count` for the same decision of each game."""
        place = games * (turns.turns * DECISIONS)
        place += (turns.first * turns.turns + turns.number) * DECISIONS + decision
        chosen = mixed(place.view(np.uint64), self.key)
        chosen *= np.asarray(count, np.uint64)
        chosen >>= np.uint64(32)
        return chosen.view(np.int64)


DECISIONS = 8
"""More than a turn has."""
_STEP, _FIRST, _SECOND = (np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def mixed(place: NDArray[np.uint64], key: int) -> NDArray[np.uint64]:
    """32 random bits for each place, by SplitMix64."""
    # In place: new memory for every operation takes a third of the time.
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
def _greedy_tables(dice_set: DiceSet, free_giving: bool, rounds: int) -> Tables:
    found = scoring(dice_set, free_giving)
    best = found.starts[:-1]
    ask = np.zeros((rounds, ROLLS, ROLLS_OF_SIX), np.bool_)
    ask[:, 1:] = found.gift[best] >= Magpie.ASKS_FROM
    ask[-1, 1:] = found.gift[best] > 0
    masks = found.masks[best]
    return Tables(np.tile(masks, 2 * (ROLLS - 1)), np.tile(masks, 2), ask.reshape(-1))


@lru_cache(maxsize=8)
def _points_tables(dice_set: DiceSet, free_giving: bool, rounds: int, weight: float) -> Tables:
    found = scoring(dice_set, free_giving)
    # Once the recipient has asked, every point of the gift weighs twice.
    by_asked = [_solved(found, dice_set, free_giving, weight * factor) for factor in (1, 2)]
    keep, score = (np.concatenate(parts) for parts in zip(*by_asked, strict=True))
    ask = np.stack([asks_by_roll(dice_set, free_giving, rounds - round_) for round_ in range(1, rounds + 1)])
    return Tables(keep, score, ask.reshape(-1))


def _solved(found: Scoring, dice_set: DiceSet, free_giving: bool, weight: float) -> tuple[Masks, Masks]:
    """The dice to keep after roll 1 and 2, and those to score, by roll; ties as in `SolvedTurn.best_action`."""
    turn = turn_for_points(dice_set, free_giving, weight)
    values = turn.utility_of(found.points.astype(np.int64) + found.bonus, found.gift.astype(np.int64))
    rolls = np.repeat(np.arange(ROLLS_OF_SIX), np.diff(found.starts))
    # Stable, so that among equals the first option stays first.
    best = np.lexsort((found.gift, -values, rolls))[found.starts[:-1]]
    rows = turn.orbits.of_kept[keep_places(np.arange(ROLLS_OF_SIX))]
    keeps = []
    for number in range(1, ROLLS):
        after = turn.values.plain.after(number)[:, 0].take(rows)
        chosen = after.argmax(axis=1)
        better = after[np.arange(ROLLS_OF_SIX), chosen] > values[best]
        keeps.append(np.where(better, REROLL_MASKS[chosen], ALL))
    return np.concatenate(keeps).astype(np.uint8), found.masks[best]
