"""Playing a solved turn: the value of each action in a state of that turn, and the best one."""

from functools import cached_property
from typing import NamedTuple, Self

import numpy as np

from charidice.rules.dice import Dice, Numbers
from charidice.rules.engine import REROLLS, STOP, legal_actions
from charidice.rules.moves import Action, Roll, Score, Stop, dice_of
from charidice.rules.scoring import ScoringOption
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.places import keep_places, roll_index
from charidice.strategy.turn.policy import best_rows
from charidice.strategy.turn.solver import TurnBranch, TurnValues, best_utility, solve_turn


def score_or_stop(state: GameState, dice: Dice) -> Action:
    """Score these dice, or stop first where that is required."""
    return Stop() if state.must_stop_first else Score(dice)


class AskingValues(NamedTuple):
    """The value of the turn to the active player, by the recipient's choice."""

    if_asked: float
    if_not_asked: float

    @property
    def is_better(self) -> bool:
        """Whether an opposed recipient should ask."""
        return self.if_asked < self.if_not_asked


class Leaves(NamedTuple):
    """The value of each outcome of a turn to every seat."""

    plain: Floats
    asked: Floats | None
    """The same after asking; None if nobody can ask, or if it makes no difference."""


class SolvedTurn:
    """A solved turn with its leaves. All values but the leaves are the active player's."""

    def __init__(self, outcomes: Outcomes, leaves: Leaves, active: int, late_asking: bool, opposed: bool) -> None:
        """If `opposed`, the recipient minimises the active player's value; else the policy ignores asking."""
        self.outcomes = outcomes
        self.orbits = outcomes.orbits
        self.leaves = leaves
        self.late_asking = late_asking
        self.opposed = opposed
        plain = leaves.plain[:, active]
        asked = None if leaves.asked is None else leaves.asked[:, active]
        self.values: TurnValues = solve_turn(
            outcomes, plain[:, None], None if asked is None else asked[:, None], late_asking, opposed=opposed
        )
        self._utility, self._asked_utility = plain, asked
        self._policies: dict[tuple[bool, int], Ints] = {}

    @classmethod
    def for_active(cls, outcomes: Outcomes, utility: Floats) -> Self:
        """A single-agent turn with this utility of each outcome."""
        return cls(outcomes, Leaves(utility[:, None], None), active=0, late_asking=False, opposed=False)

    @cached_property
    def scored(self) -> Ints:
        """By orbit of final rolls: the outcome that is scored."""
        return chosen(self.outcomes, self._utility)

    @cached_property
    def scored_if_asked(self) -> Ints:
        return self.scored if self._asked_utility is None else chosen(self.outcomes, self._asked_utility)

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
        return self._keeps(self._branch(state.turn.asked), state.turn.rolls, roll_index(state.turn.numbers))

    def policy(self, asked: bool, rolls: int) -> Ints:
        """By orbit of rolls, after roll 1 or 2: the row of the best keep, or SCORES."""
        found = self._policies.get((asked, rolls))
        if found is None:
            branch = self._branch(asked)
            found = best_rows(self.orbits, branch.after(rolls)[:, 0], branch.early[:, 0])
            self._policies[asked, rolls] = found
        return found

    def best_reroll(self, asked: bool, rolls: int, numbers: Numbers) -> Roll | None:
        """The same for a single roll; None to score."""
        branch, roll = self._branch(asked), roll_index(numbers)
        keeps = self._keeps(branch, rolls, roll)
        best = int(keeps.argmax())
        return REROLLS[best] if keeps[best] > branch.early[self.orbits.of_roll[roll], 0] else None

    def option_value(self, state: GameState, option: ScoringOption) -> float:
        """The value of scoring this option."""
        return float(self._utility_of(state)[self.outcomes.of_pair[option.total, option.gift]])

    def asking(self, state: GameState) -> AskingValues:
        """The value of the turn by the recipient's choice, where they may ask."""
        plain, asked = self.values.plain, self.values.asked
        assert asked is not None, "solved for a recipient who cannot ask"
        turn = state.turn
        if turn.rolls == 0:
            return AskingValues(self._start(asked=True), self._start(asked=False))
        roll = roll_index(turn.numbers)
        if turn.stopped:
            orbit = self.orbits.of_roll[roll]
            return AskingValues(float(asked.score[orbit, 0]), float(plain.score[orbit, 0]))
        return AskingValues(self._value(asked, turn.rolls, roll), self._value(plain, turn.rolls, roll))

    def _start(self, asked: bool) -> float:
        """The value before the first roll, unless or once the recipient has asked."""
        if asked and self.values.asked:
            return float(self.values.asked.solver.mean(self.values.asked.first)[0])
        return float(self.values.start[0])

    def _keeps(self, branch: TurnBranch, rolls: int, roll: int) -> Floats:
        rows = self.orbits.of_kept[keep_places(np.array([roll]))[0]]
        keeps: Floats = branch.after(rolls)[rows, 0]
        return keeps

    def _value(self, branch: TurnBranch, rolls: int, roll: int) -> float:
        """The value of a roll, after so many, before the active player decides."""
        return float(max(branch.early[self.orbits.of_roll[roll], 0], self._keeps(branch, rolls, roll).max()))

    def _branch(self, asked: bool) -> TurnBranch:
        return self.values.asked if asked and self.values.asked else self.values.plain

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
        orbit = self.orbits.of_roll[roll_index(state.turn.numbers)]
        plain, asked = self.values.plain.score, self.values.asked
        return float(min(plain[orbit, 0], asked.score[orbit, 0]) if asked and self.opposed else plain[orbit, 0])


def chosen(outcomes: Outcomes, utility: Floats) -> Ints:
    """By orbit of rolls: the best outcome; ties go to the smallest gift."""
    order = np.lexsort((-outcomes.gift, utility))
    rank = np.empty(len(order))
    rank[order] = np.arange(len(order))
    best: Ints = order[best_utility(outcomes, rank).astype(np.int64)]
    return best
