"""What a position is worth to every seat, what every move makes of it, and what the turn will bring."""

from typing import NamedTuple

from charidice.rules.moves import Action, AskGift, DeclineGift, Roll
from charidice.rules.state import GameState
from charidice.strategy.goals.objectives import Objective, solved_turn, start_of_turn
from charidice.strategy.turn.forecast import Forecast, forecast
from charidice.strategy.turn.play import SolvedTurn

# All other objectives are chances.
IN_POINTS = frozenset({"lead", "points"})


class Asking(NamedTuple):
    """What it is worth to every seat if the recipient asks now, and if they let this chance go by."""

    ask: tuple[float, ...]
    wait: tuple[float, ...]


class Analysis:
    """A position seen with an objective."""

    def __init__(self, state: GameState, objective: Objective) -> None:
        self.state = state
        self.objective = objective

    @property
    def turn(self) -> SolvedTurn:
        return solved_turn(self.objective, start_of_turn(self.state))

    @property
    def seats(self) -> tuple[float, ...]:
        """What the position is worth to every seat, if all play on for the objective."""
        if self.state.turn.rolls == 0 and not self.state.turn.asked:
            return self.objective.before_turn(self.state)
        if self.objective.sum is None:
            return forecast(self.turn, self.state).seats(self.turn)
        if self.state.recipient_decides:
            return self.both(min(self.turn.asking(self.state)))
        return self.both(max(self.turn.action_values(self.state).values()))

    def moves(self, player: int) -> dict[Action, float]:
        """What every legal move of a player is worth to them; for the recipient also to let a chance to ask go by."""
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
        """The recipient's choice, in a state that may be asked in."""
        if self.objective.sum is None:
            ask, wait = (forecast(self.turn, self.state, answer) for answer in (AskGift(), DeclineGift()))
            return Asking(ask.seats(self.turn), wait.seats(self.turn))
        asking = self.turn.asking(self.state)
        return Asking(self.both(asking.if_asked), self.both(asking.if_not_asked))

    @property
    def should_ask(self) -> bool:
        """Whether the recipient does well to ask now, in a state that may be asked in."""
        state = self.state
        if self.objective.sum is not None:
            return self.turn.asking(state).is_better
        if state.turn.rolls < 2 and isinstance(self.turn.best_action(state), Roll):
            # After the next roll one knows more and can still ask; a giver who knows it early only gives less.
            return False
        ask, wait = self.asking
        return ask[state.recipient] > wait[state.recipient]

    def reported(self, value: float) -> float:
        """A value as it is shown: moves are ranked with a tie-break, which can push a chance past 0 or 1."""
        return value if self.objective.name in IN_POINTS else min(max(value, 0.0), 1.0)

    def forecast(self, action: Action | None = None) -> Forecast:
        """What the turn will bring after an action of either player; without one, after the best."""
        return forecast(self.turn, self.state, action)

    def both(self, value: float) -> tuple[float, ...]:
        """What both seats have, if the active player of two has `value`."""
        assert self.objective.sum is not None
        pair = (value, self.objective.sum - value)
        return pair if self.state.active == 0 else pair[::-1]
