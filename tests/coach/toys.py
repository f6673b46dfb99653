"""Toy objectives for any number of players and any rules: fast to load, with all kinds of values."""

import numpy as np

from charidice.rules.sheet import charity_bonuses, results
from charidice.rules.state import GameState
from charidice.strategy.objectives.contest import Truth
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import Leaves

TURN, GIFT_HELD = 31.0, 6.0
# Points that make up for one another's luck in one turn.
LUCK = 14.0


class Hopes:
    """The share of victory as it looks if all who still have turns make the same of them: the more points, the more."""

    name: str = "victory"
    truth: Truth = "estimated"

    def __init__(self, players: int) -> None:
        self.sum: float | None = 1.0 if players == 2 else None

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        if state.is_over:
            totals = np.array([result.total for result in results(state.sheets)], float)
        else:
            totals = np.array([self._outlook(state, seat) for seat in range(len(state.sheets))])
        return tuple(self._shares(totals[None], self._turns_left(state))[0].tolist())

    def leaves(self, state: GameState) -> Leaves:
        found = outcomes(state.setup.dice_set, state.setup.ruleset.free_giving)
        can_ask = state.sheets[state.recipient].has_gift
        plain = self._leaf(state, found.total, found.gift, 0.0)
        return Leaves(plain, self._leaf(state, found.total, 2 * found.gift, GIFT_HELD) if can_ask else None)

    def _leaf(self, state: GameState, total: Ints, gift: Ints, spent: float) -> Floats:
        seats = range(len(state.sheets))
        last = state.round == state.setup.ruleset.rounds and state.active == seats[-1]
        totals = np.tile([self._outlook(state, seat) for seat in seats], (len(total), 1)).astype(float)
        totals[:, state.active] += total - TURN
        totals[:, state.recipient] += gift - spent
        if last:
            given = [sheet.total_given for sheet in state.sheets]
            for row, added in enumerate(gift.tolist()):
                now = [sum_ + (seat == state.active) * added for seat, sum_ in enumerate(given)]
                totals[row] += charity_bonuses(now)
        return self._shares(totals, self._turns_left(state) - 1)

    def _outlook(self, state: GameState, seat: int) -> float:
        """Points at the end if every turn to come brings the same, the gift that may be asked for included."""
        sheet = state.sheets[seat]
        last = state.round == state.setup.ruleset.rounds and state.active == len(state.sheets) - 1
        held = GIFT_HELD if sheet.has_gift and not last else 0.0
        return sheet.subtotal + TURN * (state.setup.ruleset.rounds - len(sheet.points)) + held

    @staticmethod
    def _shares(totals: Floats, turns_left: int) -> Floats:
        if turns_left == 0:
            won = totals == totals.max(axis=1, keepdims=True)
            # Where victory is decided, points decide.
            ahead = totals - totals.mean(axis=1, keepdims=True)
            final: Floats = won / won.sum(axis=1, keepdims=True) + 1e-6 * ahead
            return final
        powers = np.exp((totals - totals.max(axis=1, keepdims=True)) / (LUCK * np.sqrt(turns_left)))
        shares: Floats = powers / powers.sum(axis=1, keepdims=True)
        return shares

    @staticmethod
    def _turns_left(state: GameState) -> int:
        return len(state.sheets) * state.setup.ruleset.rounds - sum(len(sheet.points) for sheet in state.sheets)
