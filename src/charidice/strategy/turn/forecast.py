"""The distribution of a turn's outcome from a given state on, under the policy that the turn was solved for."""

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
from charidice.strategy.turn.play import SolvedTurn, roll_index
from charidice.strategy.turn.solver import TurnBranch


class Forecast(NamedTuple):
    """The probability of every outcome, with a plain gift and with one that was asked for."""

    outcomes: Outcomes
    plain: Floats
    asked: Floats

    @property
    def points(self) -> float:
        """The expected points and bonus."""
        return float((self.plain + self.asked) @ self.outcomes.total)

    @property
    def gift(self) -> float:
        """The expected gift, doubled where asked for."""
        return float((self.plain + 2 * self.asked) @ self.outcomes.gift)

    @property
    def kinds(self) -> dict[Kind, float]:
        """The probability that the turn ends with each kind."""
        # Rounding can bring a sum above 1.
        by_kind = np.minimum(_sums(self.outcomes.kind, self.plain + self.asked, len(KINDS)), 1)
        return dict(zip(KINDS, by_kind.tolist(), strict=True))

    def seats(self, turn: SolvedTurn) -> tuple[float, ...]:
        """The expected value by seat."""
        plain, asked = turn.leaves
        return tuple((self.plain @ plain + self.asked @ (plain if asked is None else asked)).tolist())


def forecast(turn: SolvedTurn, state: GameState, action: Action | None = None) -> Forecast:
    """The outcome after an action of either player; by default, under optimal play."""
    return _Following(turn).from_state(state, action)


class _Following:
    """Propagates the probability of every roll through the decisions of a turn."""

    def __init__(self, turn: SolvedTurn) -> None:
        self.turn = turn
        self.branches = (turn.values.plain, turn.values.asked or turn.values.plain)
        self.ended = np.zeros((2, ROLLS_OF_SIX))

    def from_state(self, state: GameState, action: Action | None) -> Forecast:
        rolls, asked = state.turn.rolls, int(state.turn.asked or isinstance(action, AskGift))
        current = np.zeros((2, ROLLS_OF_SIX))
        if isinstance(action, Score):
            return self._scored(state, action)
        if rolls == 0:
            current[asked] = 1 / ROLLS_OF_SIX
            self._ask(current, 1)
            self._play(current, 1)
        else:
            if isinstance(action, Roll):
                current[asked] = _after_keeping(state.turn.numbers, action)
                self._play(current, rolls + 1, may_ask=True)
                return self._result()
            current[asked, roll_index(state.turn.numbers)] = 1
            if state.turn.stopped or isinstance(action, Stop):
                self._stop(current, may_ask=isinstance(action, Stop) or (action is None and not state.turn.declined))
            else:
                if action is None and state.recipient_decides:
                    self._ask(current, rolls)
                self._play(current, rolls)
        return self._result()

    def _play(self, current: Floats, rolls: int, may_ask: bool = False) -> None:
        """From the probability of every roll to the end of the turn."""
        for stage in range(rolls, ROLLS):
            if may_ask:
                self._ask(current, stage)
            current = self._decide(current, stage)
            may_ask = True
        self.ended += current

    def _ask(self, current: Floats, stage: int) -> None:
        """Let an opposed recipient ask where that is better for them."""
        asked = self.turn.values.asked
        if asked and self.turn.opposed:
            self._move(current, asked.value[stage - 1] < self.turn.values.plain.value[stage - 1])

    def _stop(self, ending: Floats, may_ask: bool = True) -> None:
        """The dice will be scored; by house rule 8.2 the recipient may still ask."""
        asked = self.turn.values.asked
        if asked and self.turn.opposed and self.turn.late_asking and may_ask:
            self._move(ending, asked.score < self.turn.values.plain.score)
        self.ended += ending

    @staticmethod
    def _move(current: Floats, asks: NDArray[np.bool_]) -> None:
        moved = np.where(asks[:, 0], current[0], 0)
        current[0] -= moved
        current[1] += moved

    def _decide(self, current: Floats, stage: int) -> Floats:
        """Take the best action in every roll; returns the probabilities after the next roll."""
        following = np.zeros_like(current)
        ending = np.zeros_like(current)
        for asked, branch in enumerate(self.branches):
            rolls = np.flatnonzero(current[asked])
            if not len(rolls):
                continue
            places = keep_places(rolls)
            keeps = branch.after[stage - 1].reshape(-1)[places]
            best = keeps.argmax(axis=1)
            rows = np.arange(len(rolls))
            goes_on = keeps[rows, best] > self._scoring(branch, asked)[rolls]
            chance = current[asked, rolls]
            following[asked] = _rolled(places[rows, best][goes_on], chance[goes_on])
            ending[asked, rolls[~goes_on]] = chance[~goes_on]
        self._stop(ending)
        return following

    def _scoring(self, branch: TurnBranch, asked: int) -> Floats:
        """By roll: the value of scoring before the last roll."""
        other = self.turn.values.asked
        if asked or other is None or not (self.turn.late_asking and self.turn.opposed):
            return branch.score[:, 0]
        least: Floats = np.minimum(branch.score, other.score)[:, 0]
        return least

    def _scored(self, state: GameState, action: Score) -> Forecast:
        """All probability on scoring these dice."""
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
    """The probability of every roll when all but the kept dice are rolled."""
    chance = np.zeros((6,) * DICE)
    rolled = tuple(numbers[die] - 1 if die in action.keep else ALL for die in ALL_DICE)
    chance[rolled] = 6.0 ** (len(action.keep) - DICE)
    return chance.reshape(ROLLS_OF_SIX)


def _rolled(places: Ints, chance: Floats) -> Floats:
    """The probability of every roll from that of tensor places: each "to be rolled" is spread over six numbers."""
    tensor = _sums(places, chance, 7**DICE).reshape((7,) * DICE)
    for axis in range(DICE):
        before = (ALL,) * axis
        tensor = tensor[(*before, NUMBERS)] + tensor[(*before, ROLLED)] / 6
    return tensor.reshape(ROLLS_OF_SIX)


def _sums(places: Ints, chance: Floats, count: int) -> Floats:
    """Probabilities summed by place."""
    return np.asarray(np.bincount(places, chance, count), np.float64)
