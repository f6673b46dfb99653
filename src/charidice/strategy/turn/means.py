"""What a turn means for every seat from a given state on, under the policy that it was solved for.

A turn that is solved for every seat serves all of its states and actions, while a forecast follows a single one.
"""

from typing import NamedTuple

from charidice.rules.moves import Action, AskGift, Roll, Score, Stop
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.places import kept_row, roll_index
from charidice.strategy.turn.play import SolvedTurn


class Means(NamedTuple):
    """The expected value by seat, and the expected gift, doubled where asked for."""

    turn: SolvedTurn

    def seats(self, state: GameState, action: Action | None = None) -> tuple[float, ...]:
        """The value by seat after an action of either player; by default, under optimal play."""
        return self._by_seat(self._of(state, action))

    @property
    def start(self) -> tuple[float, ...]:
        """The value by seat before the first roll."""
        return self._by_seat(self.turn.by_seat.start)

    def gift(self, state: GameState) -> float:
        return float(self._of(state, None)[-1])

    def _by_seat(self, means: Floats) -> tuple[float, ...]:
        *played, _ = means.tolist()
        first = len(played) - self.turn.active
        return (*played[first:], *played[:first])

    def _of(self, state: GameState, action: Action | None) -> Floats:
        """By column of the turn."""
        solved, turn, orbits = self.turn, state.turn, self.turn.orbits
        asked = turn.asked or isinstance(action, AskGift)
        if action is None and turn.rolls and state.recipient_decides:
            asked = solved.should_ask(state)
        branch = solved.by_seat.branch(asked)
        if isinstance(action, Score):
            option = state.setup.table.options(turn.numbers)[action.dice]
            leaf: Floats = branch.utility[solved.outcomes.of_pair[option.total, option.gift]]
            return leaf
        if turn.rolls == 0:
            return branch.start
        ends = turn.stopped or turn.rolls == ROLLS
        if not (ends or isinstance(action, Roll | Stop)):
            action = solved.best_reroll(asked, turn.rolls, turn.numbers)
        if isinstance(action, Roll):
            means, row = branch.after(turn.rolls), kept_row(orbits, turn.numbers, action)
        else:
            means = branch.score if ends else branch.early
            row = orbits.of_roll[roll_index(turn.numbers)]
        found: Floats = means[row]
        return found
