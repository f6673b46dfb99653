"""Playing a solved turn: the value of each action in a state of that turn, and the best one."""

from functools import cached_property
from typing import NamedTuple, Self

import numpy as np

from charidice.rules.dice import Dice, Numbers
from charidice.rules.engine import STOP, legal_actions
from charidice.rules.moves import REROLLS, Action, AskGift, Roll, Score, Stop, dice_of
from charidice.rules.ruleset import ROLLS
from charidice.rules.scoring import ScoringOption
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import AnyInts, Floats, Ints
from charidice.strategy.turn.orbits import kept_row, roll_index
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.solver import TurnValues, solve_for_seats, solve_turn


def score_or_stop(state: GameState, dice: Dice) -> Action:
    """Score these dice, or stop first where that is required."""
    return Stop() if state.must_stop_first else Score(dice)


def best_options(values: Floats, gifts: AnyInts) -> Ints:
    """By row: the column of the best option; ties go to the smaller gift, then to the first."""
    is_best = values == values.max(axis=1, keepdims=True)
    columns: Ints = np.where(is_best, gifts, np.iinfo(gifts.dtype).max).argmin(axis=1)
    return columns


class AskingValues(NamedTuple):
    """The value of the turn to the active player, by the recipient's choice."""

    if_asked: float
    if_not_asked: float


class Leaves(NamedTuple):
    """The value of each outcome of a turn to every seat."""

    plain: Floats
    asked: Floats | None
    """The same after asking; None if nobody can ask, or if it makes no difference."""


class SolvedTurn:
    """A solved turn with its leaves. All values are the active player's, except in the leaves and by seat."""

    def __init__(self, outcomes: Outcomes, leaves: Leaves, active: int, late_asking: bool, constant_sum: bool) -> None:
        """Active player and recipient both maximise their own value; with a constant sum, the former's is enough."""
        self.outcomes = outcomes
        self.orbits = outcomes.orbits
        self.leaves = leaves
        self.active = active
        self.late_asking = late_asking
        self.constant_sum = constant_sum
        self._utility = leaves.plain[:, active]
        self._asked_utility = None if leaves.asked is None else leaves.asked[:, active]
        self.values: TurnValues = self._for_active() if constant_sum else self.by_seat

    def _for_active(self) -> TurnValues:
        plain, asked = self._utility[:, None], None if self._asked_utility is None else self._asked_utility[:, None]
        return solve_turn(self.outcomes, plain, asked, self.late_asking)

    @cached_property
    def by_seat(self) -> TurnValues:
        """The same turn for every seat, in the order of play, with the gift as the last column."""
        seats = np.arange(self.active, self.active + self.leaves.plain.shape[1])
        plain, asked = (None if leaf is None else leaf.take(seats, axis=1, mode="wrap") for leaf in self.leaves)
        assert plain is not None
        decider = self.values if self.constant_sum else None
        return solve_for_seats(self.outcomes, plain, asked, self.late_asking, decider)

    @classmethod
    def for_active(cls, outcomes: Outcomes, utility: Floats) -> Self:
        """A single-agent turn with this utility of each outcome."""
        return cls(outcomes, Leaves(utility[:, None], None), active=0, late_asking=False, constant_sum=True)

    def best_action(self, state: GameState) -> Action:
        """The active player's best action; ties go to scoring, then to the smaller gift."""
        if state.turn.rolls == 0:
            return Roll()
        turn = state.turn
        if state.rolls_left and (reroll := self.best_reroll(turn.asked, turn.rolls, turn.numbers)):
            return reroll
        options = list(state.setup.scoring.options(turn.numbers).values())
        total, gift = np.array([(option.total, option.gift) for option in options]).T
        values = self._utility_of(state)[self.outcomes.of_pair[total, gift]]
        return score_or_stop(state, options[best_options(values[None], gift[None])[0]].dice)

    def action_values(self, state: GameState) -> dict[Action, float]:
        """The value of every legal action of the active player."""
        if state.turn.rolls == 0:
            return {Roll(): self._start(asked=state.turn.asked)} if not state.is_over else {}
        actions = legal_actions(state, state.active)
        keeps = self.keep_values(state).tolist() if actions[:1] == REROLLS[:1] else []
        ends = actions[len(keeps) :]
        if ends == STOP:
            values = [self._stop_value(state)]
        else:
            options = state.setup.scoring.options(state.turn.numbers)
            values = [self.option_value(state, options[dice_of(score)]) for score in ends]
        return dict(zip(actions, keeps + values, strict=True))

    def keep_values(self, state: GameState) -> Floats:
        """After roll 1 or 2: the value of each reroll, in the order of REROLLS."""
        turn = state.turn
        found: Floats = self.values.branch(turn.asked).keeps(turn.rolls, np.array([roll_index(turn.numbers)]))[0]
        return found

    def best_reroll(self, asked: bool, rolls: int, numbers: Numbers) -> Roll | None:
        """The best reroll after roll 1 or 2, after the recipient has asked or not; None to score."""
        branch, roll = self.values.branch(asked), roll_index(numbers)
        # As `TurnBranch.best_keep`, which takes longer for one roll.
        keeps = branch.keeps(rolls, np.array([roll]))[0]
        best = int(keeps.argmax())
        return REROLLS[best] if keeps[best] > branch.early[self.orbits.of_roll[roll], 0] else None

    def option_value(self, state: GameState, option: ScoringOption) -> float:
        """The value of scoring this option."""
        return float(self._utility_of(state)[self.outcomes.of_pair[option.total, option.gift]])

    def asking(self, state: GameState) -> AskingValues:
        """The value of the turn by the recipient's choice, where they may ask."""
        plain, asked = self.values.plain, self.values.plain.asked
        assert asked is not None, "solved for a recipient who cannot ask"
        turn = state.turn
        if turn.rolls == 0:
            return AskingValues(self._start(asked=True), self._start(asked=False))
        roll = roll_index(turn.numbers)
        if turn.stopped:
            orbit = self.orbits.of_roll[roll]
            return AskingValues(float(asked.score[orbit, 0]), float(plain.score[orbit, 0]))
        return AskingValues(*(float(branch.value(turn.rolls, np.array([roll]))[0]) for branch in (asked, plain)))

    def should_ask(self, state: GameState) -> bool:
        """Whether it is better for the recipient to ask now, where they may."""
        if self.constant_sum:
            asking = self.asking(state)
            return asking.if_asked < asking.if_not_asked
        plain, turn = self.values.plain, state.turn
        if plain.asked is None:
            return False
        if turn.rolls == 0:
            return bool(plain.asked.start[1] > plain.start[1])
        rolls = ROLLS if turn.stopped else turn.rolls
        return bool(plain.asks(rolls)[self.orbits.of_roll[roll_index(turn.numbers)], 0])

    def seats(self, state: GameState, action: Action | None = None) -> tuple[float, ...]:
        """The value by seat after an action of either player; by default, under optimal play."""
        return self._rotated(self._mean(state, action))

    @property
    def start(self) -> tuple[float, ...]:
        """The value by seat before the first roll."""
        return self._rotated(self.by_seat.start)

    def expected_gift(self, state: GameState, action: Action | None = None) -> float:
        """After an action of either player, by default under optimal play; doubled where asked for."""
        return float(self._mean(state, action)[-1])

    def _rotated(self, means: Floats) -> tuple[float, ...]:
        *values, _ = means.tolist()
        first = len(values) - self.active
        return (*values[first:], *values[:first])

    def _mean(self, state: GameState, action: Action | None) -> Floats:
        """By column of `by_seat`: the expectation at the end of the turn."""
        turn = state.turn
        asked = turn.asked or isinstance(action, AskGift)
        if action is None and turn.rolls and state.recipient_decides:
            asked = self.should_ask(state)
        branch = self.by_seat.branch(asked)
        if isinstance(action, Score):
            option = state.setup.scoring.options(turn.numbers)[action.dice]
            leaf: Floats = branch.utility[self.outcomes.of_pair[option.total, option.gift]]
            return leaf
        if turn.rolls == 0:
            return branch.start
        ends = turn.stopped or turn.rolls == ROLLS
        if not (ends or isinstance(action, Roll | Stop)):
            action = self.best_reroll(asked, turn.rolls, turn.numbers)
        if isinstance(action, Roll):
            means, row = branch.after(turn.rolls), kept_row(self.orbits, turn.numbers, action)
        else:
            means = branch.score if ends else branch.early
            row = self.orbits.of_roll[roll_index(turn.numbers)]
        found: Floats = means[row]
        return found

    def _start(self, asked: bool) -> float:
        """The value before the first roll, after the recipient has asked or not."""
        return float(self.values.branch(asked).start[0])

    def _utility_of(self, state: GameState) -> Floats:
        return self._asked_utility if state.turn.asked and self._asked_utility is not None else self._utility

    def _stop_value(self, state: GameState) -> float:
        """The value of a stop, after which the recipient may still ask."""
        return float(self.values.plain.early[self.orbits.of_roll[roll_index(state.turn.numbers)], 0])
