"""The value of a position to every seat, the value of every move, and the distribution of the turn's outcome."""

from pathlib import Path
from typing import Literal, NamedTuple, Protocol, get_args

from charidice.record.position import read_node, read_position
from charidice.rules.engine import legal_actions, verify
from charidice.rules.errors import seat_of
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll
from charidice.rules.state import GameState
from charidice.rules.strict import Node
from charidice.rules.whole import quoted
from charidice.strategy.objectives.contest import (
    CannotValue,
    Lead,
    Objective,
    Truth,
    check_solved,
    measured_error,
    solved_turn,
    start_of_turn,
)
from charidice.strategy.objectives.solo import NO_CHANCE, CharityBonus, Target, objective_named
from charidice.strategy.turn.forecast import Forecast, forecast
from charidice.strategy.turn.play import SolvedTurn

# Objectives with values in points; all others are chances.
IN_POINTS = frozenset({"lead", "points"})


class Asking(NamedTuple):
    """Values by seat if the recipient asks now, and if they do not."""

    ask: tuple[float, ...]
    """If they ask now."""
    wait: tuple[float, ...]
    """If they do not."""


ObjectiveName = Literal["victory", "lead", "points", "charity"]
OBJECTIVE_NAMES: tuple[ObjectiveName, ...] = get_args(ObjectiveName)


class HasState(Protocol):
    """An object with a game state, such as a match or a record."""

    @property
    def state(self) -> GameState: ...


def analyse(
    position: GameState | Node | HasState | str,
    objective: ObjectiveName | Target = "victory",
    solution: Path | None = None,
) -> "Analysis":
    """The value of a position and of every move in it, if all players have the same objective.

    The position is a state, a node, a match, a record, or the text of a position or node.

    `victory` is the share of victory, `lead` the expected lead over the other one of two, `points` the points and bonus
    of the player's own turns, `Target(250)` the chance to score that many of them, `charity` the chance of the charity
    bonus.
    `solution` is a folder with tables that `charidice solve` computed, for house rules or other dice.

    >>> from charidice import read_position
    >>> state = read_position("C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6")
    >>> a = analyse(state, "lead")
    >>> a.best(0), a.best(1)
    (Roll(keep=(1, 3, 4, 5)), DeclineGift())
    >>> round(a.value(0), 1), round(a.regret(0, Roll()), 1)
    (-13.2, 6.0)
    """
    position = _position(position)
    if isinstance(position, Node) and position.falling:
        raise CannotValue("dice-in-the-air")
    if isinstance(objective, Target):
        return Analysis(position, objective)
    if objective not in OBJECTIVE_NAMES:
        raise CannotValue("unknown-objective", text=repr(objective), allowed=(*OBJECTIVE_NAMES, "Target(N)"))
    state = position.state if isinstance(position, Node) else position
    named = objective_named(objective, state.setup, solution=solution)
    if isinstance(named, Lead):
        check_solved(state.setup, named.solution)
    return Analysis(position, named)


def _position(position: object) -> GameState | Node:
    if isinstance(position, GameState | Node):
        return position
    if isinstance(position, str):
        return read_node(position) if "|" in position else read_position(position)
    state = getattr(position, "state", None)
    if not isinstance(state, GameState):
        raise CannotValue("nothing-to-analyse", text=quoted(position))
    return state


class Analysis:
    """A position evaluated for an objective."""

    def __init__(self, position: GameState | Node, objective: Objective) -> None:
        self.node = position if isinstance(position, Node) else None
        self.state = position.state if isinstance(position, Node) else position
        self.objective = objective

    def __repr__(self) -> str:
        values = " ".join(f"{self.value(seat):.3f}" for seat in range(len(self.state.sheets)))
        return f"<Analysis for {self.objective.name}, {self.truth}: {values} in {self.node or self.state!r}>"

    @property
    def truth(self) -> Truth:
        """`exact`, `bounded` by a twentieth of a percentage point, with a `measured` error, or `estimated`."""
        return self.objective.truth

    @property
    def error(self) -> float | None:
        """The standard error of the values, if it has been measured."""
        return measured_error(self.objective, self.state)

    def value(self, player: int) -> float:
        """The value of the position to a player."""
        return self.reported(self.seats[self._seat(player)])

    def moves(self, player: int) -> dict[Action, float]:
        """The moves a player has now, with their values to that player; not asking is DeclineGift()."""
        player = self._seat(player)
        values = self.action_values(player) if self._may_move(player) else {}
        return {action: self.reported(value) for action, value in values.items()}

    def best(self, player: int) -> Action:
        """The best move; ties go to not asking, to scoring, then to the smaller gift."""
        player = self._seat(player)
        if not self._may_move(player):
            raise CannotValue("nothing-to-decide", player=player)
        if player == self.state.active:
            return self.turn.best_action(self.state)
        return AskGift() if self.should_ask else DeclineGift()

    def regret(self, player: int, action: Action) -> float:
        """How much a move loses against the best one; 0 for the best."""
        moves = self.moves(player)
        if action not in moves:
            raise verify(self.state, player, action) or CannotValue("nothing-to-decide", player=player)
        return max(moves.values()) - moves[action]

    def _seat(self, player: int) -> int:
        return seat_of(player, len(self.state.sheets))

    def _may_move(self, player: int) -> bool:
        return bool(legal_actions(self.state, player)) and (self.node is None or player == self.node.player)

    @property
    def turn(self) -> SolvedTurn:
        return solved_turn(self.objective, start_of_turn(self.state))

    @property
    def seats(self) -> tuple[float, ...]:
        """The value of the position by seat, if everybody maximises the objective."""
        if self.state.turn.rolls == 0 and not self.state.turn.asked:
            return self.objective.before_turn(self.state)
        if self.node and not self.node.asking and self.state.recipient_decides:
            return self.asking.wait
        if self.objective.sum is None:
            return self.turn.seats(self.state)
        if self.state.recipient_decides:
            return self.both(min(self.turn.asking(self.state)))
        return self.both(max(self.turn.action_values(self.state).values()))

    def action_values(self, player: int) -> dict[Action, float]:
        """The value of every move to its player."""
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
            return Asking(*(self.turn.seats(self.state, answer) for answer in (AskGift(), DeclineGift())))
        asking = self.turn.asking(self.state)
        return Asking(self.both(asking.if_asked), self.both(asking.if_not_asked))

    @property
    def should_ask(self) -> bool:
        """Whether the recipient should ask now, where they may."""
        return self.turn.should_ask(self.state)

    def reported(self, value: float) -> float:
        """A value for display: clamped, because the tie-break between equal moves can push a chance past 0 or 1."""
        if isinstance(self.objective, Target | CharityBonus) and value < NO_CHANCE:
            return 0.0
        return value if self.objective.name in IN_POINTS else min(max(value, 0.0), 1.0)

    def forecast(self, action: Action | None = None) -> Forecast:
        """The outcome of the turn after a legal action of either player; by default, after optimal play."""
        if self.state.is_over:
            raise CannotValue("game-over")
        # By the rules, declining is an action only after a stop; before, it is always possible.
        waits = isinstance(action, DeclineGift) and self.state.may_be_asked
        if action is not None and not waits:
            asks = isinstance(action, AskGift | DeclineGift)
            if refusal := verify(self.state, self.state.recipient if asks else self.state.active, action):
                raise refusal
        return forecast(self.turn, self.state, action)

    def both(self, value: float) -> tuple[float, ...]:
        """The values by seat of a two-player position that is worth `value` to the active player."""
        assert self.objective.sum is not None
        pair = (value, self.objective.sum - value)
        return pair if self.state.active == 0 else pair[::-1]
