"""The distribution of a turn's outcome from a state on, under the solved policy."""

from typing import NamedTuple

import numpy as np

from charidice.rules.dice import Numbers
from charidice.rules.moves import Action, AskGift, Roll, Score, Stop
from charidice.rules.ruleset import ROLLS
from charidice.rules.scoring import Kind
from charidice.rules.state import GameState
from charidice.strategy.turn.arrays import Bools, Floats, Ints
from charidice.strategy.turn.orbits import NUMBERS, ROLL_STEPS, ROLLS_OF_SIX, Orbits, roll_index
from charidice.strategy.turn.outcomes import KINDS, Outcomes
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.sweeps import SCORES


class Forecast(NamedTuple):
    """The probability of every outcome, with a plain gift and with a doubled one."""

    outcomes: Outcomes
    """The possible outcomes."""
    plain: Floats
    """The probability of each outcome with a plain gift."""
    asked: Floats
    """The probability of each outcome with a doubled gift."""

    @property
    def chances(self) -> Floats:
        """The probabilities with a plain gift, then with a doubled one; they sum to 1 exactly."""
        chances = np.concatenate([self.plain, self.asked])
        chances /= chances.sum()
        return chances

    @property
    def points(self) -> float:
        """The expected points and bonus."""
        return float((self.plain + self.asked) @ self.outcomes.total)

    @property
    def gift(self) -> float:
        """The expected gift, doubled after asking."""
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
    """Propagates the probability of every orbit of rolls through the decisions of a turn, before and after asking."""

    def __init__(self, turn: SolvedTurn) -> None:
        self.turn = turn
        self.ended = self._none()

    def from_state(self, state: GameState, action: Action | None) -> Forecast:
        rolls, asked = state.turn.rolls, int(state.turn.asked or isinstance(action, AskGift))
        current, orbits = self._none(), self.turn.orbits
        if isinstance(action, Score):
            return self._scored(state, action)
        if rolls == 0:
            current[asked] = orbits.shares
            self._ask(current, 1)
            self._play(current, 1)
        else:
            numbers, may_ask = state.turn.numbers, isinstance(action, Stop)
            if action is None and state.recipient_decides:
                asked = int(self.turn.should_ask(state))
            if not (state.turn.stopped or rolls == ROLLS or isinstance(action, Roll | Stop)):
                action = self.turn.best_reroll(bool(asked), rolls, numbers)
                may_ask = action is None
            if isinstance(action, Roll):
                current[asked] = _after_keeping(orbits, numbers, action)
                self._play(current, rolls + 1, may_ask=True)
            else:
                current[asked, orbits.of_roll[roll_index(numbers)]] = 1
                self._stop(current, may_ask)
        return self._result()

    def _none(self) -> Floats:
        return np.zeros((2, len(self.turn.orbits.rolls)))

    def _play(self, current: Floats, rolls: int, may_ask: bool = False) -> None:
        """From the probability of every roll to the end of the turn."""
        for stage in range(rolls, ROLLS):
            if may_ask:
                self._ask(current, stage)
            current = self._decide(current, stage)
            may_ask = True
        self.ended += current

    def _ask(self, current: Floats, stage: int) -> None:
        """The recipient asks where that is better for them."""
        plain = self.turn.values.plain
        if plain.asked:
            self._move(current, plain.asks(stage))

    def _stop(self, ending: Floats, may_ask: bool = True) -> None:
        """The dice will be scored; by house rule 8.2 the recipient may still ask."""
        plain = self.turn.values.plain
        if plain.asked and plain.late_asking and may_ask:
            self._move(ending, plain.asks(ROLLS))
        self.ended += ending

    @staticmethod
    def _move(current: Floats, asks: Bools) -> None:
        moved = np.where(asks[:, 0], current[0], 0)
        current[0] -= moved
        current[1] += moved

    def _decide(self, current: Floats, stage: int) -> Floats:
        """Take the best action in every roll; returns the probabilities after the next roll."""
        following, ending = self._none(), self._none()
        for asked, chances in enumerate(current):
            possible = np.flatnonzero(chances)
            if len(possible):
                rows, chance = self.turn.values.branch(bool(asked)).policy(stage).take(possible), chances.take(possible)
                scores = rows == SCORES
                ending[asked, possible[scores]] = chance[scores]
                following[asked] = _rolled(self.turn.orbits, rows[~scores], chance[~scores])
        self._stop(ending)
        return following

    def _scored(self, state: GameState, action: Score) -> Forecast:
        """All probability on scoring these dice."""
        option = state.setup.scoring.options(state.turn.numbers)[action.dice]
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
        chosen = (self.turn.values.branch(asked).scored for asked in (False, True))
        chances = (_sums(of, ended, len(outcomes.total)) for of, ended in zip(chosen, self.ended, strict=True))
        return Forecast(outcomes, *chances)


def _after_keeping(orbits: Orbits, numbers: Numbers, action: Roll) -> Floats:
    """The probability of every orbit of rolls after this reroll."""
    rolls = np.zeros(1, np.int64)
    for die, (number, step) in enumerate(zip(numbers, ROLL_STEPS, strict=True)):
        shown = number - 1 if die in action.keep else np.arange(NUMBERS)
        rolls = (rolls[:, None] + step * shown).reshape(-1)
    return _sums(orbits.of_roll[rolls], np.full(len(rolls), 1 / len(rolls)), len(orbits.rolls))


def _rolled(orbits: Orbits, rows: Ints, chance: Floats) -> Floats:
    """The probability of every orbit of rolls, from that of sets of kept dice."""
    kept = _sums(rows, chance, orbits.rows)
    for pattern in reversed(orbits.patterns):
        if len(pattern.dice) > 1:
            before, _, behind = pattern.shape
            kept[pattern.before].reshape(pattern.shape)[...] += kept[pattern.rows].reshape(before, 1, behind) / NUMBERS
    # A roll comes from the sets with one of its dice to be rolled; each set stands for its whole orbit.
    _, singles = orbits.further[0]
    rolled: Floats = kept.take(singles).sum(axis=0) * (
        orbits.shares * (ROLLS_OF_SIX / NUMBERS / len(orbits.symmetries))
    )
    return rolled


def _sums(places: Ints, chance: Floats, count: int) -> Floats:
    """Probabilities summed by place."""
    return np.asarray(np.bincount(places, chance, count), np.float64)
