"""Playing a solved turn: the value of each action in a state of that turn, and the best one."""

from functools import cached_property
from typing import NamedTuple, Self

import numpy as np

from charidice.rules.dice import Dice, Numbers
from charidice.rules.engine import REROLLS, legal_actions
from charidice.rules.moves import Action, Roll, Score, Stop
from charidice.rules.scoring import ScoringOption
from charidice.rules.state import GameState
from charidice.strategy.turn.outcomes import Floats, Ints, Outcomes
from charidice.strategy.turn.places import keep_places
from charidice.strategy.turn.solver import TurnBranch, TurnValues, solve_turn


def roll_index(numbers: Numbers) -> int:
    """The index of a roll in Outcomes and TurnValues."""
    place = 0
    for number in numbers:
        place = 6 * place + number - 1
    return place


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
        self.leaves = leaves
        self.late_asking = late_asking
        self.opposed = opposed
        plain = leaves.plain[:, active]
        asked = None if leaves.asked is None else leaves.asked[:, active]
        self.values: TurnValues = solve_turn(
            outcomes, plain[:, None], None if asked is None else asked[:, None], late_asking, opposed=opposed
        )
        self._worth = _by_pair(outcomes, plain)
        self._asked_worth = None if asked is None else _by_pair(outcomes, asked)
        self._utility, self._asked_utility = plain, asked

    @classmethod
    def for_active(cls, outcomes: Outcomes, utility: Floats) -> Self:
        """A single-agent turn with this utility of each outcome."""
        return cls(outcomes, Leaves(utility[:, None], None), active=0, late_asking=False, opposed=False)

    @cached_property
    def scored(self) -> Ints:
        """By final roll: the outcome that is scored."""
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
        values: dict[Action, float] = {}
        if state.rolls_left:
            values.update(zip(REROLLS, self.keep_values(state).tolist(), strict=True))
        if state.must_stop_first:
            values[Stop()] = self._stop_value(state)
        for option in state.options:
            values[Score(option.dice)] = self.option_value(state, option)
        return {action: values[action] for action in legal_actions(state, state.active)}

    def keep_values(self, state: GameState) -> Floats:
        """After roll 1 or 2: the value of each reroll, in the order of REROLLS."""
        places = keep_places(np.array([roll_index(state.turn.numbers)]))[0]
        keeps: Floats = self._branch(state).after[state.turn.rolls - 1].reshape(-1)[places]
        return keeps

    def option_value(self, state: GameState, option: ScoringOption) -> float:
        """The value of scoring this option."""
        return float(self._worth_of(state)[option.total, option.gift])

    def asking(self, state: GameState) -> AskingValues:
        """The value of the turn by the recipient's choice, where they may ask."""
        plain, asked = self.values.plain, self.values.asked
        assert asked is not None, "solved for a recipient who cannot ask"
        turn = state.turn
        if turn.rolls == 0:
            return AskingValues(self._start(asked=True), self._start(asked=False))
        at = roll_index(turn.numbers), 0
        if turn.stopped:
            return AskingValues(float(asked.score[at]), float(plain.score[at]))
        stage = turn.rolls - 1
        return AskingValues(float(asked.value[stage][at]), float(plain.value[stage][at]))

    def _start(self, asked: bool) -> float:
        """The value before the first roll, unless or once the recipient has asked."""
        if asked and self.values.asked:
            return float(self.values.asked.value[0].mean(dtype=np.float64))
        return float(self.values.start[0])

    def _branch(self, state: GameState) -> TurnBranch:
        return self.values.asked if state.turn.asked and self.values.asked else self.values.plain

    def _worth_of(self, state: GameState) -> Floats:
        return self._asked_worth if state.turn.asked and self._asked_worth is not None else self._worth

    def _best_option(self, state: GameState) -> tuple[ScoringOption, float]:
        worth = self._worth_of(state)
        options = state.setup.table.options(state.turn.numbers).values()
        value, _, option = max(
            ((worth[option.total, option.gift], -option.gift, option) for option in options), key=lambda row: row[:2]
        )
        return option, float(value)

    def _stop_value(self, state: GameState) -> float:
        """The value of a stop, after which the recipient may still ask."""
        at = roll_index(state.turn.numbers), 0
        plain, asked = self.values.plain, self.values.asked
        return float(min(plain.score[at], asked.score[at]) if asked and self.opposed else plain.score[at])


def chosen(outcomes: Outcomes, utility: Floats) -> Ints:
    """By roll: the best outcome; ties go to the smallest gift."""
    order = np.lexsort((-outcomes.gift, utility))
    rank = np.empty(len(order))
    rank[order] = np.arange(len(order))
    best: Ints = order[outcomes.best(rank[:, None])[:, 0].astype(np.int64)]
    return best


def _by_pair(outcomes: Outcomes, utility: Floats) -> Floats:
    table = np.full((int(outcomes.total.max()) + 1, int(outcomes.gift.max()) + 1), -np.inf, utility.dtype)
    # Outcomes that differ only in kind have the same value.
    table[outcomes.total, outcomes.gift] = utility
    return table
