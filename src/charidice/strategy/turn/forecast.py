"""What a turn will bring from some state on: the chance of every outcome, if all play on as the turn was solved."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.rules.dice import ALL_DICE, DICE, Numbers
from charidice.rules.moves import Action, AskGift, Roll, Score, Stop
from charidice.rules.ruleset import ROLLS
from charidice.rules.scoring import Kind
from charidice.rules.state import GameState
from charidice.strategy.turn.outcomes import KINDS, ROLLS_OF_SIX, Floats, Ints, Outcomes
from charidice.strategy.turn.places import ALL, NUMBERS, ROLLED, keep_places
from charidice.strategy.turn.play import SolvedTurn, roll_number
from charidice.strategy.turn.solver import TurnBranch


class Forecast(NamedTuple):
    """The chance of every outcome, with the gift as it is and with the gift doubled because it was asked for."""

    outcomes: Outcomes
    plain: Floats
    asked: Floats

    @property
    def points(self) -> float:
        """The expected points and bonus."""
        return float((self.plain + self.asked) @ self.outcomes.total)

    @property
    def gift(self) -> float:
        """The expected gift, doubled where it is asked for."""
        return float((self.plain + 2 * self.asked) @ self.outcomes.gift)

    @property
    def kinds(self) -> dict[Kind, float]:
        """The chance that the turn ends with a set of each kind."""
        # Rounding can bring a sum above 1.
        by_kind = np.minimum(_sums(self.outcomes.kind, self.plain + self.asked, len(KINDS)), 1)
        return dict(zip(KINDS, by_kind.tolist(), strict=True))

    def seats(self, turn: SolvedTurn) -> tuple[float, ...]:
        """What the turn is worth to every seat on average."""
        plain, asked = turn.leaves
        return tuple((self.plain @ plain + self.asked @ (plain if asked is None else asked)).tolist())


def forecast(turn: SolvedTurn, state: GameState, action: Action | None = None) -> Forecast:
    """What the turn brings after an action of either player; without one, if both do now what is best."""
    return _Following(turn).from_state(state, action)


class _Following:
    """Pushes the chance of every roll through the decisions of a turn."""

    def __init__(self, turn: SolvedTurn) -> None:
        self.turn = turn
        self.branches = (turn.values.plain, turn.values.asked or turn.values.plain)
        self.ended = np.zeros((2, ROLLS_OF_SIX))

    def from_state(self, state: GameState, action: Action | None) -> Forecast:
        rolls, asked = state.turn.rolls, int(state.turn.asked or isinstance(action, AskGift))
        lying = np.zeros((2, ROLLS_OF_SIX))
        if isinstance(action, Score):
            return self._scored(state, action)
        if rolls == 0:
            lying[asked] = 1 / ROLLS_OF_SIX
            self._ask(lying, 1)
            self._play(lying, 1)
        else:
            if isinstance(action, Roll):
                lying[asked] = _after_keeping(state.turn.numbers, action)
                self._play(lying, rolls + 1, may_ask=True)
                return self._result()
            lying[asked, roll_number(state.turn.numbers)] = 1
            if state.turn.stopped or isinstance(action, Stop):
                self._stop(lying, may_ask=isinstance(action, Stop) or (action is None and not state.turn.declined))
            else:
                if action is None and state.recipient_decides:
                    self._ask(lying, rolls)
                self._play(lying, rolls)
        return self._result()

    def _play(self, lying: Floats, rolls: int, may_ask: bool = False) -> None:
        """From the chance of every roll to the end of the turn."""
        for stage in range(rolls, ROLLS):
            if may_ask:
                self._ask(lying, stage)
            lying = self._decide(lying, stage)
            may_ask = True
        self.ended += lying

    def _ask(self, lying: Floats, stage: int) -> None:
        """Let a recipient who opposes the active player ask where that is better."""
        asked = self.turn.values.asked
        if asked and self.turn.opposed:
            self._move(lying, asked.value[stage - 1] < self.turn.values.plain.value[stage - 1])

    def _stop(self, ending: Floats, may_ask: bool = True) -> None:
        """The dice will be scored; by house rule 8.2 the recipient may still ask."""
        asked = self.turn.values.asked
        if asked and self.turn.opposed and self.turn.late_asking and may_ask:
            self._move(ending, asked.score < self.turn.values.plain.score)
        self.ended += ending

    @staticmethod
    def _move(lying: Floats, asks: NDArray[np.bool_]) -> None:
        moved = np.where(asks[:, 0], lying[0], 0)
        lying[0] -= moved
        lying[1] += moved

    def _decide(self, lying: Floats, stage: int) -> Floats:
        """The active player's best action in every roll; returns the chances after the next roll."""
        following = np.zeros_like(lying)
        ending = np.zeros_like(lying)
        for asked, branch in enumerate(self.branches):
            rolls = np.flatnonzero(lying[asked])
            if not len(rolls):
                continue
            places = keep_places(rolls)
            keeps = branch.after[stage - 1].reshape(-1)[places]
            best = keeps.argmax(axis=1)
            rows = np.arange(len(rolls))
            goes_on = keeps[rows, best] > self._scoring(branch, asked)[rolls]
            chance = lying[asked, rolls]
            following[asked] = _rolled(places[rows, best][goes_on], chance[goes_on])
            ending[asked, rolls[~goes_on]] = chance[~goes_on]
        self._stop(ending)
        return following

    def _scoring(self, branch: TurnBranch, asked: int) -> Floats:
        """By roll: what scoring before the last roll is worth."""
        other = self.turn.values.asked
        if asked or other is None or not (self.turn.late_asking and self.turn.opposed):
            return branch.score[:, 0]
        least: Floats = np.minimum(branch.score, other.score)[:, 0]
        return least

    def _scored(self, state: GameState, action: Score) -> Forecast:
        """These dice, and no others."""
        option = state.setup.table.options(state.turn.numbers)[action.dice]
        outcomes = self.turn.outcomes
        which = (
            (outcomes.total == option.total)
            & (outcomes.gift == option.gift)
            & (outcomes.kind == KINDS.index(option.kind))
        )
        plain, asked = which.astype(np.float64), np.zeros(len(which))
        return Forecast(outcomes, *((asked, plain) if state.turn.asked else (plain, asked)))

    def _result(self) -> Forecast:
        outcomes = self.turn.outcomes
        chosen = (self.turn.scored, self.turn.scored_if_asked)
        chances = (_sums(of, ended, len(outcomes.total)) for of, ended in zip(chosen, self.ended, strict=True))
        return Forecast(outcomes, *chances)


def _after_keeping(numbers: Numbers, action: Roll) -> Floats:
    """The chance of every roll when all but the kept dice are rolled."""
    chance = np.zeros((6,) * DICE)
    rolled = tuple(numbers[die] - 1 if die in action.keep else ALL for die in ALL_DICE)
    chance[rolled] = 6.0 ** (len(action.keep) - DICE)
    return chance.reshape(ROLLS_OF_SIX)


def _rolled(places: Ints, chance: Floats) -> Floats:
    """The chance of every roll when dice are rolled: from places in the tensor, "to be rolled" goes to six numbers."""
    tensor = _sums(places, chance, 7**DICE).reshape((7,) * DICE)
    for axis in range(DICE):
        before = (ALL,) * axis
        tensor = tensor[(*before, NUMBERS)] + tensor[(*before, ROLLED)] / 6
    return tensor.reshape(ROLLS_OF_SIX)


def _sums(places: Ints, chance: Floats, count: int) -> Floats:
    """The chances of equal places added up, by place."""
    return np.asarray(np.bincount(places, chance, count), np.float64)
