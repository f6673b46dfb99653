"""Playing a solved turn: what each action is worth in a state of that turn, and which one is best."""

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


def roll_number(numbers: Numbers) -> int:
    """The place of a roll among all, as Outcomes and TurnValues number them."""
    place = 0
    for number in numbers:
        place = 6 * place + number - 1
    return place


def score_or_stop(state: GameState, dice: Dice) -> Action:
    """Score these dice, or the stop that has to come before it."""
    return Stop() if state.must_stop_first else Score(dice)


class AskingValues(NamedTuple):
    """What the turn is worth to the active player, by what the recipient does now."""

    if_asked: float
    if_not_asked: float

    @property
    def is_better(self) -> bool:
        """Whether a recipient who wants the opposite of what the active player wants does well to ask."""
        return self.if_asked < self.if_not_asked


class Leaves(NamedTuple):
    """What each outcome of a turn is worth to every seat."""

    plain: Floats
    asked: Floats | None
    """The same once the recipient has asked; None if they cannot, or if it makes no difference."""


class SolvedTurn:
    """A solved turn with what it was solved for. All values but those of `leaves` are the active player's."""

    def __init__(self, outcomes: Outcomes, leaves: Leaves, active: int, late_asking: bool, opposed: bool) -> None:
        """`opposed` says whether a recipient asks to the active player's harm; else the turn is planned without it."""
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
        """A turn that is all about what each outcome is worth to the active player."""
        return cls(outcomes, Leaves(utility[:, None], None), active=0, late_asking=False, opposed=False)

    @cached_property
    def scored(self) -> Ints:
        """By roll: the outcome that is scored if the dice lie like this at the end."""
        return chosen(self.outcomes, self._utility)

    @cached_property
    def scored_if_asked(self) -> Ints:
        return self.scored if self._asked_utility is None else chosen(self.outcomes, self._asked_utility)

    def best_action(self, state: GameState) -> Action:
        """The active player's best action; among equals scoring rather than rolling, and the smaller gift."""
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
        """What every legal action of the active player is worth, if all play on as the turn was solved."""
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
        """After roll 1 or 2: what rolling on is worth with each set of dice kept, in the order of REROLLS."""
        places = keep_places(np.array([roll_number(state.turn.numbers)]))[0]
        keeps: Floats = self._branch(state).after[state.turn.rolls - 1].reshape(-1)[places]
        return keeps

    def option_value(self, state: GameState, option: ScoringOption) -> float:
        """What scoring the dice as they lie brings with this option."""
        return float(self._worth_of(state)[option.total, option.gift])

    def asking(self, state: GameState) -> AskingValues:
        """What the recipient's choice to ask now makes of the turn; in a state that may be asked in."""
        plain, asked = self.values.plain, self.values.asked
        assert asked is not None, "solved for a recipient who cannot ask"
        turn = state.turn
        if turn.rolls == 0:
            return AskingValues(self._start(asked=True), self._start(asked=False))
        at = roll_number(turn.numbers), 0
        if turn.stopped:
            return AskingValues(float(asked.score[at]), float(plain.score[at]))
        stage = turn.rolls - 1
        return AskingValues(float(asked.value[stage][at]), float(plain.value[stage][at]))

    def _start(self, asked: bool) -> float:
        """The value before the first roll; if it was asked for already, the mean over all first rolls."""
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
        """After a stop the recipient still answers, to the active player's harm if that was solved for."""
        at = roll_number(state.turn.numbers), 0
        plain, asked = self.values.plain, self.values.asked
        return float(min(plain.score[at], asked.score[at]) if asked and self.opposed else plain.score[at])


def chosen(outcomes: Outcomes, utility: Floats) -> Ints:
    """By roll: the best outcome, with the smallest gift if several are."""
    order = np.lexsort((-outcomes.gift, utility))
    rank = np.empty(len(order))
    rank[order] = np.arange(len(order))
    best: Ints = order[outcomes.best(rank[:, None])[:, 0].astype(np.int64)]
    return best


def _by_pair(outcomes: Outcomes, utility: Floats) -> Floats:
    table = np.full((int(outcomes.total.max()) + 1, int(outcomes.gift.max()) + 1), -np.inf, utility.dtype)
    # Outcomes that differ in kind alone are worth the same.
    table[outcomes.total, outcomes.gift] = utility
    return table
