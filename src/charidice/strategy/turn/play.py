"""Playing a solved turn: the value of each action in a state of that turn, and the best one."""

from functools import cached_property
from typing import NamedTuple, Self

import numpy as np

from charidice.rules.dice import Dice, Numbers
from charidice.rules.engine import STOP, legal_actions
from charidice.rules.moves import REROLLS, Action, Roll, Score, Stop, dice_of
from charidice.rules.ruleset import ROLLS
from charidice.rules.scoring import ScoringOption
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.by_seat import solve_for_seats
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.places import keep_places, roll_index
from charidice.strategy.turn.solver import TurnBranch, TurnValues, solve_turn


def score_or_stop(state: GameState, dice: Dice) -> Action:
    """Score these dice, or stop first where that is required."""
    return Stop() if state.must_stop_first else Score(dice)


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
    """A solved turn with its leaves. All values are the active player's, but for the leaves and `by_seat`."""

    def __init__(self, outcomes: Outcomes, leaves: Leaves, active: int, late_asking: bool, constant_sum: bool) -> None:
        """Active player and recipient both maximise their own value; with a constant sum, one of them is enough."""
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
        """The same turn for every seat, in the order of play, with the gift as a last column."""
        seats = np.arange(self.active, self.active + self.leaves.plain.shape[1])
        plain, asked = (None if leaf is None else leaf.take(seats, axis=1, mode="wrap") for leaf in self.leaves)
        assert plain is not None
        followed = self.values if self.constant_sum else None
        return solve_for_seats(self.outcomes, plain, asked, self.late_asking, followed)

    @classmethod
    def for_active(cls, outcomes: Outcomes, utility: Floats) -> Self:
        """A single-agent turn with this utility of each outcome."""
        return cls(outcomes, Leaves(utility[:, None], None), active=0, late_asking=False, constant_sum=True)

    def best_action(self, state: GameState) -> Action:
        """The active player's best action; ties go to scoring, then to the smaller gift."""
        if state.turn.rolls == 0:
            return Roll()
        option, value = self._best_option(state)
        if state.rolls_left:
            if state.must_stop_first:
                value = self._stop_value(state)
            keeps = self.keep_values(state)
            best = int(keeps.argmax())
            if keeps[best] > value:
                return REROLLS[best]
        return score_or_stop(state, option.dice)

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
            options = state.setup.table.options(state.turn.numbers)
            values = [self.option_value(state, options[dice_of(score)]) for score in ends]
        return dict(zip(actions, keeps + values, strict=True))

    def keep_values(self, state: GameState) -> Floats:
        """After roll 1 or 2: the value of each reroll, in the order of REROLLS."""
        return self._keeps(self.values.branch(state.turn.asked), state.turn.rolls, roll_index(state.turn.numbers))

    def best_reroll(self, asked: bool, rolls: int, numbers: Numbers) -> Roll | None:
        """The best reroll after so many rolls, if the recipient has asked or not; None to score."""
        branch, roll = self.values.branch(asked), roll_index(numbers)
        keeps = self._keeps(branch, rolls, roll)
        best = int(keeps.argmax())
        return REROLLS[best] if keeps[best] > branch.early[self.orbits.of_roll[roll], 0] else None

    def option_value(self, state: GameState, option: ScoringOption) -> float:
        """The value of scoring this option."""
        return float(self._utility_of(state)[self.outcomes.of_pair[option.total, option.gift]])

    def utility_of(self, total: Ints, gift: Ints) -> Floats:
        """The value of scoring so many points with bonus and giving so many, if the recipient has not asked."""
        utility: Floats = self._utility[self.outcomes.of_pair[total, gift]]
        return utility

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
        return AskingValues(self._value(asked, turn.rolls, roll), self._value(plain, turn.rolls, roll))

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

    def _start(self, asked: bool) -> float:
        """The value before the first roll, unless or once the recipient has asked."""
        return float(self.values.branch(asked).start[0])

    def _keeps(self, branch: TurnBranch, rolls: int, roll: int) -> Floats:
        rows = self.orbits.of_kept[keep_places(np.array([roll]))[0]]
        keeps: Floats = branch.after(rolls)[rows, 0]
        return keeps

    def _value(self, branch: TurnBranch, rolls: int, roll: int) -> float:
        """The value of a roll, after so many, before the active player decides."""
        return float(max(branch.early[self.orbits.of_roll[roll], 0], self._keeps(branch, rolls, roll).max()))

    def _utility_of(self, state: GameState) -> Floats:
        return self._asked_utility if state.turn.asked and self._asked_utility is not None else self._utility

    def _best_option(self, state: GameState) -> tuple[ScoringOption, float]:
        options = state.setup.table.options(state.turn.numbers).values()
        value, _, option = max(
            ((self.option_value(state, option), -option.gift, option) for option in options), key=lambda row: row[:2]
        )
        return option, value

    def _stop_value(self, state: GameState) -> float:
        """The value of a stop, after which the recipient may still ask."""
        return float(self.values.plain.early[self.orbits.of_roll[roll_index(state.turn.numbers)], 0])
