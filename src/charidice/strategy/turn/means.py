"""What a turn means for every seat from a given state on, under the policy that it was solved for.

Means are carried back through the turn like its values, for all rolls at once: a few sweeps serve every state and
action of the turn, while a forecast follows a single one.
"""

from functools import lru_cache

import numpy as np

from charidice.rules.moves import Action, AskGift, Roll, Score, Stop
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.places import kept_row, roll_index
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.policy import SCORES
from charidice.strategy.turn.solver import expected


class Means:
    """The expected value by seat, and the expected gift, doubled where asked for."""

    def __init__(self, turn: SolvedTurn) -> None:
        self.turn = turn
        plain, asked = turn.leaves
        gift = turn.outcomes.gift[:, None]
        self._leaves = (
            np.concatenate([plain, gift], axis=1, dtype=np.float64),
            np.concatenate([plain if asked is None else asked, 2 * gift], axis=1, dtype=np.float64),
        )
        # By whether asked and by rolls: by row, and after the last roll by orbit.
        self._found: dict[tuple[bool, int], Floats] = {}

    def seats(self, state: GameState, action: Action | None = None) -> tuple[float, ...]:
        """The value by seat after an action of either player; by default, under optimal play."""
        return tuple(self._of(state, action)[:-1].tolist())

    @property
    def start(self) -> tuple[float, ...]:
        """The value by seat before the first roll."""
        return tuple(self._start(asked=False)[:-1].tolist())

    def gift(self, state: GameState) -> float:
        return float(self._of(state, None)[-1])

    def _of(self, state: GameState, action: Action | None) -> Floats:
        turn, orbits = state.turn, self.turn.orbits
        asked = turn.asked or isinstance(action, AskGift)
        if isinstance(action, Score):
            option = state.setup.table.options(turn.numbers)[action.dice]
            leaf: Floats = self._leaves[asked][self.turn.outcomes.of_pair[option.total, option.gift]]
            return leaf
        if turn.rolls == 0:
            return self._start(asked)
        if action is None and state.recipient_decides:
            asked = self.turn.should_ask(state)
        ends = turn.stopped or turn.rolls == ROLLS
        if not (ends or isinstance(action, Roll | Stop)):
            action = self.turn.best_reroll(asked, turn.rolls, turn.numbers)
        if isinstance(action, Roll):
            means, row = self._after(asked, turn.rolls), kept_row(orbits, turn.numbers, action)
        else:
            means = self._scored(asked) if ends else self._early(asked)
            row = orbits.of_roll[roll_index(turn.numbers)]
        found: Floats = means[row]
        return found

    def _start(self, asked: bool) -> Floats:
        found: Floats = self.turn.orbits.shares @ self._before(asked, 1)
        return found

    def _before(self, asked: bool, rolls: int) -> Floats:
        """By orbit of rolls: before the recipient asks or not."""
        means, branch = self._decided(asked, rolls), self.turn.branch(asked)
        if not branch.asked or rolls == ROLLS:
            return means
        return np.where(branch.asks(rolls), self._decided(True, rolls), means)

    def _decided(self, asked: bool, rolls: int) -> Floats:
        """By orbit of rolls: before the active player decides."""
        if rolls == ROLLS:
            return self._scored(asked)
        rows = self.turn.branch(asked).policy(rolls)
        return np.where((rows == SCORES)[:, None], self._early(asked), self._after(asked, rolls).take(rows, axis=0))

    def _after(self, asked: bool, rolls: int) -> Floats:
        """By row of kept dice, after so many rolls."""
        found = self._found.get((asked, rolls))
        if found is None:
            found = self._found[asked, rolls] = expected(self.turn.orbits, self._before(asked, rolls + 1))
        return found

    def _early(self, asked: bool) -> Floats:
        """By orbit of rolls, if scored before the last: by house rule 8.2 the recipient may still ask."""
        means, branch = self._scored(asked), self.turn.branch(asked)
        if not (branch.asked and branch.late_asking):
            return means
        return np.where(branch.asks(ROLLS), self._scored(True), means)

    def _scored(self, asked: bool) -> Floats:
        """By orbit of final rolls."""
        found = self._found.get((asked, ROLLS))
        if found is None:
            found = self._found[asked, ROLLS] = self._leaves[asked].take(self.turn.branch(asked).scored, axis=0)
        return found


# As many as turns are kept.
@lru_cache(maxsize=16)
def means(turn: SolvedTurn) -> Means:
    """The means of a turn, made once."""
    return Means(turn)
