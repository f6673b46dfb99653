"""The expected gift of a turn."""

import numpy as np

from charidice.rules.dice import DICE
from charidice.strategy.turn.outcomes import ROLLS_OF_SIX, Floats
from charidice.strategy.turn.places import NUMBERS, ROLLED
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import TurnBranch
from charidice.strategy.turn.sweeps import expectation, landed

_SECOND, _FIRST = 1, 0


def expected_gift(turn: SolvedTurn) -> float:
    """The expected gift before the first roll, doubled where asked for, under the policy the turn was solved for.

    Computed by the same sweeps as the values: several times as fast as a forecast, and the same up to ties.
    """
    plain, asked = turn.values.plain, turn.values.asked if turn.opposed else None
    gift = turn.outcomes.gift.astype(np.float32)
    scored = gift[turn.scored]
    if asked is None:
        second = _decided(plain, _SECOND, plain.score, scored, scored)
        return float(_decided(plain, _FIRST, plain.score, scored, second).mean(dtype=np.float64))
    doubled = 2 * gift[turn.scored_if_asked]
    score, early = plain.score, scored
    if turn.late_asking:
        score, early = np.minimum(plain.score, asked.score), _where_less(asked.score, plain.score, doubled, scored)
    second_asked = _decided(asked, _SECOND, asked.score, doubled, doubled)
    first_asked = _decided(asked, _FIRST, asked.score, doubled, second_asked)
    second = _decided(plain, _SECOND, score, early, scored)
    second = _where_less(asked.value[_SECOND], plain.value[_SECOND], second_asked, second)
    first = _decided(plain, _FIRST, score, early, second)
    first = _where_less(asked.value[_FIRST], plain.value[_FIRST], first_asked, first)
    return float(first.mean(dtype=np.float64))


def _decided(branch: TurnBranch, stage: int, score: Floats, if_scored: Floats, if_rolled: Floats) -> Floats:
    """By roll: the expected gift under the best action, from that after scoring and after rolling."""
    values, gifts = branch.after[stage][..., 0].copy(), expectation(if_rolled)
    landed(values)[...] = score.reshape(landed(values).shape)
    landed(gifts)[...] = if_scored.reshape(landed(gifts).shape)
    for axis in range(DICE):
        done = (NUMBERS,) * axis
        numbers, to_roll = values[(*done, NUMBERS)], values[(*done, ROLLED)]
        np.copyto(gifts[(*done, NUMBERS)], gifts[(*done, ROLLED)], where=to_roll > numbers)
        np.maximum(numbers, to_roll, out=numbers)
    return landed(gifts).reshape(ROLLS_OF_SIX)


def _where_less(asked: Floats, plain: Floats, if_asked: Floats, if_not: Floats) -> Floats:
    """By roll: `if_asked` where an opposed recipient asks, else `if_not`."""
    return np.where((asked < plain)[:, 0], if_asked, if_not)
