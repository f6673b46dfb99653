"""Playing a solved turn: what each action is worth in a state of that turn, and which one is best."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from charidice.rules.dice import ALL_DICE, DICE, Dice, Numbers
from charidice.rules.engine import REROLLS, legal_actions
from charidice.rules.moves import Action, Roll, Score, Stop
from charidice.rules.scoring import ScoringOption
from charidice.rules.state import GameState
from charidice.strategy.outcomes import Floats, Outcomes
from charidice.strategy.turns import Line, TurnValues, solve_turn

_ROLLED = np.array([[die not in roll.keep for die in ALL_DICE] for roll in REROLLS])
_TO_ROLL = 6
_TENSOR_STEPS = 7 ** np.arange(DICE)[::-1]


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


@dataclass(frozen=True, slots=True, eq=False)
class SolvedTurn:
    """A solved turn with the utilities it was solved for; `index` is its state in the batch of `values`.

    All values are the active player's. Without `values.asked` a gift asked for changes nothing.
    """

    values: TurnValues
    worth: Floats
    """By total and gift: the utility of a pair."""
    asked_worth: Floats | None
    """The same, by the gift before it is doubled, once the recipient has asked."""
    index: int = 0

    @classmethod
    def of(
        cls,
        outcomes: Outcomes,
        values: TurnValues,
        utility: Floats,
        asked_utility: Floats | None = None,
        index: int = 0,
    ) -> Self:
        """The turn of one state, from the arguments and the result of `solve_turn`."""
        asked_worth = None if asked_utility is None else _by_pair(outcomes, asked_utility[:, index])
        return cls(values, _by_pair(outcomes, utility[:, index]), asked_worth, index)

    @classmethod
    def solve(
        cls, outcomes: Outcomes, utility: Floats, asked_utility: Floats | None = None, late_asking: bool = False
    ) -> Self:
        return cls.of(outcomes, solve_turn(outcomes, utility, asked_utility, late_asking), utility, asked_utility)

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
            return {Roll(): float(self.values.start[self.index])} if not state.is_over else {}
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
        after = self._line(state).after[state.turn.rolls - 1]
        axes = np.where(_ROLLED, _TO_ROLL, np.array(state.turn.numbers) - 1)
        keeps: Floats = after.reshape(7**DICE, -1)[axes @ _TENSOR_STEPS, self.index]
        return keeps

    def option_value(self, state: GameState, option: ScoringOption) -> float:
        """What scoring the dice as they lie brings with this option."""
        return float(self._worth(state)[option.total, option.gift])

    def asking(self, state: GameState) -> AskingValues:
        """What the recipient's choice to ask now makes of the turn; in a state that may be asked in."""
        plain, asked = self.values.plain, self.values.asked
        assert asked is not None, "solved for a recipient who cannot ask"
        turn = state.turn
        at = roll_number(turn.numbers), self.index
        if turn.stopped:
            return AskingValues(float(asked.score[at]), float(plain.score[at]))
        stage = turn.rolls - 1
        return AskingValues(float(asked.value[stage][at]), float(plain.value[stage][at]))

    def _line(self, state: GameState) -> Line:
        return self.values.asked if state.turn.asked and self.values.asked else self.values.plain

    def _worth(self, state: GameState) -> Floats:
        return self.asked_worth if state.turn.asked and self.asked_worth is not None else self.worth

    def _best_option(self, state: GameState) -> tuple[ScoringOption, float]:
        worth = self._worth(state)
        options = state.setup.table.options(state.turn.numbers).values()
        value, _, option = max(
            ((worth[option.total, option.gift], -option.gift, option) for option in options), key=lambda row: row[:2]
        )
        return option, float(value)

    def _stop_value(self, state: GameState) -> float:
        """After a stop the recipient still answers, to the active player's harm if that was solved for."""
        at = roll_number(state.turn.numbers), self.index
        plain, asked = self.values.plain, self.values.asked
        return float(plain.score[at] if asked is None else min(plain.score[at], asked.score[at]))


def _by_pair(outcomes: Outcomes, utility: Floats) -> Floats:
    table = np.full((int(outcomes.total.max()) + 1, int(outcomes.gift.max()) + 1), -np.inf, utility.dtype)
    table[outcomes.total, outcomes.gift] = utility
    return table
