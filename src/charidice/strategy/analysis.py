"""The value of a position to every seat, the value of every move, and the distribution of the turn's outcome."""

from typing import NamedTuple

from charidice.rules.moves import Action, AskGift, DeclineGift, Roll
from charidice.rules.state import GameState
from charidice.strategy.goals.objectives import Objective, solved_turn, start_of_turn
from charidice.strategy.turn.forecast import Forecast, forecast
from charidice.strategy.turn.means import means
from charidice.strategy.turn.play import SolvedTurn

# All other objectives are chances.
IN_POINTS = frozenset({"lead", "points"})


class Asking(NamedTuple):
    """Values by seat if the recipient asks now, and if they do not."""

    ask: tuple[float, ...]
    wait: tuple[float, ...]


class Analysis:
    """A position evaluated for an objective."""

    def __init__(self, state: GameState, objective: Objective) -> None:
        self.state = state
        self.objective = objective

    @property
    def turn(self) -> SolvedTurn:
        return solved_turn(self.objective, start_of_turn(self.state))

    @property
    def seats(self) -> tuple[float, ...]:
        """The value of the position by seat, if everybody maximises the objective."""
        if self.state.turn.rolls == 0 and not self.state.turn.asked:
            return self.objective.before_turn(self.state)
        if self.objective.sum is None:
            return means(self.turn).seats(self.state)
        if self.state.recipient_decides:
            return self.both(min(self.turn.asking(self.state)))
        return self.both(max(self.turn.action_values(self.state).values()))

    def moves(self, player: int) -> dict[Action, float]:
        """The value of every legal move to its player; for the recipient, DeclineGift also means not asking now."""
        state = self.state
        if state.is_over:
            return {}
        if player == state.active:
            if state.turn.rolls == 0:
                return {Roll(): self.seats[player]}
            return self.turn.action_values(state)
        if player != state.recipient or not state.may_be_asked:
            return {}
        asking = self.asking
        return {AskGift(): asking.ask[player], DeclineGift(): asking.wait[player]}

    @property
    def asking(self) -> Asking:
        """The recipient's choice, where they may ask."""
        if self.objective.sum is None:
            return Asking(*(means(self.turn).seats(self.state, answer) for answer in (AskGift(), DeclineGift())))
        asking = self.turn.asking(self.state)
        return Asking(self.both(asking.if_asked), self.both(asking.if_not_asked))

    @property
    def should_ask(self) -> bool:
        """Whether the recipient should ask now, where they may."""
        return self.turn.should_ask(self.state)

    def reported(self, value: float) -> float:
        """A value as it is shown: moves are ranked with a tie-break, which can push a chance past 0 or 1."""
        return value if self.objective.name in IN_POINTS else min(max(value, 0.0), 1.0)

    def forecast(self, action: Action | None = None) -> Forecast:
        """The outcome of the turn after an action of either player; by default, after optimal play."""
        return forecast(self.turn, self.state, action)

    def both(self, value: float) -> tuple[float, ...]:
        """The values by seat of a two-player position that is worth `value` to the active player."""
        assert self.objective.sum is not None
        pair = (value, self.objective.sum - value)
        return pair if self.state.active == 0 else pair[::-1]
